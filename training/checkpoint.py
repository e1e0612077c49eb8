"""Where a run stands, on disk: written whole or not at all."""

import os
from pathlib import Path
from typing import Any, NamedTuple

import torch


class Checkpoint(NamedTuple):
    """The network, the optimiser and torch's generator before the batch ``step``, after so many seconds of work.

    ``plan`` is the digest of what was to be done: pairs, order and settings. Another plan is another run.
    ``spans`` are the batches learnt, each the first and the one after the last; without any, all before ``step``.
    """

    plan: str
    step: int
    seconds: float
    network: dict[str, Any]
    optimiser: dict[str, Any]
    generator: torch.Tensor
    spans: tuple[tuple[int, int], ...] = ()


def save(path: Path, checkpoint: Checkpoint) -> None:
    """Replace the checkpoint in one move, so that a stop in between leaves the former."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".draft")
    torch.save(checkpoint._asdict(), draft)
    os.replace(draft, path)  # noqa: PTH105


def load(path: Path, plan: str) -> Checkpoint | None:
    """The checkpoint of this plan, or None where there is none. One of another plan raises ``ValueError``."""
    if not path.exists():
        return None
    found = Checkpoint(**torch.load(path, weights_only=True))
    if found.plan != plan:
        raise ValueError(f"{str(path)!r} belongs to another plan; move it away to start anew")
    return found
