"""The laws of feedback over time."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.replay_building import event, replayed, resolution, review

FEW = settings(max_examples=40, deadline=None)
days = st.integers(0, 100)
events = st.lists(
    st.tuples(days, st.sampled_from(("text of a", "another")), st.sampled_from((0.0, 0.5, 1.0))), max_size=5
)


def rows_of(found, resolved=()):
    yield review(0, 3)
    yield review(110, 3)
    for number, (day, text, severity) in enumerate(found):
        yield event(day, f"f{number}", text, severity)
        if number in resolved:
            yield resolution(day, f"f{number}")


@FEW
@given(events)
def test_everything_is_a_share_and_the_index_is_never_below_that_without_feedback(found):
    study = replayed(*rows_of(found))
    for point in study.runs[0].points:
        assert 0 <= point.s_h <= 1
        assert study.without <= point.score <= 100


@FEW
@given(events, st.tuples(days, st.just("text of a"), st.sampled_from((0.5, 1.0))))
def test_one_event_more_never_lowers_a_step(found, more):
    before, after = replayed(*rows_of(found)), replayed(*rows_of([*found, more]))
    for one, other in zip(before.runs[0].points, after.runs[0].points, strict=True):
        assert other.s_h >= one.s_h
        assert other.score >= one.score


@FEW
@given(events, st.sets(st.integers(0, 4)))
def test_resolving_never_raises_a_step_and_leaves_s_h_alone(found, resolved):
    before, after = replayed(*rows_of(found)), replayed(*rows_of(found, resolved))
    for one, other in zip(before.runs[0].points, after.runs[0].points, strict=True):
        assert other.s_h == one.s_h
        assert other.score <= one.score


@FEW
@given(events, st.integers(1, 50))
def test_reviewing_more_never_raises_s_h(found, more):
    before, after = replayed(*rows_of(found)), replayed(*rows_of(found), review(50, more))
    for one, other in zip(before.runs[0].points, after.runs[0].points, strict=True):
        assert other.s_h <= one.s_h


@FEW
@given(events)
def test_a_longer_half_life_never_lowers_s_h(found):
    short, long = replayed(*rows_of(found), half_lives=(30, 90)).runs
    assert all(one.s_h <= other.s_h for one, other in zip(short.points, long.points, strict=True))
