"""`claimgauge narrate` and `claimgauge repair`: claims about evidence, checked, put right and shipped."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import typer

from claimgauge.cli.asked_model import Asked
from claimgauge.cli.leave import leave
from claimgauge.cli.narrations import print_narration, print_narration_summary
from claimgauge.cli.options import (
    LIMIT_MB,
    MEGABYTE,
    AskedOption,
    CasesArgument,
    ContractOption,
    EmissionOption,
    EvidenceOption,
    FallbackOption,
    FormatOption,
    HintsOption,
    LimitOption,
    MappingOption,
    MaxCallsOption,
    MaxCostOption,
    MaxTokensOption,
    MinVerifiedOption,
    NarrationFailOnOption,
    PresetOption,
    RecordOption,
    ReplayOption,
    RequestsOption,
    RetentionOption,
    SummaryOption,
    given_evidence,
)
from claimgauge.cli.output import Format, write_file, write_rows
from claimgauge.cli.progress import progress_over
from claimgauge.errors import InputError
from claimgauge.narration import EmissionSettings, NarratorForm
from claimgauge.readers import read_paths
from claimgauge.wiring import Teller, Telling, apart, narrate_rows, request_writer, tellers
from claimgauge.workflow import NarrationFailOn, NarrationRow, NarrationSettings, NarrationTally, OutNarration, Row

Asks = Literal["grounded", "mapped", "compiled"]


def narrate(  # noqa: PLR0913  # one argument for each option
    cases: CasesArgument,
    *,
    contract: ContractOption = None,
    preset: PresetOption = None,
    evidence: EvidenceOption = None,
    mapping: MappingOption = None,
    narrator: Annotated[
        NarratorForm, typer.Option(help="Who tells: the template, which asks no model, or a form of prompt.")
    ] = "template",
    model: AskedOption = None,
    record: RecordOption = None,
    replay: ReplayOption = None,
    max_claims: Annotated[int, typer.Option(min=1, help="Most claims that a model is asked for.")] = 8,
    passes: Annotated[int, typer.Option(min=0, help="How often what fails is asked for once more.")] = 0,
    hints: HintsOption = False,
    mechanical: Annotated[
        bool, typer.Option("--mechanical", help="Put right without a model what has exactly one right answer.")
    ] = False,
    retention: RetentionOption = "fewest_failing",
    emission: EmissionOption = "permissive",
    min_verified: MinVerifiedOption = 1,
    fallback: FallbackOption = "nothing",
    max_calls: MaxCallsOption = None,
    max_tokens: MaxTokensOption = None,
    max_cost: MaxCostOption = None,
    fail_on: NarrationFailOnOption = "unshipped",
    form: FormatOption = "text",
    requests: RequestsOption = None,
    summary: SummaryOption = None,
    limit_mb: LimitOption = LIMIT_MB,
) -> None:
    """Tell about evidence in claims, hold each against it, and ship those that are verified.

    A row for each case, in order. A claim that is not verified never ships.
    """
    asked = Asked(model, record, replay, max_calls, max_tokens, max_cost)
    settings = NarrationSettings(passes=passes, hints=hints, mechanical=mechanical, retention=retention)
    ships = EmissionSettings(policy=emission, min_verified=min_verified, fallback=fallback)
    telling = Telling(narrator, asked.open(), settings, ships, max_claims)
    graph = given_evidence(evidence, mapping)
    out = _Output(form, requests, summary, fail_on)
    _run(cases, tellers(telling, contract, preset=preset, evidence=graph), out, record=record, limit_mb=limit_mb)


def repair(  # noqa: PLR0913  # one argument for each option
    cases: CasesArgument,
    *,
    contract: ContractOption = None,
    preset: PresetOption = None,
    evidence: EvidenceOption = None,
    mapping: MappingOption = None,
    mechanical: Annotated[
        bool, typer.Option(help="Put right without a model what has exactly one right answer.")
    ] = True,
    model: AskedOption = None,
    record: RecordOption = None,
    replay: ReplayOption = None,
    asks: Annotated[
        Asks | None,
        typer.Option("--form", help="The form of prompt with which a model is asked; grounded unless given."),
    ] = None,
    passes: Annotated[int | None, typer.Option(min=0, help="How often a model is asked; once unless given.")] = None,
    hints: HintsOption = False,
    retention: RetentionOption = "fewest_failing",
    emission: EmissionOption = "permissive",
    min_verified: MinVerifiedOption = 1,
    fallback: FallbackOption = "nothing",
    max_calls: MaxCallsOption = None,
    max_tokens: MaxTokensOption = None,
    max_cost: MaxCostOption = None,
    fail_on: NarrationFailOnOption = "unshipped",
    form: Annotated[Format, typer.Option("--format", "-f", help="Text for people, JSON for programs.")] = "text",
    requests: RequestsOption = None,
    summary: SummaryOption = None,
    limit_mb: LimitOption = LIMIT_MB,
) -> None:
    """Put right the claims that came with the cases, of whatever system, and ship those that are verified.

    Without a model only what has exactly one right answer is put right: never a text, and always marked.
    """
    asked = Asked(model, record, replay, max_calls, max_tokens, max_cost).open()
    chosen = (0 if asked is None else 1) if passes is None else passes
    settings = NarrationSettings(passes=chosen, hints=hints, mechanical=mechanical, retention=retention)
    ships = EmissionSettings(policy=emission, min_verified=min_verified, fallback=fallback)
    telling = Telling(_form(asks, asked is not None), asked, settings, ships, declared=True)
    graph = given_evidence(evidence, mapping)
    out = _Output(form, requests, summary, fail_on)
    _run(cases, tellers(telling, contract, preset=preset, evidence=graph), out, record=record, limit_mb=limit_mb)


def _form(asks: Asks | None, given: bool) -> NarratorForm:  # noqa: FBT001  # whether a model is given
    if asks is not None and not given:
        raise InputError("says how a model is asked; add --model FILE or --replay FILE", source="--form")
    return asks or "grounded"


class _Output(NamedTuple):
    """Where what comes out goes, and when the run has failed."""

    form: Format
    requests: Path | None
    summary: Path | None
    fail_on: NarrationFailOn


def _run(cases: list[str], teller: Teller, out: _Output, *, record: Path | None, limit_mb: int) -> None:
    tally = NarrationTally()
    apart({"--requests": out.requests, "--summary": out.summary, "--record": record}, cases)
    with request_writer(out.requests) as write_request, progress_over(cases) as observer:

        def counted(pairs: Iterable[tuple[Row, OutNarration]]) -> Iterator[tuple[Row, OutNarration]]:
            for row, told in pairs:
                tally.add(told)
                if isinstance(told, NarrationRow) and told.request is not None:
                    write_request(told.request)
                yield row, told
                sys.stdout.flush()  # a model takes its time; what is told already is on its way, line by line

        rows = read_paths(cases, limit=limit_mb * MEGABYTE, observer=observer)
        write_rows(counted(narrate_rows(rows, teller)), out.form, print_narration)
    summary = tally.summary()
    print_narration_summary(summary)
    if out.summary is not None:
        write_file(out.summary, summary)
    leave(unreadable=tally.unreadable, failed=tally.failed(out.fail_on), fail_on=out.fail_on)
