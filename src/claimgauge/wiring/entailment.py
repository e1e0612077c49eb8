"""The entailment labeller that ships, or one with the user's own network, made ready once."""

from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from claimgauge.errors import InputError
from claimgauge.labellers.entailment import Combination, Combined, EntailmentLabeller
from claimgauge.models.onnx_classifier import OnnxClassifier
from claimgauge.wiring.prose import load_prose_tables
from claimgauge.wiring.quantities import load_quantity_tables
from claimgauge.workflow import ProseReader

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
    combination = _combination(place / "combination.json")
    return EntailmentLabeller(OnnxClassifier(place), Combined(combination), load_quantity_tables(), locale=ENGLISH)


@lru_cache(maxsize=4)
def prose_reader(folder: Path | None = None) -> ProseReader:
    """What finds the claims of an answer in prose and judges them by passages; made once for each folder."""
    return ProseReader(load_prose_tables(), load_entailment(folder))


def _combination(path: Path) -> Combination:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(path)) from error
    try:
        return msgspec.json.decode(raw, type=Combination)
    except msgspec.DecodeError as error:
        raise InputError(f"is no combination: {error}", source=str(path)) from error
