"""A small run folder of the example cards: one narrator that tells the examples, and others that tell less or worse."""

import asyncio
import json

import msgspec

from claimgauge.narration import Brief, Narration, NarratorReference
from claimgauge.readers import read_paths
from claimgauge.wiring import case_verifier
from claimgauge.workflow import Narrating
from claimgauge_bench.domain import Instance
from claimgauge_bench.row import BenchRow
from tests.integration.command import EXAMPLES

PLAN = """\
schema = "claimgauge.bench-plan/1"
id = "small"
version = "1"
domains = ["examples"]
profiles = 2
preset = "strict"

[narrators.all]
kind = "template"

[narrators.few]
kind = "simulated"
mistakes = "none"

[narrators.none]
kind = "template"

[settings.r0]
"""
KINDS = {"all": "template", "few": "simulated", "none": "template"}


class Examples:
    """A domain of the example cards."""

    name = "examples"
    contract = "cards"
    goals = ("cashback", "travel")

    def __init__(self):
        rows = list(read_paths([str(EXAMPLES / "cards.json")]))
        self.claims = {f"examples/42/{row.id}": row.case.claims for row in rows}
        self._cases = [row.case for row in rows]

    def instances(self, seed, *, profiles):
        return tuple(self._instance(seed, case) for case in self._cases[:profiles])

    def _instance(self, seed, case):
        profile, _slash, goal = case.id.partition("/")
        graph = case.graph
        brief = Brief(
            id=f"{self.name}/{seed}/{profile}/{goal}",
            question=f"Which cards fit the {profile}?",
            headlines={"net value": "USD 612.40"},
            nodes=graph.nodes,
            edges=graph.edges,
        )
        return Instance(domain=self.name, seed=seed, profile=profile, goal=goal, brief=brief)


class Teller:
    """Tells all claims of an example, the first two, or none."""

    def __init__(self, name, claims):
        self._name, self._claims = name, claims
        self.reference = NarratorReference(id=name, version="1", kind=KINDS[name])

    async def narrate(self, brief):
        return Narration(claims=self._claims[brief.id][: {"all": None, "few": 2, "none": 0}[self._name]])

    async def repair(self, brief, request):
        raise AssertionError(brief, request)


def rows():
    domain = Examples()
    verifier = case_verifier("cards")
    for instance in domain.instances(42, profiles=2):
        for name in KINDS:
            narration = asyncio.run(Narrating(verifier, Teller(name, domain.claims)).narrate(instance.brief))
            yield BenchRow(
                domain=instance.domain,
                seed=instance.seed,
                profile=instance.profile,
                goal=instance.goal,
                narrator=name,
                setting="r0",
                strata={},
                narration=narration,
            )


def run_folder(path, *, status="complete", plan=PLAN):
    """The folder of this run, written to `path`."""
    path.mkdir(parents=True)
    (path / "plan.toml").write_text(plan, encoding="utf-8")
    (path / "manifest.json").write_text(json.dumps({"status": status, "plan": {"profiles": 2}}), encoding="utf-8")
    (path / "rows.jsonl").write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows()))
    return path


def examples(_name, _plan):
    """The domain of the run, however it is asked for."""
    return Examples()
