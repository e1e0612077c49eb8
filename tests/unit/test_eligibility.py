"""What may be asked, read and leaned on, before anything is judged; and what is said of claims because of it."""

import io
import json

import msgspec
import pytest

from claimgauge.errors import InputError, Problem
from claimgauge.evidence import EvidenceGraph, EvidenceNode, Source
from claimgauge.readers import case_from, read_stream
from claimgauge.wiring import assessing, load_contract, prose_reader, score, scoring, verifiers, verify
from claimgauge.wiring.assessors import Guard
from claimgauge.workflow import assess_row, label_claims, quiet_problem
from tests.eligibility_building import AT, Rules, allowed, assessed_case, denied, labels, passage, prose_case, source

OLD = passage("old", "Employees get 25 days of annual leave.", "h25")
NEW = passage("new", "Employees get 30 days of annual leave.", "h26")
OTHER = passage("other", "The office opens at nine.", "h26")
SAYS = "Employees get 25 days of annual leave."
EXPIRED = source("h25", type="handbook", validUntil="2025-12-31")
CURRENT = source("h26", type="handbook", issued="2026-01-01")


def text_of(out):
    """Everything of an outcome that goes anywhere."""
    return msgspec.json.encode([out.row, out.assessment]).decode()


# Freshness.


def test_a_claim_that_stale_evidence_alone_supports_is_outdated_and_the_newest_source_is_named():
    out = assessed_case(prose_case(SAYS, OLD, OTHER, sources=[EXPIRED, CURRENT]))
    assert [[("OUTDATED", "expired")]] == labels(out)
    assert ("old",) == out.assessment.claims[0].judgements[0].evidence
    assert [("h25", "expired", "h26")] == [(e.source_id, e.because, e.newest) for e in out.assessment.ineligible]
    assert {"O": 0.75} == out.assessment.claims[0].contributions


def test_eligibility_comes_before_conflict():  # reading 5
    """The stale source says 25, the current one 30: no conflict, the claim is contradicted."""
    out = assessed_case(prose_case(SAYS, OLD, NEW, sources=[EXPIRED, CURRENT]))
    assert [[("CONTRADICTED", "different_number")]] == labels(out)
    assert not out.assessment.claims[0].conflict


def test_stale_evidence_contradicts_nothing():
    out = assessed_case(prose_case("Employees get 30 days of annual leave.", OLD, NEW, sources=[EXPIRED, CURRENT]))
    assert [[("SUPPORTED", "verbatim")]] == labels(out)


def test_fresh_support_is_support_whatever_has_gone_stale_beside_it():
    fresh = passage("fresh", SAYS, "h26")
    out = assessed_case(prose_case(SAYS, OLD, fresh, sources=[EXPIRED, CURRENT]))
    assert [[("SUPPORTED", "verbatim")]] == labels(out)
    assert ("fresh",) == out.assessment.claims[0].judgements[0].evidence


def test_a_case_with_times_and_no_time_of_request_is_an_error_that_says_what_to_add():
    with pytest.raises(InputError, match=r"sources\[0\].validUntil: counts from a time and no time is known"):
        assessed_case(prose_case(SAYS, OLD, sources=[EXPIRED], time=None))


def test_a_source_that_comes_twice_is_an_error():
    with pytest.raises(InputError, match=r"sources\[1\].sourceId: comes twice"):
        assessed_case(prose_case(SAYS, OLD, sources=[CURRENT, CURRENT]))


def declared(*nodes, sources=(), claim_type="FACT", **claim):
    plain = {"claimId": "c1", "claimType": claim_type, "text": "The fee is 5.", "citedNumbers": ["5"]}
    return {"nodes": list(nodes), "sources": list(sources), "request": {"time": AT}, "claims": [plain | claim]}


ROW = {"evidenceId": "e1", "type": "ROW", "content": "The fee is 5.", "fields": {"fee": "5"}, "sourceId": "h25"}


