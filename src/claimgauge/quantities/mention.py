"""What a text may hold in the way of numbers: one kind of value for each way to read it.

    Mention = Quantity | Portion | DatePoint | TimeOfDay | Range | Ambiguous | NotAQuantity

Spans are half-open, in Unicode code points of the text as given, and `text` is what stands there.
"""

from decimal import Decimal
from typing import Literal

import msgspec

from claimgauge.quantities.tables import Bound

Normalisation = Literal[
    "full-width digits",
    "compatibility forms",
    "zero-width characters",
    "true minus sign",
    "dash as minus",
    "minus in words",
    "accounting parentheses",
    "grouping",
    "decimal comma",
    "exponent",
    "magnitude",
    "number word",
    "fraction",
    "two-digit year",
    "leading point",
    "unit of the field",
    "scale of the table",
]
"""What was done to the text as written to come to the value."""

Reason = Literal[
    "version",
    "phone",
    "idiom",
    "label",
    "name",
    "identifier",
    "address",
    "citation",
    "list_marker",
    "enclosed",
    "vague",
    "other_script_digits",
    "malformed_grouping",
    "malformed_date",
    "too_long",
]
"""Why something with digits, or a number word, is no quantity; the last four are refusals to guess."""

Doubt = Literal["separator", "space", "unit", "magnitude", "date", "superscript", "parentheses"]
"""What can be read in more than one way."""

Precision = Literal["decade", "year", "half", "quarter", "month", "day"]
Calendar = Literal["calendar", "fiscal"]


class Placed(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag_field="kind"):
    """Where something stands, as written, and what was normalised to read it."""

    start: int
    end: int
    text: str
    normalisations: tuple[Normalisation, ...] = ()


class Quantity(Placed, frozen=True, kw_only=True, tag="quantity"):
    """An exact number, with its unit where one is given.

    `dimension` is `count` (no unit), `money` (`unit` is the ISO 4217 code), `ratio`, `ordinal`, or
    a dimension of the tables. `digits` is the exponent of ten of the last digit shown, after
    scaling: 1.5 million has 5. `sign` is the sign that was written. Of two quantities of one
    dimension (value + offset) · factor can be compared.
    """

    value: Decimal
    unit: str = ""
    dimension: str = "count"
    digits: int = 0
    sign: Literal["", "+", "-"] = ""
    bound: Bound = "none"
    factor: str = "1"
    offset: str = "0"


class Portion(Placed, frozen=True, kw_only=True, tag="portion"):
    """A common fraction such as `2/3`, `two thirds`, `⅓`; it need not have an end in decimals."""

    numerator: int
    denominator: int
    bound: Bound = "none"


class DatePoint(Placed, frozen=True, kw_only=True, tag="date"):
    """A day, month, quarter, half, year or decade; what is not said is None.

    Of a fiscal year over two calendar years, such as FY 2024/25, `year` is the second and
    `first_year` the first. `time` is the time as written behind an ISO date.
    """

    precision: Precision
    calendar: Calendar = "calendar"
    year: int | None = None
    first_year: int | None = None
    half: int | None = None
    quarter: int | None = None
    month: int | None = None
    day: int | None = None
    time: str | None = None


class TimeOfDay(Placed, frozen=True, kw_only=True, tag="time"):
    """A time on the clock, in 24 hours."""

    hour: int
    minute: int
    second: int | None = None


class Ambiguous(Placed, frozen=True, kw_only=True, tag="ambiguous"):
    """More than one reading, and nothing in the text or the locale that decides."""

    doubt: Doubt
    readings: tuple[Quantity | DatePoint | Portion, ...]


class NotAQuantity(Placed, frozen=True, kw_only=True, tag="none"):
    """Digits or a number word that measure nothing, or that are not read, and why."""

    reason: Reason


class Range(Placed, frozen=True, kw_only=True, tag="range"):
    """From `low` to `high`, both within; `form` is how it is written."""

    low: Quantity | DatePoint
    high: Quantity | DatePoint
    form: Literal["between", "from_to", "dash"]


Mention = Quantity | Portion | DatePoint | TimeOfDay | Range | Ambiguous | NotAQuantity
Value = Quantity | Portion | DatePoint | TimeOfDay | Range | Ambiguous
