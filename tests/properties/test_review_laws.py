"""Laws of agreement: what must change no coefficient, and what every one of them says of perfect agreement."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgauge.review import (
    Annotation,
    Draws,
    Level,
    Reviews,
    agreement_of,
    agreement_on_all,
    dawid_skene,
    ratings_of,
)
from tests.rating import values

FEW = Draws(seed=1, iterations=60, level=0.95)
LABELS = ("1", "2", "3")


@st.composite
def studies(draw, *, most_items=9):
    """A study: for each item and rater a label or none, and at least one label in all."""
    raters = draw(st.integers(2, 4))
    rows = draw(
        st.lists(
            st.lists(st.sampled_from((*LABELS, None)), min_size=raters, max_size=raters),
            min_size=1,
            max_size=most_items,
        )
    )
    found = [
        Annotation(item=f"i{place}", rater=f"r{rater}", label=label)
        for place, row in enumerate(rows)
        for rater, label in enumerate(row)
        if label is not None
    ]
    return found or [Annotation(item="i0", rater="r0", label="1")]


def measured(rows, *, level="nominal"):
    ratings = ratings_of(rows, level=level, labels=LABELS)
    return {each.name: each for each in agreement_on_all(ratings, level=level, draws=FEW)}


LEVELS = pytest.mark.parametrize("level", get_args(Level))


@LEVELS
@given(rows=studies(), order=st.randoms())
def test_the_order_of_rows_changes_nothing_not_even_an_interval(level, rows, order):
    shuffled = list(rows)
    order.shuffle(shuffled)
    assert measured(rows, level=level) == measured(shuffled, level=level)


@LEVELS
@given(rows=studies(), order=st.permutations(range(4)))
def test_what_raters_are_called_changes_no_value(level, rows, order):
    renamed = [Annotation(item=each.item, rater=f"r{order[int(each.rater[1:])]}", label=each.label) for each in rows]
    one, other = (values(measured(each, level=level).values()) for each in (rows, renamed))
    assert one == pytest.approx(other, abs=1e-12)


@given(rows=studies(), order=st.permutations(LABELS))
def test_what_labels_are_called_changes_no_nominal_value(rows, order):
    names = dict(zip(LABELS, order, strict=True))
    renamed = [Annotation(item=each.item, rater=each.rater, label=names[each.label]) for each in rows]
    assert values(measured(rows).values()) == pytest.approx(values(measured(renamed).values()), abs=1e-12)


@given(rows=studies())
def test_ranks_and_numbers_can_be_read_backwards(rows):
    turned = [Annotation(item=each.item, rater=each.rater, label=str(4 - int(each.label))) for each in rows]
    for level in ("ordinal", "interval"):
        one, other = (values(measured(each, level=level).values()) for each in (rows, turned))
        assert one == pytest.approx(other, abs=1e-12)


@given(rows=studies())
def test_twice_the_same_items_have_the_same_values_and_alpha_grows_as_it_says(rows):
    twice = [*rows, *(Annotation(item=f"again {each.item}", rater=each.rater, label=each.label) for each in rows)]
    once, doubled = (values(measured(each).values()) for each in (rows, twice))
    alpha, after = once.pop("krippendorff_alpha"), doubled.pop("krippendorff_alpha")
    assert once == pytest.approx(doubled, abs=1e-12)
    ratings = ratings_of(rows)
    n = sum(len(each) for each in ratings.given if len(each) > 1)
    assert (alpha is None) == (after is None)
    if alpha is not None:
        assert 1 - after == pytest.approx((1 - alpha) * (2 * n - 1) / (2 * n - 2), abs=1e-12)


@LEVELS
@given(labels=st.lists(st.sampled_from(LABELS), min_size=2, max_size=9), raters=st.integers(2, 4))
def test_perfect_agreement_is_one_or_has_a_reason(level, labels, raters):
    rows = [
        Annotation(item=f"i{place}", rater=f"r{rater}", label=label)
        for place, label in enumerate(labels)
        for rater in range(raters)
    ]
    for name, each in measured(rows, level=level).items():
        assert each.value == 1 or (len(set(labels)) == 1 and each.value is None and each.reason), name


@LEVELS
@given(rows=studies())
def test_no_coefficient_is_above_one_and_a_missing_one_has_a_reason(level, rows):
    for each in measured(rows, level=level).values():
        assert (each.value is None) == bool(each.reason)
        assert each.value is None or each.value <= 1
        assert (each.interval is None) == bool(each.interval_reason)


@given(rows=studies(), order=st.randoms())
def test_the_model_of_raters_depends_on_no_order_and_its_likelihood_never_falls(rows, order):
    shuffled = list(rows)
    order.shuffle(shuffled)
    found = dawid_skene(ratings_of(rows), most=40)
    assert found == dawid_skene(ratings_of(shuffled), most=40)
    assert all(b >= a - 1e-9 for a, b in zip(found.likelihoods, found.likelihoods[1:], strict=False))


@given(rows=studies())
def test_every_item_has_a_step_and_only_what_is_settled_or_adjudicated_is_final(rows):
    found = agreement_of(Reviews(tuple(rows)), draws=FEW)
    assert {each.item for each in rows} == {each.item for each in found.by_item}
    assert len(found.by_item) == sum(found.steps.values())
    assert all((each.final is not None) == (each.step == "settled") for each in found.by_item)
