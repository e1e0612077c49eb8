"""Files of records or bundles → one evidence graph."""

from collections.abc import Collection, Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

import msgspec

from claimgauge.errors import DocumentError, EvidenceError, InputError
from claimgauge.evidence import Edge, EvidenceGraph, EvidenceNode, Mapping, NodeRule, Source
from claimgauge.evidence.check import mapping_problems
from claimgauge.evidence.layouts import default_mapping, field_names, nodes_of
from claimgauge.evidence.templates import suggestion
from claimgauge.readers import read_document
from claimgauge.readers.cases import read_case
from claimgauge.readers.records import Record, read_records, stem_of
from claimgauge.workflow import BrokenRow

SHOWN = 3
"""Most repeated ids in one message."""
_BUNDLE = ("nodes", "passages")


def load_mapping(path: str | Path) -> Mapping:
    """A mapping by its path.

    Raises InputError where the file cannot be opened, DocumentError with every problem at its place.
    """
    try:
        raw = Path(path).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a path that no file can have
        why = error.strerror if isinstance(error, OSError) else str(error)
        message = f"cannot be opened: {why}; name a file with a mapping (TOML)"
        raise InputError(message, source=str(path)) from error
    return _checked(read_document(raw, Mapping, source=str(path)), source=str(path))


def _checked(mapping: Mapping, *, source: str) -> Mapping:
    if problems := mapping_problems(mapping):
        raise DocumentError(source, problems)
    return mapping


def load_evidence(
    paths: str | Path | Iterable[str | Path], *, mapping: Mapping | str | Path | None = None
) -> EvidenceGraph:
    """One graph of the evidence in one or more files; `-` is standard input.

    With a mapping, every file holds records. Without one, a file that is a single JSON object with
    `nodes` or `passages` is a bundle, and the records of any other become nodes of type RECORD.
    Raises InputError for a file that cannot be read, DocumentError for a mapping with problems, and
    EvidenceError for a record that the mapping does not fit, for ids that come twice, and for sources
    that differ under one id.
    """
    names = [str(path) for path in ([paths] if isinstance(paths, (str, Path)) else paths)]
    if mapping is None:
        return _graph(chain.from_iterable(map(_bundle_or_records, names)), None)
    chosen = _checked(mapping, source=mapping.id) if isinstance(mapping, Mapping) else load_mapping(mapping)
    return _graph(chain.from_iterable(_parts(name, read_records(name), chosen) for name in names), chosen)


class _Part(NamedTuple):
    """The evidence of one record or bundle, and where it stands: `sales.csv: line 4`."""

    place: str
    graph: EvidenceGraph
    record: Record


def _parts(path: str, records: Iterable[Record], mapping: Mapping) -> Iterator[_Part]:
    file = stem_of(path)
    for record in records:
        place = f"{path}: {record.place}"
        try:
            nodes = nodes_of(mapping, record.value, number=record.number, file=file)
        except EvidenceError as error:
            raise EvidenceError(f"{place}: {error}") from error
        yield _Part(place, EvidenceGraph(nodes=nodes), record)


def _bundle_or_records(path: str) -> Iterator[_Part]:
    records = read_records(path)
    head = list(islice(records, 2))
    if len(head) == 1 and head[0].raw and not head[0].value.keys().isdisjoint(_BUNDLE):
        yield _Part(path, _bundle(path, head[0]), head[0])
    elif not any(_holds_nodes(record) for record in head):
        yield from _parts(path, chain(head, records), default_mapping())
    else:
        message = "holds several records, and one of them is a bundle with nodes of its own; give one bundle a file"
        raise InputError(f"{message}, or a mapping that says how records become nodes", source=path)


def _holds_nodes(record: Record) -> bool:
    return bool(record.raw) and any(isinstance(record.value.get(key), list) for key in _BUNDLE)


def _bundle(path: str, record: Record) -> EvidenceGraph:
    row = read_case(record.raw, place=record.place, fallback_id=path)
    if isinstance(row, BrokenRow):
        message = f"{row.problem.message}; mend the bundle, or give a mapping if these are plain records"
        raise InputError(message, source=path, place=row.problem.place)
    return row.case.graph


def _graph(parts: Iterable[_Part], mapping: Mapping | None) -> EvidenceGraph:
    """All parts as one graph. Raises EvidenceError where they contradict each other."""
    nodes: dict[str, EvidenceNode] = {}
    sources = {source.source_id: source for source in _sources(mapping)}
    edges: list[Edge] = []
    repeated: dict[str, str] = {}
    first: Record | None = None
    for part in parts:
        first = first or part.record
        for node in part.graph.nodes:
            if nodes.setdefault(node.evidence_id, node) is not node:
                repeated.setdefault(node.evidence_id, part.place)
        for source in part.graph.sources:
            if sources.setdefault(source.source_id, source) != source:
                message = f"the source {source.source_id!r} is described differently in an earlier file"
                raise EvidenceError(f"{part.place}: {message}; rename one of the two")
        edges += part.graph.edges
    if repeated:
        raise EvidenceError(_repeated(repeated, nodes, mapping))
    if mapping is not None and first is not None:
        _check_names(mapping, nodes.values(), first)
    return EvidenceGraph(nodes=tuple(nodes.values()), edges=tuple(edges), sources=tuple(sources.values()))


def _sources(mapping: Mapping | None) -> Iterator[Source]:
    for name, rule in mapping.sources.items() if mapping else ():
        yield Source(source_id=name, **msgspec.structs.asdict(rule))


def _repeated(repeated: dict[str, str], nodes: dict[str, EvidenceNode], mapping: Mapping | None) -> str:
    """What to say of ids that stand for more than one node."""
    listed = ", ".join(f"{name!r} (again at {place})" for name, place in islice(repeated.items(), SHOWN))
    more = f" and {len(repeated) - SHOWN} more" if len(repeated) > SHOWN else ""
    kind = nodes[next(iter(repeated))].type
    rules = [(index, rule) for index, rule in enumerate(mapping.nodes) if rule.type == kind] if mapping else []
    advice = _other_id(*rules[0]) if rules else "give each node an id, or each file a name, of its own, or a mapping"
    return f"ids that stand for more than one node: {listed}{more}; {advice}"


def _other_id(index: int, rule: NodeRule) -> str:
    if not rule.id:
        return "give each file a name of its own"
    told_apart = f"{rule.id}/{{number}}/{{index}}" if rule.each else f"{rule.id}/{{number}}"
    return f"let nodes[{index}].id tell them apart, for example {told_apart!r}; {{file}} tells files apart"


def _check_names(mapping: Mapping, nodes: Collection[EvidenceNode], record: Record) -> None:
    """Raise EvidenceError for a field to keep that no row has: most likely its name is written wrongly."""
    for index, rule in enumerate(mapping.nodes):
        own = [node.fields for node in nodes if node.type == rule.type]
        found: set[str] = set().union(*own)
        for key, names in (("entities", rule.entities), ("numbers", rule.numbers)):
            missing = [name for name in names if own and name not in found]
            if missing:
                known = field_names(rule, record.value, place=f"nodes[{index}]")
                hint = suggestion(missing[0], known)
                raise EvidenceError(f"nodes[{index}].{key}: no row has a field {missing[0]!r}; {hint}")
