"""The page of a run of many cases: counts, bands, means with their bounds, and the worst cases first."""

from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

import msgspec

from claimgauge.labels import DIMENSION_NAMES, DIMENSIONS, LABELS, Dimension
from claimgauge.reports import words
from claimgauge.reports.drawings import band_pieces, stack
from claimgauge.reports.figures import points, score_text
from claimgauge.reports.render import render
from claimgauge.reports.routing import rubric_warnings, why_no_index
from claimgauge.risk import Action, Rubric
from claimgauge.workflow import Assessment, RiskSummary

SHOWN = 500
"""Cases that a table shows; all are counted."""


class OverviewEntry(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One case in the overview: what a row of the table needs, and the page it leads to.

    `note` says why: what decides the index, or why there is none.
    """

    case_id: str
    href: str | None
    status: str
    score: float | None
    band: str | None
    review: bool
    claims: int
    labelled_share: float | None
    note: str = ""
    action: Action | None = None


def overview_page(
    entries: Sequence[OverviewEntry], summary: RiskSummary, *, title: str, rubrics: Sequence[Rubric] = ()
) -> str:
    """One self-contained HTML page over all cases of a run, worst first.

    `rubrics` are those that scored; they give the order of the bands and their actions.
    """
    scored = [entry for entry in entries if entry.score is not None]
    without = [entry for entry in entries if entry.score is None]
    worst = sorted(scored, key=lambda entry: (-(entry.score or 0.0), not entry.review))
    return render(
        "overview.html.j2",
        title=title,
        summary=summary,
        rubrics=rubrics,
        warnings=[(rubric, found) for rubric in rubrics if (found := rubric_warnings(rubric))],
        bands=stack(_bands(entries, summary, rubrics)),
        scale=band_pieces(rubrics[0]) if rubrics else (),
        dimensions=[(name, DIMENSION_NAMES[name], summary.dimensions[name]) for name in _measured(summary)],
        labels=_labels(summary),
        scored=len(scored),
        without_count=len(without),
        worst=[(entry, safe_href(entry.href)) for entry in worst[:SHOWN]],
        without=[(entry, safe_href(entry.href)) for entry in without[:SHOWN]],
        bounds=sorted({band.up_to for rubric in rubrics for band in rubric.bands}),
        words=words,
    )


def _measured(summary: RiskSummary) -> list[Dimension]:
    return [name for name in DIMENSIONS if name in summary.dimensions]


def _bands(
    entries: Sequence[OverviewEntry], summary: RiskSummary, rubrics: Sequence[Rubric]
) -> list[tuple[str, str, int]]:
    """(name, kind, number) of each band from the lowest on, then of the cases without an index."""
    ranked = sorted(entries, key=lambda entry: entry.score or 0.0)
    actions: dict[str, str] = {band.name: band.action for rubric in rubrics for band in rubric.bands}
    actions |= {entry.band: entry.action or "none" for entry in ranked if entry.band and entry.band not in actions}
    names = list(dict.fromkeys([*actions, *summary.bands]))
    without = summary.unassessed + summary.stopped + summary.errors
    return [
        *((name, actions.get(name, "none"), summary.bands.get(name, 0)) for name in names),
        ("no index", "none", without),
    ]


class LabelCount(NamedTuple):
    """One label, the claims that carry it, and their share of all claims."""

    name: str
    meaning: str
    number: int
    share: float


def _labels(summary: RiskSummary) -> list[LabelCount]:
    return [
        LabelCount(name, words.LABEL_MEANINGS[name], number, number / max(1, summary.claims))
        for name in LABELS
        if (number := summary.labels.get(name, 0))
    ]


def safe_href(href: str | None) -> str | None:
    """A link to a page beside this one or below it, and nothing else."""
    if not href or not set(href) <= _PLAIN or PurePosixPath(href).is_absolute() or ".." in PurePosixPath(href).parts:
        return None
    return href


_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./")


def overview_entry(assessment: Assessment, rubric: Rubric, *, href: str | None) -> OverviewEntry:
    """The row of one assessment."""
    index = assessment.index
    return OverviewEntry(
        case_id=assessment.case_id,
        href=href,
        status=assessment.status,
        score=index.score if index else None,
        band=index.band if index else None,
        review=assessment.review,
        claims=len(assessment.claims),
        labelled_share=assessment.labelled_share,
        note=_decides(assessment, rubric),
        action=index.action if index else None,
    )


def _decides(assessment: Assessment, rubric: Rubric) -> str:
    """What the index comes from, in a few words."""
    index = assessment.index
    if index is None:
        return why_no_index(assessment, rubric)
    if index.floors and index.value == index.floor > index.additive:
        top = index.floors[0]
        return f"floor {score_text(100 * top.value)}: {top.label}, {top.why}"
    adds = {name: rubric.weights[name] * score for name, score in (assessment.dimensions or {}).items()}
    most = max(adds, key=adds.__getitem__, default=None)
    if most is None or adds[most] <= 0:
        return "nothing adds risk"
    return f"most from {DIMENSION_NAMES[most]}, {points(adds[most])} points"
