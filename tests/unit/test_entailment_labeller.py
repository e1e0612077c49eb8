"""The labeller around its model: the model here is a table, the small model behind it reads the logits alone."""

import math

import pytest

from claimgauge.evidence import EvidenceNode
from claimgauge.labellers.entailment import (
    CLASSES,
    FEATURES,
    Combination,
    Combined,
    EntailmentLabeller,
    Linear,
    Logits,
    Thresholds,
)
from claimgauge.labellers.entailment.labeller import MOST_SHOWN
from claimgauge.wiring.quantities import load_quantity_tables


def weighted(**weights):
    return tuple(weights.get(name, 0.0) for name in FEATURES)


LINEAR = Linear(
    features=FEATURES,
    classes=CLASSES,
    bias=(0.0, -4.0, 0.4, 0.0),
    weights=(weighted(supported=1.0), weighted(), weighted(unsupported=1.0), weighted(contradicted=1.0)),
)
COMBINED = Combined(
    Combination(
        schema="claimgauge.combination/1",
        id="table",
        version="1",
        network="none",
        experimental=True,
        thresholds=Thresholds(supported=0.8, contradicted=0.9, not_supported=0.3, close=0.02),
        measured={},
        model=LINEAR,
    )
)
SUPPORTS, DENIES, SILENT, UNSURE = Logits(5, 0, 0), Logits(0, 0, 5), Logits(0, 5, 0), Logits(0, 0, 0)


class Table:
    """Logits by the first word of the premise; what it was asked is kept."""

    name = "table/1"

    def __init__(self, **by_word):
        self.by_word = by_word
        self.asked = []

    def logits(self, premise, hypothesis):
        assert hypothesis
        self.asked.append(premise)
        return self.by_word.get(premise.split()[0].strip(".:").lower(), SILENT)


def label(claim, *texts, absence=False, **by_word):
    nodes = [EvidenceNode(evidence_id=f"e{n}", type="PASSAGE", content=text) for n, text in enumerate(texts, start=1)]
    labeller = EntailmentLabeller(Table(**by_word), COMBINED, load_quantity_tables(), locale="en")
    return [(each.label, each.reason, each.evidence) for each in labeller.label(claim, nodes, absence=absence)]


CLAIM = "The bank charges an annual fee."


@pytest.mark.parametrize(
    ("expected", "texts", "model"),
    [
        ([("UNSUPPORTED", "no_evidence", ())], [], {}),
        ([("UNSUPPORTED", "no_evidence", ())], ["", "   ", "\u200b"], {}),
        ([("UNSUPPORTED", "nothing_shared", ())], ["Cats sleep all day."], {}),
        ([("SUPPORTED", "verbatim", ("e1",))], ["The bank charges an annual fee."], {}),
        ([("SUPPORTED", "entailed", ("e1",))], ["Yes: the bank asks for a fee."], {"yes": SUPPORTS}),
        ([("CONTRADICTED", "contradicted", ("e1",))], ["Free: the bank has dropped its fee."], {"free": DENIES}),
        ([("UNSUPPORTED", "not_entailed", ("e1",))], ["Some say that the bank is old, fee or none."], {}),
        ([("UNKNOWN", "low_confidence", ("e1",))], ["Perhaps the bank asks for a fee."], {"perhaps": UNSURE}),
        (
            [("SUPPORTED", "entailed", ("e1",)), ("CONTRADICTED", "contradicted", ("e2",))],
            ["Yes: the bank asks for a fee.", "Free: the bank has dropped its fee."],
            {"yes": SUPPORTS, "free": DENIES},
        ),
        ([("CONTRADICTED", "denied", ("e1",))], ["The bank charges no annual fee."], {"the": SUPPORTS}),
    ],
)
def test_what_a_claim_is_called(expected, texts, model):
    assert expected == label(CLAIM, *texts, **model)


def test_a_number_that_no_evidence_has_is_never_supported():
    assert [("UNKNOWN", "number_missing", ("e1",))] == label(
        "The bank charges a fee of 95 dollars.", "Yes: the bank charges a fee.", yes=SUPPORTS
    )


def test_a_number_that_another_passage_has_does_not_help_the_one_that_supports():
    texts = ("Yes: the bank charges a fee.", "Some say that the fee of a bank was 95 dollars in spring.")
    found = label("The bank charges a fee of 95 dollars.", *texts, yes=SUPPORTS)
    assert [("UNKNOWN", "number_missing", ("e1",))] == found


def test_another_number_beside_the_one_that_supports_is_a_conflict():
    texts = ("Yes: the bank charges a fee of 95 dollars a year.", "The bank charges a fee of 40 dollars.")
    found = label("The bank charges a fee of 95 dollars.", *texts, yes=SUPPORTS)
    assert [("SUPPORTED", "entailed", ("e1",)), ("CONTRADICTED", "different_number", ("e2",))] == found


def test_passages_are_read_together_where_none_is_enough():
    found = label(
        "Ada was born in London and died in Marylebone.", "Ada was born in London.", "Ada died in Marylebone."
    )
    assert [("UNSUPPORTED", "not_entailed")] == [each[:2] for each in found]
    model = Table(ada=SILENT)
    nodes = [EvidenceNode(evidence_id="x", type="PASSAGE", content="Ada was born in London.")]
    nodes.append(EvidenceNode(evidence_id="y", type="PASSAGE", content="Ada died in Marylebone."))
    EntailmentLabeller(model, COMBINED, load_quantity_tables()).label(
        "Ada was born in London and died in Marylebone.", nodes
    )
    assert ["Ada was born in London.", "Ada died in Marylebone."] == model.asked[:2]
    assert "Ada was born in London.\nAda died in Marylebone." == model.asked[2]


def test_more_passages_than_are_read_are_unknown_and_not_a_silent_pass():
    texts = [f"Yes: the bank charges an annual fee in town {number}." for number in range(MOST_SHOWN + 1)]
    assert [("UNKNOWN", "too_many_passages", ())] == label(CLAIM, *texts, yes=SUPPORTS)


@pytest.mark.parametrize(
    ("expected", "claim"),
    [
        ([("CONTRADICTED", "stated_after_all", ("e1",))], "The document does not mention an annual fee."),
        ([("UNKNOWN", "absence_not_shown", ())], "The document does not mention a deposit."),
    ],
)
def test_a_claim_of_absence(expected, claim):
    assert expected == label(claim, "The bank charges an annual fee.", absence=True)


def test_a_confidence_is_the_probability_that_was_compared():
    labeller = EntailmentLabeller(Table(yes=SUPPORTS), COMBINED, load_quantity_tables())
    node = EvidenceNode(evidence_id="e1", type="PASSAGE", content="Yes: the bank asks for a fee.")
    (judgement,) = labeller.label(CLAIM, [node])
    powers = [math.exp(each) for each in (5, -4, 0.4 - 5, -5)]
    assert round(powers[0] / sum(powers), 3) == judgement.confidence
    assert "entailment/2 (experimental, table/1, table/1)" == judgement.labeller
