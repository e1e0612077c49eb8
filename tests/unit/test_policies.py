"""What policies decide: whatever is broken, missing or unknown is denied, named, and told without a value."""

import cedarpy
import pytest

from claimgauge.policies.engine import CedarAccess
from claimgauge.policies.given import AS_CEDAR
from claimgauge.policies.scope import uncovered
from claimgauge.readers import case_from
from claimgauge.workflow import Access, Decision, Principal, Request
from tests.policy_building import PERMIT_ALL, SCHEMA, access, bundle, entities, request, source, undeclared

OVERFLOWS = "when { principal has level && principal.level + 9223372036854775807 < 0 };"
BROKEN_FORBID = f'@id("broken") forbid(principal, action, resource) {OVERFLOWS}'
HUGE = 9223372036854775807


def read(policies, asked, *sources, **about):
    return access(policies, **about).read(asked, sources)


def told(decision):
    return decision.allowed, decision.because, decision.policy_id, decision.message


def test_the_engine_is_what_the_workflow_asks_for():
    engine: Access = access()
    assert isinstance(engine, CedarAccess)
    assert ("mine", "1") == (engine.reference.id, engine.reference.version)
    assert bundle().digest == engine.reference.digest


# Permits, forbids, and nothing of the kind.


def test_what_a_policy_permits_is_allowed_and_the_policy_is_named():
    assert (True, "permit", "all", "") == told(access().ask(request()))


def test_what_no_policy_permits_is_denied():
    decided = read('@id("asks") permit(principal, action == Action::"ask", resource);', request(), source())
    assert [(False, "default", "default-deny", "")] == [told(each) for each in decided]


def test_of_several_policies_that_decide_the_first_by_id_is_named():
    later = '@id("b") permit(principal, action, resource);'
    assert "all" == access(later + PERMIT_ALL).ask(request()).policy_id
    assert "b" == access(later.replace("permit", "forbid") + PERMIT_ALL).ask(request()).policy_id


def test_a_role_counts_for_the_roles_above_it():
    policy = '@id("staff") permit(principal in Role::"staff", action, resource);'
    assert "staff" == access(policy, known=entities()).ask(request("clerk")).policy_id


# Broken policies.


def test_a_forbid_that_errors_denies_although_the_engine_would_allow():
    decided = access(PERMIT_ALL + BROKEN_FORBID).ask(request(level=1))
    assert (
        False,
        "error",
        "broken",
        "policy 'broken' could not be evaluated; entities.json does not hold the use case",
    ) == told(decided)
    assert (False, "error", "broken", "policy 'broken' could not be evaluated") == told(
        read(PERMIT_ALL + BROKEN_FORBID, request(level=1), source())[0]
    )


def test_a_permit_that_errors_beside_one_that_holds_denies_too():
    broken = BROKEN_FORBID.replace("forbid", "permit")
    assert (False, "error", "broken", "policy 'broken' could not be evaluated") == told(
        read(PERMIT_ALL + broken, request(level=1), source())[0]
    )


def test_of_several_policies_that_error_the_first_by_id_is_named():
    other = BROKEN_FORBID.replace("broken", "also-broken")
    assert "also-broken" == read(BROKEN_FORBID + other + PERMIT_ALL, request(level=1), source())[0].policy_id


def test_a_broken_forbid_of_another_action_changes_nothing():
    elsewhere = BROKEN_FORBID.replace("action,", 'action == Action::"apply",')
    assert read(PERMIT_ALL + elsewhere, request(level=1), source())[0].allowed


def test_what_the_engine_cannot_take_is_denied():
    decided = access(schema=SCHEMA.replace("useCase?: String, ", "")).ask(request(use_case="half \ud800"))
    assert (False, "error", "default-deny", "the engine could not decide") == told(decided)


def test_one_source_that_the_engine_cannot_take_decides_about_no_other():
    first, second = read(PERMIT_ALL, request(), source("good"), source("half \ud800"))
    assert (True, "permit", "all", "") == told(first)
    assert (False, "error", "default-deny", "the id of the source is not Unicode text") == told(second)


