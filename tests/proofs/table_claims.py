"""Which of two statements that differ in a number the records labeller finds worse, over tables of any kind.

    make prove NAME=table_claims
    python -m tests.proofs.table_claims --date 2026-11-30

Minimal pairs of TabFact: one statement follows from a table, the other is refuted by it, and their
digits differ. Every table goes through one mapping (a row is a node) and the contract `records` that
ships: the labeller knows no more of a table than its column names. Writes
docs/reference/table-claims.md. The data lie in $CLAIMGAUGE_SHARED, or in `shared` beside the checkout.
"""

import argparse
import datetime as dt
import gzip
import json
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import claimgauge
from claimgauge.evidence import EvidenceNode, Mapping, NodeRule
from claimgauge.evidence.layouts import nodes_of
from claimgauge.labellers.records import RecordsLabeller
from claimgauge.labels import Label
from claimgauge.wiring.contracts import builtin_contract
from claimgauge.wiring.quantities import load_quantity_tables
from tests.conftest import ROOT, SHARED
from tests.proofs.accuracy import table

PAGE = ROOT / "docs" / "reference" / "table-claims.md"
DATA = SHARED / "data" / "table_claims" / "tabfact_pairs_valtest.jsonl.gz"
MAPPING = Mapping(
    schema="claimgauge.mapping/1",
    id="table",
    version="1",
    null=("", "-", "n / a"),
    nodes=(NodeRule(type="ROW", each="rows", id="{index}"),),
)
SEVERITY: dict[Label, float] = {"SUPPORTED": 0.0, "UNKNOWN": 0.75, "UNSUPPORTED": 0.75, "CONTRADICTED": 1.0}
"""The contributions of the rubrics that ship."""
DIGITS = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
RESAMPLES = 2000
SEED = 1
SHOWN = 4
"""Examples of each outcome."""


class Pair(NamedTuple):
    """Two statements on one table."""

    table_id: str
    title: str
    nodes: tuple[EvidenceNode, ...]
    entailed: str
    refuted: str


class Labelled(NamedTuple):
    """A pair with the label of each statement and how severe the rubric finds it."""

    pair: Pair
    entailed: Label
    refuted: Label
    outcome: str


def pairs(limit: int | None = None) -> list[Pair]:
    """The pairs whose statements do not hold the same digits, in the order of the file."""
    with gzip.open(DATA) as stream:
        records = map(json.loads, stream)
        different = (each for each in records if digits(each["entailed"]) != digits(each["refuted"]))
        return [pair_of(each) for each, _count in zip(different, range(limit or sys.maxsize), strict=False)]


def digits(text: str) -> list[str]:
    return sorted(DIGITS.findall(text))


def pair_of(record: dict[str, Any]) -> Pair:
    rows = [dict(zip(record["columns"], row, strict=False)) for row in record["rows"]]
    nodes = nodes_of(MAPPING, {"rows": rows}, number=1)
    return Pair(record["table_id"], record["title"] or "", nodes, record["entailed"], record["refuted"])


def labelled(every: Iterable[Pair]) -> list[Labelled]:
    contract, tables = builtin_contract("records"), load_quantity_tables()
    found = []
    for pair in every:
        labeller = RecordsLabeller(contract, pair.nodes, tables)
        one, two = (severest(labeller, text) for text in (pair.entailed, pair.refuted))
        found.append(Labelled(pair, one, two, outcome_of(one, two)))
    return found


def severest(labeller: RecordsLabeller, text: str) -> Label:
    """The label of a statement: of its sentences the severest counts, and UNKNOWN before UNSUPPORTED."""
    labels = [each.judgement.label for each in labeller.label(text).sentences]
    return max(labels, key=lambda label: (SEVERITY[label], label == "UNKNOWN"), default="UNKNOWN")


def outcome_of(entailed: Label, refuted: Label) -> str:
    if SEVERITY[entailed] != SEVERITY[refuted]:
        return "right" if SEVERITY[entailed] < SEVERITY[refuted] else "wrong"
    return "abstains" if "UNKNOWN" in (entailed, refuted) else "tie"


class Counts(NamedTuple):
    """How many pairs came out which way."""

    right: int
    wrong: int
    tie: int
    abstains: int

    @property
    def pairs(self) -> int:
        return sum(self)

    @property
    def of_ordered(self) -> float:
        """The share that is right of the pairs that are put in an order."""
        return self.right / max(1, self.right + self.wrong)

    @property
    def of_all(self) -> float:
        return self.right / max(1, self.pairs)


def counts(outcomes: Iterable[str]) -> Counts:
    seen = Counter(outcomes)
    return Counts(*(seen[name] for name in Counts._fields))


