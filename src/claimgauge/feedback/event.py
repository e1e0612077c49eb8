"""One piece of negative feedback on a claim, and the answers that were reviewed beside it."""

from typing import Annotated, Literal

import msgspec

Validation = Literal["reviewer", "source_check", "adjudication"]
MOST = 2**53
"""Answers that can have been reviewed: beyond this a float no longer counts one by one."""


class FeedbackEvent(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, rename="camel", forbid_unknown_fields=True
):
    """`severity` is q in [0, 1]; `validation` says who confirmed it, and None means nobody has: it does not count."""

    event_id: str
    claim_text: str
    severity: Annotated[float, msgspec.Meta(ge=0, le=1)]
    time: str
    validation: Validation | None = None
    resolved: bool = False


class Feedback(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, rename="camel", forbid_unknown_fields=True
):
    """`reviewed` is N_reviewed: how many answers of this system and use case were reviewed in the window."""

    reviewed: Annotated[int, msgspec.Meta(ge=0, le=MOST)]
    events: tuple[FeedbackEvent, ...] = ()
