"""Assessments as text that a person likes to read: the number, why, and what would lower it."""

from collections import Counter
from collections.abc import Iterable
from functools import cache

from msgspec import UNSET
from rich.console import Console
from rich.table import Table
from rich.text import Text

from claimgauge.claims import LeftOut
from claimgauge.cli.output import console
from claimgauge.cli.visible import short_id, visible
from claimgauge.labels import DIMENSION_NAMES, DIMENSIONS
from claimgauge.workflow import (
    AssessedClaim,
    Assessment,
    AssessmentError,
    AssessmentRow,
    CaseRow,
    RiskSummary,
    Row,
)

BAR = 30
PROSE_SHOWN = 72
ACTION_STYLES = {"release": "green", "caution": "yellow", "review": "dark_orange", "block": "red"}


@cache
def _out() -> Console:
    return console()


def _line(*parts: tuple[str, str]) -> None:
    _out().print(Text.assemble(*parts))


def print_assessment(pair: tuple[Row, AssessmentRow]) -> None:
    """One case: headline, floors, dimensions, the claims that add risk, and what would lower the band."""
    row, out = pair
    if isinstance(out, AssessmentError):
        problem = visible(f"{out.error.place}: {out.error.message}", 240)
        _line(("✗ ", "red"), (visible(out.case_id, 60), "bold"), (f"  could not be assessed: {problem}", "red"))
        return
    _headline(out)
    _floors(out)
    _dimensions(out)
    for claim, text in zip(out.claims, _texts(row, out), strict=True):
        if claim.contributions or claim.conflict or claim.failures:
            _claim(claim, text)
    if kinds := listed_kinds(out.left_out):
        _line((f"  no claims: {kinds}", "dim"))
    _apart(out)
    _lower(out)
    for warning in out.warnings:
        _line(("  ! ", "yellow"), (visible(warning, 200), "yellow"))
    _line(("", ""))


def _apart(out: Assessment) -> None:
    """The sources that settled nothing: what may not be read, what has gone stale, what does not apply."""
    for each in out.withheld:
        _line(
            (f"  - {visible(each.source_id, 60)}", "dim"), (f"  withheld, policy {visible(each.policy_id, 60)}", "dim")
        )
    for source in out.ineligible:
        by = f", policy {visible(source.policy_id, 60)}" if source.policy_id else ""
        newest = f", newest eligible: {visible(source.newest, 60)}" if source.newest else ""
        why = source.because.replace("_", " ")
        _line((f"  - {visible(source.source_id, 60)}", "dim"), (f"  {why}{by}{newest}", "dim"))


def listed_kinds(left_out: Iterable[LeftOut]) -> str:
    """What is no claim in an answer, each kind with its number; marks and citations are not worth a word."""
    kinds = Counter(each.kind for each in left_out if each.kind not in ("mark", "citation"))
    return ", ".join(f"{kind.replace('_', ' ')} {count}" for kind, count in kinds.items())


def _texts(row: Row, out: Assessment) -> list[str]:
    """The text of each claim, or the sentence of the answer that was taken for one; none where they cannot be told."""
    if not isinstance(row, CaseRow):
        return [""] * len(out.claims)
    texts = [claim.text for claim in row.case.claims]
    if not texts and row.case.answer is not None:
        answer = row.case.answer.text
        texts = [claim.text or (answer[slice(*claim.span)] if claim.span else "") for claim in out.claims]
    return texts if len(texts) == len(out.claims) else [""] * len(out.claims)


def _headline(out: Assessment) -> None:
    rubric = f"rubric {visible(out.rubric.id)}{' (provisional)' if out.rubric.provisional else ''}"
    if out.index is None:
        why = {"no_claims": "no claims", "labelled_share": "too few claims could be labelled"}
        reason = why.get(out.reason or "", out.reason or "")
        then = f", policy {visible(out.stopped_by, 60)}" if out.stopped_by else " → review"
        _line(
            (visible(out.case_id, 60), "bold"),
            (f"  {out.status}: {reason}{then}", "magenta"),
            (f"  {rubric}", "dim"),
        )
        return
    style = ACTION_STYLES[out.index.action]
    routed = " + review" if out.review and out.index.action not in ("review", "block") else ""
    _line(
        (visible(out.case_id, 60), "bold"),
        (f"  {out.index.score:.1f} {visible(out.index.band)}", f"bold {style}"),
        (f" → {out.index.action}{routed}", style),
        (f"  {rubric}", "dim"),
    )


