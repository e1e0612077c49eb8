"""AHP protocols: what is refused, what is worked out, and what is said of it."""

import msgspec
import pytest

from claimgauge.calibration.weights.ahp import Expert, ahp_problems, matrix_of, weigh_ahp
from claimgauge.calibration.weights.protocol import merged, protocol_digest
from claimgauge.errors import InputError
from tests.risk_building import GUARDED
from tests.weights_building import RANDOM, ahp, consistent, expert

TWO = consistent((0.6, 0.3, 0.1))


def weigh(protocol):
    return weigh_ahp(protocol, GUARDED, random_indices=RANDOM)


def found(protocol):
    outcome, _details = weigh(protocol)
    return {each.criterion: each.weight for each in outcome.weights}


def problems(protocol):
    return [str(each) for each in ahp_problems(protocol)]


def test_consistent_judgements_give_their_weights_and_no_warning_but_that_there_is_one_expert():
    outcome, details = weigh(ahp(expert("x", TWO, "abc")))
    assert [0.6, 0.3, 0.1] == pytest.approx([each.weight for each in outcome.weights])
    assert (0.0, None) == (details.consistency.ratio, details.doubt)
    assert ["one expert: there is no spread, and nothing says what another would have judged"] == list(outcome.warnings)
    assert outcome.spread is None


def test_the_spread_is_from_the_lowest_to_the_highest_expert():
    other = consistent((0.2, 0.3, 0.5))
    outcome, _details = weigh(ahp(expert("x", TWO, "abc"), expert("y", other, "abc")))
    first = outcome.weights[0]
    assert (0.2, 0.6) == pytest.approx((first.lower, first.upper))
    assert "experts" == outcome.spread


def test_an_expert_who_counts_double_counts_like_two():
    other = consistent((0.2, 0.3, 0.5))
    double = ahp(expert("x", TWO, "abc", share=2), expert("y", other, "abc"))
    twice = ahp(expert("x", TWO, "abc"), expert("z", TWO, "abc"), expert("y", other, "abc"))
    assert found(double) == pytest.approx(found(twice))


def test_an_inconsistent_expert_is_named_with_what_to_ask_again():
    judgements = {"a": {"b": 3, "c": 1}, "b": {"c": 4}}
    outcome, details = weigh(ahp(Expert(id="x", judgements=judgements), expert("y", TWO, "abc")))
    assert details.experts[0].consistency.ratio > 0.1
    expected = "x: consistency ratio 0.70 is above 0.1; a over b was judged 3, the others make it 0.25 (about 1/4), "
    assert f"{expected}with which the ratio would be 0.00: ask again" == outcome.warnings[0]


@pytest.mark.parametrize(
    ("judgements", "expected"),
    [
        ({"a": {"b": 12, "c": 1}}, "experts[0].judgements.a.b: is 12; the scale goes from 1/9 to 9"),
        ({"a": {"b": 0.05, "c": 1}}, "experts[0].judgements.a.b: is 0.05; the scale goes from 1/9 to 9"),
        (
            {"a": {"b": -2, "c": 1}},
            "experts[0].judgements.a.b: '-2' is no ratio; write a number or a fraction such as ",
        ),
        ({"a": {"b": "two", "c": 1}}, "experts[0].judgements.a.b: 'two' is no ratio"),
        ({"a": {"b": "1/0", "c": 1}}, "experts[0].judgements.a.b: '1/0' is no ratio"),
        (
            {"a": {"b": 2, "c": 1}, "b": {"a": 2}},
            "judgements.a.b: is 2 and the other way round 2; the two must multiply",
        ),
        (
            {"a": {"a": 2, "b": 1, "c": 1}},
            "experts[0].judgements.a.a: is 2; a criterion matters once as much as itself",
        ),
        ({"a": {"b": 2, "d": 1}}, "experts[0].judgements.a.d: is no criterion; those are a, b, c"),
        ({"a": {"b": 2}}, "experts[0].judgements: do not connect (a, b) and (c); judge a pair across the gap"),
    ],
)
def test_what_is_no_judgement_is_refused_with_its_place(judgements, expected):
    (problem,) = problems(ahp(Expert(id="x", judgements=judgements)))
    assert expected in problem


def test_both_ways_of_a_pair_may_be_written_and_a_third_as_0_33():
    both = {"a": {"b": "1/3", "c": 2}, "b": {"a": 3}, "c": {"a": 0.5}}
    assert [] == problems(ahp(Expert(id="x", judgements=both)))
    assert 1 / 3 == matrix_of(Expert(id="x", judgements=both), tuple("abc"))[0][1]
    rough = {"a": {"b": 0.333, "c": 0.111}, "b": {"a": 3}}
    assert [] == problems(ahp(Expert(id="x", judgements=rough)))


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"held": "soon"}, "held: 'soon' is no date; write the day as 2026-03-01"),
        ({"id": " "}, "id: is empty"),
        ({"criteria": ("a", "b", "c", "a")}, "criteria[3]: 'a' is empty or stands twice"),
        ({"experts": ()}, "experts: are none"),
    ],
)
def test_a_head_that_makes_no_sense_is_refused(keys, expected):
    protocol = msgspec.structs.replace(ahp(expert("x", TWO, "abc")), **keys)
    assert any(problem.startswith(expected) for problem in problems(protocol))


def test_an_expert_stands_once():
    assert ["experts[1]: 'x' is empty or stands twice; give each its own name"] == problems(
        ahp(expert("x", TWO, "abc"), expert("x", TWO, "abc"))
    )


def test_more_criteria_than_there_are_random_indices_for_are_refused():
    names = tuple(f"c{number}" for number in range(16))
    with pytest.raises(ValueError, match="16 criteria are too many to compare in pairs; at most 15"):
        weigh(ahp(expert("x", consistent([1.0] * 16), names), criteria=names))


def test_only_some_dimensions_share_what_the_rubric_gives_them():
    outcome, _details = weigh(ahp(expert("x", TWO, "FCU"), criteria="FCU"))
    assert [0.36, 0.18, 0.06] == pytest.approx([each.weight for each in outcome.weights])
    assert [0.25, 0.2, 0.15] == [each.current for each in outcome.weights]


def test_files_of_one_protocol_are_put_together_and_the_digest_knows_no_order():
    x, y = expert("x", TWO, "abc"), expert("y", TWO, "abc")
    together = merged([ahp(x), ahp(y), ahp(x)], ("experts",), ["a", "b", "c"])
    assert (x, y) == together.experts
    assert protocol_digest(ahp(x, y), ("experts",)) == protocol_digest(ahp(y, x), ("experts",))
    assert protocol_digest(ahp(x), ("experts",)) != protocol_digest(ahp(y), ("experts",))


def test_files_that_differ_in_a_setting_are_refused():
    with pytest.raises(
        InputError, match="b: consistency_limit: differs from a; files of one protocol differ in experts"
    ):
        merged([ahp(), ahp(consistency_limit=0.2)], ("experts",), ["a", "b"])
