"""Which of two narrations a language model finds more useful; no measure of faithfulness."""

from claimgauge_bench.judge.asking import PairReply, UsefulnessJudge, shipped_prompt
from claimgauge_bench.judge.judging import MOST_FAILED, replies_on
from claimgauge_bench.judge.pairs import Pairs, TextPair, Which, pairs_of
from claimgauge_bench.judge.preference import CAPTION, Cluster, Judged, JudgeDraws, Share, judged
from claimgauge_bench.judge.text import judged_text

__all__ = [
    "CAPTION",
    "MOST_FAILED",
    "Cluster",
    "JudgeDraws",
    "Judged",
    "PairReply",
    "Pairs",
    "Share",
    "TextPair",
    "UsefulnessJudge",
    "Which",
    "judged",
    "judged_text",
    "pairs_of",
    "replies_on",
    "shipped_prompt",
]
