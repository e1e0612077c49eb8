"""A codebook: for each label and level of criticality, what it means and how to decide.

Annotators and labellers of one organisation share one codebook; its id, version and digest travel
with what they label. The wire form is TOML (`schema = "claimgauge.codebook/1"`).
"""

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from claimgauge.errors import Problem
from claimgauge.labels.taxonomy import LABELS, Label

Level = Literal["low", "medium", "high"]
LEVELS: Final[tuple[Level, ...]] = ("low", "medium", "high")
LEVEL_RANGES: Final[dict[Level, str]] = {"low": "v < 2", "medium": "2 ≤ v < 3", "high": "v ≥ 3"}
"""Reading 2: medium criticality is from 2 to below 3."""


class _Table(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A TOML table: an unknown key is an error."""


class Entry(_Table, frozen=True, kw_only=True):
    """One label at one level: what it means, the question that decides, what breaks a tie, examples."""

    definition: str
    question: str
    tie_break: str
    examples: tuple[str, ...]


class Codebook(_Table, frozen=True, kw_only=True):
    """An entry for every label and level; `labels` is label → level → entry."""

    schema: Literal["claimgauge.codebook/1"]
    id: str
    version: str
    title: str = ""
    labels: dict[Label, dict[Level, Entry]]


def codebook_problems(codebook: Codebook) -> Iterator[Problem]:
    """Labels, levels and texts that are missing, each with its place."""
    for label in LABELS:
        for level in LEVELS:
            entry = codebook.labels.get(label, {}).get(level)
            place = f"labels.{label}.{level}"
            if entry is None:
                yield Problem(place=place, code="missing", message="missing; every label has an entry for every level")
                continue
            for name in ("definition", "question", "tie_break", "examples"):
                if not getattr(entry, name):
                    yield Problem(place=f"{place}.{name}", code="wrong_value", message="is empty; write it")
