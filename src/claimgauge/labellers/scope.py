"""What is outside the approved use: a request, or a source whose scope does not cover it."""

from collections.abc import Collection, Iterable
from typing import Final

from claimgauge.labels import Judgement

LABELLER: Final = "scope/1"


def request_out_of_scope() -> Judgement:
    """The judgement on every claim of an answer to a request that is out of scope (reading 11)."""
    return Judgement(label="OUT_OF_SCOPE", labeller=LABELLER, reason="request")


def out_of_scope(outside: Collection[str], supported_by: Iterable[str]) -> Judgement:
    """The judgement on a claim that is supported only with evidence that does not apply to the request."""
    leaned_on = tuple(name for name in dict.fromkeys(supported_by) if name in outside)
    return Judgement(label="OUT_OF_SCOPE", evidence=leaned_on, labeller=LABELLER, reason="source_does_not_apply")
