"""What a model may choose, and the claims that its choice states."""

import msgspec
import pytest

from claimgauge import load_contract
from claimgauge.contract import CitationRule, Contract, EntitySources, FieldType, NodeTemplate, NumberSources
from claimgauge.contract.filling import claims_from_facts
from claimgauge.contract.schema import compiled_facts, compiled_schema
from claimgauge.contract.schema_limits import parts_of
from claimgauge.errors import EvidenceError, InputError
from claimgauge.gates import Verifier
from claimgauge.wiring.quantities import load_quantity_tables
from tests.building import node

TABLES = load_quantity_tables()
ALLOWED = frozenset(
    ("type", "properties", "required", "additionalProperties", "items", "minItems", "maxItems", "enum", "anyOf")
) | {"$defs", "$ref"}
FEE = node("f-1", "FEE", fields={"card": "Harbor", "fee_usd": "95.00", "credits_usd": None})
OTHER_FEE = node("f-2", "FEE", fields={"card": "Meridian", "fee_usd": "250.00"})
CAP = node("c-1", "CAP", fields={"card": "Harbor", "cap_usd": "6000.00"})
SEGMENT = node("s-1", "SEGMENT", content="no entity and no number")


def contract(rules=None, nodes=None, **keys):
    return Contract(
        schema="claimgauge.contract/1",
        id="test",
        version="1",
        title="Fees",
        preset="strict",
        claim_types={
            name: CitationRule(**rule) for name, rule in (rules or {"FEE_CLAIM": {"cites_any": ("FEE",)}}).items()
        },
        entities=EntitySources(from_=("card",)),
        numbers=NumberSources(from_=("fee_usd", "cap_usd", "credits_usd")),
        nodes=nodes or {},
        fields={"fee_usd": FieldType(kind="money", unit="USD"), "cap_usd": FieldType(kind="money", unit="USD")},
        **keys,
    )


def compiled(rules=None, graph=(FEE, OTHER_FEE, CAP), **keys):
    return compiled_schema(contract(rules, **keys), graph, TABLES)


def claims(choices, rules=None, graph=(FEE, OTHER_FEE, CAP), **keys):
    return claims_from_facts({"claims": choices}, compiled(rules, graph, **keys))


def assert_within_limits(schema):
    """What OpenAI's strict mode accepts, and the grammars of llama.cpp too."""
    parts = list(parts_of(schema))
    assert "object" == schema["type"]
    assert "anyOf" not in schema
    assert [] == sorted({key for part in parts for key in part} - ALLOWED)
    for part in parts:
        if "properties" in part:
            assert list(part["properties"]) == part["required"]
            assert part["additionalProperties"] is False
        if part.get("type") == "array":
            assert {"minItems", "maxItems"} <= part.keys()
    enums = [part["enum"] for part in parts if "enum" in part]
    names = [name for part in parts for name in part.get("properties", ())]
    assert 1000 >= sum(map(len, enums))
    assert 15_000 >= max((len("".join(enum)) for enum in enums if len(enum) > 250), default=0)
    assert 5_000 >= len(names)
    assert 120_000 >= len("".join((*names, *schema["$defs"], *(text for enum in enums for text in enum))))
    assert 10 >= depth(schema, schema["$defs"])
    assert [] == [enum for enum in enums if len(set(enum)) < len(enum) or not enum]


def depth(schema, definitions):
    below = [*schema.get("properties", {}).values(), *schema.get("anyOf", ())]
    below += [schema["items"]] if "items" in schema else []
    below += [definitions[schema["$ref"].removeprefix("#/$defs/")]] if "$ref" in schema else []
    return 1 + max((depth(each, definitions) for each in below), default=0)


def test_a_claim_type_has_one_key_for_each_demand():
    rules = {"SWITCH": {"cites_any": ("CAP",), "cites_all_present": ("CAP", "FEE", "NONE_OF_THESE")}}
    found = compiled(rules)
    (variant,) = found.schema["properties"]["claims"]["items"]["anyOf"]
    assert ["claimType", "cap", "fee", "more"] == variant["required"]
    assert ["cap1.card", "cap1.cap_usd"] == found.schema["$defs"]["CAP"]["enum"]
    assert ["fee1.card", "fee1.fee_usd", "fee2.card", "fee2.fee_usd"] == found.schema["$defs"]["FEE"]["enum"]
    assert_within_limits(found.schema)


