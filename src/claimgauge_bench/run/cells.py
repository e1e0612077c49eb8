"""The cells of a plan in their order: domain, seed, profile, goal, narrator, setting."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from claimgauge_bench.domain import Instance
from claimgauge_bench.plan import Plan


class Cell(NamedTuple):
    """One row to be: an instance, told by a narrator, repaired by a setting; the names are those of the plan."""

    instance: Instance
    narrator: str
    setting: str


def cells(plan: Plan, instances: Iterable[Instance]) -> Iterator[Cell]:
    """The cells of some instances, instance by instance."""
    return (
        Cell(instance, narrator, setting)
        for instance in instances
        for narrator in plan.narrators
        for setting in plan.settings
    )