class Panic(BaseException):
    pass


@pytest.mark.parametrize("raised", [Panic, ValueError, MemoryError])
def test_an_engine_that_raises_denies(raised, monkeypatch):
    engine = access()

    def raises(*_arguments):
        raise raised("SECRET")

    monkeypatch.setattr(cedarpy, "is_authorized_batch", raises)
    expected = (False, "error", "default-deny", "the engine could not decide")
    assert [expected] * 2 == [told(each) for each in engine.read(request(), [source("a"), source("b")])]


def test_who_stops_the_run_stops_it(monkeypatch):
    def interrupted(*_arguments):
        raise KeyboardInterrupt

    engine = access()
    monkeypatch.setattr(cedarpy, "is_authorized_batch", interrupted)
    with pytest.raises(KeyboardInterrupt):
        engine.ask(request())


@pytest.mark.parametrize(
    "errors", [[], ["failed to build request: SECRET"], ["error while evaluating policy `policy9`: SECRET"]]
)
@pytest.mark.parametrize("decision", ["NoDecision", "Allow", "Deny"])
def test_no_decision_of_the_engine_and_an_error_without_a_policy_are_denials(decision, errors):
    result = cedarpy.AuthzResult({"decision": decision, "diagnostics": {"errors": errors, "reason": ["policy0"]}})
    decided = access()._decisions.of(result, "read")
    if errors or decision != "Allow":  # a denial by a permit is no decision either
        assert (False, "error", "default-deny", "the engine gave no decision") == told(decided)
    else:
        assert ("permit", "all") == (decided.because, decided.policy_id)


# Who asks.


@pytest.mark.parametrize("asked", [None, Request(text="?"), request(who="")])
def test_nobody_who_is_known_is_denied(asked):
    expected = (False, "principal", "default-deny", "the request names no principal")
    engine = access()
    assert [expected] * 3 == [
        told(each) for each in (engine.ask(asked), *engine.read(asked, [source()]), *engine.apply(asked, [source()]))
    ]


@pytest.mark.parametrize("asked", [None, Request(text="?"), request(who="")])
def test_a_bundle_may_let_anybody_ask(asked):
    assert access(principal="optional").ask(asked).allowed


def test_a_role_that_the_bundle_does_not_know_is_denied_and_named():
    decided = access(known=entities()).ask(request("clerk", "superuser"))
    message = "the principal has the role 'superuser', which is not in entities.json"
    assert (False, "principal", "default-deny", message) == told(decided)


def test_a_bundle_without_entities_knows_no_role_and_takes_any():
    policy = '@id("staff") permit(principal in Role::"staff", action, resource);'
    assert ("staff", "default-deny") == tuple(
        access(policy).ask(request(role)).policy_id for role in ("staff", "other")
    )


def test_roles_are_not_passed_where_the_schema_has_none():
    schema = SCHEMA.replace("entity User in [Role]", "entity User")
    assert access(schema=schema, known=entities()).ask(request("superuser")).allowed


def test_half_of_a_surrogate_pair_in_an_id_or_a_role_is_nobody():
    assert ["principal"] * 2 == [access().ask(each).because for each in (request(who="\ud800"), request("\ud800"))]


# Attributes.


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("level", "3", "Long"),
        ("level", 3.0, "Long"),
        ("level", True, "Long"),
        ("level", HUGE + 1, "Long"),
        ("region", 3, "String"),
        ("region", ["EMEA"], "String"),
        ("region", {"__entity": {"type": "Role", "id": "staff"}}, "String"),
        ("region", "\ud800", "String"),
        ("cleared", 1, "Bool"),
        ("cleared", "true", "Bool"),
        ("groups", "hr", "Set<String>"),
        ("groups", ["hr", 1], "Set<String>"),
        ("trainedUntil", "soon", "datetime"),
        ("trainedUntil", "2026-01-01T00:00:00", "datetime"),
        ("trainedUntil", "9999-12-31T23:59:59-01:00", "datetime"),
        ("trainedUntil", 2026, "datetime"),
    ],
)
def test_an_attribute_of_the_wrong_type_is_denied_and_named(name, value, kind):
    decided = access().ask(request(**{name: value}))
    assert (False, "error", "default-deny", f"principal.{name} is not of the type {kind}") == told(decided)


