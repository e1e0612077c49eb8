"""All contrasts of a run: those that were registered, and those that its plan implies."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from claimgauge.errors import InputError
from claimgauge_bench.contrasts.contrast import METRICS, Contrast, Effect, Metric, PairedContrast, Side
from claimgauge_bench.contrasts.decision import Decision, decision
from claimgauge_bench.contrasts.multiplicity import adjusted_level, holm
from claimgauge_bench.contrasts.paired import paired_contrast
from claimgauge_bench.contrasts.pairing import pairs_of, rows_by_cell
from claimgauge_bench.contrasts.planned import kind_of, planned_contrasts
from claimgauge_bench.contrasts.registration import Registration
from claimgauge_bench.measures import Draws, RowTotals
from claimgauge_bench.plan import Plan


class Family(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """Differences that are looked at together: how many there are, and the level at which all hold together."""

    name: str
    comparisons: int
    level: float


class Contrasts(NamedTuple):
    """All contrasts, the decisions on those that were registered, and the families they are judged in."""

    contrasts: tuple[PairedContrast, ...]
    decisions: tuple[Decision, ...]
    families: tuple[Family, ...]


class _Wanted(NamedTuple):
    contrast: Contrast
    metrics: frozenset[Metric]


def all_contrasts(
    rows: Iterable[RowTotals], plan: Plan, draws: Draws, *, registration: Registration | None = None, void: str = ""
) -> Contrasts:
    """Every contrast with its intervals; `void` says why a registration decides nothing, where it does not.

    Raises InputError where a registration names what the plan does not have.
    """
    wanted = _wanted(plan, registration)
    registered = sum(len(each.metrics) for each in wanted)
    exploratory = len(wanted) * len(METRICS) - registered
    by_cell = rows_by_cell(rows)
    excludes = registration is not None and "no_reply" in registration.allowed_exclusions
    found = [
        paired_contrast(
            contrast,
            pairs_of(contrast, by_cell, without_reply=not (excludes and metrics)),
            draws,
            families={metric: registered if metric in metrics else exploratory for metric in METRICS},
            registered=metrics,
        )
        for contrast, metrics in wanted
    ]
    contrasts = _with_holm(found)
    sizes = (("registered", registered), ("exploratory", exploratory))
    return Contrasts(
        contrasts=contrasts,
        decisions=_decisions(contrasts, plan, registration, void=void) if registration is not None else (),
        families=tuple(
            Family(name=name, comparisons=size, level=adjusted_level(draws.level, size)) for name, size in sizes if size
        ),
    )


def _wanted(plan: Plan, registration: Registration | None) -> list[_Wanted]:
    """The contrasts of the plan, with the metrics that are registered; then those that only the registration has."""
    metrics: dict[tuple[str, Side, Side], set[Metric]] = {}
    named: dict[tuple[str, Side, Side], Contrast] = {}
    for place, each in enumerate(registration.contrasts if registration is not None else ()):
        key = (_domain(each.domain, plan, place), each.a, each.b)
        try:
            kind = kind_of(plan, each.a, each.b)
        except KeyError as error:
            message = f"{error.args[0]!r} is neither a narrator nor a setting of the plan"
            raise InputError(message, source="registration", place=f"contrasts[{place}]") from error
        metrics.setdefault(key, set()).add(each.metric)
        named.setdefault(key, Contrast(name=each.name, kind=kind, domain=key[0], a=each.a, b=each.b))
    planned = {(each.domain, each.a, each.b): each for each in planned_contrasts(plan)}
    return [_Wanted(each, frozenset(metrics.get(key, ()))) for key, each in {**named, **planned}.items()]


def _domain(domain: str, plan: Plan, place: int) -> str:
    """The domain that is meant: of a plan with one domain, that one. Raises InputError for one that is not there."""
    if domain and domain not in plan.domains:
        message = f"the plan has no domain {domain!r}, it has {', '.join(plan.domains)}"
        raise InputError(message, source="registration", place=f"contrasts[{place}].domain")
    return domain or (plan.domains[0] if len(plan.domains) == 1 else "")


def _with_holm(found: Sequence[PairedContrast]) -> tuple[PairedContrast, ...]:
    """The contrasts with p-values after Holm, in the family of each difference."""
    adjusted: dict[tuple[int, Metric], float] = {}
    for registered in (True, False):
        family = [
            ((place, metric), effect.p)
            for place, each in enumerate(found)
            for metric, effect in each.effects.items()
            if effect.registered is registered and effect.p is not None
        ]
        adjusted |= dict(zip((key for key, _ in family), holm([p for _, p in family]), strict=True))
    return tuple(
        replace(
            each,
            effects={
                metric: _adjusted(effect, adjusted.get((place, metric))) for metric, effect in each.effects.items()
            },
        )
        for place, each in enumerate(found)
    )


def _adjusted(effect: Effect, p: float | None) -> Effect:
    return replace(effect, holm=p)


def _decisions(
    contrasts: Sequence[PairedContrast], plan: Plan, registration: Registration, *, void: str
) -> tuple[Decision, ...]:
    found = {(each.contrast.domain, each.contrast.a, each.contrast.b): each for each in contrasts}
    return tuple(
        decision(each, found[_domain(each.domain, plan, place), each.a, each.b], registration, void=void)
        for place, each in enumerate(registration.contrasts)
    )
