"""How often the paired interval of the benchmark covers the true difference: runs that are simulated.

    make prove NAME=bench_coverage
    python -m tests.proofs.bench_coverage --seed 1 --trials 500 --iterations 1000

A world draws profiles of two kinds, and narrates each for three goals, without repair (A) and with it (B);
both sides share the kind and the difficulty of the instance. Claims, their verdicts and instances without a
claim are drawn at rates from which the true differences of survival and of shipped claims are worked out. In
one world instances stand alone; in the other all instances of a profile are of its kind. A trial draws 50
profiles (150 instances), computes the 95 % interval as the report does, and looks whether the truth is within.
Prints a table; exit code 1 where the interval that draws the right units covers in fewer than 92 % or more than
98 % of trials. Nothing here is a measurement of a narrator: everything is simulated.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from claimgauge_bench.contrasts import Contrast, Side, paired_contrast, pairs_of, rows_by_cell
from claimgauge_bench.measures import Cluster, Draws, FluencyTotals, InstanceKey, RowTotals
from claimgauge_bench.measures.failures import Failures, MechanicalTotals

WITHIN: Final = (0.92, 0.98)
PROFILES, GOALS = 50, ("a", "b", "c")
A, B = Side(narrator="simulated", setting="r0"), Side(narrator="simulated", setting="r1")
CONTRAST: Final = Contrast(name="r0 → r1", kind="settings", domain="simulated", a=A, b=B)
CLUSTERS: Final[tuple[Cluster, ...]] = ("instance", "profile")


class Kind(NamedTuple):
    """An instance of one kind: least and most claims, the chance that one is verified in A and in B."""

    claims: tuple[int, int]
    verified: tuple[float, float]

    @property
    def mean(self) -> float:
        """Claims that it makes, if any."""
        return sum(self.claims) / 2


KINDS: Final = (Kind((3, 7), (0.15, 0.60)), Kind((7, 13), (0.70, 0.66)))
SCHEMA_FAILED: Final = (0.04, 0.02)
"""The chance of an instance without a claim, in A and in B."""


def truth() -> dict[str, float]:
    """The differences of the world itself; both kinds are equally frequent, and B − A is what repair does."""
    survival = [sum(k.mean * k.verified[side] for k in KINDS) / sum(k.mean for k in KINDS) for side in (0, 1)]
    shipped = [(1 - SCHEMA_FAILED[side]) * sum(k.mean * k.verified[side] for k in KINDS) / 2 for side in (0, 1)]
    return {"survival": survival[1] - survival[0], "shipped": shipped[1] - shipped[0]}


def sample(chance: random.Random, *, together: bool) -> list[RowTotals]:
    """A run of 50 profiles; `together`: all instances of a profile are of one kind."""
    rows = []
    for profile in range(PROFILES):
        kind = chance.choice(KINDS)
        for goal in GOALS:
            own = kind if together else chance.choice(KINDS)
            most = chance.randint(*own.claims)
            rows += [_row(profile, goal, side, number, own, most, chance) for number, side in enumerate((A, B))]
    return rows


def _row(profile: int, goal: str, side: Side, number: int, kind: Kind, most: int, chance: random.Random) -> RowTotals:
    claims = 0 if chance.random() < SCHEMA_FAILED[number] else most
    verified = sum(chance.random() < kind.verified[number] for _ in range(claims))
    nothing: Counter[object] = Counter()
    return RowTotals(
        key=InstanceKey("simulated", 1, f"p{profile:02}", goal),
        narrator=side.narrator,
        setting=side.setting,
        claims=claims,
        verified=verified,
        verified_before=verified,
        shipped=verified,
        shipped_before=verified,
        passed=0 < verified == claims,
        passed_before=0 < verified == claims,
        schema_failed=not claims,
        no_reply=False,
        template=False,
        kept=0 if claims else None,
        failures=Failures(claims - verified, nothing, nothing, nothing),
        mechanical=MechanicalTotals(0, nothing, nothing, nothing),
        calls=(),
        text=FluencyTotals(),
    )


def coverage(*, trials: int, iterations: int, seed: int, together: bool, cluster: Cluster) -> dict[str, float]:
    """The share of trials whose interval holds the truth, for survival and for what ships."""
    chance = random.Random(seed)  # noqa: S311  # a seeded draw
    covered: Counter[str] = Counter()
    for trial in range(trials):
        draws = Draws(iterations, seed=seed + trial, cluster=cluster)
        pairs = pairs_of(CONTRAST, rows_by_cell(sample(chance, together=together)))
        families = {"survival": 1, "shipped": 1, "strict": 1}
        found = paired_contrast(CONTRAST, pairs, draws, families=families, registered=frozenset())
        for metric, value in truth().items():
            interval = found.effects[metric].interval
            covered[metric] += interval is not None and interval.lower <= value <= interval.upper
    return {metric: covered[metric] / trials for metric in truth()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 1 where the right units do not cover as they should."""
    parser = argparse.ArgumentParser(description="Coverage of the benchmark's paired interval on simulated runs.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trials", type=int, default=500)
    parser.add_argument("--iterations", type=int, default=1000)
    given = parser.parse_args(arguments)
    _write(["simulated runs", "drawn by", "survival", "shipped"])
    _write(["---"] * 4)
    bad = 0
    for together in (False, True):
        for cluster in CLUSTERS:
            shares = coverage(**vars(given), together=together, cluster=cluster)
            world = "profiles of one kind" if together else "instances alone"
            _write([world, cluster, *(f"{100 * share:.1f} %" for share in shares.values())])
            right = cluster == "profile" or not together
            bad += right and not all(WITHIN[0] <= share <= WITHIN[1] for share in shares.values())
    return int(bad > 0)


def _write(cells: Sequence[str]) -> None:
    sys.stdout.write(f"| {' | '.join(cells)} |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
