"""From weights to the rubric that is proposed, with the evidence for it."""

from collections.abc import Iterator

import msgspec

from claimgauge.calibration.weights.result import CriterionWeight
from claimgauge.calibration.weights.simplex import rounded
from claimgauge.calibration.weights.weighing import VOICES, WeightsResult
from claimgauge.errors import InputError
from claimgauge.labels import DIMENSIONS
from claimgauge.risk import Rubric

PLACES = 4
"""Decimals of a proposed weight: no protocol knows a weight any better."""


def proposed_rubric(result: WeightsResult, base: Rubric) -> Rubric:
    """The rubric with the weights of the result, all else as it was; provisional, with a version of its own.

    Raises InputError where something was weighed that is no dimension.
    """
    found = {each.criterion: each.weight for each in result.weights}
    others = [name for name in found if name not in DIMENSIONS]
    if others:
        message = f"weighs {', '.join(others)}, and a rubric has weights for {', '.join(DIMENSIONS)} only"
        raise InputError(message, source=result.protocol.id, place="criteria")
    wanted = [found.get(name, base.weights[name]) for name in DIMENSIONS]
    return msgspec.structs.replace(
        base,
        id=result.protocol.id,
        version=result.protocol.version,
        title=result.protocol.title or base.title,
        provisional=True,
        source=evidence(result),
        weights=dict(zip(DIMENSIONS, rounded(wanted, PLACES), strict=True)),
    )


def evidence(result: WeightsResult) -> str:
    """One line: where the weights come from, and where all else does."""
    protocol, base = result.protocol, result.rubric
    people = "" if protocol.people == "real" else f"{protocol.people} "
    return (
        f"weights: claimgauge.{result.method}/1 {protocol.id} version {protocol.version}, {protocol.held}, "
        f"{protocol.voices} {people}{VOICES[result.method]}, {protocol.digest}; "
        f"all else: rubric {base.id} version {base.version}, {base.digest}"
    )


def evidence_lines(result: WeightsResult) -> Iterator[str]:
    """The head of the proposed file: the evidence, each weight with its spread, and what to know first."""
    yield f"Proposed by claimgauge from {evidence(result)}."
    yield "Provisional: nobody has compared its bands with known outcomes yet."
    yield ""
    ends = {"experts": "of the experts", "rankings": "of the rankings", "bootstrap": f"at {result.level or 0:.0%}"}
    head = f"from, to {ends[result.spread]}" if result.spread else ""
    yield f"{'weight':<8}{'before':>8}{'found':>8}  {head}".rstrip()
    for each in result.weights:
        before = "" if each.current is None else f"{each.current:.4f}"
        yield f"{each.criterion:<8}{before:>8}{each.weight:>8.4f}  {_span(each)}".rstrip()
    if result.warnings:
        yield ""
    for warning in result.warnings:
        yield f"- {warning}"


def _span(each: CriterionWeight) -> str:
    return "" if each.lower is None or each.upper is None else f"{each.lower:.4f}, {each.upper:.4f}"