def test_the_six_fields_are_filled_from_the_facts():
    (claim,) = claims([{"claimType": "FEE_CLAIM", "fee": "fee1.fee_usd", "more": ["cap1.cap_usd"]}])
    assert ("c1", "FEE_CLAIM", "Fee: Harbor; fee 95.00 USD; Cap: Harbor; cap 6000.00 USD") == (
        claim.claim_id,
        claim.claim_type,
        claim.text,
    )
    assert (("f-1", "c-1"), ("Harbor",), ("fee_usd=95.00", "cap_usd=6000.00")) == (
        claim.cited_evidence_ids,
        claim.cited_entities,
        claim.cited_numbers,
    )


def test_under_released_numbers_are_cited_as_they_stand():
    found = compiled_schema(contract(), (FEE, CAP), TABLES, preset="released")
    (claim,) = claims_from_facts({"claims": [{"claimType": "FEE_CLAIM", "fee": "fee1.fee_usd", "more": []}]}, found)
    assert ("95.00",) == claim.cited_numbers


def test_under_released_a_number_in_the_content_is_a_fact_without_a_field():
    segment = node("s", "ALLOCATION_SEGMENT", category="DINING", content="DINING: harbor-360:6000.00, then 2400.00")
    found = compiled_facts(load_contract("cards"), (segment,), TABLES, preset="released")
    assert {"allocation1.number_1": "6000.00", "allocation1.number_2": "2400.00"} == {
        fact.name: fact.number for fact in found.nodes["allocation1"].facts if fact.kind == "number"
    }


def test_what_is_null_or_not_a_source_is_no_fact():
    facts = [fact.name for fact in compiled().nodes["fee1"].facts]
    assert ["fee1.card", "fee1.fee_usd"] == facts


def test_a_claim_type_whose_evidence_is_missing_is_not_offered():
    found = compiled({"FEE_CLAIM": {"cites_any": ("FEE",)}, "OTHER": {"cites_any": ("WINNER",)}})
    assert ["FEE_CLAIM"] == list(found.choices)


def test_without_a_claim_to_state_there_is_no_schema():
    with pytest.raises(EvidenceError, match="no claim of contract test can be stated in this evidence"):
        compiled({"OTHER": {"cites_any": ("WINNER",)}})


def test_a_type_that_states_nothing_is_cited_by_its_bare_alias():
    rules = {"SWITCH": {"cites_any": ("CAP",), "cites_all_present": ("SEGMENT",)}}
    (claim,) = claims(
        [{"claimType": "SWITCH", "cap": "cap1.cap_usd", "segment": "segment1", "more": []}], rules, (CAP, SEGMENT)
    )
    assert ("c-1", "s-1") == claim.cited_evidence_ids
    assert "Cap: Harbor; cap 6000.00 USD" == claim.text


def test_a_required_field_is_stated_whatever_was_chosen():
    rules = {"FEE_CLAIM": {"cites_any": ("FEE", "CAP"), "requires": ("fee_usd",)}}
    found = compiled(rules)
    assert {"fee1", "fee2"} == set(found.choices["FEE_CLAIM"].keys[0].aliases)
    (claim,) = claims([{"claimType": "FEE_CLAIM", "evidence": "fee2.card", "more": []}], rules)
    assert ("fee_usd=250.00",) == claim.cited_numbers


def test_a_required_entity_is_cited_as_a_field():
    rules = {"FEE_CLAIM": {"cites_any": ("FEE",), "requires": ("card",)}}
    (claim,) = claims([{"claimType": "FEE_CLAIM", "fee": "fee2.fee_usd", "more": []}], rules)
    assert ("fee_usd=250.00", "card=Meridian") == claim.cited_numbers


def test_a_forbidden_field_is_no_fact_and_no_subject():
    found = compiled({"FEE_CLAIM": {"cites_any": ("FEE",), "forbids": ("card",)}})
    assert ("fee1.fee_usd", "fee2.fee_usd") == found.choices["FEE_CLAIM"].keys[0].options
    assert () == found.nodes["fee1"].subjects


def test_a_node_chosen_twice_counts_as_the_next_where_two_are_asked_for():
    rules = {"PAIR": {"cites_any": ("FEE",), "min_cited": 2}}
    (claim,) = claims([{"claimType": "PAIR", "fee": "fee2.fee_usd", "another": "fee2.card", "more": []}], rules)
    assert ("f-2", "c-1") == claim.cited_evidence_ids
    assert "PAIR" not in compiled({**rules, "FEE_CLAIM": {"cites_any": ("FEE",)}}, (FEE,)).choices


