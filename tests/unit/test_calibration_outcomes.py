"""Which of several outcomes counts, what is left out, and what does not belong to an assessment."""

import datetime as dt

import pytest

from claimgauge.calibration.observations import observed, split_by_case
from claimgauge.calibration.outcomes import settled_answer
from claimgauge.errors import InputError
from claimgauge.readers import read_outcomes
from tests.calibration_building import outcome, row, seen, unassessed


def harmful(*found, claims=("c0",)):
    settled = settled_answer(found, claims)
    return None if settled is None else settled.harmful


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        (False, [outcome("q", harmful=False)]),
        (True, [outcome("q", harmful=False, day=9), outcome("q", harmful=True, kind="incident")]),
        (False, [outcome("q", harmful=True, day=9), outcome("q", harmful=False, kind="adjudication")]),
        (
            True,
            [outcome("q", harmful=False, kind="adjudication"), outcome("q", harmful=True, kind="adjudication", day=1)],
        ),
        (True, [outcome("q", harmful=False, kind="adjudication"), outcome("q", harmful=True, kind="adjudication")]),
    ],
    ids=["one", "any harmful one", "an adjudication outweighs", "the latest adjudication", "at once the harmful one"],
)
def test_of_several_outcomes_one_counts(expected, found):
    assert expected == harmful(*found) == harmful(*reversed(found))


RULED = outcome("q", harmful=False, claimId="c0", kind="adjudication")


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        (True, [outcome("q", harmful=False, claimId="c0"), outcome("q", harmful=True, claimId="c1")]),
        (False, [outcome("q", harmful=False, claimId="c0"), outcome("q", harmful=False, claimId="c1")]),
        (None, [outcome("q", harmful=False, claimId="c0")]),
        (True, [outcome("q", harmful=True, claimId="c0"), outcome("q", harmful=False)]),
        (False, [outcome("q", harmful=True, claimId="c0"), outcome("q", harmful=False, kind="adjudication")]),
        (False, [outcome("q", harmful=False, claimId="c0"), outcome("q", harmful=False)]),
        (False, [outcome("q", harmful=True, claimId="c0"), RULED, outcome("q", harmful=False, claimId="c1")]),
        (None, []),
    ],
    ids=["any claim", "every claim", "one claim is open", "a claim is of its answer",
         "the adjudicated answer", "the answer speaks for the other claim", "adjudicated claim", "nothing"],
)  # fmt: skip
def test_outcomes_of_claims_and_of_the_answer_come_together(expected, found):
    assert expected == harmful(*found, claims=("c0", "c1"))


def test_the_most_severe_harm_counts():
    found = [
        outcome("q", harmful=True, severity=0.2, day=3),
        outcome("q", harmful=True, severity=0.9),
        outcome("q", harmful=True),
    ]
    settled = settled_answer(found, ())
    assert (0.9, outcome("q", harmful=True).at) == (settled.severity, settled.at)


def test_an_answer_without_an_outcome_is_no_good_outcome():
    rows = [row("b", 30), row("a", 10), unassessed("c"), row("d", 50, claims=2)]
    found = observed(
        rows, [outcome("b", harmful=True), outcome("c", harmful=False), outcome("d", harmful=False, claimId="c1")]
    )
    assert [("b", 30, True)] == [(each.case_id, each.score, each.harmful) for each in found.observations]
    assert (("a",), ("d",), ("c",)) == (found.without_outcome, found.open_claims, found.without_index)


@pytest.mark.parametrize(
    ("expected", "wrong"),
    [
        ("outcomes.jsonl: line 4: caseId: no assessment is of the case 'z'", outcome("z", harmful=True, line=4)),
        (
            "line 1: assessmentId: the outcome of 'a' is about 'sha256:0'",
            outcome("a", harmful=True, assessmentId="sha256:0"),
        ),
        ("line 1: claimId: the assessment of 'a' has no claim 'c9'", outcome("a", harmful=True, claimId="c9")),
    ],
)
def test_an_outcome_that_belongs_to_nothing_is_an_error_with_its_place(expected, wrong):
    with pytest.raises(InputError) as error:
        observed([row("a", 10)], [wrong])
    assert expected in str(error.value)


def test_a_mismatch_names_both_assessments_and_a_match_is_taken():
    given = row("a", 10)
    with pytest.raises(InputError) as error:
        observed([given], [outcome("a", harmful=True, assessmentId="sha256:0")])
    assert all(name in str(error.value) for name in ("sha256:0", given.id))
    assert 1 == len(observed([given], [outcome("a", harmful=True, assessmentId=given.id)]).observations)


def test_the_split_goes_by_the_case_id_alone():
    held = [seen(10, harmful=False, name=f"case {number}") for number in range(1000)]
    split = split_by_case(held, held_out=0.3)
    assert 250 < len(split.held_out) < 350
    assert sorted(held) == sorted([*split.train, *split.held_out])
    assert split.held_out[:5] == split_by_case(held[: held.index(split.held_out[4]) + 1], held_out=0.3).held_out
    assert set(split.held_out) < set(split_by_case(held, held_out=0.6).held_out)


LINE = (
    '{"schema": "claimgauge.outcomes/1", "caseId": "a", "kind": "incident", "harmful": true,'
    ' "time": "2026-03-01T09:00:00+01:00", "by": "desk"}'
)


def test_a_line_is_read_with_its_time_and_place(tmp_path):
    path = tmp_path / "outcomes.jsonl"
    path.write_text(f"{LINE}\n\n{LINE}\n", encoding="utf-8")
    found = list(read_outcomes(str(path)))
    assert ["line 1", "line 3"] == [each.place for each in found]
    assert dt.datetime(2026, 3, 1, 8, tzinfo=dt.UTC) == found[0].at


@pytest.mark.parametrize(
    ("expected", "old", "new"),
    [
        ("line 2: is no outcome (claimgauge.outcomes/1): Expected `bool`, got `str` - at `$.harmful`", "true", '"yes"'),
        ("`kind`", '"kind": "incident", ', ""),
        ("`$.kind`", "incident", "rumour"),
        ("unknown field `extra`", '"by"', '"extra": 1, "by"'),
        ("`$.severity`", '"by"', '"severity": 2, "by"'),
        ("line 2: time: '2026-03-01T09:00:00' has no offset", "+01:00", ""),
        ("line 2: time: expected a time", "2026-03-01T09:00:00+01:00", "soon"),
        ("line 2: caseId: is empty", '"a"', '" "'),
        ("line 2: by: is empty", '"desk"', '""'),
        ("`$.schema`", "outcomes/1", "outcomes/9"),
        ("is no outcome", LINE, "nonsense"),
    ],
)
def test_a_line_that_is_no_outcome_is_an_error_with_line_and_key(expected, old, new, tmp_path):
    path = tmp_path / "outcomes.jsonl"
    path.write_text(f"{LINE}\n{LINE.replace(old, new)}\n", encoding="utf-8")
    with pytest.raises(InputError) as error:
        list(read_outcomes(str(path)))
    assert expected in str(error.value)
    assert str(error.value).startswith(str(path))
