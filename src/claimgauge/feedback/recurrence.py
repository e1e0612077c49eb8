"""Which claims validated feedback keeps coming back to, and which of it nobody has resolved.

Reading 7: repeated is the same claim fingerprint in two or more validated events of the window;
unresolved is validated and not marked resolved.
"""

from collections.abc import Iterable

import msgspec

from claimgauge.claims import fingerprint
from claimgauge.feedback.event import FeedbackEvent


class Recurrence(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The validated events about one claim."""

    event_ids: tuple[str, ...]
    repeated: bool
    unresolved: bool


def recurrences(counted: Iterable[FeedbackEvent]) -> dict[str, Recurrence]:
    """Claim fingerprint → its events, of those that count (`FeedbackScore.counted`)."""
    by_claim: dict[str, list[FeedbackEvent]] = {}
    for event in counted:
        by_claim.setdefault(fingerprint(event.claim_text), []).append(event)
    return {
        mark: Recurrence(
            event_ids=tuple(sorted(event.event_id for event in events)),
            repeated=len(events) > 1,
            unresolved=any(not event.resolved for event in events),
        )
        for mark, events in by_claim.items()
    }
