"""A first contract from somebody's records."""

from collections.abc import Iterable
from pathlib import Path

from claimgauge.contract.draft import drafted_contract
from claimgauge.errors import EvidenceError
from claimgauge.evidence import Mapping
from claimgauge.quantities import read_cell
from claimgauge.wiring.evidence import load_evidence
from claimgauge.wiring.quantities import load_quantity_tables


def draft_contract(
    paths: Iterable[str | Path], *, mapping: Mapping | str | Path | None = None, name: str, locale: str | None = None
) -> str:
    """The TOML of a contract over the evidence in some files.

    Raises what `load_evidence` raises, and EvidenceError where there is none.
    """
    graph = load_evidence(paths, mapping=mapping)
    if not graph.nodes:
        raise EvidenceError("there is no evidence to draft a contract from; name a file with records")
    tables = load_quantity_tables()
    return drafted_contract(graph.nodes, lambda text: read_cell(text, tables, locale=locale), name=name)
