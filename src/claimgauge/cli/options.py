"""Options that several commands share: one meaning, one name, one help text."""

import datetime as dt
from pathlib import Path
from typing import Annotated, Literal

import typer

from claimgauge.cli.output import Format
from claimgauge.contract import Preset
from claimgauge.errors import InputError
from claimgauge.evidence import EvidenceGraph
from claimgauge.feedback import parse_time
from claimgauge.narration import EmissionPolicy, Retention
from claimgauge.readers import LIMIT
from claimgauge.wiring import load_evidence
from claimgauge.workflow import NarrationFailOn

MEGABYTE = 1024 * 1024
MOST_WORKERS = 256

CasesArgument = Annotated[
    list[str],
    typer.Argument(metavar="CASES", help="Files of cases (JSON, JSON Lines, gzip too), or - for standard input."),
]
ContractOption = Annotated[
    str | None,
    typer.Option("--contract", "-c", metavar="NAME|FILE", help="A contract that ships, or your own TOML file."),
]
PresetOption = Annotated[
    Preset | None, typer.Option(help="How the gates read; the contract's own preset unless given.")
]
EvidenceOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--evidence",
        "-e",
        metavar="FILE",
        help="Evidence for cases that carry none: a bundle, or records (CSV, JSON, JSON Lines).",
    ),
]
MappingOption = Annotated[
    Path | None,
    typer.Option("--mapping", "-m", metavar="FILE", help="How the records of --evidence become nodes (TOML)."),
]
RubricOption = Annotated[
    str | None,
    typer.Option(
        "--rubric",
        "-r",
        metavar="NAME|FILE",
        help="A rubric that ships, or your own TOML file; else the one that the case names, else guarded.",
    ),
]
LabellerOption = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="A network of your own (ONNX) that judges claims in prose."),
]
JudgeOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="A language model judges instead: the settings of its endpoint (TOML)."),
]
ModelOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="A language model finds the claims: the settings of its endpoint (TOML)."),
]
AtOption = Annotated[
    str | None,
    typer.Option(
        metavar="TIME",
        help="The time that evidence and feedback are held against, or now; the time of the request unless given.",
    ),
]
PoliciesOption = Annotated[
    str | None,
    typer.Option(
        "--policies",
        "-p",
        metavar="NAME|FOLDER",
        help="Policies that ship, or your own; else those that the case names, else none.",
    ),
]
EvidenceRulesOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME|FILE",
        help="Evidence rules that ship, or your own TOML file: which sources are enough for a claim of a kind.",
    ),
]
CriticalityOption = Annotated[
    str | None,
    typer.Option(
        "--criticality",
        metavar="NAME|FILE",
        help="Rules of criticality that ship, or your own TOML file; else each claim has what the case says.",
    ),
]
ReleaseOption = Annotated[
    str | None,
    typer.Option(metavar="NAME|FILE", help="Release rules that ship, or your own TOML file, for --emissions."),
]
EmissionsOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write what may be shown of each answer to this file, a line of JSON each."),
]
AskedOption = Annotated[
    Path | None,
    typer.Option("--model", metavar="FILE", help="The language model that is asked: its settings (TOML)."),
]
RecordOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Keep each reply of the model here; what is on file is not asked again."),
]
ReplayOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Replies on file stand in for the model; a prompt that is not there is an error."
    ),
]
MaxCallsOption = Annotated[int | None, typer.Option(min=0, help="Most calls of the model.")]
MaxTokensOption = Annotated[int | None, typer.Option(min=0, help="Most tokens, input and output together.")]
MaxCostOption = Annotated[
    str | None, typer.Option(metavar="NUMBER", help="Most money, in the currency in which the endpoint states costs.")
]
HintsOption = Annotated[
    bool, typer.Option("--hints", help="Name in what is asked again the nodes that would have satisfied each gate.")
]
RetentionOption = Annotated[Retention, typer.Option(help="Which of several attempts is kept.")]
EmissionOption = Annotated[EmissionPolicy, typer.Option(help="Ship the verified claims, or all of them or none.")]
MinVerifiedOption = Annotated[int, typer.Option(min=1, help="Ship nothing where fewer claims are verified.")]
FallbackOption = Annotated[
    Literal["template", "nothing"], typer.Option(help="What ships in the place of claims that do not.")
]
RequestsOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write what is left to be repaired to this file, a line of JSON a case."),
]
NarrationFailOnOption = Annotated[
    NarrationFailOn, typer.Option(help="Exit with 1 if of any case nothing ships, or a claim failed.")
]
FormatOption = Annotated[Format, typer.Option("--format", "-f", help="Text for people, JSON for programs.")]
SummaryOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the summary of the run to this file, as JSON.")
]
ReportOption = Annotated[
    Path | None,
    typer.Option(metavar="PATH", help="Write an HTML report: a file for one case, a folder with an overview for many."),
]
WorkersOption = Annotated[
    int, typer.Option(min=1, max=MOST_WORKERS, help="Processes that assess; what comes out is the same for any number.")
]
ResumeOption = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Keep what is done in this folder; started again, do only what is left."),
]
CoverageOption = Annotated[
    float | None,
    typer.Option(min=0.0, max=1.0, metavar="SHARE", help="Exit with 1 if a smaller share of the cases has an index."),
]
LogOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Append a line of JSON for each step of each case: ids and numbers, no texts."),
]
LimitOption = Annotated[int, typer.Option(min=1, help="Largest single case, in megabytes.")]
LIMIT_MB = LIMIT // MEGABYTE


def given_evidence(evidence: list[Path] | None, mapping: Path | None) -> EvidenceGraph | None:
    """The graph of --evidence, or None without it. Raises InputError for a --mapping that has nothing to map."""
    if evidence:
        return load_evidence(evidence, mapping=mapping)
    if mapping is not None:
        raise InputError("says how the records of --evidence become nodes; add --evidence FILE", source="--mapping")
    return None


def given_time(at: str | None) -> dt.datetime | None:
    """The time of --at, or None without it. Raises InputError for what is no time."""
    if at == "now":
        return dt.datetime.now(dt.UTC)
    return None if at is None else parse_time(at, place="--at")


def day(text: str | None, *, option: str) -> dt.date:
    """The date that an option gives, today without it. Raises InputError for what is none."""
    if text is None:
        return dt.datetime.now(tz=dt.UTC).date()
    try:
        return dt.date.fromisoformat(text)
    except ValueError as error:
        raise InputError(f"expected a date such as 2026-03-01, got {text[:40]!r}", source=option) from error
