"""Reads the labelled pairs: one gzipped JSON Lines file a source, from the folder shared with the project."""

import gzip
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from claimgauge.evidence import window
from training.labels import target
from training.splits import Part, part

ROOT = Path(__file__).resolve().parent.parent


class Pair(NamedTuple):
    """A premise, already cut to its window, and a hypothesis, with the label as its source wrote it."""

    id: str
    source: str
    premise: str
    hypothesis: str
    label: str
    part: Part


def folder() -> Path:
    """Where the data lie: ``$CLAIMGAUGE_SHARED`` or a folder ``shared`` beside the project, then ``data/train``."""
    shared = Path(os.environ.get("CLAIMGAUGE_SHARED", ROOT.parent / "shared"))
    found = shared / "data" / "train"
    if not found.is_dir():
        raise FileNotFoundError(f"no training data at {str(found)!r}; set CLAIMGAUGE_SHARED to the shared folder")
    return found


def files() -> list[Path]:
    """One file a source, sorted by name."""
    return sorted(folder().glob("*.jsonl.gz"))


def digests() -> dict[str, str]:
    """SHA-256 of each data file, by its name."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files()}


def pairs() -> Iterator[Pair]:
    """Every pair of every source, in the order of the files. The source is the file's name without its ending."""
    for path in files():
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield _pair(path.name.removesuffix(".jsonl.gz"), json.loads(line))


def _pair(source: str, row: dict[str, str]) -> Pair:
    target(row["label"])  # an unknown label stops here, not an hour later
    return Pair(
        id=row["id"],
        source=source,
        premise=window(row["hypothesis"], row["premise"]),
        hypothesis=row["hypothesis"],
        label=row["label"],
        part=part(row["split"], row["premise"]),
    )
