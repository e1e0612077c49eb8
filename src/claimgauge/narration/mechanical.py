"""Repair without a model, where there is exactly one right answer.

Three rules. An id that is no node becomes the one id at distance one. A number that is written in another way
becomes the one allowed string of its value. Where a claim lacks evidence of a type, or the evidence of a number
(preset `strict`), the one node about the same entities is cited too.

A claim is put right as a whole or stays as it was. Each of its findings has its one answer, or goes with the
answer of another; the gates verify what comes of it; and what of it stands in the evidence stands in what it
cites, which preset `released` does not ask. Texts, types, entities and derived values are never touched.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from msgspec.structs import replace

from claimgauge.claims import Claim
from claimgauge.contract import Contract
from claimgauge.evidence import EvidenceNode
from claimgauge.gates import ClaimVerdict, CompiledGraph, Finding, FindingCode
from claimgauge.gates.allowlists import derived_numbers
from claimgauge.gates.binding import stated_number
from claimgauge.gates.strict import StrictGraph
from claimgauge.narration.mechanical_repair import MechanicalRepair, MechanicalRule
from claimgauge.narration.plain_number import plain_value, values_in
from claimgauge.narration.whereabouts import Whereabouts, stands_in

MOST_FINDINGS: Final = 32
"""A claim with more of them is not looked at."""
_Answer = Callable[[Claim, Finding], MechanicalRepair | None]
_GO_WITH_ANOTHER: Final = frozenset[FindingCode]({"no_citation", "unbound_entity"})
"""They have no answer of their own; who cites the one right node for another reason is rid of them."""


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
        self._contract = contract
        self._nodes = nodes
        self._compiled = compiled
        self._given = allowed_numbers
        self._locale = contract.locale
        self._where = Whereabouts(nodes, contract.entities.from_, locale=contract.locale)
        self._strict = isinstance(compiled, StrictGraph)
        number: Mapping[FindingCode, _Answer] = (
            {"unbound_number": self._its_node} if self._strict else {"unknown_number": self._equal_number}
        )
        self._steps: Sequence[Mapping[FindingCode, _Answer]] = (
            {"unknown_evidence": self._near_id},
            {"missing_type": self._one_node},
            number,
        )
        self._known = frozenset(code for step in self._steps for code in step) | (
            _GO_WITH_ANOTHER if self._strict else frozenset()
        )

    def repaired(self, claim: Claim, verdict: ClaimVerdict) -> tuple[Claim, tuple[MechanicalRepair, ...]] | None:
        """The claim put right with what was changed; None where nothing is wrong or some finding has no one answer."""
        changed, findings = claim, verdict.findings
        repairs: tuple[MechanicalRepair, ...] = ()
        for _step in self._steps:
            if not findings:
                break
            answers = self._answered(changed, findings)
            if not answers:
                return None
            changed, repairs = _with(changed, answers), (*repairs, *answers)
            (checked,) = self._compiled.check([changed], hints=False)
            findings = checked.findings
        if not repairs or findings or not self._is_borne_out(changed):
            return None
        added = [each.after for each in repairs if not each.before]
        return (changed, repairs) if self._says_what_they_say(changed, added) else None

    def _answered(self, claim: Claim, findings: Sequence[Finding]) -> tuple[MechanicalRepair, ...]:
        """The answers to all findings of the first kind that is there; nothing where one of them has none."""
        if len(findings) > MOST_FINDINGS or any(each.code not in self._known for each in findings):
            return ()
        for answer_to in self._steps:
            asked = [each for each in findings if each.code in answer_to]
            if asked:
                found = [answer_to[each.code](claim, each) for each in asked]
                answers = tuple(dict.fromkeys(each for each in found if each is not None))
                return answers if None not in found and _can_be_undone(claim, answers) else ()
        return ()

    def _near_id(self, claim: Claim, finding: Finding) -> MechanicalRepair | None:
        """The one id at distance one, of a node that holds something that the claim names."""
        near = self._where.near(finding.value)
        if near is None or not any(self._where.holds(near, entity) for entity in claim.cited_entities if entity):
            return None
        return _repair(claim, "near_id", finding.value, near)

    @cached_property
    def _spellings(self) -> Mapping[str, tuple[str, ...]]:
        """Value → how it may be written."""
        given, contract = self._given, self._contract
        allowed = derived_numbers(self._nodes, contract.numbers.from_) if given is None else given
        found: dict[str, list[str]] = {}
        for number in sorted(set(allowed)):
            if value := plain_value(number, self._locale):
                found.setdefault(value, []).append(number)
        return {value: tuple(written) for value, written in found.items()}

    def _equal_number(self, claim: Claim, finding: Finding) -> MechanicalRepair | None:
        equal: Sequence[str] = self._spellings.get(plain_value(finding.value, self._locale), ())
        if len(equal) > 1:
            cited = set().union(*map(self._where.numbers_of, claim.cited_evidence_ids))
            equal = [number for number in equal if number in cited]
        return _repair(claim, "equal_number", finding.value, equal[0]) if len(equal) == 1 else None

    def _one_node(self, claim: Claim, finding: Finding) -> MechanicalRepair | None:
        """The one node of a missing type, where it holds all that the claim names, or a number of it that is new."""
        types = {name.strip() for name in finding.value.split(",")}
        found = self._where.of_type(types, frozenset(claim.cited_entities))
        if len(found) != 1:
            return None
        gives = self._where.values_of(found[0]) & self._values(claim.cited_numbers) - self._held(claim)
        return _added(claim, found[0]) if gives or self._holds_all(claim, found[0]) else None

    def _its_node(self, claim: Claim, finding: Finding) -> MechanicalRepair | None:
        """The one node that has a number, where it holds all that the claim names."""
        value = plain_value(stated_number(finding.value).text, self._locale)
        found = self._where.with_value(value, frozenset(claim.cited_entities)) if value else ()
        return _added(claim, found[0]) if len(found) == 1 and self._holds_all(claim, found[0]) else None

    def _holds_all(self, claim: Claim, evidence_id: str) -> bool:
        return all(self._where.holds(evidence_id, entity) for entity in claim.cited_entities if entity)

    def _held(self, claim: Claim) -> set[str]:
        """The values in the cited nodes."""
        return set().union(*map(self._where.values_of, claim.cited_evidence_ids))

    def _values(self, numbers: Iterable[str]) -> set[str]:
        """The values of cited numbers that tell theirs."""
        values = (plain_value(stated_number(number).text, self._locale) for number in numbers)
        return {value for value in values if value}

    def _says_what_they_say(self, claim: Claim, added: Sequence[str]) -> bool:
        """Whether a claim can lean on the nodes that were added: they hold its numbers, and name things in its order.

        What the claim denies is not seen: no gate reads that.
        """
        if not added:
            return True
        held = set().union(*map(self._where.values_of, added))
        free = frozenset(self._contract.numbers.free)
        told = values_in(_without(claim.text, claim.cited_entities), self._locale, free=free)
        told |= self._values([number for number in claim.cited_numbers if number not in free])
        return told <= held and not any(self._where.turns_round(claim.text, name) for name in added)

    def _is_borne_out(self, claim: Claim) -> bool:
        """Whether the cited nodes hold what of the claim any node holds, every name and every number of its text.

        Preset `strict` asks this and more of every claim; `released` has one list for all evidence, and does
        not read the text.
        """
        if self._strict:
            return True
        where, held = self._where, self._held(claim)
        free = frozenset(self._contract.numbers.free)
        named = [entity for entity in claim.cited_entities if entity in where.entities]
        known = where.named_in(claim.text).union(named)
        if not all(any(where.holds(name, entity) for name in claim.cited_evidence_ids) for entity in known):
            return False
        cited = self._values([number for number in claim.cited_numbers if number not in free])
        if any(where.is_somewhere(value) for value in cited - held):
            return False
        return values_in(_without(claim.text, claim.cited_entities), self._locale, free=free) <= held | cited


def _without(text: str, names: Iterable[str]) -> str:
    """A text without names in it, whose digits are no numbers."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ") if stands_in(name, text) else text
    return text