def test_a_fact_of_one_node_too_many_is_left_out():
    rules = {"ONE": {"cites_any": ("FEE",), "max_cited": 1}}
    chosen = {"claimType": "ONE", "fee": "fee1.fee_usd", "more": ["fee2.fee_usd", "fee1.card"]}
    (claim,) = claims([chosen], rules)
    assert ("f-1",) == claim.cited_evidence_ids


def test_what_a_cited_node_asks_to_be_named_is_named():
    template = {"CAP": NodeTemplate(same_entity=("card",)), "FEE": NodeTemplate(same_entity=("issuer",))}
    unnamed = node("f-9", "FEE", fields={"card": "Nobody", "issuer": "no entity of it", "fee_usd": "1"})
    found = compiled({"ANY": {}}, (CAP, unnamed), nodes=template)
    assert ["cap1"] == list(found.nodes)
    assert ("Harbor",) == found.nodes["cap1"].declared


def test_a_claim_that_is_stated_twice_counts_once():
    one = {"claimType": "FEE_CLAIM", "fee": "fee1.fee_usd", "more": []}
    again = {"claimType": "FEE_CLAIM", "fee": "fee1.card", "more": ["fee1.fee_usd"]}
    assert 1 == len(claims([one, one, again]))


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ([], "the choice: expected an object"),
        ({}, "claims: expected an array, got NoneType"),
        ({"claims": ["fee1"]}, "claims[0]: expected an object, got str"),
        ({"claims": [{"claimType": "FEES"}]}, "claims[0].claimType: got 'FEES', expected one of FEE_CLAIM"),
        (
            {"claims": [{"claimType": "FEE_CLAIM", "fee": "fee9.fee_usd", "more": []}]},
            "claims[0].fee: got 'fee9.fee_usd'",
        ),
        ({"claims": [{"claimType": "FEE_CLAIM", "fee": "fee1.card"}]}, "claims[0].more: expected an array"),
        (
            {"claims": [{"claimType": "FEE_CLAIM", "fee": "fee1.card", "more": [], "text": "Buy!"}]},
            "claims[0]: unknown key 'text'; expected claimType, fee, more",
        ),
    ],
)
def test_what_is_not_in_the_schema_is_refused_with_its_place(choice, message):
    with pytest.raises(InputError) as caught:
        claims_from_facts(choice, compiled())
    assert message in str(caught.value)


def test_aliases_do_not_depend_on_the_order_of_nodes():
    assert {"cap1": "c-1", "fee1": "f-1", "fee2": "f-2"} == compiled().aliases
    assert compiled() == compiled(graph=(CAP, OTHER_FEE, FEE))


def test_one_id_of_two_nodes_is_refused():
    with pytest.raises(EvidenceError, match="'f-1' is the id of several nodes"):
        compiled(graph=(FEE, FEE))


def test_only_facts_about_an_entity_are_offered_under_the_same_aliases():
    found = compiled_schema(contract(aliases={"Meridian": ("MT",)}), (FEE, OTHER_FEE, CAP), TABLES, about=("MT",))
    assert ["fee2.card", "fee2.fee_usd"] == found.schema["$defs"]["FEE"]["enum"]


def test_evidence_that_must_be_cited_is_offered_whatever_it_is_about():
    rules = {"SWITCH": {"cites_any": ("FEE",), "cites_all_present": ("CAP",)}}
    found = compiled_schema(contract(rules), (FEE, OTHER_FEE, CAP), TABLES, about=("Meridian",))
    assert ["cap1.card", "cap1.cap_usd"] == found.schema["$defs"]["CAP"]["enum"]
    with pytest.raises(EvidenceError, match="about 'Nobody'"):
        compiled_schema(contract(), (FEE,), TABLES, about=("Nobody",))


def test_a_schema_that_is_too_large_says_how_to_make_it_smaller():
    graph = [node(f"f-{number}", "FEE", fields={"card": f"Card {number}", "fee_usd": "5"}) for number in range(501)]
    with pytest.raises(
        EvidenceError, match="1003 facts to choose from, and strict mode takes 1000 at most; choose a part"
    ):
        compiled(graph=graph)
    narrow = compiled_schema(contract(), graph, TABLES, about=("Card 7",))
    assert_within_limits(narrow.schema)


def test_a_schema_at_the_limit_is_within_the_limits():
    graph = [node(f"f-{number}", "FEE", fields={"card": f"Card {number}", "fee_usd": "5"}) for number in range(499)]
    assert_within_limits(compiled(graph=graph).schema)


