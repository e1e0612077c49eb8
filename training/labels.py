"""The two label schemes of the training data → the three classes of the network, as a soft target.

NLI writes entailment, neutral, contradiction; grounding writes supported, partial, unsupported, contradicted.
"""

from typing import Final, Literal

Class = Literal["supported", "unsupported", "contradicted"]
CLASSES: Final[tuple[Class, ...]] = ("supported", "unsupported", "contradicted")
"""In the order of the network's outputs."""

_TARGETS: Final[dict[str, tuple[float, float, float]]] = {
    "entailment": (1.0, 0.0, 0.0),
    "supported": (1.0, 0.0, 0.0),
    "partial": (0.4, 0.6, 0.0),
    "neutral": (0.0, 1.0, 0.0),
    "unsupported": (0.0, 1.0, 0.0),
    "contradiction": (0.0, 0.0, 1.0),
    "contradicted": (0.0, 0.0, 1.0),
}


def target(label: str) -> tuple[float, float, float]:
    """What the three outputs should be for a label as written; a partial one lies between, nearer to unsupported.

    A word that no scheme has raises ``ValueError``.
    """
    try:
        return _TARGETS[label]
    except KeyError:
        raise ValueError(f"unknown label {label!r}; known are {', '.join(sorted(_TARGETS))}") from None


def merged(label: str) -> Class:
    """The likeliest class of a label as written: partial counts as unsupported."""
    shares = target(label)
    return CLASSES[shares.index(max(shares))]
