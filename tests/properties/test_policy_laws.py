"""Laws of policies: order means nothing, a broken policy never permits, and nothing that is asked raises or is told."""

import json

import cedarpy
import pytest
from hypothesis import find, given
from hypothesis import strategies as st

from claimgauge.evidence import Access, Source
from claimgauge.policies.scope import uncovered
from claimgauge.wiring import load_bundle
from claimgauge.wiring.policies import builtin_policies
from claimgauge.workflow import Principal, Request, Resource
from tests.policy_building import PERMIT_ALL, access, entities

ROLES = ("staff", "teller", "advisor", "compliance-officer", "auditor")
USE_CASES = (*["card-service", "retail-advice"] * 3, "tax-advice", "poetry", "")
TYPES = (*["note"] * 5, "payroll", "suspicious_activity_report", "")
CLASSES = (*["public", "internal", "confidential"] * 3, "restricted", "")
GROUPS = ("wealth", "loans", "it")
REGIONS = ("EMEA", "AMER")
NAMES = ("a", "b", "c", "d")

BROKEN = "when { principal has level && principal.level + 9223372036854775807 < 0 }"
POLICIES = """
@id("staff") permit(principal in Role::"staff", action, resource);
@id("emea") forbid(principal, action, resource) when { principal has region && principal.region == "EMEA" };
@id("hr") @opaque("true") forbid(principal, action == Action::"read", resource)
when { resource.groups.contains("hr") };
@id("covered") forbid(principal, action == Action::"apply", resource) unless { context.uncovered.isEmpty() };
"""
WHOLE = access(POLICIES, known=entities())
ALSO_BROKEN = access(f'{POLICIES}@id("broken") forbid(principal, action, resource) {BROKEN};', known=entities())
ONLY_OPEN = access(PERMIT_ALL, principal="optional")

some = st.lists(st.sampled_from(GROUPS), max_size=3)
principals = st.builds(
    Principal,
    id=st.sampled_from((*["p-1", "p-2"] * 4, "")),
    roles=st.lists(st.sampled_from((*ROLES * 4, "superuser")), min_size=1, max_size=3).map(tuple),
    attributes=st.fixed_dictionaries(
        {}, optional={"groups": some | some | some | st.just("wealth"), "region": st.sampled_from(REGIONS)}
    ),
)
requests = st.builds(
    Request,
    text=st.sampled_from((*["What does it cost?"] * 5, "Help with a tax return", "")),
    use_case=st.sampled_from(USE_CASES),
    principal=st.integers(0, 9).flatmap(lambda number: principals if number else st.none()),
)
sources = st.builds(
    Source,
    source_id=st.just(""),
    type=st.sampled_from(TYPES),
    scope=st.dictionaries(
        st.sampled_from(("region", "useCase")), st.sampled_from((REGIONS, ("EMEA",), ("card-service",)))
    ),
    access=st.builds(Access, classification=st.sampled_from(CLASSES), groups=some.map(tuple)) | st.none(),
)
resources = st.lists(
    st.tuples(st.sampled_from(NAMES), sources | sources | sources | st.none()),
    max_size=4,
    unique_by=lambda each: each[0],
).map(lambda pairs: [_resource(name, source) for name, source in pairs])

texts = st.text(max_size=8) | st.sampled_from(("\ud800", "\x00", '"', "\\", "Source", '"}', "\u202e", "__extn", "😀"))
scalars = st.none() | st.booleans() | st.integers() | st.floats() | texts
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=2), max_leaves=4
)
wild_names = texts | st.sampled_from(("level", "region", "cleared", "groups", "trainedUntil"))
wild_requests = st.none() | st.builds(
    Request,
    text=texts,
    use_case=texts,
    time=st.none() | texts | st.sampled_from(("2026-01-01", "0001-01-01T00:00:00+14:00", "2026-01-01T00:00:00Z")),
    principal=st.none()
    | st.builds(
        Principal,
        id=texts,
        roles=st.lists(texts | st.sampled_from(("staff", "clerk")), max_size=3).map(tuple),
        attributes=st.dictionaries(wild_names, values, max_size=4),
    ),
)
wild_sources = st.builds(
    Source,
    source_id=texts,
    type=texts,
    title=texts | scalars,
    scope=st.dictionaries(texts, st.lists(texts, max_size=2).map(tuple), max_size=2),
    access=st.none() | st.builds(Access, classification=texts, groups=st.lists(texts, max_size=2).map(tuple)),
)
wild_resources = st.lists(st.builds(Resource, texts, st.none() | wild_sources), max_size=3)


def _resource(name, source):
    return Resource(name, source and Source(source_id=name, type=source.type, scope=source.scope, access=source.access))


def decided(engine, request, asked):
    return (engine.ask(request), *engine.read(request, asked), *engine.apply(request, asked))


@given(requests, resources, st.randoms(use_true_random=False))
def test_the_order_of_roles_groups_and_sources_changes_nothing(request, asked, chance):
    bank = builtin_policies("bank")
    expected = dict(zip((each.source_id for each in asked), bank.read(request, asked), strict=True))
    applied = dict(zip((each.source_id for each in asked), bank.apply(request, asked), strict=True))
    other = [_shuffled(each, chance) for each in asked]
    chance.shuffle(other)
    turned = _turned(request, chance)
    assert bank.ask(request) == bank.ask(turned)
    assert [expected[each.source_id] for each in other] == list(bank.read(turned, other))
    assert [applied[each.source_id] for each in other] == list(bank.apply(turned, other))


