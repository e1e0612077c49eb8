"""A small benchmark that needs no solver and no model: a domain, plans, models that fail, and a run of them.

`python -m tests.bench_building PLAN OUT` runs a plan over the domain `little`, in a process that can be killed.
"""

import datetime as dt
import sys
from pathlib import Path

from claimgauge.errors import ClaimgaugeError
from claimgauge.evidence import EvidenceNode
from claimgauge.language import Failed, Message, Prompt
from claimgauge.models import ScriptedModel
from claimgauge.narration import Brief, Narration, NarratorReference, call_of
from claimgauge_bench.domain import Instance
from claimgauge_bench.run import Sources, load_plan, run_plan
from tests.building import claim, node

CARDS = ("harbor-cash", "meridian-travel", "everyday-plus", "birch-rewards")
CATEGORIES = ("GROCERIES", "DINING", "TRAVEL", "OTHER")
HEAD = """
schema = "claimgauge.bench-plan/1"
id = "little"
version = "1"
domains = ["little"]
"""
SIMULATED = """
[narrators.simulated-mini]
kind = "simulated"
mistakes = "mini"
[narrators.simulated-sonnet]
kind = "simulated"
mistakes = "sonnet"
"""
SETTINGS = """
[settings.r0]
[settings.r1]
passes = 1
[settings.r1-mechanical]
passes = 1
mechanical = true
"""
ASKED = """
[narrators.asked]
kind = "model"
model = "model.toml"
form = "grounded"
[settings.r0]
[settings.r0-mechanical]
mechanical = true
"""


def evidence(number: int) -> tuple[EvidenceNode, ...]:
    """Winners, a fee, an allocation, an assumption, and a cap in every second instance."""
    nodes = [node("result", "RESULT")]
    for place, category in enumerate(CATEGORIES):
        card, other = CARDS[(number + place) % 4], CARDS[(number + place + 1) % 4]
        content = f"{card} wins {category} (first segment) over {other}"
        nodes.append(node(f"winner-{category}", "WINNER_BY_CATEGORY", card_id=card, category=category, content=content))
        amount = f"{number + 1}{place + 1}50.00"
        segment = f"Segment allocation {category}: {card}:{amount}"
        nodes.append(node(f"segment-{category}", "ALLOCATION_SEGMENT", category=category, content=segment))
    card = CARDS[number % 4]
    fee = f"{card}: fee $95.00, credits $10.00, net delta ${number + 1}61.00"
    nodes.append(node(f"fee-{card}", "FEE_BREAK_EVEN", card_id=card, content=fee))
    nodes.append(node("assumption", "ASSUMPTION", card_id="valuation", content="cpp: {USD_CASH=1.5}"))
    if number % 2:
        cap = f"Cap hit: {card} DINING cap=$600.00 applied=$600.00 remainder=$24{number}.00 fallback={CARDS[3]}"
        nodes.append(node("cap-DINING", "CAP_HIT", card_id=card, category="DINING", content=cap))
    return tuple(nodes)


class Little:
    """Two goals; the profile decides the evidence."""

    name = "little"
    contract = "cards"
    goals = ("cash", "points")

    def instances(self, seed: int, *, profiles: int) -> tuple[Instance, ...]:
        return tuple(
            Instance(
                domain=self.name,
                seed=seed,
                profile=f"p{number}",
                goal=goal,
                brief=Brief(id=f"little/{seed}/p{number}/{goal}", nodes=evidence(number + seed)),
            )
            for number in range(profiles)
            for goal in self.goals
        )


class Asking:
    """A narrator that asks its model about a brief and makes one claim of whatever it says."""

    def __init__(self, model) -> None:
        self._model = model

    @property
    def reference(self) -> NarratorReference:
        return NarratorReference(id="asking", version="1", kind="model", model=self._model.id)

    async def narrate(self, brief: Brief) -> Narration:
        prompt = Prompt(messages=(Message(role="user", text=brief.id),), max_tokens=10)
        completion = await self._model.complete(prompt)
        call = call_of(prompt, completion, model=self._model.id)
        told = (claim("winner-DINING", kind="COMPARISON", entities=["DINING"]),)
        return Narration(claims=told if call.outcome == "answered" else (), call=call)

    async def repair(self, brief: Brief, _request) -> Narration:
        return await self.narrate(brief)


def failing_model(each: int, *, name: str = "scripted") -> ScriptedModel:
    """A model that fails the `each`-th, twice `each`-th … call; never where `each` is 0."""
    asked = 0

    def answer(_prompt: Prompt) -> str | Failed:
        nonlocal asked
        asked += 1
        return Failed(kind="timeout", message="no reply in time") if each and not asked % each else "claims"

    return ScriptedModel(answer, name=name)


def sources(model: ScriptedModel | None = None) -> Sources:
    """The domain `little`, and this model behind whatever file is named."""
    return Sources(
        domain=lambda _name, _file: Little(),
        model=lambda _path: model or failing_model(0),
        narrator=lambda _form, _contract, *, model=None, **_more: Asking(model),
    )


def clock() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


def written(folder: Path, *parts: str, name: str = "plan.toml") -> Path:
    """A plan in a folder, with the settings of a model beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.toml").write_text("# settings\n")
    path = folder / name
    path.write_text(HEAD + "".join(parts))
    return path


def run(path: Path, out: Path, *, model: ScriptedModel | None = None, profiles: int | None = None):
    return run_plan(load_plan(str(path), profiles=profiles), out, now=clock, sources=sources(model))


def main() -> int:
    """What the command does, over the domain `little`."""
    try:
        run(Path(sys.argv[1]), Path(sys.argv[2]))
    except ClaimgaugeError as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
