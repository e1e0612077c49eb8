"""The prose gate: what the claim's own text says in numbers and names is declared.

Each quantity in the text is a cited number or a derived value, and each entity of the graph that
the text names is a cited entity; what is not is a finding with its span (half-open, in code points
of the claim's text). Words that say which way something went agree with the sign of the value that
they go with. Names that are in no evidence cannot be told from other words, and are not found.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from typing import NamedTuple

from claimgauge.gates.binding import differs_at_a_glance, is_opposite, normalisations_of, same_as_field, without_bound
from claimgauge.gates.clauses import Clauses
from claimgauge.gates.declaration import Declaration, Stating
from claimgauge.gates.directions import is_compared, negated, wrong_bound, wrong_direction
from claimgauge.gates.finding import Finding, FindingCode
from claimgauge.gates.name_finder import Named, NamesIn
from claimgauge.quantities import Ambiguous, Direction, Mention, NotAQuantity, Range, same_quantity


class Reading(NamedTuple):
    """What the prose comes to.

    `undeclared` is what the claim does not declare, `wrong` what it says differently from its
    evidence, `normalisations` what was done to numbers before they were equal.
    """

    undeclared: tuple[Finding, ...]
    wrong: tuple[Finding, ...]
    normalisations: tuple[str, ...]


def undeclared_entities(text: str, named: Iterable[Named], declared: Container[str]) -> list[Finding]:
    """A finding for each entity of the graph that the text names and the claim does not declare."""
    return [
        span_finding("undeclared_entity", text, each.start, each.end, "is named in the text and is not a cited entity")
        for each in named
        if each.entity not in declared
    ]


def read_prose(
    text: str,
    mentions: Sequence[Mention],
    names: NamesIn,
    declared: Sequence[Declaration],
    directions: Sequence[Direction],
    of_another_field: Callable[[Mention, NamesIn, str], list[Finding]],
) -> Reading:
    """The quantities of the text against what the claim declares; those within names of entities are passed over.

    `of_another_field` finds a number that the text says of one field and that is another's.
    """
    undeclared: list[Finding] = []
    wrong: list[Finding] = []
    normalisations: list[str] = []
    said: list[tuple[Mention, Stating]] = []
    clauses = Clauses(text, names)
    for mention in mentions:
        if isinstance(mention, NotAQuantity) or names.holds(mention.start, mention.end):
            continue
        stating = _stated_by(mention, declared)
        if stating is None:
            undeclared.append(_undeclared(text, mention, declared))
            continue
        normalisations += stating.normalisations
        said.append((mention, stating))
    for place, (mention, stating) in enumerate(said):
        beside = said[max(0, place - 1) : place] + said[place + 1 : place + 2]
        wrong += (
            _wrongly_said(text, mention, stating, directions, beside)
            or (of_another_field(mention, names, stating.declaration.name) if stating.declaration.is_held else [])
            or ([] if is_compared(mention) else _wrongly_placed(text, mention, stating, clauses))
        )
    directed = {stating.declaration.written for _mention, stating in said}
    wrong += [_without_direction(each) for each in declared if each.opposite and each.written not in directed]
    return Reading(tuple(undeclared), tuple(wrong), tuple(normalisations))


def _stated_by(mention: Mention, declared: Iterable[Declaration]) -> Stating | None:
    for each in declared:
        if _differs_from_all_of(mention, each):
            continue
        if each.claimed is not None and (each.value is None or each.computed or each.opposite):
            match = same_quantity(without_bound(mention), each.claimed)
            if match.holds:
                return Stating(each, each.opposite, normalisations_of(match))
        if each.value is not None and not each.computed:
            match = same_as_field(mention, each.value, each.field)
            if match.holds:
                return Stating(each, opposite=False, normalisations=normalisations_of(match))
        if is_opposite(mention, each.value, each.field):
            return Stating(each, opposite=True, normalisations=())
    if isinstance(mention, Range):
        low, high = _stated_by(mention.low, declared), _stated_by(mention.high, declared)
        return low if high is not None else None
    return None


def _differs_from_all_of(mention: Mention, declared: Declaration) -> bool:
    """Whether a number can be seen not to be the declared one, which no word such as `fell` could make it."""
    claimed, value, field = declared.claimed, declared.value, declared.field
    if field is not None and field.signed:
        return False
    return (claimed is None or differs_at_a_glance(mention, claimed, None)) and (
        value is None or differs_at_a_glance(mention, value, field)
    )


def _undeclared(text: str, mention: Mention, declared: Iterable[Declaration]) -> Finding:
    """The finding for a mention that no declared value is."""
    outcomes = {same_as_field(mention, each.value, each.field).outcome for each in declared if each.value is not None}
    code, why = _UNDECLARED
    if "ambiguous" in outcomes or isinstance(mention, Ambiguous):
        code, why = "ambiguous_quantity", "can be read in two ways; say the locale in the contract"
    elif "coarse_rounding" in outcomes:
        code, why = "coarse_rounding", "rounds a declared number by more than 5 %"
    return span_finding(code, text, mention.start, mention.end, why)


_UNDECLARED: tuple[FindingCode, str] = (
    "undeclared_number",
    "is in the text and is neither a cited number nor a derived value",
)


def _wrongly_said(
    text: str,
    mention: Mention,
    stating: Stating,
    directions: Sequence[Direction],
    beside: Sequence[tuple[Mention, Stating]],
) -> list[Finding]:
    """What the words around a number say of it, against its evidence; `beside` are the numbers before and behind it."""
    said = wrong_direction(text, mention, stating, directions) or wrong_bound(text, mention, stating, beside)
    why = said if said is not None or isinstance(mention, Range) else negated(text, mention)
    if why is None:
        return []
    code: FindingCode = "different_value" if why.missing else "wrong_direction"
    return [span_finding(code, text, mention.start, mention.end, why.text)]


def _wrongly_placed(text: str, mention: Mention, stating: Stating, clauses: Clauses) -> list[Finding]:
    """A number that stands beside names which the evidence that holds it is not about."""
    beside = clauses.entities_with(mention.start)
    if not beside or stating.declaration.about(beside):
        return []
    why = f"stands beside {', '.join(sorted(beside))}, and the cited evidence that holds it is about another"
    return [span_finding("unbound_number", text, mention.start, mention.end, why)]


def _without_direction(declaration: Declaration) -> Finding:
    held = declaration.value.text if declaration.value is not None else "the negative"
    message = f"{declaration.written}: its evidence is {held}, and no word of the text such as `fell` says so"
    return Finding(gate="prose", code="different_value", value=declaration.written, message=message)


def span_finding(code: FindingCode, text: str, start: int, end: int, why: str) -> Finding:
    """A finding of the prose gate, with the span that it is about."""
    value = text[start:end]
    return Finding(gate="prose", code=code, value=value, message=f"text[{start}:{end}]: {value!r} {why}")
