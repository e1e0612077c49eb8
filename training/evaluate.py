"""The exported INT8 network on the pairs it never learnt from, one pair at a time and without padding.

python -m training.evaluate [--out build/train]

Writes ``stack.npz`` and ``heldout.npz`` (``id``, ``source``, ``label`` as written, ``truth`` 0 to 2 in the order of the
card, ``logits`` [pairs, 3]) and ``evaluation.json``, and prints a line for each source. Scores on held-out SNLI say
little of other texts: the network has learnt from its sister rows.
"""

import argparse
import hashlib
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import onnxruntime  # type: ignore[import-untyped]
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer

from training import data, encoding
from training.data import Pair
from training.encoding import Encoded
from training.export import EXACT, INPUTS, SMALL, trained
from training.labels import CLASSES, merged
from training.manifest import write
from training.measures import balanced, balanced_support, counts, separation

SAMPLED = {"snli_dev_test": 1000}
"""Held-out rows of a source that are looked at, where not all are."""
COMPARED = 20
"""Every so many-th held-out pair is run through the other two forms of the network too."""


class Judged(NamedTuple):
    """Pairs with their logits, shape [pairs, 3]."""

    pairs: list[Pair]
    rows: list[Encoded]
    logits: NDArray[np.float32]


def session(path: Path) -> onnxruntime.InferenceSession:
    """One thread, which waits instead of spinning."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def logits(network: onnxruntime.InferenceSession, row: Encoded) -> NDArray[np.float32]:
    """Shape [3]."""
    ids, mask, types = encoding.padded([row])
    answers: Sequence[Any] = network.run(None, dict(zip(INPUTS, (ids, mask, types), strict=True)))
    return np.asarray(answers[0][0], dtype=np.float32)


def judge(network: onnxruntime.InferenceSession, reader: Tokenizer, pairs: list[Pair]) -> Judged:
    """Every pair by itself, in the order given."""
    rows = [encoding.encoded(reader, pair.premise, pair.hypothesis) for pair in pairs]
    return Judged(pairs, rows, np.stack([logits(network, row) for row in rows]))


def kept(pairs: Sequence[Pair], part: str) -> list[Pair]:
    """The pairs of a part, a source of ``SAMPLED`` cut to so many, chosen by the digest of their ids."""
    found: dict[str, list[Pair]] = {}
    for pair in pairs:
        if pair.part == part:
            found.setdefault(pair.source, []).append(pair)
    if part == "heldout":
        for source, most in SAMPLED.items():
            found[source] = sorted(found.get(source, []), key=_digest)[:most]
    return [pair for source in sorted(found) for pair in found[source]]


def table(judged: Judged) -> dict[str, dict[str, Any]]:
    """Counts and scores by source, and over all as ``all``."""
    sources = np.array([pair.source for pair in judged.pairs])
    classes = _classes(judged)
    chosen = {name: sources == name for name in sorted(set(sources.tolist()))} | {"all": sources != ""}
    return {
        name: {
            "pairs": int(mask.sum()),
            **counts(classes[mask]),
            "auroc_supported": separation(judged.logits[mask], classes[mask]),
            "balanced_accuracy": balanced(judged.logits[mask], classes[mask]),
            "balanced_accuracy_supported": balanced_support(judged.logits[mask], classes[mask]),
        }
        for name, mask in chosen.items()
    }


def agreement(judged: Judged, out: Path) -> dict[str, Any]:
    """How far torch, the exact export and the INT8 network are apart, on every ``COMPARED``-th pair."""
    network, exact = trained(out), session(out / EXACT)
    rows, small = judged.rows[::COMPARED], judged.logits[::COMPARED]
    with torch.no_grad():
        first = np.stack([network(*map(torch.from_numpy, encoding.padded([row])))[0].numpy() for row in rows])
    second = np.stack([logits(exact, row) for row in rows])
    return {
        "pairs": len(rows),
        "torch_to_exact_largest": float(np.abs(first - second).max()),
        "exact_to_int8_mean": float(np.abs(second - small).mean()),
        "exact_to_int8_largest": float(np.abs(second - small).max()),
        "same_answer_share": float((second.argmax(axis=1) == small.argmax(axis=1)).mean()),
    }


def _digest(pair: Pair) -> str:
    return hashlib.sha256(pair.id.encode()).hexdigest()


def _classes(judged: Judged) -> NDArray[np.int64]:
    return np.array([CLASSES.index(merged(pair.label)) for pair in judged.pairs])


def _store(path: Path, judged: Judged) -> None:
    np.savez_compressed(
        path,
        id=np.array([pair.id for pair in judged.pairs]),
        source=np.array([pair.source for pair in judged.pairs]),
        label=np.array([pair.label for pair in judged.pairs]),
        logits=judged.logits,
        truth=_classes(judged),
    )


def _show(part: str, rows: dict[str, dict[str, Any]]) -> None:
    print(f"\n{part:24} {'pairs':>6} {'AUROC':>7} {'bal.acc':>8} {'two':>6}   supported/unsupported/contradicted")
    for source, row in rows.items():
        auroc = "-" if row["auroc_supported"] is None else f"{row['auroc_supported']:.3f}"
        share = "/".join(str(row[name]) for name in CLASSES)
        scores = f"{auroc:>7} {row['balanced_accuracy']:8.3f} {row['balanced_accuracy_supported']:6.3f}"
        print(f"{source:24} {row['pairs']:6} {scores}   {share}")


def main() -> None:
    """Reads the command line, judges both parts, writes and prints."""
    parser = argparse.ArgumentParser(description="Measures the exported network on pairs it never learnt from.")
    parser.add_argument("--out", type=Path, default=data.ROOT / "build" / "train")
    out: Path = parser.parse_args().out
    torch.set_num_threads(1)
    network = session(out / "model" / SMALL)
    reader = Tokenizer.from_file(str(out / "model" / "tokenizer.json"))
    pairs = list(data.pairs())
    record: dict[str, Any] = {}
    for part in ("stack", "heldout"):
        started = time.monotonic()
        judged = judge(network, reader, kept(pairs, part))
        seconds = time.monotonic() - started
        _store(out / f"{part}.npz", judged)
        record[part] = table(judged)
        _show(part, record[part])
        print(f"{len(judged.pairs) / seconds:.0f} pairs a second")
    record["agreement"] = agreement(judged, out)
    print(record["agreement"])
    write(out / "evaluation.json", record)


if __name__ == "__main__":
    main()
