"""What was registered before a run, and what the run says of it."""

import tomllib

import pytest
from msgspec.structs import replace

from claimgauge.errors import DocumentError, InputError
from claimgauge_bench.contrasts import (
    RegisteredContrast,
    Registration,
    Side,
    all_contrasts,
    load_registration,
    plan_digest,
    registration_notices,
    skeleton,
)
from claimgauge_bench.measures import Draws
from tests.bench_report_building import plan
from tests.unit.test_bench_contrasts import BETTER, both, row

PLAN = plan(("r0", "r1"), names=("mini",))
DRAWS = Draws(iterations=500)
R0, R1 = Side(narrator="mini", setting="r0"), Side(narrator="mini", setting="r1")


def registration(*contrasts, **keys):
    given = {
        "id": "reg",
        "plan": plan_digest(PLAN),
        "registered": "2026-11-30T09:00:00+00:00",
        "contrasts": contrasts or (registered(),),
    }
    return Registration(schema="claimgauge.bench-registration/1", **{**given, **keys})


def registered(**keys):
    given = {"name": "repair helps", "a": R0, "b": R1, "metric": "survival", "direction": "higher"}
    return RegisteredContrast(**{**given, **keys})


def decided(rows, given=None, draws=DRAWS):
    return all_contrasts(rows, PLAN, draws, registration=given or registration()).decisions[0]


@pytest.mark.parametrize(
    ("direction", "pairs", "outcome"),
    [
        ("higher", BETTER, "supported"),
        ("different", BETTER, "supported"),
        ("lower", BETTER, "opposite"),
        ("higher", [(b, a) for a, b in BETTER], "opposite"),
        ("lower", [(b, a) for a, b in BETTER], "supported"),
        ("higher", [((4, 2), (4, 2))] * 12, "not_supported"),
        ("higher", BETTER[:3], "not_testable"),
        ("higher", [((4, 2), (0, 0))] * 12, "not_testable"),
    ],
)
def test_a_benefit_counts_only_where_the_paired_interval_leaves_0_out_on_the_expected_side(direction, pairs, outcome):
    found = decided(both(pairs), registration(registered(direction=direction)))
    assert outcome == found.outcome
    assert found.why


def test_the_effect_on_volume_stands_beside_the_effect_on_survival_and_the_other_way_round():
    found = decided(both(BETTER))
    assert ("survival", "shipped") == (found.registered.metric, found.beside.metric)
    assert "survival" == decided(both(BETTER), registration(registered(metric="shipped"))).beside.metric


def test_fewer_pairs_than_were_registered_decide_nothing():
    found = decided(both(BETTER), registration(smallest_sample=24))
    assert ("not_testable", "12 pairs; 24 were registered as the least") == (found.outcome, found.why)


def test_unpaired_instances_decide_nothing_unless_their_exclusion_was_registered():
    rows = [*both(BETTER), row(90, 3, 3)]
    assert "not_testable" == decided(rows).outcome
    assert "supported" == decided(rows, registration(allowed_exclusions=("unpaired",))).outcome


def test_the_stricter_rule_looks_at_the_adjusted_interval():
    two = (registered(rule="adjusted_interval_excludes_zero"), registered(metric="shipped"))
    contrasts = all_contrasts(both(BETTER), PLAN, DRAWS, registration=registration(*two))
    assert contrasts.contrasts[0].effects["survival"].adjusted == contrasts.decisions[0].interval
    assert contrasts.contrasts[0].effects["shipped"].interval == contrasts.decisions[1].interval


def test_what_is_not_registered_is_exploratory_and_in_a_family_of_its_own():
    contrasts = all_contrasts(both(BETTER), PLAN, DRAWS, registration=registration())
    marked = {metric: effect.registered for metric, effect in contrasts.contrasts[0].effects.items()}
    assert {"survival": True, "shipped": False, "strict": False} == marked
    assert [("registered", 1), ("exploratory", 2)] == [(each.name, each.comparisons) for each in contrasts.families]


def test_a_registration_that_came_first_and_fits_the_plan_needs_no_notice():
    notices = registration_notices(registration(), plan=plan_digest(PLAN), started="2026-11-30T09:00:01+00:00")
    assert () == notices


@pytest.mark.parametrize(
    ("plan_of", "started", "said"),
    [
        (replace(PLAN, profiles=11), "2026-12-01T00:00:00+00:00", "another plan"),
        (PLAN, "2026-11-30T08:59:59+00:00", "after the run started"),
        (PLAN, "2026-11-30T09:30:00+01:00", "after the run started"),
        (PLAN, "", "does not say when it started"),
        (PLAN, "yesterday", "does not say when it started"),
    ],
)
def test_a_registration_of_another_plan_or_from_after_the_start_is_said(plan_of, started, said):
    (notice,) = registration_notices(registration(), plan=plan_digest(plan_of), started=started)
    assert said in notice


def test_the_digest_of_a_plan_is_of_what_it_says():
    assert plan_digest(PLAN) == plan_digest(replace(PLAN))
    assert plan_digest(PLAN) != plan_digest(replace(PLAN, seeds=(1,)))


def test_the_skeleton_is_a_registration_of_the_plan(tmp_path):
    (tmp_path / "r.toml").write_text(skeleton(PLAN, registered="2026-11-30T09:00:00+00:00"), encoding="utf-8")
    found = load_registration(tmp_path / "r.toml")
    assert (plan_digest(PLAN), "plumbing") == (found.plan, found.id)
    assert [("survival", R0, R1), ("shipped", R0, R1)] == [(each.metric, each.a, each.b) for each in found.contrasts]
    assert all("(simulated)" in each.name for each in found.contrasts)


def test_the_skeleton_holds_names_of_any_kind(tmp_path):
    name = 'a "quoted" \\ name\n\x7f'
    odd = replace(PLAN, narrators={name: PLAN.narrators["mini"]})
    assert name == tomllib.loads(skeleton(odd, registered="x"))["contrasts"][0]["a"]["narrator"]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"registered": "2026-11-30"}, "registered: is '2026-11-30'; give a time with offset"),
        ({"registered": "soon"}, "give a time with offset"),
        ({"surprise": "1"}, "surprise: is not a key that is known here"),
    ],
)
def test_a_registration_that_cannot_be_read_names_the_place(tmp_path, keys, said):
    lines = {"schema": "claimgauge.bench-registration/1", "id": "r", "plan": "p", "registered": "x", **keys}
    path = tmp_path / "r.toml"
    path.write_text("".join(f'{key} = "{value}"\n' for key, value in lines.items()) + "contrasts = []\n")
    with pytest.raises(DocumentError, match=r"r\.toml") as caught:
        load_registration(path)
    assert said in str(caught.value)


def test_a_registration_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(InputError, match=r"none\.toml: cannot be read"):
        load_registration(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"a": Side(narrator="nobody", setting="r0")}, "'nobody' is neither a narrator nor a setting"),
        ({"b": Side(narrator="mini", setting="r7")}, "'r7' is neither a narrator nor a setting"),
        ({"domain": "loans"}, "the plan has no domain 'loans', it has cards"),
    ],
)
def test_a_registered_contrast_that_the_plan_does_not_have_is_an_error(keys, said):
    with pytest.raises(InputError, match=said):
        decided(both(BETTER), registration(registered(**keys)))
