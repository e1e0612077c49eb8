"""Claims that could not be read are claims all the same: they stay in the count, as UNKNOWN."""

from claimgauge.errors import Problem
from claimgauge.labels import LabellerFailure

LABELLER = "reader/1"


def unread_claim(problem: Problem) -> LabellerFailure:
    """The named failure of a claim that was left out."""
    return LabellerFailure(labeller=LABELLER, reason=problem.code, message=problem.message)
