"""From what the engine says to a decision: which policy decided, and how severely.

Default deny. A policy that errors is skipped by the engine, so that a broken forbid would allow:
any error is a denial here. Of several policies that decide the severest names the decision:
permission before scope before an answer that is assessed all the same, hidden before shown, then by id.
"""

import re
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

import cedarpy

from claimgauge.policies.given import Action
from claimgauge.policies.policy import ACTIONS, DEFAULT, Policy
from claimgauge.workflow import Decision

_FAILED: Final = re.compile(r"error while evaluating policy `(policy\d+)`")
_NOT_DECIDED: Final = "the engine gave no decision"


class _Ranked(NamedTuple):
    """A decision that a policy brings about; the least rank names the decision."""

    rank: tuple[int, str]
    decision: Decision


class Decisions:
    """The decisions that the policies of a bundle can bring about."""

    def __init__(self, policies: Iterable[Policy], *, opaque: bool) -> None:
        """`opaque`: a source that no policy permits to read is hidden with its id."""
        policies = tuple(policies)
        self._by_key = {policy.key: policy for policy in policies}
        self._ranked = {action: {each.key: _ranked(each, action) for each in policies} for action in ACTIONS}
        self._default = {
            action: Decision(allowed=False, because="default", policy_id=DEFAULT, opaque=opaque and action == "read")
            for action in ACTIONS
        }
        self._hides = opaque or any("opaque" in policy.annotations for policy in policies)

    def of(self, result: cedarpy.AuthzResult, action: Action, *, hint: str = "") -> Decision:
        """The decision; `hint` is what is said beside a policy that could not be evaluated."""
        errors = result.diagnostics.errors
        if errors or result.decision is cedarpy.Decision.NoDecision:
            return self._failed(errors, action, hint)
        ranked = self._ranked[action]
        reasons = result.diagnostics.reasons
        if not reasons:
            decision = self._default[action]
        else:
            decision = (ranked[reasons[0]] if len(reasons) == 1 else min(ranked[key] for key in reasons)).decision
        return decision if decision.allowed == result.allowed else self.denied(action, _NOT_DECIDED)

    def denied(self, action: Action, message: str, *, principal: bool = False, policy_id: str = DEFAULT) -> Decision:
        """A denial that no policy brought about; any could have, so the id is hidden where one of them hides ids."""
        return Decision(
            allowed=False,
            because="principal" if principal else "error",
            policy_id=policy_id,
            message=message,
            opaque=action == "read" and self._hides,
        )

    def _failed(self, errors: Iterable[str], action: Action, hint: str) -> Decision:
        """The engine's own words may quote values: of them only the names of policies are taken."""
        keys = [found[1] for error in errors if (found := _FAILED.match(error)) and found[1] in self._by_key]
        ids = sorted(self._by_key[key].id for key in keys)
        if not ids:
            return self.denied(action, _NOT_DECIDED)
        return self.denied(action, f"policy {ids[0]!r} could not be evaluated{hint}", policy_id=ids[0])


_severity: Final[dict[Action, Callable[[Policy], int]]] = {
    "ask": lambda policy: 2 if "answered" in policy.annotations else int(policy.annotations.get("stops") == "scope"),
    "read": lambda policy: int("opaque" not in policy.annotations),
    "apply": lambda _policy: 0,
}


def _ranked(policy: Policy, action: Action) -> _Ranked:
    about = policy.annotations
    forbids = policy.effect == "forbid"
    answered = forbids and action == "ask" and "answered" in about
    scope = answered or (forbids and action == "ask" and about.get("stops") == "scope")
    decision = Decision(
        allowed=not forbids,
        because=policy.effect,
        policy_id=policy.id,
        opaque=forbids and action == "read" and "opaque" in about,
        stops="scope" if scope else "permission",
        answered=answered,
    )
    return _Ranked((_severity[action](policy), policy.id), decision)
