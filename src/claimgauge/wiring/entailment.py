"""The entailment labeller that ships, or one with the user's own network, made ready once."""

from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from claimgauge.claims.proposals import ModelClaimExtractor
from claimgauge.errors import InputError
from claimgauge.labellers.entailment import Combination, Combined, EntailmentLabeller
from claimgauge.labellers.judge import Judge, JudgeOfProse
from claimgauge.language import LanguageModel
from claimgauge.models import Endpoint
from claimgauge.models.onnx_classifier import OnnxClassifier
from claimgauge.readers import read_document
from claimgauge.wiring.models import open_model
from claimgauge.wiring.prompts import load_prompt
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
    network, combination = OnnxClassifier(place), _combination(place / "combination.json")
    if combination.network != network.digest:
        raise InputError(f"is for another network than {network.name}; fit it again", source=str(place))
    return EntailmentLabeller(network, Combined(combination), load_quantity_tables(), locale=ENGLISH)


@lru_cache(maxsize=4)
def prose_reader(folder: Path | None = None, judge: Path | None = None) -> ProseReader:
    """What finds the claims of an answer in prose and judges them by passages; made once for the same arguments.

    `judge` is a TOML file with the settings of an endpoint: a language model judges then, and nothing else does.
    Raises InputError for both a folder and a judge, and as `load_entailment` and `load_judge` do.
    """
    if folder is not None and judge is not None:
        raise InputError("is given beside a network of your own; give one of the two", source="judge")
    return ProseReader(load_prose_tables(), load_entailment(folder) if judge is None else load_judge(judge))


def load_judge(path: Path) -> JudgeOfProse:
    """A language model behind an endpoint, as a judge of claims in prose; nothing is contacted before it is asked.

    Raises InputError where the file cannot be read, DocumentError for its problems, and ModelError as
    `open_model` does.
    """
    return JudgeOfProse(Judge(_model(path), load_prompt("judge")))


def load_extractor(path: Path) -> ModelClaimExtractor:
    """The same, as a finder of claims in answers."""
    return ModelClaimExtractor(_model(path), load_prompt("extract-claims"))


def _model(path: Path) -> LanguageModel:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(path)) from error
    return open_model(read_document(raw, Endpoint, source=str(path)))


def _combination(path: Path) -> Combination:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(path)) from error
    try:
        return msgspec.json.decode(raw, type=Combination)
    except msgspec.DecodeError as error:
        raise InputError(f"is no combination: {error}", source=str(path)) from error
