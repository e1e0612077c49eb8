"""Two labellers, or two sources, that contradict each other.

SUPPORTED against CONTRADICTED is a conflict: the severer label scores, the claim is marked, and the
answer goes to review (reading 5). Nothing is merged and no majority is taken.
"""

from collections.abc import Iterable

from claimgauge.labels.judgement import Judgement


def is_conflict(judgements: Iterable[Judgement]) -> bool:
    """Whether some judgement supports the claim and another contradicts it."""
    labels = {judgement.label for judgement in judgements}
    return {"SUPPORTED", "CONTRADICTED"} <= labels
