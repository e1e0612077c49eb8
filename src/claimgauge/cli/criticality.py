"""`claimgauge criticality`: check rules, and show what they make of cases and what the index owes to that."""

from collections.abc import Iterator
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from claimgauge.calibration.criticality import ClaimSensitivity, ClaimShift, CriticalitySensitivity, Outcome
from claimgauge.cli.assessments import why_critical
from claimgauge.cli.leave import leave
from claimgauge.cli.options import AtOption, CriticalityOption, FormatOption, RubricOption, given_time
from claimgauge.cli.output import console, write_json, write_rows
from claimgauge.cli.visible import short_id, visible
from claimgauge.criticality import CriticalityRule
from claimgauge.wiring import (
    DEFAULT_CRITICALITY,
    Weighed,
    load_criticality,
    load_rubric,
    sensitivities,
    shipped_names,
)
from claimgauge.workflow import AssessmentError, AssessmentRow, CaseRow

app = typer.Typer(
    help="Check rules of criticality, or show what they make of cases.", no_args_is_help=True, rich_markup_mode=None
)
VARIANTS = {
    "as_judged": "as judged",
    "all_one": "every claim at v 1",
    "all_lower": "every claim a level lower",
    "all_higher": "every claim a level higher",
}
SHOWN = 60
"""Characters of a claim."""


@app.command()
def check(
    rules: Annotated[
        str,
        typer.Argument(
            metavar="NAME|FILE", help=f"Rules that ship ({', '.join(shipped_names('criticality'))}), or a TOML file."
        ),
    ] = DEFAULT_CRITICALITY,
    *,
    form: FormatOption = "text",
) -> None:
    """Check rules, and list them; exit 2 where they cannot be used, with every problem and its place."""
    loaded = load_criticality(rules)
    if form != "text":
        write_json(loaded)
        return
    out = console()
    mark = "  provisional" if loaded.provisional else ""
    head = f"  {visible(loaded.id)} version {visible(loaded.version)}  {loaded.digest}"
    out.print(Text.assemble(("ok", "green"), head, (mark, "yellow")))
    if loaded.title:
        out.print(Text(visible(loaded.title), style="dim"))
    table = Table("rule", "v", "holds for a claim with", "why", box=None, pad_edge=False)
    for rule in sorted(loaded.rules, key=lambda each: (-each.value, each.id)):
        table.add_row(visible(rule.id, 40), f"{rule.value:g}", _conditions(rule), visible(rule.why, 80))
    out.print(table)


def _conditions(rule: CriticalityRule) -> str:
    names = {
        "patterns": ("one of {} pattern", rule.patterns),
        "entities": ("one of {} entit", rule.entities),
        "claim_types": ("type ", rule.claim_types),
        "use_cases": ("use case ", rule.use_cases),
        "fields": ("field ", rule.fields),
    }
    parts = []
    for key, (text, items) in names.items():
        if not items:
            continue
        if key in ("patterns", "entities"):
            one, many = ("y", "ies") if key == "entities" else ("", "s")
            parts.append(text.format(f"{len(items):,}") + (one if len(items) == 1 else many))
        else:
            parts.append(text + " or ".join(visible(item, 40) for item in items[:4]) + (" …" if len(items) > 4 else ""))
    return " and ".join(parts)


@app.command()
def show(
    cases: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE",
            help="Cases whose claims carry labels, or assessments (--format jsonl); - is standard input.",
        ),
    ],
    *,
    criticality: CriticalityOption = DEFAULT_CRITICALITY,
    rubric: RubricOption = None,
    at: AtOption = None,
    form: FormatOption = "text",
) -> None:
    """Show v of each claim with the rule that decided, and what other criticalities would make of the index.

    Assessments keep the criticalities that they were scored with.
    """
    found = sensitivities(
        cases,
        rules=load_criticality(criticality or DEFAULT_CRITICALITY),
        rubric=None if rubric is None else load_rubric(rubric),
        now=given_time(at),
    )
    unreadable = 0

    def counted() -> Iterator[tuple[Weighed, AssessmentRow | CriticalitySensitivity]]:
        nonlocal unreadable
        for each in found:
            unreadable += isinstance(each.out, AssessmentError)
            yield each, each.out if each.sensitivity is None else each.sensitivity

    write_rows(counted(), form, lambda pair: _print(pair[0]))
    leave(unreadable=unreadable, failed="", fail_on="")


def _print(each: Weighed) -> None:
    out = console()
    if isinstance(each.out, AssessmentError) or each.sensitivity is None:
        error = each.out.error if isinstance(each.out, AssessmentError) else None
        problem = visible(f"{error.place}: {error.message}", 240) if error else ""
        out.print(Text.assemble(("✗ ", "red"), (visible(each.out.case_id, 60), "bold"), (f"  {problem}", "red")))
        return
    found = each.sensitivity
    out.print(Text.assemble((visible(found.case_id, 60), "bold"), (f"  rubric {visible(found.rubric, 60)}", "dim")))
    table = Table("claim", "v", "a level lower", "a level higher", "", box=None, pad_edge=False)
    texts = _texts(each)
    for claim, assessed, text in zip(found.claims, each.out.claims, texts, strict=True):
        table.add_row(
            Text.assemble(short_id(claim.claim_id), (f"  {visible(text, SHOWN)}", "dim") if text else ""),
            f"{claim.criticality:g}{why_critical(assessed)}",
            _shift(claim.lower),
            _shift(claim.higher),
            Text("decides the band", style="yellow") if claim.changes_band else "",
        )
    out.print(table)
    variants = Table("criticality", "score", "band", box=None, pad_edge=False)
    for name, title in VARIANTS.items():
        outcome = found.variants[name]  # type: ignore[index]  # the names are those of the variants
        variants.add_row(title, *_outcome(outcome))
    out.print(variants)
    out.print(_said(found.claims, found.variants["as_judged"]))
    out.print()


def _texts(each: Weighed) -> list[str]:
    claims = each.row.case.claims if isinstance(each.row, CaseRow) else ()
    count = len(each.sensitivity.claims) if each.sensitivity else 0
    return [claim.text for claim in claims] + [""] * (count - len(claims))


def _shift(shift: ClaimShift | None) -> str:
    if shift is None:
        return "—"
    score, band = _outcome(shift.outcome)
    return f"v {shift.criticality:g}: {score} {band}"


def _outcome(outcome: Outcome) -> tuple[str, str]:
    if outcome.score is None:
        return "—", outcome.status
    return f"{outcome.score:.1f}", visible(outcome.band or "", 40)


def _said(claims: tuple[ClaimSensitivity, ...], judged: Outcome) -> Text:
    if judged.score is None:
        why = "has no index, so nothing can depend on it; give claims with labels, or assessments of assess"
        return Text(f"the answer {why}", style="yellow")
    names = ", ".join(short_id(each.claim_id) for each in claims if each.changes_band)
    if not names:
        return Text("no claim alone decides the band by its criticality", style="dim")
    return Text(f"the band depends on the criticality of: {names}", style="yellow")