@pytest.mark.parametrize(
    ("policy", "attributes"),
    [
        ("principal has level && principal.level > 2", {"level": 3}),
        ("principal has level && principal.level < 0", {"level": -(2**63)}),
        ('principal has region && principal.region == "EMEA"', {"region": "EMEA"}),
        ("principal has cleared && principal.cleared", {"cleared": True}),
        ('principal has groups && principal.groups.contains("hr")', {"groups": ["hr", "hr"]}),
        (
            'principal has trainedUntil && principal.trainedUntil > datetime("2026-01-01")',
            {"trainedUntil": "2026-01-01T00:00:00.5Z"},
        ),
        (
            'principal has trainedUntil && principal.trainedUntil == datetime("2026-01-01T08:00:00Z")',
            {"trainedUntil": "2026-01-01T09:00:00+01:00"},
        ),
        ("!(principal has region)", {"region": None}),
        ("!(principal has region)", {"undeclared": "EMEA"}),
    ],
)
def test_attributes_reach_the_policies(policy, attributes):
    assert (
        access(f'@id("p") permit(principal, action, resource) when {{ {policy} }};').ask(request(**attributes)).allowed
    )


def test_a_number_is_the_same_in_both_tiers_of_reading():
    case = b'{"request": {"principal": {"id": "a", "attributes": {"level": 3, "region": "EMEA"}}}%s}'
    policy = '@id("p") permit(principal, action, resource) when { principal has level && principal.level == 3 };'
    fast, slow = (case_from(case % rest).case.request for rest in (b"", b', "unknown key": 1'))
    assert str is not type(slow.principal.attributes["level"])
    assert [True, True] == [access(policy).ask(each).allowed for each in (fast, slow)]
    wrong = b'{"request": {"principal": {"id": "a", "attributes": {"region": 3}}}%s}'
    assert ["principal.region is not of the type String"] * 2 == [
        access().ask(case_from(wrong % rest).case.request).message for rest in (b"", b', "unknown key": 1')
    ]


@pytest.mark.parametrize(
    ("message", "schema", "asked", "resource"),
    [
        ("principal.level is not given", ("level?", "level"), request(), source()),
        ("source.title is not given", ("title?", "title"), request(), source()),
        ("source.classification is not given", ("classification?", "classification"), request(), source()),
        ("request.useCase is not given", ("useCase?", "useCase"), request(), source()),
        ("request.time is not given", ("time?", "time"), request(use_case="u"), source()),
    ],
)
def test_what_the_schema_requires_and_the_case_does_not_say_is_denied_and_named(message, schema, asked, resource):
    decided = read(PERMIT_ALL, asked, resource, schema=SCHEMA.replace(*schema))
    assert (False, "error", "default-deny", f"{message}, and the schema requires it") == told(decided[0])


def test_a_time_of_the_request_that_is_none_is_denied_and_named():
    decided = access().ask(request(time="yesterday"))
    assert (False, "error", "default-deny", "request.time is not of the type datetime") == told(decided)


def test_a_value_of_a_source_of_the_wrong_type_is_denied_and_named():
    decided = read(PERMIT_ALL, request(), source(title=7))
    assert (False, "error", "default-deny", "source.title is not of the type String") == told(decided[0])