@pytest.mark.parametrize("preset", ["released", "strict"])
def test_a_declared_claim_over_stale_evidence_is_outdated(preset):
    case = declared(ROW, sources=[EXPIRED], citedEvidenceIds=["e1"])
    row = case_from(case)
    out = assessing(verifiers("records", preset=preset))(row)
    assert [[("OUTDATED", "expired")]] == labels(out)
    assert "Low" == out.assessment.index.band


def test_a_claim_that_stale_evidence_does_not_support_either_is_unsupported():
    out = assessed_case(
        declared(ROW, sources=[EXPIRED], citedEvidenceIds=["e1"], citedNumbers=["6"]), contract="records"
    )
    assert [["UNSUPPORTED"]] == [list(dict.fromkeys(name for name, _why in each)) for each in labels(out)]


def test_a_kind_of_claim_may_ask_for_younger_evidence_than_another():
    records = load_contract("records")
    fact = records.claim_types["FACT"]
    types = {"FACT": fact, "RATE": msgspec.structs.replace(fact, max_age_days=7)}
    contract = msgspec.structs.replace(records, claim_types=types)
    case = declared(ROW, sources=[source("h25", issued="2026-01-01")], citedEvidenceIds=["e1"])
    case["claims"].append(case["claims"][0] | {"claimId": "c2", "claimType": "RATE"})
    assert [[("SUPPORTED", "verified")], [("OUTDATED", "too_old")]] == labels(assessed_case(case, contract=contract))


# Scope.


def test_a_source_that_does_not_apply_never_supports():  # field case 14
    emea = passage("e1", "The notice period is 30 days.", "emea")
    amer = passage("e2", "The notice period is 20 days.", "amer")
    case = prose_case("The notice period is 30 days.", emea, amer, sources=[source("emea"), source("amer")])
    out = assessed_case(case, Rules(apply={"emea": denied("scope-covers-request")}))
    assert [["CONTRADICTED"]] == [[name for name, _why in each] for each in labels(out)]
    assert [("emea", "out_of_scope", "scope-covers-request")] == [
        (each.source_id, each.because, each.policy_id) for each in out.assessment.ineligible
    ]
    assert {"e1", "e2"} == {each.evidence_id for each in out.row.case.passages}  # both are there to be shown


def test_a_claim_supported_only_by_what_does_not_apply_is_out_of_scope():
    emea = passage("e1", "The notice period is 30 days.", "emea")
    out = assessed_case(
        prose_case("The notice period is 30 days.", emea, OTHER, sources=[source("emea"), CURRENT]),
        Rules(apply={"emea": denied("region")}),
    )
    assert [[("OUT_OF_SCOPE", "source_does_not_apply")]] == labels(out)
    assert ("e1",) == out.assessment.claims[0].judgements[0].evidence


def test_evidence_that_is_stale_and_does_not_apply_is_both():
    out = assessed_case(prose_case(SAYS, OLD, sources=[EXPIRED]), Rules(apply={"h25": denied("region")}))
    assert [[("OUTDATED", "expired"), ("OUT_OF_SCOPE", "source_does_not_apply")]] == labels(out)


def test_a_request_out_of_scope_that_was_answered_gives_every_claim_the_label():  # reading 11
    rules = Rules(ask=denied("no-tax-advice", stops="scope", answered=True))
    out = assessed_case(prose_case(f"{SAYS} The office opens at nine.", OLD, OTHER, sources=[CURRENT]), rules)
    assert [("SUPPORTED", "verbatim"), ("OUT_OF_SCOPE", "request")] == labels(out)[0]
    assert [True, True] == [("OUT_OF_SCOPE", "request") in each for each in labels(out)]
    assert 0.51 == out.assessment.index.floor


