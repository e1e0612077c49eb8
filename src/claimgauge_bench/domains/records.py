"""Domains whose evidence are records: drawn from a seed, and turned into nodes by a mapping that ships."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

import msgspec

from claimgauge.evidence import Mapping as RecordMapping
from claimgauge.evidence import Source, nodes_of
from claimgauge.narration import Brief
from claimgauge.wiring import load_mapping
from claimgauge_bench.domain import Instance


class Drawn(NamedTuple):
    """The records of one profile, how it was drawn, and its headlines (name → text)."""

    records: tuple[dict[str, Any], ...]
    strata: dict[str, str]
    headlines: dict[str, str]


class RecordDomain:
    """A domain of records. `questions` is goal → what is asked: a goal here is whom the narration is for.

    Contract and mapping have the name of the domain. The allowlists of preset released are those of the nodes.
    """

    def __init__(self, name: str, draw: Callable[[int, int], Drawn], questions: Mapping[str, str]) -> None:
        self.name = name
        self.contract = name
        self.goals = tuple(questions)
        self._draw = draw
        self._questions = questions

    def instances(self, seed: int, *, profiles: int) -> tuple[Instance, ...]:
        """One instance for each profile and goal; those of one profile have the same evidence."""
        return tuple(each for place in range(profiles) for each in self._of_one(seed, place))

    def _of_one(self, seed: int, place: int) -> tuple[Instance, ...]:
        drawn, mapping, profile = self._draw(seed, place), shipped_mapping(self.name), f"profile-{place:03d}"
        numbered = enumerate(drawn.records, start=1)
        nodes = tuple(node for number, record in numbered for node in nodes_of(mapping, record, number=number))
        sources = tuple(
            Source(source_id=name, **msgspec.structs.asdict(rule)) for name, rule in mapping.sources.items()
        )
        return tuple(
            Instance(
                domain=self.name,
                seed=seed,
                profile=profile,
                goal=goal,
                strata=drawn.strata,
                brief=Brief(
                    id=f"{self.name}/{seed}/{profile}/{goal}",
                    question=question,
                    headlines=drawn.headlines,
                    nodes=nodes,
                    sources=sources,
                ),
            )
            for goal, question in self._questions.items()
        )


@cache
def shipped_mapping(name: str) -> RecordMapping:
    """The mapping that ships for a domain."""
    with resources.as_file(resources.files("claimgauge_bench") / "data" / "mappings" / f"{name}.toml") as path:
        return load_mapping(path)
