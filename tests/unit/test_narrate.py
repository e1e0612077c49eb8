"""The loop of narration: attempts, what is kept, what is put right, what ships."""

import asyncio

import pytest

from claimgauge.claims import Claim
from claimgauge.errors import EvidenceError, Problem
from claimgauge.language import Answered, Failed, Message, Prompt, Refused, Spent, Truncated
from claimgauge.narration import (
    Attempt,
    Brief,
    DeclaredNarrator,
    EmissionSettings,
    Narration,
    NarratorReference,
    call_of,
    emitted_claims,
    kept,
    repair_request,
)
from claimgauge.wiring import case_verifier
from claimgauge.workflow import Narrating, NarrationSettings
from tests.building import node

FEE = node("fee-a", "FEE_BREAK_EVEN", card_id="a", content="a: fee $95.00, credits $0.00, net delta $161.00")
WINNER = node(
    "winner-a", "WINNER_BY_CATEGORY", card_id="a", category="GAS", content="a wins GAS (first segment) over b"
)
BRIEF = Brief(id="case", nodes=(FEE, WINNER))


def a_claim(name, *cited, kind="FEE_JUSTIFICATION", entities=("a",), numbers=("95.00",)):
    return Claim(
        claim_id=name, claim_type=kind, text="It costs $95.00.", cited_evidence_ids=cited, cited_entities=entities,
        cited_numbers=numbers,
    )  # fmt: skip


GOOD = a_claim("good", "fee-a")
BETTER = a_claim("better", "fee-a", numbers=("95.00", "161.00"))
BAD = a_claim("bad", "fee-a", numbers=("96.00",))
WORSE = a_claim("worse", "nowhere", numbers=("7.77",))
MISTYPED = a_claim("mistyped", "winner-a")


class Told:
    """A narrator that says its lists one after the other; keeps what it was asked to repair."""

    def __init__(self, *lists):
        self._lists = [each if isinstance(each, Narration) else Narration(claims=tuple(each)) for each in lists]
        self.reference = NarratorReference(id="told", version="1", kind="declared")
        self.requests = []

    async def narrate(self, brief):
        assert brief.nodes
        return self._lists.pop(0)

    async def repair(self, brief, request):
        assert brief.nodes
        self.requests.append(request)
        return self._lists.pop(0)


def row_of(narrator, brief=BRIEF, *, preset="released", emission=None, template=None, **settings):
    narrating = Narrating(
        case_verifier("cards", preset=preset),
        narrator,
        settings=NarrationSettings(**settings),
        emission=emission,
        template=template,
    )
    return asyncio.run(narrating.narrate(brief))


def statuses(row):
    return {each.claim.claim_id: each.status for each in row.claims}


# Passes.


@pytest.mark.parametrize(
    ("passes", "attempts", "outcome"),
    [(0, 1, "rejected"), (1, 2, "failed_after_repair"), (2, 3, "repaired"), (3, 3, "repaired")],
)
def test_each_pass_asks_once_more_until_one_passes(passes, attempts, outcome):
    narrator = Told([GOOD, BAD], [BAD], [GOOD, BETTER])
    row = row_of(narrator, passes=passes)
    assert (attempts, outcome) == (len(row.attempts), row.outcome)
    assert list(range(1, attempts)) == [each.attempt for each in narrator.requests]


def test_a_passing_attempt_is_asked_for_nothing_more():
    row = row_of(Told([GOOD, BETTER]), passes=2)
    assert ("verified", 0, 1, None) == (row.outcome, row.kept, len(row.attempts), row.request)


def test_an_attempt_without_claims_ends_the_passes_and_is_not_kept():
    row = row_of(Told([BAD], []), passes=2)
    assert ("failed_after_repair", 0, 2) == (row.outcome, row.kept, len(row.attempts))
    assert {"bad": "failed_after_repair"} == statuses(row)


def test_nothing_is_repaired_where_there_is_no_claim_at_first():
    row = row_of(Told([]), passes=2)
    assert ("schema_failed", None, 1, ()) == (row.outcome, row.kept, len(row.attempts), row.claims)
    assert ("nothing", "no_claims") == (row.emission.form, row.emission.reason)