def _repair(claim: Claim, rule: MechanicalRule, before: str, after: str) -> MechanicalRepair:
    key = "citedNumbers" if rule == "equal_number" else "citedEvidenceIds"
    return MechanicalRepair(claim_id=claim.claim_id, rule=rule, key=key, before=before, after=after)  # type: ignore[arg-type]


def _added(claim: Claim, evidence_id: str) -> MechanicalRepair:
    return _repair(claim, "one_node", "", evidence_id)


def _can_be_undone(claim: Claim, repairs: Sequence[MechanicalRepair]) -> bool:
    """Whether the marks alone lead back: nothing becomes what the claim cites already, or what another item becomes."""
    items = {"citedEvidenceIds": claim.cited_evidence_ids, "citedNumbers": claim.cited_numbers}
    after = {(each.key, each.after) for each in repairs}
    return len(after) == len(repairs) and not any(each.after in items[each.key] for each in repairs)


def _with(claim: Claim, repairs: Sequence[MechanicalRepair]) -> Claim:
    """The claim with the changes, each in the place of what it stands for; what is added comes last."""
    swapped = {(each.key, each.before): each.after for each in repairs if each.before}
    added = tuple(each.after for each in repairs if not each.before)
    ids = (swapped.get(("citedEvidenceIds", name), name) for name in claim.cited_evidence_ids)
    numbers = (swapped.get(("citedNumbers", number), number) for number in claim.cited_numbers)
    return replace(claim, cited_evidence_ids=(*ids, *added), cited_numbers=tuple(numbers))
