"""The prose gate: what the claim's own text says in numbers and names is declared.

Each quantity in the text is a cited number or a derived value, and each entity of the graph that
the text names is a cited entity; what is not is a finding with its span (half-open, in code points
of the claim's text). Words that say which way something went agree with the sign of the value that
they go with. Names that are in no evidence cannot be told from other words, and are not found.
"""

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from claimgauge.contract import FieldType
from claimgauge.gates.binding import normalisations_of, same_as_field
from claimgauge.gates.finding import Finding, FindingCode
from claimgauge.gates.names import Named
from claimgauge.quantities import Ambiguous, Direction, Mention, NotAQuantity, Quantity, Range, same_quantity

REFUSED = frozenset({"other_script_digits", "malformed_grouping", "malformed_date", "too_long"})
"""Digits that the reader does not guess at: unknown, and so never good news."""
REACH = 48
"""A word of direction goes with a number that is at most so many characters away."""
_ENDS = (".", ";", "!", "?", ":", "\n", ",", " and ", " but ", " while ", " whereas ")
_LEVEL = ("to", "at", "from", "of")


class Declaration(NamedTuple):
    """A value that a claim declares: as it was cited, as its evidence has it, and its field."""

    claimed: Mention | None
    value: Mention | None
    field: FieldType | None = None
    opposite: bool = False


class Reading(NamedTuple):
    """What the prose comes to: findings, and what was done to numbers before they were equal."""

    findings: tuple[Finding, ...]
    normalisations: tuple[str, ...]


def undeclared_entities(text: str, named: Iterable[Named], declared: Container[str]) -> list[Finding]:
    """A finding for each entity of the graph that the text names and the claim does not declare."""
    return [
        _finding("undeclared_entity", text, each.start, each.end, "is named in the text and is not a cited entity")
        for each in named
        if each.entity not in declared
    ]


def undeclared_numbers(
    text: str,
    mentions: Iterable[Mention],
    named: Sequence[Named],
    declared: Sequence[Declaration],
    directions: Sequence[Direction],
) -> Reading:
    """A finding for each quantity of the text that the claim does not declare, or whose direction is wrong."""
    findings: list[Finding] = []
    normalisations: list[str] = []
    for mention in mentions:
        if any(each.start < mention.end and mention.start < each.end for each in named):
            continue
        if isinstance(mention, NotAQuantity):
            if mention.reason in REFUSED:
                why = "has digits that are not read, so nothing can bear it out"
                findings.append(_finding("ambiguous_quantity", text, mention.start, mention.end, why))
            continue
        found = _declared_as(mention, declared)
        if found is None:
            findings.append(_undeclared(text, mention, declared))
            continue
        declaration, names = found
        normalisations += names
        if (wrong := _wrong_direction(text, mention, declaration, directions)) is not None:
            findings.append(wrong)
    return Reading(tuple(findings), tuple(normalisations))


def _declared_as(mention: Mention, declared: Iterable[Declaration]) -> tuple[Declaration, tuple[str, ...]] | None:
    """The declaration that the mention states, and how it was seen to."""
    for each in declared:
        if each.claimed is not None and (match := same_quantity(mention, each.claimed)).holds:
            return each, normalisations_of(match)
        if each.value is not None and (match := same_as_field(mention, each.value, each.field)).holds:
            return each, normalisations_of(match)
    if isinstance(mention, Range):
        ends = [_declared_as(end, declared) for end in (mention.low, mention.high)]
        if None not in ends and ends[0] is not None:
            return ends[0]
    return None


def _undeclared(text: str, mention: Mention, declared: Iterable[Declaration]) -> Finding:
    outcomes = {same_quantity(mention, each.value).outcome for each in declared if each.value is not None}
    if "ambiguous" in outcomes or isinstance(mention, Ambiguous):
        why = "can be read in two ways; say the locale in the contract"
        return _finding("ambiguous_quantity", text, mention.start, mention.end, why)
    if "coarse_rounding" in outcomes:
        why = "rounds a declared number by more than 5 %"
        return _finding("coarse_rounding", text, mention.start, mention.end, why)
    why = "is in the text and is neither a cited number nor a derived value"
    return _finding("undeclared_number", text, mention.start, mention.end, why)


def _wrong_direction(
    text: str, mention: Mention, declared: Declaration, directions: Sequence[Direction]
) -> Finding | None:
    """Where the sign of a field says a direction, the words around its number say the same."""
    if declared.field is None or not declared.field.signed or not isinstance(declared.value, Quantity):
        return None
    said = direction_of(text, mention, directions)
    positive = declared.value.value > 0
    if said is None:
        if not declared.opposite:
            return None
        why = f"stands without its sign, which is minus, and no word such as `fell` says so ({declared.value.text})"
        return _finding("different_value", text, mention.start, mention.end, why)
    agrees = said.direction == "level" or (said.direction == "up") == positive
    signed = isinstance(mention, Quantity) and mention.sign
    if agrees or (signed and not positive):
        return None
    why = f"goes with {said.text!r}, and its evidence says {declared.value.text}"
    return _finding("wrong_direction", text, mention.start, mention.end, why)


def direction_of(text: str, mention: Mention, directions: Sequence[Direction]) -> Direction | None:
    """The nearest word of direction in the clause of a change; none before a level such as `to 95`."""
    before = text[max(0, mention.start - 12) : mention.start].split()
    if before and before[-1].lower() in _LEVEL:
        return None
    near = [each for each in directions if _gap(text, mention, each) is not None]
    return min(near, key=lambda each: len(_gap(text, mention, each) or ""), default=None)


def _gap(text: str, mention: Mention, word: Direction) -> str | None:
    """The text between a word of direction and a number; None where a clause ends in it or it is long."""
    between = text[word.end : mention.start] if word.end <= mention.start else text[mention.end : word.start]
    if len(between) > REACH or any(end in between for end in _ENDS):
        return None
    return between


def _finding(code: FindingCode, text: str, start: int, end: int, why: str) -> Finding:
    value = text[start:end]
    return Finding(gate="prose", code=code, value=value, message=f"text[{start}:{end}]: {value!r} {why}")
