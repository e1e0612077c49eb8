"""What evidence rules make of a register: the rows of Table VIII, the five principles, and Table VII again."""

import re

import msgspec
import pytest

from claimgauge.errors import DocumentError, InputError
from claimgauge.labels import LABELS
from claimgauge.register import (
    KINDS_OF_CLAIM,
    PRINCIPLES,
    RULE_NAMES,
    SOURCE_TYPES,
    STATUSES,
    WHY,
    Shortfall,
    evidence_rules_problems,
    judge_register,
    place_findings,
    register_problems,
    standings,
)
from claimgauge.register.taxonomy import STATUS_AFTER, WEAKER, Handling
from claimgauge.wiring import load_register
from tests.integration.command import EXAMPLES
from tests.register_building import DAY, RULES, claim, one, register, source

PAPER = EXAMPLES / "register" / "paper.toml"
TABLE_VII = {
    "truthfulqa-size": "verified_in_source",
    "selfcheckgpt-method": "verified_in_source",
    "ragas-reference-free": "verified_in_source",
    "alce-citations": "verified_in_source",
    "factscore-precision": "verified_in_source",
    "index-dimensions": "original_contribution",
    "thresholds-valid": "not_claimed",
}
CITED = {
    "truthfulqa-size": ("truthfulqa",),
    "selfcheckgpt-method": ("selfcheckgpt",),
    "ragas-reference-free": ("ragas",),
    "alce-citations": ("alce",),
    "factscore-precision": ("factscore",),
    "index-dimensions": ("this-paper",),
    "thresholds-valid": (),
}


def rules_broken(found):
    return [each.rule for each in found]


def test_the_rules_give_the_register_of_the_paper_its_statuses_whatever_it_declares():
    paper = load_register(PAPER)
    claims = tuple(msgspec.structs.replace(each, status="unknown") for each in paper.claims)
    blind = msgspec.structs.replace(paper, claims=claims)
    assert TABLE_VII == {each.claim_id: each.statuses[0] for each in standings(blind, RULES)}
    assert CITED == {each.claim_id: each.counted for each in standings(blind, RULES)}


def test_the_register_of_the_paper_declares_the_statuses_of_its_table_and_breaks_no_rule():
    paper = load_register(PAPER)
    assert TABLE_VII == {each.id: each.status for each in paper.claims}
    assert () == judge_register(paper, RULES)


# kind, type of the one source, what of it is unlike the usual, best status, label
ROWS = [
    ("scientific", "peer_reviewed_publication", {}, "verified_in_source", "SUPPORTED"),
    ("scientific", "peer_reviewed_publication", {"primary": False}, "verified_in_source", "SUPPORTED"),
    ("scientific", "preprint", {}, "softened", "UNSUPPORTED"),
    ("scientific", "preprint", {"no_peer_reviewed_version": True}, "verified_in_source", "SUPPORTED"),
    ("scientific", "vendor_documentation", {}, "softened", "UNSUPPORTED"),
    ("benchmark", "peer_reviewed_publication", {}, "verified_in_source", "SUPPORTED"),
    ("benchmark", "peer_reviewed_publication", {"primary": False}, "removed", "UNSUPPORTED"),
    ("benchmark", "dataset_card", {}, "verified_in_source", "SUPPORTED"),
    ("benchmark", "repository", {}, "verified_in_source", "SUPPORTED"),
    ("benchmark", "repository", {"mutable": True}, "removed", "UNSUPPORTED"),
    ("benchmark", "repository", {"mutable": True, "accessed": DAY}, "verified_in_source", "SUPPORTED"),
    ("benchmark", "product_page", {}, "removed", "UNSUPPORTED"),
    ("capability", "vendor_documentation", {}, "vendor_claim", "SUPPORTED"),
    ("capability", "release_note", {}, "vendor_claim", "SUPPORTED"),
    ("capability", "product_page", {}, "vendor_claim", "SUPPORTED"),
    ("capability", "product_page", {"accessed": ""}, "vendor_claim", "UNSUPPORTED"),
    ("capability", "peer_reviewed_publication", {}, "verified_in_source", "SUPPORTED"),
    ("capability", "repository", {}, "not_claimed", "UNSUPPORTED"),
    ("governance_framework", "official_framework", {}, "verified_in_source", "SUPPORTED"),
    ("governance_framework", "official_framework", {"primary": False}, "softened", "UNSUPPORTED"),
    ("governance_framework", "peer_reviewed_publication", {}, "softened", "UNSUPPORTED"),
    ("internal_policy", "approved_policy", {}, "verified_in_source", "SUPPORTED"),
    ("internal_policy", "access_control_record", {}, "verified_in_source", "SUPPORTED"),
    ("internal_policy", "system_log", {}, "verified_in_source", "SUPPORTED"),
    ("internal_policy", "process_owner_confirmation", {}, "verified_in_source", "SUPPORTED"),
    ("internal_policy", "approved_policy", {"accessible": False}, "access_gap", "ACCESS_GAP"),
    ("internal_policy", "vendor_documentation", {}, "unknown", "UNKNOWN"),
    ("design_choice", "original_proposal", {}, "original_contribution", "SUPPORTED"),
    ("design_choice", "peer_reviewed_publication", {}, "hypothesis", "UNSUPPORTED"),
]


