"""`claimgauge codebook`: what each label means and how to decide."""

from typing import Annotated

import typer
from rich.text import Text

from claimgauge.cli.options import FormatOption
from claimgauge.cli.output import console, write_json
from claimgauge.cli.visible import visible
from claimgauge.errors import InputError
from claimgauge.labels import LABELS, LEVEL_RANGES, LEVELS, Codebook, Entry
from claimgauge.wiring import DEFAULT_CODEBOOK, load_codebook


def codebook(
    label: Annotated[str | None, typer.Argument(metavar="[LABEL]", help="One label; all of them unless given.")] = None,
    *,
    book: Annotated[
        str, typer.Option("--codebook", metavar="NAME|FILE", help="A codebook that ships, or your own TOML file.")
    ] = DEFAULT_CODEBOOK,
    form: FormatOption = "text",
) -> None:
    """Show the codebook: for each label and level of criticality a definition, the question that decides, examples."""
    loaded = load_codebook(book)
    if label is not None and label.upper() not in LABELS:
        raise InputError(f"no label {label[:40]!r}; the labels are {', '.join(LABELS)}")
    if form != "text":
        write_json(loaded)
        return
    _print(loaded, [name for name in LABELS if label is None or name == label.upper()])


def _print(book: Codebook, labels: list[str]) -> None:
    out = console()
    out.print(Text(f"codebook {visible(book.id)} version {visible(book.version)}\n", style="dim"))
    for name in labels:
        out.print(Text(name, style="bold"))
        for level in LEVELS:
            out.print(Text(f"  {level} criticality ({LEVEL_RANGES[level]})", style="bold cyan"))
            _entry(book.labels[name][level])  # type: ignore[index]
        out.print()


def _entry(entry: Entry) -> None:
    out = console()
    rows = {"means": entry.definition, "ask": entry.question, "in doubt": entry.tie_break}
    for name, text in rows.items():
        out.print(Text.assemble((f"    {name:<9}", "dim"), visible(text)))
    for example in entry.examples:
        out.print(Text.assemble((f"    {'e.g.':<9}", "dim"), (visible(example), "italic")))
