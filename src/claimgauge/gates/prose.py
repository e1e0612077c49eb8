"""The prose gate: what the claim's own text says in numbers and names is declared.

Each quantity in the text is a cited number or a derived value, and each entity of the graph that
the text names is a cited entity; what is not is a finding with its span (half-open, in code points
of the claim's text). Words that say which way something went agree with the sign of the value that
they go with. Names that are in no evidence cannot be told from other words, and are not found.
"""

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from claimgauge.contract import FieldType
from claimgauge.gates.binding import is_opposite, normalisations_of, same_as_field
from claimgauge.gates.finding import Finding, FindingCode
from claimgauge.gates.names import Named
from claimgauge.quantities import Ambiguous, Direction, Mention, NotAQuantity, Portion, Quantity, Range, same_quantity

REFUSED = frozenset({"other_script_digits", "malformed_grouping", "malformed_date", "too_long"})
"""Digits that the reader does not guess at: unknown, and so never good news."""
REACH = 48
"""A word of direction goes with a number that is at most so many characters away."""
_ENDS = (".", ";", "!", "?", ":", "\n", ",", " and ", " but ", " while ", " whereas ")
_LEVEL = ("to", "at", "from")


class Declaration(NamedTuple):
    """A value that a claim declares: how it is written, what that says, what its evidence holds, and the field.

    `opposite`: the evidence holds the negative of what is written.
    """

    written: str
    claimed: Mention | None
    value: Mention | None
    field: FieldType | None = None
    opposite: bool = False


class Reading(NamedTuple):
    """What the prose comes to.

    `undeclared` is what the claim does not declare, `wrong` what it says differently from its
    evidence, `normalisations` what was done to numbers before they were equal.
    """

    undeclared: tuple[Finding, ...]
    wrong: tuple[Finding, ...]
    normalisations: tuple[str, ...]


class _Stating(NamedTuple):
    """A mention states a declared value, or its negative where a word has to say so."""

    declaration: Declaration
    opposite: bool
    normalisations: tuple[str, ...]


def undeclared_entities(text: str, named: Iterable[Named], declared: Container[str]) -> list[Finding]:
    """A finding for each entity of the graph that the text names and the claim does not declare."""
    return [
        _finding("undeclared_entity", text, each.start, each.end, "is named in the text and is not a cited entity")
        for each in named
        if each.entity not in declared
    ]


def read_prose(
    text: str,
    mentions: Iterable[Mention],
    named: Sequence[Named],
    declared: Sequence[Declaration],
    directions: Sequence[Direction],
) -> Reading:
    """The quantities of the text against what the claim declares; those in names of entities are passed over."""
    undeclared: list[Finding] = []
    wrong: list[Finding] = []
    normalisations: list[str] = []
    directed: set[str] = set()
    for mention in mentions:
        if any([each.start < mention.end and mention.start < each.end for each in named]):
            continue
        stating = _stated_by(mention, declared)
        if stating is None:
            undeclared += _undeclared(text, mention, declared)
            continue
        normalisations += stating.normalisations
        wrong += _wrong_direction(text, mention, stating, directions) or _wrong_bound(text, mention, stating)
        directed.add(stating.declaration.written)
    wrong += [_without_direction(each) for each in declared if each.opposite and each.written not in directed]
    return Reading(tuple(undeclared), tuple(wrong), tuple(normalisations))


def _stated_by(mention: Mention, declared: Iterable[Declaration]) -> _Stating | None:
    for each in declared:
        if each.claimed is not None and (match := same_as_field(mention, each.claimed, None)).holds:
            return _Stating(each, each.opposite, normalisations_of(match))
        if each.value is not None and (match := same_as_field(mention, each.value, each.field)).holds:
            return _Stating(each, opposite=False, normalisations=normalisations_of(match))
        if is_opposite(mention, each.value, each.field):
            return _Stating(each, opposite=True, normalisations=())
    if isinstance(mention, Range):
        low, high = _stated_by(mention.low, declared), _stated_by(mention.high, declared)
        return low if high is not None else None
    return None


def _undeclared(text: str, mention: Mention, declared: Iterable[Declaration]) -> list[Finding]:
    """The finding for a mention that no declared value is; none for digits that measure nothing."""
    if isinstance(mention, NotAQuantity):
        if mention.reason not in REFUSED:
            return []
        why = "has digits that are not read, so nothing can bear it out"
        return [_finding("ambiguous_quantity", text, mention.start, mention.end, why)]
    outcomes = {same_as_field(mention, each.value, each.field).outcome for each in declared if each.value is not None}
    code, why = _UNDECLARED
    if "ambiguous" in outcomes or isinstance(mention, Ambiguous):
        code, why = "ambiguous_quantity", "can be read in two ways; say the locale in the contract"
    elif "coarse_rounding" in outcomes:
        code, why = "coarse_rounding", "rounds a declared number by more than 5 %"
    return [_finding(code, text, mention.start, mention.end, why)]


_UNDECLARED: tuple[FindingCode, str] = (
    "undeclared_number",
    "is in the text and is neither a cited number nor a derived value",
)


def _wrong_direction(text: str, mention: Mention, stating: _Stating, directions: Sequence[Direction]) -> list[Finding]:
    """Where the sign of a field says a direction, the words around its number say the same."""
    value, field = stating.declaration.value, stating.declaration.field
    if field is None or not field.signed or not isinstance(value, Quantity) or not value.value:
        return []
    said = direction_of(text, mention, directions)
    if said is None or said.direction == "level":
        if not stating.opposite:
            return []
        why = f"stands without the sign of its evidence, {value.text}, and no word such as `fell` goes with it"
        return [_finding("different_value", text, mention.start, mention.end, why)]
    signed = isinstance(mention, Quantity) and mention.sign == "-"
    if (said.direction == "up") == (value.value > 0) or (signed and value.value < 0):
        return []
    why = f"goes with {said.text!r}, and its evidence says {value.text}"
    return [_finding("wrong_direction", text, mention.start, mention.end, why)]


def _wrong_bound(text: str, mention: Mention, stating: _Stating) -> list[Finding]:
    """`under 95` for a value that is 95: the number is declared, and what is said of it does not hold."""
    value = stating.declaration.value
    bounded = isinstance(mention, (Quantity, Portion)) and mention.bound not in ("none", "approximately")
    if value is None or stating.opposite or not bounded or same_quantity(mention, value).holds:
        return []
    why = f"is not what the evidence says, which is {value.text}"
    return [_finding("wrong_direction", text, mention.start, mention.end, why)]


def _without_direction(declaration: Declaration) -> Finding:
    held = declaration.value.text if declaration.value is not None else "the negative"
    message = f"{declaration.written}: its evidence is {held}, and no word of the text such as `fell` says so"
    return Finding(gate="prose", code="different_value", value=declaration.written, message=message)


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
