"""What changed between two rubrics, in words, and what it does to the bands."""

import pytest

from claimgauge.risk import band_changes, rubric_changes
from tests.risk_building import GUARDED, PAPER, changed, floor_rule, with_label


def values(before, after):
    return [str(change) for change in rubric_changes(before, after)]


def test_the_same_rubric_has_no_changes():
    assert ((), ()) == (rubric_changes(PAPER, PAPER), band_changes(GUARDED, GUARDED))


def test_every_value_that_differs_is_named_at_its_place():
    after = with_label(changed(PAPER, version="2", weights=PAPER.weights | {"F": 0.2, "P": 0.15}), "PARTIAL", or_=None)
    expected = [
        "version: from 1 to 2",
        "weights.F: from 0.25 to 0.2",
        "weights.P: from 0.1 to 0.15",
        "labels.PARTIAL.or: C was removed",
    ]
    assert expected == values(PAPER, after)


@pytest.mark.parametrize("value", [0.7000000000000001, 0.6999999, 0.70000001])
def test_a_change_of_the_last_digits_is_a_change(value):
    after = changed(PAPER, floors=(changed(PAPER.floors[0], value=value), *PAPER.floors[1:]))
    assert [
        f"floors[label CONTRADICTED, criticality from 3]: from value 0.7 to value {value!r}",
    ] == values(PAPER, after)


def test_a_band_goes_by_its_name():
    bands = tuple(changed(band, up_to=30) if band.name == "Low" else band for band in PAPER.bands)
    assert ["bands[Low]: from up_to 20, action release to up_to 30, action release"] == values(
        PAPER, changed(PAPER, bands=bands)
    )


def test_a_floor_goes_by_its_labels_and_conditions():
    extra = floor_rule("UNSUPPORTED", "UNKNOWN", share={"from": 0.5}, value=0.51, source="claimgauge")
    assert ["floors[labels UNSUPPORTED and UNKNOWN, share from 0.5]: value 0.51, source claimgauge was added"] == (
        values(PAPER, changed(PAPER, floors=(*PAPER.floors, extra)))
    )


def test_what_was_removed_is_said_to_be():
    assert ["floors[label ACCESS_GAP, criticality from 3]: value 0.55 was removed"] == values(
        PAPER, changed(PAPER, floors=tuple(rule for rule in PAPER.floors if rule.label != "ACCESS_GAP"))
    )


def test_of_two_floors_with_one_condition_both_are_compared():
    twice = floor_rule("OUTDATED", value=0.3), floor_rule("OUTDATED", value=0.4)
    before, after = changed(PAPER, floors=twice), changed(PAPER, floors=(changed(twice[0], value=0.2), twice[1]))
    assert ["floors[label OUTDATED]: from value 0.3 to value 0.2"] == values(before, after)


def test_the_labels_that_change_their_band_are_named():
    found = [str(change) for change in band_changes(PAPER, GUARDED)]
    assert "wholly UNSUPPORTED (U) at criticality 1: from Low to High" in found
    assert "wholly CONTRADICTED (F, C) at criticality 3: from High to Critical" in found
    assert "wholly OUTDATED (O) at criticality 3: from Low to High" in found
    assert not [change for change in found if "ACCESS_GAP" in change]


def test_a_choice_of_dimensions_that_is_gone_is_named():
    after = with_label(PAPER, "PARTIAL", or_=None)
    expected = [f"wholly PARTIAL (C) at criticality {v}: Low was removed" for v in (1, 2, 3)]
    assert expected == [str(change) for change in band_changes(PAPER, after)]