@pytest.mark.parametrize(("kind", "type_", "keys", "status", "label"), ROWS)
def test_a_row_of_the_table_gives_status_and_label(kind, type_, keys, status, label):
    (found,) = standings(one(kind, "removed", source("s", type_, **keys)), RULES)
    assert (status, label) == (found.statuses[0], found.label)
    assert (label == "SUPPORTED") == found.enough == (found.handling == ())


@pytest.mark.parametrize("kind", KINDS_OF_CLAIM)
def test_a_claim_without_a_source_may_only_be_handled_or_withdrawn(kind):
    (found,) = standings(one(kind, "removed"), RULES)
    handled = {STATUS_AFTER[each] for each in RULES.kinds[kind].handling} - {"vendor_claim"}
    assert handled | {"not_claimed", "removed"} == set(found.statuses)
    assert RULES.kinds[kind].handling == found.handling


@pytest.mark.parametrize("status", WEAKER)
def test_to_say_less_than_the_evidence_allows_is_no_finding(status):
    assert () == judge_register(one("scientific", status, source("s", "peer_reviewed_publication")), RULES)


@pytest.mark.parametrize(
    ("rule", "kind", "status", "sources", "keys"),
    [
        ("minimum_evidence", "scientific", "verified_in_source", [], {}),
        ("minimum_evidence", "scientific", "verified_in_source", [("repository", {})], {}),
        ("minimum_evidence", "internal_policy", "verified_in_source", [("repository", {})], {}),
        ("primary_source", "benchmark", "verified_in_source", [("repository", {"primary": False})], {}),
        ("vendor_is_not_independent", "scientific", "verified_in_source", [("release_note", {})], {}),
        ("vendor_is_not_independent", "capability", "verified_in_source", [("release_note", {})], {}),
        ("evidence_apart_from_proposals", "scientific", "verified_in_source", [("original_proposal", {})], {}),
        ("evidence_apart_from_proposals", "design_choice", "verified_in_source", [("original_proposal", {})], {}),
        ("evidence_apart_from_proposals", "benchmark", "original_contribution", [("repository", {})], {}),
        (
            "source_apart_from_interpretation",
            "scientific",
            "verified_in_source",
            [("peer_reviewed_publication", {})],
            {"interpretation": True},
        ),
        (
            "not_a_requirement",
            "governance_framework",
            "verified_in_source",
            [("official_framework", {})],
            {"requirement": True},
        ),
    ],
)
def test_each_rule_is_named_where_it_is_broken(rule, kind, status, sources, keys):
    given = [source(f"s{number}", type_, **more) for number, (type_, more) in enumerate(sources)]
    (found,) = judge_register(one(kind, status, *given, **keys), RULES)
    assert (rule, "c", status) == (found.rule, found.claim_id, found.declared)
    assert status not in found.expected
    assert found.message.startswith(f"is called {status} and may be {found.expected[0]}")


def test_a_requirement_needs_a_framework_that_states_it():
    given = source("law", "official_framework", binding=True)
    assert () == judge_register(one("governance_framework", "verified_in_source", given, requirement=True), RULES)


