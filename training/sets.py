"""The labelled sets that the labeller is measured on, as claims with their evidence.

None of their rows is in the training data; ``fever_symmetric``, ``fool_me_twice``, ``summedits`` and
``factcheck_gpt`` are the held-out rows of sources whose other rows are.
"""

import csv
import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from claimgauge.evidence import EvidenceNode
from training import data

Truth = Literal["SUPPORTED", "PARTIAL", "UNSUPPORTED", "CONTRADICTED"]


class Item(NamedTuple):
    """A claim, its evidence and its label; ``group`` is what items have in common that are not independent.

    Items of one ``claim_id`` are one claim with evidence in several versions: the best of them counts.
    """

    claim_id: str
    group: str
    claim: str
    nodes: tuple[EvidenceNode, ...]
    truth: Truth


def folder() -> Path:
    """The folder ``data`` of the shared files."""
    return data.folder().parent


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def _node(text: str, name: str = "e1") -> EvidenceNode:
    return EvidenceNode(evidence_id=name, type="PASSAGE", content=text)


_WICE: Final[dict[str, Truth]] = {
    "supported": "SUPPORTED",
    "partially_supported": "PARTIAL",
    "not_supported": "UNSUPPORTED",
}
_CHOICES: Final[dict[str, Truth]] = {
    "Entailment": "SUPPORTED",
    "NotMentioned": "UNSUPPORTED",
    "Contradiction": "CONTRADICTED",
}
_SUPPORT: Final[dict[str, Truth]] = {"Complete": "SUPPORTED", "Partial": "PARTIAL", "Incomplete": "PARTIAL"}
_LETTERS: Final[dict[str, Truth]] = {"E": "SUPPORTED", "N": "UNSUPPORTED", "C": "CONTRADICTED"}
_SCITAB: Final[dict[str, Truth]] = {
    "supports": "SUPPORTED",
    "refutes": "CONTRADICTED",
    "not enough info": "UNSUPPORTED",
}
_PAIRS: Final[dict[str, Truth]] = {
    "entailment": "SUPPORTED",
    "supported": "SUPPORTED",
    "partial": "PARTIAL",
    "neutral": "UNSUPPORTED",
    "unsupported": "UNSUPPORTED",
    "contradiction": "CONTRADICTED",
    "contradicted": "CONTRADICTED",
}


def _wice(name: str) -> Iterator[Item]:
    for row in _lines(folder() / "wice" / name):
        claim_id = str(row["meta"]["id"])
        yield Item(claim_id, claim_id, row["claim"], (_node("\n".join(row["evidence"])),), _WICE[row["label"]])


def _contractnli() -> Iterator[Item]:
    with gzip.open(folder() / "contractnli" / "test.json.gz", "rt", encoding="utf-8") as file:
        whole = json.load(file)
    for document in whole["documents"]:
        nodes = (_node(document["text"]),)
        for name, annotation in document["annotation_sets"][0]["annotations"].items():
            claim = whole["labels"][name]["hypothesis"]
            group = str(document["id"])
            yield Item(f"{group}/{name}", group, claim, nodes, _CHOICES[annotation["choice"]])


def _expertqa() -> Iterator[Item]:
    for row in _lines(folder() / "expertqa" / "expertqa_claims.jsonl.gz"):
        if row["split"] == "test" and row["evidence_kind"] == "text" and row["support"] in _SUPPORT:
            nodes = tuple(_node(text, f"e{number}") for number, text in enumerate(row["evidence"], start=1))
            yield Item(row["id"], row["question_id"], row["claim"], nodes, _SUPPORT[row["support"]])


def _infotabs() -> Iterator[Item]:
    tables = {row["table_id"]: row["table"] for row in _lines(folder() / "infotabs" / "tables_eval.jsonl.gz")}
    for alpha in (1, 2, 3):
        with gzip.open(folder() / "infotabs" / f"infotabs_test_alpha{alpha}.tsv.gz", "rt", encoding="utf-8") as file:
            for number, row in enumerate(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)):
                table = dict(tables[row["table_id"]])
                title = ", ".join(table.pop("title", []))
                fields = {name.strip(): ", ".join(values) for name, values in table.items()}
                node = EvidenceNode(evidence_id="e1", type="INFOBOX", card_id=title, fields=fields)
                claim_id = f"{alpha}/{number}"
                yield Item(claim_id, row["table_id"], row["hypothesis"], (node,), _LETTERS[row["label"]])


def _table(title: str, columns: list[str], rows: list[list[str]]) -> EvidenceNode:
    lines = (f"row {number}: {' | '.join(map(str, row))}." for number, row in enumerate(rows, start=1))
    return _node(f"{title}. columns: {' | '.join(map(str, columns))}. {' '.join(lines)}")


def _table_claims() -> Iterator[Item]:
    with gzip.open(folder() / "table_claims" / "sci_tab.json.gz", "rt", encoding="utf-8") as file:
        for row in json.load(file):
            columns, rows = (
                each if isinstance(each, list) else json.loads(each.replace("'", '"'))
                for each in (row["table_column_names"], row["table_content_values"])
            )
            cells = [[cell.replace("[BOLD]", "").strip() for cell in line] for line in rows]
            node = _table(row["table_caption"], columns, cells)
            yield Item(row["id"], row["table_id"], row["claim"], (node,), _SCITAB[row["label"]])
    for row in _lines(folder() / "table_claims" / "tabfact_pairs_valtest.jsonl.gz"):
        node = _table(row["title"], row["columns"], row["rows"])
        for side, truth in (("entailed", "SUPPORTED"), ("refuted", "CONTRADICTED")):
            yield Item(f"{row['pair_id']}/{side}", row["table_id"], row[side], (node,), truth)  # type: ignore[arg-type]


def _heldout(name: str) -> Callable[[], Iterator[Item]]:
    def items() -> Iterator[Item]:
        for row in _lines(data.folder() / f"{name}.jsonl.gz"):
            if row["split"] == "heldout":
                nodes = (_node(row["premise"]),)
                group = row["id"].split("-sentence")[0] if name == "factcheck_gpt_stance" else row["premise"]
                yield Item(row["id"], group, row["hypothesis"], nodes, _PAIRS[row["label"]])

    return items


SETS: Final[dict[str, Callable[[], Iterator[Item]]]] = {
    "wice, oracle chunks": lambda: _wice("oracle_chunks_claim_test.jsonl.gz"),
    "contractnli": _contractnli,
    "factcheck_gpt": _heldout("factcheck_gpt_stance"),
    "expertqa": _expertqa,
    "infotabs": _infotabs,
    "table_claims": _table_claims,
    "wice, whole articles": lambda: _wice("claim_test.jsonl.gz"),
    "fever_symmetric": _heldout("fever_symmetric"),
    "fool_me_twice": _heldout("fool_me_twice"),
    "summedits": _heldout("summedits"),
}
"""Name → its items; the first six are those that decide whether the labeller is experimental."""
DECISIVE: Final = tuple(SETS)[:6]
AIMS: Final = {
    "wice, oracle chunks": 0.82,
    "factcheck_gpt": 0.84,
    "fever_symmetric": 0.78,
    "fool_me_twice": 0.72,
    "summedits": 0.68,
}
