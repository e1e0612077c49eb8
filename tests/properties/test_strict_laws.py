"""The laws of preset strict: the short way and the gates agree, nothing that is not cited bears a claim out."""

import sys

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgauge.claims import Claim
from claimgauge.evidence import EvidenceNode
from claimgauge.gates.name_finder import NameFinder
from claimgauge.gates.plain_prose import UNREAD
from claimgauge.quantities import ascii_words, read_cell, same_quantity
from claimgauge.wiring import case_verifier, load_verifier
from claimgauge.wiring.quantities import load_quantity_tables
from tests.properties import strategies as some

sys.path.insert(0, "benchmarks")
from workload import bundles, in_prose  # the seeded workload of the speed

TABLES = load_quantity_tables()
STRICT = load_verifier("benchmarks/strict.toml")
CARDS = load_verifier("cards")


def graphs_of(seed, prose, failing=0.3):
    """Graphs of the workload with the claims about them."""
    for bundle in in_prose(bundles(2, lists="derived", failing=failing, seed=seed), prose):
        nodes = msgspec.convert(bundle["nodes"], tuple[EvidenceNode, ...])
        yield STRICT.compile(nodes), msgspec.convert(bundle["claims"], tuple[Claim, ...]), nodes


def the_long_way(graph, claim):
    """The verdict of the gates when nothing is read plainly."""
    return graph._examined(claim, UNREAD, hints=True)


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6), prose=st.sampled_from(["plain", "rich", "released"]))
def test_the_short_way_comes_to_the_verdict_of_the_gates(seed, prose):
    for graph, claims, _nodes in graphs_of(seed, prose):
        assert tuple(the_long_way(graph, claim) for claim in claims) == graph.check(claims)


@settings(max_examples=60)
@given(case=some.cases())
def test_the_short_way_agrees_on_any_case(case):
    graph = CARDS.compile(case.graph.nodes)
    claims = [claim for claim in case.claims if CARDS.claim_type(claim.claim_type) == claim.claim_type]
    assert tuple(the_long_way(graph, claim) for claim in claims) == graph.check(claims)


ZEROS = [
    lambda number: f"{number}0",
    lambda number: f"{number}00",
    lambda number: f"0{number}",
    lambda number: f"{number}{'0' * 60}",
    lambda number: number.rstrip("0").rstrip("."),
    lambda number: number.partition(".")[0],
]


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6), prose=st.sampled_from(["plain", "rich"]), rng=st.randoms(use_true_random=False))
def test_the_short_way_agrees_on_numbers_with_other_zeros(seed, prose, rng):
    for graph, claims, _nodes in graphs_of(seed, prose):
        for claim in claims:
            number = rng.choice(claim.cited_numbers)
            cited, said = rng.choice(ZEROS)(number), rng.choice(ZEROS)(number)
            changed = msgspec.structs.replace(
                claim,
                cited_numbers=tuple(cited if each == number else each for each in claim.cited_numbers),
                text=claim.text.replace(number, rng.choice([cited, said, number])),
            )
            assert (the_long_way(graph, changed),) == graph.check([changed])


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6), data=st.data())
def test_a_number_that_no_cited_node_holds_is_never_verified(seed, data):
    for graph, claims, nodes in graphs_of(seed, "plain", failing=0.0):
        claim = data.draw(st.sampled_from(claims))
        number = data.draw(st.decimals(0, 99_999, places=2).map(str))
        held = {node.evidence_id: node for node in nodes}
        cells = [cell for name in claim.cited_evidence_ids for cell in graph._graph.node(name).numbers()]
        changed = msgspec.structs.replace(claim, cited_numbers=(number, *claim.cited_numbers[1:]))
        value = read_cell(number, TABLES)
        if not any(same_quantity(value, cell.value).holds for cell in cells):
            (verdict,) = graph.check([changed])
            assert "rejected" == verdict.status, held


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6))
def test_evidence_about_others_changes_no_verdict(seed):
    others = tuple(
        EvidenceNode(evidence_id=f"other-{n}", type="RESULT", card_id=f"Zyx{n}", fields={"a": f"{n}.37"})
        for n in range(20)
    )
    for graph, claims, nodes in graphs_of(seed, "plain"):
        more = STRICT.compile((*nodes, *others)).check(claims, hints=False)
        assert [each.status for each in graph.check(claims, hints=False)] == [each.status for each in more]


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6), prose=st.sampled_from(["plain", "rich"]))
def test_true_claims_of_the_workload_are_verified(seed, prose):
    for graph, claims, _nodes in graphs_of(seed, prose, failing=0.0):
        assert ["verified"] * len(claims) == [each.status for each in graph.check(claims)]


LONG = 30_000


@pytest.mark.parametrize(
    "text",
    [
        "9" * LONG,
        "9," * LONG,
        "9.9" * LONG,
        "$" * LONG,
        "a-" * LONG,
        "-" * LONG + "9",
        "not " * LONG + "9",
        "n't " * LONG,
        "(" * LONG + "9" + ")" * LONG,
        "north-" * LONG,
        "north " * LONG,
        "O0l1" * LONG,
        "9\u0336" * LONG,
        "\u200b" * LONG + "9",
        "while " * LONG,
        "fell by 9 % " * (LONG // 10),
        "; " * LONG,
        "{}" * LONG,
        "\u0435a" * LONG,
    ],
    ids=range(19),
)
def test_no_text_takes_more_than_linear_time(text):
    """Twice as long would take twice as long: of what takes more, this length would not come to an end."""
    node = EvidenceNode(evidence_id="n", type="FEE_BREAK_EVEN", card_id="north", content=text)
    claim = Claim(claim_id="c", claim_type="THRESHOLD", text=text, cited_evidence_ids=("n",), cited_entities=("north",))
    (verdict,) = CARDS.compile([node]).check([claim])
    assert verdict.status in ("verified", "rejected")


@given(case=some.cases())
@settings(max_examples=50)
def test_a_claim_that_cites_nothing_is_never_verified(case):
    verifier = case_verifier("cards")
    graph = verifier.verifier.compile(case.graph.nodes)
    for claim in case.claims:
        if verifier.verifier.claim_type(claim.claim_type) == claim.claim_type:
            (verdict,) = graph.check([msgspec.structs.replace(claim, cited_evidence_ids=())])
            assert "rejected" == verdict.status


NAMES = ["Blue Cash", "blue-cash", "Cash", "Cash Plus Card", "GAS", "gas station", "warfarin", "A1", "Plus"]
PIECES = st.sampled_from([*NAMES, "Gasoline", "cash", "Blue", "the", "plus", "card", "WARFARIN", "a1b"])
JOINTS = st.sampled_from([" ", " ", "-", ". ", ", ", " / ", " - - - - ", ""])


@settings(max_examples=500)
@given(
    entities=st.sets(st.sampled_from(NAMES)),
    text=st.lists(st.tuples(PIECES, JOINTS), max_size=8).map(lambda parts: "".join(map("".join, parts))),
)
def test_a_name_that_stands_in_a_text_is_among_those_that_it_may_have(entities, text):
    finder = NameFinder(entities, {"BC": "Blue Cash"})
    assert {each.entity for each in finder.find(text)} <= finder.at_most(ascii_words(text), text)
