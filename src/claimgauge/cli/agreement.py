"""`claimgauge agreement`: how far people agree who labelled the same items, and what has to be settled."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from claimgauge.cli.agreements import print_agreement
from claimgauge.cli.output import write_json
from claimgauge.errors import InputError
from claimgauge.readers import read_annotations
from claimgauge.review import Draws, Level, Weights, agreement_of
from claimgauge.wiring import apart, load_rubric, write_agreement

STDIN = "-"


def agreement(  # noqa: PLR0913  # one argument for each option
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE", help="Annotations: lines of JSON, or one array; gzip too; - for standard input."
        ),
    ],
    *,
    level: Annotated[
        Level, typer.Option(help="What the labels are: names, ranks, or numbers whose differences mean something.")
    ] = "nominal",
    labels: Annotated[
        str | None,
        typer.Option(metavar="A,B,C", help="All labels that could be given, in the order of their ranks."),
    ] = None,
    weights: Annotated[
        Weights | None, typer.Option(help="Weights of the kappas; those of the level unless given.")
    ] = None,
    rubric: Annotated[
        str | None,
        typer.Option("--rubric", "-r", metavar="NAME|FILE", help="Agreement by dimension, as this rubric has them."),
    ] = None,
    form: Annotated[
        Literal["text", "json"], typer.Option("--format", "-f", help="Text for people, JSON for programs.")
    ] = "text",
    report: Annotated[Path | None, typer.Option(metavar="FILE", help="Write an HTML page to this file.")] = None,
    seed: Annotated[int, typer.Option(help="Where the draws start; the same seed gives the same intervals.")] = 7,
    iterations: Annotated[int, typer.Option(help="How often the items are drawn anew.")] = 2_000,
    confidence: Annotated[float, typer.Option(help="The level of the intervals, between 0 and 1.")] = 0.95,
) -> None:
    """Agreement of raters: kappas, alpha, AC with intervals, by label and by rater, and the most disputed items."""
    if files.count(STDIN) > 1:
        raise InputError("can be read once only; name it once", source="stdin")
    apart({"--report": report}, [*files, *([str(rubric)] if rubric is not None else [])])
    rules = {} if rubric is None else load_rubric(rubric).labels
    found = agreement_of(
        read_annotations(files),
        level=level,
        labels=_listed(labels),
        weights=weights,
        dimensions={str(label): rule.dimensions for label, rule in rules.items()},
        draws=Draws(seed, iterations, confidence),
    )
    names = tuple("stdin" if path == STDIN else Path(path).name for path in files)
    if form == "json":
        write_json(found)
    else:
        print_agreement(found, names=names)
    if report is not None:
        write_agreement(report, found, names=names)


def _listed(labels: str | None) -> tuple[str, ...]:
    if labels is None:
        return ()
    found = tuple(each.strip() for each in labels.split(","))
    if "" in found or len(set(found)) < len(found):
        raise InputError(f"expected labels with commas between, each once, got {labels[:80]!r}", source="--labels")
    return found
