"""Which rows the network learns from: never the held-out ones, and never those kept for the model stacked on it."""

import hashlib
from typing import Final, Literal

Part = Literal["train", "stack", "heldout"]
STACK: Final = 15
"""Of a hundred groups of train rows, so many are kept for the stacked model."""


def part(split: str, premise: str) -> Part:
    """Where a row goes, by its own split (train or heldout) and the digest of its premise.

    The same premise, but for space and capitals, always goes to the same side, in whichever source it stands.
    A split that is neither train nor heldout raises ``ValueError``.
    """
    if split == "heldout":
        return "heldout"
    if split != "train":
        raise ValueError(f"unknown split {split!r}; known are train and heldout")
    return "stack" if _bucket(premise) < STACK else "train"


def _bucket(premise: str) -> int:
    """0 to 99."""
    group = " ".join(premise.casefold().split())
    return int(hashlib.sha256(group.encode()).hexdigest()[:8], 16) % 100
