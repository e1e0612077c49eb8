"""`claimgauge register`: check a register against evidence rules, show it, show the rules."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import typer
from rich.text import Text

from claimgauge.cli.leave import leave
from claimgauge.cli.output import console, write_json
from claimgauge.cli.visible import visible
from claimgauge.register import (
    WHY,
    EvidenceRules,
    Register,
    RegisterFinding,
    judge_register,
    place_findings,
    standings,
)
from claimgauge.reports.figures import count
from claimgauge.wiring import (
    DEFAULT_EVIDENCE_RULES,
    EVIDENCE_RULES,
    load_evidence_rules,
    load_register,
    read_pages,
    shipped_names,
)

app = typer.Typer(
    help="Check a register of claims and sources, show it, or show the evidence rules.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
CHECKED = "claimgauge.register-check/1"
SHIPPED = ", ".join(shipped_names(EVIDENCE_RULES))
RegisterArgument = Annotated[str, typer.Argument(metavar="REGISTER", help="A register (TOML).")]
RulesOption = Annotated[
    str, typer.Option("--rules", metavar="NAME|FILE", help=f"Evidence rules that ship ({SHIPPED}), or a TOML file.")
]
FormatOfOne = Annotated[
    Literal["text", "json"], typer.Option("--format", "-f", help="Text for people, JSON for programs.")
]


@app.command()
def check(
    register: RegisterArgument,
    *,
    rules: RulesOption = DEFAULT_EVIDENCE_RULES,
    pages: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Look for the anchors of the claims on their pages below this folder."),
    ] = None,
    form: FormatOfOne = "text",
    fail_on: Annotated[
        Literal["finding", "never"], typer.Option(help="Exit with 1 if there is a finding.")
    ] = "finding",
) -> None:
    """Hold the status of every claim against its sources, and say what breaks which rule and what to do."""
    loaded, chosen = load_register(register), load_evidence_rules(rules)
    found = judge_register(loaded, chosen)
    if pages is not None:
        named = (place.page for claim in loaded.claims for place in claim.places if place.anchor)
        found += place_findings(loaded, read_pages(pages, named))
    if form == "json":
        write_json({"schema": CHECKED, "claims": standings(loaded, chosen), "findings": found})
    else:
        _print(loaded, chosen, found)
    said = count(len(found), "finding") if found and fail_on == "finding" else ""
    leave(unreadable=0, failed=said, fail_on=fail_on)


def _print(register: Register, rules: EvidenceRules, found: tuple[RegisterFinding, ...]) -> None:
    out = console()
    mark = ("ok", "green") if not found else ("not ok", "red")
    sizes = f"{count(len(register.claims), 'claim')}, {count(len(register.sources), 'source')}"
    out.print(Text.assemble(mark, f"  {visible(register.id, 60)} version {visible(register.version, 30)}  {sizes}"))
    provisional = " (provisional)" if rules.provisional else ""
    out.print(
        Text(f"evidence rules {visible(rules.id, 60)} version {visible(rules.version, 30)}{provisional}", style="dim")
    )
    for each in found:
        name, what = (each.claim_id, "claim") if each.claim_id else (each.source_id, "source")
        out.print(Text.assemble("\n", (f"{what} {visible(name, 80)}", "bold"), (f"  {each.rule}", "red")))
        out.print(Text(f"  {visible(each.message, 900)}"))


@app.command()
def show(
    register: RegisterArgument,
    *,
    rules: RulesOption = DEFAULT_EVIDENCE_RULES,
    form: FormatOfOne = "text",
) -> None:
    """Show the claims of a register with the sources that count for each, and its sources."""
    loaded, chosen = load_register(register), load_evidence_rules(rules)
    if form == "json":
        write_json({**msgspec.to_builtins(loaded), "digest": loaded.digest})
        return
    out = console()
    title = f" version {visible(loaded.version)} · {visible(loaded.title)}".rstrip(" ·")
    out.print(Text.assemble((visible(loaded.id), "bold"), title))
    out.print(Text(f"{loaded.digest}\n{visible(loaded.source)}".rstrip() + "\n", style="dim"))
    for line in (*_claims(loaded, chosen), *_sources(loaded)):
        out.print(line)


def _claims(register: Register, rules: EvidenceRules) -> Iterator[Text]:
    known = {each.id: each for each in register.claims}
    for each in standings(register, rules):
        claim = known[each.claim_id]
        style = "green" if claim.status in each.statuses else "red"
        marks = [name for name in ("provisional", "interpretation", "requirement") if getattr(claim, name)]
        yield Text.assemble((visible(claim.id, 60), "bold"), f"  {claim.kind}  ", (claim.status, style))
        yield Text(f"  {visible(claim.text, 400)}")
        yield from _row("counted", ", ".join(visible(name, 60) for name in each.counted) or "none")
        yield from _row("not", "; ".join(f"{visible(one.source_id, 60)} {WHY[one.why]}" for one in each.uncounted))
        yield from _row("marked", ", ".join(marks))
        yield from _row("note", visible(claim.note, 400))


def _sources(register: Register) -> Iterator[Text]:
    yield Text(f"\n{count(len(register.sources), 'source')}", style="bold")
    for each in register.sources:
        can_change = f"looked up {each.accessed or 'nobody knows when'}" if each.mutable or each.accessed else ""
        marks = ["" if each.primary else "not primary", can_change, "" if each.accessible else "may not be read"]
        yield Text.assemble((visible(each.id, 60), "bold"), "  ", "  ".join([each.type, *filter(None, marks)]))
        yield Text(f"  {visible(each.title, 200)} · {visible(each.locator, 200)}", style="dim")


def _row(name: str, told: str) -> Iterator[Text]:
    if told:
        yield Text.assemble((f"  {name:<10}", "dim"), told)


@app.command("rules")
def rules_(
    rules: Annotated[
        str, typer.Argument(metavar="[NAME|FILE]", help=f"Evidence rules that ship ({SHIPPED}), or a TOML file.")
    ] = DEFAULT_EVIDENCE_RULES,
    *,
    form: FormatOfOne = "text",
) -> None:
    """Show the evidence rules: principles, and for each kind of claim what is enough and what is done without it."""
    loaded = load_evidence_rules(rules)
    if form == "json":
        write_json({**msgspec.to_builtins(loaded), "digest": loaded.digest})
        return
    out = console()
    title = f" version {visible(loaded.version)} · {visible(loaded.title)}".rstrip(" ·")
    mark = "  provisional" if loaded.provisional else ""
    out.print(Text.assemble((visible(loaded.id), "bold"), title, (mark, "yellow")))
    out.print(Text(f"{loaded.digest}\n{visible(loaded.source)}".rstrip(), style="dim"))
    for principle in loaded.principles.values():
        out.print(Text(f"· {visible(principle)}"))
    for kind, rule in loaded.kinds.items():
        out.print(Text.assemble("\n", (kind, "bold"), f"  {visible(rule.title)}"))
        rows = {
            "enough": ", ".join(rule.minimum) + (" (primary)" if rule.primary else ""),
            "or": ", ".join(rule.fallback) + " without a peer-reviewed version" if rule.fallback else "",
            "then": rule.status,
            "lifted by": ", ".join(rule.independent),
            "else": f"{', '.join(rule.handling)}: {visible(rule.instruction)}",
            "label": rule.label + (f", {rule.denied_label} where denied" if rule.denied_label else ""),
        }
        for name, told in rows.items():
            for line in _row(name, told):
                out.print(line)
