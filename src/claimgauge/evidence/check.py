"""Whether a mapping that can be read also makes sense."""

from collections.abc import Iterator

from claimgauge.errors import EvidenceError, Problem
from claimgauge.evidence.mapping import Mapping, NodeRule
from claimgauge.evidence.templates import suggestion, template_parts


def mapping_problems(mapping: Mapping) -> tuple[Problem, ...]:
    """What makes the mapping unusable: no rules, unknown sources, a grid without a place, broken templates."""
    return (
        *_identity(mapping),
        *(each for index, rule in enumerate(mapping.nodes) for each in _rule(mapping, index, rule)),
    )


def _identity(mapping: Mapping) -> Iterator[Problem]:
    for key, value in (("id", mapping.id), ("version", mapping.version)):
        if not value.strip():
            yield _wrong(key, "is empty; a mapping is known by its id and version, so give it both")
    if not mapping.nodes:
        message = 'no rule; add a table [[nodes]] with a type, such as type = "RECORD"'
        yield Problem(place="nodes", code="missing", message=message)


def _rule(mapping: Mapping, index: int, rule: NodeRule) -> Iterator[Problem]:
    place = f"nodes[{index}]"
    if not rule.type.strip():
        yield _wrong(f"{place}.type", 'is empty; name the kind of node, such as "SALE"')
    if rule.source and rule.source not in mapping.sources:
        hint = suggestion(rule.source, mapping.sources) if mapping.sources else "the mapping has no sources"
        yield _wrong(f"{place}.source", f"no table [sources.{rule.source}]; {hint}")
    yield from _grid(place, rule)
    yield from _kept_names(place, rule)
    for key, template in (("id", rule.id), ("content", rule.content)):
        try:
            template_parts(template)
        except EvidenceError as error:
            yield _wrong(f"{place}.{key}", str(error))


def _grid(place: str, rule: NodeRule) -> Iterator[Problem]:
    if rule.layout == "grid" and not rule.each:
        yield _wrong(f"{place}.each", "is missing; a grid is an array of arrays, so give the path that leads to it")
    if rule.header_rows != "auto" and rule.header_rows < 1:
        message = f'expected 1 or more, or "auto", got {rule.header_rows}; the headers give the fields their names'
        yield _wrong(f"{place}.header_rows", message)
    if rule.row_header < 0:
        yield _wrong(f"{place}.row_header", f"expected 0 or more, got {rule.row_header}; columns are counted from 0")


def _kept_names(place: str, rule: NodeRule) -> Iterator[Problem]:
    earlier: set[str] = set()
    for key, names in (("entities", rule.entities), ("numbers", rule.numbers)):
        for position, name in enumerate(names):
            if name in earlier:
                yield _wrong(f"{place}.{key}[{position}]", f"{name!r} stands here twice; remove one")
            earlier.add(name)


def _wrong(place: str, message: str) -> Problem:
    return Problem(place=place, code="wrong_value", message=message)
