"""Evidence rules in `assess`: what supports a claim has to be enough for its kind."""

import msgspec
import pytest

from claimgauge.claims import Claim
from claimgauge.contract import Contract
from claimgauge.evidence import Source
from claimgauge.labellers.access import DeniedSource
from claimgauge.labellers.evidence_rules import held_to_rules
from claimgauge.labels import Judgement
from claimgauge.readers import case_from, read_document
from claimgauge.wiring import assessing, verifiers
from claimgauge.wiring.assessors import Guard
from tests.eligibility_building import Rules, denied, passage, prose_case, source
from tests.register_building import RULES

SUPPORTED = Judgement(label="SUPPORTED", evidence=("e1",), labeller="gates/1", reason="verified")
PARTIAL = Judgement(label="PARTIAL", evidence=("e1",), labeller="x/1", reason="x")


def said(claim_type, type_, judgements=(SUPPORTED,), *, accessed=None, denied_sources=(), cites=("e1",)):
    claim = Claim(claim_id="c", claim_type=claim_type, text="The handbook says so.", cited_evidence_ids=cites)
    sources = {"e1": Source(source_id="s", type=type_, accessed=accessed)} if type_ is not None else {}
    found = held_to_rules(claim, judgements, RULES, sources=sources, denied=denied_sources)
    return [(each.label, each.reason) for each in found]


@pytest.mark.parametrize(
    ("claim_type", "type_", "label"),
    [
        ("SCIENTIFIC", "peer_reviewed_publication", "SUPPORTED"),
        ("SCIENTIFIC", "preprint", "SUPPORTED"),
        ("SCIENTIFIC", "product_page", "UNSUPPORTED"),
        ("SCIENTIFIC", "Peer_Reviewed_Publication", "SUPPORTED"),
        ("SCIENTIFIC", "", "UNSUPPORTED"),
        ("SCIENTIFIC", None, "UNSUPPORTED"),
        ("SCIENTIFIC", "weblog", "UNSUPPORTED"),
        ("BENCHMARK", "repository", "SUPPORTED"),
        ("BENCHMARK", "release_note", "UNSUPPORTED"),
        ("CAPABILITY", "release_note", "SUPPORTED"),
        ("CAPABILITY", "product_page", "UNSUPPORTED"),  # no access date
        ("GOVERNANCE_FRAMEWORK", "official_framework", "SUPPORTED"),
        ("GOVERNANCE_FRAMEWORK", "repository", "UNSUPPORTED"),
        ("INTERNAL_POLICY", "system_log", "SUPPORTED"),
        ("INTERNAL_POLICY", "vendor_documentation", "UNKNOWN"),
        ("DESIGN_CHOICE", "original_proposal", "SUPPORTED"),
        ("DESIGN_CHOICE", "preprint", "UNSUPPORTED"),
        ("FEE_JUSTIFICATION", "product_page", "SUPPORTED"),  # of no kind
    ],
)
def test_a_supported_claim_keeps_its_label_only_with_enough(claim_type, type_, label):
    kind = claim_type.lower()
    expected = (label, "verified" if label == "SUPPORTED" else f"minimum_evidence {kind}")
    assert [expected] == said(claim_type, type_)


def test_a_product_page_with_a_date_is_enough_for_what_a_product_can_do():
    assert [("SUPPORTED", "verified")] == said("CAPABILITY", "product_page", accessed="2026-07-01")


def test_only_supported_is_replaced_and_all_of_it_at_once():
    declared = msgspec.structs.replace(SUPPORTED, labeller="declared/1", reason="declared")
    found = said("BENCHMARK", "product_page", (SUPPORTED, PARTIAL, declared))
    assert [("PARTIAL", "x"), ("UNSUPPORTED", "minimum_evidence benchmark")] == found
    assert [("PARTIAL", "x")] == said("BENCHMARK", "product_page", (PARTIAL,))
    assert [] == said("BENCHMARK", "product_page", ())


def test_an_internal_rule_whose_source_is_denied_is_an_access_gap():
    hidden = DeniedSource(shown_id="x", source=Source(source_id="secret"), cited_as=frozenset({"secret"}))
    found = said("INTERNAL_POLICY", "repository", denied_sources=(hidden,), cites=("e1", "secret"))
    assert [("ACCESS_GAP", "denied_source_cited")] == found
    assert [("UNSUPPORTED", "minimum_evidence benchmark")] == said(
        "BENCHMARK", "product_page", denied_sources=(hidden,), cites=("e1", "secret")
    )


