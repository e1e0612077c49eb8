"""A pair of texts → the numbers that the network reads, with the tokenizer that the weights came with."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

LONGEST: Final = 128
"""Tokens of a pair, the three marks included; what is over is cut off the longer text."""

Ids = NDArray[np.int64]


class Encoded(NamedTuple):
    """Token numbers of one pair and which text each belongs to (0 premise, 1 hypothesis); shape [tokens] both."""

    ids: Ids
    types: Ids


def tokenizer(weights: Path) -> Tokenizer:
    """The tokenizer of a folder of weights, cutting at ``LONGEST`` and never padding."""
    found = Tokenizer.from_file(str(weights / "tokenizer.json"))
    found.no_padding()
    found.enable_truncation(max_length=LONGEST, strategy="longest_first")
    return found


def encoded(reader: Tokenizer, premise: str, hypothesis: str) -> Encoded:
    """One pair, as long as it is."""
    found = reader.encode(premise, hypothesis)
    return Encoded(np.array(found.ids, dtype=np.int64), np.array(found.type_ids, dtype=np.int64))


def padded(rows: Sequence[Encoded]) -> tuple[Ids, Ids, Ids]:
    """Numbers, mask and types of a batch, each of shape [pairs, tokens of the longest]; the mask is 0 in padding."""
    longest = max(len(row.ids) for row in rows)
    ids, mask, types = (np.zeros((len(rows), longest), dtype=np.int64) for _ in range(3))
    for place, row in enumerate(rows):
        ids[place, : len(row.ids)] = row.ids
        mask[place, : len(row.ids)] = 1
        types[place, : len(row.ids)] = row.types
    return ids, mask, types


def marks(weights: Path) -> str:
    """The tokenizer's own description in one canonical line, for the manifest."""
    return json.dumps(json.loads((weights / "tokenizer.json").read_bytes()), sort_keys=True)
