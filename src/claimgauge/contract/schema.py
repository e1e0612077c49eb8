"""A contract and a graph, compiled to a JSON Schema for structured output.

Within what OpenAI's strict mode and the grammars of llama.cpp both accept: every property is
required, no other is allowed, the root is an object, and the only keywords are `type`, `properties`,
`required`, `additionalProperties`, `items`, `minItems`, `maxItems`, `enum`, `anyOf`, `$defs` and
`$ref`. The schema holds no text of the evidence: facts go by aliases, see `aliases`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from claimgauge.contract.aliases import distinct, plain_name
from claimgauge.contract.choices import CLAIM_TYPE, MORE, Choice, choices
from claimgauge.contract.contract import Contract, Preset
from claimgauge.contract.facts import Citable, citables
from claimgauge.contract.known_names import Marks, marks_for
from claimgauge.contract.schema_limits import check_size
from claimgauge.errors import EvidenceError
from claimgauge.evidence import EvidenceNode
from claimgauge.quantities import QuantityTables

MAX_CLAIMS = 8
MAX_FACTS = 4


class CompiledSchema(msgspec.Struct, frozen=True, kw_only=True):
    """What a model is given (`schema`), and what its choice is turned into claims by.

    `nodes` are the nodes by alias, `choices` the claim types by name.
    """

    schema: dict[str, Any]
    preset: Preset
    nodes: dict[str, Citable]
    choices: dict[str, Choice]
    marks: Marks

    @property
    def aliases(self) -> dict[str, str]:
        """Alias → evidence id."""
        return {alias: node.evidence_id for alias, node in self.nodes.items()}


def compiled_schema(
    contract: Contract,
    nodes: Sequence[EvidenceNode],
    tables: QuantityTables,
    *,
    preset: Preset | None = None,
    about: Collection[str] = (),
    max_claims: int = MAX_CLAIMS,
    max_facts: int = MAX_FACTS,
) -> CompiledSchema:
    """The schema for claims about these nodes; the same whatever the order of the nodes.

    `preset` is the contract's own unless given. `about` are entities or aliases of the contract:
    only facts of nodes about one of them are offered, and the aliases stay those of the whole graph.
    `max_facts` bounds the facts that a claim may state besides the required ones. Raises
    EvidenceError where no claim can be stated, where an id stands for several nodes, and where the
    schema is larger than strict mode allows.
    """
    compiled = compiled_facts(contract, nodes, tables, preset=preset, about=about)
    schema = _schema(compiled, max_claims=max_claims, max_facts=max_facts)
    check_size(schema)
    return msgspec.structs.replace(compiled, schema=schema)


def compiled_facts(
    contract: Contract,
    nodes: Sequence[EvidenceNode],
    tables: QuantityTables,
    *,
    preset: Preset | None = None,
    about: Collection[str] = (),
) -> CompiledSchema:
    """The same without a schema, and so without a bound on its size: enough to turn a choice into claims.

    Raises EvidenceError where no claim can be stated, and where an id stands for several nodes.
    """
    chosen = preset or contract.preset
    every, names = citables(contract, nodes, tables, preset=chosen)
    present = {node.type for node in nodes}
    offered = _about(contract, every, about) if about else every
    found = choices(contract, offered, present, strict=chosen == "strict")
    if not found:
        where = f"about {', '.join(map(repr, sorted(about)))}" if about else "in this evidence"
        raise EvidenceError(
            f"no claim of contract {contract.id} can be stated {where}; each needs a node of the types that it must"
            " cite, with an entity or a number that the contract names"
        )
    return CompiledSchema(
        schema={},
        preset=chosen,
        nodes={node.alias: node for node in every},
        choices={each.claim_type: each for each in found},
        marks=marks_for(names.texts),
    )


def _about(contract: Contract, nodes: Sequence[Citable], about: Collection[str]) -> tuple[Citable, ...]:
    """The nodes about these entities, and all of a type that some claim must cite and of which none is."""
    wanted = {name for name, others in contract.aliases.items() if not set(about).isdisjoint(others)} | set(about)
    near = [node for node in nodes if not wanted.isdisjoint(_entities(node))]
    have = {node.type for node in near}
    needed = {kind for rule in contract.claim_types.values() for kind in rule.cites_all_present} - have
    kept = {node.alias for node in near}
    return tuple(node for node in nodes if node.alias in kept or node.type in needed)


def _entities(node: Citable) -> set[str]:
    return {*node.declared, *(fact.entity for fact in node.facts)}


def _schema(compiled: CompiledSchema, *, max_claims: int, max_facts: int) -> dict[str, Any]:
    parts = _Parts(compiled.nodes)
    variants = [_claim(choice, parts, max_facts=max_facts) for choice in compiled.choices.values()]
    claims = {"type": "array", "minItems": 1, "maxItems": max_claims, "items": {"anyOf": variants}}
    return _object({"claims": claims}) | {"$defs": parts.definitions}


def _claim(choice: Choice, parts: "_Parts", *, max_facts: int) -> dict[str, Any]:
    properties = {CLAIM_TYPE: {"type": "string", "enum": [choice.claim_type]}}
    properties |= {key.name: parts.one_of(key.options) for key in choice.keys}
    more = {"type": "array", "minItems": 0, "maxItems": max_facts, "items": parts.one_of(choice.more)}
    return _object(properties | {MORE: more})


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


class _Parts:
    """Definitions that claim types share: the facts of one node type, so that none is listed twice."""

    def __init__(self, nodes: Mapping[str, Citable]) -> None:
        self._nodes = nodes
        types = sorted({node.type for node in nodes.values()})
        self._names = dict(zip(types, distinct(map(plain_name, types)), strict=True))
        self._by_options: dict[tuple[str, ...], str] = {}
        self.definitions: dict[str, Any] = {}

    def one_of(self, options: Iterable[str]) -> dict[str, Any]:
        """A schema of one of these facts."""
        by_type: dict[str, list[str]] = {}
        for option in options:
            by_type.setdefault(self._nodes[option.partition(".")[0]].type, []).append(option)
        references = [{"$ref": f"#/$defs/{self._defined(kind, tuple(each))}"} for kind, each in by_type.items()]
        return references[0] if len(references) == 1 else {"anyOf": references}

    def _defined(self, kind: str, options: tuple[str, ...]) -> str:
        if options not in self._by_options:
            (name,) = distinct([self._names[kind]], taken=self.definitions)
            self._by_options[options] = name
            self.definitions[name] = {"type": "string", "enum": list(options)}
        return self._by_options[options]
