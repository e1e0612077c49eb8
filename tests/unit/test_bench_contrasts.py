"""Pairs and paired differences: who meets whom, what differs, and how sure that is."""

import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from claimgauge.narration import EmissionSettings
from claimgauge_bench.contrasts import (
    Contrast,
    Side,
    adjusted_level,
    all_contrasts,
    best_of,
    holm,
    paired_contrast,
    pairs_of,
    planned_contrasts,
    rows_by_cell,
    spread_of,
)
from claimgauge_bench.measures import Draws, FluencyTotals, InstanceKey, RowTotals, cell_of, row_totals
from claimgauge_bench.measures.failures import Failures, MechanicalTotals
from claimgauge_bench.plan import ModelEntry, Plan, SettingEntry, SimulatedEntry, TemplateEntry
from tests.bench_report_building import SETTINGS, made_briefs, plan, rows_of

DRAWS = Draws(iterations=500)
A, B = Side(narrator="mini", setting="r0"), Side(narrator="mini", setting="r1")
REPAIR = Contrast(name="mini: r0 → r1", kind="settings", domain="cards", a=A, b=B)
FAMILIES = {"survival": 1, "shipped": 1, "strict": 1}


def row(place, claims, verified, *, side=A, seed=1, no_reply=False, profile=None):
    return RowTotals(
        key=InstanceKey("cards", seed, profile or f"p{place}", "g"),
        narrator=side.narrator,
        setting=side.setting,
        claims=claims,
        verified=verified,
        verified_before=verified,
        shipped=verified,
        shipped_before=verified,
        passed=0 < verified == claims,
        passed_before=0 < verified == claims,
        schema_failed=not claims and not no_reply,
        no_reply=no_reply,
        template=False,
        kept=0 if claims else None,
        failures=Failures(claims - verified, {}, {}, {}),
        mechanical=MechanicalTotals(0, {}, {}, {}),
        calls=(),
        text=FluencyTotals(),
    )


def both(pairs, **keys):
    """Pairs of (claims, verified) of A and of B, as rows."""
    return [
        each for place, (a, b) in enumerate(pairs) for each in (row(place, *a, **keys), row(place, *b, side=B, **keys))
    ]


def found(rows, draws=DRAWS, *, without_reply=True, families=FAMILIES):
    pairs = pairs_of(REPAIR, rows_by_cell(rows), without_reply=without_reply)
    return paired_contrast(REPAIR, pairs, draws, families=families, registered=frozenset())


BETTER = [((4, 1), (4, 3)), ((5, 2), (4, 3)), ((3, 0), (3, 1))] * 4


def test_the_difference_is_of_pooled_ratios_and_of_means_over_instances():
    effects = found(both(BETTER)).effects
    assert (12, 28 / 44 - 12 / 48) == (len(BETTER), effects["survival"].difference)
    assert 28 / 12 - 12 / 12 == effects["shipped"].difference
    assert "higher" == effects["survival"].reading


def test_pairs_meet_by_what_was_narrated_and_the_rest_is_named_and_counted():
    rows = [*both(BETTER), row(90, 3, 3), row(91, 3, 3, side=B), row(92, 3, 3, side=B)]
    each = found(rows)
    assert (12, ("cards/1/p90/g",), ("cards/1/p91/g", "cards/1/p92/g")) == (each.pairs, each.only_a, each.only_b)
    assert found(both(BETTER)).effects == each.effects


@pytest.mark.parametrize("key", ["domain", "seed", "profile", "goal"])
def test_instances_that_differ_in_one_key_are_no_pair(key):
    other = InstanceKey("cards", 1, "p0", "g")._replace(**{key: 2 if key == "seed" else "other"})
    rows = [row(0, 3, 1), row(0, 3, 2, side=B)._replace(key=other)]
    contrast = replace(REPAIR, domain="")
    assert () == pairs_of(contrast, rows_by_cell(rows)).pairs


def test_the_order_of_the_rows_of_b_changes_nothing():
    rows = both(BETTER)
    shuffled = [*[r for r in rows if r.setting == "r0"], *reversed([r for r in rows if r.setting == "r1"])]
    assert found(rows) == found(shuffled)


def test_b_against_a_is_the_negative_of_a_against_b():
    rows = both(BETTER)
    turned = [each._replace(setting="r1" if each.setting == "r0" else "r0") for each in rows]
    one, other = (found(each).effects["survival"] for each in (rows, turned))
    assert -one.difference == pytest.approx(other.difference)
    assert (-one.interval.upper, -one.interval.lower) == pytest.approx(tuple(other.interval))


def test_pairs_that_are_all_equal_differ_by_nothing_and_nothing_is_claimed():
    effects = found(both([((4, 2), (4, 2))] * 10)).effects
    for effect in effects.values():
        assert (0.0, (0.0, 0.0), "undecided", 1.0) == (
            effect.difference,
            tuple(effect.interval),
            effect.reading,
            effect.p,
        )
        assert (0, 0, 10, None) == (effect.rises, effect.falls, effect.same, effect.sign_test)