def interval(every: Sequence[Labelled], figure: Callable[[Counts], float]) -> tuple[float, float]:
    """The middle 95 % of a figure over resampled tables (cluster bootstrap, percentiles)."""
    by_table: dict[str, list[str]] = defaultdict(list)
    for each in every:
        by_table[each.pair.table_id].append(each.outcome)
    chance, tables = random.Random(SEED), list(by_table.values())  # noqa: S311  a resample, no secret
    drawn = [
        figure(counts(outcome for own in chance.choices(tables, k=len(tables)) for outcome in own))
        for _ in range(RESAMPLES)
    ]
    ordered = sorted(drawn)
    return ordered[int(0.025 * len(ordered))], ordered[int(0.975 * len(ordered)) - 1]


def summary(every: Sequence[Labelled]) -> list[str]:
    whole = counts(each.outcome for each in every)
    body = [[name, str(count), f"{count / whole.pairs:.3f}"] for name, count in zip(whole._fields, whole, strict=True)]
    return table(["outcome", "pairs", "share"], body)


def shares(every: Sequence[Labelled]) -> list[str]:
    whole = counts(each.outcome for each in every)
    body = []
    for name, figure in (
        ("right, of those put in an order", lambda each: each.of_ordered),
        ("right, of all", lambda each: each.of_all),
    ):
        low, high = interval(every, figure)
        body.append([name, f"{figure(whole):.3f}", f"{low:.3f} to {high:.3f}"])
    return table(["share", "value", "95 % interval"], body)


def by_label(every: Sequence[Labelled]) -> list[str]:
    seen = Counter((each.entailed, each.refuted) for each in every)
    labels = ("SUPPORTED", "UNKNOWN", "UNSUPPORTED", "CONTRADICTED")
    body = [[one, *(str(seen[one, two]) for two in labels)] for one in labels]
    return table(["entailed, below; refuted, right", *labels], body)


def examples(every: Sequence[Labelled], outcome: str) -> list[str]:
    own = [each for each in every if each.outcome == outcome]
    chosen = own[:: max(1, len(own) // SHOWN)][:SHOWN]
    lines = [f"**{outcome}: {len(own)}**", ""]
    for each in chosen:
        lines += [
            f"- {each.pair.title or 'no title'}",
            f"  - entailed, {each.entailed}: {each.pair.entailed}",
            f"  - refuted, {each.refuted}: {each.pair.refuted}",
        ]
    return [*lines, ""]


def page(every: Sequence[Labelled], *, date: str) -> str:
    lines = [
        "# Table claims",
        "",
        "<!-- written by tests/proofs/table_claims.py; run it again where the labeller changes -->",
        "",
        "Which of two statements the records labeller finds worse, where one follows from a table, the other is",
        "refuted by it, and their digits differ. Every table goes through one mapping (a row is a node) and the",
        "contract `records` that ships: nothing is known of a table but its column names.",
        "",
        f"claimgauge {claimgauge.__version__}, {date}, by",
        "",
        "```text",
        f"python -m tests.proofs.table_claims --date {date}",
        "```",
        "",
        f"Data: TabFact (MIT), {len(every)} pairs on {len({each.pair.table_id for each in every})} tables; a few",
        "per cent of the pairs are taken to be the wrong way round. A pair is *right* where the entailed statement",
        "is milder by the contributions of the rubrics that ship; it *abstains* where both weigh the same and one of",
        "them is UNKNOWN.",
        f"Intervals are 95 %, by {RESAMPLES:,} resamples of whole tables (seed {SEED}).",
        "",
        "## Outcomes",
        "",
        *summary(every),
        *shares(every),
        "## Labels",
        "",
        *by_label(every),
        "## Examples",
        "",
        *(line for outcome in Counts._fields for line in examples(every, outcome)),
        *LIMITS,
    ]
    return "\n".join(lines) + "\n"


LIMITS = (
    "## Limits",
    "",
    "- Counts of rows, superlatives, and rows that are chosen by a number (*in 1990*) are not computed: such",
    "  statements are UNKNOWN.",
    "- Statements are in small letters, so that a common word may be taken for the cell that holds just this word.",
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.table_claims", description=__doc__.partition("\n")[0])
    parser.add_argument("--date", default=dt.datetime.now(tz=dt.UTC).date().isoformat(), help="the date on the page")
    parser.add_argument("--page", type=Path, default=PAGE, help="where to write it")
    options = parser.parse_args()
    if not DATA.is_file():
        sys.stderr.write(f"the data are not at {DATA}; set CLAIMGAUGE_SHARED to the folder that holds data/\n")
        return 2
    every = labelled(pairs())
    options.page.write_text(page(every, date=options.date))
    sys.stdout.write("\n".join([*summary(every), *shares(every), f"written: {options.page}"]) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
