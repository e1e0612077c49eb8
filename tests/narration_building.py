"""Briefs out of what the tests and the reference hold."""

import gzip
import json
from functools import cache

import msgspec

from claimgauge.evidence import EvidenceNode
from claimgauge.narration import Brief
from tests.conftest import ROOT

FIGURES = {"earnUsd": "960.00", "creditsUsd": "0.00", "netUsd": "960.00", "feesUsd": "0.00"}


def brief(nodes, *, name="b", question="Which card for what?", **keys):
    return Brief(id=name, question=question, nodes=tuple(nodes), **keys)


def card_nodes(place=1):
    """The nodes of one of the examples of cards."""
    cases = json.loads((ROOT / "examples" / "cards.json").read_text())
    return msgspec.convert(cases[place]["nodes"], tuple[EvidenceNode, ...])


@cache
def reference_briefs(path):
    """The bundles of a reference file as briefs, with the allowlists that they hold."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return tuple(map(_reference_brief, map(json.loads, lines)))


def _reference_brief(row):
    return brief(
        msgspec.convert(row["nodes"], tuple[EvidenceNode, ...]),
        name=f"{row['profileId']}/{row['goal']}",
        headlines={"goal": row["goal"], "portfolio": ", ".join(row["portfolio"]), **row["breakdown"]},
        allowed_entities=tuple(row["allowedEntities"]),
        allowed_numbers=tuple(row["allowedNumbers"]),
    )
