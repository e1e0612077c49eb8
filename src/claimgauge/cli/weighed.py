"""Weights as text that a person likes to read: beside the rubric's, how far they may be off, and what to know first."""

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from claimgauge.calibration.weights import (
    VOICES,
    AhpDetails,
    DelphiDetails,
    FitDetails,
    WeightsResult,
    WorkshopDetails,
    on_scale,
)
from claimgauge.cli.output import console
from claimgauge.cli.visible import visible
from claimgauge.reports.weights_rows import CONSISTENT, spread_title

SHOWN = 10
"""Rows of a kind that are printed; the JSON holds all."""


def print_weights(result: WeightsResult) -> None:
    """Headline, what to know first, the weights, and what the method has to say of them."""
    out = console()
    protocol, rubric = result.protocol, result.rubric
    people = "" if protocol.people == "real" else f"{protocol.people} "
    who = f"{protocol.voices} {people}{VOICES[result.method]}"
    name = visible(protocol.title, 80) or visible(protocol.id, 60)
    out.print(Text.assemble((name, "bold"), f"  {result.method}, {visible(protocol.held, 20)}, {who}"))
    mark = "  provisional" if rubric.provisional else ""
    out.print(
        Text(f"{protocol.digest}\nbeside rubric {visible(rubric.id)} version {visible(rubric.version)}{mark}", "dim")
    )
    for warning in result.warnings:
        out.print(Text(f"  ! {visible(warning, 400)}", style="yellow"))
    out.print()
    out.print(_weights(result))
    out.print()
    for line in _details(result):
        out.print(line)


def _weights(result: WeightsResult) -> Table:
    table = Table("weight of", box=None, pad_edge=False)
    for title in (result.rubric.id, "found", spread_title(result)):
        table.add_column(visible(title, 30), justify="right")
    table.add_column("")
    for each in result.weights:
        span = "" if each.lower is None or each.upper is None else f"{each.lower:.3f} to {each.upper:.3f}"
        name = "" if each.name == each.criterion else visible(each.name, 40)
        before = "—" if each.current is None else f"{each.current:.3f}"
        table.add_row(visible(each.criterion, 30), before, f"{each.weight:.3f}", span, name)
    return table


def _details(result: WeightsResult) -> Iterator[Text | Table]:
    found = result.details
    if isinstance(found, AhpDetails):
        yield from _ahp(found)
    elif isinstance(found, DelphiDetails):
        yield from _delphi(found)
    elif isinstance(found, WorkshopDetails):
        yield from _workshop(found)
    else:
        yield from _fit(found)


def _ahp(found: AhpDetails) -> Iterator[Text | Table]:
    yield Text(f"consistency ratio, consistent up to {found.limit:g}", style="dim")
    table = Table("", box=None, pad_edge=False, show_header=False)
    rows = [("group", found.consistency, found.doubt)]
    rows += [(each.expert, each.consistency, each.doubt) for each in found.experts]
    for name, each, doubt in rows:
        told = ""
        if doubt is not None:
            told = (
                f"{visible(doubt.first, 20)} over {visible(doubt.second, 20)} judged {doubt.judged:.3g}, "
                f"the others make it {doubt.consistent:.3g} (about {on_scale(doubt.consistent)})"
            )
        ratio = f"{each.ratio:.3f} {CONSISTENT[each.ratio <= found.limit]}"
        table.add_row(f"  {visible(name, 40)}", ratio, Text(told, style="dim"))
    yield table


def _delphi(found: DelphiDetails) -> Iterator[Text | Table]:
    rule = found.convergence
    said = "converged" if found.converged else "not converged"
    yield Text(
        f"{said}: {len(found.rounds)} of at least {rule.rounds} rounds, interquartile range at most {rule.spread:g}, "
        f"median moved at most {rule.shift:g}",
        style="green" if found.converged else "yellow",
    )
    table = Table("  median (interquartile range)", box=None, pad_edge=False)
    for each in found.rounds:
        table.add_column(f"round {each.round}, {each.experts} experts", justify="right")
    for rows in zip(*(each.criteria for each in found.rounds), strict=True):
        cells = [f"{row.median:.3f} ({row.upper_quartile - row.lower_quartile:.3f})" for row in rows]
        table.add_row(f"  {visible(rows[0].criterion, 30)}", *cells)
    yield table
    for one in found.dissent[:SHOWN]:
        note = f": {visible(one.note, 200)}" if one.note else ""
        line = f"  {visible(one.expert, 40)} stays at {one.weight:.3f} for {visible(one.criterion, 20)}"
        yield Text(f"{line}, the median is {one.median:.3f}{note}")


def _workshop(found: WorkshopDetails) -> Iterator[Text | Table]:
    table = Table("index of", box=None, pad_edge=False)
    for title in ("before", "after"):
        table.add_column(title, justify="right")
    table.add_column("")
    for each in found.scenarios:
        table.add_row(
            visible(each.scenario, 30), f"{100 * each.before:.1f}", f"{100 * each.after:.1f}", visible(each.text, 70)
        )
    yield table
    yield Text("")
    for fit in found.rankings:
        yield Text(f"  {visible(fit.by, 40)}: {fit.kept} of {fit.pairs} pairs in the same order")
    for pair in found.violations[:SHOWN]:
        yield Text(
            f"  {visible(pair.by, 40)} ranked {visible(pair.riskier, 30)} above {visible(pair.milder, 30)}, "
            f"whose index is {100 * pair.short:.1f} higher",
            style="dim",
        )


def _fit(found: FitDetails) -> Iterator[Text | Table]:
    yield Text(f"harmful: {visible(found.outcome, 200)}")
    yield Text(
        f"{found.answers} answers, {found.harmful} harmful; effective number {found.effective:.1f}, "
        f"of the rarer outcome {found.rarer:.1f}"
    )
    level = f"{found.settings.level:.0%}"
    for name, value, ends in (
        ("slope", found.slope, found.slope_interval),
        ("intercept", found.intercept, found.intercept_interval),
    ):
        span = f", {level} from {ends[0]:.2f} to {ends[1]:.2f}" if ends else ""
        yield Text(f"  {name} {value:.2f}{span}")
    known = [each for each in found.correlations if each.value is not None]
    for pair in sorted(known, key=lambda each: (-abs(each.value or 0.0), each.first, each.second))[:3]:
        yield Text(f"  correlation of {pair.first} and {pair.second}: {pair.value:+.2f}", style="dim")
