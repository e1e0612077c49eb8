"""Mechanical repair over the reference claims: how many of each mutation, and that every one of them is right.

Half of these claims are seeded mutations of the others with their text as it was, so the right claim is known.
"""

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from claimgauge.claims import Claim
from claimgauge.gates.likeness import same_value
from claimgauge.narration import Mechanic, MechanicalRepair
from claimgauge.readers import read_paths
from claimgauge.wiring import case_verifier
from claimgauge.workflow import Case

FILES = ("greedy", "cap-aware")
PAGE = Path(__file__).parent.parent.parent / "docs" / "reference" / "narration.md"
EXPECTED = {
    ("greedy", "released"): {
        "cites nothing": (113, 126),
        "cites another": (60, 73),
        "retyped": (23, 322),
        "another number": (0, 314),
        "another entity": (0, 179),
        "unknown id": (0, 224),
    },
    ("cap-aware", "released"): {
        "cites nothing": (64, 81),
        "cites another": (36, 49),
        "retyped": (17, 264),
        "another number": (0, 233),
        "another entity": (0, 136),
        "unknown id": (0, 182),
    },
    ("greedy", "strict"): {
        "as generated": (0, 636),
        "cites nothing": (113, 126),
        "cites another": (57, 239),
        "retyped": (2, 353),
        "another number": (0, 389),
        "another entity": (0, 254),
        "unknown id": (0, 224),
    },
    ("cap-aware", "strict"): {
        "as generated": (0, 636),
        "cites nothing": (64, 81),
        "cites another": (36, 202),
        "retyped": (0, 275),
        "another number": (0, 292),
        "another entity": (0, 226),
        "unknown id": (0, 182),
    },
}
"""By what was done to the claim: how many were put right, of how many that were rejected."""
CITES = {"COMPARISON": "WINNER_BY_CATEGORY", "FEE_JUSTIFICATION": "FEE_BREAK_EVEN", "ASSUMPTION": "ASSUMPTION"}


class Tried(NamedTuple):
    case: Case
    claim: Claim
    origin: Claim
    found: tuple[Claim, tuple[MechanicalRepair, ...]] | None

    @property
    def kind(self):
        claim, origin, ids = self.claim, self.origin, {node.evidence_id for node in self.case.nodes}
        if claim == origin:
            return "as generated"
        if not ids.issuperset(claim.cited_evidence_ids):
            return "unknown id"
        if claim.claim_type != origin.claim_type:
            return "retyped"
        if claim.cited_evidence_ids != origin.cited_evidence_ids:
            return "cites another" if claim.cited_evidence_ids else "cites nothing"
        return "another number" if claim.cited_numbers != origin.cited_numbers else "another entity"

    @property
    def cited(self):
        """The nodes that the repaired claim cites."""
        names = self.found[0].cited_evidence_ids
        return [node for node in self.case.nodes if node.evidence_id in names]


@pytest.fixture(scope="module")
def tried(reference_data):
    """(file, preset) → every rejected claim, with what it was made of and what came of it."""
    found = {}
    for file in FILES:
        rows = list(read_paths([str(reference_data / f"{file}.jsonl.gz")]))
        for preset in ("released", "strict"):
            verifier = case_verifier("cards", preset=preset)
            found[file, preset] = [each for row in rows for each in rejected(row.case, verifier)]
    return found


def rejected(case, verifier):
    given = {"allowed_entities": case.allowed_entities, "allowed_numbers": case.allowed_numbers}
    graph = verifier.verifier.compile(case.nodes, **given)
    mechanic = Mechanic(verifier.verifier.contract, case.nodes, graph, allowed_numbers=case.allowed_numbers)
    origins = [claim for claim in case.claims if not claim.claim_id.startswith("mut-")]
    for claim, verdict in zip(case.claims, graph.check(case.claims), strict=True):
        if verdict.findings:
            alike = [each for each in origins if each.text == claim.text]
            origin = min(alike, key=lambda each: differences(each, claim))
            yield Tried(case, claim, origin, mechanic.repaired(claim, verdict))
        else:
            assert mechanic.repaired(claim, verdict) is None


def differences(one, other):
    names = ("claim_id", "claim_type", "cited_evidence_ids", "cited_entities", "cited_numbers")
    return sum(getattr(one, name) != getattr(other, name) for name in names)


@pytest.mark.parametrize("key", EXPECTED, ids="-".join)
def test_so_many_of_each_mutation_are_put_right(tried, key):
    counts = {each.kind: [0, 0] for each in tried[key]}
    for each in tried[key]:
        counts[each.kind][0] += each.found is not None
        counts[each.kind][1] += 1
    assert EXPECTED[key] == {kind: tuple(pair) for kind, pair in counts.items()}


def put_right(tried, *keys):
    return [each for key in keys or EXPECTED for each in tried[key] if each.found is not None]