CONTRACT = read_document(
    b"""
schema = "claimgauge.contract/1"
id = "quiz"
version = "1"
title = "Scores"
locale = "en-US"
entities.from = ["model"]
numbers.from = ["score"]
claim_types.BENCHMARK = {}
claim_types.CAPABILITY = {}
fields.model = { kind = "entity" }
fields.score = { kind = "ratio" }
""",
    Contract,
    source="quiz",
)


def assessed(claims, sources, *, rules=RULES, nodes=("e1",), policies=None):
    given = {
        "id": "q",
        "request": {"time": "2026-03-01"},
        "nodes": [
            {
                "evidenceId": name,
                "type": "SCORE",
                "fields": {"model": "Atlas", "score": "81.4"},
                "sourceId": f"s-{name}",
            }
            for name in nodes
        ],
        "sources": sources,
        "claims": [
            {
                "claimId": f"c{number}",
                "claimType": kind,
                "text": "Atlas scores 81.4.",
                "citedEvidenceIds": list(cites),
                "citedEntities": ["Atlas"],
                "citedNumbers": ["81.4"],
            }
            for number, (kind, cites) in enumerate(claims)
        ],
    }
    guard = Guard(lambda _case: policies, quiet=policies is not None)
    chosen = assessing(verifiers(CONTRACT), evidence_rules=rules, policies=guard)
    return chosen(case_from(given)).assessment


def labels_of(out):
    return [[each.label for each in claim.judgements] for claim in out.claims]


PAGE, CARD = (
    {"sourceId": "s-e1", "type": "product_page", "accessed": "2026-01-01"},
    {"sourceId": "s-e2", "type": "dataset_card"},
)


def test_one_source_that_is_enough_carries_a_claim_and_a_weaker_one_beside_it_does_no_harm():
    claims = [("BENCHMARK", ["e1"]), ("BENCHMARK", ["e2"]), ("BENCHMARK", ["e1", "e2"]), ("CAPABILITY", ["e1"])]
    out = assessed(claims, [PAGE, CARD], nodes=("e1", "e2"))
    assert [["UNSUPPORTED"], ["SUPPORTED"], ["SUPPORTED"], ["SUPPORTED"]] == labels_of(out)
    assert ("e1",) == out.claims[0].judgements[0].evidence


def test_without_rules_nothing_changes_and_no_digest_is_named():
    out = assessed([("BENCHMARK", ["e1"])], [PAGE], rules=None)
    assert [["SUPPORTED"]] == labels_of(out)
    assert b"evidenceRules" not in msgspec.json.encode(out)
    assert out.expected_id() == out.id


def test_with_rules_their_digest_is_part_of_the_assessment_and_its_id():
    out = assessed([("BENCHMARK", ["e1"])], [PAGE])
    assert RULES.digest == out.digests.evidence_rules
    assert out.expected_id() == out.id
    assert msgspec.json.decode(msgspec.json.encode(out), type=type(out)) == out


def test_prose_is_held_to_rules_that_name_its_claim_type():
    case = prose_case(
        "The office opens at nine.", passage("h", "The office opens at nine.", "s"), sources=[source("s")]
    )
    own = msgspec.structs.replace(RULES, claim_types={"PROSE": "internal_policy"})
    for rules, expected in ((RULES, "SUPPORTED"), (own, "UNKNOWN")):
        out = assessing(verifiers(None), evidence_rules=rules)(case_from(case)).assessment
        assert [[expected]] == labels_of(out)


def test_a_denied_source_that_the_claim_is_about_makes_an_access_gap_of_an_internal_rule():
    own = msgspec.structs.replace(RULES, claim_types={"PROSE": "internal_policy"})
    text = "The Leave Handbook grants thirty days."
    case = prose_case(
        text,
        passage("h", text, "wiki"),
        passage("x", "unseen", "handbook"),
        sources=[source("wiki", type="repository"), source("handbook", title="Leave Handbook", type="approved_policy")],
    )
    policies = Rules(read={"handbook": denied("hr-only")})
    guard = Guard(lambda _case: policies, quiet=True)
    out = assessing(verifiers(None), evidence_rules=own, policies=guard)(case_from(case)).assessment
    assert [["ACCESS_GAP"]] == labels_of(out)
    assert out.review


def test_a_claim_that_something_contradicts_keeps_its_conflict():
    against = Judgement(
        label="CONTRADICTED", dimensions=("F",), evidence=("e2",), labeller="declared/1", reason="declared"
    )
    found = said("BENCHMARK", "vendor_documentation", (SUPPORTED, against))
    assert ["SUPPORTED", "CONTRADICTED"] == [label for label, _reason in found]


def test_a_claim_type_is_read_in_any_case():
    assert said("BENCHMARK", "vendor_documentation") == said(" benchmark ", "vendor_documentation")
