"""Times on the clock: `08:00`, `8:30 pm`, `5 p.m.`; `3:1` is none."""

import re

from claimgauge.quantities.mention import TimeOfDay
from claimgauge.quantities.scan import Found, Scan

_TIME = re.compile(
    r"([0-9]{1,2}):([0-5][0-9])(?::([0-5][0-9]))?(?:[ \u00a0]?([ap])\.?m(?:\.|(?!\w)))?(?![\w]|[:.,][0-9])",
    re.IGNORECASE,
)
_HOUR = re.compile(r"([0-9]{1,2})[ \u00a0]?([ap])\.?m(?:\.(?!\w)|(?![\w.]))", re.IGNORECASE)


def time_at(scan: Scan, start: int) -> Found | None:
    """The time of day that the digits at `start` begin."""
    if found := _TIME.match(scan.text, start):
        return _time(scan, start, found.end(), found[1], found[2], found[3], found[4])
    if found := _HOUR.match(scan.text, start):
        return _time(scan, start, found.end(), found[1], "0", None, found[2])
    return None


def _time(scan: Scan, start: int, end: int, *parts: str | None) -> Found | None:
    hour, minute, second, half = parts
    number = int(hour or "0")
    if half:
        if not 1 <= number <= 12:
            return None
        number = number % 12 + (12 if half.lower() == "p" else 0)
    if number > 24:
        return None
    point = TimeOfDay(
        start=start,
        end=end,
        text=scan.text[start:end],
        hour=number,
        minute=int(minute or "0"),
        second=None if second is None else int(second),
    )
    return Found((point,), end)
