"""The report on a terminal: headline, what to know first, the tables."""

from collections.abc import Iterator

from claimgauge.reports import NOT_CHECKED_MEANINGS, plain_line
from claimgauge_bench.report.document import BenchReport
from claimgauge_bench.report.figures import name, who
from claimgauge_bench.report.sections import sections_of
from claimgauge_bench.report.tables import Table, aligned

LINE = 1000
BAR = 30
"""Characters of a whole bar."""


def report_text(report: BenchReport) -> str:
    """The whole report as text; the tables of details are in the JSON and on the page."""
    return "\n".join(_lines(report)) + "\n"


def report_picture(report: BenchReport) -> str:
    """Survival as bars, and beside it what ships: the report in a few lines, with what to know first."""
    return "\n".join(_picture(report)) + "\n"


def _picture(report: BenchReport) -> Iterator[str]:
    yield name(report.plan.title or report.plan.id)
    names = [(cell, who(cell.narrator, report.simulated)) for cell in report.cells]
    wide = max((len(shown) for _cell, shown in names), default=0)
    long = max((len(cell.setting) for cell, _shown in names), default=0)
    yield f"  {'':{wide}}  {'':{long}}  {'survival':{BAR + 8}}  shipped an instance"
    before = ""
    for cell, shown in names:
        value = cell.survival.value
        bar = "█" * round(BAR * value) if value is not None else ""
        share = "none" if value is None else f"{100 * value:.1f}%"
        volume = "none" if cell.shipped.value is None else f"{cell.shipped.value:.2f}"
        teller = shown if shown != before else ""
        yield f"  {teller:{wide}}  {name(cell.setting):{long}}  {bar:{BAR}} {share:>7}  {volume:>7}"
        before = shown
    yield from (f"  ! {plain_line(notice, LINE)}" for notice in report.notices)


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
