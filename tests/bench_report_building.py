"""Rows of a benchmark from narrators that make seeded mistakes, through the loop of narration itself."""

import asyncio
import gzip
import json
import random

import msgspec

from claimgauge.claims import Claim
from claimgauge.digests import digest
from claimgauge.evidence import Edge, EvidenceNode
from claimgauge.narration import Brief, Call, EmissionSettings, Narration, NarratorReference
from claimgauge.wiring import case_verifier
from claimgauge.workflow import Narrating, NarrationSettings
from claimgauge_bench.contrasts import plan_digest
from claimgauge_bench.plan import Plan, SettingEntry, SimulatedEntry, TemplateEntry
from claimgauge_bench.row import BenchRow
from claimgauge_bench.run.manifest import CodeReference, Counts, Manifest, PlanReference, Times

SETTINGS = {
    "r0": SettingEntry(),
    "r1": SettingEntry(passes=1),
    "r1-hints": SettingEntry(passes=1, hints=True),
    "r0-mechanical": SettingEntry(mechanical=True),
    "r1-mechanical": SettingEntry(passes=1, mechanical=True),
}
STRATEGIES = ("type", "id", "number", "empty", "entity")
CARDS, CATEGORIES = ("amber", "birch", "cedar"), ("GROCERIES", "DINING", "TRAVEL", "GAS")
GOALS = ("CASHBACK", "FLEX_POINTS", "PROGRAM_POINTS")


class Mistaken:
    """A narrator that knows right claims and spoils a share of them; it repairs a share of what was complained of."""

    def __init__(self, name, right, *, spoils, repairs, most=8, fails=0.0, calls=False):
        self._name, self._right = name, right
        self._spoils, self._repairs, self._most, self._fails, self._calls = spoils, repairs, most, fails, calls

    @property
    def reference(self):
        kind = "template" if self._name == "template" else "model" if self._calls else "simulated"
        return NarratorReference(id=self._name, version="1", kind=kind, model=self._name if self._calls else "")

    async def narrate(self, brief):
        chance = random.Random(f"{self._name}/{brief.id}")  # noqa: S311  # a seeded draw
        if chance.random() < self._fails:
            return Narration(call=self._call("answered"))
        right = self._right(brief)[: self._most]
        claims = [spoilt(each, chance) if chance.random() < self._spoils else each for each in right]
        return Narration(claims=tuple(claims), call=self._call("answered"))

    async def repair(self, brief, request):
        chance = random.Random(f"{self._name}/{brief.id}/{request.attempt}")  # noqa: S311  # a seeded draw
        wrong = {each.claim_id for each in request.complaints}
        right = {each.claim_id: each for each in self._right(brief)}
        share = self._repairs + 0.2 * any(each.hints for each in request.complaints)
        claims = []
        for each in request.claims:
            if each.claim_id not in wrong:
                claims.append(each)
            elif chance.random() < share:
                claims.append(right.get(each.claim_id, each))
            elif chance.random() < 0.5:
                claims.append(each)
        return Narration(claims=tuple(claims), call=self._call("answered"))

    def _call(self, outcome):
        if not self._calls:
            return None
        return Call(
            prompt="sha256:0", model=self._name, max_tokens=500, outcome=outcome, tokens_in=1000, tokens_out=200
        )


def spoilt(claim, chance):
    """The claim with one mistake."""
    match chance.choice(STRATEGIES):
        case "type":
            return msgspec.structs.replace(claim, cited_evidence_ids=("result",))
        case "id" if claim.cited_evidence_ids:
            return msgspec.structs.replace(claim, cited_evidence_ids=(claim.cited_evidence_ids[0] + "x",))
        case "number" if claim.cited_numbers:
            return msgspec.structs.replace(
                claim, cited_numbers=(f"{claim.cited_numbers[0]}0", *claim.cited_numbers[1:])
            )
        case "entity":
            return msgspec.structs.replace(claim, cited_entities=(*claim.cited_entities, "general purchases"))
        case _:
            return msgspec.structs.replace(claim, cited_evidence_ids=())


def brief_of(profile, goal, *, seed=42):
    """A small instance about cards, made from its keys."""
    chance = random.Random(f"{seed}/{profile}/{goal}")  # noqa: S311  # a seeded draw
    nodes = [EvidenceNode(evidence_id="result", type="RESULT")]
    for category in chance.sample(CATEGORIES, chance.randint(2, 4)):
        card, spent, cap = chance.choice(CARDS), chance.randint(500, 9000), chance.randint(100, 4000)
        nodes += [
            EvidenceNode(
                evidence_id=f"win-{category}",
                type="WINNER_BY_CATEGORY",
                content=f"{card} wins {category} with {spent}.00",
                **about(card, category),
            ),
            EvidenceNode(
                evidence_id=f"cap-{category}",
                type="CAP_HIT",
                content=f"Cap hit: {card} {category} cap=${cap}.00",
                **about(card, category),
            ),
        ]
    nodes += [
        EvidenceNode(
            evidence_id=f"fee-{card}",
            type="FEE_BREAK_EVEN",
            content=f"{card}: fee ${chance.randint(0, 500)}.00",
            **about(card, ""),
        )
        for card in CARDS
    ]
    edges = tuple(Edge(from_="result", to=each.evidence_id, type="SUPPORTS") for each in nodes[1:])
    return Brief(id=f"cards/{seed}/{profile}/{goal}", question="Which cards?", nodes=tuple(nodes), edges=edges)


def about(card, category):
    return {"card_id": card, "category": category}


