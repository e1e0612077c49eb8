"""From rows to the measures of a cell: what is counted, and what is not defined."""

import asyncio
from decimal import Decimal

import pytest
from msgspec.structs import replace

from claimgauge.claims import Claim
from claimgauge.language import Prices
from claimgauge.narration import Call, EmissionSettings, Narration, NarratorReference
from claimgauge.wiring import case_verifier
from claimgauge.workflow import Narrating, NarrationSettings
from claimgauge_bench.measures import Draws, PriceList, cell_of, row_totals, spending, syllables
from claimgauge_bench.row import BenchRow
from tests.bench_report_building import brief_of, made_briefs, narrators, plan, right_claims, rows_of

DRAWS = Draws(iterations=200)
BRIEF = brief_of("p00", "CASHBACK")
RIGHT = right_claims(BRIEF)
COMPARISON, FEE = (
    next(each for each in RIGHT if each.claim_type == kind) for kind in ("COMPARISON", "FEE_JUSTIFICATION")
)


class Saying:
    """A narrator that says what it is told to."""

    reference = NarratorReference(id="told", version="1", kind="simulated")

    def __init__(self, *claims, again=None, call=None):
        self._claims, self._again, self._call = claims, again, call

    async def narrate(self, _brief):
        return Narration(claims=self._claims, call=self._call)

    async def repair(self, _brief, _request):
        return Narration(claims=self._again or self._claims, call=self._call)


def a_row(*claims, again=None, call=None, profile="p00", emission=None, **settings):
    narrating = Narrating(
        case_verifier("cards", preset="released"),
        Saying(*claims, again=again, call=call),
        settings=NarrationSettings(**settings),
        emission=emission,
    )
    narration = asyncio.run(narrating.narrate(BRIEF))
    return BenchRow(
        domain="cards", seed=1, profile=profile, goal="g", narrator="told", setting="r0", strata={}, narration=narration
    )


def totals(*claims, emission=None, **keys):
    return row_totals(a_row(*claims, emission=emission, **keys), emission or EmissionSettings())


def cell(*rows, mechanical=False, prices=None, draws=DRAWS):
    return cell_of(rows, draws, kind="simulated", mechanical=mechanical, prices=prices)


def changed(claim, **keys):
    return replace(claim, **keys)


def of_another_type(claim):
    return changed(claim, cited_evidence_ids=("result",))


def test_survival_is_pooled_over_claims_and_what_ships_is_a_mean_over_instances():
    one = totals(COMPARISON, FEE, of_another_type(FEE), of_another_type(COMPARISON))
    other = totals(COMPARISON, profile="p01")
    found = cell(one, other)
    assert (5, 3, 0.6, 1.5) == (found.claims, found.verified, found.survival.value, found.shipped.value)
    assert 0.5 == found.strict.value


def test_an_instance_without_claims_ships_0_and_enters_no_survival():
    found = cell(totals(COMPARISON), totals(profile="p01"))
    assert (1.0, 0.5, 0.5) == (found.survival.value, found.shipped.value, found.strict.value)
    assert (1, 0, 1) == (found.schema_failed, found.no_reply, found.zero_verified)


def test_a_failed_call_is_no_reply_and_its_cost_is_not_made_up():
    failed = Call(prompt="p", model="m", max_tokens=1, outcome="failed", failure="timeout", message="late")
    found = cell(totals(call=failed))
    assert (0, 1, 1) == (found.schema_failed, found.no_reply, found.zero_verified)
    assert (1, 1) == (found.spending.calls, found.spending.failed)


def test_where_no_claim_was_made_survival_is_none_with_a_reason_and_never_0():
    found = cell(*(totals(profile=f"p{n}") for n in range(10)))
    assert (None, None) == (found.survival.value, found.survival.interval)
    assert "no claim was made" == found.survival.reason
    assert (None, "no claim failed") == (found.gate4_share.value, found.gate4_share.reason)
    assert (None, "nothing was shipped") == (found.fluency.grade, found.fluency.reason)
    assert 0 == found.shipped.value


def test_one_instance_has_numbers_and_no_interval_and_says_why():
    found = cell(totals(COMPARISON, of_another_type(FEE)))
    assert (0.5, None) == (found.survival.value, found.survival.interval)
    assert "1 instance; an interval takes 6 or more" == found.survival.reason


def test_a_claim_that_fails_at_two_gates_counts_once_at_each_and_once_as_failing():
    wrong = changed(of_another_type(COMPARISON), cited_entities=("nobody", "somebody"))
    found = cell(totals(wrong))
    assert [("entities", 1, 2), ("type_rules", 1, 1)] == [(e.gate, e.claims, e.messages) for e in found.gates]
    assert (1, 1.0) == (found.failing, found.gate4_share.value)


@pytest.mark.parametrize(
    ("ids", "cited"),
    [
        (("result",), "another_type"),
        ((), "nothing"),
        (("xyz",), "unknown_evidence"),
        (("xyz", "result"), "another_type"),
    ],
)
def test_gate_4_says_what_was_cited_in_the_place_of_the_missing_type(ids, cited):
    found = cell(totals(changed(COMPARISON, cited_evidence_ids=ids)))
    (mode,) = found.type_failures
    assert ("COMPARISON", cited, True, 1) == (mode.claim_type, mode.cited, mode.available, mode.messages)


