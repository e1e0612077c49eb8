"""The page of a run of many cases."""

from collections.abc import Sequence
from html import escape

import msgspec

from claimgauge.workflow import RiskSummary


class OverviewEntry(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One case in the overview: what a row of the table needs, and the page it leads to."""

    case_id: str
    href: str | None
    status: str
    score: float | None
    band: str | None
    review: bool
    claims: int
    labelled_share: float | None
    note: str = ""


def overview_page(entries: Sequence[OverviewEntry], summary: RiskSummary, *, title: str) -> str:
    """One self-contained HTML page over all cases of a run, worst first."""
    return f"<!doctype html><title>{escape(title)}</title><p>{len(entries)} {summary.rows}"