def test_an_internal_rule_that_nobody_may_read_is_an_access_gap_and_never_a_permission():
    hidden = source("p", "approved_policy", accessible=False)
    for status, findings in (("access_gap", 0), ("unknown", 0), ("verified_in_source", 1), ("softened", 1)):
        assert findings == len(judge_register(one("internal_policy", status, hidden), RULES))


def test_a_source_that_can_change_needs_a_date_even_if_no_claim_cites_it():
    found = judge_register(register(sources=[source("s", "repository", mutable=True)]), RULES)
    assert [("access_date", "s", "")] == [(each.rule, each.source_id, each.claim_id) for each in found]
    assert "accessed" in found[0].message


def test_a_finding_says_which_source_lacks_what_and_what_to_do():
    given = [source("old", "product_page"), source("blog", "repository", mutable=True)]
    found = judge_register(one("benchmark", "verified_in_source", *given), RULES)
    assert "blog can change and has no access date; old is not of a type that is enough here" in found[0].message
    assert found[0].message.endswith("Drop the number; keep what can be said without it if that has a source.")


PAGE = {"page.md": "One  sentence\nstands here.\n"}


@pytest.mark.parametrize(
    ("anchor", "status", "told"),
    [
        ("One sentence stands here.", "open_question", ""),
        ("Another sentence", "open_question", "no longer stands there"),
        ("Another sentence", "removed", ""),
        ("One sentence", "removed", "still stands there"),
        ("One sentence", "not_claimed", ""),
        ("", "open_question", ""),
    ],
)
def test_an_anchor_stands_on_its_page_until_the_claim_is_removed(anchor, status, told):
    found = place_findings(one("scientific", status, places=[{"page": "page.md", "anchor": anchor}]), PAGE)
    assert bool(told) == bool(found)
    assert all(told in each.message for each in found)


def test_a_page_that_is_not_there_is_a_finding():
    (found,) = place_findings(one("scientific", "softened", places=[{"page": "gone.md", "anchor": "x"}]), PAGE)
    assert ("place", "gone.md: there is no such page; correct the place") == (found.rule, found.message)


def written(path, text):
    path.write_text(text, encoding="utf-8")
    return path


HEAD = 'schema = "claimgauge.register/1"\nid = "r"\nversion = "1"\n'
SOURCE = '[[sources]]\nid = "s"\ntype = "repository"\ntitle = "t"\nlocator = "l"\nprimary = true\nmutable = false\n'
CLAIM = (
    '[[claims]]\nid = "c"\ntext = "A."\nkind = "benchmark"\nstatus = "removed"\nsources = ["s"]\n'
    'places = [{ page = "p" }]\n'
)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("version: is empty; it travels in every result, so give it a name", HEAD.replace('"1"', '""', 2)),
        ("sources: the id 's' stands 2 times; give each its own", HEAD + SOURCE + SOURCE),
        ("claims: the id 'c' stands 2 times; give each its own", HEAD + SOURCE + CLAIM + CLAIM),
        ("claims[0].sources[0]: no source has the id 's'; add it under [[sources]]", HEAD + CLAIM),
        ("claims[0].sources[1]: cites 's' twice; cite it once", HEAD + SOURCE + CLAIM.replace('["s"]', '["s", "s"]')),
        ("claims[0].places: is empty; say where the claim stands", HEAD + SOURCE + CLAIM.replace('{ page = "p" }', "")),
        ("claims[0].places[0].page: is empty; write it", HEAD + SOURCE + CLAIM.replace('"p"', '" "')),
        ("sources[0].title: is empty; write it", HEAD + SOURCE.replace('"t"', '""')),
        ("sources[0].accessed: expected a date such as 2026-07-01, got 'July'", HEAD + SOURCE + 'accessed = "July"\n'),
        (
            "sources[0].no_peer_reviewed_version: is about a preprint and this is a repository; remove it",
            HEAD + SOURCE + "no_peer_reviewed_version = true\n",
        ),
        ("sources[0].primary: missing", HEAD + SOURCE.replace("primary = true\n", "")),
        ("sources[0].type: ", HEAD + SOURCE.replace("repository", "weblog")),
        ("claims[0].status: ", HEAD + SOURCE + CLAIM.replace("removed", "true")),
        ("claims[0].stauts: is not a key that is known here", HEAD + SOURCE + CLAIM + 'stauts = "x"\n'),
        ("is not TOML", "= 1"),
    ],
)
def test_a_register_that_cannot_be_used_says_where_and_what_to_do(tmp_path, expected, text):
    path = written(tmp_path / "r.toml", text)
    with pytest.raises(DocumentError) as raised:
        load_register(path)
    assert f"{path}: {expected}" in str(raised.value)