@pytest.mark.parametrize("reason", ["scope", "permission"])
def test_a_request_that_is_stopped_ends_before_anything_is_judged(reason):
    rules = Rules(ask=denied("who-may-ask", stops=reason))
    out = assessed_case(declared(ROW, sources=[EXPIRED], citedEvidenceIds=["e1"]), rules, contract="records")
    got = out.assessment
    assert ("stopped", reason, None, "who-may-ask", False) == (
        got.status, got.reason, got.index, got.stopped_by, got.review,
    )  # fmt: skip
    assert [("c1", "stopped")] == [(claim.claim_id, claim.failures[0].reason) for claim in got.claims]
    assert () == out.row.case.graph.nodes
    assert "The fee" not in msgspec.json.encode(got).decode()


# Permission.


def test_what_may_not_be_read_is_gone_but_for_its_id_and_the_policy():  # law 7
    secret = passage("pay", "Zanzibar pays 9871 a month.", "payroll")
    case = prose_case(SAYS, secret, OLD, sources=[source("payroll", title="Quetzal ledger"), source("h25")])
    case["edges"] = [{"from": "pay", "to": "old", "type": "SUPPORTS"}]
    out = assessed_case(case, Rules(read={"payroll": denied("hr-only")}))
    assert [("payroll", "hr-only")] == [(each.source_id, each.policy_id) for each in out.assessment.withheld]
    for word in ("Zanzibar", "9871", "Quetzal", '"pay"'):
        assert word not in text_of(out)


def test_an_opaque_id_is_replaced_wherever_it_stands():
    case = declared(ROW, sources=[source("h25"), source("h26", supersedes=["h25"])], citedEvidenceIds=["e1"])
    out = assessed_case(case, Rules(read={"h25": denied("secret", opaque=True)}), contract="records")
    assert [("withheld-1", "secret")] == [(each.source_id, each.policy_id) for each in out.assessment.withheld]
    assert [["ACCESS_GAP"]] == [[name for name, _why in each] for each in labels(out)]
    assert "h25" not in text_of(out)
    assert '"e1"' not in text_of(out)


@pytest.mark.parametrize(
    ("expected", "claim"),
    [
        ("ACCESS_GAP", "The Leave Handbook grants more."),  # its title
        ("ACCESS_GAP", "Acme Corporation owes more."),  # an entity of its evidence
        ("ACCESS_GAP", "The pay slip of 2026-01-31 says more."),  # its type and a date
        ("UNSUPPORTED", "A slip was paid."),
        ("UNSUPPORTED", "The sky is green today."),
    ],
)
def test_an_access_gap_is_told_by_metadata_alone(expected, claim):
    nodes = [{"evidenceId": "x", "type": "ROW", "content": "The sky is green today.", "cardId": "Acme Corporation",
              "sourceId": "s"}]  # fmt: skip
    hidden = source("s", title="Leave Handbook", type="pay_slip", issued="2026-01-31")
    case = prose_case(claim, OTHER, nodes=nodes, sources=[hidden])
    out = assessed_case(case, Rules(read={"s": denied("hr-only")}))
    assert [[expected]] == [[name for name, _why in each] for each in labels(out)]


def test_a_claim_that_is_settled_has_no_access_gap():
    hidden = passage("x", "Employees get 25 days.", "s")
    case = prose_case(SAYS, hidden, OLD, sources=[source("s", title="Annual leave of employees")])
    out = assessed_case(case, Rules(read={"s": denied("hr-only")}))
    assert [[("SUPPORTED", "verbatim")]] == labels(out)


def test_an_access_gap_sends_the_answer_to_review_whatever_its_band():
    hidden = passage("x", "text", "s")
    case = prose_case("The Leave Handbook grants more.", hidden, OTHER, sources=[source("s", title="Leave Handbook")])
    out = assessed_case(case, Rules(read={"s": denied("hr-only")}))
    assert ("Low", True) == (out.assessment.index.band, out.assessment.review)