def _shuffled(resource, chance):
    source = resource.source
    if source is None:
        return resource
    about = source.access and Access(
        classification=source.access.classification, groups=_mixed(source.access.groups, chance)
    )
    scope = {key: _mixed(source.scope[key], chance) for key in _mixed(source.scope, chance)}
    return Resource(resource.source_id, Source(source_id=source.source_id, type=source.type, scope=scope, access=about))


def _turned(request, chance):
    who = request.principal
    if who is None:
        return request
    attributes = {
        key: list(_mixed(value, chance)) if isinstance(value, list) else value
        for key, value in ((key, who.attributes[key]) for key in _mixed(who.attributes, chance))
    }
    turned = Principal(id=who.id, roles=_mixed(who.roles, chance), attributes=attributes)
    return Request(text=request.text, use_case=request.use_case, principal=turned)


def _mixed(items, chance):
    mixed = list(items)
    chance.shuffle(mixed)
    return tuple(mixed)


@given(requests, resources)
def test_a_source_is_decided_alone_as_among_others(request, asked):
    bank = builtin_policies("bank")
    assert list(bank.read(request, asked)) == [bank.read(request, [each])[0] for each in asked]
    assert list(bank.apply(request, asked)) == [bank.apply(request, [each])[0] for each in asked]


@given(
    st.lists(st.sampled_from(("staff", "clerk", "other")), max_size=2).map(tuple),
    st.fixed_dictionaries({}, optional={"level": st.integers(-1, 3), "region": st.sampled_from((*REGIONS, 3))}),
    st.lists(st.none() | st.sampled_from((("hr",), (), ("it",))), max_size=3),
)
def test_a_broken_forbid_turns_no_denial_into_a_permit(roles, attributes, groups):
    request = Request(principal=Principal(id="a", roles=roles, attributes=attributes))
    asked = [
        Resource(f"s{n}", None if each is None else Source(source_id=f"s{n}", access=Access(groups=each)))
        for n, each in enumerate(groups)
    ]
    for whole, broken in zip(decided(WHOLE, request, asked), decided(ALSO_BROKEN, request, asked), strict=True):
        assert whole.allowed or not broken.allowed
        assert not (attributes.get("level", 0) > 0 and broken.allowed)
        assert broken.opaque or not whole.opaque


@given(wild_requests, wild_resources)
def test_whatever_is_asked_a_decision_comes_and_never_an_exception(request, asked):
    for engine in (WHOLE, ONLY_OPEN):
        for each in decided(engine, request, asked):
            assert each.allowed == (each.because == "permit")
            assert ("default-deny" == each.policy_id) >= (each.because in ("default", "principal"))
            assert bool(each.message) == (each.because in ("error", "principal"))


@given(requests, resources)
def test_what_policies_decide_is_what_the_bare_engine_decides(request, asked):
    bank = builtin_policies("bank")
    for action, decide in (("read", bank.read), ("apply", bank.apply)):
        for resource, each in zip(asked, decide(request, asked), strict=True):
            if each.because in ("permit", "forbid", "default"):
                assert each.allowed == bare(action, request, resource)


def bare(action, request, resource):
    """What the engine itself says, asked in its own words and without any handle."""
    files, who, source = dict(load_bundle("bank").files), request.principal, resource.source
    known = [{"attrs": {}, "parents": [], **each} for each in json.loads(files["entities.json"])]
    person = {
        "uid": {"type": "User", "id": who.id},
        "attrs": {"groups": who.attributes["groups"]} if "groups" in who.attributes else {},
        "parents": [{"type": "Role", "id": role} for role in who.roles],
    }
    about = [] if source is None else [_entity(source)]
    scope = source.scope if source else {}
    result = cedarpy.is_authorized(
        {
            "principal": {"type": "User", "id": who.id},
            "action": {"type": "Action", "id": action},
            "resource": {"type": "Source", "id": resource.source_id},
            "context": {} if action == "read" else {"uncovered": list(uncovered(scope, request))},
        },
        files["policies.cedar"],
        [*known, person, *about],
        files["schema.cedarschema"],
    )
    return result.allowed and not result.diagnostics.errors


def _entity(source):
    attributes = {
        "type": source.type,
        "classification": source.access.classification if source.access else "",
        "groups": list(source.access.groups) if source.access else [],
    }
    return {
        "uid": {"type": "Source", "id": source.source_id},
        "attrs": {name: value for name, value in attributes.items() if value != ""},
        "parents": [],
    }


TOLD = "S3CR3T"


@given(
    st.sampled_from(("level", "region", "cleared", "groups", "trainedUntil")),
    st.sampled_from((TOLD, [TOLD], {TOLD: TOLD}, 1, None)),
    st.booleans(),
    st.sampled_from(("", "\ud800")),
)
def test_no_decision_holds_a_word_of_what_was_asked_about(name, value, declared, half):
    about = Access(classification=TOLD, groups=("hr", TOLD + half))
    source = Source(source_id=TOLD, type=TOLD, title=TOLD, scope={TOLD: (TOLD,)}, access=about)
    request = Request(
        text=TOLD, use_case=TOLD, time=TOLD, principal=Principal(id=TOLD, roles=("staff",), attributes={name: value})
    )
    for each in decided(ALSO_BROKEN, request, [Resource(TOLD, source if declared else None)]):
        assert TOLD not in str(each)


@pytest.mark.parametrize("because", ["permit", "forbid", "default", "error", "principal"])
def test_the_questions_of_these_laws_come_to_every_kind_of_answer(because):
    bank = builtin_policies("bank")
    find(st.tuples(requests, resources), lambda pair: any(because == each.because for each in bank.read(*pair)))
