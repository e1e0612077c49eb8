"""The floors that hold, each with the row of the rubric that it comes from."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from claimgauge.reports.claim_rows import ClaimRow
from claimgauge.reports.figures import exact
from claimgauge.risk import FloorHit, FloorRule, RiskIndex, Rubric

PAPER = "doi:10.5281/zenodo.21313179"
SHOWN = 100


class FloorRow(NamedTuple):
    """One row of the rubric that holds. `place` is its place there, None where no row fits."""

    value: float
    label: str
    why: str
    numbers: tuple[int, ...]
    claim_ids: tuple[str, ...]
    criticality: str
    place: int | None
    source: str
    decides: bool


def floor_rows(
    index: RiskIndex, rows: Sequence[ClaimRow], by_id: Mapping[str, tuple[int, ...]], rubric: Rubric
) -> tuple[FloorRow, ...]:
    """The floors that hold, the highest first; claims that one row of the rubric holds for stand together."""
    grouped: dict[tuple[float, str, str, bool], list[FloorHit]] = {}
    for hit in index.floors:
        grouped.setdefault((hit.value, hit.label, hit.why, hit.claim_id is None), []).append(hit)
    found = []
    for hits in grouped.values():
        ids = tuple(dict.fromkeys(name for hit in hits for name in hit.claim_ids))
        numbers = sorted(number for name in ids for number in by_id.get(name, ()))
        levels = {number: rows[number - 1].assessed.criticality for number in numbers}
        place = rule_place(hits[0], rubric, tuple(levels.values()))
        rule = None if place is None else rubric.floors[place - 1]
        held = tuple(number for number in numbers if rule is None or _within(rule, levels[number]))
        found.append(
            FloorRow(
                value=hits[0].value,
                label=hits[0].label,
                why=hits[0].why,
                numbers=held,
                claim_ids=ids,
                criticality=_span_of([levels[number] for number in held]),
                place=place,
                source=source_of(rule, rubric),
                decides=index.aggregator == "hybrid" and hits[0].value == index.floor > index.additive,
            )
        )
    return tuple(found)


def rule_place(hit: FloorHit, rubric: Rubric, levels: Sequence[float]) -> int | None:
    """The row of the rubric, counted from 1, that a floor comes from: same labels, value and kind of condition."""
    fitting = (place for place, rule in enumerate(rubric.floors, start=1) if _fits(rule, hit, levels))
    return next(fitting, None)


def _fits(rule: FloorRule, hit: FloorHit, levels: Sequence[float]) -> bool:
    if rule.value != hit.value or " or ".join(rule.named) != hit.label:
        return False
    if hit.claim_id is not None:
        return rule.share is None and rule.count is None and not rule.request and _some_within(rule, levels)
    if not hit.claim_ids:
        return rule.request
    if rule.share is not None:
        return hit.why.endswith(f"from {rule.share.from_:.0%} on")
    return rule.count is not None and hit.why.endswith(f"from {rule.count.from_:g} on") and _some_within(rule, levels)


def _some_within(rule: FloorRule, levels: Sequence[float]) -> bool:
    """Ids need not be unique, so not every claim that goes by an id has to be one that the floor is about."""
    return not levels or any(_within(rule, level) for level in levels)


def _within(rule: FloorRule, level: float) -> bool:
    low, high = rule.criticality.from_, rule.criticality.below
    return (low is None or level >= low) and (high is None or level < high)


def source_of(rule: FloorRule | None, rubric: Rubric) -> str:
    """Where the row comes from: what it says itself, else what the rubric says of all its rows."""
    if rule is None:
        return "not known"
    if rule.source:
        return f"{rule.source}'s own, provisional" if rule.source == "claimgauge" else rule.source
    if rubric.source == PAPER:
        return "the paper, Table IV"
    return rubric.source or "the rubric"


def _span_of(levels: Sequence[float]) -> str:
    if not levels:
        return "—"
    low, high = min(levels), max(levels)
    return exact(low) if low == high else f"{exact(low)} to {exact(high)}"
