"""`claimgauge rubric`: check a rubric, show it, say what changed between two."""

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from claimgauge.cli.options import FormatOption
from claimgauge.cli.output import console, write_json
from claimgauge.cli.visible import visible
from claimgauge.labels import DIMENSION_NAMES, DIMENSIONS
from claimgauge.risk import (
    FloorRule,
    Rubric,
    band_changes,
    highest_score,
    label_reach,
    law_problems,
    rubric_changes,
    score_changes,
    unreached_bands,
    weight_changes,
)
from claimgauge.wiring import load_rubric, shipped_names

app = typer.Typer(
    help="Check a rubric, show it, or say what changed between two.", no_args_is_help=True, rich_markup_mode=None
)
Which = Annotated[
    str,
    typer.Argument(
        metavar="NAME|FILE", help=f"A rubric that ships ({', '.join(shipped_names('rubrics'))}), or a TOML file."
    ),
]
NOT_ACCEPTED = 1


@app.command()
def check(rubric: Which) -> None:
    """Check a rubric, and print the band that each label alone reaches at criticality 1, 2 and 3.

    Exit 2 where it cannot be used, 1 where its numbers break a law (an answer that gets worse could
    get a lower index).
    """
    loaded = load_rubric(rubric)
    broken = law_problems(loaded)
    out = console()
    mark = ("not accepted", "red") if broken else ("ok", "green")
    out.print(Text.assemble(mark, f"  {visible(loaded.id)} version {visible(loaded.version)}  {loaded.digest}"))
    for problem in broken:
        out.print(Text(f"  {problem}", style="red"))
    out.print(Text("\nan answer whose claims all carry one label reaches\n", style="dim"))
    out.print(reach_table(loaded))
    unreached = ", ".join(map(visible, unreached_bands(loaded)))
    highest = f"the highest score that can be reached is {highest_score(loaded):g}"
    out.print(
        Text(
            f"\nno label alone reaches {unreached}; {highest}" if unreached else f"\n{highest}",
            style="yellow" if unreached else "dim",
        )
    )
    if loaded.provisional:
        out.print(Text("the constants are provisional: calibrate them on cases of your own", style="dim"))
    if broken:
        raise typer.Exit(NOT_ACCEPTED)


def reach_table(rubric: Rubric) -> Table:
    """Label and dimensions by criticality: score and band."""
    table = Table("label", "goes to", box=None, pad_edge=False)
    rows: dict[tuple[str, str], list[str]] = {}
    for row in label_reach(rubric):
        rows.setdefault((row.label, ", ".join(row.dimensions) or "—"), []).append(
            f"{row.score:g} {visible(row.band or '')}"
        )
    for criticality in ("v = 1", "v = 2", "v = 3"):
        table.add_column(criticality)
    for (label, dimensions), cells in rows.items():
        table.add_row(label, dimensions, *cells)
    return table


@app.command()
def show(rubric: Which, *, form: FormatOption = "text") -> None:
    """Show weights, contributions, floors, bands and routing."""
    loaded = load_rubric(rubric)
    if form != "text":
        write_json(loaded)
        return
    out = console()
    title = f" version {visible(loaded.version)} · {visible(loaded.title)}"
    out.print(
        Text.assemble((visible(loaded.id), "bold"), title, ("  provisional" if loaded.provisional else "", "yellow"))
    )
    out.print(Text(f"{loaded.digest}\n{visible(loaded.source)}\n", style="dim"))
    for table in (_weights(loaded), _labels(loaded), _floors(loaded), _bands(loaded)):
        out.print(table)
        out.print()


def _weights(rubric: Rubric) -> Table:
    table = Table("dimension", "weight", "", box=None, pad_edge=False)
    for name in DIMENSIONS:
        table.add_row(name, f"{rubric.weights[name]:g}", DIMENSION_NAMES[name])
    return table


def _labels(rubric: Rubric) -> Table:
    table = Table("label", "contributes", "to", "or to", "source", box=None, pad_edge=False)
    for name, rule in rubric.labels.items():
        table.add_row(
            name,
            f"{rule.contribution:.2f}",
            ", ".join(rule.dimensions) or "—",
            ", ".join(rule.or_ or ()),
            visible(rule.source),
        )
    return table


def _floors(rubric: Rubric) -> Table:
    table = Table("floor", "while a claim is", "and", "source", box=None, pad_edge=False)
    for rule in rubric.floors:
        table.add_row(f"{rule.value:.2f}", " or ".join(rule.named), condition(rule), visible(rule.source))
    return table


def condition(rule: FloorRule) -> str:
    """When a floor holds, in words."""
    low, high = rule.criticality.from_, rule.criticality.below
    parts = [
        "the whole request was judged so" if rule.request else "",
        f"v ≥ {low:g}" if low is not None else "",
        f"v < {high:g}" if high is not None else "",
        f"on at least {rule.share.from_:.0%} of the criticality weight" if rule.share else "",
        f"at least {rule.count.from_:g} times" if rule.count else "",
        " or ".join(rule.feedback),
    ]
    return ", ".join(part for part in parts if part) or "at any criticality"


def _bands(rubric: Rubric) -> Table:
    table = Table("band", "up to", "action", box=None, pad_edge=False)
    for band in rubric.bands:
        table.add_row(visible(band.name), f"{band.up_to:g}", band.action)
    return table


@app.command()
def diff(before: Which, after: Which) -> None:
    """Say in words what changed from one rubric to another: which labels and scores end up in another band by it.

    Changed weights are explained: how many times as much a dimension counts, and which one overtakes which.
    """
    old, new = load_rubric(before), load_rubric(after)
    out = console()
    more = (("scores", score_changes(old, new)), ("weights", weight_changes(old, new)))
    explained = [(title, changes) for title, changes in more if changes]
    for title, changes in (("values", rubric_changes(old, new)), ("bands", band_changes(old, new)), *explained):
        out.print(Text(title, style="bold"))
        for change in changes:
            out.print(Text(f"  {visible(str(change), 200)}"))
        if not changes:
            out.print(Text("  nothing changed", style="dim"))
