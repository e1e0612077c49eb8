"""What an item needs next: the documented rule by which disagreement is taken further.

1. Fewer than two ratings: another rater (`second`).
2. Two raters who differ: a third (`third`).
3. More than half of its ratings are one label: that label stands (`settled`).
4. Three ratings or more and no such label: an adjudicator decides (`adjudicate`), and says why.
5. What an adjudicator decided stands (`adjudicated`), whatever the ratings are.

Source: doi:10.5281/zenodo.21313179: at least two independent annotators, majority vote, adjudication by an expert
or a documented escalation. Which of them comes when is ours.
"""

from typing import Literal

from claimgauge.review.majority import Consensus

Step = Literal["second", "third", "settled", "adjudicate", "adjudicated"]


def next_step(consensus: Consensus, ratings: int, *, adjudicated: bool = False) -> Step:
    """The step of an item with so many ratings and this majority."""
    if adjudicated:
        return "adjudicated"
    if ratings < 2:
        return "second"
    if consensus.label is not None:
        return "settled"
    return "third" if ratings == 2 else "adjudicate"
