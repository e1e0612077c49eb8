"""What holds for every text and every set of records: order, strangers, wrong numbers, spans, and time."""

import string

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from claimgauge.contract import CitationRule, Contract, EntitySources, FieldType, NumberSources
from claimgauge.evidence import EvidenceNode
from claimgauge.labellers.records import RecordsLabeller
from claimgauge.wiring.quantities import load_quantity_tables

TABLES = load_quantity_tables()
CONTRACT = Contract(
    schema="claimgauge.contract/1",
    id="test",
    version="1",
    title="Test",
    locale="en-US",
    claim_types={"FACT": CitationRule()},
    entities=EntitySources(from_=("person", "team")),
    numbers=NumberSources(from_=("*",)),
    fields={
        "points": FieldType(kind="count", words=("points", "point")),
        "fouls": FieldType(kind="count", words=("fouls", "foul")),
        "rate": FieldType(kind="percent", words=("# percent shooting",)),
        "difference of points": FieldType(kind="count", words=("# more points",)),
        "rank of points by team": FieldType(kind="count", words=("# on the team",)),
        "streak": FieldType(kind="count", words=("# straight",)),
    },
    aliases={"Reds": ("Red Team",)},
)
PEOPLE = ("Ada", "Ben", "Cyd Roe", "Dee")
STRANGERS = ("Xan", "Yul", "Zoe Poe")
WORDS = (
    "Ada|Ben|Cyd Roe|Dee|Reds|Red Team|Blues|Xu|Quin|points|fouls|point|percent shooting|more points|on the team|"
    "straight|12|7|30|#|_|0|a|an|pair of|second|three|-|(|)|,|.|;|and|while|but|by|had|led|for|against|will|next game|"
    "on Friday|12 - 7|$5|5 %|of|He|they|The|é|\u200b|🙂|\n|\n\n|’s|combined for|1,000|2026-03-01"
)
texts = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(WORDS.split("|")), max_size=14).map(" ".join))
small = st.integers(0, 40).map(str)


@st.composite
def people(draw, names=PEOPLE):
    """Nodes of some people: points, fouls and a rate, perhaps unknown."""
    return [
        EvidenceNode(
            evidence_id=name,
            type="PERSON",
            fields={
                "person": name,
                "team": draw(st.sampled_from(["Reds", "Blues"])) if names is PEOPLE else "Greens",
                "points": draw(st.one_of(small, st.none())),
                "fouls": draw(small),
                "rate": draw(small),
            },
        )
        for name in names
        if draw(st.integers(0, 3))
    ]


def label(nodes, text):
    return RecordsLabeller(CONTRACT, nodes, TABLES).label(text)


@given(people(), texts, st.randoms())
def test_the_order_of_the_nodes_never_matters(nodes, text, chance):
    shuffled = list(nodes)
    chance.shuffle(shuffled)
    assert label(nodes, text) == label(shuffled, text)


@given(people(), people(STRANGERS), texts)
def test_nodes_about_others_change_nothing(nodes, strangers, text):
    assert label(nodes, text) == label([*nodes, *strangers], text)


@given(people(), texts)
def test_a_node_with_fields_of_its_own_about_another_changes_nothing(nodes, text):
    stranger = EvidenceNode(
        evidence_id="x", type="PERSON", fields={"person": "Xan", "led": "5", "streak": "3", "a": "1"}
    )
    assert label(nodes, text) == label([*nodes, stranger], text)


@given(people(), texts)
def test_a_mention_is_what_stands_at_its_place_and_lies_in_one_sentence(nodes, text):
    found = label(nodes, text)
    for mention in found.mentions:
        assert mention.text == text[mention.start : mention.end] != ""
        assert sum(each.start <= mention.start and mention.end <= each.end for each in found.sentences) == 1


@given(people(), texts)
def test_nothing_unknown_is_good_news(nodes, text):
    found = label(nodes, text)
    for sentence in found.sentences:
        own = [each for each in found.mentions if sentence.start <= each.start < sentence.end]
        if sentence.judgement.label == "SUPPORTED":
            assert {"supported"} == {each.verdict for each in own}
            assert sentence.judgement.evidence


@given(people(), texts)
def test_evidence_names_nodes_that_are_there(nodes, text):
    known = {node.evidence_id for node in nodes}
    assert known.issuperset(name for each in label(nodes, text).sentences for name in each.judgement.evidence)


@given(people(), st.sampled_from(["points", "fouls"]))
def test_the_value_itself_is_supported_and_that_of_another_never(nodes, field):
    assume(nodes)
    one, *others = nodes
    own = one.fields[field]
    assume(own is not None)
    name = one.fields["person"]
    assert ["SUPPORTED"] == [each.judgement.label for each in label(nodes, f"{name} had {own} {field}.").sentences]
    for other in others:
        if other.fields[field] not in (own, None):
            (sentence,) = label(nodes, f"{name} had {other.fields[field]} {field}.").sentences
            assert sentence.judgement.label == "CONTRADICTED"


@given(st.integers(1, 3))
def test_a_fact_repeated_is_judged_alike_each_time(times):
    nodes = [EvidenceNode(evidence_id="a", type="PERSON", fields={"person": "Ada", "points": "12"})]
    found = label(nodes, " ".join(["Ada had 12 points.", "Ada had 13 points."] * times))
    assert ["SUPPORTED", "CONTRADICTED"] * times == [each.judgement.label for each in found.sentences]


def many(count):
    letters = string.ascii_lowercase
    names = [f"N{letters[i % 26]}{letters[i // 26 % 26]}{letters[i // 676 % 26]}" for i in range(count)]
    return [
        EvidenceNode(evidence_id=name, type="PERSON", fields={"person": name, "team": "Reds", "points": str(at)})
        for at, name in enumerate(names)
    ]


@pytest.mark.parametrize(
    "unit",
    ["Ada had 12 points, while Ben had 30. ", "Ada 12 points, Ben 30 points, ", "Ada had 12 - 7 while ", "Ada ("],
)
def test_a_long_text_comes_to_an_end(unit):
    """Of what takes more than linear time, a text of this length would not."""
    nodes = [
        *many(20),
        *(EvidenceNode(evidence_id=x, type="PERSON", fields={"person": x, "points": "12"}) for x in PEOPLE),
    ]
    assert RecordsLabeller(CONTRACT, nodes, TABLES).label(unit * 2000).sentences


def test_many_nodes_come_to_an_end():
    text = "Naaa had 0 points and 3 fouls. The Reds had 5 points. Naab was second on the team."
    assert RecordsLabeller(CONTRACT, many(10_000), TABLES).label(text).sentences
