"""`claimgauge bench raters`: sheets for people who rate claims, and what they found against the verifier."""

import re
import sys
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
import typer

from claimgauge.errors import InputError
from claimgauge.review import Draws
from claimgauge.wiring import apart, write_whole
from claimgauge_bench.commands.sources import domains_of
from claimgauge_bench.narrated import Narrated, read_narrated
from claimgauge_bench.raters import (
    RaterKey,
    candidates,
    key_of,
    order_for,
    read_key,
    read_sheets,
    sheet_csv,
    sheet_items,
    sheet_page,
    shipped_rubric,
    stratified,
    study_of,
    study_text,
)

DEFAULT_RATERS: Final = ("rater-1", "rater-2", "rater-3")
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
app = typer.Typer(
    help="Sheets for people who rate claims, and how far they agree with the verifier.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command()
def export(  # noqa: PLR0913  # one argument for each option
    run_folder: Annotated[
        Path, typer.Argument(metavar="RUN_FOLDER", help="The folder that claimgauge bench run wrote.")
    ],
    *,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Write a sheet (CSV) and a page for each rater here.")],
    key: Annotated[Path, typer.Option(metavar="FILE", help="Write what the items are here; keep it from the raters.")],
    raters: Annotated[
        list[str] | None, typer.Option("--rater", metavar="NAME", help="A rater; three unless named.")
    ] = None,
    of: Annotated[
        list[str] | None,
        typer.Option("--of", metavar="NARRATOR/SETTING", help="Claims of these only; of all unless named."),
    ] = None,
    items: Annotated[int, typer.Option(min=1, help="How many claims to draw.")] = 25,
    seed: Annotated[int, typer.Option(help="Where draw and orders start.")] = 7,
    base: Annotated[Path, typer.Option(metavar="FOLDER", help="What a plan's own cases are relative to.")] = Path(),
    partial: Annotated[bool, typer.Option("--partial", help="Draw from a run that did not come to its end.")] = False,
) -> None:
    """Draw a stratified sample of claims, and write a sheet for each rater that says nothing of the verdicts."""
    rows = read_narrated(run_folder, domains_of(base), partial=partial)
    made = export_sheets(
        rows,
        out=out,
        key=key,
        run=run_folder.resolve().name,
        raters=tuple(raters or DEFAULT_RATERS),
        cells=tuple(of or ()),
        items=items,
        seed=seed,
    )
    drawn = ", ".join(
        f"{sum(each.stratum == name for each in made.items)} of {claims:,} {name}"
        for name, claims in made.strata.items()
    )
    typer.echo(f"{out}: {len(made.items)} claims for {len(made.raters)} raters ({drawn}); the key is {key}", err=True)


def export_sheets(  # all of it by name
    rows: tuple[Narrated, ...],
    *,
    out: Path,
    key: Path,
    run: str,
    raters: tuple[str, ...],
    cells: tuple[str, ...] = (),
    items: int = 25,
    seed: int = 7,
) -> RaterKey:
    """Write sheets and key; nothing is replaced.

    Raises InputError for names that are none, and files that are there.
    """
    for name in raters:
        if not _NAME.fullmatch(name):
            message = f"{name[:64]!r} names no file; take letters, digits, dots, dashes and underscores"
            raise InputError(message, source="--rater")
    if len({name.casefold() for name in raters}) < len(raters):
        raise InputError("two raters have one name; give each a name of their own", source="--rater")
    rubric = shipped_rubric()
    sample = stratified(candidates(rows, cells), size=items, seed=seed)
    simulated = dict.fromkeys(each.row.narrator for each in rows if each.row.narration.narrator.kind == "simulated")
    shown = tuple(name for name in simulated if any(each.narrator == name for each in sample.drawn))
    made = key_of(sample, rubric, run=run, seed=seed, raters=raters, simulated=shown)
    files: dict[Path, bytes] = {}
    for name in raters:
        ordered = order_for(sheet_items(sample, made), name, seed=seed)
        files[out / f"{name}.csv"] = sheet_csv(ordered, name)
        files[out / f"{name}.html"] = sheet_page(ordered, name, rubric, simulated=bool(shown)).encode()
    if key.resolve().is_relative_to(out.resolve()):
        raise InputError("lies in the folder of the sheets; keep it where no rater looks", source=f"--key {key}")
    for path in (key, *files):
        if path.exists():
            raise InputError("is there already, and may be filled in; choose another path", source=str(path))
    for path, content in files.items():
        write_whole(path, content)
    write_whole(key, msgspec.json.format(msgspec.json.encode(made), indent=2) + b"\n")
    return made


@app.command("import")
def import_(
    sheets: Annotated[list[Path], typer.Argument(metavar="SHEET", help="The sheets as the raters filled them (CSV).")],
    *,
    key: Annotated[Path, typer.Option(metavar="FILE", help="The key that the export wrote.")],
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the result to this file, as JSON.")] = None,
    form: Annotated[
        Literal["text", "json"], typer.Option("--format", "-f", help="Text for people, JSON for programs.")
    ] = "text",
    iterations: Annotated[int, typer.Option(help="How often the items are drawn anew.")] = 2_000,
    seed: Annotated[int, typer.Option(help="Where the draws start; the same seed gives the same intervals.")] = 7,
) -> None:
    """Read filled sheets: how far raters agree, and how far their majority agrees with the verifier."""
    apart({"--out": out}, [str(key), *map(str, sheets)])
    known = read_key(key)
    found = study_of(read_sheets(sheets, known), known, draws=Draws(seed, iterations, 0.95))
    encoded = msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n"
    if out is not None:
        write_whole(out, encoded)
    if form == "json":
        sys.stdout.buffer.write(encoded)
        sys.stdout.buffer.flush()
    else:
        sys.stdout.write(study_text(found))
