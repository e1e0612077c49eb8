"""The report as one page: self-contained, without scripts, in the look of all pages."""

import base64
from collections.abc import Iterator
from typing import Any, NamedTuple

from claimgauge.reports import NOT_CHECKED_MEANINGS, render_from
from claimgauge_bench.report.document import BenchReport
from claimgauge_bench.report.drawing import Drawing
from claimgauge_bench.report.plots import plot
from claimgauge_bench.report.sections import sections_of
from claimgauge_bench.report.tables import Section

PACKAGE = "claimgauge_bench"
DEEPEST = 6


class ShownPlot(NamedTuple):
    """A drawing as it stands in the page."""

    caption: str
    alternative: str
    address: str


class ShownSection(NamedTuple):
    """A section with its drawings."""

    section: Section
    plots: tuple[ShownPlot, ...]


def report_page(report: BenchReport) -> str:
    """One HTML page. The same report gives the same bytes."""
    return render_from(
        PACKAGE,
        "bench.html.j2",
        report=report,
        sections=[
            ShownSection(each, tuple(_shown(plot(report, name)) for name in each.plots)) for each in sections_of(report)
        ],
        meanings=[(word, NOT_CHECKED_MEANINGS.get(word, "see the verdicts reference")) for word in report.not_checked],
        manifest=list(leaves(report.run.manifest)),
        level=f"{100 * report.draws.level:g}%",
    )


def _shown(given: Drawing) -> ShownPlot:
    address = f"data:image/svg+xml;base64,{base64.b64encode(given.svg).decode()}"
    return ShownPlot(given.caption, given.alternative, address)


def leaves(value: Any, path: str = "", *, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Every text and number in a document, each with its path; what lies too deep is one text."""
    if isinstance(value, dict) and depth < DEEPEST:
        for key, item in value.items():
            yield from leaves(item, f"{path}.{key}" if path else str(key), depth=depth + 1)
    elif isinstance(value, list) and depth < DEEPEST:
        for place, item in enumerate(value):
            yield from leaves(item, f"{path}[{place}]", depth=depth + 1)
    else:
        yield path, str(value)