def test_gate_4_says_where_the_graph_has_no_node_of_the_missing_type():
    claim = Claim(claim_id="a", claim_type="ASSUMPTION", text="t", cited_evidence_ids=("result",))
    (mode,) = cell(totals(claim)).type_failures
    assert ("another_type", False) == (mode.cited, mode.available)


def test_mechanical_repair_is_counted_by_rule_and_by_failure_before_and_after():
    number = changed(FEE, cited_numbers=(f"{FEE.cited_numbers[0]}0",))
    entity = changed(COMPARISON, cited_entities=("nobody",))
    found = cell(totals(number, entity, FEE, mechanical=True), mechanical=True)
    assert (1, {"equal_number": 1}) == (found.mechanical.claims, found.mechanical.rules)
    assert [("unknown_entity", 1, 0), ("unknown_number", 1, 1)] == [
        (each.code, each.failed, each.put_right) for each in found.mechanical.codes
    ]
    assert (1 / 3, 2 / 3) == (found.survival_before, found.survival.value)
    assert (1.0, 2.0) == (found.shipped_before, found.shipped.value)
    assert (0.0, 0.0) == (found.strict_before, found.strict.value)


def test_before_and_after_are_not_told_apart_where_nothing_is_repaired_mechanically():
    found = cell(totals(COMPARISON))
    assert (None, None, None, None) == (
        found.mechanical,
        found.survival_before,
        found.shipped_before,
        found.strict_before,
    )


def test_under_strict_emission_a_repair_can_let_all_claims_leave():
    number = changed(FEE, cited_numbers=(f"{FEE.cited_numbers[0]}0",))
    strict = EmissionSettings(policy="strict")
    found = cell(totals(number, COMPARISON, mechanical=True, emission=strict), mechanical=True)
    assert (0.0, 2.0) == (found.shipped_before, found.shipped.value)


def test_the_attempt_that_was_kept_is_counted():
    found = cell(totals(of_another_type(FEE), again=(FEE,), passes=1), totals(FEE, profile="p01", passes=1))
    assert {"0": 1, "1": 1} == found.kept


def test_only_what_ships_is_read_for_fluency():
    found = cell(
        totals(COMPARISON, changed(of_another_type(FEE), text="An unreadable multiplicity of considerations."))
    )
    assert 1 == found.fluency.texts
    assert COMPARISON.text.count(" ") + 1 == found.fluency.words
    assert syllables("card") == 1


ASKED = Call(prompt="p", model="small", max_tokens=9, outcome="answered", tokens_in=2000, tokens_out=500)
PRICES = PriceList(
    schema="claimgauge.bench-prices/1",
    source="a list",
    models={"small": Prices(tokens_in="0.15", tokens_out="0.60", currency="USD")},
)


def test_costs_are_derived_from_tokens_and_prices_exactly():
    found = spending([ASKED, ASKED], PRICES)
    assert (2, 4000, 1000, "USD") == (found.calls, found.tokens_in, found.tokens_out, found.currency)
    assert Decimal("0.0012") == Decimal(found.cost)


def test_the_cost_of_a_verified_claim_is_of_all_calls_of_the_cell():
    found = cell(totals(FEE, COMPARISON, call=ASKED), prices=PRICES)
    assert "0.000300" == found.cost_per_verified


def test_what_an_endpoint_states_is_taken_where_no_prices_are_given():
    stated = replace(ASKED, cost="0.02")
    assert "0.04" == spending([stated, stated]).cost
    assert (None, "1 of 2 calls state no cost; give prices") == (
        spending([stated, ASKED]).cost,
        spending([stated, ASKED]).reason,
    )


@pytest.mark.parametrize("stated", ["NaN", "Infinity", "about a cent", ""])
def test_a_stated_cost_that_is_no_number_is_none(stated):
    assert spending([replace(ASKED, cost=stated)]).cost is None


@pytest.mark.parametrize(
    ("calls", "reason"),
    [
        ([], "no model was asked"),
        ([replace(ASKED, model="other")], "no price of other"),
        ([replace(ASKED, tokens_in=None)], "1 of 1 calls state no tokens"),
    ],
)
def test_a_cost_that_is_not_known_is_none_and_says_why(calls, reason):
    found = spending(calls, PRICES)
    assert (None, reason) == (found.cost, found.reason)


def test_the_order_of_rows_changes_no_number():
    a_plan = plan()
    rows = [row_totals(row, a_plan.emission.settings) for row in rows_of(a_plan, made_briefs(profiles=3))]
    own = [row for row in rows if (row.narrator, row.setting) == ("mini", "r1")]
    one, other = cell(*own), cell(*reversed(own))
    assert (one.survival.value, one.shipped.value, one.gates) == (
        other.survival.value,
        other.shipped.value,
        other.gates,
    )


def test_a_profile_is_one_unit_where_profiles_are_drawn():
    a_plan = plan()
    rows = [row_totals(row, a_plan.emission.settings) for row in rows_of(a_plan, made_briefs(profiles=7), narrators())]
    own = [row for row in rows if (row.narrator, row.setting) == ("mini", "r0")]
    by_instance, by_profile = cell(*own), cell(*own, draws=DRAWS._replace(cluster="profile"))
    assert (21, 7) == (by_instance.units, by_profile.units)
    assert by_instance.survival.value == by_profile.survival.value
    assert by_instance.survival.interval != by_profile.survival.interval
