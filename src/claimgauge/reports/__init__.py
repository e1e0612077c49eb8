"""Pages for people: self-contained HTML from values."""

from claimgauge.reports.case_page import case_page
from claimgauge.reports.comparison_page import comparison_page
from claimgauge.reports.overview_page import OverviewEntry, overview_entry, overview_page

__all__ = ["OverviewEntry", "case_page", "comparison_page", "overview_entry", "overview_page"]