def test_the_page_of_narrations_says_the_same():
    kinds = [Counter(), Counter()]
    for file in FILES:
        for kind, pair in EXPECTED[file, "released"].items():
            kinds[0][kind.partition(" ")[0]] += pair[0]
            kinds[1][kind.partition(" ")[0]] += pair[1]
    right, all_of = kinds
    text = " ".join(PAGE.read_text().split())
    assert (
        f"of {all_of['cites']} claims whose citation a mutation took away or replaced it puts {right['cites']}" in text
    )
    assert f"Of {all_of['retyped']} whose type was changed it puts {right['retyped']} right" in text
    numbers = [EXPECTED[file, "released"]["another number"] for file in FILES]
    assert [0, 547] == [sum(pair[place] for pair in numbers) for place in (0, 1)]
    assert "Of 547 with an added number, none" in text


def test_every_one_passes_the_rules_of_the_released_verifier_written_down_anew(tried):
    for each in put_right(tried):
        claim, types = each.found[0], {node.type for node in each.cited}
        there = {node.evidence_id: node.type for node in each.case.nodes}
        assert set(claim.cited_evidence_ids) <= there.keys()
        assert set(claim.cited_entities) <= each.case.allowed_entities | {""}
        assert set(claim.cited_numbers) <= each.case.allowed_numbers | {"", "0", "1", "2", "3"}
        assert CITES.get(claim.claim_type) in (None, *types)
        if claim.claim_type == "CAP_SWITCH":
            assert "CAP_HIT" in types
            assert {"CAP_HIT", "ALLOCATION_SEGMENT"} & set(there.values()) <= types


def fields_of(text):
    return dict(re.findall(r"(\w+)=([^,}]*)", text))


def says(text):
    """How the content of the node begins that says the same as a text, which is the record it was generated from."""
    kind, said = text.partition(" ")[0], fields_of(text)
    if kind == "COMPARISON":
        return f"{said['winnerId']} wins {said['category']} (first segment) over "
    return f"{said['cardId']}: fee ${said['feeUsd']}, credits ${said['creditsAssumedUsd']}, "


def test_a_claim_that_was_put_right_says_what_a_node_says_that_it_now_cites(tried):
    """All but the retyped: their text is a record of another type than the evidence that their type asks for."""
    checked = Counter()
    for each in put_right(tried):
        if each.kind != "retyped":
            assert any(node.content.startswith(says(each.claim.text)) for node in each.cited), each
            checked[each.kind] += 1
    assert {"cites nothing": 354, "cites another": 189} == checked


def test_what_was_lost_comes_back_and_nothing_else(tried):
    """Where a citation was taken away or replaced, the node that is cited too is the one that was there before."""
    for each in put_right(tried):
        if each.kind.startswith("cites"):
            assert set(each.origin.cited_evidence_ids) == {mark.after for mark in each.found[1]}


def test_no_reformatted_number_of_these_claims_has_one_right_answer(tried):
    """The lists hold `95.00` and `95`, so that neither fails; what fails has no equal, or none in what the claim cites.

    The mutations add a number to a claim, and put none of it in another way: the 0 of `0.0` is nowhere in the
    cited nodes. `0.00` would pass under released, because other evidence has it; it would be a number more than
    the claim can show.
    """
    left = Counter()
    for each in (each for file in FILES for each in tried[file, "released"] if each.kind == "another number"):
        (number,) = set(each.claim.cited_numbers) - each.case.allowed_numbers - {"", "0", "1", "2", "3"}
        equal = any(same_value(one) == same_value(number) for one in each.case.allowed_numbers)
        left["no equal" if not equal else number, each.found is not None] += 1
    assert {
        ("no equal", False): 500,
        ("0.0", False): 28,  # no node that the claim cites holds 0
        ("0.6.00", False): 9,  # no number at all
        ("0.8.00", False): 9,
        ("1,000", False): 1,  # of a claim that cites nothing
    } == left


def test_a_retyped_claim_is_put_right_only_with_evidence_about_exactly_what_it_names(tried):
    """Repair never changes the type of a claim; here a mutation did, and no gate reads that it does not fit the text.

    The text of such a claim is as it was generated from the evidence, so it is true. Each names one card and one
    category and no figure, and what is cited too is about this card in this category: it bears out an allocation
    or a switch at a cap. The four that say who wins and are declared a switch are the limit: what a text says of
    its names is not read, under no preset.
    """
    pairs = Counter()
    for each in put_right(tried):
        if each.kind == "retyped":
            said = fields_of(each.claim.text)
            named = {said.get("winnerId") or said["cardId"], said["category"]}
            assert named == set(each.claim.cited_entities)
            assert () == each.claim.cited_numbers
            added = {mark.after for mark in each.found[1]}
            for node in (node for node in each.case.nodes if node.evidence_id in added):
                assert {node.card_id, node.category} - {""} <= named
                assert all(name in re.split(r"[ :,()=]+", node.content) for name in named)
            pairs[each.claim.text.partition(" ")[0], each.claim.claim_type] += 1
    assert {
        ("ALLOCATION", "COMPARISON"): 25,
        ("ALLOCATION", "CAP_SWITCH"): 13,
        ("COMPARISON", "CAP_SWITCH"): 4,
    } == pairs