def test_a_request_holds_the_last_list_and_its_first_ten_findings():
    many = [a_claim(f"c{number}", "nowhere", numbers=("7.77",)) for number in range(4)]
    narrator = Told([BAD], many, [GOOD])
    row_of(narrator, passes=2)
    first, second = narrator.requests
    assert (1, (BAD,), 1, 0) == (first.attempt, first.claims, len(first.complaints), first.omitted)
    assert (2, tuple(many), 10, 2) == (second.attempt, second.claims, len(second.complaints), second.omitted)
    assert ["nowhere", "7.77", "FEE_BREAK_EVEN"] == [each.value for each in second.complaints[:3]]


@pytest.mark.parametrize(("hints", "named"), [(True, {"fee-a"}), (False, set())])
def test_hints_name_nodes_only_where_they_were_asked_for(hints, named):
    narrator = Told([MISTYPED], [GOOD])
    row_of(narrator, passes=1, hints=hints)
    assert named == {hint.evidence_id for each in narrator.requests[0].complaints for hint in each.hints}


def test_the_row_holds_what_a_further_repair_would_be_asked():
    row = row_of(Told([MISTYPED], [GOOD, MISTYPED]), passes=1)
    assert (2, {"mistyped"}) == (row.request.attempt, {each.claim_id for each in row.request.complaints})
    assert {"fee-a"} == {hint.evidence_id for each in row.request.complaints for hint in each.hints}


def test_without_hints_the_first_message_is_all_that_changes():
    found = tuple(verdict.findings for verdict in row_of(Told([MISTYPED])).attempts[0].verdicts)
    told, bare = (repair_request("x", (MISTYPED,), found, attempt=1, hints=hints) for hints in (True, False))
    assert [each.message for each in told.complaints] == [each.message for each in bare.complaints]
    assert told.complaints[0].hints
    assert not bare.complaints[0].hints


# What is kept.


@pytest.mark.parametrize(
    ("retention", "lists", "number"),
    [
        ("fewest_failing", [[GOOD, BETTER, BAD], [BAD]], 0),  # equally few: the earlier one
        ("fewest_failing", [[GOOD, BAD, WORSE], [BAD]], 1),  # a short list is rewarded
        ("most_verified", [[GOOD, BAD, WORSE], [BAD]], 0),
        ("most_verified", [[GOOD, BAD, WORSE], [GOOD, BAD]], 1),  # equally many verified: fewer that fail
        ("most_verified", [[GOOD, BAD], [GOOD, BAD]], 0),
        ("last", [[GOOD, BAD], [BAD, WORSE]], 1),
        ("last", [[GOOD, BAD], []], 0),  # an attempt without claims is never kept
    ],
)
def test_the_rule_decides_which_attempt_is_kept(retention, lists, number):
    assert number == row_of(Told(*lists), passes=1, retention=retention).kept


def test_of_attempts_without_claims_none_is_kept():
    assert kept([Attempt(number=0), Attempt(number=1)], "last") is None


# Mechanical repair in the loop.


def test_what_was_put_right_is_verified_and_marked():
    row = row_of(Told([GOOD, MISTYPED]), mechanical=True)
    assert ("repaired", {"good": "verified", "mistyped": "verified"}) == (row.outcome, statuses(row))
    assert [(), ("one_node",)] == [tuple(mark.rule for mark in each.repairs) for each in row.claims]
    assert [("fee-a",), ("winner-a", "fee-a")] == [each.evidence for each in row.emission.claims]
    assert ["one_node"] == [mark.rule for mark in row.emission.claims[1].repairs]


def test_the_attempt_stays_as_it_was_said():
    row = row_of(Told([MISTYPED]), mechanical=True)
    assert (("winner-a",), 1) == (row.attempts[0].claims[0].cited_evidence_ids, row.attempts[0].failing)


def test_what_cannot_be_put_right_has_failed_after_repair():
    row = row_of(Told([BAD, GOOD]), mechanical=True)
    assert ("failed_after_repair", {"bad": "failed_after_repair", "good": "verified"}) == (row.outcome, statuses(row))


