"""Free sentences against small records of several kinds: what is said of each number, each name and each sentence."""

import pytest

from claimgauge.contract import CitationRule, Contract, EntitySources, FieldType, NumberSources
from claimgauge.evidence import EvidenceNode
from claimgauge.labellers.records import RecordsLabeller
from claimgauge.labels import Judgement
from claimgauge.wiring.quantities import load_quantity_tables

TABLES = load_quantity_tables()


def contract(entities, fields, aliases=None, **keys):
    return Contract(
        schema="claimgauge.contract/1",
        id="test",
        version="1",
        title="Test",
        locale="en-US",
        claim_types={"FACT": CitationRule()},
        entities=EntitySources(from_=entities),
        numbers=NumberSources(from_=("*",)),
        fields={name: FieldType(**field) for name, field in fields.items()},
        aliases=aliases or {},
        **keys,
    )


def node(name, kind, **fields):
    return EvidenceNode(evidence_id=name, type=kind, fields=fields)


def count(*words):
    return {"kind": "count", "words": words}


GAMES = RecordsLabeller(
    contract(
        ("player", "surname", "team", "city", "of"),
        {
            "points": count("points", "point", "scored #"),
            "steals": count("steals", "steal"),
            "made": count("# of _", "# of _ shooting"),
            "tried": count("_ of #", "_ of # shooting"),
            "total": count("points", "defeated", "won"),
            "wins": count("( # - _ )"),
            "losses": count("( _ - # )"),
            "q1": count("first quarter"),
            "q2": count("second quarter"),
            "sum of q1 and q2": count("first half"),
            "difference of total": count("# point win"),
            "rank of points by of": count("# on the team"),
            "count of points from 10": count("# players in double figures"),
            "streak": count("won # of their last", "averaging", "# straight"),
            "day": {"kind": "date"},
        },
        {"Hawks": ("Birds",), "Bulls": ("Chicago",)},
    ),
    [
        node("hawks", "TEAM", team="Hawks", city="Atlanta", total="110", wins="5", losses="2", q1="30", q2="20",
             day="2016-11-08"),
        node("cavs", "TEAM", team="Cavaliers", city="Cleveland", total="106", wins="6", losses="1", q1="26", q2="37",
             day="2016-11-08"),
        node("ann", "PLAYER", player="Ann Jones", surname="Jones", of="Atlanta", points="25", steals="1", made="9",
             tried="20"),
        node("bob", "PLAYER", player="Bob Smith", surname="Smith", of="Atlanta", points="12", steals="0", made="4",
             tried="9"),
        node("cat", "PLAYER", player="Cat Brown", surname="Brown", of="Cleveland", points="28", steals="2", made="11",
             tried="21"),
        node("dan", "PLAYER", player="Dan White", surname="White", of="Cleveland", points=None, steals=None, made=None,
             tried=None),
    ],
    TABLES,
)  # fmt: skip

LOANS = RecordsLabeller(
    contract(
        ("borrower", "loan"),
        {
            "amount": {"kind": "money", "unit": "USD", "words": ("borrowed #", "loan of #", "# loan")},
            "rate": {"kind": "percent", "words": ("# percent interest", "interest rate", "rate of #")},
            "term": {"kind": "quantity", "unit": "month", "words": ("term", "# months")},
        },
    ),
    [
        node("l1", "LOAN", borrower="Acme Ltd", loan="A-17", amount="250,000", rate="4.25%", term="36"),
        node("l2", "LOAN", borrower="Bolt Inc", loan="B-03", amount="90,000", rate="5.5%", term="24"),
    ],
    TABLES,
)

LABS = RecordsLabeller(
    contract(
        ("patient",),
        {
            "potassium": {"kind": "quantity", "unit": "mmol/L", "words": ("potassium",)},
            "glucose": {"kind": "count", "words": ("glucose",), "equality": "shown"},
            "taken": {"kind": "date"},
        },
    ),
    [
        node("p1", "RESULT", patient="Ms Weber", potassium="4.1", glucose="98.4", taken="2026-03-02"),
        node("p2", "RESULT", patient="Mr Okafor", potassium="5.6", glucose="132", taken="2026-03-03"),
    ],
    TABLES,
)


def mentions(labeller, text, kind):
    return [(each.text, each.verdict, each.reason) for each in labeller.label(text).mentions if each.kind == kind]


def numbers(labeller, text):
    return [(text, verdict) for text, verdict, _reason in mentions(labeller, text, "number")]


def names(labeller, text):
    return mentions(labeller, text, "name")


