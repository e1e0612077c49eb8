"""From the content of a node to its fields."""

import pytest

from claimgauge.contract import Contract, NodeTemplate, parsed_template, read_by_template, typed_fields
from claimgauge.errors import EvidenceError
from claimgauge.evidence import EvidenceNode

FEE = "{card}: fee ${fee}, credits ${credits}"


@pytest.mark.parametrize(
    ("expected", "template", "text"),
    [
        ({"card": "amex-bcp", "fee": "95.00", "credits": "0.00"}, FEE, "amex-bcp: fee $95.00, credits $0.00"),
        ({"card": "a: fee", "fee": "1", "credits": "2"}, FEE, "a: fee: fee $1, credits $2"),
        (None, FEE, "amex-bcp: charge $95.00, credits $0.00"),
        (None, FEE, ""),
        ({"cap": "10", "rest": ""}, "cap={cap} rest={rest}", "cap=10 rest="),
        ({"all": "anything"}, "{all}", "anything"),
        ({"a": "1"}, "({a})", "(1)"),
        (None, "({a})", "(1) more"),
        (None, "({a})(", "("),
        ({"a": "x"}, "{{{a}}}", "{x}"),
        ({"a": "1", "b": "2, 3"}, "{a}, {b}", "1, 2, 3"),
        ({"a": "a", "b": "b"}, "{a}aab{b}", "aaabb"),
        ({"a": "1^", "b": "2"}, "{a}^]{b}", "1^^]2"),
        ({"a": "1\n2", "b": "3"}, "{a}-{b}", "1\n2-3"),
    ],
)
def test_a_template_finds_the_values(expected, template, text):
    assert expected == read_by_template(text, parsed_template(template))


@pytest.mark.parametrize(
    ("expected", "template"),
    [
        ("names no field", "plain text"),
        ("names {a} twice", "{a}, {a}"),
        ("has no text between {a} and {b}", "{a}{b}"),
    ],
)
def test_a_template_that_cannot_be_read_says_why(expected, template):
    with pytest.raises(ValueError, match=expected):
        parsed_template(template)


def test_a_lone_brace_is_no_template():
    with pytest.raises(EvidenceError, match="a lone"):
        parsed_template("{a} }")


def contract(**nodes):
    return Contract(
        schema="claimgauge.contract/1",
        id="x",
        version="1",
        title="x",
        claim_types={},
        entities={"from_": ()},
        numbers={"from_": ()},
        nodes={name: NodeTemplate(content=text) for name, text in nodes.items()},
    )


def test_fields_of_the_node_itself_count_before_those_of_the_template():
    node = EvidenceNode(evidence_id="e", type="FEE", content="amex-bcp: fee $95.00, credits $", fields={"fee": "96"})
    assert {"card": "amex-bcp", "fee": "96", "credits": None} == typed_fields(node, contract(FEE=FEE))


def test_a_node_without_a_template_has_its_own_fields():
    node = EvidenceNode(evidence_id="e", type="OTHER", content="amex-bcp: fee $95.00", fields={"fee": "96"})
    assert {"fee": "96"} == typed_fields(node, contract(FEE=FEE))


def test_text_of_many_near_matches_is_read_in_one_pass():
    text = "a, " * 50_000
    assert read_by_template(text, parsed_template("{x}, {y}; {z}")) is None