def test_a_register_that_is_not_there_is_an_input_error(tmp_path):
    with pytest.raises(InputError, match=r"none\.toml: cannot be read .*name a file with a register"):
        load_register(tmp_path / "none.toml")


def test_a_date_of_toml_is_a_date(tmp_path):
    loaded = load_register(written(tmp_path / "r.toml", HEAD + SOURCE + "accessed = 2026-07-01\n"))
    assert DAY == loaded.sources[0].accessed


def test_the_rules_that_ship_are_whole_and_provisional():
    assert () == tuple(evidence_rules_problems(RULES))
    assert RULES.provisional
    assert set(KINDS_OF_CLAIM) == set(RULES.kinds) == set(RULES.claim_types.values())
    assert set(PRINCIPLES) == set(RULES.principles) < set(RULE_NAMES)
    assert set(msgspec.inspect.type_info(Handling).values) == set(STATUS_AFTER)
    assert set(msgspec.inspect.type_info(Shortfall).values) == set(WHY)
    assert {rule.label for rule in RULES.kinds.values()} < set(LABELS)


def test_every_type_of_source_is_enough_for_something():
    used = {type_ for rule in RULES.kinds.values() for type_ in (*rule.minimum, *rule.fallback)}
    assert set(SOURCE_TYPES) == used


@pytest.mark.parametrize(
    ("place", "change"),
    [
        ("kinds.benchmark", {"kinds": {key: rule for key, rule in RULES.kinds.items() if key != "benchmark"}}),
        ("principles.access_date", {"principles": RULES.principles | {"access_date": " "}}),
        ("version", {"version": ""}),
        ("kinds.scientific.minimum", {"minimum": ()}),
        ("kinds.scientific.handling", {"handling": ()}),
        ("kinds.scientific.instruction", {"instruction": ""}),
        ("kinds.scientific.label", {"label": "SUPPORTED"}),
        ("kinds.scientific.denied_label", {"denied_label": "SUPPORTED"}),
    ],
)
def test_rules_that_make_no_sense_say_where(place, change):
    if not set(change) <= set(RULES.__struct_fields__):
        rule = msgspec.structs.replace(RULES.kinds["scientific"], **change)
        change = {"kinds": RULES.kinds | {"scientific": rule}}
    found = list(evidence_rules_problems(msgspec.structs.replace(RULES, **change)))
    assert [place] == [each.place for each in found]


def test_a_register_without_claims_has_no_problem_and_no_finding():
    assert () == tuple(register_problems(register()))
    assert () == judge_register(register(), RULES)


def test_every_status_is_one_that_some_kind_of_claim_may_have():
    given = [source(type_, type_, no_peer_reviewed_version=type_ == "preprint") for type_ in SOURCE_TYPES]
    found = standings(
        register(
            [
                claim(f"{kind}{n}", kind, "removed", *cites)
                for kind in KINDS_OF_CLAIM
                for n, cites in enumerate(((), SOURCE_TYPES))
            ],
            given,
        ),
        RULES,
    )
    assert set(STATUSES) == {status for each in found for status in each.statuses}


ROW = re.compile(r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)


def test_the_table_on_the_page_of_evidence_rules_is_that_of_the_rules_that_ship():
    page = (EXAMPLES.parent / "docs" / "reference" / "evidence-rules.md").read_text(encoding="utf-8")
    words = re.compile(r"`(\w+)`")
    found = {kind: [words.findall(cell) for cell in cells] for kind, *cells in ROW.findall(page)}
    expected = {
        kind: [
            [*rule.minimum, *rule.fallback],
            [rule.status, *(each for type_ in rule.independent for each in (type_, "verified_in_source"))],
            list(rule.handling),
            [rule.label, *([rule.denied_label] if rule.denied_label else [])],
        ]
        for kind, rule in RULES.kinds.items()
    }
    assert expected == found
    assert {kind: rule.primary for kind, rule in RULES.kinds.items()} == {
        kind: cells[0].startswith("primary") for kind, *cells in ROW.findall(page)
    }