def labels(labeller, text):
    return [each.judgement.label for each in labeller.label(text).sentences]


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ([("25", "supported")], "Jones had 25 points."),
        ([("25", "supported")], "Jones led all scorers with a 25-point night."),
        ([("24", "contradicted")], "Jones had 24 points."),
        ([("twelve", "supported")], "Smith scored twelve."),
        ([("28", "contradicted")], "Ann Jones had 28 points."),
        ([("9", "supported"), ("20", "supported")], "Jones went 9-of-20."),
        ([("9", "supported"), ("21", "contradicted")], "Jones had 9 of 21 shooting."),
        ([("a", "supported"), ("pair", "supported")], "Jones had a steal and Brown had a pair of steals."),
        ([("a", "contradicted")], "Smith had a steal."),
        ([("12", "supported"), ("28", "supported")], "Smith had 12 points, while Brown had 28 points."),
        ([("28", "contradicted"), ("12", "contradicted")], "Smith had 28 points, while Brown had 12 points."),
        ([("25", "supported"), ("one", "supported")], "Jones had 25 points. She also had one steal."),
        ([("110", "supported"), ("106", "supported")], "The Hawks defeated the Cavaliers, 110 - 106."),
        ([("106", "supported"), ("110", "supported")], "The Cavaliers and the Hawks: the Hawks won 106-110."),
        ([("110", "supported"), ("101", "contradicted")], "The Hawks defeated the Cavaliers 110-101."),
        ([("5", "supported"), ("2", "supported")], "The Hawks (5-2) rested."),
        ([("6", "contradicted"), ("2", "supported")], "The Birds (6-2) rested."),
        ([("37", "supported"), ("20", "supported")], "The Cavaliers led the Hawks 37-20 in the second quarter."),
        ([("50", "supported"), ("63", "supported")], "Hawks and Cavaliers: 50-63 in the first half."),
        ([("4", "supported")], "The Hawks took a 4-point win over the Cavaliers."),
        ([("30", "contradicted")], "The Hawks took a 30-point win over the Cavaliers."),
        ([("second", "supported")], "Smith was second on the team."),
        ([("second", "contradicted")], "Jones was second on the team."),
        ([("Two", "supported")], "Two players in double figures led the Hawks."),
        ([("53", "supported")], "Jones and Brown combined for 53 points."),
        ([("54", "contradicted")], "Jones and Brown combined for 54 points."),
        ([("54", "needs_computation")], "Jones combined for 54 points."),
        ([("four", "unknown"), ("five", "unknown")], "The Hawks won four of their last five games."),
        ([("21", "unknown")], "Jones is averaging 21 points."),
        ([("30", "unknown")], "Jones will look to score 30 points on Friday."),
        ([("30", "unknown")], "Somebody Else had 30 points."),
        ([("30", "unknown")], "Jones rested, while Somebody Else had 30 points."),
        ([("30", "unknown")], "Jones rested, while Cleveland Hawks had 30 points."),
        (
            [("one", "supported"), ("12", "supported")],
            "Jones had one steal, while also watching Smith score 12 points.",
        ),
        ([("25", "supported")], "Jones rested. The Hawks lost. She had 25 points."),
        ([("30", "unknown")], "Jones and Smith rested. He had 30 points."),
        (
            [("12", "supported"), ("28", "contradicted")],
            "Jones beat Smith, the latter with 12 points, the former with 28 points.",
        ),
        ([("77", "unsupported")], "Jones saw 77 of them."),
        ([("25", "supported")], "Jones, who wore a mask for 25 of them, smiled."),
        ([], "Jones was born in the first quarter."),
        ([], "Jones had # - # and _ points."),
        ([], "The Hawks beat the Cavaliers at Golden 1 Center."),
    ],
)
def test_a_number_is_held_against_the_field_that_its_words_name(expected, text):
    assert expected == numbers(GAMES, text)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ([("$250,000", "supported")], "Acme Ltd borrowed $250,000."),
        ([("$0.25 million", "supported")], "Acme Ltd has a loan of $0.25 million."),
        ([("$90,000", "contradicted")], "Acme Ltd borrowed $90,000."),
        ([("4.25", "supported")], "Acme Ltd pays 4.25 percent interest."),
        ([("4.75", "contradicted")], "Acme Ltd pays a rate of 4.75%."),
        ([("24", "supported")], "Loan B-03 has a term of 24 months."),
        ([("36", "contradicted")], "Bolt Inc has a term of 36 months."),
    ],
)
def test_loans(expected, text):
    assert expected == numbers(LOANS, text)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ([("4.1", "supported")], "For Ms Weber potassium was 4.1 mmol/L."),
        ([("5.6", "contradicted")], "For Ms Weber potassium was 5.6 mmol/L."),
        ([("98", "supported")], "Ms Weber had a glucose of 98."),
        ([("90", "contradicted")], "Ms Weber had a glucose of 90."),
    ],
)
def test_lab_values(expected, text):
    assert expected == numbers(LABS, text)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ([("Atlanta Hawks", "supported", "in_records")], "The Atlanta Hawks rested."),
        ([("Cleveland Hawks", "contradicted", "names_disagree")], "The Cleveland Hawks rested."),
        ([("Bulls", "unsupported", "not_in_records")], "They wait for the Bulls."),
        (
            [("Hawks", "supported", "in_records"), ("Hawks", "contradicted", "same_entity_twice")],
            "The Hawks defeated the Hawks.",
        ),
        (
            [("Brown", "supported", "in_records"), ("Hawks", "contradicted", "not_a_member")],
            "Brown led the way for the Hawks.",
        ),
        (
            [("Cavaliers", "contradicted", "not_a_member"), ("Ann Jones", "supported", "in_records")],
            "The Cavaliers were led by Ann Jones.",
        ),
        (
            [("Brown", "supported", "in_records"), ("Hawks", "supported", "in_records")],
            "Brown led all scorers against the Hawks.",
        ),
        ([("Smith", "contradicted", "names_disagree")], "Meanwhile, Rick Smith rested."),
        ([("Smith", "supported", "in_records")], "The Smith family rested."),
        ([("Dan White", "unsupported", "null_field")], "Dan White had 12 points and two steals."),
        ([], "The hawks and doves in the committee rested."),
        (
            [("Hawks", "supported", "in_records"), ("Tuesday", "supported", "date_in_records")],
            "The Hawks won on Tuesday.",
        ),
        (
            [("Hawks", "supported", "in_records"), ("Friday", "contradicted", "different_date")],
            "The Hawks won on Friday.",
        ),
        (
            [("Hawks", "supported", "in_records"), ("Friday", "unknown", "still_to_come")],
            "The Hawks will play on Friday.",
        ),
    ],
)
def test_a_name_is_held_against_those_who_bear_it(expected, text):
    assert expected == names(GAMES, text)


