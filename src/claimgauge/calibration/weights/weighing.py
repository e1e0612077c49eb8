"""One result for all methods: `claimgauge.weights/1`."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

import msgspec

from claimgauge.calibration.weights.ahp import AHP_LISTS, AhpDetails, AhpProtocol, ahp_problems
from claimgauge.calibration.weights.delphi import DELPHI_LISTS, DelphiDetails, DelphiProtocol, delphi_problems
from claimgauge.calibration.weights.fit import FIT_LISTS, FitDetails, FitProtocol, fit_problems
from claimgauge.calibration.weights.protocol import Method, protocol_digest
from claimgauge.calibration.weights.result import (
    CriterionWeight,
    Outcome,
    ProtocolRef,
    RubricRef,
    Spread,
    reference,
    share_of,
)
from claimgauge.calibration.weights.workshop import (
    WORKSHOP_LISTS,
    WorkshopDetails,
    WorkshopProtocol,
    workshop_problems,
)
from claimgauge.errors import Problem
from claimgauge.labels import DIMENSIONS
from claimgauge.risk import Rubric

AnyProtocol = AhpProtocol | DelphiProtocol | WorkshopProtocol | FitProtocol
Details = AhpDetails | DelphiDetails | WorkshopDetails | FitDetails


class MethodKind(NamedTuple):
    """How a method's protocol is read and checked; `lists` may be spread over files, `voices` are counted."""

    protocol: type[Any]
    problems: Callable[[Any], Iterator[Problem]]
    lists: tuple[str, ...]
    voices: Callable[[Any], int]


METHODS: Final[Mapping[Method, MethodKind]] = {
    "ahp": MethodKind(AhpProtocol, ahp_problems, AHP_LISTS, lambda given: len(given.experts)),
    "delphi": MethodKind(
        DelphiProtocol, delphi_problems, DELPHI_LISTS, lambda given: len({each.expert for each in given.answers})
    ),
    "workshop": MethodKind(WorkshopProtocol, workshop_problems, WORKSHOP_LISTS, lambda given: len(given.rankings)),
    "fit": MethodKind(FitProtocol, fit_problems, FIT_LISTS, lambda given: len(given.answers)),
}
VOICES: Final[Mapping[Method, str]] = {"ahp": "experts", "delphi": "experts", "workshop": "rankings", "fit": "answers"}
"""What the voices of a method are."""


class WeightsResult(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """Weights beside the rubric's, how far they may be off, and how they came about.

    The weights sum to 1, or to what the rubric gives the dimensions that were weighed.
    """

    schema: Literal["claimgauge.weights/1"] = "claimgauge.weights/1"
    method: Method
    protocol: ProtocolRef
    rubric: RubricRef
    weights: tuple[CriterionWeight, ...]
    spread: Spread | None
    level: float | None
    warnings: tuple[str, ...]
    details: Details


def weights_result(
    method: Method, protocol: AnyProtocol, rubric: Rubric, found: tuple[Outcome, Details]
) -> WeightsResult:
    """What a method found, with the names and digests of what it was found from."""
    outcome, details = found
    kind = METHODS[method]
    return WeightsResult(
        method=method,
        protocol=ProtocolRef(
            id=protocol.id,
            version=protocol.version,
            title=protocol.title,
            held=protocol.held,
            people=protocol.people,
            voices=kind.voices(protocol),
            digest=protocol_digest(protocol, kind.lists),
        ),
        rubric=reference(rubric),
        weights=outcome.weights,
        spread=outcome.spread,
        level=outcome.level,
        warnings=(*_first(protocol, rubric), *outcome.warnings),
        details=details,
    )


def _first(protocol: AnyProtocol, rubric: Rubric) -> Iterator[str]:
    if protocol.people != "real":
        yield f"this protocol is {protocol.people}: its weights are nobody's, and not for use"
    others = [name for name in protocol.criteria if name not in DIMENSIONS]
    if others:
        yield f"{', '.join(others)} are no dimensions: no rubric can be proposed"
    elif len(protocol.criteria) < len(DIMENSIONS):
        share = share_of(rubric, protocol.criteria)
        yield f"only {', '.join(protocol.criteria)} were weighed: they share the {share:g} that the rubric gives them"
