"""A claim with the verdict that the rules of preset strict ask for. The rules were read, no code was run.

`codes` must all be found, and nothing may be found beside them but what stands in `may`: what follows
from the same fault (a claim that cites nothing binds no number either).
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from claimgauge.claims import Claim, Derived, Operand
from claimgauge.evidence import EvidenceNode


class Expected(NamedTuple):
    """The codes that must be found, and those that may follow from the same fault; none at all: verified.

    `one_of`: where the rules ask for a rejection and leave the code open.
    """

    codes: frozenset[str] = frozenset()
    may: frozenset[str] = frozenset()
    one_of: frozenset[str] = frozenset()

    def agrees(self, found: frozenset[str]) -> bool:
        """Whether the codes that were found are what must be found."""
        return self.codes <= found <= self.codes | self.may | self.one_of and bool(self.one_of & found) == bool(
            self.one_of
        )


def expected(codes: str = "", *, may: str = "", one_of: str = "") -> Expected:
    return Expected(frozenset(codes.split()), frozenset(may.split()), frozenset(one_of.split()))


VERIFIED = expected()
_NOTHING_CITED = "unknown_entity unbound_entity unknown_number unbound_number missing_type citation_count"

FAILURES: Mapping[str, Expected] = {
    # what is cited
    "no citation": expected("no_citation", may=_NOTHING_CITED),
    "unknown evidence id": expected("unknown_evidence", may=_NOTHING_CITED),
    "shortened evidence id": expected("unknown_evidence", may=_NOTHING_CITED),
    "wrong evidence type": expected("missing_type"),
    "too few citations": expected("citation_count", may="missing_type"),
    "too many citations": expected("citation_count"),
    # entities
    "unknown entity": expected("unknown_entity", may="unbound_entity"),
    "entity of another node": expected("unbound_entity"),
    "entity of the cited node left out": expected("unbound_entity"),
    "look-alike letters": expected("unknown_entity", may="unbound_entity"),
    # numbers
    "unknown number": expected("unknown_number"),
    "number of another entity": expected("unbound_number"),
    "right number in the wrong field": expected("different_value"),
    "field that no cited node has": expected("unbound_number"),
    "different value": expected("different_value"),
    "wrong unit": expected("different_value"),
    "percent for percentage points": expected("different_value"),
    "bare number for a share": expected("different_value"),
    "rounding of an exact field": expected("different_value"),
    "coarse rounding": expected("coarse_rounding"),
    "ambiguous quantity": expected("ambiguous_quantity"),
    "null field": expected("null_field"),
    "sign flip": expected("different_value"),
    "wrong direction": expected("wrong_direction", may="different_value"),
    # fields
    "missing field": expected("missing_field"),
    "forbidden field": expected("forbidden_field", may="unbound_number"),
    # prose
    "number in prose": expected("undeclared_number"),
    "number word in prose": expected("undeclared_number"),
    "entity in prose": expected("undeclared_entity"),
    # computation
    "undeclared computation": expected("needs_computation"),
    "derived wrong": expected("different_value"),
    "derived from null": expected("null_field"),
    "derived from a node that is not cited": expected(one_of="unbound_number unknown_evidence"),
    # text in evidence that gives orders
    "false beside an injection": expected("different_value"),
}
RIGHT: Mapping[str, Expected] = {
    "true": VERIFIED,
    "unit conversion": VERIFIED,
    "fine rounding": VERIFIED,
    "right direction": VERIFIED,
    "alias": VERIFIED,
    "compatibility forms": VERIFIED,
    "derived right": VERIFIED,
    "true beside an injection": VERIFIED,
    "fields in the content": VERIFIED,
}
FAMILIES: Mapping[str, Expected] = FAILURES | RIGHT


class Labelled(NamedTuple):
    """One claim, the evidence it is held against, and what must come of it."""

    name: str
    family: str
    nodes: tuple[EvidenceNode, ...]
    claim: Claim
    expected: Expected


def labelled(
    name: str,
    family: str,
    nodes: Iterable[EvidenceNode],
    claim: Claim,
    *,
    instead: Expected | None = None,
) -> Labelled:
    """`instead` is for a claim whose family comes to other codes in this one place."""
    return Labelled(name, family, tuple(nodes), claim, FAMILIES[family] if instead is None else instead)


def claim(
    kind: str, text: str, cited: str = "", *, entities: str = "", numbers: str = "", derived: tuple = ()
) -> Claim:
    """Lists are written as one text: ids and entities with `|`, numbers with `;` between them."""
    return Claim(
        claim_id="c1",
        claim_type=kind,
        text=text,
        cited_evidence_ids=_parts(cited, "|"),
        cited_entities=_parts(entities, "|"),
        cited_numbers=_parts(numbers, ";"),
        derived=derived,
    )


def derived(value: str, operation: str, *operands: str) -> tuple[Derived, ...]:
    """One derived value; an operand is written `id#field`."""
    pairs = (operand.rsplit("#", 1) for operand in operands)
    parts = tuple(Operand(evidence_id=evidence_id, field=field) for evidence_id, field in pairs)
    return (Derived(value=value, operation=operation, operands=parts),)


def _parts(text: str, mark: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(mark)) if text else ()
