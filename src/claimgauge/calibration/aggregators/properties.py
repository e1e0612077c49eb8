"""What holds of an aggregator whatever the answer, checked on every answer of up to three claims of eight kinds.

A property that does not hold comes with the smallest answer that shows it. One that holds here has no
counterexample among so many answers, which is no proof; the tests look for others at random.
"""

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from claimgauge.calibration.aggregators.contenders import Value
from claimgauge.calibration.aggregators.dilution import diluted_answer
from claimgauge.labels import Dimension, Judgement, Label
from claimgauge.risk import LabelledClaim

MOST_CLAIMS: Final = 3
ROUNDING: Final = 1e-9
MANY: Final = 10_000
"""Supported claims among which a contradicted one counts as forgotten, where it adds no more than `HARDLY`."""
HARDLY: Final = 0.005
Kind = tuple[Label, tuple[Dimension, ...], float]
"""A label, where it goes, and the criticality of the claim."""
KINDS: Final[tuple[Kind, ...]] = (
    ("SUPPORTED", (), 1),
    ("SUPPORTED", (), 3),
    ("PARTIAL", ("U",), 1),
    ("UNSUPPORTED", ("U",), 1),
    ("UNSUPPORTED", ("U",), 3),
    ("CONTRADICTED", ("F", "C"), 1),
    ("CONTRADICTED", ("F", "C"), 3),
    ("OUTDATED", ("O",), 1),
)
SEVERITY: Final[tuple[tuple[Label, tuple[Dimension, ...]], ...]] = (
    ("SUPPORTED", ()),
    ("PARTIAL", ("U",)),
    ("UNSUPPORTED", ("U",)),
    ("CONTRADICTED", ("F", "C")),
)
"""From mild to severe, where the labels go by default or as a labeller of passages says."""
Claims = tuple[LabelledClaim, ...]
Pairs = Callable[[Claims], Iterator[tuple[Claims, Claims]]]


class Held(NamedTuple):
    """Whether a property holds; `against` tells the smallest answer that it does not hold of."""

    holds: bool
    against: str = ""


def claim_of(kind: Kind, name: str) -> LabelledClaim:
    """A claim of a kind."""
    label, dimensions, criticality = kind
    said = Judgement(label=label, dimensions=dimensions, labeller="properties/1", reason="declared")
    return LabelledClaim(claim_id=name, criticality=criticality, judgements=(said,))


def small_answers() -> Iterator[Claims]:
    """Every answer of one to three claims, the smaller first."""
    for size in range(1, MOST_CLAIMS + 1):
        for kinds in itertools.combinations_with_replacement(KINDS, size):
            yield tuple(claim_of(kind, f"c{place}") for place, kind in enumerate(kinds, start=1))


def properties(value: Value, answers: Sequence[Claims]) -> dict[str, Held]:
    """Every property of one aggregator, by name, looked for in these answers."""
    return {name: check(value, answers) for name, check in PROPERTIES.items()}


def _all(check: Callable[[Value, Claims], bool]) -> Callable[[Value, Sequence[Claims]], Held]:
    def held(value: Value, answers: Sequence[Claims]) -> Held:
        for claims in answers:
            if not check(value, claims):
                return Held(holds=False, against=shown(claims))
        return Held(holds=True)

    return held


def shown(claims: Sequence[LabelledClaim]) -> str:
    """An answer in words: `SUPPORTED, CONTRADICTED at 3`."""
    names = ((claim, "+".join(judgement.label for judgement in claim.judgements)) for claim in claims)
    return ", ".join(name if claim.criticality == 1 else f"{name} at {claim.criticality:g}" for claim, name in names)


def _bounded(value: Value, claims: Claims) -> bool:
    return 0 <= value(claims) <= 1


def _order(value: Value, claims: Claims) -> bool:
    return all(value(other) == value(claims) for other in itertools.permutations(claims))


def _duplication(value: Value, claims: Claims) -> bool:
    twice = (*claims, *(replace(claim, claim_id=f"{claim.claim_id}'") for claim in claims))
    return math.isclose(value(twice), value(claims), abs_tol=ROUNDING)


def _severity(value: Value, claims: Claims) -> bool:
    for mild, severe in itertools.pairwise(SEVERITY):
        for place, claim in enumerate(claims):
            one, other = (
                (*claims[:place], claim_of((*each, claim.criticality), claim.claim_id), *claims[place + 1 :])
                for each in (mild, severe)
            )
            if value(one) > value(other) + ROUNDING:
                return False
    return True


def _more_support(value: Value, claims: Claims) -> bool:
    return value((*claims, claim_of(KINDS[0], "more"))) <= value(claims) + ROUNDING


def _less_fault(value: Value, claims: Claims) -> bool:
    if len(claims) < 2:
        return True
    faulty = [place for place, claim in enumerate(claims) if "SUPPORTED" not in claim.labels]
    return all(value((*claims[:at], *claims[at + 1 :])) <= value(claims) + ROUNDING for at in faulty)


def _criticality(value: Value, claims: Claims) -> bool:
    for place, claim in enumerate(claims):
        if "CONTRADICTED" in claim.labels:
            weightier = replace(claim, criticality=claim.criticality + 2)
            if value((*claims[:place], weightier, *claims[place + 1 :])) < value(claims) - ROUNDING:
                return False
    return True


def _decomposition(value: Value, claims: Claims) -> bool:
    """Σ of what each claim takes away when it is supported = all that is taken away when all are."""
    clear = [claim_of(("SUPPORTED", (), claim.criticality), claim.claim_id) for claim in claims]
    whole = value(claims)
    single = (whole - value((*claims[:at], clear[at], *claims[at + 1 :])) for at in range(len(claims)))
    return math.isclose(math.fsum(single), whole - value(tuple(clear)), abs_tol=ROUNDING)


def _remembers(value: Value, _answers: Sequence[Claims]) -> Held:
    left = value(diluted_answer(MANY, criticality=3))
    clean = value(tuple(claim for claim in diluted_answer(1) if "SUPPORTED" in claim.labels))
    if left - clean > HARDLY:
        return Held(holds=True)
    return Held(holds=False, against=f"{left:.4f} among {MANY:,}, {clean:.4f} with supported claims alone")


def _reaches_one(value: Value, _answers: Sequence[Claims]) -> Held:
    worst = value((claim_of(KINDS[-2], "c1"), claim_of(KINDS[-2], "c2")))
    return Held(holds=True) if worst > 1 - ROUNDING else Held(holds=False, against=f"{worst:.4g}")


def _silent_when_clean(value: Value, claims: Claims) -> bool:
    return any("SUPPORTED" not in claim.labels for claim in claims) or value(claims) == 0


PROPERTIES: Final[Mapping[str, Callable[[Value, Sequence[Claims]], Held]]] = {
    "lies in [0, 1]": _all(_bounded),
    "is 0 where every claim is supported": _all(_silent_when_clean),
    "does not depend on the order of the claims": _all(_order),
    "stays where every claim is said twice": _all(_duplication),
    "never falls where a label gets severer": _all(_severity),
    "never rises by one more supported claim": _all(_more_support),
    "never rises without a claim that is not supported": _all(_less_fault),
    "never falls where a contradicted claim matters more": _all(_criticality),
    "is the sum of what its claims take away": _all(_decomposition),
    "remembers one contradiction among any number": _remembers,
    "is 1 where two critical claims are all there is, both contradicted": _reaches_one,
}
