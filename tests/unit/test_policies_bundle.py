"""A bundle that makes no sense is refused with every place; one that does has a digest over all of its files."""

import json
import subprocess
import sys
from importlib import resources

import pytest

from claimgauge.errors import DocumentError, InputError, PolicyError
from claimgauge.policies import FILES
from claimgauge.policies.engine import CedarAccess
from claimgauge.policies.policy import statements
from claimgauge.wiring import load_bundle, load_policies, run_policy_examples, shipped_policies
from claimgauge.wiring.policies import builtin_policies
from tests.policy_building import PERMIT_ALL, SCHEMA, access, bundle, entities, request, source

SHIPPED = ("bank", "hospital", "open", "public-office")
DOCUMENT = 'schema = "claimgauge.policies/1"\nid = "mine"\nversion = "1"\ntitle = "Mine"\n'


def problems(policies=PERMIT_ALL, **about):
    with pytest.raises(PolicyError) as caught:
        CedarAccess(bundle(policies, **about))
    return str(caught.value).splitlines()


def folder(tmp_path, **files):
    """A folder with a bundle in it; a file that is None is left out."""
    texts = {"bundle.toml": DOCUMENT, "policies.cedar": PERMIT_ALL, "schema.cedarschema": SCHEMA} | {
        name.replace("__", "."): text for name, text in files.items()
    }
    for name, text in texts.items():
        if text is not None:
            (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return tmp_path


def refused(place):
    with pytest.raises(DocumentError) as caught:
        load_policies(place)
    return str(caught.value).removeprefix(f"{place}/").removeprefix(f"{place}: ")


# What ships.


def test_these_bundles_ship():
    assert SHIPPED == shipped_policies()


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_bundle_does_what_it_says_it_does(name):
    results = list(run_policy_examples(name))
    assert results
    assert [] == [each for each in results if not each.passed]


@pytest.mark.parametrize("name", SHIPPED)
def test_every_policy_of_a_shipped_bundle_decides_an_example(name):
    named = {each.found.split(", ")[1] for each in run_policy_examples(name) if ", " in each.found}
    assert set() == {policy.id for policy in load_policies(name).policies} - named


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_bundle_says_that_it_is_provisional_and_nobodys(name):
    document = load_bundle(name).document
    assert (name, True) == (document.id, document.provisional)
    assert "nobody's rules" in document.source


@pytest.mark.parametrize("name", SHIPPED)
def test_a_bundle_that_ships_is_known_by_name_and_prepared_once(name):
    assert builtin_policies(name) is builtin_policies(name)
    assert load_policies(name) is load_policies(name)


@pytest.mark.parametrize("name", ["mine", "", "../policies/open", "/", "open/"])
def test_a_name_in_a_case_is_that_of_a_bundle_that_ships_and_no_path(name, tmp_path, monkeypatch):
    monkeypatch.chdir(folder(tmp_path))
    (tmp_path / "mine").mkdir()
    with pytest.raises(InputError, match=r"none of the policies that ship .* bank, hospital, open, public-office"):
        builtin_policies(name)


@pytest.mark.parametrize("name", ["nothing", "a\0b"])
def test_a_folder_that_is_not_there_is_an_error_that_names_what_ships(name):
    with pytest.raises(InputError, match=r"is no folder; .*: bank, hospital, open, public-office"):
        load_policies(name)


# Folders of one's own.


def test_a_folder_of_ones_own_is_prepared_once_for_the_same_texts(tmp_path):
    place = folder(tmp_path)
    first = load_policies(place)
    assert first is load_policies(place)
    (place / "policies.cedar").write_text(PERMIT_ALL.replace("permit", "forbid"))
    assert [True, False] == [each.ask(request()).allowed for each in (first, load_policies(place))]


def test_a_schema_may_be_json(tmp_path):
    shape = {"type": "Record", "attributes": {"title": {"type": "String"}}}
    schema = {"": {
        "entityTypes": {"User": {}, "UseCase": {}, "Source": {"shape": shape}},
        "actions": {
            "ask": {"appliesTo": {"principalTypes": ["User"], "resourceTypes": ["UseCase"]}},
            "read": {"appliesTo": {"principalTypes": ["User"], "resourceTypes": ["Source"]}},
            "apply": {"appliesTo": {"principalTypes": ["User"], "resourceTypes": ["Source"]}},
        },
    }}  # fmt: skip
    place = folder(tmp_path, schema__cedarschema=None, schema__json=json.dumps(schema))
    assert load_policies(place).ask(request()).allowed


def test_the_digest_covers_every_file_and_no_line_ending(tmp_path):
    place = folder(tmp_path, entities__json=entities(), tests__toml='schema = "claimgauge.policies-tests/1"\n')
    seen = {load_bundle(place).digest}
    for name in set(FILES) - {"schema.json"}:
        text = (place / name).read_text()
        (place / name).write_text(text + "\n")
        seen.add(load_bundle(place).digest)
        (place / name).write_bytes(text.replace("\n", "\r\n").encode())
        assert load_bundle(place).digest in seen
        (place / name).write_text(text)
    assert 6 == len(seen)


@pytest.mark.parametrize(
    ("message", "files"),
    [
        ("bundle.toml: missing; a bundle says its id, version and title there", {"bundle__toml": None}),
        ("policies.cedar: missing; write the policies", {"policies__cedar": None}),
        ("schema.cedarschema: missing; write the schema there, or in schema.json", {"schema__cedarschema": None}),
        ("schema.cedarschema: stands beside schema.json; keep one of the two", {"schema__json": "{}"}),
        (
            (
                "more.cedar: is no file of a bundle; those are bundle.toml, policies.cedar,"
                " schema.cedarschema, schema.json, entities.json, tests.toml"
            ),
            {"more__cedar": PERMIT_ALL},
        ),
        ("policies.cedar: is not UTF-8 at byte 0; save it as UTF-8", {"policies__cedar": b"\xff"}),
        ("bundle.toml: title: missing", {"bundle__toml": DOCUMENT.replace('title = "Mine"\n', "")}),
        (
            "bundle.toml, version: is empty; it travels in every result, so give it a name",
            {"bundle__toml": DOCUMENT.replace('"1"', '" "')},
        ),
        (
            "bundle.toml: opaqe: is not a key that is known here; did you mean 'opaque'?",
            {"bundle__toml": DOCUMENT + "opaqe = true\n"},
        ),
        (
            "bundle.toml: principal: expected 'optional' or 'required', got \"some\"",
            {"bundle__toml": DOCUMENT + 'principal = "some"\n'},
        ),
    ],
)
def test_a_folder_that_is_no_bundle_is_refused_with_the_file(message, files, tmp_path):
    assert message == refused(folder(tmp_path, **files))


def test_a_note_beside_the_files_is_nobodys_business(tmp_path):
    assert load_policies(folder(tmp_path, README__md="# Ours")).ask(request()).allowed


def test_without_the_extra_the_error_names_it():
    code = (
        "import sys; sys.modules['cedarpy'] = None\n"
        "from claimgauge.errors import InputError\n"
        "from claimgauge.wiring import load_bundle, load_policies\n"
        "assert load_bundle('open').document.id == 'open'\n"
        "try: load_policies('open')\n"
        "except InputError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "policies: cedarpy is not installed; install claimgauge with its extra `policies`\n" == done.stdout


# Policies and their annotations.


@pytest.mark.parametrize(
    ("expected", "policies"),
    [
        ("policies.cedar, the policy at line 1: unexpected end of input", "nonsense"),
        (
            "policies.cedar, the policy at line 3: unexpected token `resource`",
            PERMIT_ALL + '\n// a; b\n@id("x") permit(principal, action resource);',
        ),
        ("policies.cedar: holds no policy, so everything would be denied; write one", "// later"),
        (
            "policies.cedar: holds a template (?principal or ?resource), which decides nothing; write the policy out",
            '@id("t") permit(principal == ?principal, action, resource);',
        ),
        ('policies.cedar, line 1: has no id; write @id("a-name") above it', "permit(principal, action, resource);"),
        ('policies.cedar, line 1: has no id; write @id("a-name") above it', "@id permit(principal, action, resource);"),
        (
            (
                "policies.cedar, line 1, policy 'default-deny': the id 'default-deny' says that no policy"
                " decided; choose another"
            ),
            PERMIT_ALL.replace("all", "default-deny"),
        ),
        (
            (
                "policies.cedar, line 1, policy 'all': @advice is no annotation that is known; known are"
                " id, title, source, opaque, stops, answered"
            ),
            "@advice " + PERMIT_ALL,
        ),
        (
            "policies.cedar, line 1, policy 'all': @opaque('yes'): expected 'true'",
            '@opaque("yes") ' + PERMIT_ALL.replace("permit", "forbid"),
        ),
        (
            "policies.cedar, line 1, policy 'all': @opaque belongs to a forbid of the action 'read'; take it away",
            '@opaque("true") ' + PERMIT_ALL,
        ),
        (
            "policies.cedar, line 1, policy 'p': @opaque belongs to a forbid of the action 'read'; take it away",
            '@opaque("true") @id("p") forbid(principal, action in [Action::"ask", Action::"apply"], resource);',
        ),
        (
            "policies.cedar, line 1, policy 'p': @stops('never'): expected 'permission' or 'scope'",
            '@stops("never") @id("p") forbid(principal, action == Action::"ask", resource);',
        ),
        (
            "policies.cedar, line 1, policy 'p': @stops belongs to a forbid of the action 'ask'; take it away",
            '@stops("scope") @id("p") forbid(principal, action == Action::"read", resource);',
        ),
        (
            "policies.cedar, line 1, policy 'p': @answered('yes'): expected 'label'",
            '@answered("yes") @id("p") forbid(principal, action == Action::"ask", resource);',
        ),
        (
            (
                "policies.cedar, line 1, policy 'p': @answered is about scope; who may not ask gets no"
                " answer assessed: take one of the two away"
            ),
            '@answered("label") @stops("permission") @id("p") forbid(principal, action, resource);',
        ),
        (
            (
                "policies.cedar, line 2, policy 'p': does not fit the schema: attribute `owner` on entity"
                " type `Source` not found"
            ),
            '\n@id("p") permit(principal, action, resource is Source) when { resource.owner == "x" };',
        ),
        (
            (
                "policies.cedar, line 1, policy 'p': names Role::\"clrk\", which is not in entities.json;"
                " correct it, or add the entity"
            ),
            '@id("p") permit(principal in Role::"clrk", action, resource);',
        ),
        (
            (
                "policies.cedar, line 1, policy 'p': names Role::\"clrk\", which is not in entities.json;"
                " correct it, or add the entity"
            ),
            '@id("p") forbid(principal, action, resource) when { principal in [Role::"staff", Role::"clrk"] };',
        ),
    ],
)
def test_policies_that_make_no_sense_are_refused_with_their_place(expected, policies):
    assert [f"mine: {expected}"] == problems(policies, known=entities())


def test_an_id_that_stands_twice_is_refused_at_both_places():
    message = "the id stands twice; a decision names one policy"
    assert [f"mine: policies.cedar, line {line}, policy 'all': {message}" for line in (1, 2)] == problems(
        f"{PERMIT_ALL}\n{PERMIT_ALL}"
    )


def test_all_problems_are_told_at_once():
    found = problems(
        '@odd permit(principal, action, resource);\n@id("p") permit(principal, action, resource) when { principal.x };'
    )
    assert [1, 1, 2] == [int(each.split("line ")[1][0]) for each in found]


@pytest.mark.parametrize(
    ("expected", "scope"),
    [
        ("ask read apply", "action"),
        ("ask", 'action == Action::"ask"'),
        ("ask apply", 'action in [Action::"ask", Action::"apply"]'),
        ("ask read apply", 'action in Action::"use"'),
        ("ask read apply", 'action in [Action::"any"]'),
        ("read apply", 'action in Action::"read"'),
        ("read", 'action == Action::"read"'),
    ],
)
def test_a_policy_is_about_the_actions_that_it_names_and_those_in_what_it_names(expected, scope):
    schema = SCHEMA.replace("action ask", "action any;\naction use in [any];\naction ask in [use]")
    schema = schema.replace("action read", "action read in [use]").replace("action apply", "action apply in [read]")
    engine = access(f'@id("p") permit(principal, {scope}, resource);', schema=schema)
    decided = {
        "ask": engine.ask(request()),
        "read": engine.read(request(), [source()])[0],
        "apply": engine.apply(request(), [source()])[0],
    }
    assert expected.split() == [action for action, each in decided.items() if each.allowed]


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ([], " // nothing;\n"),
        ([(1, "a;"), (1, "b;")], "a; b;"),
        ([(2, 'a "x;\\";" b;'), (4, "c")], '\na "x;\\";" b; // d;\n\nc'),
    ],
)
def test_a_text_is_cut_into_policies_outside_of_strings_and_comments(expected, text):
    assert expected == [tuple(each) for each in statements(text)]


