"""Two dates, or two times of day: the same, the coarser period holding the finer one, or different."""

from claimgauge.quantities.match import Outcome
from claimgauge.quantities.mention import DatePoint, Quantity, TimeOfDay

_FIELDS = ("first_year", "year", "half", "quarter", "month", "day", "time")


def compared_dates(claimed: DatePoint, evidence: DatePoint) -> Outcome:
    """`equal`, `within` where the claimed period is coarser and holds the other, else why not."""
    if claimed.calendar != evidence.calendar:
        return "different_unit"
    if claimed.calendar == "fiscal" and (claimed.first_year is None) != (evidence.first_year is None):
        return _fiscal(claimed, evidence)
    if "decade" in (claimed.precision, evidence.precision):
        return _decade(claimed, evidence)
    known = _fields(evidence)
    said = {name: value for name in _FIELDS if (value := getattr(claimed, name)) is not None}
    if any(known[name] != value for name, value in said.items()):
        return "different"
    return "equal" if all(getattr(claimed, name) == getattr(evidence, name) for name in _FIELDS) else "within"


def _fields(point: DatePoint) -> dict[str, int | str | None]:
    """What is known of a date, with the quarter and half that follow from its month."""
    quarter, half = point.quarter, point.half
    if point.month is not None and point.calendar == "calendar":
        quarter = (point.month + 2) // 3
    if quarter is not None and half is None:
        half = (quarter + 1) // 2
    derived = {"half": half, "quarter": quarter}
    return {name: derived.get(name, getattr(point, name)) for name in _FIELDS}


def _decade(claimed: DatePoint, evidence: DatePoint) -> Outcome:
    """Of `the 20s` nobody knows the century."""
    if claimed.precision == evidence.precision and claimed.year is None and evidence.year is None:
        return "equal" if claimed.text == evidence.text else "ambiguous"
    if claimed.year is None or evidence.year is None or evidence.year // 10 != claimed.year // 10:
        return "different"
    if claimed.precision != "decade":
        return "different"
    return "equal" if evidence.precision == "decade" else "within"


def _fiscal(claimed: DatePoint, evidence: DatePoint) -> Outcome:
    """`FY2025` is called after its first or its last calendar year, and nobody knows which."""
    one, two = (claimed, evidence) if claimed.first_year is None else (evidence, claimed)
    return "ambiguous" if one.year in (two.first_year, two.year) else "different"


def compared_with_number(point: DatePoint, number: Quantity) -> Outcome:
    """A year against a bare number of four digits: `equal` where they are the same number."""
    bare = number.dimension == "count" and not number.unit and "grouping" not in number.normalisations
    if point.precision != "year" or point.first_year is not None or not bare or number.digits != 0:
        return "different_unit"
    return "equal" if point.year == number.value and number.bound == "none" else "different_unit"


def compared_times(claimed: TimeOfDay, evidence: TimeOfDay) -> Outcome:
    """`equal`, or `within` where the claimed time leaves the seconds out."""
    if (claimed.hour, claimed.minute) != (evidence.hour, evidence.minute):
        return "different"
    if claimed.second == evidence.second:
        return "equal"
    return "within" if claimed.second is None else "different"


def order_of(point: DatePoint) -> tuple[int, int, int]:
    """The first day of a date, for comparing dates that have a year."""
    month = point.month or (3 * point.quarter - 2 if point.quarter else 6 * point.half - 5 if point.half else 1)
    return point.year or 0, month, point.day or 1


def end_of(point: DatePoint) -> tuple[int, int, int]:
    """A day at or after the last one of a date, for the same use."""
    month = point.month or (3 * point.quarter if point.quarter else 6 * point.half if point.half else 12)
    year = (point.year or 0) + (9 if point.precision == "decade" else 0)
    return year, month, point.day or 31
