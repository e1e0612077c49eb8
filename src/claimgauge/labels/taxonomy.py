"""The labels of a claim and the dimensions of risk: both are closed sets.

Source: Hallucination Risk Index (doi:10.5281/zenodo.21313179), Tables II and III. UNKNOWN is ours:
a claim that could not be labelled is not an unlabelled claim.
"""

from typing import Final, Literal, get_args

Label = Literal[
    "SUPPORTED",
    "PARTIAL",
    "UNSUPPORTED",
    "CONTRADICTED",
    "OUTDATED",
    "OUT_OF_SCOPE",
    "ACCESS_GAP",
    "VALIDATED_NEGATIVE_FEEDBACK",
    "UNKNOWN",
]
LABELS: Final[tuple[Label, ...]] = get_args(Label)

Dimension = Literal["F", "C", "U", "O", "S", "P", "H"]
DIMENSIONS: Final[tuple[Dimension, ...]] = get_args(Dimension)

DIMENSION_NAMES: Final[dict[Dimension, str]] = {
    "F": "factual inconsistency",
    "C": "context deviation",
    "U": "unsupportedness",
    "O": "obsolescence",
    "S": "scope mismatch",
    "P": "permission gap",
    "H": "validated human feedback",
}
