"""Repair without a model, where there is exactly one right answer.

Three rules, each for one kind of finding: an id that is no node becomes the one id at distance one; a
number that is written in another way becomes the one allowed string of the same value; where a node of
some type is missing, the one node of that type that is about nothing but entities of the claim is cited
too. A claim is put right as a whole or stays as it was: each of its findings must have its one answer,
and the gates must verify what comes of it. Texts, entities and derived values are never touched.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from claimgauge.claims import Claim
from claimgauge.contract import Contract
from claimgauge.evidence import EvidenceNode
from claimgauge.gates import ClaimVerdict, CompiledGraph, Finding, FindingCode
from claimgauge.gates.allowlists import derived_entities, derived_numbers
from claimgauge.gates.likeness import one_edit, same_value
from claimgauge.narration.mechanical_repair import MechanicalRepair

MOST_FINDINGS: Final = 32
"""A claim with more of them is not looked at."""


class Mechanic:
    """One graph, ready to put claims about it right."""

    def __init__(
        self,
        contract: Contract,
        nodes: Sequence[EvidenceNode],
        compiled: CompiledGraph,
        *,
        allowed_numbers: Iterable[str] | None = None,
    ) -> None:
        """`allowed_numbers` are those of the verifier; None derives them from the nodes."""
        self._compiled = compiled
        self._nodes = {node.evidence_id: node for node in reversed(nodes)}
        self._about = {name: _entities(node, contract) for name, node in self._nodes.items()}
        self._numbers = (
            derived_numbers(nodes, contract.numbers.from_) if allowed_numbers is None else frozenset(allowed_numbers)
        )
        self._answers: Mapping[FindingCode, Callable[[Claim, Finding], MechanicalRepair | None]] = {
            "unknown_evidence": self._near_id,
            "unknown_number": self._equal_number,
            "missing_type": self._one_node,
        }

    def repaired(self, claim: Claim, verdict: ClaimVerdict) -> tuple[Claim, tuple[MechanicalRepair, ...]] | None:
        """The claim put right with what was changed; None where nothing is wrong or some finding has no one answer."""
        if not 0 < len(verdict.findings) <= MOST_FINDINGS:
            return None
        repairs: list[MechanicalRepair] = []
        for finding in verdict.findings:
            answer = self._answers.get(finding.code)
            repair = answer(claim, finding) if answer is not None else None
            if repair is None:
                return None
            repairs += [repair] if repair not in repairs else []
        changed = _with(claim, repairs)
        (checked,) = self._compiled.check([changed], hints=False)
        return None if checked.findings else (changed, tuple(repairs))

    def _near_id(self, claim: Claim, finding: Finding) -> MechanicalRepair | None:
        near = [name for name in self._nodes if one_edit(finding.value, name)]
        if len(near) != 1:
            return None
        return _repair(claim, "near_id", "citedEvidenceIds", finding.value, near[0])

    def _equal_number(self, claim: Claim, finding: Finding) -> MechanicalRepair | None:
        value = same_value(finding.value)
        equal = [number for number in self._numbers if same_value(number) == value]
        if len(equal) > 1:
            cited = [self._nodes[name].content for name in claim.cited_evidence_ids if name in self._nodes]
            equal = [number for number in equal if any(number in text.split() for text in cited)]
        if len(equal) != 1 or not _is_plain(finding.value):
            return None
        return _repair(claim, "equal_number", "citedNumbers", finding.value, equal[0])

    def _one_node(self, claim: Claim, finding: Finding) -> MechanicalRepair | None:
        types = {name.strip() for name in finding.value.split(",")}
        named = frozenset(claim.cited_entities)
        found = [
            name
            for name, node in self._nodes.items()
            if node.type in types and self._about[name] and self._about[name] <= named
        ]
        if len(found) != 1:
            return None
        return _repair(claim, "one_node", "citedEvidenceIds", "", found[0])


def _entities(node: EvidenceNode, contract: Contract) -> frozenset[str]:
    """What a node is about, without the empty text."""
    return frozenset(derived_entities([node], contract.entities.from_)) - {""}


def _is_plain(number: str) -> bool:
    """Whether the text is one number and nothing else, so that its digits say its value."""
    return number.replace(",", "").lstrip("$").replace(".", "", 1).isdecimal() and number.isascii()


def _repair(claim: Claim, rule: str, key: str, before: str, after: str) -> MechanicalRepair:
    return MechanicalRepair(claim_id=claim.claim_id, rule=rule, key=key, before=before, after=after)  # type: ignore[arg-type]


def _with(claim: Claim, repairs: Sequence[MechanicalRepair]) -> Claim:
    """The claim with all changes at once, each in the place of what it stands for."""
    swapped = {(each.key, each.before): each.after for each in repairs if each.before}
    added = [each.after for each in repairs if not each.before]
    ids = [swapped.get(("citedEvidenceIds", name), name) for name in claim.cited_evidence_ids]
    numbers = [swapped.get(("citedNumbers", number), number) for number in claim.cited_numbers]
    return replace(
        claim,
        cited_evidence_ids=tuple(dict.fromkeys((*ids, *added))),
        cited_numbers=tuple(numbers),
    )
