"""Which cases of two runs met, what moved, and what a reader has to know before any number."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import UNSET

from claimgauge.statistics import fewest_units, sign_test
from claimgauge.workflow.compared import Half, Run
from claimgauge.workflow.comparison import ComparedRun, Move, Mover, Pairing, UnscoredPair, UsedRubric
from claimgauge.workflow.measures import Pair

MOVERS: Final = 10
"""Cases that are listed as risen, and as fallen."""
FEW: Final = 30
"""Below so many pairs a percentile interval is noticeably too narrow; the comparison says so."""


def pairing_of(a: Run, b: Run, pairs: Mapping[str, Pair]) -> Pairing:
    """The counts, and by name whatever is no pair with two scores. `pairs` are sorted by id."""
    changes = Counter((after > before) - (after < before) for before, after in _scored(pairs))
    without = [(name, one, other) for name, (one, other) in pairs.items() if one.risk is None or other.risk is None]
    return Pairing(
        pairs=len(pairs),
        scored=changes.total(),
        rises=changes[1],
        falls=changes[-1],
        same=changes[0],
        sign_test=sign_test(changes[1], changes[-1]),
        other_evidence=sum(_evidence_differs(*pair) for pair in pairs.values()),
        only_a=tuple(sorted(a.halves.keys() - pairs.keys())),
        only_b=tuple(sorted(b.halves.keys() - pairs.keys())),
        without_index=tuple(UnscoredPair(case_id=name, a=one.status, b=other.status) for name, one, other in without),
    )


def bands_of(pairs: Sequence[Pair]) -> tuple[str, ...]:
    """The bands that occur, from the lowest on, as their highest scores tell."""
    tops: dict[str, float] = {}
    for pair in pairs:
        for half in pair:
            if half.risk is not None:
                tops[half.risk.band] = max(tops.get(half.risk.band, 0.0), half.risk.score)
    return tuple(sorted(tops, key=lambda name: (tops[name], name)))


def moves_of(pairs: Sequence[Pair], bands: Sequence[str]) -> tuple[Move, ...]:
    """How many pairs went from each band to each; None, no index, comes last."""
    counts = Counter(
        (one.risk.band if one.risk else None, other.risk.band if other.risk else None) for one, other in pairs
    )
    names = (*bands, None)
    return tuple(
        Move(from_=before, to=after, pairs=counts[before, after])
        for before in names
        for after in names
        if counts[before, after]
    )


def movers_of(pairs: Mapping[str, Pair]) -> tuple[tuple[Mover, ...], tuple[Mover, ...]]:
    """The cases whose score rose and those whose score fell, the farthest first, then by id."""
    moved = [
        Mover(
            case_id=name,
            a=one.risk.score,
            b=other.risk.score,
            difference=other.risk.score - one.risk.score,
            band_a=one.risk.band,
            band_b=other.risk.band,
        )
        for name, (one, other) in pairs.items()
        if one.risk is not None and other.risk is not None
    ]
    moved.sort(key=lambda mover: (-abs(mover.difference), mover.case_id))
    risen = tuple(mover for mover in moved if mover.difference > 0)[:MOVERS]
    return risen, tuple(mover for mover in moved if mover.difference < 0)[:MOVERS]


def rubric_difference(a: ComparedRun, b: ComparedRun) -> str:
    """In words, that more than one rubric scored; nothing where it was one."""
    if len({rubric.digest for rubric in (*a.rubrics, *b.rubrics)}) <= 1:
        return ""
    return f"different rubrics scored: in A {_named(a.rubrics)}; in B {_named(b.rubrics)}"


def _named(rubrics: Sequence[UsedRubric]) -> str:
    return ", ".join(f"{each.id} {each.version} ({each.digest[:19]}, {each.rows} rows)" for each in rubrics) or "none"


def notices_of(pairing: Pairing, a: ComparedRun, b: ComparedRun, *, level: float) -> Iterator[str]:
    """What stands before the numbers: what else differs than the systems, and what the numbers leave out."""
    if found := rubric_difference(a, b):
        yield f"{found}; the differences below are not those of two systems alone"
    for what, one, other in (
        ("contracts", a.contracts, b.contracts),
        ("policies", a.policies, b.policies),
        ("evidence rules", a.evidence_rules, b.evidence_rules),
        ("presets", a.presets, b.presets),
        ("rules of criticality", _rules(a), _rules(b)),
    ):
        if len({*one, *other}) > 1:
            yield f"different {what} took part: in A {_listed(one)}; in B {_listed(other)}"
    if pairing.other_evidence:
        yield f"evidence in B other than in A: {pairing.other_evidence} of {pairing.pairs} pairs"
    if pairing.without_index:
        count = len(pairing.without_index)
        yield f"without an index on one side or both: {count} of {pairing.pairs} pairs; no mean of scores holds them"
    if pairing.only_a or pairing.only_b:
        yield f"cases without a pair: {len(pairing.only_a)} only in A, {len(pairing.only_b)} only in B"
    if pairing.scored < (least := fewest_units(level)):
        yield f"pairs with an index: {pairing.scored}; intervals at level {level:g} need {least} or more"
    elif pairing.scored < FEW:
        yield f"pairs with an index: {pairing.scored}; with fewer than {FEW}, intervals are too narrow"


def _rules(run: ComparedRun) -> tuple[str | None, ...]:
    """The rules of criticality of a run; no rules at all are none."""
    return (None,) if run.criticality is UNSET else run.criticality


def _listed(names: Sequence[str | None]) -> str:
    return ", ".join("none" if name is None else name[:19] for name in names) or "none"


def _scored(pairs: Mapping[str, Pair]) -> Iterator[tuple[float, float]]:
    for one, other in pairs.values():
        if one.risk is not None and other.risk is not None:
            yield one.risk.score, other.risk.score


def _evidence_differs(one: Half, other: Half) -> bool:
    return "error" not in (one.status, other.status) and one.graph != other.graph