@pytest.mark.parametrize(
    ("policy", "resource"),
    [
        ('resource has title && resource.title == "Handbook"', source(title="Handbook")),
        ('resource has classification && resource.classification == "internal"', source(classification="internal")),
        ('resource.groups.contains("hr")', source(groups=("hr", "it"))),
        ("resource.groups.isEmpty() && !(resource has classification)", source()),
        ('resource.scope.contains("region=EMEA")', source(scope={"region": ("AMER", "EMEA")})),
        ('resource == Source::"s"', source("s")),
        ('resource == Source::"s"', undeclared("s")),
    ],
)
def test_what_a_case_says_of_a_source_reaches_the_policies(policy, resource):
    policy = f'@id("p") permit(principal, action == Action::"read", resource) when {{ {policy} }};'
    assert read(policy, request(), resource)[0].allowed


@pytest.mark.parametrize(
    ("action", "policy"),
    [
        ("ask", 'resource == UseCase::"hr"'),
        ("ask", 'context has useCase && context.useCase == "hr"'),
        ("ask", 'context has text && context.text like "*leave*"'),
        ("ask", 'context has time && context.time == datetime("2026-03-01T08:00:00Z")'),
        ("read", 'context has useCase && context.useCase == "hr"'),
        ("read", 'context has time && context.time < datetime("2026-03-02")'),
    ],
)
def test_what_a_request_says_reaches_the_policies(action, policy):
    asked = request(text="How many days of leave?", use_case="hr", time="2026-03-01T09:00:00+01:00")
    engine = access(f'@id("p") permit(principal, action == Action::"{action}", resource) when {{ {policy} }};')
    decided = engine.ask(asked) if action == "ask" else engine.read(asked, [source()])[0]
    assert decided.allowed


# Sources that the case does not declare.


def test_a_policy_that_reads_an_undeclared_source_denies_and_says_so():
    policy = '@id("groups") permit(principal, action, resource is Source) when { resource.groups.isEmpty() };'
    message = "policy 'groups' could not be evaluated; the case does not declare the source"
    assert (False, "error", "groups", message) == told(read(policy, request(), undeclared())[0])


def test_a_policy_that_reads_nothing_of_an_undeclared_source_decides():
    assert (True, "permit", "all", "") == told(read(PERMIT_ALL, request(), undeclared())[0])


def test_a_source_that_is_declared_twice_and_differently_is_denied_both_times():
    decided = read(PERMIT_ALL, request(), source("a", title="x"), source("b"), source("a", title="y"), source("b"))
    assert [False, True, False, True] == [each.allowed for each in decided]
    assert "the source is declared twice, and differently" == decided[0].message


def test_no_sources_are_no_decisions():
    assert () == read(PERMIT_ALL, request())


@pytest.mark.parametrize(
    "name", ["", "Source", 'a"b', "a\\b", "a\nb\x00", "\u202eab", "é", 'x"; permit(principal,action,resource);', "::"]
)
def test_any_name_is_a_name_and_nothing_else(name):
    condition = 'resource has title && resource.title == "t"'
    policy = f'@id("p") permit(principal, action == Action::"read", resource) when {{ {condition} }};'
    decided = read(policy, request(who=name or "x"), source(name, title="t"), source("other"))
    assert [True, False] == [each.allowed for each in decided]


# Hidden sources.


def hidden(decided):
    return [each.opaque for each in decided]


OPAQUE_FORBID = """
@id("payroll") @opaque("true") forbid(principal, action == Action::"read", resource)
when { resource has title && resource.title == "payroll" };
"""


def test_a_forbid_may_hide_the_source_with_its_id():
    decided = read(PERMIT_ALL + OPAQUE_FORBID, request(), source("a", title="payroll"), source("b"))
    assert [True, False] == hidden(decided)


def test_of_two_forbids_the_one_that_hides_is_named():
    shown = '@id("a-shown") forbid(principal, action == Action::"read", resource);'
    decided = read(shown + OPAQUE_FORBID, request(), source(title="payroll"), source("b"))
    assert [("payroll", True), ("a-shown", False)] == [(each.policy_id, each.opaque) for each in decided]