def test_allowlists_that_may_come_from_denied_evidence_are_not_used():
    case = declared(ROW | {"sourceId": "s"}, citedNumbers=["9871"], citedEvidenceIds=["e2"]) | {
        "allowedNumbers": ["9871"],
        "allowedEntities": [],
    }
    case["nodes"].append(
        {"evidenceId": "e2", "type": "ROW", "content": "nothing", "fields": {"a": "b"}, "sourceId": "t"}
    )
    out = assessed_case(case, Rules(read={"s": denied("hr-only")}), contract="records")
    assert "SUPPORTED" not in [name for each in labels(out) for name, _why in each]
    assert "allowedEntities, allowedNumbers: not used, since some evidence may not be read" in out.assessment.warnings


def test_shared_evidence_goes_through_the_same_door():
    from claimgauge.wiring import assessing, verifiers  # noqa: PLC0415

    node = EvidenceNode(evidence_id="e1", type="PASSAGE", content=SAYS, source_id="h25")
    graph = EvidenceGraph(nodes=(node,), sources=(Source(source_id="h25"),))
    rules = Rules(read={"h25": denied("hr-only")})
    row = case_from({"answer": {"text": SAYS}})
    out = assessing(verifiers(evidence=graph), policies=Guard(lambda _case: rules))(row)
    assert [[("UNSUPPORTED", "no_evidence")]] == labels(out)
    assert "25 days" not in msgspec.json.encode([out.row.case.nodes, out.row.case.passages]).decode()


@pytest.mark.parametrize("key", ["access", "scope"])
def test_sources_that_ask_for_a_decision_need_policies(key):
    value = {"access": {"groups": ["hr"]}, "scope": {"region": ["EMEA"]}}[key]
    case = prose_case(SAYS, OLD, sources=[source("h25", **{key: value})])
    with pytest.raises(InputError, match=rf"sources\[0\].{key}: says .*, and no policies are in force; add --policies"):
        assessed_case(case)
    assert [[("SUPPORTED", "verbatim")]] == labels(assessed_case(case, Rules()))


def test_labels_that_came_with_the_claims_are_scored_without_what_may_not_be_read():
    case = {"claims": [{"claimId": "a", "claimType": "F", "text": "t", "labels": ["UNSUPPORTED"]}],
            "sources": [source("s", access={"groups": ["hr"]})]}  # fmt: skip
    with pytest.raises(InputError, match="no policies are in force"):
        score(case_from(case))
    assert ["UNSUPPORTED"] == [each.label for each in score(case_from(case), policies="open").claims[0].judgements]


def test_a_broken_case_under_policies_still_says_what_is_wrong_outside_of_its_evidence():
    problem = quiet_problem(Problem(place="line 3, claims", code="wrong_type", message="expected an array, got 7"))
    assert ("line 3, claims", "expected an array, got 7") == (problem.place, problem.message)
    hidden = quiet_problem(Problem(place="line 3", code="malformed", message="nobody knows what this quotes"))
    assert "quotes" not in hidden.message


# Errors under policies.


def test_an_input_that_cannot_be_read_is_not_quoted_under_policies():
    broken = {"id": "x", "nodes": [{"evidenceId": "e", "type": "ROW", "content": ["Zanzibar"]}]}
    (row,) = read_stream(io.BytesIO(json.dumps(broken).encode()), name="cases")
    loud, quiet = (assess_row(row, lambda _row: None, quiet=each)[1].error for each in (False, True))
    assert "Zanzibar" in loud.message
    assert "Zanzibar" not in quiet.message
    assert ("line 1, nodes[0]", "what stands there is not shown") == (
        quiet.place,
        quiet.message.partition("; ")[2][:30],
    )


def test_warnings_about_evidence_are_not_quoted_under_policies():
    case = prose_case(SAYS, OLD | {"zanzibar": 1}, sources=[CURRENT])
    assert any("zanzibar" in each for each in assessed_case(case).assessment.warnings)
    out = assessed_case(case, Rules())
    assert (
        "passages[0]: what stands there is not shown, since policies decide who may read it",
    ) == out.assessment.warnings


# Conversation.


def history(*turns):
    return {"history": [{"role": role, "text": text} for role, text in turns]}


