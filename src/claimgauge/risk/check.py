"""Whether a rubric that can be read makes sense, and whether its numbers keep the laws.

`rubric_problems` make a rubric unusable. `law_problems` make it one that `rubric check` does not
accept: moving a claim to a severer label of support must never lower the index.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import get_args

from claimgauge.errors import Problem
from claimgauge.gates import FindingCode
from claimgauge.labels import DIMENSIONS, LABELS, Dimension, Label
from claimgauge.risk.rubric import FloorRule, LabelRule, Range, Rubric

SUPPORT: tuple[Label, ...] = ("SUPPORTED", "PARTIAL", "UNSUPPORTED", "CONTRADICTED")
TOLERANCE = 1e-9


def rubric_problems(rubric: Rubric) -> tuple[Problem, ...]:
    """What makes the rubric unusable, each with its place."""
    return (
        *_identity(rubric),
        *_complete(rubric),
        *_weights(rubric),
        *_labels(rubric),
        *_floors(rubric),
        *_bands(rubric),
        *_rest(rubric),
    )


def law_problems(rubric: Rubric) -> tuple[Problem, ...]:
    """Where a severer label of support could give a lower index; of a rubric without other problems."""
    return tuple(
        _wrong(f"labels.{severe}", _less_severe(mild, severe, rubric))
        for mild, severe in itertools.pairwise(rubric.support.order)
        if not _at_least_as_severe(rubric, mild, severe)
    )


def _wrong(place: str, message: str) -> Problem:
    return Problem(place=place, code="wrong_value", message=message)


def _identity(rubric: Rubric) -> Iterator[Problem]:
    for key, value in (("id", rubric.id), ("version", rubric.version)):
        if not value.strip():
            yield _wrong(key, "is empty; it travels in every result, so give it a name")


def _complete(rubric: Rubric) -> Iterator[Problem]:
    tables: dict[str, tuple[Sequence[str], Sequence[str]]] = {
        "weights": (DIMENSIONS, tuple(rubric.weights)),
        "labels": (LABELS, tuple(rubric.labels)),
        "gates": (get_args(FindingCode), tuple(rubric.gates)),
    }
    for name, (wanted, given) in tables.items():
        for key in wanted:
            if key not in given:
                yield Problem(place=f"{name}.{key}", code="missing", message="missing; every rubric has a row for it")


def _weights(rubric: Rubric) -> Iterator[Problem]:
    total = math.fsum(rubric.weights.values())
    if abs(total - 1) > TOLERANCE:
        yield _wrong("weights", f"sum to {total:.6g}; they must sum to 1")


def _labels(rubric: Rubric) -> Iterator[Problem]:
    if rubric.support.order != SUPPORT:
        yield _wrong("support.order", f"must be {', '.join(SUPPORT)}, from mild to severe")
    for name, rule in rubric.labels.items():
        place = f"labels.{name}"
        if name == "SUPPORTED" and rule.contribution != 0:
            yield _wrong(f"{place}.contribution", f"is {rule.contribution:g}; a supported claim contributes 0")
        if name == "UNKNOWN" and not (rule.contribution > 0 and rule.dimensions):
            yield _wrong(
                place, "contributes nothing, and nothing unknown is good news; give it a contribution and a dimension"
            )
        if rule.contribution > 0 and not rule.dimensions:
            yield _wrong(f"{place}.dimensions", "is empty, so the contribution goes nowhere; name a dimension")
        if rule.or_ is not None and not rule.or_:
            yield _wrong(f"{place}.or", "is empty; name the other choice of dimensions, or take the key away")


def _floors(rubric: Rubric) -> Iterator[Problem]:
    for index, rule in enumerate(rubric.floors):
        place = f"floors[{index}]"
        if (rule.label is None) == (not rule.labels):
            yield _wrong(place, "names no label, or both `label` and `labels`; keep exactly one of them")
        if "SUPPORTED" in rule.named:
            yield _wrong(place, "is a floor on SUPPORTED; remove it")
        if rule.share is not None and rule.count is not None:
            yield _wrong(place, "asks for a share and a count; make it two floors")
        if rule.feedback and rule.named != ("VALIDATED_NEGATIVE_FEEDBACK",):
            yield _wrong(f"{place}.feedback", "belongs to VALIDATED_NEGATIVE_FEEDBACK only")
        if rule.request and rule.named != ("OUT_OF_SCOPE",):
            yield _wrong(f"{place}.request", "belongs to OUT_OF_SCOPE only")
        yield from _conditions(rule, place)


def _conditions(rule: FloorRule, place: str) -> Iterator[Problem]:
    """Conditions that always hold, never hold, or are not looked at: a floor that is not what it seems."""
    low, high = rule.criticality.from_, rule.criticality.below
    if low is not None and high is not None and low >= high:
        yield _wrong(f"{place}.criticality", f"from {low:g} to below {high:g} holds nothing; put the smaller first")
    if rule.share is not None and not 0 < rule.share.from_ <= 1:
        yield _wrong(f"{place}.share.from", f"is {rule.share.from_:g}; a share is above 0 and at most 1")
    if rule.count is not None and rule.count.from_ < 1:
        yield _wrong(f"{place}.count.from", f"is {rule.count.from_:g}; a floor needs at least one claim")
    if rule.request and not (rule.criticality == Range() and rule.share is None and rule.count is None):
        yield _wrong(f"{place}.request", "is about the request alone; take criticality, share and count away")


def _bands(rubric: Rubric) -> Iterator[Problem]:
    bounds = [band.up_to for band in rubric.bands]
    if not bounds or bounds[-1] != 100:
        yield _wrong("bands", "must end with a band up to 100, so that every score has one")
    if any(low >= high for low, high in itertools.pairwise(bounds)) or any(bound < 0 for bound in bounds):
        yield _wrong("bands", f"must rise from one to the next, got {', '.join(f'{bound:g}' for bound in bounds)}")
    names = [band.name for band in rubric.bands]
    for index, name in enumerate(names):
        if not name.strip() or name in names[:index]:
            yield _wrong(f"bands[{index}].name", f"{name!r} is empty or stands twice; give each band its own name")


def _rest(rubric: Rubric) -> Iterator[Problem]:
    if not rubric.unassessed.no_claims:
        yield _wrong("unassessed.no_claims", "must be true: an answer without claims has no index")
    for name, days in rubric.freshness.items():
        if not days > 0:
            yield _wrong(f"freshness.{name}", f"is {days:g}; a limit in days is above 0, and no limit is no row")
    for code, judged in rubric.gates.items():
        rule = rubric.labels.get(judged.label)
        if rule and judged.dimensions and set(judged.dimensions) not in _choices(rule):
            allowed = " or ".join(sorted(", ".join(sorted(each)) for each in _choices(rule)))
            yield _wrong(f"gates.{code}.dimensions", f"{judged.label} goes to {allowed}")
        if judged.label == "SUPPORTED":
            yield _wrong(f"gates.{code}.label", "is SUPPORTED; a claim that a gate rejects is not supported")


def _choices(rule: LabelRule) -> list[set[Dimension]]:
    return [set(each) for each in (rule.dimensions, rule.or_) if each is not None]


def _at_least_as_severe(rubric: Rubric, mild: Label, severe: Label) -> bool:
    """For every choice of dimensions: by weight where the index adds up, in each dimension where it does not.

    Feedback can take up what a label adds to H, so the weights have to do with H and without it.
    """
    pairs = itertools.product(_choices(rubric.labels[mild]), _choices(rubric.labels[severe]))
    low, high = rubric.labels[mild].contribution, rubric.labels[severe].contribution
    if rubric.aggregator in ("hybrid", "additive"):
        return all(
            low * math.fsum(weights[k] for k in few) <= high * math.fsum(weights[k] for k in many) + 1e-12
            for few, many in pairs
            for weights in (rubric.weights, rubric.weights | {"H": 0.0})
        )
    return low == 0 or (low <= high and all(few <= many for few, many in pairs))


def _less_severe(mild: Label, severe: Label, rubric: Rubric) -> str:
    if rubric.aggregator in ("hybrid", "additive"):
        return f"weighs less than {mild} for some choice of dimensions; raise its contribution or their weights"
    return (
        f"does not go to every dimension of {mild}, so under aggregator {rubric.aggregator} an answer that gets worse"
        f" could get a lower index; let {severe} go to the dimensions of {mild} too"
    )
