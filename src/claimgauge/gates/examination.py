"""One claim on its way through the strict gates, each of which gives all its findings."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

from claimgauge.claims import Claim, Operand
from claimgauge.contract import FieldType
from claimgauge.gates.binding import Bound, Unbound, bind, same_as_field, stated_number
from claimgauge.gates.declaration import Declaration
from claimgauge.gates.derived import wrong_derived
from claimgauge.gates.entities import NONE_DECLARED, Declared, declared_entities
from claimgauge.gates.existence import no_citation, nothing_declared, unknown_evidence
from claimgauge.gates.explained import undeclared_computation
from claimgauge.gates.field_words import another_value, is_part_of, said_of
from claimgauge.gates.finding import Finding, Hint
from claimgauge.gates.graph_cells import GraphCells
from claimgauge.gates.hidden import hidden_numbers
from claimgauge.gates.hints import ClaimHints, NoHints
from claimgauge.gates.name_finder import Named, NamesIn, mixed_words, names_in
from claimgauge.gates.names import Names
from claimgauge.gates.numbers import unbound_number
from claimgauge.gates.plain_prose import UNREAD, PlainReading
from claimgauge.gates.prose import read_prose, span_finding, undeclared_entities
from claimgauge.gates.type_rules import RuleTable, citation_counts, missing_types, same_entity, stated_fields
from claimgauge.quantities import Mention, Value, plain_numbers, plain_quantities, read_direction, read_quantities

_GOES_ON = re.compile(r"\w|[.,]\d")
"""A word or a number that is longer than the one that was looked for."""
_UNBOUND = ("unbound_entity", "unbound_number")
_CHANGES = ("change", "difference")
_DIRECTED = FieldType(kind="quantity", signed=True, equality="shown")
"""A derived change: its sign says which way it went, and its digits were settled when it was recomputed."""


class Examination:
    """One claim on its way through the gates; what `reading` says was read plainly is not gone through again."""

    def __init__(
        self, graph: GraphCells, claim: Claim, rules: RuleTable, *, hints: bool, reading: PlainReading = UNREAD
    ) -> None:
        self._graph = graph
        self._plain = reading
        self._claim = claim
        self._requirements = rules.once[claim.claim_type]
        self._contract = graph.reader.contract
        self._cited = [cells for name in dict.fromkeys(claim.cited_evidence_ids) if (cells := graph.node(name))]
        self._known = frozenset([cells.node.evidence_id for cells in self._cited])
        self._hint = ClaimHints(graph.hints, claim, self._requirements) if hints else NoHints
        self._normalisations: list[str] = []
        self._written: dict[str, bool] = {}

    def findings(self) -> tuple[list[Finding], list[Finding], list[str]]:
        """What rejects the claim, what the contract only warns of, and what was normalised."""
        declared = self._entities()
        bound, unbound = ([], []) if self._plain.numbers else self._numbers()
        binding = [each for each in (*declared.findings, *unbound) if self._counts(each)]
        findings = [*self._existence(), *binding, *self._derived(), *self._types(declared.bound)]
        undeclared: list[Finding] = []
        if not self._is_plain(declared.entities, bound):
            bound = self._numbers()[0] if self._plain.numbers else bound
            undeclared, wrong = self._prose(declared.entities, bound)
            findings += wrong
        mode = self._contract.prose.undeclared
        if mode == "reject":
            findings += undeclared
        return findings, undeclared if mode == "warn" else [], self._normalisations

    def _is_plain(self, entities: frozenset[str], bound: Iterable[Bound]) -> bool:
        """Whether the prose was read plainly, given the entities that are declared and the numbers that are bound."""
        named, unheld = self._plain.named, self._plain.unheld
        return named is not None and named <= entities and not any([each.stated.written in unheld for each in bound])

    def _counts(self, finding: Finding) -> bool:
        """What other evidence holds may be what a claim meant that cites nothing, or evidence that is not there."""
        return finding.code not in _UNBOUND or self._cites_only_what_is_there

    @property
    def _cites_only_what_is_there(self) -> bool:
        return bool(self._cited) and self._known.issuperset(self._claim.cited_evidence_ids)

    def _existence(self) -> list[Finding]:
        claim, cited = self._claim, self._claim.cited_evidence_ids
        if not self._known.issuperset(cited):
            return unknown_evidence(cited, self._known, hint=self._hint.evidence)
        held = [cells.node.evidence_id for cells in self._cited if not cells.blank]
        return no_citation(held) or nothing_declared(claim.cited_entities, claim.cited_numbers, claim.derived)

    def _entities(self) -> Declared:
        cited = self._claim.cited_entities
        if not cited:
            return NONE_DECLARED
        of_cited = Names([entity for node in self._cited for entity in node.entities], self._graph.reader.aliases)
        declared = declared_entities(
            cited, of_cited, lambda: self._graph.names, about=self._about, like=self._hint.entity
        )
        self._normalisations += declared.normalisations
        return declared

    def _about(self, entity: str) -> tuple[Hint, ...]:
        return () if self._hint is NoHints else self._graph.hints.about((entity,), frozenset())

    def _numbers(self) -> tuple[list[Bound], list[Finding]]:
        bound: list[Bound] = []
        findings: list[Finding] = []
        derived = [self._graph.reader.value(each.value) for each in self._claim.derived]
        for written in filter(None, dict.fromkeys(self._claim.cited_numbers)):
            stated = stated_number(written)
            found = bind(stated, self._cited, self._graph.reader)
            if isinstance(found, Bound):
                bound.append(found)
                self._normalisations += found.normalisations
            elif not self._is_derived(found, derived):
                findings.append(self._unbound_number(found))
        return bound, findings

    def _unbound_number(self, missed: Unbound) -> Finding:
        """The finding for a number that no cited cell is, and what would explain it."""
        stated = missed.stated
        elsewhere = self._graph.elsewhere.find(stated)
        claimed = self._graph.reader.value(stated.text)
        if missed.code == "unknown_number" and not elsewhere and claimed is not None:
            cells = [cell for node in self._cited for cell in node.numbers()]
            computation = undeclared_computation(stated.written, claimed, cells)
            if computation is not None:
                return computation
        return unbound_number(missed, elsewhere)

    def _is_derived(self, missed: Unbound, derived: Sequence[Value | None]) -> bool:
        """Whether a bare number is one that the claim declares as computed."""
        if missed.stated.field:
            return False
        claimed = self._graph.reader.value(missed.stated.text)
        return claimed is not None and any(
            value is not None and same_as_field(claimed, value, None).holds for value in derived
        )

    def _derived(self) -> list[Finding]:
        return wrong_derived(self._claim.derived, self._known, self._graph.cell, read=self._graph.reader.value)

    def _types(self, entities: frozenset[str]) -> list[Finding]:
        claim_type, types = self._claim.claim_type, frozenset([cells.node.type for cells in self._cited])
        findings = missing_types(claim_type, types, self._requirements, hint=self._hint.types)
        if claim_type not in self._graph.reader.bare_rules:
            rule = self._contract.claim_types[claim_type]
            findings += citation_counts(claim_type, len(self._known), rule)
            findings += stated_fields(claim_type, self._stated(), rule)
        return findings + same_entity(self._same_entity(), entities)

    def _stated(self) -> set[str]:
        """The fields that the claim states a value of, or computes with."""
        stated = {stated_number(written).field for written in self._claim.cited_numbers}
        return stated.union(*[fields_used(each.operands) for each in self._claim.derived])

    def _same_entity(self) -> Iterable[tuple[str, str, str]]:
        for cells in self._cited:
            rule = self._contract.nodes.get(cells.node.type)
            for field in rule.same_entity if rule else ():
                value = cells.fields.get(field)
                if isinstance(value, str) and value:
                    yield cells.node.evidence_id, field, value

    def _prose(self, entities: frozenset[str], bound: Sequence[Bound]) -> tuple[list[Finding], tuple[Finding, ...]]:
        """What the text says and the claim does not declare, and what it says differently from its evidence."""
        text, reader = self._claim.text, self._graph.reader
        named = self._graph.finder.find(text)
        plain = plain_numbers(text, reader.tables, locale=reader.locale)
        mentions: Sequence[Mention] = (
            read_quantities(text, reader.tables, locale=reader.locale)
            if plain is None
            else plain_quantities(plain, text)
        )
        declared = [*map(self._declaration, bound), *self._others(bound)]
        signed = any(each.field is not None and each.field.signed for each in declared)
        directions = read_direction(text, reader.tables) if signed else ()
        names = names_in(named)
        reading = read_prose(text, mentions, names, declared, directions, self._of_another_field)
        self._normalisations += reading.normalisations
        hidden = self._hidden(text, mentions, names) if plain is None else []
        return [*undeclared_entities(text, named, entities), *hidden, *reading.undeclared], reading.wrong

    @cached_property
    def _fields_said(self) -> list[Named]:
        """The words for fields in the text."""
        return self._graph.reader.field_finder.find(self._claim.text)

    def _of_another_field(self, mention: Mention, names: NamesIn, own: str) -> list[Finding]:
        text = self._claim.text
        field = said_of(text, mention, self._fields_said, names) if self._fields_said else None
        apart = field is not None and not is_part_of(field, own)
        cell = another_value(field, mention, self._cited, self._graph.reader) if field and apart else None
        if cell is None:
            return []
        why = f"is said of {field}, which is {cell.text} in {cell.evidence_id}"
        return [span_finding("different_value", text, mention.start, mention.end, why)]

    def _hidden(self, text: str, mentions: Sequence[Mention], names: NamesIn) -> list[Finding]:
        """What carries a number or a name past the readers."""
        hidden = [
            span_finding("ambiguous_quantity", text, each.start, each.end, each.why)
            for each in hidden_numbers(text, mentions, self._is_written)
            if not names.holds(each.start, each.end)
        ]
        why = "mixes letters of several scripts, so that it may look like a name and be none"
        mixed = [span for span in mixed_words(text) if not self._is_written(text[slice(*span)])]
        return hidden + [span_finding("undeclared_entity", text, *span, why) for span in mixed]

    def _is_written(self, text: str) -> bool:
        """Whether a cited node, or something that the claim declares, writes a text as it stands."""
        if text not in self._written:
            told, at = self._told, -1
            while (at := told.find(text, at + 1)) >= 0:
                if not _is_word(told[at - 1 : at]) and not _GOES_ON.match(told, at + len(text)):
                    break
            self._written[text] = at >= 0
        return self._written[text]

    @cached_property
    def _told(self) -> str:
        """All texts of the cited nodes and of the claim's lists, apart."""
        claim = self._claim
        texts = [*claim.cited_entities, *claim.cited_evidence_ids, *claim.cited_numbers]
        for cells in self._cited:
            texts += [cells.node.content, *(held for held in cells.fields.values() if isinstance(held, str))]
        return "\n".join(["", *texts, ""])

    def _declaration(self, bound: Bound) -> Declaration:
        stated, cell, reader = bound.stated, bound.cell, self._graph.reader
        claimed = bound.claimed if bound.claimed is not None else reader.value(stated.text, cell.field)
        field = reader.field_type(cell.field)
        return Declaration(
            stated.text,
            claimed,
            cell.value,
            field,
            opposite=bound.opposite,
            name=cell.field,
            about=self._holders(bound),
        )

    def _holders(self, bound: Bound) -> Callable[[frozenset[str]], bool]:
        """Whether a cited node that holds the number may be about one of some entities."""

        def is_about(entities: frozenset[str]) -> bool:
            places = {
                place for cells in self._cited for place, held in cells.placed_entities.items() if held in entities
            }
            fit = [cells for cells in self._cited if cells.is_about(entities, places)]
            return any(isinstance(bind(bound.stated, [cells], self._graph.reader), Bound) for cells in fit)

        return is_about

    def _others(self, bound: Sequence[Bound]) -> Iterable[Declaration]:
        """Derived values, and cited numbers that were found wrong already: both are declared."""
        read, found = self._graph.reader.value, {each.stated.written for each in bound}
        stated = [stated_number(written) for written in self._claim.cited_numbers if written not in found]
        yield from (Declaration(each.text, read(each.text, each.field), None) for each in stated)
        for each in self._claim.derived:
            value = read(each.value)
            field = _DIRECTED if each.operation in _CHANGES else None
            yield Declaration(each.value, value, value, field, computed=True)


def fields_used(operands: Iterable[Operand]) -> Iterator[str]:
    """The names of all fields among the operands of a derived value."""
    for operand in operands:
        if operand.field:
            yield operand.field
        yield from fields_used(operand.operands)


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"