@pytest.mark.parametrize(
    ("field", "value", "cited", "text"),
    [
        ("fee_usd", "95", "fee_usd=95", "Fee: Harbor; fee 95 USD"),
        ("fee_usd", "(12)", "fee_usd=(12)", "Fee: Harbor; fee (12) USD"),
        ("fee_usd", "$ 1,452.40", "fee_usd=$ 1,452.40", "Fee: Harbor; fee $ 1,452.40"),
        ("rate", "4.5", "rate=4.5", "Fee: Harbor; rate 4.5%"),
        ("due", "2026-03-31", "due=2026-03-31", "Fee: Harbor; due 2026-03-31"),
        ("net_loss", "5", "net_loss=5", "Fee: Harbor; 5"),
    ],
)
def test_a_value_is_said_so_that_it_is_read_back(field, value, cited, text):
    own = contract()
    fields = {**own.fields, "rate": FieldType(kind="percent"), "due": FieldType(kind="date")}
    a_contract = msgspec.structs.replace(own, fields=fields, numbers=NumberSources(from_=("*",)))
    graph = (node("f", "FEE", fields={"card": "Harbor", field: value}),)
    found = compiled_schema(a_contract, graph, TABLES)
    (claim,) = claims_from_facts({"claims": [{"claimType": "FEE_CLAIM", "fee": f"fee1.{field}", "more": []}]}, found)
    assert (cited, text) == (claim.cited_numbers[0], claim.text)
    assert () == Verifier(a_contract, tables=TABLES).compile(graph).check([claim])[0].findings


def test_a_number_of_a_table_in_millions_is_cited_with_its_scale():
    graph = (node("f", "FEE", fields={"card": "Harbor", "fee_usd": "5.2", "scale": "million"}),)
    (claim,) = claims([{"claimType": "FEE_CLAIM", "fee": "fee1.fee_usd", "more": []}], graph=graph)
    assert (("fee_usd=5.2 million",), "Fee: Harbor; fee 5.2 million USD") == (claim.cited_numbers, claim.text)
    assert () == Verifier(contract(), tables=TABLES).compile(graph).check([claim])[0].findings


def test_a_number_whose_words_are_a_name_declares_the_name_too():
    graph = (node("f", "FEE", fields={"card": "5 million", "fee_usd": "5 million"}),)
    (claim,) = claims([{"claimType": "FEE_CLAIM", "fee": "fee1.fee_usd", "more": []}], graph=graph)
    assert ("5 million",) == claim.cited_entities
    assert () == Verifier(contract(), tables=TABLES).compile(graph).check([claim])[0].findings


def test_a_count_does_not_become_money_by_its_unit():
    a_contract = msgspec.structs.replace(contract(), fields={"fee_usd": FieldType(kind="count", unit="USD")})
    graph = (node("f", "FEE", fields={"card": "Harbor", "fee_usd": "95.00"}),)
    found = compiled_schema(a_contract, graph, TABLES)
    (claim,) = claims_from_facts({"claims": [{"claimType": "FEE_CLAIM", "fee": "fee1.fee_usd", "more": []}]}, found)
    assert "Fee: Harbor; fee 95.00" == claim.text
    assert () == Verifier(a_contract, tables=TABLES).compile(graph).check([claim])[0].findings


@pytest.mark.parametrize(
    ("cards", "offered"),
    [
        (("North Shop", "north-shop"), []),
        (("Sale: York", "York"), ["York"]),
        (("New York", "York"), ["New York", "York"]),
        (("Route 66",), ["Route 66"]),
        (("FEE",), ["FEE"]),
    ],
)
def test_an_entity_is_offered_where_a_text_names_it_and_no_other(cards, offered):
    graph = [node(f"f-{place}", "FEE", fields={"card": card}) for place, card in enumerate(cards)]
    found = compiled_facts(contract({"ANY": {}, "FEE_CLAIM": {"cites_any": ("FEE",)}}), [*graph, CAP], TABLES)
    assert offered == [fact.entity for each in found.nodes.values() if each.type == "FEE" for fact in each.facts]
    assert all(each.heading == "" for each in found.nodes.values() if "FEE" in cards and each.type == "FEE")


def test_a_node_whose_scale_is_no_magnitude_is_not_cited():
    odd = node("f", "FEE", fields={"card": "Harbor", "fee_usd": "5.2", "scale": "Richter"})
    assert ["f-1"] == [each.evidence_id for each in compiled(graph=(FEE, odd)).nodes.values()]


def test_a_locale_that_nobody_knows_is_an_error():
    with pytest.raises(InputError, match="locale"):
        compiled(locale="xx-XX")
