"""`claimgauge claims` and `claimgauge label`: from an answer to its claims, from claims to their labels."""

from collections.abc import Callable
from functools import cache

from rich.console import Console
from rich.text import Text

from claimgauge.cli.assessments import listed_kinds
from claimgauge.cli.leave import leave
from claimgauge.cli.options import (
    LIMIT_MB,
    MEGABYTE,
    CasesArgument,
    EvidenceOption,
    FormatOption,
    JudgeOption,
    LabellerOption,
    LimitOption,
    MappingOption,
    ModelOption,
    given_evidence,
)
from claimgauge.cli.output import Format, console, write_rows
from claimgauge.cli.progress import progress_over
from claimgauge.cli.visible import short_id, visible
from claimgauge.readers import read_paths
from claimgauge.wiring import load_extractor, load_prose_tables, prose_reader
from claimgauge.workflow import (
    Case,
    CaseRow,
    Done,
    ErrorRow,
    Found,
    Labelled,
    Proposed,
    find_claims,
    label_claims,
    propose_claims,
    stage_rows,
)

SHOWN = 100
STYLES = {"SUPPORTED": "green", "CONTRADICTED": "red", "UNKNOWN": "magenta"}


def claims(
    cases: CasesArgument,
    *,
    model: ModelOption = None,
    form: FormatOption = "jsonl",
    limit_mb: LimitOption = LIMIT_MB,
) -> None:
    """Find the claims of answers in prose: cases out, with their claims; the input of `claimgauge label`."""
    if model is None:
        tables = load_prose_tables()
        _run(cases, lambda row: find_claims(row, tables), form=form, limit_mb=limit_mb)
    else:
        extractor = load_extractor(model)
        _run(cases, lambda row: propose_claims(row, extractor), form=form, limit_mb=limit_mb)


def label(
    cases: CasesArgument,
    *,
    labeller: LabellerOption = None,
    judge: JudgeOption = None,
    evidence: EvidenceOption = None,
    mapping: MappingOption = None,
    form: FormatOption = "jsonl",
    limit_mb: LimitOption = LIMIT_MB,
) -> None:
    """Judge claims by passages: cases out, whose claims carry labels; the input of `claimgauge score`."""
    graph = given_evidence(evidence, mapping)
    chosen = prose_reader(labeller, judge)
    _run(cases, lambda row: label_claims(row, chosen, evidence=graph), form=form, limit_mb=limit_mb)


def _run(cases: list[str], step: Callable[[CaseRow], Done], *, form: Format, limit_mb: int) -> None:
    unreadable = 0

    def counted(pair: tuple[object, Case | ErrorRow]) -> tuple[object, Case | ErrorRow]:
        nonlocal unreadable
        unreadable += isinstance(pair[1], ErrorRow)
        return pair

    with progress_over(cases) as observer:
        rows = read_paths(cases, limit=limit_mb * MEGABYTE, observer=observer)
        write_rows(map(counted, stage_rows(rows, step)), form, _print)
    leave(unreadable=unreadable, failed="", fail_on="")


@cache
def _out() -> Console:
    return console()


def _line(*parts: tuple[str, str]) -> None:
    _out().print(Text.assemble(*parts))


def _print(pair: tuple[object, Case | ErrorRow]) -> None:
    done, out = pair
    if isinstance(out, ErrorRow):
        problem = visible(f"{out.error.place}: {out.error.message}", 240)
        _line(("✗ ", "red"), (visible(out.id, 60), "bold"), (f"  could not be read: {problem}", "red"))
        return
    _line((visible(out.id, 60), "bold"), (f"  {len(out.claims)} claims", "dim"))
    if isinstance(done, Found):
        _found(done)
    elif isinstance(done, Labelled):
        _labelled(done)
    elif isinstance(done, Proposed):
        _proposed(done)
    _line(("", ""))


def _found(done: Found) -> None:
    for claim, each in zip(done.case.claims, done.extraction.claims, strict=False):
        start, end = each.span
        _line((f"  {claim.claim_id:<5}", "dim"), (f"{visible(claim.text, SHOWN)}", ""), (f"  {start} to {end}", "dim"))
    if kinds := listed_kinds(done.extraction.left_out):
        _line((f"  no claims: {kinds}", "dim"))


def _proposed(done: Proposed) -> None:
    for claim, each in zip(done.case.claims, done.proposals.claims, strict=False):
        start, end = each.span
        _line((f"  {claim.claim_id:<5}", "dim"), (visible(claim.text, SHOWN), ""), (f"  {start} to {end}", "dim"))
    for lost in done.proposals.not_anchored:
        why = f"{lost.reason.replace('_', ' ')} {lost.value}"
        _line(("  not in the answer: ", "yellow"), (visible(lost.text, SHOWN), ""), (f"  {visible(why, 60)}", "dim"))
    left = [*(f"{len(done.proposals.unread)} could not be read" for _ in done.proposals.unread[:1])]
    left += ["the reply was cut off"] if done.proposals.cut else []
    left += [f"{done.proposals.over} beyond the most that are taken"] if done.proposals.over else []
    if left:
        _line((f"  {', '.join(left)}", "yellow"))


def _labelled(done: Labelled) -> None:
    for claim, judged in zip(done.case.claims, done.judgements, strict=True):
        _line((f"  {short_id(claim.claim_id):<5}", "dim"), (visible(claim.text, SHOWN), ""))
        for each in judged:
            sure = "" if each.confidence is None else f" {each.confidence:.2f}"
            named = f"  {', '.join(map(short_id, each.evidence))}" if each.evidence else ""
            why = each.reason.replace("_", " ")
            _line(
                ("       ", ""), (f"{each.label}{sure}", STYLES.get(each.label, "yellow")), (f"  {why}{named}", "dim")
            )
