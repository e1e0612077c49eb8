"""Comparisons as text that a person likes to read: what differs, how sure that is, and which cases moved."""

from collections.abc import Sequence
from functools import cache

from rich.console import Console
from rich.table import Table
from rich.text import Text

from claimgauge.cli.output import console
from claimgauge.cli.visible import visible
from claimgauge.reports.comparison_rows import comparison_rows
from claimgauge.reports.figures import probability, signed
from claimgauge.workflow import Comparison

SHOWN = 10
"""Cases that are named of each kind; the JSON names all."""


@cache
def _out() -> Console:
    return console()


def _line(*parts: tuple[str, str]) -> None:
    _out().print(Text.assemble(*parts))


def print_comparison(comparison: Comparison, *, names: tuple[str, str]) -> None:
    """Headline, what to know first, the measures, the bands before and after, the cases that moved most."""
    _headline(comparison, names)
    for notice in comparison.notices:
        _line(("  ! ", "yellow"), (visible(notice, 400), "yellow"))
    _named(comparison)
    _line(("", ""))
    _out().print(_measures(comparison))
    _bounds(comparison)
    _line(("", ""))
    _out().print(_matrix(comparison))
    for title, movers in (("rose", comparison.risen), ("fell", comparison.fallen)):
        if movers:
            _line((f"\n{title} most", "bold"))
        for mover in movers:
            _line(
                (f"  {signed(mover.difference, 1):>7}  ", ""),
                (visible(mover.case_id, 60), "bold"),
                (f"  {mover.a:.1f} {visible(mover.band_a)} → {mover.b:.1f} {visible(mover.band_b)}", "dim"),
            )


def _headline(comparison: Comparison, names: tuple[str, str]) -> None:
    pairing = comparison.pairing
    used = [
        f"{visible(each.id, 40)} {visible(each.version, 20)}{' (provisional)' if each.provisional else ''}"
        for run in (comparison.a, comparison.b)
        for each in run.rubrics
    ]
    listed = ", ".join(dict.fromkeys(used)) or "none"
    _line(("A ", "dim"), (visible(names[0], 60), "bold"), ("  B ", "dim"), (visible(names[1], 60), "bold"))
    _line((f"  {pairing.pairs:,} pairs, {pairing.scored:,} with an index  rubric {listed}  higher is riskier", "dim"))
    chance = "" if pairing.sign_test is None else f"  sign test p = {probability(pairing.sign_test)}"
    _line((f"  score rose in {pairing.rises:,}, fell in {pairing.falls:,}, same in {pairing.same:,}{chance}", "dim"))


def _named(comparison: Comparison) -> None:
    pairing = comparison.pairing
    without = [f"{visible(each.case_id, 60)} ({each.a}, {each.b})" for each in pairing.without_index[:SHOWN]]
    _listed("no index (A, B)", without, len(pairing.without_index))
    for title, ids in (("only in A", pairing.only_a), ("only in B", pairing.only_b)):
        _listed(title, [visible(name, 60) for name in ids[:SHOWN]], len(ids))


def _listed(title: str, shown: Sequence[str], count: int) -> None:
    if count:
        more = f" and {count - len(shown):,} more" if count > len(shown) else ""
        _line((f"  {title}: ", "dim"), (f"{', '.join(shown)}{more}", ""))


def _measures(comparison: Comparison) -> Table:
    table = Table("", box=None, pad_edge=False)
    for title in ("A", "B", "B − A", f"{100 * comparison.level:g}% interval"):  # noqa: RUF001  # a true minus sign
        table.add_column(title, justify="right")
    table.add_column("")
    for group in comparison_rows(comparison):
        if group.group != "scores":
            table.add_row(Text(group.title[:1].lower() + group.title[1:], style="dim"))
        for row in group.rows:
            name = row.name if row.key else f"  {visible(row.name, 40)}"
            cells = (row.a, row.b, row.difference, row.interval, row.word)
            table.add_row(name, *cells, style="bold" if row.key else "dim" if row.blank else "")
    return table


def _bounds(comparison: Comparison) -> None:
    bounds = comparison.score.bounds
    if bounds is not None and comparison.pairing.without_index:
        span = f"{signed(bounds.lower, 1)} and {signed(bounds.upper, 1)}"
        _line((f"\nover all pairs the score difference is between {span}, whatever those without an index hide", "dim"))


def _matrix(comparison: Comparison) -> Table:
    """Bands of A down, bands of B across."""
    names = [*comparison.bands, *([None] if comparison.pairing.without_index else [])]
    counts = {(move.from_, move.to): move.pairs for move in comparison.moves}
    table = Table("pairs by band", box=None, pad_edge=False)
    for name in names:
        table.add_column(f"B {_band(name)}", justify="right")
    for before in names:
        cells = [f"{counts.get((before, after), 0):,}" for after in names]
        table.add_row(f"  A {_band(before)}", *cells)
    return table


def _band(name: str | None) -> str:
    return "no index" if name is None else visible(name, 24)
