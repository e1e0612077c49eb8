"""The page about the optimum of card portfolios."""

import statistics
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

import claimgauge
from tests.proofs.page_lines import paragraph, points
from tests.proofs.tatqa_page import table

CENT = Decimal("0.01")


class Compared(NamedTuple):
    """One instance under one reading: both nets, that of the released portfolio, and how long the solver took.

    `sound`: the allocation places all that is spent, keeps the limits, and is priced at what it says.
    """

    name: str
    goal: str
    net: Decimal
    released: Decimal
    released_here: Decimal
    same_cards: bool
    sound: bool
    seconds: float


class Agreement(NamedTuple):
    """Small catalogues drawn from one, how many optima are what brute force finds, and how often a cap splits."""

    title: str
    tried: int
    agree: int
    split: int


class Built(NamedTuple):
    """How many households and instances of the domain were made in how many seconds."""

    profiles: int
    instances: int
    seconds: float


Readings = Mapping[str, Sequence[Compared]]
"""What a dollar of an unlisted category earns → the instances; the first is the released reading."""


def holds(readings: Readings, agreements: Sequence[Agreement]) -> bool:
    """Whether no optimum is below what it is held against, and all is sound."""
    (every, *_others) = readings.values()
    return (
        all(each.sound and each.net >= each.released_here for found in readings.values() for each in found)
        and all(each.net >= each.released for each in every)
        and all(each.agree == each.tried for each in agreements)
    )


def better(every: Sequence[Compared]) -> int:
    """Instances whose optimum is more than a cent above the released portfolio, used as well as can be."""
    return sum(each.net > each.released_here + CENT for each in every)


def page(readings: Readings, agreements: Sequence[Agreement], built: Built, *, date: str, draws: int) -> str:
    """The page, as Markdown."""
    (released, *_others) = readings.values()
    return "\n".join(
        [
            "# The optimum of card portfolios",
            "",
            "<!-- written by tests/proofs/milp.py; run it again where the optimum changes -->",
            "",
            *paragraph(
                "The domain `cards` of [the benchmark](bench-domains.md) tells of portfolios that a mixed integer",
                "program finds: at most three cards, annual fees of at most 1,000 USD, and for each category the",
                "dollars that go on each card, below its cap and beyond. Here it is held against what the released",
                "search found",
                "on the released catalogue of 70 cards, and against trying everything on small catalogues. Every",
                "allocation is priced again by a function that knows the catalogue and the valuation and nothing else.",
            ),
            f"claimgauge {claimgauge.__version__}, {date}, by",
            "",
            "```text",
            f"python -m tests.proofs.milp --date {date} --draws {draws}",
            "```",
            "",
            "## Against the released search",
            "",
            table(_HEAD, [_row(title, every) for title, every in readings.items()]),
            *points(
                "*at least*: the net value is that of the released portfolio, used as well as can be, or more; "
                "*better*: by more than a cent.",
                "*sound*: all that is spent is placed, the limits are kept, and the independent price is that stated.",
                "*as released*: the net value of the released portfolio comes to the released figure, to the cent.",
            ),
            *paragraph(*_reading(released)),
            *paragraph(
                "Spending that is stated by the month is rounded to the cent in the data; twelve times that is taken",
                "to whole dollars.",
            ),
            "## Time",
            "",
            table(("an unlisted category earns", "median, ms", "longest, ms"), list(_times(readings))),
            *paragraph(
                f"On one thread. To make the {built.instances} instances of the domain, {built.profiles} households",
                f"over the fictional catalogue with all of their evidence, took {built.seconds:.1f} s.",
            ),
            "## Against brute force",
            "",
            *paragraph(
                "Seven cards are drawn from a catalogue, and a household and a goal with them. Every portfolio of up",
                "to three is tried, in every order of its cards, with every card for what is left beyond the caps.",
            ),
            table(
                ("cards from", "drawn", "agree", "where a category has several segments"),
                [(each.title, each.tried, each.agree, each.split) for each in agreements],
            ),
        ]
    )


_HEAD = ("an unlisted category earns", "instances", "at least", "better", "most gained, USD", "same cards", "sound",
         "as released")  # fmt: skip


def _row(title: str, every: Sequence[Compared]) -> tuple[object, ...]:
    return (
        title,
        len(every),
        sum(each.net >= each.released_here for each in every),
        better(every),
        f"{max(each.net - each.released_here for each in every):.2f}",
        sum(each.same_cards for each in every),
        sum(each.sound for each in every),
        sum(abs(each.released - each.released_here) <= CENT for each in every),
    )


def _reading(released: Sequence[Compared]) -> Iterator[str]:
    yield "The released catalogue does not say what a dollar earns in a category that a card does not list."
    yield "Under the first reading every released figure is that of its portfolio where *as released* counts all;"
    yield "the second asks another question, so that released figures are no bound there and only the portfolios are."
    if not better(released):
        yield "Under the released reading nothing better is found: on these instances the released search, which is a"
        yield "lower bound by its own description, is exact."
    yield "Both readings take cash in full under PROGRAM_POINTS; with 0.6 of it, as for other currencies, the released"
    yield "figures of that goal do not come out."


def _times(readings: Readings) -> Iterator[tuple[object, ...]]:
    for title, every in readings.items():
        seconds = [each.seconds for each in every]
        yield title, f"{1000 * statistics.median(seconds):.0f}", f"{1000 * max(seconds):.0f}"
