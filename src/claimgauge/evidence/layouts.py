"""Records → nodes: every rule of a mapping applied to one record.

Cell text is kept exactly as written; only the texts that the mapping lists become null. Numbers are
kept as their literals. What a number means is read later, by those who check it.
"""

from typing import Any, NamedTuple

from claimgauge.errors import EvidenceError
from claimgauge.evidence.headers import ROW, SCALE
from claimgauge.evidence.mapping import Mapping, NodeRule
from claimgauge.evidence.node import EvidenceNode, FieldValue
from claimgauge.evidence.paths import as_text, at_path, plain_scalar
from claimgauge.evidence.tables import Row, rows_of
from claimgauge.evidence.templates import filled, suggestion

BUILT_IN = ("file", "number", "row", "index")
"""Names that every template has, unless `let` or the row gives them another meaning."""


def default_mapping() -> Mapping:
    """Where the user has none: each record is a node of type RECORD, `sales/1`, with all of its fields."""
    return Mapping(schema="claimgauge.mapping/1", id="records", version="1", nodes=(NodeRule(type="RECORD"),))


class _Origin(NamedTuple):
    """Where a row comes from, and under which rule; `place` is the rule's, for messages."""

    mapping: Mapping
    rule: NodeRule
    place: str
    record: dict[str, Any]
    number: int
    file: str


def nodes_of(mapping: Mapping, record: dict[str, Any], *, number: int, file: str = "") -> tuple[EvidenceNode, ...]:
    """The nodes of one record, rule by rule and row by row.

    `number` counts records from 1, `file` is the name of their file without its ending. Numbers of
    the record are literals (any subclass of str), ints or finite floats. Raises EvidenceError, which
    names the place in the mapping, where the record does not fit.
    """
    nodes: list[EvidenceNode] = []
    for index, rule in enumerate(mapping.nodes):
        origin = _Origin(mapping, rule, f"nodes[{index}]", record, number, file)
        nodes += [_node(origin, row) for row in rows_of(rule, record, place=origin.place)]
    return tuple(nodes)


def field_names(rule: NodeRule, record: dict[str, Any], *, place: str) -> tuple[str, ...]:
    """The names of all fields in the rows that a rule finds in a record, in the order written."""
    return tuple({name: None for row in rows_of(rule, record, place=place) for name in row.cells})


def _node(origin: _Origin, row: Row) -> EvidenceNode:
    rule, null = origin.rule, origin.mapping.null
    fields = _kept(rule, {name: None if value in null else value for name, value in row.cells.items()})
    node = EvidenceNode(
        type=rule.type,
        evidence_id=_evidence_id(origin, row),
        content=_content(origin, row) if rule.content else _listed(rule, fields),
        fields=fields,
        source_id=rule.source,
    )
    _expect_unicode(node, origin.place)
    return node


def _kept(rule: NodeRule, fields: dict[str, FieldValue]) -> dict[str, FieldValue]:
    """The named fields in the order named, and the scale where it was asked for; all where none is named."""
    named = (*rule.entities, *rule.numbers)
    if not named:
        return fields
    return {name: fields[name] for name in (*named, *([SCALE] if rule.scale_from else ())) if name in fields}


def _listed(rule: NodeRule, fields: dict[str, FieldValue]) -> str:
    """`name: value; name: value` without null fields: in the order named, or sorted, a grid's `row` first."""
    names = fields if rule.entities or rule.numbers else sorted(fields)
    ordered = sorted(names, key=lambda name: name != ROW) if rule.layout == "grid" else names
    return "; ".join([f"{name}: {as_text(fields[name])}" for name in ordered if fields[name] is not None])


def _content(origin: _Origin, row: Row) -> str:
    """The template filled with texts as written; null is `null`, or the text that stands for it."""
    place = f"{origin.place}.content"
    return filled(origin.rule.content, lambda name: as_text(_value(origin, row, name, place)), place=place)


def _evidence_id(origin: _Origin, row: Row) -> str:
    if not origin.rule.id:
        each = (origin.rule.each, row.position) if origin.rule.each else ()
        return "/".join(filter(None, (origin.file, str(origin.number), *each)))
    place = f"{origin.place}.id"
    evidence_id = filled(origin.rule.id, lambda name: _text_of_id(origin, row, name, place), place=place)
    if not evidence_id.strip():
        raise EvidenceError(f"{place}: {origin.rule.id!r} comes to an empty id; add {{number}} or {{index}}")
    return evidence_id


def _text_of_id(origin: _Origin, row: Row, name: str, place: str) -> str:
    value = _value(origin, row, name, place)
    if value is None or value in origin.mapping.null:
        message = f"{name!r} is null here, and an id needs a text; use another name, such as {{number}} or {{index}}"
        raise EvidenceError(f"{place}: {message}")
    return as_text(value)


def _value(origin: _Origin, row: Row, name: str, place: str) -> FieldValue:
    """What a name of a template stands for: a name of `let`, a field of the row, or a built-in name."""
    let = origin.mapping.let
    if name in let:
        source = f"let.{name}"
        return plain_scalar(at_path(origin.record, let[name], place=source), place=f"{source}: {let[name]!r}")
    if name in row.cells:
        return row.cells[name]
    if name in BUILT_IN:
        return dict(zip(BUILT_IN, (origin.file, str(origin.number), row.key, row.position), strict=True))[name]
    hint = suggestion(name, (*row.cells, *let, *BUILT_IN))
    raise EvidenceError(f"{place}: no field of this row and no name of `let` is {name!r}; {hint}")


def _expect_unicode(node: EvidenceNode, place: str) -> None:
    """Half of a surrogate pair has no digest, so it must not get into a graph."""
    texts = (value for value in node.fields.values() if isinstance(value, str))
    try:
        "".join((node.type, node.evidence_id, node.content, node.source_id, *node.fields, *texts)).encode()
    except UnicodeEncodeError as error:
        message = "holds half of a surrogate pair, which is not Unicode text; escape it in full"
        raise EvidenceError(f"{place}: the row {node.evidence_id!r:.80} {message}") from error
