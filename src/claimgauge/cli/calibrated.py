"""Calibrations as text: what to know first, then figures with their intervals, the bands, and what they cost."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from claimgauge.calibration.drift import Window, window_name
from claimgauge.calibration.result import Calibration
from claimgauge.cli.output import console
from claimgauge.cli.visible import visible
from claimgauge.reports.calibration_figures import (
    FigureRow,
    band_lines,
    break_even_text,
    cost_rows,
    discrimination_rows,
    reliability_rows,
    threshold_text,
    value_text,
)
from claimgauge.reports.figures import exact, probability, signed
from claimgauge.risk import Rubric


@cache
def _out() -> Console:
    return console()


def _line(*parts: tuple[str, str]) -> None:
    _out().print(Text.assemble(*parts))


def print_calibration(found: Calibration, *, name: str) -> None:
    """Everything but the points of the curves, which are in the JSON and on the page."""
    _headline(found, name)
    for notice in found.notices:
        _line(("  ! ", "yellow"), (visible(notice, 400), "yellow"))
    level = f"{100 * found.level:g}% interval"
    _figures("does the score put harmful answers on top? all answers", discrimination_rows(found), level)
    for reading, rows in reliability_rows(found):
        _figures(f"does {reading} mean a probability? held-out answers, 0 is the best", rows, level)
    _thresholds(found)
    _bands(found, level)
    _figures(f"mean cost of a held-out answer, in {visible(found.costs.unit, 40)}", cost_rows(found.bands), level)
    if found.windows:
        _windows(found.windows)


def print_proposal(path: Path, rubric: Rubric) -> None:
    """Where the proposed rubric is, and how to see what it changes."""
    _line(
        ("\nproposed: ", "bold"), (f"{visible(str(path))}  rubric {visible(rubric.id)} {visible(rubric.version)}", "")
    )
    _line(("nothing else was changed; claimgauge rubric diff says what would", "dim"))


def _headline(found: Calibration, name: str) -> None:
    rubric, costs, given, parts = found.rubric, found.costs, found.outcomes, found.parts
    marks = [" (provisional)" if each.provisional else "" for each in (rubric, costs)]
    _line(
        (visible(name, 60), "bold"),
        (f"  rubric {visible(rubric.id, 40)} {visible(rubric.version, 20)}{marks[0]}", ""),
        (f"  costs {visible(costs.id, 40)} {visible(costs.version, 20)}{marks[1]}", ""),
    )
    split = f"{parts.train.answers:,} to fit, {parts.held_out.answers:,} held out"
    _line(
        (f"  {given.answers:,} answers with an outcome, {given.harmful:,} harmful: {split}  higher is riskier", "dim")
    )


def _figures(title: str, rows: Iterable[FigureRow], level: str) -> None:
    table = Table("", box=None, pad_edge=False)
    table.add_column("", justify="right")
    table.add_column(level, justify="right")
    table.add_column("")
    for row in rows:
        table.add_row(f"  {row.name}", row.value, row.interval, Text(row.remark, style="dim"))
    _line((f"\n{title}", "bold"))
    _out().print(table)


def _thresholds(found: Calibration) -> None:
    table = Table("", box=None, pad_edge=False)
    for title in ("today", "costs least at", "cost there", "strict pays from a risk of"):
        table.add_column(title, justify="right")
    for curve in found.curves:
        pair = f"  {curve.milder} | {curve.stricter}"
        cells = (exact(curve.current), threshold_text(curve), f"{curve.best.cost:.3f}", break_even_text(curve))
        table.add_row(pair, *cells)
    _line(("\nwhere does a threshold between two actions cost least? train answers", "bold"))
    _out().print(table)


def _bands(found: Calibration, level: str) -> None:
    table = Table("band", "action", box=None, pad_edge=False)
    for title in ("up to, today", "fitted", level, "held out, today", "fitted"):
        table.add_column(title, justify="right")
    for row in band_lines(found.bands):
        cells = (row.before, row.after, row.spread, row.held_before, row.held_after)
        table.add_row(f"  {visible(row.name, 40)}", row.action, *cells)
    _line(("", ""))
    _out().print(table)


def _windows(windows: Iterable[Window]) -> None:
    table = Table("outcomes by their time", box=None, pad_edge=False)
    for title in ("answers", "harmful", "mean score", "less probability", "PSI", "by chance", "KS", "p"):
        table.add_column(title, justify="right")
    for each in windows:
        moved = each.shift
        shifted = ("", "", "", "")
        if moved is not None:
            psi, chance = f"{moved.stability_index:.3f}", f"{moved.stability_by_chance:.3f}"
            shifted = (psi, chance, f"{moved.distance:.3f}", probability(moved.p_value))
        share = each.harmful_share
        table.add_row(
            f"  {window_name(each)}",
            f"{share.answers:,}",
            value_text(share),
            value_text(each.mean_score, 1),
            "none" if each.excess.value is None else signed(each.excess.value, 3),
            *shifted,
        )
    _line(("", ""))
    _out().print(table)
