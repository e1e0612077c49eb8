"""Free sentences against records."""

from claimgauge.labellers.records.judging import LABELLER
from claimgauge.labellers.records.labeller import RecordsLabeller
from claimgauge.labellers.records.verdict import (
    CheckedMention,
    MentionKind,
    MentionVerdict,
    Reason,
    RecordJudgement,
    SentenceJudgement,
)

__all__ = [
    "LABELLER",
    "CheckedMention",
    "MentionKind",
    "MentionVerdict",
    "Reason",
    "RecordJudgement",
    "RecordsLabeller",
    "SentenceJudgement",
]
