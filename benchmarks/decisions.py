"""(h): decisions of policies against the bare engine with prepared handles: many requests over many sources each."""

import json
import random

import cedarpy

from claimgauge.evidence import Access, Source
from claimgauge.policies.engine import CedarAccess
from claimgauge.policies.scope import uncovered
from claimgauge.wiring import load_bundle, load_policies
from claimgauge.workflow import Principal, Request, Resource
from measure import in_turns

REQUESTS = 24
"""More than the engine keeps entities of, so that each request prepares its own."""
SOURCES = 20
DECISIONS = REQUESTS * SOURCES * 2
ROLES = ("teller", "advisor", "compliance-officer", "auditor")
TYPES = ("price_list", "research", "minutes", "payroll", "suspicious_activity_report")
CLASSES = ("public", "internal", "confidential", "restricted")
REGIONS = ("EMEA", "AMER", "APAC")
GROUPS = ("wealth", "loans", "cards")

Asked = tuple[Request, list[Resource]]


def workload(*, seed: int = 1) -> list[Asked]:
    """Seeded requests, each with sources of its own."""
    chance = random.Random(seed)
    return [
        (
            Request(
                text="What does the card cost abroad?",
                use_case="card-service",
                principal=Principal(
                    id=f"p-{number}",
                    roles=(chance.choice(ROLES),),
                    attributes={"region": chance.choice(REGIONS), "groups": [chance.choice(GROUPS)]},
                ),
            ),
            [_resource(f"s-{number}-{each}", chance) for each in range(SOURCES)],
        )
        for number in range(REQUESTS)
    ]


def _resource(name: str, chance: random.Random) -> Resource:
    access = Access(classification=chance.choice(CLASSES), groups=(chance.choice(GROUPS),))
    scope = {"region": tuple(sorted(chance.sample(REGIONS, 2)))}
    return Resource(name, Source(source_id=name, type=chance.choice(TYPES), scope=scope, access=access))


def ours(access: CedarAccess, asked: list[Asked]) -> list[bool]:
    """Whether each source may be read, and applies: from the values of a case to decisions."""
    return [
        decision.allowed
        for request, resources in asked
        for decide in (access.read, access.apply)
        for decision in decide(request, resources)
    ]


class Bare:
    """The same questions as the engine takes them, written out beforehand."""

    def __init__(self, asked: list[Asked]) -> None:
        bundle = load_bundle("bank")
        self.policies = cedarpy.PolicySet.from_str(bundle.text("policies.cedar"))
        self.schema = cedarpy.Schema.from_str(bundle.text("schema.cedarschema"))
        self.base = cedarpy.Entities.from_json_str(_with_defaults(bundle.text("entities.json")), self.schema)
        self.deltas = [json.dumps([_person(request), *map(_entity, resources)]) for request, resources in asked]
        self.entities = [self.base.with_added_json_str(delta, self.schema) for delta in self.deltas]
        self.questions = [_questions(request, resources) for request, resources in asked]

    def prepared(self) -> list[bool]:
        """With the entities of each request in a handle already."""
        return [
            result.allowed
            for questions, entities in zip(self.questions, self.entities, strict=True)
            for result in cedarpy.is_authorized_batch(questions, self.policies, entities)
        ]

    def adding(self) -> list[bool]:
        """With the entities of each request added to those that are known, as they have to be once a request."""
        return [
            result.allowed
            for questions, delta in zip(self.questions, self.deltas, strict=True)
            for result in cedarpy.is_authorized_batch(
                questions, self.policies, self.base.with_added_json_str(delta, self.schema)
            )
        ]


def _with_defaults(text: str) -> str:
    return json.dumps([{"attrs": {}, "parents": [], **entity} for entity in json.loads(text)])


def _person(request: Request) -> dict[str, object]:
    who = request.principal
    return {
        "uid": {"type": "User", "id": who.id},
        "attrs": {"groups": who.attributes["groups"]},
        "parents": [{"type": "Role", "id": role} for role in who.roles],
    }


def _entity(resource: Resource) -> dict[str, object]:
    source = resource.source
    attributes = {
        "type": source.type,
        "classification": source.access.classification,
        "groups": list(source.access.groups),
    }
    return {"uid": {"type": "Source", "id": source.source_id}, "attrs": attributes, "parents": []}


def _questions(request: Request, resources: list[Resource]) -> list[dict[str, object]]:
    return [
        {
            "principal": f'User::"{request.principal.id}"',
            "action": f'Action::"{action}"',
            "resource": f'Source::"{name}"',
            "context": {} if action == "read" else {"uncovered": list(uncovered(source.scope, request))},
        }
        for action in ("read", "apply")
        for name, source in resources
    ]


def seconds_of_decisions(rounds: int) -> dict[str, list[float]]:
    """Processor seconds of all decisions, in turns. Raises ValueError where two of them are not the same."""
    asked = workload()
    access, bare = load_policies("bank"), Bare(asked)
    if not ours(access, asked) == bare.prepared() == bare.adding():
        raise ValueError("the decisions differ from the bare engine's")
    return in_turns(
        {"claimgauge": lambda: ours(access, asked), "bare": bare.prepared, "bare, adding": bare.adding}, rounds=rounds
    )