def test_what_the_user_stated_is_context_and_what_they_asked_is_not():
    stated = prose_case("Your flight leaves at nine.", OTHER, request=history(("user", "My flight leaves at nine.")))
    out = assessed_case(stated | {"sources": [CURRENT]})
    assert "nothing_shared" not in [why for each in labels(out) for _name, why in each]
    asked = prose_case(
        "Paris is the capital of Germany.", request=history(("user", "Is Paris the capital of Germany?"))
    )
    assert [[("UNSUPPORTED", "no_evidence")]] == labels(assessed_case(asked))


def test_what_the_assistant_said_is_no_evidence_for_what_it_says():
    case = prose_case(SAYS, request=history(("assistant", SAYS)))
    assert [[("UNSUPPORTED", "no_evidence")]] == labels(assessed_case(case))


def test_what_the_user_said_word_for_word_supports_and_names_the_turn():
    case = prose_case(SAYS, request=history(("assistant", "Hello."), ("user", SAYS)))
    out = assessed_case(case)
    assert [[("SUPPORTED", "verbatim")]] == labels(out)
    assert ("request.history[1]",) == out.assessment.claims[0].judgements[0].evidence


# What went in comes out.


@pytest.mark.parametrize("rules", [None, Rules(), Rules(read={"h25": denied("x")}), Rules(apply={"h25": denied("x")})])
def test_every_claim_that_goes_in_comes_out(rules):  # field case 29
    claims = [{"claimId": f"c{n}", "claimType": "FACT", "text": "t", "citedEvidenceIds": ["e1"]} for n in range(4)]
    case = declared(ROW, sources=[EXPIRED]) | {"claims": claims}
    out = assessed_case(case, rules, contract="records")
    assert ["c0", "c1", "c2", "c3"] == [claim.claim_id for claim in out.assessment.claims]
    assert all(claim.judgements or claim.failures for claim in out.assessment.claims)


def test_allowed_is_not_denied():
    assert allowed().allowed
    assert not denied("x").allowed


@pytest.mark.parametrize("step", ["verify", "label"])
def test_a_step_that_applies_no_policies_refuses_a_case_that_names_some(step):
    row = case_from({"policies": "bank", "contract": "records", "claims": []})
    run = {"verify": verify, "label": lambda row: label_claims(row, prose_reader())}[step]
    with pytest.raises(InputError, match=f"policies: {step} applies no policies; use assess"):
        run(row)


def test_what_was_at_fault_is_named_where_a_decision_could_not_be_made():
    asked = assessed_case(prose_case(SAYS, OLD), Rules(ask=denied("default-deny", message="the role is unknown")))
    assert ("request: the role is unknown",) == asked.assessment.warnings
    rules = Rules(read={"h25": denied("x", message="an attribute is of another type", opaque=True)})
    read = assessed_case(prose_case(SAYS, OLD, sources=[EXPIRED]), rules)
    assert ("source withheld-1: an attribute is of another type",) == read.assessment.warnings


# What an audit found.


def shared(node_source="hb", **source_keys):
    node = EvidenceNode(evidence_id="h1", type="PASSAGE", content=SAYS, source_id=node_source)
    return EvidenceGraph(nodes=(node,), sources=tuple([Source(source_id="hb")] if source_keys.get("declared") else []))


@pytest.mark.parametrize("declared", [False, True])
def test_sources_of_a_case_count_for_shared_evidence_too(declared):
    case = {"request": {"time": AT}, "answer": {"text": SAYS}, "sources": [source("hb", validUntil="2020-01-01")]}
    row, graph = case_from(case), shared(declared=declared)
    assess = assessing(verifiers(evidence=graph))
    if declared:
        with pytest.raises(InputError, match="comes twice"):
            assess(row)
    else:
        assert [[("OUTDATED", "expired")]] == labels(assess(row))


def test_a_node_that_bears_the_id_of_a_source_is_of_that_source():
    case = prose_case(SAYS, {"evidenceId": "hb", "content": SAYS}, sources=[source("hb", validUntil="2020-01-01")])
    assert [[("OUTDATED", "expired")]] == labels(assessed_case(case))


