"""Verdict rows as text that a person likes to read: what was rejected, why, and what would have satisfied the gate."""

from collections.abc import Collection, Sequence
from functools import cache

from rich.console import Console
from rich.table import Table
from rich.text import Text

from claimgauge.cli.output import console
from claimgauge.cli.visible import short_id, visible
from claimgauge.gates import ClaimVerdict, Finding
from claimgauge.workflow import CaseRow, ErrorRow, OutRow, Row, RunSummary, VerdictRow

PROSE_SHOWN = 88
MEANINGS = {
    "prose": "the claim's own text was not read",
    "binding": "an entity or number may stand in a node that the claim does not cite",
    "units": "numbers were compared as written, without units",
    "derived_values": "nothing was recomputed",
    "direction": "words such as rose and fell were not read",
    "meaning": "what a claim says of its names and numbers was not read",
    "names_outside_evidence": "a name that no evidence holds is not found in the text",
    "truth_of_evidence": "the evidence itself may be wrong",
}
"""What each word of `notChecked` means."""


@cache
def _out() -> Console:
    return console()


def print_row(pair: tuple[Row, OutRow]) -> None:
    """One case: a headline, its rejected claims, and what was left out."""
    row, out = pair
    if isinstance(out, ErrorRow):
        print_line(("✗ ", "red"), (visible(out.id, 60), "bold"), (f"  could not be read: {_error(out)}", "red"))
        return
    _headline(out)
    for verdict, prose in zip(out.claims, _prose_of(row, out), strict=True):
        if verdict.findings:
            _rejected(verdict, prose)
    for problem in out.unread:
        print_line(("  ! ", "yellow"), (visible(problem.message, 200), "yellow"))
    for warning in out.warnings:
        print_line(("  ! ", "dim"), (visible(warning, 200), "dim"))


def _prose_of(row: Row, out: VerdictRow) -> list[str]:
    """The text of each judged claim; none where a claim was left out since, so that no text is misplaced."""
    texts = [claim.text for claim in row.case.claims] if isinstance(row, CaseRow) else []
    return texts if len(texts) == len(out.claims) else [""] * len(out.claims)


def _headline(out: VerdictRow) -> None:
    summary = out.summary
    counts = f"{summary.verified} of {summary.claims} claims verified" if summary.claims else "no claim to judge"
    left_out = f" · {summary.unread} left out" if summary.unread else ""
    passed = summary.claims and not summary.rejected and not out.unread
    mark, style = ("✓ ", "green") if passed else ("✗ ", "red")
    print_line(
        (mark, style), (visible(out.id, 60), "bold"), (f"  {counts}{left_out}  ", ""), (f"preset {out.preset}", "dim")
    )


def _rejected(verdict: ClaimVerdict, prose: str) -> None:
    print_line(("  ✗ ", "red"), (short_id(verdict.claim_id), ""), (f"  {visible(verdict.claim_type)}", "bold"))
    if prose:
        print_line((f"    “{visible(prose, PROSE_SHOWN)}”", "italic dim"))
    for finding in verdict.findings:
        print_finding(finding)


def print_finding(finding: Finding) -> None:
    """A finding of a claim, and the nodes that would have satisfied its gate."""
    print_line((f"    {finding.gate:<11}", "red"), (visible(finding.message, 160), ""))
    for hint in finding.hints:
        print_line(
            (f"    {'':<11}", ""),
            ("→ ", "green"),
            (short_id(hint.evidence_id), "green"),
            (f"  {visible(hint.why, 120)}", "dim"),
        )


def _error(out: ErrorRow) -> str:
    return visible(f"{out.error.place}: {out.error.message}", 240)


def print_line(*parts: tuple[str, str]) -> None:
    """One line on standard output, in parts with a style each."""
    _out().print(Text.assemble(*parts))


def print_summary(summary: RunSummary) -> None:
    """What the run came to, on standard error: counts, survival, gates, and what *verified* does not mean."""
    err = console(stderr=True)
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(style="dim")
    table.add_column(justify="right")
    table.add_column(style="dim")
    table.add_row("cases", f"{summary.judged:,}", f"of {summary.rows:,} read{_errors(summary)}")
    table.add_row("claims", f"{summary.claims:,}", f"{summary.unread:,} left out")
    table.add_row("verified", f"{summary.verified:,}", f"claim survival {_percent(summary.claim_survival)}")
    table.add_row("rejected", f"{summary.rejected:,}", _gates(summary))
    table.add_row(
        "shipped",
        _mean(summary.shipped_per_case),
        f"verified claims per case; in {summary.zero_verified:,} none",
    )
    err.print()
    err.print(table)
    print_meaning(summary.presets, summary.not_checked)


def print_meaning(presets: Sequence[str], not_checked: Collection[str]) -> None:
    """What *verified* does not mean under these presets, on standard error."""
    if not_checked:
        meaning = "; ".join(MEANINGS[word] for word in MEANINGS if word in not_checked)
        under = f" under preset {', '.join(presets)}" if presets else ""
        console(stderr=True).print(Text(f"\nverified{under} does not mean true: {meaning}", style="dim"))


def _errors(summary: RunSummary) -> str:
    return f", {summary.errors:,} could not be" if summary.errors else ""


def _gates(summary: RunSummary) -> str:
    return ", ".join(f"{gate} {count:,}" for gate, count in summary.rejected_by_gate.items())


def _percent(share: float | None) -> str:
    return "not defined (no claims)" if share is None else f"{share:.1%}"


def _mean(value: float | None) -> str:
    return "—" if value is None else f"{value:.2f}"