def test_what_no_policy_permits_is_hidden_where_the_bundle_says_so():
    policy = '@id("asks") permit(principal, action == Action::"ask", resource);'
    assert [False] == hidden(read(policy, request(), source()))
    assert [True] == hidden(read(policy, request(), source(), opaque=True))
    assert not access(policy, opaque=True).apply(request(), [source()])[0].opaque


def test_what_could_not_be_decided_is_hidden_where_any_policy_hides():
    broken = PERMIT_ALL + BROKEN_FORBID
    assert [False] == hidden(read(broken, request(level=1), source()))
    assert [True] == hidden(read(broken + OPAQUE_FORBID, request(level=1), source()))
    assert [True] == hidden(read(PERMIT_ALL + OPAQUE_FORBID, None, source()))
    assert [True] == hidden(read(PERMIT_ALL + OPAQUE_FORBID, request(), source(title=7)))


def test_a_permit_hides_nothing():
    assert [False] == hidden(read(PERMIT_ALL, request(), source(), opaque=True))


# Stops, and answers that are assessed all the same.


def forbid(name, annotations=""):
    return f'@id("{name}") {annotations} forbid(principal, action == Action::"ask", resource);'


@pytest.mark.parametrize(
    ("expected", "policies"),
    [
        (("p", "permission", False), [forbid("p")]),
        (("p", "permission", False), [forbid("p", '@stops("permission")')]),
        (("p", "scope", False), [forbid("p", '@stops("scope")')]),
        (("p", "scope", True), [forbid("p", '@answered("label")')]),
        (("p", "scope", True), [forbid("p", '@answered("label") @stops("scope")')]),
        (("z", "permission", False), [forbid("a", '@stops("scope")'), forbid("z")]),
        (("z", "scope", False), [forbid("a", '@answered("label")'), forbid("z", '@stops("scope")')]),
        (("z", "permission", False), [forbid("a", '@answered("label")'), forbid("b", '@stops("scope")'), forbid("z")]),
        (("a", "scope", False), [forbid("b", '@stops("scope")'), forbid("a", '@stops("scope")')]),
    ],
)
def test_the_severest_forbid_of_a_request_names_the_decision(expected, policies):
    for texts in (policies, policies[::-1]):
        decided = access(PERMIT_ALL + "".join(texts)).ask(request())
        assert (False, "forbid") == (decided.allowed, decided.because)
        assert expected == (decided.policy_id, decided.stops, decided.answered)


def test_a_broken_policy_is_severer_than_an_answer_that_is_assessed_all_the_same():
    decided = access(PERMIT_ALL + BROKEN_FORBID + forbid("a", '@answered("label")')).ask(request(level=1))
    assert ("error", "permission", False) == (decided.because, decided.stops, decided.answered)


def test_annotations_of_a_request_say_nothing_of_a_source():
    policy = '@id("p") @stops("scope") forbid(principal, action, resource);'
    assert Decision(allowed=False, because="forbid", policy_id="p") == read(policy, request(), source())[0]


# Scope.

SCOPED = '@id("covered") permit(principal, action == Action::"apply", resource) when { context.uncovered.isEmpty() };'


@pytest.mark.parametrize(
    ("expected", "scope", "asked"),
    [
        ((), {}, Request()),
        ((), {"site": ("EMEA",)}, request(site="EMEA")),
        (("site",), {"site": ("EMEA",)}, request(site="AMER")),
        (("site",), {"site": ("EMEA",)}, request()),
        (("site",), {"site": ("EMEA",)}, Request()),
        (("site",), {"site": ()}, request(site="EMEA")),
        ((), {"site": ("EMEA", "AMER")}, request(site=["AMER", "EMEA"])),
        (("site",), {"site": ("EMEA",)}, request(site=["AMER", "EMEA"])),
        (("site",), {"site": ("EMEA",)}, request(site=[])),
        (("site",), {"site": ("EMEA",)}, request(site={"is": "EMEA"})),
        (("site",), {"site": ("None",)}, request(site=None)),
        ((), {"useCase": ("hr",)}, request(use_case="hr")),
        (("useCase",), {"useCase": ("hr",)}, request(use_case="it", useCase="hr")),
        (("useCase",), {"useCase": ("",)}, request()),
        ((), {"level": ("3",), "cleared": ("true",)}, request(level=3, cleared=True)),
        (("level",), {"level": ("1",)}, request(level=True)),
        (("a", "b"), {"b": ("x",), "a": ("x",)}, request()),
    ],
)
def test_a_key_of_the_scope_is_uncovered_where_the_request_does_not_meet_it(expected, scope, asked):
    assert expected == uncovered(scope, asked)
    decided = access(SCOPED, principal="optional").apply(asked, [source(scope=scope)])
    assert ("covered" if not expected else "default-deny") == decided[0].policy_id


