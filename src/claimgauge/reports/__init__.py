"""Pages for people: self-contained HTML from values, and the words and figures that they are written with."""

from claimgauge.reports.agreement_page import agreement_page
from claimgauge.reports.calibration_page import calibration_page
from claimgauge.reports.case_page import case_page
from claimgauge.reports.checklist_page import checklist_page
from claimgauge.reports.comparison_page import comparison_page
from claimgauge.reports.figures import count, probability, share, signed
from claimgauge.reports.overview_page import OverviewEntry, overview_entry, overview_page
from claimgauge.reports.render import render_from
from claimgauge.reports.replay_page import replay_page
from claimgauge.reports.shown import plain_line
from claimgauge.reports.weights_page import weights_page
from claimgauge.reports.words import CODE_MEANINGS, NOT_CHECKED_MEANINGS

__all__ = [
    "CODE_MEANINGS",
    "NOT_CHECKED_MEANINGS",
    "OverviewEntry",
    "agreement_page",
    "calibration_page",
    "case_page",
    "checklist_page",
    "comparison_page",
    "count",
    "overview_entry",
    "overview_page",
    "plain_line",
    "probability",
    "render_from",
    "replay_page",
    "share",
    "signed",
    "weights_page",
]
