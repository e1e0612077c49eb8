"""Two numbers in one dimension: the same, rounded, within a bound, or different. Exact throughout."""

from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from claimgauge.quantities.match import Equality, Outcome
from claimgauge.quantities.mention import Portion, Quantity
from claimgauge.quantities.tables import Bound

COARSE: Final = Fraction(1, 20)
"""A rounding that is farther from the value than this share of it is coarse."""
_PERCENT_FAMILY: Final = ("percent", "ratio")
_FROM_BELOW: Final = ("at_least", "above")
_FROM_ABOVE: Final = ("at_most", "below")


class Rule(NamedTuple):
    """When two values that are not the same still count."""

    equality: Equality
    tolerance: Decimal | None


class Side(NamedTuple):
    """One number in the base unit; `step` is one of its last digit shown, 0 for a fraction."""

    value: Fraction
    step: Fraction
    bound: Bound


def units_fit(claimed: Quantity | Portion, evidence: Quantity | Portion) -> Outcome:
    """`equal` for one unit, `equal_after_conversion` for one dimension, else `different_unit`.

    A number without a unit may stand for an amount of money, a counted unit, an ordinal, a ratio or
    a fraction; never for a percentage or a measure. Currencies are never converted.
    """
    first, second = _dimension(claimed), _dimension(evidence)
    if first == second:
        return _one_dimension(first, _unit(claimed), _unit(evidence))
    if first in _PERCENT_FAMILY and second in _PERCENT_FAMILY:
        return "equal_after_conversion"
    bare, other = (first, second) if first == "count" else (second, first)
    if bare != "count" or _unit(claimed if first == "count" else evidence):
        return "different_unit"
    fraction = isinstance(claimed, Portion) or isinstance(evidence, Portion)
    return "equal" if other in ("money", "ordinal", "ratio") or fraction else "different_unit"


def _one_dimension(dimension: str, first: str, second: str) -> Outcome:
    if first == second or (dimension == "count" and not (first and second)):
        return "equal"
    return "different_unit" if dimension in ("count", "money") else "equal_after_conversion"


def _dimension(number: Quantity | Portion) -> str:
    return number.dimension if isinstance(number, Quantity) else "ratio"


def _unit(number: Quantity | Portion) -> str:
    return number.unit if isinstance(number, Quantity) else ""


def side(number: Quantity | Portion, *, in_percent: bool) -> Side:
    """A number in the base unit; `in_percent` turns a ratio into percent."""
    if isinstance(number, Portion):
        value, step = Fraction(number.numerator, number.denominator), Fraction(0)
    else:
        factor = Fraction(number.factor)
        value = (Fraction(number.value) + Fraction(number.offset)) * factor
        step = Fraction(10) ** number.digits * factor
    scale = 100 if in_percent and _dimension(number) == "ratio" else 1
    return Side(value * scale, step * scale, number.bound)


def compared(claimed: Quantity | Portion, evidence: Quantity | Portion, rule: Rule) -> Outcome:
    """What two numbers come to, with their bounds."""
    fit = units_fit(claimed, evidence)
    if fit == "different_unit":
        return fit
    if isinstance(claimed, Quantity) and isinstance(evidence, Quantity) and _in_step(claimed, evidence):
        if claimed.value == evidence.value:
            return fit
        if rule.equality == "exact":
            return "different"
    in_percent = "percent" in (_dimension(claimed), _dimension(evidence))
    first, second = side(claimed, in_percent=in_percent), side(evidence, in_percent=in_percent)
    if first.bound == second.bound and first.value == second.value:
        return fit
    if first.bound in ("none", "approximately"):
        return _value(first, second, rule, alike=_alike(claimed, evidence))
    return "within" if _bounded(first, second) else "different"


def _in_step(claimed: Quantity, evidence: Quantity) -> bool:
    """Whether the values as they stand can be compared: one scale, and nothing said around either."""
    one_scale = claimed.factor == evidence.factor and claimed.offset == evidence.offset
    one_family = claimed.dimension == evidence.dimension or claimed.dimension not in _PERCENT_FAMILY
    return one_scale and one_family and claimed.bound == evidence.bound == "none"


def _alike(claimed: Quantity | Portion, evidence: Quantity | Portion) -> bool:
    """Whether digits of the two can be counted against each other: their units differ by a power of ten, if at all."""
    if isinstance(claimed, Portion) or isinstance(evidence, Portion):
        return False
    ratio = Fraction(claimed.factor) / Fraction(evidence.factor)
    larger = max(ratio.numerator, ratio.denominator)
    return min(ratio.numerator, ratio.denominator) == 1 and str(larger).strip("0") == "1"


def _value(claimed: Side, evidence: Side, rule: Rule, *, alike: bool) -> Outcome:
    hedged = claimed.bound == "approximately"
    if evidence.bound not in ("none", "approximately"):
        return "different"
    if evidence.bound == "approximately" and not hedged and rule.equality == "exact":
        return "different"
    difference = abs(claimed.value - evidence.value)
    if not difference:
        return "shown"
    if rule.equality == "tolerance" and rule.tolerance is not None:
        within = difference <= abs(evidence.value) * Fraction(rule.tolerance)
        return "within" if within else "different"
    if rule.equality == "exact" and not hedged:
        return "different"
    return _rounded(claimed, evidence, difference, alike=alike)


def _rounded(claimed: Side, evidence: Side, difference: Fraction, *, alike: bool) -> Outcome:
    """At most half a unit of the last digit shown, and at most 5 % off; more digits than the evidence has never."""
    if alike and claimed.step < evidence.step:
        return "different"
    step = claimed.step or evidence.step
    if difference > step / 2:
        return "different"
    return "coarse_rounding" if difference > abs(evidence.value) * COARSE else "shown"


def _bounded(claimed: Side, evidence: Side) -> bool:
    """Whether what the evidence says lies wholly within the claimed bound."""
    if evidence.bound == "approximately":
        return False
    strict = claimed.bound in ("above", "below") and evidence.bound != claimed.bound
    if claimed.bound in _FROM_BELOW:
        enough = evidence.value > claimed.value if strict else evidence.value >= claimed.value
        return enough and evidence.bound not in _FROM_ABOVE
    enough = evidence.value < claimed.value if strict else evidence.value <= claimed.value
    return enough and evidence.bound not in _FROM_BELOW