TEXTS = {
    "WINNER_BY_CATEGORY": ("COMPARISON", "The card earns the most in this category."),
    "CAP_HIT": ("CAP_SWITCH", "Spending above the cap moves to another card."),
    "FEE_BREAK_EVEN": ("FEE_JUSTIFICATION", "The fee is worth paying here."),
}


def right_claims(brief):
    """A verified claim for each node, those about categories first."""
    claims = []
    for node in brief.nodes:
        if node.type in TEXTS:
            kind, text = TEXTS[node.type]
            number = "".join(c if c.isdigit() or c == "." else " " for c in node.content).split()
            claims.append(
                Claim(
                    claim_id=f"c{len(claims)}",
                    claim_type=kind,
                    text=text,
                    cited_evidence_ids=(node.evidence_id,),
                    cited_entities=tuple(each for each in (node.card_id, node.category) if each),
                    cited_numbers=tuple(number[:1]),
                )
            )
    return claims


def narrators(right=right_claims, **keys):
    return {
        "mini": Mistaken("mini", right, spoils=0.7, repairs=0.2, most=8, fails=0.03, **keys),
        "sonnet": Mistaken("sonnet", right, spoils=0.35, repairs=0.3, most=11, **keys),
        "template": Mistaken("template", right, spoils=0.0, repairs=0.0, most=6),
    }


def plan(settings=("r0", "r1", "r0-mechanical"), *, names=("mini", "sonnet", "template"), seeds=(42,), profiles=10):
    return Plan(
        schema="claimgauge.bench-plan/1",
        id="plumbing",
        version="1",
        title="Two simulated narrators and the template",
        domains=("cards",),
        seeds=tuple(seeds),
        profiles=profiles,
        narrators={
            name: TemplateEntry() if name == "template" else SimulatedEntry(mistakes=f"{name}.toml") for name in names
        },
        settings={name: SETTINGS[name] for name in settings},
    )


def rows_of(a_plan, briefs, told=None):
    """(seed, profile, goal, brief) → a row for each narrator and setting, in the order of a plan."""
    told = told or narrators()
    verifier = case_verifier("cards", preset="released")
    return [
        BenchRow(
            domain="cards",
            seed=seed,
            profile=profile,
            goal=goal,
            narrator=name,
            setting=setting,
            strata={},
            narration=asyncio.run(narrating(verifier, told[name], entry).narrate(brief)),
        )
        for seed, profile, goal, brief in briefs
        for name in a_plan.narrators
        for setting, entry in a_plan.settings.items()
    ]


def narrating(verifier, narrator, entry):
    settings = NarrationSettings(
        passes=entry.passes, hints=entry.hints, mechanical=entry.mechanical, retention=entry.retention
    )
    return Narrating(verifier, narrator, settings=settings, emission=EmissionSettings())


def made_briefs(*, profiles=10, seeds=(42,)):
    return [
        (seed, f"p{profile:02}", goal, brief_of(f"p{profile:02}", goal, seed=seed))
        for seed in seeds
        for profile in range(profiles)
        for goal in GOALS
    ]


def reference_briefs(folder):
    """The reference bundles as briefs, and the declared claims of each, mutations among them."""
    briefs, claims = [], {}
    with gzip.open(folder / "greedy.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            brief = msgspec.convert(
                {
                    "id": f"cards/42/{row['profileId']}/{row['goal']}",
                    "nodes": row["nodes"],
                    "edges": row["edges"],
                    "allowedEntities": row["allowedEntities"],
                    "allowedNumbers": row["allowedNumbers"],
                },
                Brief,
            )
            briefs.append((42, row["profileId"], row["goal"], brief))
            claims[brief.id] = msgspec.convert(row["claims"], list[Claim])
    return briefs, claims


def write_run(folder, a_plan, rows, *, status="complete", started="2026-11-30T12:00:00+00:00", **more):
    """A run folder with these rows."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "plan.toml").write_text(plan_toml(a_plan), encoding="utf-8")
    encoded = b"".join(msgspec.json.encode(row) + b"\n" for row in rows)
    manifest = Manifest(
        status=status,
        code=CodeReference(version="0", digest="sha256:code", python="3"),
        plan=PlanReference(
            id=a_plan.id,
            version=a_plan.version,
            digest=plan_digest(a_plan),
            profiles=a_plan.profiles,
            preset=a_plan.preset,
        ),
        seeds=a_plan.seeds,
        contracts={},
        narrators={},
        mistakes={},
        models={},
        counts=Counts(cells=len(rows), rows=len(rows)),
        rows_digest=digest(encoded),
        times=Times(started=started),
        **more,
    )
    (folder / "manifest.json").write_bytes(msgspec.json.encode(manifest))
    (folder / "rows.jsonl").write_bytes(encoded)
    return folder


def toml_value(value):
    """A value as TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {json.dumps(each)}" for key, each in value.items()) + "}"
    return json.dumps(value)


def plan_toml(a_plan):
    """The plan as TOML."""
    told = msgspec.to_builtins(a_plan)
    lines = [
        f"{key} = {json.dumps(value)}"
        for key, value in told.items()
        if value is not None and not isinstance(value, dict)
    ]
    lines += ["[emission]", *(f"{key} = {json.dumps(value)}" for key, value in told["emission"].items())]
    for table in ("narrators", "settings"):
        for name, entry in told[table].items():
            lines += [
                f"[{table}.{json.dumps(name)}]",
                *(f"{key} = {toml_value(value)}" for key, value in entry.items()),
            ]
    return "\n".join(lines) + "\n"
