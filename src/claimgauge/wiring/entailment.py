"""The entailment labeller that ships, or one with the user's own network, made ready once."""

from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from claimgauge.errors import InputError
from claimgauge.labellers.entailment import Combination, Combined, EntailmentLabeller
from claimgauge.models.onnx_classifier import OnnxClassifier
from claimgauge.wiring.quantities import load_quantity_tables

SHIPPED: Final = "minilm-l6"
"""The folder of the network that ships, under `data/entailment`."""
ENGLISH: Final = "en"
"""The network reads English: a comma groups digits, and a date of three numbers stays ambiguous."""


@lru_cache(maxsize=4)
def load_entailment(folder: Path | None = None) -> EntailmentLabeller:
    """The labeller of a folder with a network and a `combination.json`, or the one that ships.

    Raises InputError where something is missing or cannot be read.
    """
    place = Path(str(resources.files("claimgauge"))) / "data" / "entailment" / SHIPPED if folder is None else folder
    network, combination = OnnxClassifier(place), _combination(place / "combination.json")
    if combination.network != network.digest:
        raise InputError(f"is for another network than {network.name}; fit it again", source=str(place))
    return EntailmentLabeller(network, Combined(combination), load_quantity_tables(), locale=ENGLISH)


def _combination(path: Path) -> Combination:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(path)) from error
    try:
        return msgspec.json.decode(raw, type=Combination)
    except msgspec.DecodeError as error:
        raise InputError(f"is no combination: {error}", source=str(path)) from error