# The schema.


@pytest.mark.parametrize(
    ("expected", "before", "after"),
    [
        ("schema.cedarschema: error parsing schema: unexpected token `Role`", "entity Role", "entity Role Role"),
        ("schema.cedarschema: failed to resolve type: Team", "User in [Role]", "User in [Team]"),
        (
            (
                "schema.cedarschema: has no action 'read' of a User on a Source; add: action read"
                " appliesTo { principal: User, resource: Source };"
            ),
            "action read",
            "action open",
        ),
        (
            (
                "schema.cedarschema: has no action 'ask' of a User on a UseCase; add: action ask appliesTo"
                " { principal: User, resource: UseCase };"
            ),
            "resource: UseCase",
            "resource: Source",
        ),
        (
            (
                "schema.cedarschema, attributes of Source: 'owner' is never given; what is given: type,"
                " title, classification, groups, scope"
            ),
            "title?",
            "owner?",
        ),
        (
            "schema.cedarschema, attributes of Source: 'groups': expected the type Set<String>",
            "Source { title?: String, classification?: String, groups: Set<String>",
            "Source { groups: String",
        ),
        (
            (
                "schema.cedarschema, attributes of User: 'level': expected the type one of String, Long,"
                " Bool, Set<String>, datetime"
            ),
            "level?: Long",
            "level?: decimal",
        ),
        (
            (
                "schema.cedarschema, attributes of User: 'chief': expected the type one of String, Long,"
                " Bool, Set<String>, datetime"
            ),
            "level?: Long",
            "chief?: User",
        ),
        (
            "schema.cedarschema, context of apply: 'text' is never given; what is given: useCase, time, uncovered",
            "uncovered: Set",
            "text?: String, uncovered: Set",
        ),
        (
            "schema.cedarschema, context of ask: 'time': expected the type datetime",
            "text?: String, useCase?: String, time?: datetime",
            "time?: String",
        ),
    ],
)
def test_a_schema_that_does_not_fit_is_refused_with_its_place(expected, before, after):
    assert before in SCHEMA
    assert [f"mine: {expected}"] == problems(schema=SCHEMA.replace(before, after))


