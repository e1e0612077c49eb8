"""Card portfolios as instances: invented households over a catalogue, three goals each."""

import re
from functools import cached_property

from claimgauge.evidence import EvidenceNode, Source
from claimgauge.narration import Brief
from claimgauge_bench.domain import Instance
from claimgauge_bench.domains.cards.blocks import (
    SOURCE,
    Solved,
    edges_of,
    entities_of,
    figures_allowed,
    headlines_of,
    nodes_of,
)
from claimgauge_bench.domains.cards.catalogue import Catalogue, shipped_catalogue
from claimgauge_bench.domains.cards.optimum import DEFAULT_LIMITS, Limits, optimum
from claimgauge_bench.domains.cards.profiles import Profile, profile
from claimgauge_bench.domains.cards.valuation import Valuation, shipped_valuation

_NUMBER = re.compile(r"[0-9]+\.?[0-9]*")
"""A number of preset released."""


class Cards:
    """The domain `cards`. Without arguments catalogue and valuation are those that ship, invented from end to end."""

    name = "cards"
    contract = "cards"

    def __init__(
        self,
        catalogue: Catalogue | None = None,
        valuation: Valuation | None = None,
        *,
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        self._given = (catalogue, valuation)
        self._limits = limits

    @cached_property
    def catalogue(self) -> Catalogue:
        """The cards to choose from."""
        return self._given[0] or shipped_catalogue()

    @cached_property
    def valuation(self) -> Valuation:
        """What points are worth."""
        return self._given[1] or shipped_valuation()

    @property
    def goals(self) -> tuple[str, ...]:
        """The goals of the valuation, in order."""
        return tuple(self.valuation.goals)

    def instances(self, seed: int, *, profiles: int) -> tuple[Instance, ...]:
        """Three instances a household. Raises RunError where the solver proves no optimum."""
        drawn = (profile(self.catalogue, seed, place) for place in range(profiles))
        return tuple(self._instance(seed, each, goal) for each in drawn for goal in self.goals)

    def _instance(self, seed: int, household: Profile, goal: str) -> Instance:
        spend = household.yearly
        found = optimum(self.catalogue, self.valuation, goal, spend, limits=self._limits)
        solved = Solved(self.catalogue, self.valuation, goal, spend, self._limits, found)
        nodes = nodes_of(solved)
        name = f"{self.name}/{seed}/{household.name}/{goal}"
        return Instance(
            domain=self.name,
            seed=seed,
            profile=household.name,
            goal=goal,
            strata=household.strata,
            brief=Brief(
                id=name,
                question=_question(goal),
                headlines=headlines_of(solved),
                nodes=nodes,
                edges=edges_of(nodes),
                sources=(Source(source_id=SOURCE, type="internal_system", title=self._title()),),
                allowed_entities=entities_of(solved, nodes),
                allowed_numbers=tuple(sorted(figures_allowed(solved) | _numbers_in(nodes))),
            ),
        )

    def _title(self) -> str:
        return f"Optimal portfolio over {self.catalogue.title[:1].lower()}{self.catalogue.title[1:]}"


def _question(goal: str) -> str:
    collects = {"CASHBACK": "cash back", "FLEX_POINTS": "flexible points", "PROGRAM_POINTS": "points of one program"}
    what = collects.get(goal, goal)
    return f"Which cards should this invented household carry to collect {what}, and why?"


def _numbers_in(nodes: tuple[EvidenceNode, ...]) -> frozenset[str]:
    return frozenset(text for node in nodes for text in _NUMBER.findall(node.content))
