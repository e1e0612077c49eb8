"""A sequence classifier exported to ONNX, as an entailment model: `onnxruntime` and `tokenizers`, no torch.

A folder holds the network (one file that ends in `.onnx`), `tokenizer.json` and `card.json`. One pair
is read at a time and without padding: a network whose weights are in eight bits scales by all that is
read together, so that a pair's neighbours would move its logits (law 3).
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from claimgauge.errors import InputError, PresetError
from claimgauge.labellers.entailment import Logits

CLASSES: Final = ("supported", "unsupported", "contradicted")
_EXTRA: Final = "the entailment labeller needs the extra `prose`; install claimgauge with it"


class Card(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What has to be known to read with a network; other keys of the file tell where it comes from."""

    schema: str
    classes: tuple[str, ...]
    max_tokens: int
    files: dict[str, str]


class OnnxClassifier:
    """One network with its tokenizer; thread-safe, since a session may be run from many threads."""

    def __init__(self, folder: Path) -> None:
        """Raises InputError where a file is missing, differs from its digest or cannot be read."""
        runtime, tokenizers = _libraries()
        card = _card(folder)
        network, reader = (_checked(folder, name, card.files) for name in _names(folder, card))
        options = runtime.SessionOptions()
        options.intra_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = runtime.InferenceSession(str(network), options, providers=["CPUExecutionProvider"])
            self._tokenizer = tokenizers.Tokenizer.from_file(str(reader))
        except Exception as error:  # each library raises its own kinds, down to plain Exception
            raise InputError(f"cannot be read as a network with its tokenizer: {error}", source=str(folder)) from error
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(max_length=card.max_tokens, strategy="longest_first")
        self._inputs = {each.name for each in self._session.get_inputs()}
        self._places = tuple(card.classes.index(name) for name in CLASSES)
        self.digest = card.files[network.name]
        self.name = f"{folder.name}@{self.digest[:12]}"

    def logits(self, premise: str, hypothesis: str) -> Logits:
        """The network's three logits of one pair."""
        import numpy as np  # noqa: PLC0415  # only here, so that what needs no network loads no numpy

        read = self._tokenizer.encode(premise, hypothesis)
        columns = {"input_ids": read.ids, "attention_mask": read.attention_mask, "token_type_ids": read.type_ids}
        given = {name: np.array([column], dtype=np.int64) for name, column in columns.items() if name in self._inputs}
        (row,) = self._session.run(None, given)[0].tolist()
        return Logits(*(float(row[place]) for place in self._places))


def _libraries() -> tuple[Any, Any]:
    try:
        import onnxruntime  # type: ignore[import-untyped]  # noqa: PLC0415  # an extra
        import tokenizers  # noqa: PLC0415
    except ImportError as error:
        raise PresetError(_EXTRA) from error
    return onnxruntime, tokenizers


def _card(folder: Path) -> Card:
    try:
        card = msgspec.json.decode((folder / "card.json").read_bytes(), type=Card)
    except OSError as error:
        message = f"cannot be read: {error.strerror}; name a folder with a network, its tokenizer.json and card.json"
        raise InputError(message, source=str(folder / "card.json")) from error
    except msgspec.DecodeError as error:
        raise InputError(f"is no card of a network: {error}", source=str(folder / "card.json")) from error
    if sorted(card.classes) != sorted(CLASSES):
        raise InputError(f"has the classes {card.classes}; expected {CLASSES}", source=str(folder / "card.json"))
    return card


def _names(folder: Path, card: Card) -> tuple[str, str]:
    networks = sorted(name for name in card.files if name.endswith(".onnx"))
    if len(networks) != 1 or "tokenizer.json" not in card.files:
        raise InputError("names no network or no tokenizer.json among its files", source=str(folder / "card.json"))
    return networks[0], "tokenizer.json"


def _checked(folder: Path, name: str, digests: Mapping[str, str]) -> Path:
    """The path of a file whose content is what the card says."""
    path = folder / name
    try:
        found = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(path)) from error
    if found != digests[name]:
        raise InputError("is not the file that its card names; restore it", source=str(path))
    return path
