"""Who says what of a claim."""

from claimgauge.labellers.blank import blank_nodes
from claimgauge.labellers.declared import declared_judgements
from claimgauge.labellers.feedback import feedback_judgement
from claimgauge.labellers.gates import gate_judgements
from claimgauge.labellers.unread import unread_claim

__all__ = ["blank_nodes", "declared_judgements", "feedback_judgement", "gate_judgements", "unread_claim"]
