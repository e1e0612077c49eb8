"""How often the paired interval covers the true difference: pairs that are simulated, so that the truth is known.

    make prove NAME=coverage
    python -m tests.proofs.coverage --seed 1 --trials 1000 --iterations 1000

Each population is a distribution of pairs whose true difference is worked out from the distribution
itself. A trial draws a sample, computes its 95 % interval and looks whether the truth is within. Prints a
table; exit code 1 where samples of 100 pairs and more are covered in fewer than 92 % or more than 98 % of
trials. The rare move is shown and not judged: a sample in which nothing moves has the interval 0 to 0.
Nothing here is a measurement of a system: the pairs are simulated.
"""

import argparse
import itertools
import math
import random
import sys
from collections.abc import Sequence
from typing import NamedTuple

from claimgauge.statistics import Statistic, bootstrap_intervals

SIZES = (6, 10, 20, 30, 100, 300)
LARGE = 100
LEVEL = 0.95
WITHIN = (0.92, 0.98)
"""What covers often enough, and not too often, in large samples."""


class Population(NamedTuple):
    """Units with their chances, the statistic of a sample of `n`, and what it estimates."""

    name: str
    units: tuple[tuple[float, ...], ...]
    chances: tuple[float, ...]
    ratio: bool

    def truth(self) -> float:
        """The statistic of the whole distribution."""
        means = [
            math.fsum(p * value for p, value in zip(self.chances, column, strict=True))
            for column in zip(*self.units, strict=True)
        ]
        return _ratio(means) if self.ratio else means[0]

    def statistic(self, n: int) -> Statistic:
        """The same of a sample, from its totals."""
        return _ratio if self.ratio else lambda totals: totals[0] / n


def _ratio(totals: Sequence[float]) -> float:
    return totals[2] / totals[3] - totals[0] / totals[1]


def _scores() -> Population:
    """Scores on floors and between: B is drawn anew in half of the cases, a little worse."""
    scores = (0.0, 7.5, 11.25, 21.0, 51.0, 70.0, 76.0)
    before, after = (0.40, 0.15, 0.10, 0.15, 0.10, 0.05, 0.05), (0.35, 0.12, 0.10, 0.18, 0.12, 0.07, 0.06)
    units, chances = [], []
    for (a, p), (b, q) in itertools.product(zip(scores, before, strict=True), zip(scores, after, strict=True)):
        units.append((b - a,))
        chances.append(0.5 * p * q + (0.5 * p if a == b else 0.0))
    return Population("scores", tuple(units), tuple(chances), ratio=False)


def _share() -> Population:
    """In a band or not: one case in five moves, three times out of four into it."""
    return Population("share of a band", ((1.0,), (-1.0,), (0.0,)), (0.15, 0.05, 0.80), ratio=False)


def _rare() -> Population:
    """One case in fifty moves."""
    return Population("rare move", ((1.0,), (0.0,)), (0.02, 0.98), ratio=False)


def _claims() -> Population:
    """Claims with a label, in answers of one to eight claims, of which none, half or all have it."""
    units, chances = [], []
    for size_a, size_b in itertools.product((1, 2, 4, 8), repeat=2):
        for (a, p), (b, q) in itertools.product(
            ((0.0, 0.5), (0.5, 0.3), (1.0, 0.2)), ((0.0, 0.4), (0.5, 0.35), (1.0, 0.25))
        ):
            units.append((a * size_a, float(size_a), b * size_b, float(size_b)))
            chances.append(p * q / 16)
    return Population("share of claims", tuple(units), tuple(chances), ratio=True)


POPULATIONS = (_scores(), _share(), _claims(), _rare())


def coverage(population: Population, n: int, *, trials: int, iterations: int, chance: random.Random) -> float:
    """The share of trials whose interval holds the truth."""
    truth, statistic = population.truth(), population.statistic(n)
    covered = 0
    for _ in range(trials):
        sample = chance.choices(population.units, population.chances, k=n)
        (found,) = bootstrap_intervals(sample, [statistic], iterations=iterations, level=LEVEL, chance=chance)
        covered += found is not None and found.lower <= truth <= found.upper
    return covered / trials


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 1 where large samples are not covered as they should be."""
    parser = argparse.ArgumentParser(description="Coverage of the paired interval on simulated pairs.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--iterations", type=int, default=1000)
    given = parser.parse_args(arguments)
    _write(["simulated pairs", *map(str, SIZES)])
    _write(["---"] * (len(SIZES) + 1))
    bad = 0
    for population in POPULATIONS:
        cells = []
        for n in SIZES:
            share = coverage(
                population,
                n,
                trials=given.trials,
                iterations=given.iterations,
                chance=random.Random(given.seed * 1000 + n),  # noqa: S311  # a seeded draw
            )
            cells.append(f"{100 * share:.1f} %")
            bad += n >= LARGE and population is not POPULATIONS[-1] and not WITHIN[0] <= share <= WITHIN[1]
        _write([population.name, *cells])
    return int(bad > 0)


def _write(cells: Sequence[str]) -> None:
    sys.stdout.write(f"| {' | '.join(cells)} |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
