"""Simulated narrators: correct where they make no mistake, wrong as they say, and always the same."""

import asyncio

import pytest
from msgspec.structs import replace

from claimgauge.errors import DocumentError, InputError
from claimgauge.narration import Brief, Narrator, repair_request
from claimgauge.wiring import case_verifier, load_contract, load_quantity_tables
from claimgauge_bench.simulated import (
    GATE_OF,
    EvidenceReader,
    Figure,
    SimulatedNarrator,
    load_mistakes,
    shipped_mistakes,
)
from tests.bench_building import evidence

CONTRACT = load_contract("cards")
TABLES = load_quantity_tables()
NONE = Figure(value=0.0, source="assumed")
ALWAYS = Figure(value=1.0, source="assumed")
BRIEFS = [Brief(id=f"little/{number}", nodes=evidence(number)) for number in range(24)]


def rates(*kinds, types=None, **repair):
    """The rates of `mini` with these kinds of mistakes always made, and no others."""
    shipped = load_mistakes("mini")
    nothing = {name: replace(gate, right=NONE, dropped=NONE) for name, gate in gates(shipped.repair).items()}
    quiet = replace(shipped.repair, forgotten=NONE, new_mistake=NONE, schema_failed=NONE, **nothing)
    return replace(
        shipped,
        claims=replace(shipped.claims, schema_failed=NONE, unevenness=NONE),
        types=types or shipped.types,
        mistakes={"*": dict.fromkeys(kinds, ALWAYS)},
        repair=replace(quiet, **repair),
    )


def gates(repair):
    return {name: getattr(repair, name) for name in ("existence", "entities", "numbers", "type_rules")}


def narrator(some_rates, preset="released", seed=0):
    return SimulatedNarrator(EvidenceReader(CONTRACT, TABLES, preset=preset), some_rates, seed=seed)


def told(some_rates, briefs=BRIEFS, **options):
    one = narrator(some_rates, **options)
    return [asyncio.run(one.narrate(brief)).claims for brief in briefs]


def verdicts(claims, brief, preset="released"):
    return case_verifier(CONTRACT, preset=preset).verifier.compile(brief.nodes).check(claims)


@pytest.mark.parametrize("preset", ["released", "strict"])
def test_a_narrator_that_makes_no_mistake_says_only_what_is_verified(preset):
    all_told = told(rates(), preset=preset)
    assert min(map(len, all_told)) >= 4
    for claims, brief in zip(all_told, BRIEFS, strict=True):
        assert [] == [each for each in verdicts(claims, brief, preset) if each.findings]


CODE_OF = {
    "unknown_id": {"unknown_evidence", "missing_type"},
    "id_typo": {"unknown_evidence", "missing_type"},
    "no_citation": {"missing_type"},
    "unknown_entity": {"unknown_entity"},
    "entity_case": {"unknown_entity"},
    "another_node": set(),
    "number_reformatted": {"unknown_number"},
    "number_outside": {"unknown_number"},
    "other_type_named": {"missing_type"},
    "other_type_unnamed": {"missing_type"},
    "half_cited": {"missing_type"},
    "unavailable_type": {"missing_type"},
}


@pytest.mark.parametrize("kind", GATE_OF)
def test_a_kind_of_mistake_is_found_by_its_gate_and_by_no_other(kind):
    found = {
        finding.code
        for claims, brief in zip(told(rates(kind)), BRIEFS, strict=True)
        for verdict in verdicts(claims, brief)
        for finding in verdict.findings
    }
    assert CODE_OF[kind] == found


def test_another_node_of_the_type_is_what_preset_strict_is_for():
    all_told = told(rates("another_node"), preset="strict")
    rejected = [
        each
        for claims, brief in zip(all_told, BRIEFS, strict=True)
        for each in verdicts(claims, brief, "strict")
        if each.findings
    ]
    assert rejected