def test_a_label_that_came_with_a_claim_does_not_lean_on_what_may_not_be_read():
    claim = {"claimId": "a", "claimType": "F", "text": "t", "labels": ["SUPPORTED"], "citedEvidenceIds": ["old"]}
    row = case_from({"claims": [claim], "passages": [OLD], "sources": [source("h25")]})
    guard = Guard(lambda _case: Rules(read={"h25": denied("hr-only")}), quiet=True)
    out = scoring(policies=guard)(row)
    assert [[("ACCESS_GAP", "denied_source_cited")]] == labels(out)
    assert out.assessment.review


def test_allowlists_do_not_lend_support_to_what_is_put_apart():
    stale = ROW | {"evidenceId": "e2", "content": "The fee is 77.", "fields": {"fee": "77"}, "sourceId": "h24"}
    case = declared(ROW | {"sourceId": "h26"}, stale, sources=[source("h24", validUntil="2024-01-01"), source("h26")],
                    citedEvidenceIds=["e1"], citedNumbers=["77"], text="It is 77.")  # fmt: skip
    case |= {"allowedNumbers": ["77", "5"], "allowedEntities": []}
    out = assessing(verifiers("records", preset="released"))(case_from(case))
    assert "SUPPORTED" not in [name for name, _why in labels(out)[0]]


def test_a_stopped_case_keeps_no_id_of_any_evidence():
    case = declared(ROW | {"evidenceId": "pn-1"}, sources=[source("h25")], citedEvidenceIds=["pn-1", "h25"])
    out = assessed_case(case, Rules(ask=denied("no")), contract="records")
    assert "pn-1" not in text_of(out)


@pytest.mark.parametrize("key", ["policies", "access"])
def test_a_broken_case_that_asks_for_policies_is_not_quoted(key):
    broken = {"passages": [{"evidenceId": "e", "content": ["Zanzibar"]}], "policies": "bank"}
    if key == "access":
        broken = broken | {"policies": "", "sources": [source("s", access={"groups": ["hr"]})]}
    (row,) = read_stream(io.BytesIO(json.dumps(broken).encode()), name="cases")
    assert "Zanzibar" not in repr(row)


def test_what_the_user_said_does_not_outweigh_the_evidence():
    said = "Employees get 20 days of annual leave."
    case = prose_case(said, OLD, sources=[source("h25")], request={"history": [{"role": "user", "text": said}]})
    assert ["CONTRADICTED"] == [name for name, _why in labels(assessed_case(case))[0]]


def test_a_later_version_that_may_not_be_read_replaces_all_the_same():
    case = prose_case(SAYS, OLD, sources=[source("h25"), source("h26", supersedes=["h25"])])
    out = assessed_case(case, Rules(read={"h26": denied("restricted")}))
    assert [[("OUTDATED", "superseded")]] == labels(out)


def test_an_alias_is_free_and_a_readable_id_keeps_its_meaning():
    alias = passage("withheld-1", SAYS, "h26")
    same = passage("hb-24", "other", "secret")
    sources = [source("secret"), source("h26"), source("hb-24"), source("hb-25", supersedes=["hb-24"])]
    case = prose_case("x", alias, same, sources=sources)
    out = assessed_case(case, Rules(read={"secret": denied("p", opaque=True)}))
    assert ["withheld-2"] == [each.source_id for each in out.assessment.withheld]
    assert ("hb-24",) == next(each for each in out.row.case.sources if each.source_id == "hb-25").supersedes


@pytest.mark.parametrize("lead", ["The following statements are false:", "None of these hold:", "These are myths:"])
def test_items_below_a_sentence_that_denies_them_are_unknown(lead):
    out = assessed_case(prose_case(f"{lead}\n\n- {SAYS}", OLD, sources=[source("h25")]))
    assert [[("UNKNOWN", "denied_by_its_lead_in")]] == labels(out)
