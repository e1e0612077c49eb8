"""The optimum of card portfolios on the released catalogue, against what the released search finds and brute force.

    make prove NAME=milp
    python -m tests.proofs.milp --date 2026-11-30 --draws 100

On each instance of `optima.jsonl.gz` the program is solved and its allocation priced independently, under
two readings of a category that a card does not list. On small catalogues, drawn from both catalogues, all
portfolios are tried. Writes docs/reference/milp.md; exit code 1 where an optimum is below the released
one, does not come to what it says, or is not what brute force finds. The data lie in $CLAIMGAUGE_SHARED, or in
`shared` beside the checkout.
"""

import argparse
import datetime as dt
import gzip
import json
import random
import sys
import time
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from claimgauge_bench.domains.cards.catalogue import CENT, MONTHS, Catalogue, shipped_catalogue
from claimgauge_bench.domains.cards.instances import Cards
from claimgauge_bench.domains.cards.optimum import DEFAULT_LIMITS, Optimum, optimum
from claimgauge_bench.domains.cards.pricing import misplaced, priced
from claimgauge_bench.domains.cards.profiles import profile
from claimgauge_bench.domains.cards.released import read_released_catalogue
from claimgauge_bench.domains.cards.valuation import Valuation, shipped_valuation
from tests.conftest import ROOT, SHARED
from tests.domains.every_portfolio import best_net, best_use
from tests.proofs import milp_page
from tests.proofs.milp_page import Agreement, Compared

PAGE = ROOT / "docs" / "reference" / "milp.md"
DATA = SHARED / "data" / "veritygate-reference"
READINGS = {"a unit, of cash a cent": False, "what the card lists for OTHER": True}
"""What a dollar earns in a category that a card does not list; the first is the released reading."""
FEW = 7
"""Cards of a catalogue that is small enough to try everything."""
SEED = 1
PROFILES = 50


class Released(NamedTuple):
    """One instance of the released search: what is spent a year, and what it found."""

    name: str
    goal: str
    spend: Mapping[str, Decimal]
    portfolio: tuple[str, ...]
    net: Decimal


def released_optima() -> list[Released]:
    """The instances; a month's spending, which is rounded to the cent, is taken times twelve to whole dollars."""
    with gzip.open(DATA / "optima.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [_released(json.loads(line, parse_float=Decimal)) for line in lines]


def _released(row) -> Released:
    times = MONTHS if row["monthly"] else 1
    spend = {name: (each * times).quantize(Decimal(1)) for name, each in row["spend"].items()}
    name = f"{row['profileId']}/{row['goal']}"
    return Released(name, row["goal"], spend, tuple(sorted(row["portfolio"])), Decimal(row["breakdown"]["netUsd"]))


def released_catalogue(*, other_for_unlisted: bool) -> Catalogue:
    raw, valuation = (DATA / "card-catalog-v1.json.gz").read_bytes(), shipped_valuation("released")
    return read_released_catalogue(raw, valuation, source="card-catalog-v1", other_for_unlisted=other_for_unlisted)


def compared(instance: Released, catalogue: Catalogue, valuation: Valuation) -> Compared:
    """Solve one instance and price what came out."""
    began = time.perf_counter()
    found = optimum(catalogue, valuation, instance.goal, instance.spend)
    seconds = time.perf_counter() - began
    held = [catalogue.card(card_id) for card_id in instance.portfolio]
    return Compared(
        name=instance.name,
        goal=instance.goal,
        net=found.breakdown.in_cents().net,
        released=instance.net,
        released_here=best_use(held, catalogue, valuation, instance.goal, instance.spend).quantize(CENT),
        same_cards=found.portfolio == instance.portfolio,
        sound=is_sound(found, instance, catalogue, valuation),
        seconds=seconds,
    )


def is_sound(found: Optimum, instance: Released, catalogue: Catalogue, valuation: Valuation) -> bool:
    """Whether all that is spent is placed, within the limits, at the price that the optimum states."""
    placed = [(segment.card, segment.category, segment.amount) for segment in found.segments]
    again = priced(found.portfolio, placed, catalogue, valuation, instance.goal)
    return (
        not misplaced(placed, instance.spend)
        and again == found.breakdown
        and len(found.portfolio) <= DEFAULT_LIMITS.cards
        and again.fees <= DEFAULT_LIMITS.fees
    )


def agreement(catalogue: Catalogue, valuation: Valuation, *, draws: int, title: str) -> Agreement:
    """Solve and try everything on `draws` small catalogues, each for one drawn household and one goal."""
    chance, agree, split = random.Random(SEED), 0, 0  # noqa: S311  # a seeded draw
    goals = tuple(valuation.goals)
    for place in range(draws):
        few = catalogue._replace(cards=tuple(sorted(chance.sample(catalogue.cards, FEW))))
        spend, goal = profile(few, SEED, place).yearly, goals[place % len(goals)]
        found = optimum(few, valuation, goal, spend)
        agree += abs(found.breakdown.net - best_net(few, valuation, goal, spend, DEFAULT_LIMITS)) < CENT
        split += len(found.segments) > len({segment.category for segment in found.segments})
    return Agreement(title, draws, agree, split)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.milp", description=__doc__.partition("\n")[0])
    parser.add_argument("--date", default=dt.datetime.now(tz=dt.UTC).date().isoformat(), help="the date on the page")
    parser.add_argument("--draws", type=int, default=100, help="small catalogues from each of the two")
    parser.add_argument("--page", type=Path, default=PAGE, help="where to write it")
    options = parser.parse_args()
    if not DATA.is_dir():
        sys.stderr.write(f"the data are not at {DATA}; set CLAIMGAUGE_SHARED to the folder that holds data/\n")
        return 2
    valuation, instances = shipped_valuation("released"), released_optima()
    catalogues = {name: released_catalogue(other_for_unlisted=other) for name, other in READINGS.items()}
    readings = {name: [compared(each, held, valuation) for each in instances] for name, held in catalogues.items()}
    released = next(iter(catalogues.values()))
    agreements = [
        agreement(released, valuation, draws=options.draws, title="the released catalogue"),
        agreement(shipped_catalogue(), shipped_valuation(), draws=options.draws, title="the fictional catalogue"),
    ]
    began = time.perf_counter()
    made = Cards().instances(42, profiles=PROFILES)
    built = milp_page.Built(PROFILES, len(made), time.perf_counter() - began)
    text = milp_page.page(readings, agreements, built, date=options.date, draws=options.draws)
    options.page.write_text(text, encoding="utf-8")
    sys.stdout.write(f"{text}\nwritten: {options.page}\n")
    return int(not milp_page.holds(readings, agreements))


if __name__ == "__main__":
    sys.exit(main())
