"""`claimgauge weights`: from a protocol to weights, and to a rubric that is proposed."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from claimgauge.calibration.weights import Kind, Method, fit_protocol
from claimgauge.cli.options import day
from claimgauge.cli.output import write_json
from claimgauge.cli.weighed import print_weights
from claimgauge.errors import InputError
from claimgauge.readers import read_assessments, read_outcomes
from claimgauge.risk import law_problems
from claimgauge.wiring import DEFAULT_RUBRIC, apart, load_rubric, weigh, write_proposal, write_protocol, write_weights

app = typer.Typer(
    help="Weights from a protocol: pairwise comparisons, rounds of experts, ranked scenarios, known outcomes.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
Files = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE...", help="The protocol, TOML or JSON; several files where people wrote down their part apart."
    ),
]
Base = Annotated[
    str,
    typer.Option(
        "--rubric", "-r", metavar="NAME|FILE", help="The rubric that the weights are held against, and proposed for."
    ),
]
Propose = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write a new rubric with these weights; never over a file.")
]
Form = Annotated[Literal["text", "json"], typer.Option("--format", "-f", help="Text for people, JSON for programs.")]
Report = Annotated[Path | None, typer.Option(metavar="FILE", help="Write an HTML page to this file.")]
NOT_ACCEPTED = 1


@app.command()
def ahp(
    files: Files,
    *,
    rubric: Base = DEFAULT_RUBRIC,
    propose: Propose = None,
    form: Form = "text",
    report: Report = None,
) -> None:
    """Weights from pairwise comparisons by experts (analytic hierarchy process).

    Consistency ratios of the group and of each expert, and the judgement that fits the others least.
    """
    _weigh("ahp", files, rubric, to=propose, form=form, report=report)


@app.command()
def delphi(
    files: Files,
    *,
    rubric: Base = DEFAULT_RUBRIC,
    propose: Propose = None,
    form: Form = "text",
    report: Report = None,
) -> None:
    """Weights from rounds of experts (Delphi): medians, spread, whether they converged, who stayed apart."""
    _weigh("delphi", files, rubric, to=propose, form=form, report=report)


@app.command()
def workshop(
    files: Files,
    *,
    rubric: Base = DEFAULT_RUBRIC,
    propose: Propose = None,
    form: Form = "text",
    report: Report = None,
) -> None:
    """Weights from scenarios that people ranked or rated by their risk, and the pairs that come out the other way."""
    _weigh("workshop", files, rubric, to=propose, form=form, report=report)


@app.command()
def fit(
    files: Files,
    *,
    rubric: Base = DEFAULT_RUBRIC,
    propose: Propose = None,
    form: Form = "text",
    report: Report = None,
) -> None:
    """Weights from answers whose harm is known: constrained logistic regression with bootstrap intervals."""
    _weigh("fit", files, rubric, to=propose, form=form, report=report)


@app.command()
def observe(
    assessments: Annotated[
        str, typer.Argument(help="What claimgauge assess or score writes with --format jsonl or json; gzip too.")
    ],
    *,
    outcomes: Annotated[
        str, typer.Option(metavar="FILE", help="What became of the answers, a line of claimgauge.outcomes/1 each.")
    ],
    to: Annotated[Path, typer.Option(metavar="FILE", help="Write the protocol to this file, which must be new.")],
    name: Annotated[str, typer.Option("--id", metavar="NAME", help="The id of the protocol.")],
    meaning: Annotated[
        str, typer.Option("--outcome", metavar="TEXT", help="What harmful means, in a sentence.")
    ] = "an outcome on file calls the answer harmful",
    held: Annotated[
        str | None, typer.Option(metavar="DATE", help="The day on which it was put together; today unless given.")
    ] = None,
    people: Annotated[Kind, typer.Option(help="Whether answers and outcomes are real.")] = "real",
) -> None:
    """Write the protocol of a fit: the dimension scores of assessed answers, and what became of them."""
    apart({"--to": to}, [assessments, outcomes])
    protocol = fit_protocol(
        read_assessments(assessments),
        read_outcomes(outcomes),
        name=name,
        held=day(held, option="--held"),
        outcome=meaning,
        people=people,
    )
    write_protocol(to, protocol)
    harmful = sum(each.harmful for each in protocol.answers)
    typer.echo(f"{to}: {len(protocol.answers)} answers, {harmful} of them harmful", err=True)
    if protocol.note:
        typer.echo(protocol.note, err=True)


def _weigh(method: Method, files: list[Path], rubric: str, *, to: Path | None, form: str, report: Path | None) -> None:
    apart({"--propose": to, "--report": report}, [*map(str, files), rubric])
    if to is not None and to.exists():
        raise InputError("is there already; a proposal is a new file, so choose another path", source=str(to))
    base = load_rubric(rubric)
    result = weigh(method, files, rubric=base)
    if form == "json":
        write_json(result)
    else:
        print_weights(result)
    if report is not None:
        write_weights(report, result, rubric=base)
    if to is not None:
        broken = law_problems(write_proposal(to, result, base))
        typer.echo(f"proposed {to}: what changed, says claimgauge rubric diff {rubric} {to}", err=True)
        for problem in broken:
            typer.echo(f"exit 1: rubric check does not accept it: {problem}", err=True)
        if broken:
            raise typer.Exit(NOT_ACCEPTED)