def test_what_is_made_up_is_nowhere_in_the_evidence():
    for claims, brief in zip(told(rates("number_outside", "unknown_entity", "unknown_id")), BRIEFS, strict=True):
        known = " ".join(each.content for each in brief.nodes)
        ids = {each.evidence_id for each in brief.nodes}
        for claim in claims:
            assert [each for each in claim.cited_numbers if each not in known]
            assert [each for each in claim.cited_entities if each.startswith("unnamed-")]
            assert claim.cited_evidence_ids[0] not in ids


def test_the_chance_of_a_mistake_is_the_rate_that_is_stated():
    half = rates()
    half = replace(half, mistakes={"*": {"unknown_entity": Figure(value=0.5, source="assumed")}})
    claims = [claim for seed in range(10) for each in told(half, seed=seed) for claim in each]
    wrong = sum(any(name.startswith("unnamed-") for name in claim.cited_entities) for claim in claims)
    assert abs(wrong / len(claims) - 0.5) < 0.04


def test_uneven_instances_differ_more_and_have_the_same_mean():
    def shares(unevenness):
        even = rates()
        even = replace(
            even,
            claims=replace(even.claims, unevenness=Figure(value=unevenness, source="assumed")),
            mistakes={"*": {"unknown_entity": Figure(value=0.5, source="assumed")}},
        )
        return [
            sum(any(name.startswith("unnamed-") for name in claim.cited_entities) for claim in claims) / len(claims)
            for seed in range(10)
            for claims in told(even, seed=seed)
        ]

    even, uneven = shares(0.0), shares(1.0)
    assert abs(sum(even) / len(even) - sum(uneven) / len(uneven)) < 0.06
    assert sum(share in (0.0, 1.0) for share in uneven) > 3 * sum(share in (0.0, 1.0) for share in even)


def test_it_is_a_narrator_and_says_that_it_is_simulated():
    one = narrator(load_mistakes("mini"))
    assert isinstance(one, Narrator)
    assert ("simulated-mini", "simulated", "") == (one.reference.id, one.reference.kind, one.reference.model)


def test_it_says_the_same_whatever_it_was_asked_before_and_in_whatever_order_the_nodes_stand():
    mini = load_mistakes("mini")
    turned = [replace(brief, nodes=brief.nodes[::-1]) for brief in BRIEFS]
    assert told(mini) == told(mini, turned) == told(mini, BRIEFS[::-1])[::-1]


def test_another_seed_says_something_else():
    assert told(load_mistakes("mini"), seed=1) != told(load_mistakes("mini"), seed=2)


def repaired(some_rates, brief=BRIEFS[3], *, most=10):
    """(claims at first, claims of the repair)."""
    claims = asyncio.run(narrator(some_rates).narrate(brief)).claims
    findings = tuple(each.findings for each in verdicts(claims, brief))
    request = repair_request(brief.id, claims, findings, attempt=1, hints=False, most=most)
    return claims, asyncio.run(narrator(some_rates).repair(brief, request)).claims


def repair_of(gate, **shares):
    """Rates of repair of one gate."""
    own = getattr(load_mistakes("mini").repair, gate)
    return {gate: replace(own, **{"right": NONE, "dropped": NONE} | shares)}


def test_what_is_put_right_is_verified():
    for gate, kind in (
        ("numbers", "number_outside"),
        ("type_rules", "other_type_unnamed"),
        ("entities", "entity_case"),
    ):
        before, after = repaired(rates(kind, **repair_of(gate, right=ALWAYS)), most=100)
        assert any(each.findings for each in verdicts(before, BRIEFS[3]))
        assert [] == [each for each in verdicts(after, BRIEFS[3]) if each.findings]
        assert len(before) == len(after)


def test_what_is_dropped_is_gone_and_what_is_left_stays():
    dropping = rates("other_type_named", **repair_of("type_rules", dropped=ALWAYS))
    before, after = repaired(dropping, most=100)
    wrong = {each.claim_id for each in verdicts(before, BRIEFS[3]) if each.findings}
    assert wrong
    assert [each for each in before if each.claim_id not in wrong] == list(after)
    left, same = repaired(rates("other_type_named"))
    assert left == same


