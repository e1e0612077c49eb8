"""The closed sets: nine labels, seven dimensions, and when two labels conflict."""

import pytest

from claimgauge.labels import DIMENSION_NAMES, DIMENSIONS, LABELS, is_conflict
from tests.risk_building import GUARDED, PAPER, said


def test_the_labels_are_the_eight_of_the_paper_and_unknown():
    expected = (
        *("SUPPORTED", "PARTIAL", "UNSUPPORTED", "CONTRADICTED", "OUTDATED", "OUT_OF_SCOPE", "ACCESS_GAP"),
        *("VALIDATED_NEGATIVE_FEEDBACK", "UNKNOWN"),
    )
    assert expected == LABELS


def test_every_dimension_has_a_name():
    assert ("F", "C", "U", "O", "S", "P", "H") == DIMENSIONS
    assert set(DIMENSIONS) == set(DIMENSION_NAMES)


@pytest.mark.parametrize("rubric", [PAPER, GUARDED], ids=lambda rubric: rubric.id)
def test_a_shipped_rubric_has_a_row_for_every_label_and_dimension(rubric):
    assert set(LABELS) == set(rubric.labels)
    assert set(DIMENSIONS) == set(rubric.weights)


@pytest.mark.parametrize(
    ("conflict", "labels"),
    [
        (True, ("SUPPORTED", "CONTRADICTED")),
        (True, ("CONTRADICTED", "OUTDATED", "SUPPORTED", "SUPPORTED")),
        (False, ("SUPPORTED", "UNSUPPORTED")),
        (False, ("SUPPORTED", "OUTDATED")),
        (False, ("CONTRADICTED", "CONTRADICTED")),
        (False, ()),
    ],
)
def test_only_support_against_contradiction_is_a_conflict(conflict, labels):
    assert conflict == is_conflict([said(label) for label in labels])