def _floors(out: Assessment) -> None:
    if out.index is None:
        return
    _line((f"  additive {100 * out.index.additive:.1f}, floor {100 * out.index.floor:.1f}, higher is riskier", "dim"))
    for hit in out.index.floors:
        where = (
            f"claim {short_id(hit.claim_id)}"
            if hit.claim_id
            else f"{len(hit.claim_ids)} claims"
            if hit.claim_ids
            else ""
        )
        _line(
            (f"  floor {100 * hit.value:.0f}  ", "red"), (f"{hit.label}{where and f' {where}'}: ", ""), (hit.why, "dim")
        )


def _claims(count: int) -> str:
    return f"{count} claim{'s' if count != 1 else ''}"


def _dimensions(out: Assessment) -> None:
    for name in DIMENSIONS if out.dimensions else ():
        value = (out.dimensions or {})[name]
        if value > 0:
            bar = "█" * max(1, round(BAR * value))
            _line(
                (f"  {name} ", "bold"),
                (f"{value:.3f} ", ""),
                (f"{bar:<{BAR}} ", "cyan"),
                (DIMENSION_NAMES[name], "dim"),
            )


def _claim(claim: AssessedClaim, text: str) -> None:
    labels = ", ".join(_said(claim)) or "UNKNOWN"
    conflict = "  conflict" if claim.conflict else ""
    _line(
        ("  ✗ ", "red"),
        (short_id(claim.claim_id), ""),
        (f"  {labels}", "bold"),
        (f"  v {claim.criticality:g}{why_critical(claim)}{conflict}", "dim"),
    )
    if text:
        _line((f"    “{visible(text, PROSE_SHOWN)}”", "italic dim"))
    for failure in claim.failures:
        _line((f"    {visible(failure.message, 160)}", "yellow"))


def why_critical(claim: AssessedClaim) -> str:
    """Who decided how critical the claim is, where rules are in force."""
    decision = claim.criticality_from
    if decision is UNSET or decision.by == "default":
        return ""
    if decision.by == "rule":
        return f" (rule {visible(decision.rule or '', 40)})"
    return f" (reviewer {visible(decision.reviewer, 40)})" if decision.reviewer else " (given)"


def _said(claim: AssessedClaim) -> Iterable[str]:
    """Each label once, with the reasons that gave it."""
    reasons: dict[str, list[str]] = {}
    for judgement in claim.judgements:
        reason = "passed the gates" if judgement.reason == "verified" else judgement.reason
        reasons.setdefault(judgement.label, []).append(reason)
    return (f"{label} ({', '.join(dict.fromkeys(names))})" for label, names in reasons.items())


def _lower(out: Assessment) -> None:
    if out.lower_band is None:
        return
    names = ", ".join(short_id(name) for name in out.lower_band.claim_ids[:5])
    more = f" and {len(out.lower_band.claim_ids) - 5} more" if len(out.lower_band.claim_ids) > 5 else ""
    proven = "" if out.lower_band.smallest else " (perhaps fewer would do)"
    _line(("  → ", "green"), (f"{visible(out.lower_band.band)} or lower if supported: {names}{more}{proven}", "green"))


def print_risk_summary(summary: RiskSummary, *, rows_in: int, kept: int = 0) -> None:
    """What the run came to, on standard error: rows in and out, bands, the mean score with its bounds, review.

    `kept` rows were done by an earlier run.
    """
    err = console(stderr=True)
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(style="dim")
    table.add_column(justify="right")
    table.add_column(style="dim")
    from_before = f", {kept:,} of them done before" if kept else ""
    table.add_row("rows", f"{rows_in:,}", f"in, {summary.rows:,} out{from_before}")
    table.add_row("cases", f"{summary.assessed:,}", f"assessed of {summary.rows:,}{_without_index(summary)}")
    bands = ", ".join(f"{visible(name)} {count:,}" for name, count in summary.bands.items())
    table.add_row("review", f"{summary.review:,}", bands)
    if summary.score is not None:
        mean = "—" if summary.score.mean is None else f"{summary.score.mean:.1f}"
        bounds = f"mean score, between {summary.score.lowest:.1f} and {summary.score.highest:.1f} over all cases"
        table.add_row("score", mean, bounds)
    labels = ", ".join(f"{name} {count:,}" for name, count in summary.labels.items())
    table.add_row("claims", f"{summary.claims:,}", labels)
    err.print(table)


def _without_index(summary: RiskSummary) -> str:
    parts = {"unassessed": summary.unassessed, "stopped": summary.stopped, "unreadable": summary.errors}
    return "".join(f", {count:,} {name}" for name, count in parts.items() if count)
