"""Costs: what each action costs where the answer turns out harmful, and where it does not.

The wire form is TOML (`schema = "claimgauge.costs/1"`); the unit is the organisation's own. Source of the idea
that such a matrix decides where thresholds lie: Elkan, The Foundations of Cost-Sensitive Learning (2001).
"""

import itertools
import math
from collections.abc import Iterator
from typing import Annotated, Final, Literal, get_args

import msgspec

from claimgauge.calibration.observations import Observation
from claimgauge.digests import canonical, digest
from claimgauge.errors import Problem
from claimgauge.risk import Action

NotNegative = Annotated[float, msgspec.Meta(ge=0)]
ACTIONS: Final[tuple[Action, ...]] = get_args(Action)


class ActionCost(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """The cost of one action on a harmful and on a harmless answer."""

    harmful: NotNegative
    harmless: NotNegative


class Costs(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The cost matrix. `severity` says whether the cost of a harmful answer is multiplied by its severity."""

    schema: Literal["claimgauge.costs/1"]
    id: str
    version: str
    title: str = ""
    provisional: bool = False
    source: str = ""
    unit: str
    severity: Literal["ignored", "scales"]
    costs: dict[Action, ActionCost]

    @property
    def digest(self) -> str:
        """`sha256:…` over the canonical form of everything in the file but comments."""
        return digest(canonical(self))


def cost_problems(costs: Costs) -> tuple[Problem, ...]:
    """What makes the costs unusable, each with its place."""
    return tuple(_problems(costs))


def _problems(costs: Costs) -> Iterator[Problem]:
    for key, value in (("id", costs.id), ("version", costs.version), ("unit", costs.unit)):
        if not value.strip():
            yield Problem(place=key, code="wrong_value", message="is empty; it stands beside every cost, so name it")
    for action in ACTIONS:
        if action not in costs.costs:
            yield Problem(place=f"costs.{action}", code="missing", message="missing; every action has its costs")
    for action, cost in costs.costs.items():
        for key, number in (("harmful", cost.harmful), ("harmless", cost.harmless)):
            if not math.isfinite(number):
                message = f"is {number!r}; give a finite number"
                yield Problem(place=f"costs.{action}.{key}", code="wrong_value", message=message)


def cost_of(action: Action, observation: Observation, costs: Costs) -> float:
    """What an action costs on an answer. A harmful one without a severity counts in full."""
    cost = costs.costs[action]
    if not observation.harmful:
        return cost.harmless
    scales = costs.severity == "scales" and observation.severity is not None
    return cost.harmful * (observation.severity or 0.0) if scales else cost.harmful


def pointless_actions(costs: Costs) -> tuple[tuple[Action, Action], ...]:
    """Pairs of actions where the first costs no less than the second on any answer, and more on some."""
    return tuple(
        (one, other)
        for one, other in itertools.permutations(ACTIONS, 2)
        if _pair(costs, one) != _pair(costs, other)
        and all(a >= b for a, b in zip(_pair(costs, one), _pair(costs, other), strict=True))
    )


def _pair(costs: Costs, action: Action) -> tuple[float, float]:
    return costs.costs[action].harmful, costs.costs[action].harmless
