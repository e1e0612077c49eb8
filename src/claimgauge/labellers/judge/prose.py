"""A judge in the place of the entailment labeller: the passages that bear on a claim, one question for each claim."""

import asyncio
from collections.abc import Sequence

from claimgauge.evidence import EvidenceNode, shown_to
from claimgauge.labellers.judge.labeller import Judge
from claimgauge.labels import Judgement, LabellerFailure


class JudgeOfProse:
    """Asks a judge about each claim with the passages that share enough with it; a failure is UNKNOWN."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.name = judge.labeller

    def label(self, claim: str, nodes: Sequence[EvidenceNode], *, absence: bool = False) -> tuple[Judgement, ...]:
        """What the model says of one claim. Raises RuntimeError within a running event loop.

        `absence`: the claim says that a source lacks something, which the passages that are shown cannot show.
        """
        shown = frozenset(name for each in shown_to(claim, nodes) for name in each.evidence_ids)
        passages = [node for node in nodes if node.evidence_id in shown]
        if nodes and not passages:
            return (Judgement(label="UNSUPPORTED", labeller=self.name, reason="nothing_shared"),)
        said = asyncio.run(self._judge.judge(claim, passages))
        if isinstance(said, LabellerFailure):
            return (Judgement(label="UNKNOWN", labeller=self.name, reason=said.reason),)
        if absence and said.label == "SUPPORTED":
            return (Judgement(label="UNKNOWN", labeller=self.name, reason="absence_not_shown"),)
        return (said,)
