"""The better of several passes of repair, chosen with the results in hand: it flatters, and says so."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

import msgspec

from claimgauge_bench.measures import Cell, Estimate
from claimgauge_bench.plan import Plan

CHOSEN: Final = "chosen after registration"
PASSES: Final = 1


class BestOf(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The setting with the highest value of a metric `among` those with no or one pass of repair."""

    status: Literal["chosen after registration"] = CHOSEN
    domain: str
    narrator: str
    metric: Literal["survival", "shipped"]
    setting: str
    among: tuple[str, ...]
    estimate: Estimate


def best_of(cells: Iterable[Cell], plan: Plan) -> tuple[BestOf, ...]:
    """For each narrator and domain, the better setting by each metric; none where there are no two to choose from.

    Settings with mechanical repair take no part. Of two that are equally good the first of the plan is chosen.
    """
    names = [name for name, each in plan.settings.items() if each.passes <= PASSES and not each.mechanical]
    by_narrator: dict[tuple[str, str], list[Cell]] = {}
    for cell in cells:
        if cell.setting in names:
            by_narrator.setdefault((cell.domain, cell.narrator), []).append(cell)
    return tuple(
        each
        for found in by_narrator.values()
        if len(found) > 1 and found[0].kind != "template"
        for each in (_best(found, "survival"), _best(found, "shipped"))
        if each is not None
    )


def _best(cells: Sequence[Cell], metric: Literal["survival", "shipped"]) -> BestOf | None:
    valued = [(each, getattr(each, metric)) for each in cells if getattr(each, metric).value is not None]
    if not valued:
        return None
    cell, estimate = max(valued, key=lambda pair: pair[1].value)
    return BestOf(
        domain=cell.domain,
        narrator=cell.narrator,
        metric=metric,
        setting=cell.setting,
        among=tuple(each.setting for each in cells),
        estimate=estimate,
    )
