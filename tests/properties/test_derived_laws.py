"""Laws of derived values: order, sign, scale, and what is verified or not whatever the numbers."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from claimgauge.claims import Derived, Operand
from claimgauge.gates.arithmetic import MOST_BITS, Measured, Refusal, Unit
from claimgauge.gates.cells import Cell
from claimgauge.gates.derived import wrong_derived
from claimgauge.gates.explained import explained_by
from claimgauge.gates.operations import ARITIES, computed
from claimgauge.quantities import read_cell
from claimgauge.wiring.quantities import load_quantity_tables

TABLES = load_quantity_tables()
UNITS = [Unit(), Unit("money", "USD"), Unit("percent", "percent"), Unit("count", "point"), Unit("length", "metre")]
SHOWN = {"": "", "USD": " USD", "percent": " %", "metre": " m", "percentage point": " percentage points"}
NUMERIC = sorted(set(ARITIES) - {"comparison"})

amounts = st.decimals(min_value=-(10**9), max_value=10**9, places=2)
fractions = amounts.map(Fraction)
several = st.lists(fractions, min_size=2, max_size=6)
units = st.sampled_from(UNITS)
anything = st.builds(
    Measured, fractions, st.sampled_from([*UNITS, Unit("ratio"), Unit("money", "EUR"), Unit("constant")])
)


def of(operation, values, unit=UNITS[0]):
    return computed(operation, [Measured(Fraction(value), unit) for value in values])


@given(st.sampled_from(["sum", "mean", "min", "max", "count", "product", "range"]), several, units, st.randoms())
def test_the_order_does_not_matter(operation, values, unit, chance):
    shuffled = chance.sample(values, len(values))
    assert of(operation, values, unit) == of(operation, shuffled, unit)


@given(
    st.sampled_from(["sum", "mean", "min", "max", "range"]), st.lists(anything, min_size=2, max_size=5), st.randoms()
)
def test_the_order_does_not_matter_for_mixed_units_either(operation, numbers, chance):
    assume(all(number.unit.dimension != "constant" for number in numbers))
    shuffled = chance.sample(numbers, len(numbers))
    assert computed(operation, numbers) == computed(operation, shuffled)


@given(fractions, fractions, units)
def test_a_difference_turned_round_is_its_opposite(first, second, unit):
    assert of("difference", (first, second), unit).value == -of("difference", (second, first), unit).value


@given(fractions, fractions, units)
def test_a_comparison_turned_round_is_its_opposite(first, second, unit):
    opposite = {"greater": "less", "less": "greater", "equal": "equal"}
    assert opposite[of("comparison", (first, second), unit)] == of("comparison", (second, first), unit)


@given(st.sampled_from(["sum", "mean", "min", "max", "range"]), several, st.integers(min_value=1, max_value=10**6))
def test_scaling_the_operands_scales_the_result(operation, values, factor):
    assert of(operation, values).value * factor == of(operation, [value * factor for value in values]).value


@given(st.sampled_from(["share", "change", "ratio"]), fractions, fractions, st.integers(min_value=1, max_value=10**6))
def test_scaling_both_operands_leaves_a_ratio(operation, first, second, factor):
    assume(second)
    assert of(operation, (first, second)) == of(operation, (first * factor, second * factor))


@given(several)
def test_the_mean_lies_between_the_smallest_and_the_largest(values):
    assert of("min", values).value <= of("mean", values).value <= of("max", values).value


@given(several)
def test_as_many_are_larger_as_the_rank_says(values):
    assert 1 + sum(value > values[0] for value in values) == of("rank", values).value


@given(st.sampled_from(sorted(ARITIES)), st.lists(anything, max_size=5))
def test_every_computation_ends_in_a_number_an_order_or_a_reason(operation, numbers):
    result = computed(operation, numbers)
    assert isinstance(result, (Measured, Refusal)) or result in ("greater", "less", "equal")
    if isinstance(result, Measured):
        assert max(result.value.numerator.bit_length(), result.value.denominator.bit_length()) <= MOST_BITS


def findings(value, operation, cells):
    def read(text):
        return read_cell(text, TABLES, locale="en-US")

    operands = tuple(Operand(evidence_id="n", field=str(index)) for index in range(len(cells)))
    derived = Derived(value=value, operation=operation, operands=operands)
    held = [Cell("n", str(index), text, read(text)) for index, text in enumerate(cells)]
    return wrong_derived([derived], {"n"}, lambda _node, field: held[int(field)], read=read)


def rounded(value, places):
    """The value with so many digits behind the point, half of one away from zero."""
    units_shown = abs(value) * 10**places
    whole = int(units_shown + Fraction(1, 2))
    return Decimal(f"{'-' if value < 0 else ''}{whole}E-{places}")


cases = st.sampled_from([name for name in NUMERIC if name not in ("rank", "count")]).flatmap(
    lambda operation: st.tuples(
        st.just(operation),
        st.lists(amounts, min_size=2, max_size=ARITIES[operation].most or 5),
        st.sampled_from(["", "USD", "percent"]),
    )
)


def exactly(operation, values, name):
    """The result with the unit that it is stated in; None where it is refused."""
    unit = {"": UNITS[0], "USD": UNITS[1], "percent": UNITS[2]}[name]
    result = of(operation, values, unit)
    if not isinstance(result, Measured):
        return None
    in_percent = result.unit.dimension == "ratio" and operation in ("share", "change")
    if in_percent:
        return result.value * 100, " %"
    return result.value, SHOWN.get(result.unit.name, "")


@given(cases, st.integers(min_value=0, max_value=6))
def test_what_recomputes_is_verified_at_the_digits_that_it_shows(case, places):
    operation, values, name = case
    result = exactly(operation, values, name)
    assume(result is not None)
    value, unit = result
    shown = rounded(value, places)
    assume(abs(Fraction(shown) - value) * 20 <= abs(value))
    assert [] == findings(f"{shown:f}{unit}", operation, [f"{each:f}{SHOWN[name]}" for each in values])


@given(cases, st.integers(min_value=0, max_value=6), st.integers(min_value=1, max_value=10**6), st.booleans())
def test_what_is_off_by_more_than_half_a_unit_is_never_verified(case, places, steps, up):
    operation, values, name = case
    result = exactly(operation, values, name)
    assume(result is not None)
    value, unit = result
    shown = rounded(value + Fraction(steps if up else -steps, 10**places), places)
    assume(abs(Fraction(shown) - value) > Fraction(10) ** -places / 2)
    found = findings(f"{shown:f}{unit}", operation, [f"{each:f}{SHOWN[name]}" for each in values])
    assert ["different_value"] == [finding.code for finding in found]


@pytest.mark.parametrize("operation", ["difference", "ratio", "change"])
@given(first=st.integers(min_value=100, max_value=10**6), second=st.integers(min_value=100, max_value=10**6))
def test_swapped_operands_are_not_verified(operation, first, second):
    assume(abs(first - second) > 1)
    value, unit = exactly(operation, (first, second), "")
    text = f"{rounded(value, 8):f}{unit}"
    assert [] == findings(text, operation, [str(first), str(second)])
    assert ["different_value"] == [each.code for each in findings(text, operation, [str(second), str(first)])]


@given(st.lists(st.integers(min_value=10, max_value=10**4), min_size=2, max_size=8), st.data())
def test_what_is_explained_recomputes_and_the_order_of_cells_changes_nothing(values, data):
    cells = [
        Cell(f"n{index % 3}", f"f{index}", str(value), read_cell(str(value), TABLES))
        for index, value in enumerate(values)
    ]
    first, second = data.draw(st.permutations(values))[:2]
    claimed = read_cell(str(first + second), TABLES, locale="en-US")
    found = explained_by(claimed, cells)
    assert found == explained_by(claimed, data.draw(st.permutations(cells)))
    for each in found:
        texts = [cell.text for cell in each.operands]
        assert [] == findings(str(first + second), each.operation, texts)