def test_the_attempt_is_chosen_before_anything_is_put_right():
    row = row_of(Told([MISTYPED, MISTYPED], [BAD]), passes=1, mechanical=True)
    assert (1, {"bad": "failed_after_repair"}) == (row.kept, statuses(row))


def test_a_list_that_passes_is_never_touched():
    row = row_of(Told([GOOD]), mechanical=True)
    assert ("verified", ()) == (row.outcome, row.claims[0].repairs)


# Replies.

PROMPT = Prompt(messages=(Message(role="user", text="?"),), max_tokens=5)


@pytest.mark.parametrize(
    ("completion", "outcome", "reason"),
    [
        (Answered(text="nonsense"), "schema_failed", "no_claims"),
        (Truncated(text="[{"), "schema_failed", "no_claims"),
        (Refused(reason="no"), "no_reply", "no_reply"),
        (Failed(kind="timeout", message="took too long"), "no_reply", "no_reply"),
    ],
)
def test_no_claim_is_schema_failed_where_there_was_a_reply_and_else_no_reply(completion, outcome, reason):
    row = row_of(Told(Narration(call=call_of(PROMPT, completion, model="m"))), passes=1)
    assert (outcome, reason, "nothing") == (row.outcome, row.emission.reason, row.emission.form)


def test_a_failed_call_of_repair_leaves_the_first_list_kept():
    failed = call_of(PROMPT, Failed(kind="timeout", message="took too long"), model="m")
    row = row_of(Told([GOOD, BAD], Narration(call=failed)), passes=2)
    assert ("failed_after_repair", 0, 2) == (row.outcome, row.kept, len(row.attempts))
    assert ["good"] == [each.claim_id for each in row.emission.claims]


@pytest.mark.parametrize(
    ("completion", "expected"),
    [
        (Answered(text="t", model="served", raw_digest="d"), ("answered", "t", "stop", "served", "d", None)),
        (Truncated(text="t"), ("truncated", "t", "length", "", "", None)),
        (Refused(reason="r"), ("refused", "r", "", "", "", None)),
        (Failed(kind="budget", message="m"), ("failed", "", "", "", "", "budget")),
    ],
)
def test_a_call_keeps_what_was_asked_and_what_came(completion, expected):
    call = call_of(PROMPT, completion, model="m")
    assert expected == (call.outcome, call.reply, call.finish, call.served, call.raw_digest, call.failure)
    assert ("m", 5, 0.0) == (call.model, call.max_tokens, call.temperature)


def test_a_call_keeps_what_it_took():
    spent = Spent(tokens_in=3, tokens_out=4, cost="0.001", seconds=1.5, tries=2)
    call = call_of(PROMPT, Answered(text="t", spent=spent), model="m")
    assert (3, 4, "0.001", 1.5, 2) == (call.tokens_in, call.tokens_out, call.cost, call.seconds, call.tries)


def test_a_claim_of_an_unknown_type_is_left_out_and_named():
    row = row_of(Told([GOOD, a_claim("x", "fee-a", kind="FICTION"), a_claim("low", "fee-a", kind="fee_justification")]))
    assert {"good": "verified", "low": "verified"} == statuses(row)
    assert "FEE_JUSTIFICATION" == row.claims[1].claim.claim_type
    (problem,) = row.attempts[0].unread
    assert ("claims[1].claimType", "unknown_claim_type") == (problem.place, problem.code)
    assert "the contract has no claim type 'FICTION', it has COMPARISON" in problem.message


def test_claims_with_one_id_are_claims_of_their_own():
    row = row_of(Told([GOOD, a_claim("good", "nowhere", numbers=("7.77",))]))
    assert ["verified", "rejected"] == [each.status for each in row.claims]
    assert (1, ("good",)) == (len(row.emission.claims), row.emission.dropped)


def test_nodes_that_make_no_graph_are_an_error_under_strict():
    with pytest.raises(EvidenceError, match="several have the id 'fee-a'"):
        row_of(Told([GOOD]), Brief(id="x", nodes=(FEE, FEE)), preset="strict")
    assert "verified" == row_of(Told([GOOD]), Brief(id="x", nodes=(FEE, FEE))).outcome