def test_names_of_a_schema_may_be_odd_and_its_types_named():
    schema = 'type Words = Set<String>;\n@doc("what \\" is; this")\n' + SCHEMA.replace(
        "level?: Long", '"cost centre": String, "in"?: Words, level?: Long'
    )
    policy = (
        '@id("p") permit(principal, action, resource) when { principal["cost centre"] == "x" && principal has "in" };'
    )
    engine = access(policy, schema=schema)
    assert engine.ask(request(**{"cost centre": "x", "in": ["a"]})).allowed
    assert "principal.cost centre is not given, and the schema requires it" == engine.ask(request()).message


# What is known beforehand.


@pytest.mark.parametrize(
    ("expected", "known"),
    [
        ("entities.json: is no list of entities: JSON is malformed: invalid character (byte 4)", "nonsense"),
        ("entities.json: is no list of entities: Expected `array`, got `object`", "{}"),
        (
            "entities.json: is no list of entities: Object contains unknown field `parent` - at `$[0]`",
            '[{"uid": {"type": "Role", "id": "a"}, "parent": []}]',
        ),
        ('entities.json, Role::"a": its parent Role::"b" is not in the file; add it', entities([("a", ["b"])])),
        ('entities.json, Role::"a": stands twice; keep one of them', entities([("a", []), ("a", [])])),
        (
            'entities.json, User::"a": is a User, and these come with each case; take it away',
            '[{"uid": {"type": "User", "id": "a"}}]',
        ),
        (
            (
                'entities.json, Team::"a": does not fit the schema: error during entity deserialization; look at'
                " its type, attributes and parents"
            ),
            '[{"uid": {"type": "Team", "id": "a"}}]',
        ),
        (
            (
                'entities.json, Role::"a": does not fit the schema: error during entity deserialization; look at'
                " its type, attributes and parents"
            ),
            '[{"uid": {"type": "Role", "id": "a"}, "attrs": {"x": 1}}]',
        ),
        (
            "entities.json: cannot be used: transitive closure computation/enforcement error",
            entities([("a", ["b"]), ("b", ["a"])]),
        ),
    ],
)
def test_entities_that_do_not_fit_are_refused_with_their_name(expected, known):
    assert [f"mine: {expected}"] == problems(known=known)


