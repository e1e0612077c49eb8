"""What a run says of each contrast that was registered before it."""

from typing import Literal

import msgspec

from claimgauge.statistics import Interval
from claimgauge_bench.contrasts.contrast import Effect, PairedContrast, reading
from claimgauge_bench.contrasts.registration import RegisteredContrast, Registration, moment

Outcome = Literal["supported", "not_supported", "opposite", "not_testable"]


class Decision(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """One registered contrast, decided by its own rule. `interval` is the one that the rule looks at.

    `beside` is the effect on volume; of a contrast in volume, the effect on survival.
    """

    registered: RegisteredContrast
    outcome: Outcome
    why: str
    pairs: int
    a: float | None
    b: float | None
    difference: float | None
    interval: Interval | None
    beside: Effect


def decision(
    registered: RegisteredContrast, found: PairedContrast, registration: Registration, *, void: str = ""
) -> Decision:
    """Whether what was registered is supported; `void` says why the registration decides nothing, where it does not."""
    effect = found.effects[registered.metric]
    interval = effect.interval if registered.rule == "interval_excludes_zero" else effect.adjusted
    outcome, why = _outcome(registered, found, effect, interval, registration, void=void)
    return Decision(
        registered=registered,
        outcome=outcome,
        why=why,
        pairs=found.pairs,
        a=effect.a,
        b=effect.b,
        difference=effect.difference,
        interval=interval,
        beside=found.effects["survival" if registered.metric == "shipped" else "shipped"],
    )


def _outcome(
    registered: RegisteredContrast,
    found: PairedContrast,
    effect: Effect,
    interval: Interval | None,
    registration: Registration,
    *,
    void: str,
) -> tuple[Outcome, str]:
    if void:
        return "not_testable", void
    unpaired = len(found.only_a) + len(found.only_b)
    if unpaired and "unpaired" not in registration.allowed_exclusions:
        return "not_testable", f"{unpaired} instances stand on one side only, and that exclusion is not registered"
    if found.pairs < registration.smallest_sample:
        return "not_testable", f"{found.pairs} pairs; {registration.smallest_sample} were registered as the least"
    if interval is None:
        return "not_testable", effect.reason or "there is no interval"
    side = reading(interval)
    if side == "undecided":
        return "not_supported", "0 is within the interval"
    where = f"the whole interval lies {'above' if side == 'higher' else 'below'} 0"
    return ("supported" if registered.direction in ("different", side) else "opposite"), where


def registration_notices(registration: Registration, *, plan: str, started: str) -> tuple[str, ...]:
    """What is wrong with a registration in view of the run: the plan is another, or it came after the start."""
    notices = []
    if registration.plan != plan:
        notices.append("the registration is of another plan: its digest is not that of this run")
    begun, made = moment(started), moment(registration.registered)
    if begun is None or made is None:
        notices.append("the run does not say when it started, so nobody can tell whether the registration came first")
    elif made > begun:
        notices.append(f"the registration was made at {registration.registered}, after the run started at {started}")
    return tuple(notices)
