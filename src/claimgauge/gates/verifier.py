"""The compiled verifier: a contract compiled once, a graph compiled in a few microseconds."""

from collections.abc import Collection, Sequence

from claimgauge.contract import Contract, Preset
from claimgauge.errors import PresetError
from claimgauge.evidence import EvidenceNode
from claimgauge.gates.allowlists import derived_entities, derived_numbers
from claimgauge.gates.cells import CellReader
from claimgauge.gates.released import ReleasedGraph
from claimgauge.gates.strict import StrictGraph
from claimgauge.gates.type_rules import RuleTable, rule_table
from claimgauge.quantities import QuantityTables

RULE_TABLES_KEPT = 256
CompiledGraph = ReleasedGraph | StrictGraph


class Verifier:
    """A contract, ready to check claims against any number of graphs.

    Thread-safe: the table of rule tables is only ever added to, and holds values that depend on
    their key alone.
    """

    def __init__(
        self, contract: Contract, *, preset: Preset | None = None, tables: QuantityTables | None = None
    ) -> None:
        self.contract = contract
        self.preset: Preset = preset or contract.preset
        self._reader = _reader(contract, tables) if self.preset == "strict" else None
        self._canonical_types = {name.upper(): name for name in contract.claim_types}
        self._free = frozenset(contract.numbers.free)
        self._tables: dict[frozenset[str], RuleTable] = {}

    def claim_type(self, written: str) -> str | None:
        """The contract's name of a claim type written in any case, or None where it has no such type."""
        return self._canonical_types.get(written.upper())

    def compile(
        self,
        nodes: Sequence[EvidenceNode],
        *,
        allowed_entities: Collection[str] | None = None,
        allowed_numbers: Collection[str] | None = None,
    ) -> CompiledGraph:
        """A graph ready to check claims; an allowlist that is None is derived from the nodes.

        Allowlists are read by preset `released` only. Of two nodes with one id the first counts, as in
        the released verifier; preset `strict` raises EvidenceError.
        """
        if self._reader is not None:
            return StrictGraph(nodes, self._reader, self._rules(frozenset([node.type for node in nodes])))
        types = {node.evidence_id: node.type for node in reversed(nodes)}
        entities = (
            derived_entities(nodes, self.contract.entities.from_) if allowed_entities is None else allowed_entities
        )
        numbers = derived_numbers(nodes, self.contract.numbers.from_) if allowed_numbers is None else allowed_numbers
        return ReleasedGraph(
            nodes=nodes,
            types=types,
            entities=_as_set(entities),
            numbers=_as_set(numbers),
            free=self._free,
            rules=self._rules(frozenset(types.values())),
            entity_sources=self.contract.entities.from_,
        )

    def _rules(self, present: frozenset[str]) -> RuleTable:
        table = self._tables.get(present)
        if table is None:
            table = rule_table(self.contract, present)
            if len(self._tables) < RULE_TABLES_KEPT:
                self._tables[present] = table
        return table


def _reader(contract: Contract, tables: QuantityTables | None) -> CellReader:
    if tables is None:
        raise PresetError("preset 'strict' reads quantities; give `tables`, or make the verifier with load_verifier")
    return CellReader(contract, tables)


def _as_set(items: Collection[str]) -> frozenset[str] | set[str]:
    return items if isinstance(items, (frozenset, set)) else frozenset(items)
