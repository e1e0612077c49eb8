"""Narration rows as text that a person likes to read: each claim with what was put right, and what ships, and why."""

from rich.table import Table

from claimgauge.cli.output import console
from claimgauge.cli.verdicts import PROSE_SHOWN, print_finding, print_line, print_meaning
from claimgauge.cli.visible import short_id, visible
from claimgauge.narration import EmissionReason, MechanicalRepair, MechanicalRule
from claimgauge.workflow import (
    NarratedClaim,
    NarrationError,
    NarrationOutcome,
    NarrationRow,
    NarrationSummary,
    OutNarration,
)

WHY: dict[EmissionReason, str] = {
    "verified": "",
    "a_claim_failed": "a claim failed, and the policy is all or none",
    "too_few_verified": "too few claims are verified",
    "no_claims": "there is no claim",
    "no_reply": "there was no reply",
}
"""Why claims do not ship."""
TOLD: dict[NarrationOutcome, str] = {
    "verified": "verified at first",
    "repaired": "verified after repair",
    "rejected": "a claim failed",
    "failed_after_repair": "a claim failed after repair",
    "schema_failed": "no claim in the reply",
    "no_reply": "no reply",
}
"""What came of a case."""
RULES: dict[MechanicalRule, str] = {
    "near_id": "the only id at distance one",
    "equal_number": "the only allowed spelling of this value",
    "one_node": "the only node that gives what was missing, about the same entities",
}
"""Why a mechanical repair is the right one."""


def print_narration(pair: tuple[object, OutNarration]) -> None:
    """One case: a headline, its claims, what was left out, and what ships."""
    _row, out = pair
    if isinstance(out, NarrationError):
        problem = visible(f"{out.error.place}: {out.error.message}", 240)
        print_line(("✗ ", "red"), (visible(out.id, 60), "bold"), (f"  could not be read: {problem}", "red"))
        return
    _headline(out)
    for claim in out.claims:
        _claim(claim)
    for problem in _left_out(out):
        print_line(("  ! ", "yellow"), (visible(problem, 200), "yellow"))
    for warning in out.warnings:
        print_line(("  ! ", "dim"), (visible(warning, 200), "dim"))
    _ships(out)


def _headline(out: NarrationRow) -> None:
    verified = sum(each.status == "verified" for each in out.claims)
    counts = f"{verified} of {len(out.claims)} claims verified" if out.claims else TOLD[out.outcome]
    repaired = sum(bool(each.repairs) for each in out.claims)
    right = f", {repaired} of them put right" if repaired else ""
    kept = f"  attempt {out.kept} of {len(out.attempts) - 1}" if len(out.attempts) > 1 and out.kept is not None else ""
    mark, style = ("✓ ", "green") if out.outcome in ("verified", "repaired") else ("✗ ", "red")
    simulated = " (simulated)" if out.narrator.kind == "simulated" else ""
    who = f"preset {out.preset}  narrator {visible(out.narrator.id, 60)}{simulated}{kept}"
    print_line((mark, style), (visible(out.id, 60), "bold"), (f"  {counts}{right}  ", ""), (who, "dim"))


def _claim(told: NarratedClaim) -> None:
    claim, passed = told.claim, told.status == "verified"
    mark, style = ("  ✓ ", "green") if passed else ("  ✗ ", "red")
    after = "  failed after repair" if told.status == "failed_after_repair" else ""
    print_line(
        (mark, style), (short_id(claim.claim_id), ""), (f"  {visible(claim.claim_type)}", "bold"), (after, "red")
    )
    print_line((f"    “{visible(claim.text, PROSE_SHOWN)}”", "italic dim"))
    cited = ", ".join(map(short_id, dict.fromkeys(claim.cited_evidence_ids))) or "none"
    print_line((f"    {'evidence':<11}", "dim"), (cited, "dim"))
    for repair in told.repairs:
        _repair(repair)
    for finding in told.findings:
        print_finding(finding)


def _repair(repair: MechanicalRepair) -> None:
    change = (
        f"{visible(repair.before, 60)} → {visible(repair.after, 60)}" if repair.before else visible(repair.after, 60)
    )
    added = "" if repair.before else "added "
    print_line(
        (f"    {'put right':<11}", "yellow"),
        (f"{repair.key}: {added}{change}", ""),
        (f"  {RULES[repair.rule]}", "dim"),
    )


def _left_out(out: NarrationRow) -> list[str]:
    kept = out.attempts[-1 if out.kept is None else out.kept]
    failed = [each.call.message for each in out.attempts if each.call is not None and each.call.outcome == "failed"]
    told = [each.message if each.message.startswith(each.place) else str(each) for each in kept.unread]
    return told + failed


def _ships(out: NarrationRow) -> None:
    emission = out.emission
    count = len(emission.claims)
    why = WHY[emission.reason]
    if emission.form == "claims":
        dropped = f", drops {len(emission.dropped)}" if emission.dropped else ""
        told, style = f"ships {count} {_claims(count)}{dropped}", "green"
    elif emission.form == "template":
        told, style = f"ships {count} {_claims(count)} of the template instead: {why}", "yellow"
    else:
        told, style = f"ships nothing: {why}", "red"
    print_line(("  = ", style), (told, style), (f"  {emission.policy}, preset {out.preset}", "dim"))


def _claims(count: int) -> str:
    return "claim" if count == 1 else "claims"


def print_narration_summary(summary: NarrationSummary) -> None:
    """What the run came to, on standard error: counts, survival, what ships, and what *verified* does not mean."""
    err = console(stderr=True)
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(style="dim")
    table.add_column(justify="right")
    table.add_column(style="dim")
    errors = f", {summary.errors:,} could not be" if summary.errors else ""
    table.add_row("cases", f"{summary.narrated:,}", f"of {summary.rows:,} read{errors}")
    for outcome, count in summary.outcomes.items():
        table.add_row("", f"{count:,}", TOLD[outcome])  # type: ignore[index]
    table.add_row("claims", f"{summary.claims:,}", f"{summary.unread:,} left out")
    share = "not defined (no claims)" if summary.claim_survival is None else f"{summary.claim_survival:.1%}"
    table.add_row("verified", f"{summary.verified:,}", f"claim survival {share}")
    table.add_row("put right", f"{summary.repaired:,}", _counted(summary.repairs))
    table.add_row("rejected", f"{summary.rejected:,}", _counted(summary.rejected_by_gate))
    mean = "—" if summary.shipped_per_case is None else f"{summary.shipped_per_case:.2f}"
    table.add_row("shipped", mean, f"claims per case; in {summary.unshipped:,} none")
    if summary.calls:
        spent = f"{summary.tokens_in:,} tokens in, {summary.tokens_out:,} out"
        table.add_row("calls", f"{summary.calls:,}", f"{spent}; {summary.calls_without_reply:,} without a reply")
    err.print()
    err.print(table)
    print_meaning(summary.presets, summary.not_checked)


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())