def test_a_source_that_is_not_declared_has_no_scope():
    assert access(SCOPED).apply(request(), [undeclared()])[0].allowed


# What messages say.

SECRETS = (
    "SECRET-ID",
    "SECRET-TITLE",
    "SECRET-CLASS",
    "SECRET-GROUP",
    "SECRET-KEY",
    "SECRET-VALUE",
    "SECRET-NAME",
    "10.0.0.99/SECRET",
)
READS_ALL = """
@id("title") forbid(principal, action == Action::"read", resource)
when { resource has title && resource.title == "x" };
@id("groups") forbid(principal, action, resource is Source) when { resource.groups.contains("x") };
@id("use-case") forbid(principal, action == Action::"ask", resource) when { resource.note == "x" };
@id("level") forbid(principal, action, resource)
when { principal has level && principal.level * 9223372036854775807 > 3 };
"""


@pytest.mark.parametrize(
    "asked",
    [
        request(who="SECRET-NAME", level=2, region="SECRET-VALUE", use_case="SECRET-VALUE", text="SECRET-TITLE"),
        request(who="SECRET-NAME", groups="SECRET-GROUP"),
        request(who="SECRET-NAME", trainedUntil="SECRET-VALUE"),
        request(who="SECRET-NAME", time="SECRET-VALUE"),
        request(who="SECRET-NAME \ud800"),
        request(use_case="SECRET-VALUE \ud800"),
        Request(principal=Principal(id=""), text="SECRET-VALUE"),
    ],
)
@pytest.mark.parametrize(
    "resource",
    [
        undeclared("SECRET-ID"),
        source("SECRET-ID", title="SECRET-TITLE", classification="SECRET-CLASS", groups=("SECRET-GROUP",)),
        source("SECRET-ID", title=["SECRET-TITLE"]),
        source("SECRET-ID", title="SECRET-TITLE \ud800"),
        source("SECRET-ID \ud800", title="SECRET-TITLE"),
        source("SECRET-ID", scope={"SECRET-KEY": ("SECRET-VALUE \ud800",)}),
    ],
)
def test_no_message_holds_a_value_of_a_source_or_a_request(asked, resource):
    schema = SCHEMA.replace("entity UseCase;", "entity UseCase { note: String };")
    engine = access(PERMIT_ALL + READS_ALL, schema=schema)
    for decided in (engine.ask(asked), *engine.read(asked, [resource]), *engine.apply(asked, [resource])):
        assert [] == [word for word in (*SECRETS, "SECRET") if word in str(decided)]


def test_the_engine_itself_would_have_told_the_id_of_an_undeclared_source():
    engine = access('@id("p") permit(principal, action, resource is Source) when { resource.groups.isEmpty() };')
    errors = []
    decide = engine._decisions.of
    engine._decisions.of = lambda result, action, **rest: (
        errors.extend(result.diagnostics.errors) or decide(result, action, **rest)
    )
    assert "SECRET-ID" not in str(engine.read(request(), [undeclared("SECRET-ID")]))
    assert "SECRET-ID" in str(errors)


def test_every_kind_has_a_reading():
    assert {"String", "Long", "Bool", "Set<String>", "datetime"} == AS_CEDAR.keys()
