"""The protocol of an entailment model: one premise and one hypothesis in, three logits out."""

from typing import NamedTuple, Protocol


class Logits(NamedTuple):
    """What a network says of one pair, before any calibration."""

    supported: float
    unsupported: float
    contradicted: float


class EntailmentModel(Protocol):
    """Reads one pair at a time, so that no pair changes another's numbers (law 3)."""

    @property
    def name(self) -> str:
        """The model with its version, as judgements carry it."""
        ...

    def logits(self, premise: str, hypothesis: str) -> Logits:
        """What the model says of one pair."""
        ...
