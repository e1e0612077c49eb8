"""The sections about cells: survival and volume, outcomes, failures, mechanical repair, fluency, cost."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from claimgauge.gates import GateName
from claimgauge_bench.measures import Cell, Cited, Estimate
from claimgauge_bench.report.document import BenchReport
from claimgauge_bench.report.figures import (
    NONE,
    name,
    number,
    number_interval,
    percentage,
    share_interval,
    who,
    whole,
)
from claimgauge_bench.report.tables import Section, Table, table
from claimgauge_bench.report.words import SAID

GATE_TITLES: Final[dict[GateName, str]] = {
    "existence": "1 existence",
    "entities": "2 entities",
    "numbers": "3 numbers",
    "type_rules": "4 type rules",
    "prose": "prose",
    "derived": "derived",
}
CITED_TITLES: Final[dict[tuple[Cited, bool], str]] = {
    ("another_type", True): "Other type, one there",
    ("another_type", False): "Other type, none there",
    ("nothing", True): "Nothing, one there",
    ("nothing", False): "Nothing, none there",
    ("unknown_evidence", True): "Unknown ids, one there",
    ("unknown_evidence", False): "Unknown ids, none there",
}


def cell_sections(report: BenchReport) -> Iterator[Section]:
    """The sections in the order of the page."""
    yield _survival(report)
    yield _outcomes(report)
    yield _gates(report)
    yield _types(report)
    if any(cell.mechanical is not None for cell in report.cells):
        yield _mechanical(report)
    yield _fluency(report)
    yield _cost(report)


def tables_by_domain(
    report: BenchReport,
    caption: str,
    headings: Sequence[str],
    rows: Callable[[Cell], Iterator[Sequence[str]]],
    *,
    notes: Callable[[Cell], Iterator[str]] = lambda _cell: iter(()),
) -> tuple[Table, ...]:
    """A table for each domain that has rows: narrator and setting of each cell, then `rows` of it."""
    found = []
    for domain in dict.fromkeys(cell.domain for cell in report.cells):
        cells = [cell for cell in report.cells if cell.domain == domain]
        body = [
            (who(cell.narrator, report.simulated), name(cell.setting), *row) for cell in cells for row in rows(cell)
        ]
        told = [
            (f"{who(cell.narrator, report.simulated)}, {name(cell.setting)}", note)
            for cell in cells
            for note in notes(cell)
        ]
        if body:
            found.append(table(f"{name(domain)}: {caption}", ("Narrator", "Setting", *headings), body, notes=told))
    return tuple(found)


def _survival(report: BenchReport) -> Section:
    interval = f">{100 * report.draws.level:g}% interval"

    def rows(cell: Cell) -> Iterator[Sequence[str]]:
        yield (
            whole(cell.instances),
            whole(cell.claims),
            percentage(cell.survival.value),
            share_interval(cell.survival),
            number(cell.shipped.value),
            number_interval(cell.shipped),
            percentage(cell.strict.value),
            share_interval(cell.strict),
        )

    def notes(cell: Cell) -> Iterator[str]:
        yield from _reasons(("survival", cell.survival), ("shipped", cell.shipped), ("strict", cell.strict))

    headings = (">Instances", ">Claims", ">Survival", interval, ">Shipped", interval, ">Strict pass", interval)
    return Section(
        id="cells",
        title="Survival and volume",
        paragraphs=(SAID["cells"],),
        tables=tables_by_domain(report, "survival and volume", headings, rows, notes=notes),
        plots=("survival", "volume"),
    )


def _reasons(*named: tuple[str, Estimate]) -> Iterator[str]:
    """Why a number or its interval is not there; what all have in common is said once."""
    reasons = {title: each.reason for title, each in named if each.reason}
    if len(reasons) == len(named) and len(set(reasons.values())) == 1:
        yield f"no interval: {next(iter(reasons.values()))}"
    else:
        yield from (f"{title}: {reason}" for title, reason in reasons.items())


def _outcomes(report: BenchReport) -> Section:
    numbers = sorted({int(number) for cell in report.cells for number in cell.kept})

    def rows(cell: Cell) -> Iterator[Sequence[str]]:
        kept = (whole(cell.kept.get(str(each), 0)) for each in numbers)
        counts = (cell.schema_failed, cell.no_reply, cell.zero_verified, cell.templates)
        yield (whole(cell.instances), *map(whole, counts), *kept)

    headings = (
        ">Instances",
        ">Schema-failed",
        ">No reply",
        ">Zero verified",
        ">Template instead",
        *(f">Kept attempt {each}" for each in numbers),
    )
    return Section(
        id="outcomes",
        title="Instances without claims, and attempts",
        paragraphs=(SAID["outcomes"],),
        tables=tables_by_domain(report, "instances", headings, rows),
    )


def _gates(report: BenchReport) -> Section:
    gates = [gate for gate in GATE_TITLES if any(each.gate == gate for cell in report.cells for each in cell.gates)]

    def rows(cell: Cell) -> Iterator[Sequence[str]]:
        by_gate = {each.gate: each for each in cell.gates}
        counts = (
            f"{by_gate[gate].claims:,} ({by_gate[gate].messages:,})" if gate in by_gate else "0" for gate in gates
        )
        yield (whole(cell.claims), whole(cell.failing), percentage(cell.gate4_share.value), *counts)

    def notes(cell: Cell) -> Iterator[str]:
        if cell.gate4_share.reason:
            yield f"Gate 4 share: {cell.gate4_share.reason}"

    headings = (">Claims", ">Failing", ">Gate 4 share", *(f">{GATE_TITLES[gate]}" for gate in gates))
    return Section(
        id="gates",
        title="Failures by gate",
        paragraphs=(SAID["gates"],),
        tables=tables_by_domain(report, "failing claims by gate (messages)", headings, rows, notes=notes),
        plots=("gates",),
    )


def _types(report: BenchReport) -> Section:
    modes = [
        mode
        for mode in CITED_TITLES
        if any((each.cited, each.available) == mode for cell in report.cells for each in cell.type_failures)
    ]

    def rows(cell: Cell) -> Iterator[Sequence[str]]:
        for kind in dict.fromkeys(each.claim_type for each in cell.type_failures):
            own = {
                (each.cited, each.available): each.messages for each in cell.type_failures if each.claim_type == kind
            }
            yield (name(kind), whole(sum(own.values())), *(whole(own.get(mode, 0)) for mode in modes))

    headings = ("Claim type", ">Messages", *(f">{CITED_TITLES[mode]}" for mode in modes))
    return Section(
        id="types",
        title="How Gate 4 fails",
        paragraphs=(SAID["types" if modes else "no types"],),
        tables=tables_by_domain(report, "Gate 4 messages by claim type", headings, rows),
        plots=("types",) if modes else (),
    )


def _mechanical(report: BenchReport) -> Section:
    def effects(cell: Cell) -> Iterator[Sequence[str]]:
        if cell.mechanical is not None:
            yield (
                whole(cell.mechanical.claims),
                f"{percentage(cell.survival_before)} → {percentage(cell.survival.value)}",
                f"{number(cell.shipped_before)} → {number(cell.shipped.value)}",
                f"{percentage(cell.strict_before)} → {percentage(cell.strict.value)}",
                ", ".join(f"{rule} {times:,}" for rule, times in cell.mechanical.rules.items()) or NONE,
            )

    def codes(cell: Cell) -> Iterator[Sequence[str]]:
        for each in cell.mechanical.codes if cell.mechanical is not None else ():
            left = each.failed - each.put_right
            yield (
                each.code,
                whole(each.failed),
                whole(each.put_right),
                whole(left),
                percentage(each.put_right / each.failed),
            )

    headings = (">Claims put right", ">Survival", ">Shipped", ">Strict pass", "Repairs by rule")
    return Section(
        id="mechanical",
        title="Mechanical repair",
        paragraphs=(SAID["mechanical"],),
        tables=(
            *tables_by_domain(report, "before and after mechanical repair", headings, effects),
            *tables_by_domain(
                report,
                "what it does to each kind of failure",
                ("Failure", ">Claims before", ">Put right", ">Left", ">Put right, share"),
                codes,
            ),
        ),
        plots=("mechanical",),
    )


def _fluency(report: BenchReport) -> Section:
    def rows(cell: Cell) -> Iterator[Sequence[str]]:
        told = cell.fluency
        yield (
            whole(told.texts),
            number(told.words, 1),
            number(told.sentence_length, 1),
            number(told.reading_ease, 1),
            number(told.grade, 1),
            number(told.lexical_diversity, 3),
        )

    def notes(cell: Cell) -> Iterator[str]:
        if cell.fluency.reason:
            yield cell.fluency.reason

    headings = (">Texts", ">Words a text", ">Words a sentence", ">Reading ease", ">Grade", ">Lexical diversity")
    return Section(
        id="fluency",
        title="How the shipped text reads",
        paragraphs=(SAID["fluency"],),
        tables=tables_by_domain(report, "fluency of what shipped", headings, rows, notes=notes),
    )


def _cost(report: BenchReport) -> Section:
    def rows(cell: Cell) -> Iterator[Sequence[str]]:
        spent = cell.spending
        money = f"{spent.cost} {name(spent.currency)}".strip() if spent.cost is not None else NONE
        each = cell.cost_per_verified or NONE
        counts = (spent.calls, spent.failed, spent.tokens_in, spent.tokens_out)
        yield (*map(whole, counts), money, each)

    def notes(cell: Cell) -> Iterator[str]:
        if cell.spending.reason:
            yield f"cost: {cell.spending.reason}"
        elif cell.cost_per_verified is None:
            yield "cost per verified claim: no claim was verified"

    asked = any(cell.spending.calls for cell in report.cells)
    known = any(cell.cost_per_verified is not None for cell in report.cells)
    headings = (">Calls", ">Failed", ">Tokens in", ">Tokens out", ">Cost", ">Cost per verified claim")
    return Section(
        id="cost",
        title="Calls and cost",
        paragraphs=(SAID["cost" if asked else "no cost"],),
        tables=tables_by_domain(report, "calls and cost", headings, rows, notes=notes) if asked else (),
        plots=("cost",) if known else (),
    )
