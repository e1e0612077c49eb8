"""Points in time: RFC 3339 with an offset, or a bare date, which is taken at the start of that day."""

import datetime as dt

from claimgauge.errors import InputError


def parse_time(text: str, *, place: str = "time", zone: dt.tzinfo = dt.UTC) -> dt.datetime:
    """An aware time; `zone` is that of a bare date. Raises InputError for no time, or a time without an offset."""
    try:
        if len(text) == len("2026-01-31"):
            return dt.datetime.combine(dt.date.fromisoformat(text), dt.time(), tzinfo=zone)
        time = dt.datetime.fromisoformat(text)
    except ValueError as error:
        message = f"expected a time such as 2026-03-01T09:00:00+01:00, got {text[:40]!r}"
        raise InputError(message, place=place) from error
    if time.tzinfo is None:
        raise InputError(f"{text[:40]!r} has no offset; add one, such as Z or +01:00", place=place)
    return time
