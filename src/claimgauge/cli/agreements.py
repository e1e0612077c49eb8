"""Agreement as text that a person likes to read: the numbers, what they hide, and what to settle next."""

from collections.abc import Sequence
from functools import cache

from rich.console import Console
from rich.table import Table
from rich.text import Text

from claimgauge.cli.output import console
from claimgauge.cli.visible import visible
from claimgauge.reports.agreement_rows import (
    STEP_WORDS,
    OneRow,
    coefficient_rows,
    lowest,
    number,
    one_rows,
    votes_text,
)
from claimgauge.reports.figures import count, share
from claimgauge.review import Agreement

SHOWN = 10
"""Raters, pairs and items that are named of each kind; the JSON names all."""


@cache
def _out() -> Console:
    return console()


def _line(*parts: tuple[str, str]) -> None:
    _out().print(Text.assemble(*parts))


def print_agreement(agreement: Agreement, *, names: Sequence[str]) -> None:
    """Headline, what to know first, the coefficients, then by label, dimension and rater, and the disputed items."""
    _headline(agreement, names)
    for notice in agreement.notices:
        _line(("  ! ", "yellow"), (visible(notice, 400), "yellow"))
    _line(("", ""))
    _coefficients(agreement)
    low = lowest(agreement)
    for title, rows in (
        ("label", one_rows(agreement.by_label, low)),
        ("dimension", one_rows(agreement.by_dimension, low)),
    ):
        if rows:
            _line(("", ""))
            _out().print(_ones(title, rows, agreement))
    _line(("", ""))
    _out().print(_raters(agreement))
    _pairs(agreement)
    _items(agreement)


def _headline(agreement: Agreement, names: Sequence[str]) -> None:
    _line((", ".join(visible(name, 60) for name in names), "bold"))
    counted = (count(agreement.raters, "rater"), count(agreement.items, "item"), count(agreement.ratings, "rating"))
    labels = ", ".join(visible(name, 30) for name in agreement.labels[:SHOWN])
    more = f" and {len(agreement.labels) - SHOWN} more" if len(agreement.labels) > SHOWN else ""
    _line((f"  {', '.join(counted)}  {agreement.level}: {labels}{more}", "dim"))


def _coefficients(agreement: Agreement) -> None:
    rows = coefficient_rows(agreement)
    table = Table("", box=None, pad_edge=False)
    for title in ("value", f"{100 * agreement.confidence:g}% interval", "by chance"):
        table.add_column(title, justify="right")
    table.add_column("")
    for row in rows:
        table.add_row(row.name, row.value, row.interval, row.by_chance, row.note, style="" if row.plot else "dim")
    _out().print(table)
    if agreement.prevalence.message:
        _line(("  ! ", "yellow"), (visible(agreement.prevalence.message, 600), "yellow"))


def _ones(title: str, rows: Sequence[OneRow], agreement: Agreement) -> Table:
    table = Table(f"by {title}", box=None, pad_edge=False)
    for name in ("share", "items", "agree on it", "alpha", f"{100 * agreement.confidence:g}% interval", "AC1"):
        table.add_column(name, justify="right")
    for row in rows:
        cells = (share(row.share), f"{row.items:,}", row.specific, row.alpha.value, row.alpha.interval, row.gwet)
        table.add_row(f"  {visible(row.name, 40)}", *cells)
    return table


def _raters(agreement: Agreement) -> Table:
    table = Table("by rater", box=None, pad_edge=False)
    for name in ("ratings", "agrees with others", "accuracy, modelled"):
        table.add_column(name, justify="right")
    table.add_column("labels given")
    for each in agreement.by_rater[:SHOWN]:
        shares = [_share(value) for value in (each.agreement, each.accuracy)]
        given = ", ".join(f"{visible(label, 24)} {times:,}" for label, times in [*each.labels.items()][:SHOWN])
        table.add_row(f"  {visible(each.rater, 40)}", f"{each.ratings:,}", *shares, given)
    if len(agreement.by_rater) > SHOWN:
        table.add_row(f"  and {len(agreement.by_rater) - SHOWN} more")
    return table


def _share(value: float | None) -> str:
    """A share, or that there is none."""
    return "none" if value is None else share(value)


def _pairs(agreement: Agreement) -> None:
    if len(agreement.pairs) < 2:
        return
    table = Table("pairs, lowest kappa first", box=None, pad_edge=False)
    for name in ("items", "same label", "kappa"):
        table.add_column(name, justify="right")
    table.add_column("")
    ordered = sorted(agreement.pairs, key=lambda pair: (pair.kappa is None, pair.kappa or 0.0, pair.a, pair.b))
    for pair in ordered[:SHOWN]:
        name = f"  {visible(pair.a, 30)}, {visible(pair.b, 30)}"
        table.add_row(name, f"{pair.items:,}", share(pair.agreement), number(pair.kappa), pair.reason)
    if len(ordered) > SHOWN:
        table.add_row(f"  and {len(ordered) - SHOWN:,} more")
    _line(("", ""))
    _out().print(table)


def _items(agreement: Agreement) -> None:
    told = ", ".join(f"{number_of:,} {STEP_WORDS[step]}" for step, number_of in agreement.steps.items())
    _line((f"\nitems: {told}", "bold"))
    disputed = agreement.disputed
    for each in disputed[:SHOWN]:
        likely = "" if each.likely is None else f"  likeliest {visible(each.likely, 24)}"
        final = f": {visible(each.final, 24)}" if each.step == "adjudicated" and each.final is not None else ""
        _line(
            (f"  {visible(each.item, 60)}", "bold"),
            (f"  {visible(votes_text(each), 100)}  {STEP_WORDS[each.step]}{final}", ""),
            (likely, "dim"),
        )
    if len(disputed) > SHOWN:
        _line((f"  and {len(disputed) - SHOWN:,} more disputed", "dim"))
