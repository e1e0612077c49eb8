"""The page of weights: beside the rubric's, how far they may be off, and what the method has to say of them."""

from typing import Final

from claimgauge.calibration.weights import (
    VOICES,
    DelphiDetails,
    FitDetails,
    WeightsResult,
    WorkshopDetails,
    on_scale,
)
from claimgauge.reports.render import render
from claimgauge.reports.weights_rows import (
    CONSISTENT,
    correlation_rows,
    reach,
    round_rows,
    scenario_rows,
    spread_title,
    weight_rows,
)
from claimgauge.risk import Rubric

METHOD_TITLES: Final = {
    "ahp": "pairwise comparisons (AHP)",
    "delphi": "rounds of experts (Delphi)",
    "workshop": "ranked scenarios (risk workshop)",
    "fit": "known outcomes (empirical fit)",
}
SHOWN: Final = 100
"""Rows of a kind that a page holds; all are counted."""


def weights_page(result: WeightsResult, rubric: Rubric) -> str:
    """One self-contained HTML page; the same arguments give the same bytes."""
    found = result.details
    names = sorted(each.criterion for each in result.weights)
    return render(
        "weights.html.j2",
        result=result,
        protocol=result.protocol,
        rubric=rubric,
        found=found,
        title=METHOD_TITLES[result.method],
        voices=VOICES[result.method],
        rows=weight_rows(result),
        reach=f"{reach(result.weights):g}",
        spread=spread_title(result),
        rounds=round_rows(found) if isinstance(found, DelphiDetails) else (),
        scenarios=scenario_rows(found) if isinstance(found, WorkshopDetails) else (),
        correlations=correlation_rows(found, names) if isinstance(found, FitDetails) else (),
        names=names,
        on_scale=on_scale,
        consistent=CONSISTENT,
        most=SHOWN,
    )