def test_one_pair_has_a_difference_and_no_interval_and_says_why():
    effect = found(both(BETTER[:1])).effects["survival"]
    assert (0.5, None, "undecided") == (effect.difference, effect.interval, effect.reading)
    assert "1 instance; an interval takes 6 or more" == effect.reason


def test_without_a_pair_nothing_is_defined():
    each = found([row(0, 3, 1), row(1, 3, 1, side=B)])
    assert (0, None, None) == (each.pairs, each.effects["survival"].difference, each.effects["shipped"].difference)
    assert "no instance stands on both sides" == each.effects["survival"].reason


def test_a_side_without_any_claim_has_no_survival_but_ships_0():
    effects = found(both([((4, 2), (0, 0))] * 8)).effects
    assert (None, "no claim was made on one side") == (effects["survival"].difference, effects["survival"].reason)
    assert -2.0 == effects["shipped"].difference
    assert "lower" == effects["shipped"].reading


def test_where_a_draw_may_leave_a_side_without_a_claim_there_is_no_interval():
    effect = found(both([((4, 2), (0, 0))] * 7 + [((4, 2), (4, 2))])).effects["survival"]
    assert (0.0, None) == (effect.difference, effect.interval)
    assert "a draw left one side without a claim" == effect.reason


def test_pairs_without_a_reply_count_as_0_unless_their_exclusion_was_registered():
    rows = [*both(BETTER), row(90, 3, 3), row(90, 0, 0, side=B, no_reply=True)]
    assert (13, 0) == (found(rows).pairs, found(rows).excluded)
    assert (12, 1) == (found(rows, without_reply=False).pairs, found(rows, without_reply=False).excluded)


def test_strict_passes_are_compared_by_the_exact_test_of_mcnemar():
    rows = both([((2, 1), (2, 2))] * 7 + [((2, 2), (2, 1))] + [((2, 2), (2, 2))] * 4)
    effect = found(rows).effects["strict"]
    assert (7, 1, 4) == (effect.rises, effect.falls, effect.same)
    assert pytest.approx(2 * (1 + 8) / 2**8) == effect.sign_test


def test_the_interval_for_many_comparisons_holds_the_plain_one():
    one, many = (
        found(both(BETTER), DRAWS._replace(iterations=2000), families=dict.fromkeys(FAMILIES, n)) for n in (1, 20)
    )
    assert one.effects["survival"].interval == many.effects["survival"].interval == one.effects["survival"].adjusted
    plain, wide = many.effects["shipped"].interval, many.effects["shipped"].adjusted
    assert wide.lower <= plain.lower <= plain.upper <= wide.upper


def test_too_few_draws_for_the_adjusted_interval_are_said():
    effect = found(both(BETTER), families=dict.fromkeys(FAMILIES, 40)).effects["survival"]
    assert (None, "500 draws are too few for the adjusted interval") == (effect.adjusted, effect.reason)


def test_profiles_can_be_the_unit_and_then_their_instances_are_drawn_together():
    pairs = [((4, place % 5), (4, (place + 1) % 5)) for place in range(30)]
    rows = [
        each._replace(key=each.key._replace(profile=f"q{int(each.key.profile[1:]) // 3}", goal=each.key.profile))
        for each in both(pairs)
    ]
    one, other = found(rows), found(rows, DRAWS._replace(cluster="profile"))
    assert (30, 10) == (one.units, other.units)
    assert one.effects["survival"].difference == other.effects["survival"].difference
    assert one.effects["survival"].interval != other.effects["survival"].interval


def test_ten_seeds_give_the_spread_of_the_effect():
    rows = [each for seed in range(10) for each in both([((4, 1), (4, 1 + seed % 3))] * 3, seed=seed)]
    spread = found(rows).spread["survival"]
    effects = [(seed % 3) / 4 for seed in range(10)]
    assert (0.0, 0.5, 10) == (spread.lowest, spread.highest, len(spread.by_seed))
    assert pytest.approx(statistics.mean(effects)) == spread.mean
    assert pytest.approx(statistics.stdev(effects)) == spread.sd


def test_one_seed_has_no_spread():
    assert {} == found(both(BETTER)).spread
    assert None is spread_of({1: 0.5})


@given(st.lists(st.floats(0, 1), max_size=20))
def test_holm_never_lowers_a_p_value_keeps_their_order_and_never_exceeds_bonferroni(values):
    adjusted = holm(values)
    assert all(p <= q <= min(1.0, len(values) * p) for p, q in zip(values, adjusted, strict=True))
    ranked = [q for _, q in sorted(zip(values, adjusted, strict=True))]
    assert sorted(ranked) == ranked