def test_numbers_that_all_are_of_somebody_else_speak_against_the_name():
    text = "Brown was great. Smith went 11 of 21 for 28 points."
    assert [
        ("Brown", "supported", "in_records"),
        ("Smith", "contradicted", "numbers_of_another"),
    ] == names(GAMES, text)
    assert [("11", "unknown"), ("21", "unknown"), ("28", "unknown")] == numbers(GAMES, text)


def test_where_the_name_is_wrong_its_numbers_are_open():
    text = "Brown led the way for the Hawks (6-1)."
    assert [("Brown", "supported"), ("Hawks", "contradicted")] == [each[:2] for each in names(GAMES, text)]
    assert [("6", "unknown"), ("1", "unknown")] == numbers(GAMES, text)
    assert ["CONTRADICTED"] == labels(GAMES, text)


def test_a_weekday_without_a_date_in_the_records_is_open():
    assert [("Acme Ltd", "supported", "in_records"), ("Friday", "unknown", "no_such_field")] == names(
        LOANS, "Acme Ltd paid on Friday."
    )


def test_a_surname_of_two_is_safe_only_where_it_does_not_matter():
    labeller = RecordsLabeller(
        contract(("person", "surname"), {"age": count("years")}),
        [
            node("a", "P", person="Ada Lee", surname="Lee", age="40"),
            node("b", "P", person="Ben Lee", surname="Lee", age="50"),
        ],
        TABLES,
    )
    assert [("40", "supported")] == numbers(labeller, "Lee is 40 years old.")
    assert [("60", "contradicted")] == numbers(labeller, "Lee is 60 years old.")
    assert [("50", "contradicted")] == numbers(labeller, "Ada Lee is 50 years old.")


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (["SUPPORTED"], "Jones had 25 points."),
        (["CONTRADICTED"], "Jones had 24 points."),
        (["UNSUPPORTED"], "They wait for the Bulls."),
        (["UNKNOWN"], "Jones combined for 54 points."),
        (["UNKNOWN"], "Jones is averaging 21 points."),
        (["UNKNOWN"], "Jones played well."),
        (["UNKNOWN"], "It was a cold night."),
        (["SUPPORTED"], "The Hawks won on Tuesday."),
        (["SUPPORTED", "CONTRADICTED"], "Jones had 25 points. Brown had 25 points."),
        ([], ""),
        ([], " \n "),
    ],
)
def test_a_sentence_is_supported_only_where_something_was_checked_and_all_is_explained(expected, text):
    assert expected == labels(GAMES, text)


def test_the_judgement_names_the_labeller_the_reason_and_the_node():
    (sentence,) = GAMES.label("Jones had 24 points.").sentences
    expected = Judgement(label="CONTRADICTED", evidence=("ann",), labeller="records/1", reason="different_value")
    assert expected == sentence.judgement


def test_a_mention_says_where_it_stands_and_what_the_records_have():
    text = "Late in the game Jones had 24 points."
    (number,) = [each for each in GAMES.label(text).mentions if each.kind == "number"]
    assert "24" == text[number.start : number.end]
    assert (("ann",), ("points",), "25") == (number.evidence, number.fields, number.expected)


def test_repeated_strings_keep_their_own_places():
    text = "Jones had 25 points. Brown had 25 points."
    assert [(10, "supported"), (31, "contradicted")] == [
        (each.start, each.verdict) for each in GAMES.label(text).mentions if each.kind == "number"
    ]


def test_a_text_without_capitals_finds_names_too():
    assert [("jones", "supported", "in_records")] == names(GAMES, "jones had 25 points")


def test_without_nodes_nothing_is_supported():
    empty = RecordsLabeller(contract(("player",), {"points": count("points")}), [], TABLES)
    assert ["UNKNOWN"] == labels(empty, "Jones had 25 points.")
