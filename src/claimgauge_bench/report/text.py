"""The report on a terminal: headline, what to know first, the tables."""

from collections.abc import Iterator

from claimgauge.reports import NOT_CHECKED_MEANINGS, plain_line
from claimgauge_bench.report.document import BenchReport
from claimgauge_bench.report.figures import name
from claimgauge_bench.report.sections import sections_of
from claimgauge_bench.report.tables import Table, aligned

LINE = 1000


def report_text(report: BenchReport) -> str:
    """The whole report as text; the tables of details are in the JSON and on the page."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: BenchReport) -> Iterator[str]:
    plan, run, draws = report.plan, report.run, report.draws
    yield f"{name(plan.title or plan.id)}  plan {name(plan.id)} {name(plan.version)}  run {name(run.name)}"
    yield (
        f"  {run.rows:,} rows, {name(run.status)}  preset {', '.join(report.preset)}  {100 * draws.level:g}% intervals "
        f"from {draws.iterations:,} draws of {draws.cluster}s, seed {draws.seed}"
    )
    yield from (f"  ! {plain_line(notice, LINE)}" for notice in report.notices)
    yield "  what verified does not mean:"
    yield from (f"    {word}: {NOT_CHECKED_MEANINGS.get(word, '')}" for word in report.not_checked)
    for section in sections_of(report):
        shown = [each for each in section.tables if not each.detail]
        if not shown:
            continue
        yield from ("", section.title.upper())
        for each in shown:
            yield from _table(each)
    yield from ("", f"plan {plan.digest}")


def _table(given: Table) -> Iterator[str]:
    yield from ("", given.caption)
    yield from (f"  {line}" for line in aligned(given))
    yield from (f"  ! {plain_line(note, LINE)}" for note in given.notes)