def test_given_lists_are_those_that_count():
    brief = Brief(id="x", nodes=(FEE,), allowed_entities=("a",), allowed_numbers=("96.00",))
    assert {"bad": "verified", "good": "rejected"} == statuses(row_of(Told([BAD, GOOD]), brief))


# What ships.


@pytest.mark.parametrize(
    ("emission", "lists", "form", "reason", "shipped", "dropped"),
    [
        (EmissionSettings(), [GOOD, BAD, BETTER], "claims", "verified", ["good", "better"], ("bad",)),
        (EmissionSettings(policy="strict"), [GOOD, BETTER], "claims", "verified", ["good", "better"], ()),
        (EmissionSettings(policy="strict"), [GOOD, BAD], "nothing", "a_claim_failed", [], ("good", "bad")),
        (EmissionSettings(min_verified=2), [GOOD, BETTER, BAD], "claims", "verified", ["good", "better"], ("bad",)),
        (EmissionSettings(min_verified=2), [GOOD, BAD], "nothing", "too_few_verified", [], ("good", "bad")),
        (EmissionSettings(), [BAD], "nothing", "too_few_verified", [], ("bad",)),
    ],
)
def test_the_settings_decide_what_ships(emission, lists, form, reason, shipped, dropped):
    found = row_of(Told(lists), emission=emission).emission
    assert (form, reason, dropped) == (found.form, found.reason, found.dropped)
    assert shipped == [each.claim_id for each in found.claims]
    assert all(("fee-a",) == each.evidence for each in found.claims)


def test_the_template_speaks_where_claims_do_not_ship_and_only_what_is_verified_of_it():
    template = Told([BETTER, WORSE, a_claim("x", "fee-a", kind="FICTION")])
    found = row_of(Told([BAD]), emission=EmissionSettings(fallback="template"), template=template).emission
    assert ("template", "too_few_verified", ("bad",)) == (found.form, found.reason, found.dropped)
    assert ["better"] == [each.claim_id for each in found.claims]


def test_the_template_is_not_asked_where_claims_ship():
    found = row_of(Told([GOOD]), emission=EmissionSettings(fallback="template"), template=Told()).emission
    assert "claims" == found.form


def test_a_template_of_which_nothing_is_verified_ships_nothing():
    found = row_of(Told([BAD]), emission=EmissionSettings(fallback="template"), template=Told([WORSE])).emission
    assert ("nothing", ()) == (found.form, found.claims)


def test_a_fallback_to_a_template_that_is_not_there_is_a_mistake_of_the_caller():
    with pytest.raises(ValueError, match="give the template narrator"):
        Narrating(case_verifier("cards"), Told(), emission=EmissionSettings(fallback="template"))
    with pytest.raises(ValueError, match="give the claims of the template narrator"):
        emitted_claims([], [], EmissionSettings(fallback="template"))


def test_evidence_that_is_cited_twice_ships_once():
    found = row_of(Told([a_claim("c", "fee-a", "fee-a")])).emission
    assert ("fee-a",) == found.claims[0].evidence


# The narrator whose claims came with the case.


def test_a_declared_narrator_says_what_came_with_the_case():
    unread = (Problem(place="claims[1].text", code="missing", message="claims[1].text: missing"),)
    row = row_of(DeclaredNarrator([GOOD, BAD], unread))
    assert ("declared", "declared", "rejected") == (row.narrator.id, row.narrator.kind, row.outcome)
    assert unread == row.attempts[0].unread


def test_without_a_repairer_a_pass_comes_to_nothing_and_the_claims_stay():
    row = row_of(DeclaredNarrator([GOOD, BAD]), passes=2)
    assert (0, 2, "failed_after_repair") == (row.kept, len(row.attempts), row.outcome)


def test_the_repairer_repairs_and_is_named():
    narrator = DeclaredNarrator([BAD], repairer=Told([GOOD]))
    row = row_of(narrator, passes=1)
    assert ("declared+told", "repaired", {"good": "verified"}) == (row.narrator.id, row.outcome, statuses(row))
