"""From the mentions of a sentence to the one judgement on it: the severest counts, and nothing unknown is good."""

from collections.abc import Sequence
from typing import Final

from claimgauge.labellers.records.verdict import CheckedMention, MentionVerdict
from claimgauge.labels import Judgement, Label

LABELLER: Final = "records/1"
_LABELS: Final[tuple[tuple[MentionVerdict, Label], ...]] = (
    ("contradicted", "CONTRADICTED"),
    ("unsupported", "UNSUPPORTED"),
    ("needs_computation", "UNKNOWN"),
    ("unknown", "UNKNOWN"),
)


def sentence_judgement(mentions: Sequence[CheckedMention]) -> Judgement:
    """SUPPORTED only where a number or a date was checked, everything is explained and an entity is named."""
    evidence = tuple(sorted({name for mention in mentions for name in mention.evidence}))
    for verdict, label in _LABELS:
        if found := next((each for each in mentions if each.verdict == verdict), None):
            own = tuple(sorted({name for each in mentions if each.verdict == verdict for name in each.evidence}))
            return Judgement(label=label, evidence=own, labeller=LABELLER, reason=found.reason)
    checked = [each for each in mentions if each.kind == "number" or each.reason == "date_in_records"]
    if not checked or not evidence or not any(each.kind == "name" and each.evidence for each in mentions):
        return Judgement(label="UNKNOWN", evidence=evidence, labeller=LABELLER, reason="nothing_to_check")
    return Judgement(label="SUPPORTED", evidence=evidence, labeller=LABELLER, reason="explained")
