"""How long to wait before the next try: full jitter, and at least as long as the endpoint asks for.

Source of the jitter: "Exponential Backoff and Jitter" (AWS Architecture Blog, 2015), variant full.
"""

import email.utils
import re
from collections.abc import Callable, Mapping

_SECONDS = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")


def wait_before(tried: int, asked: float, *, first: float, longest: float, random: Callable[[], float]) -> float:
    """Seconds to wait after `tried` tries, where the endpoint asked for `asked` (0: for nothing).

    `random` gives numbers in [0, 1). A wait that was asked for is not cut short.
    """
    spread = min(longest, first * 2 ** min(tried - 1, 32))
    return asked + random() * (first if asked else spread)


def asked_wait(headers: Mapping[str, str]) -> float:
    """What `Retry-After` asks for, in seconds; 0 where it is absent or cannot be read.

    A date is taken relative to the `Date` of the same response, so that no clock is read.
    """
    written = headers.get("retry-after", "").strip()
    if _SECONDS.fullmatch(written):
        return float(written)
    try:
        until = email.utils.parsedate_to_datetime(written)
        since = email.utils.parsedate_to_datetime(headers.get("date", ""))
        return max(0.0, (until - since).total_seconds())
    except (TypeError, ValueError):
        return 0.0
