"""Which contract judges which case."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from claimgauge.contract import Contract, Preset
from claimgauge.errors import InputError
from claimgauge.evidence import EvidenceGraph
from claimgauge.gates import Verifier
from claimgauge.wiring.contracts import builtin_contract, load_contract
from claimgauge.wiring.quantities import load_quantity_tables
from claimgauge.workflow import Case, CaseRow, CaseVerifier, OutRow, Row, VerdictRow, verify_rows
from claimgauge.workflow.admission import refuse_policies

PROSE_CONTRACT = "records"
"""The contract of an answer that declares no claims and names none: any number and name of the evidence counts."""


def load_verifier(contract: Contract | str | Path, *, preset: Preset | None = None) -> Verifier:
    """A contract, ready to check claims against graphs: `load_verifier("cards").compile(nodes).check(claims)`.

    Raises InputError, DocumentError and ContractError as `load_contract` does.
    """
    return case_verifier(contract, preset=preset).verifier


def case_verifier(
    contract: Contract | str | Path, *, preset: Preset | None = None, evidence: EvidenceGraph | None = None
) -> CaseVerifier:
    """A contract, ready to turn cases into verdict rows, with the tables of quantities where its preset reads any."""
    chosen = contract if isinstance(contract, Contract) else load_contract(contract)
    tables = load_quantity_tables() if (preset or chosen.preset) == "strict" else None
    return CaseVerifier(chosen, preset=preset, evidence=evidence, tables=tables)


def verifiers(
    contract: Contract | str | Path | None = None,
    *,
    preset: Preset | None = None,
    evidence: EvidenceGraph | None = None,
) -> Callable[[Case], CaseVerifier]:
    """From a case to the verifier that judges it: of `contract`, or else of the contract that the case names.

    A case is untrusted, so the name in it can only be that of a contract that ships. An answer that
    declares no claims needs none. Raises InputError for any other case without a contract.
    """
    if contract is not None:
        fixed = case_verifier(contract, preset=preset, evidence=evidence)
        return lambda _case: fixed
    by_name: dict[str, CaseVerifier] = {}

    def of_case(case: Case) -> CaseVerifier:
        name = case.contract or (PROSE_CONTRACT if case.answer is not None and not case.claims else "")
        if not name:
            raise InputError("the case names no contract; add --contract NAME|FILE, or the key `contract` to the case")
        if name not in by_name:
            by_name[name] = case_verifier(builtin_contract(name), preset=preset, evidence=evidence)
        return by_name[name]

    return of_case


def verify(
    case: Case | CaseRow,
    contract: Contract | str | Path | None = None,
    *,
    preset: Preset | None = None,
    evidence: EvidenceGraph | None = None,
) -> VerdictRow:
    """The verdicts on one case. For many cases use `verify_all`, which compiles the contract once."""
    row = case if isinstance(case, CaseRow) else CaseRow(place="case", id=case.id, case=case)
    refuse_policies(row.case, "verify")
    return verifiers(contract, preset=preset, evidence=evidence)(row.case).verify(row)


def verify_all(
    rows: Iterable[Row],
    contract: Contract | str | Path | None = None,
    *,
    preset: Preset | None = None,
    evidence: EvidenceGraph | None = None,
) -> Iterator[OutRow]:
    """A row out for each row in, in order; a row that cannot be read is an error row in its place."""
    chosen = verifiers(contract, preset=preset, evidence=evidence)
    return (out for _row, out in verify_rows(rows, chosen))