def test_a_complaint_that_did_not_fit_into_the_request_is_not_heard():
    some = rates("number_outside", **repair_of("numbers", right=ALWAYS))
    before, after = repaired(some, most=1)
    assert len(before) - 1 == sum(one == other for one, other in zip(before, after, strict=True))


def test_claims_without_complaint_can_be_forgotten():
    _before, after = repaired(rates(forgotten=ALWAYS))
    assert () == after


@pytest.mark.parametrize("name", shipped_mistakes())
def test_what_ships_says_of_every_figure_where_it_is_from(name):
    assert load_mistakes(name).id == f"simulated-{name}"


GOOD = """
schema = "claimgauge.bench-mistakes/1"
id = "simulated-x"
version = "1"
title = "x"
[claims]
mean = { value = 4, source = "assumed" }
spread = { value = 1, source = "assumed: why" }
schema_failed = { value = 0.01, source = "published: where" }
unevenness = { value = 0, source = "assumed" }
[types]
"*" = { value = 1, source = "assumed" }
[mistakes."*"]
unknown_id = { value = 0.5, source = "assumed" }
[repair]
forgotten = { value = 0, source = "assumed" }
new_mistake = { value = 0, source = "assumed" }
schema_failed = { value = 0, source = "assumed" }
existence = { right = { value = 0.5, source = "assumed" }, dropped = { value = 0.5, source = "assumed" } }
entities = { right = { value = 0, source = "assumed" }, dropped = { value = 0, source = "assumed" } }
numbers = { right = { value = 0, source = "assumed" }, dropped = { value = 0, source = "assumed" } }
type_rules = { right = { value = 0, source = "assumed" }, dropped = { value = 0, source = "assumed" } }
"""


def test_rates_of_ones_own_are_read_from_a_path(tmp_path):
    (tmp_path / "own.toml").write_text(GOOD)
    assert 0.5 == load_mistakes("own.toml", beside=tmp_path).chances("ANY")["unknown_id"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"simulated-x"', '"mini"', "id: 'mini' does not begin with 'simulated-'"),
        (
            "unknown_id = { value = 0.5",
            "unknown_id = { value = 1.5",
            r"mistakes.\*.unknown_id.value: 1.5 is not a share",
        ),
        ("unknown_id = { value = 0.5", "unknown_id = { value = -0.1", "-0.1 is not a share from 0 to 1"),
        ("unknown_id =", "unknown_ids =", "unknown_ids: is not a key that is known here; did you mean 'unknown_id'"),
        ("mean = { value = 4", "mean = { value = 400", "claims.mean.value: 400.0 is not a count from 0 to 100"),
        ("spread = { value = 1", "spread = { value = 5", "claims.spread.value: is larger than the mean"),
        ('"published: where"', '"somebody"', "claims.schema_failed.source: 'somebody' is neither"),
        ('"published: where"', '"published: "', "claims.schema_failed.source: 'published: ' is neither"),
        ('"*" = { value = 1,', '"*" = { value = 0,', "types: no claim type has a weight"),
        ("right = { value = 0.5", "right = { value = 0.6", "repair.existence: right and dropped add up to more than 1"),
        (
            "unknown_id = { value = 0.5",
            'id_typo = { value = 0.6, source = "assumed" }\nunknown_id = { value = 0.5',
            r"mistakes.\*: the chances of gate existence add up to 1.1",
        ),
        ("value = 4", "value = nan", "is too large for a number"),
        ("mean =", "means =", "claims.mean: missing"),
    ],
)
def test_rates_that_make_no_sense_are_named_with_their_place(old, new, message, tmp_path):
    (tmp_path / "own.toml").write_text(GOOD.replace(old, new, 1))
    with pytest.raises(DocumentError, match=message):
        load_mistakes(str(tmp_path / "own.toml"))


def test_rates_that_are_not_there_are_named_with_those_that_ship():
    with pytest.raises(InputError, match=r"none\.toml: cannot be read .*: llama, mini, sonnet"):
        load_mistakes("none.toml")