def test_holm_of_four_p_values_by_hand():
    assert pytest.approx((0.03, 0.06, 0.06, 0.02)) == holm([0.01, 0.04, 0.03, 0.005])


def test_bonferroni_shares_the_level_out():
    assert pytest.approx(0.995) == adjusted_level(0.95, 10)


def forms(**narrators):
    told = {"template": TemplateEntry(), "mini": SimulatedEntry(mistakes="mini"), **narrators}
    return Plan(
        schema="claimgauge.bench-plan/1",
        id="p",
        version="1",
        domains=("cards", "loans"),
        narrators=told,
        settings=SETTINGS,
    )


def test_settings_are_compared_with_the_first_and_where_they_differ_in_one_thing():
    names = [(each.a.setting, each.b.setting) for each in planned_contrasts(plan(tuple(SETTINGS), names=("mini",)))]
    against_first = [("r0", name) for name in list(SETTINGS)[1:]]
    others = [("r1", "r1-hints"), ("r1", "r1-mechanical"), ("r0-mechanical", "r1-mechanical")]
    assert [*against_first, *others] == names


def test_the_template_is_never_repaired_so_its_settings_are_not_compared():
    compared = {each.a.narrator for each in planned_contrasts(plan()) if each.kind == "settings"}
    assert {"mini", "sonnet"} == compared


def test_forms_are_compared_within_a_model_and_models_within_a_form():
    a_plan = forms(
        one_g=ModelEntry(model="one.toml", form="grounded"),
        one_m=ModelEntry(model="one.toml", form="mapped"),
        two_g=ModelEntry(model="two.toml", form="grounded"),
    )
    kinds = {
        (each.a.narrator, each.b.narrator): each.kind for each in planned_contrasts(a_plan) if each.kind != "settings"
    }
    assert "forms" == kinds["one_g", "one_m"]
    assert "models" == kinds["one_g", "two_g"]
    assert ("one_m", "two_g") not in kinds
    assert "models" == kinds["template", "mini"]


def test_each_domain_has_its_contrasts_and_simulated_narrators_are_named_so():
    found_in = planned_contrasts(forms())
    assert {"cards", "loans"} == {each.domain for each in found_in}
    assert all("mini (simulated)" in each.name for each in found_in)


def made(**keys):
    a_plan = plan(**keys)
    return a_plan, [row_totals(each, EmissionSettings()) for each in rows_of(a_plan, made_briefs(profiles=4))]


def test_all_contrasts_of_a_plan_are_exploratory_where_nothing_was_registered():
    a_plan, rows = made()
    contrasts = all_contrasts(rows, a_plan, DRAWS)
    assert len(planned_contrasts(a_plan)) == len(contrasts.contrasts)
    assert not any(effect.registered for each in contrasts.contrasts for effect in each.effects.values())
    (family,) = contrasts.families
    assert ("exploratory", 3 * len(contrasts.contrasts)) == (family.name, family.comparisons)
    for each in contrasts.contrasts:
        for effect in each.effects.values():
            assert effect.p is None or effect.p <= effect.holm <= 1


def test_the_best_of_no_and_one_pass_is_marked_as_chosen_after_registration():
    a_plan, rows = made()
    cells = [
        cell_of(own, DRAWS, kind="template" if name == "template" else "simulated", mechanical=False)
        for name in a_plan.narrators
        for setting in a_plan.settings
        if (own := [each for each in rows if (each.narrator, each.setting) == (name, setting)])
    ]
    chosen = best_of(cells, a_plan)
    assert {"mini", "sonnet"} == {each.narrator for each in chosen}
    for each in chosen:
        assert ("chosen after registration", ("r0", "r1")) == (each.status, each.among)
        own = [getattr(cell, each.metric).value for cell in cells if cell.narrator == each.narrator][:2]
        assert max(own) == each.estimate.value


def test_a_plan_with_one_setting_has_nothing_to_choose_from():
    a_plan = plan(("r0",))
    assert () == best_of([], a_plan)


def test_no_number_of_a_contrast_is_nan():
    a_plan, rows = made()
    for each in all_contrasts(rows, a_plan, DRAWS).contrasts:
        for effect in each.effects.values():
            numbers = [effect.difference, effect.p, effect.holm, *(effect.interval or ()), *(effect.adjusted or ())]
            assert all(number is None or math.isfinite(number) for number in numbers)


def test_settings_that_differ_in_two_things_are_compared_with_the_first_only():
    entries = {"a": SettingEntry(), "b": SettingEntry(passes=1), "c": SettingEntry(mechanical=True, hints=True)}
    a_plan = replace(plan(names=("mini",)), settings=entries)
    assert [("a", "b"), ("a", "c")] == [(each.a.setting, each.b.setting) for each in planned_contrasts(a_plan)]
