"""Numbers and names as the report writes them, on the terminal and on the page."""

from collections.abc import Collection
from typing import Final

from claimgauge.reports import plain_line, probability, share, signed
from claimgauge.statistics import Interval
from claimgauge_bench.contrasts import Contrast, Metric
from claimgauge_bench.measures import Estimate

NONE: Final = "none"
LONGEST: Final = 60
TO: Final = " to "


def who(narrator: str, simulated: Collection[str]) -> str:
    """A narrator by name; one that is simulated never without that word."""
    return f"{name(narrator)} (simulated)" if narrator in simulated else name(narrator)


def name(text: str) -> str:
    """A name on one line, with nothing hidden in it."""
    return plain_line(text, LONGEST)


def contrast_name(contrast: Contrast, simulated: Collection[str]) -> str:
    """`A → B`, with what both sides have in common before it."""
    a, b = contrast.a, contrast.b
    one, other = who(a.narrator, simulated), who(b.narrator, simulated)
    if a.narrator == b.narrator:
        return f"{one}: {name(a.setting)} → {name(b.setting)}"
    if a.setting == b.setting:
        return f"{name(a.setting)}: {one} → {other}"
    return f"{one} {name(a.setting)} → {other} {name(b.setting)}"


def percentage(value: float | None) -> str:
    """A share as a percentage."""
    return NONE if value is None else share(value)


def number(value: float | None, places: int = 2) -> str:
    """A number with so many decimals."""
    return NONE if value is None else f"{value:,.{places}f}"


def share_interval(estimate: Estimate) -> str:
    """`49.0 to 55.2`, in percent."""
    return NONE if estimate.interval is None else TO.join(f"{100 * end:.1f}" for end in estimate.interval)


def number_interval(estimate: Estimate) -> str:
    """`4.10 to 4.52`."""
    return NONE if estimate.interval is None else TO.join(f"{end:.2f}" for end in estimate.interval)


def difference(metric: Metric, value: float | None) -> str:
    """B minus A: percentage points of a share, claims an instance of what ships."""
    if value is None:
        return NONE
    return signed(value, 2) if metric == "shipped" else signed(100 * value, 1)


def difference_interval(metric: Metric, interval: Interval | None) -> str:
    """`+0.4 to +5.1`."""
    return NONE if interval is None else TO.join(difference(metric, end) for end in interval)


def level_of(metric: Metric, value: float | None) -> str:
    """A metric of one side."""
    return number(value) if metric == "shipped" else percentage(value)


def p_value(value: float | None) -> str:
    """A p-value with four decimals."""
    return NONE if value is None else probability(value)


def whole(value: int | None) -> str:
    """A count."""
    return NONE if value is None else f"{value:,}"
