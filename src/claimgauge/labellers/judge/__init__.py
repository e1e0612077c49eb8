"""A language model as a labeller: it says a label with quotes, and the quotes are looked up."""

from claimgauge.labellers.judge.judging import judge_all
from claimgauge.labellers.judge.labeller import LABELLER, PLACES, Judge
from claimgauge.labellers.judge.prose import JudgeOfProse
from claimgauge.labellers.judge.quotes import stands_in
from claimgauge.labellers.judge.verdict import JUDGE_LABELS, JudgeFailureReason, JudgeLabel

__all__ = [
    "JUDGE_LABELS",
    "LABELLER",
    "PLACES",
    "Judge",
    "JudgeFailureReason",
    "JudgeLabel",
    "JudgeOfProse",
    "judge_all",
    "stands_in",
]
