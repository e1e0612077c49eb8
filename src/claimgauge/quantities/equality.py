"""Whether a claimed number, range, date or time is the one that the evidence gives."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import product

from msgspec.structs import replace

from claimgauge.quantities.comparison import Rule, compared
from claimgauge.quantities.date_comparison import (
    compared_dates,
    compared_times,
    compared_with_number,
    end_of,
    order_of,
)
from claimgauge.quantities.match import HOLDS, Equality, Match, Outcome, worst
from claimgauge.quantities.mention import (
    Ambiguous,
    DatePoint,
    Mention,
    Normalisation,
    NotAQuantity,
    Portion,
    Quantity,
    Range,
    TimeOfDay,
)


def same_quantity(
    claimed: Mention, evidence: Mention, *, equality: Equality = "exact", tolerance: Decimal | None = None
) -> Match:
    """What the claimed value comes to against the evidence.

    `equality`: `exact`; `shown` lets a rounding pass (at most half a unit of the last digit shown,
    and at most 5 % off); `tolerance` lets a value pass that is off by at most `tolerance`, a share
    of the evidence's value. A claimed bound or range holds where the evidence lies in it, and
    `about 80` is compared as `shown`, whatever `equality` says.
    """
    outcome = _outcome(claimed, evidence, Rule(equality, tolerance))
    return Match(outcome=outcome, normalisations=_names(claimed, evidence))


def _names(*mentions: Mention) -> tuple[Normalisation, ...]:
    found: list[Normalisation] = []
    for mention in mentions:
        found += mention.normalisations
        if isinstance(mention, Ambiguous):
            found += [name for reading in mention.readings for name in reading.normalisations]
        elif isinstance(mention, Range):
            found += [*mention.low.normalisations, *mention.high.normalisations]
    return tuple(dict.fromkeys(found))


def _outcome(claimed: Mention, evidence: Mention, rule: Rule) -> Outcome:
    if isinstance(claimed, Ambiguous) or isinstance(evidence, Ambiguous):
        return _ambiguous(claimed, evidence, rule)
    if isinstance(claimed, Range) or isinstance(evidence, Range):
        return _ranges(claimed, evidence, rule)
    if isinstance(claimed, (Quantity, Portion)) and isinstance(evidence, (Quantity, Portion)):
        return compared(claimed, evidence, rule)
    return _others(claimed, evidence)


def _others(claimed: Mention, evidence: Mention) -> Outcome:
    if isinstance(claimed, DatePoint) and isinstance(evidence, DatePoint):
        return compared_dates(claimed, evidence)
    if isinstance(claimed, DatePoint) and isinstance(evidence, Quantity):
        return compared_with_number(claimed, evidence)
    if isinstance(claimed, Quantity) and isinstance(evidence, DatePoint):
        return compared_with_number(evidence, claimed)
    if isinstance(claimed, TimeOfDay) and isinstance(evidence, TimeOfDay):
        return compared_times(claimed, evidence)
    if isinstance(claimed, NotAQuantity) and isinstance(evidence, NotAQuantity):
        return "equal" if claimed.text == evidence.text else "different"
    return "different_unit"


def _readings(mention: Mention) -> Sequence[Mention]:
    return mention.readings if isinstance(mention, Ambiguous) else (mention,)


def _ambiguous(claimed: Mention, evidence: Mention, rule: Rule) -> Outcome:
    """`different` where no reading holds; what they come to where the same readings hold one by one."""
    first, second = _readings(claimed), _readings(evidence)
    alike = isinstance(claimed, Ambiguous) and isinstance(evidence, Ambiguous) and claimed.doubt == evidence.doubt
    if alike and len(first) == len(second):
        pairs = [_outcome(one, two, rule) for one, two in zip(first, second, strict=True)]
        if HOLDS.issuperset(pairs):
            return worst(*pairs)
    outcomes = [_outcome(one, two, rule) for one, two in product(first, second)]
    possible = [outcome for outcome in outcomes if outcome not in ("different", "different_unit")]
    return "ambiguous" if possible else worst(*outcomes)


def _ranges(claimed: Mention, evidence: Mention, rule: Rule) -> Outcome:
    if isinstance(claimed, Range) and isinstance(evidence, Range):
        return worst(_outcome(claimed.low, evidence.low, rule), _outcome(claimed.high, evidence.high, rule))
    if isinstance(claimed, Range):
        return _in_range(claimed, evidence, rule)
    if isinstance(evidence, Range) and isinstance(claimed, Quantity):
        return _bound_and_range(claimed, evidence, rule)
    return "different_unit"


def _in_range(claimed: Range, evidence: Mention, rule: Rule) -> Outcome:
    low, high = claimed.low, claimed.high
    if isinstance(low, Quantity) and isinstance(high, Quantity) and isinstance(evidence, Quantity):
        lower = compared(replace(low, bound="at_least"), evidence, rule)
        return worst(lower, compared(replace(high, bound="at_most"), evidence, rule), "within")
    if isinstance(low, DatePoint) and isinstance(high, DatePoint) and isinstance(evidence, DatePoint):
        if None in (low.year, high.year, evidence.year) or "fiscal" in (low.calendar, high.calendar, evidence.calendar):
            return "ambiguous"
        return "within" if order_of(low) <= order_of(evidence) and end_of(evidence) <= end_of(high) else "different"
    return "different_unit"


def _bound_and_range(claimed: Quantity, evidence: Range, rule: Rule) -> Outcome:
    """`at least 3` against 3–5; a value alone is not what a range says."""
    if not isinstance(evidence.low, Quantity) or not isinstance(evidence.high, Quantity):
        return "different_unit"
    ends = (compared(claimed, evidence.low, rule), compared(claimed, evidence.high, rule))
    if "different_unit" in ends:
        return "different_unit"
    if claimed.bound in ("none", "approximately"):
        return "different"
    return "within" if HOLDS.issuperset(ends) else "different"
