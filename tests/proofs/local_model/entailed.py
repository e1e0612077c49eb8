"""The gates beside what a user has today: entailment and the share of supported claims, on the same claims."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec

from claimgauge.claims import Claim
from claimgauge.evidence import EvidenceNode
from claimgauge.wiring import load_entailment
from claimgauge_bench.domains import domain
from claimgauge_bench.evidence import instances_of
from claimgauge_bench.row import BenchRow
from claimgauge_bench.run import load_plan

SETTING = "r0"
LABELS = ("SUPPORTED", "PARTIAL", "UNSUPPORTED", "CONTRADICTED", "UNKNOWN")


class Compared(NamedTuple):
    """A claim of a first attempt: whether the gates verified it, and what the entailment labeller says of its text."""

    domain: str
    narrator: str
    verified: bool
    label: str


def entailed(folder: Path) -> list[Compared]:
    """Every claim of the first attempts, once; passages are the nodes of its instance, each as one text."""
    labeller, plan = load_entailment(), load_plan(str(folder / "plan.toml")).plan
    briefs: dict[str, tuple[EvidenceNode, ...]] = {}
    known: dict[tuple[str, str], str] = {}
    found = []
    for row in rows_of(folder):
        if row.setting != SETTING:
            continue
        name = f"{row.domain}/{row.seed}/{row.profile}/{row.goal}"
        if name not in briefs:
            instances = instances_of(domain(row.domain), plan, row.seed)
            briefs |= {each.brief.id: passages(each.brief.nodes) for each in instances}
        for each in row.narration.claims:
            key = (name, each.claim.text)
            if key not in known:
                known[key] = label_of(labeller, each.claim, briefs[name])
            found.append(Compared(row.domain, row.narrator, each.status == "verified", known[key]))
    return found


def rows_of(folder: Path) -> Iterable[BenchRow]:
    decoder = msgspec.json.Decoder(BenchRow)
    with (folder / "rows.jsonl").open("rb") as lines:
        for line in lines:
            yield decoder.decode(line)


def passages(nodes: Iterable[EvidenceNode]) -> tuple[EvidenceNode, ...]:
    """Each node as a passage: its content, and its fields written out."""
    return tuple(
        EvidenceNode(evidence_id=each.evidence_id, type="PASSAGE", content=text_of(each))
        for each in nodes
        if text_of(each)
    )


def text_of(node: EvidenceNode) -> str:
    fields = "; ".join(f"{name.replace('_', ' ')}: {value}" for name, value in (node.fields or {}).items() if value)
    return ". ".join(part for part in (node.content, fields) if part)


def label_of(labeller, claim: Claim, nodes: tuple[EvidenceNode, ...]) -> str:
    """The severest label, in the order of LABELS read from its end; UNKNOWN where there is none."""
    labels = [each.label for each in labeller.label(claim.text, nodes)]
    return max(labels, key=LABELS.index, default="UNKNOWN")
