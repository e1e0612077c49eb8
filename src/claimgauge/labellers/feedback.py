"""Validated feedback as a labeller: a claim that people have found wrong before carries the label.

The label triggers its floor and is shown; it does not enter s_H a second time (reading 10).
"""

from claimgauge.feedback import Recurrence
from claimgauge.labels import Judgement

LABELLER = "feedback/1"


def feedback_judgement(recurrence: Recurrence) -> Judgement:
    """The judgement on a claim with validated events; `evidence` names the events."""
    kinds = [name for name in ("repeated", "unresolved") if getattr(recurrence, name)]
    return Judgement(
        label="VALIDATED_NEGATIVE_FEEDBACK",
        evidence=recurrence.event_ids,
        labeller=LABELLER,
        reason=" and ".join(kinds) or "resolved",
    )
