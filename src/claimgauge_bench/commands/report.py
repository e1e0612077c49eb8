"""`claimgauge bench report` and `claimgauge bench register`: what a run says, and what was decided before it."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
import typer

from claimgauge.errors import InputError
from claimgauge.statistics import fewest_iterations
from claimgauge.wiring import apart, write_whole
from claimgauge_bench.commands.needed import needed

if TYPE_CHECKING:
    from claimgauge_bench.contrasts import Registration
    from claimgauge_bench.measures import Draws
    from claimgauge_bench.report import BenchReport

Cluster = Literal["instance", "profile"]
Form = Literal["text", "json", "picture"]

FolderArgument = Annotated[
    Path, typer.Argument(metavar="RUN_FOLDER", help="The folder that claimgauge bench run wrote.")
]


def report(  # noqa: PLR0913  # one argument for each option
    run_folder: FolderArgument,
    *,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write one HTML page to this file.")] = None,
    form: Annotated[
        Form, typer.Option("--format", "-f", help="Text for people, JSON for programs, or a picture of a few lines.")
    ] = "text",
    registration: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Hold the run against this registration.")
    ] = None,
    prices: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Prices of models, to derive costs from tokens.")
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(help="How often the units are drawn anew; 10000, or as registered.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Where the draws start; 7, or as registered.")] = None,
    cluster: Annotated[
        Cluster | None, typer.Option(help="What is drawn: instances, as published, or whole profiles.")
    ] = None,
    partial: Annotated[
        bool, typer.Option("--partial", help="Report a run that did not come to its end; every page says so.")
    ] = False,
) -> None:
    """Report a run: survival, volume, failures, paired differences with intervals, and what was registered."""
    with needed():
        from claimgauge_bench.contrasts import load_registration  # noqa: PLC0415  # the extra, only where it is needed
        from claimgauge_bench.measures import load_prices  # noqa: PLC0415
        from claimgauge_bench.report import bench_report, read_run, report_page  # noqa: PLC0415

        apart({"--html": html}, [*_files_of(run_folder), *(str(each) for each in (registration, prices) if each)])
        held = load_registration(registration) if registration is not None else None
        draws = _draws(held, iterations=iterations, seed=seed, cluster=cluster)
        found = bench_report(
            read_run(run_folder, partial=partial),
            draws,
            registration=held,
            prices=load_prices(prices) if prices is not None else None,
        )
        _print(found, form)
        if html is not None:
            write_whole(html, report_page(found).encode())


def register(
    plan: Annotated[str, typer.Argument(metavar="PLAN", help="The plan that is to be run: one that ships, or a file.")],
    *,
    profiles: Annotated[int | None, typer.Option(min=1, metavar="N", help="So many profiles, as the run will.")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write to this file, which must be new.")
    ] = None,
) -> None:
    """Write a registration to begin with: the digest of a plan, the time, and the contrasts that it implies."""
    with needed():
        from claimgauge_bench.contrasts import skeleton  # noqa: PLC0415
        from claimgauge_bench.run import load_plan  # noqa: PLC0415

        text = skeleton(
            load_plan(plan, profiles=profiles).plan, registered=datetime.now(UTC).isoformat(timespec="seconds")
        )
    if out is None:
        sys.stdout.write(text)
        return
    if out.exists():
        raise InputError("is there already; a registration is not replaced, choose another path", source=str(out))
    write_whole(out, text.encode())


def _files_of(folder: Path) -> list[str]:
    """Every file of a run folder, which no output may replace."""
    return [str(path) for path in folder.glob("*")] if folder.is_dir() else []


def _draws(
    held: "Registration | None", *, iterations: int | None, seed: int | None, cluster: Cluster | None
) -> "Draws":
    """The draws as registered, or the defaults, with what was asked for. Raises InputError for too few."""
    from claimgauge_bench.measures import Draws  # noqa: PLC0415

    base = Draws() if held is None else Draws(held.iterations, held.seed, held.level, held.cluster)
    draws = Draws(
        iterations=base.iterations if iterations is None else iterations,
        seed=base.seed if seed is None else seed,
        level=base.level,
        cluster=base.cluster if cluster is None else cluster,
    )
    if draws.iterations < (least := fewest_iterations(draws.level)):
        message = f"{draws.iterations} are too few at level {draws.level!r}; give {least:,} or more"
        raise InputError(message, source="iterations")
    return draws


def _print(found: "BenchReport", form: Form) -> None:
    if form == "json":
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
        sys.stdout.buffer.flush()
    else:
        from claimgauge_bench.report import report_picture, report_text  # noqa: PLC0415

        sys.stdout.write(report_text(found) if form == "text" else report_picture(found))