def test_use_cases_may_have_attributes():
    schema = SCHEMA.replace("entity UseCase;", "entity UseCase { open: Bool };")
    known = '[{"uid": {"type": "UseCase", "id": "hr"}, "attrs": {"open": true}}]'
    policy = '@id("p") permit(principal, action == Action::"ask", resource) when { resource.open };'
    engine = access(policy, schema=schema, known=known)
    assert engine.ask(request(use_case="hr")).allowed
    message = "policy 'p' could not be evaluated; entities.json does not hold the use case"
    assert message == engine.ask(request(use_case="it")).message


# Examples.

EXAMPLES = """
schema = "claimgauge.policies-tests/1"
[requests.one]
principal = { id = "a" }
[[sources]]
sourceId = "s"
"""


def examples(tmp_path, text):
    return list(run_policy_examples(folder(tmp_path, tests__toml=EXAMPLES + text)))


def test_an_example_that_does_not_hold_says_what_was_found(tmp_path):
    (result,) = examples(
        tmp_path,
        (
            '[[examples]]\naction = "read"\nrequest = "one"\nsource = "s"\nexpect = "forbid"\npolicy ='
            ' "x"\nopaque = true\n'
        ),
    )
    assert ("one read s", "forbid, x, opaque", "permit, all, not opaque", False) == (
        result.question, result.expected, result.found, result.passed,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("message", "example"),
    [
        (
            "examples[0].request: no request has the name 'two'; there are one",
            'action = "ask"\nrequest = "two"\nexpect = "permit"',
        ),
        ("examples[0].source: missing; name a source", 'action = "read"\nrequest = "one"\nexpect = "permit"'),
        (
            "examples[0].source: an ask is about a use case; take the source away",
            'action = "ask"\nsource = "s"\nrequest = "one"\nexpect = "permit"',
        ),
        (
            "examples[0].expect: expected one of 'default', 'error', 'forbid', 'permit', 'principal', got \"maybe\"",
            'action = "ask"\nrequest = "one"\nexpect = "maybe"',
        ),
        (
            "examples[0].polcy: is not a key that is known here; did you mean 'policy'?",
            'action = "ask"\nrequest = "one"\nexpect = "permit"\npolcy = "x"',
        ),
    ],
)
def test_examples_that_make_no_sense_are_refused_with_their_place(message, example, tmp_path):
    with pytest.raises(DocumentError) as caught:
        examples(tmp_path, f"[[examples]]\n{example}\n")
    assert str(caught.value).endswith(f"/tests.toml: {message}")


def test_a_bundle_without_examples_cannot_be_tried(tmp_path):
    with pytest.raises(PolicyError, match=r"tests.toml: missing; say there what a request must come to"):
        list(run_policy_examples(folder(tmp_path)))


def test_only_bundles_lie_in_the_folder_of_bundles():
    there = resources.files("claimgauge") / "data" / "policies"
    assert {entry.name for each in there.iterdir() for entry in each.iterdir()} <= set(FILES)
