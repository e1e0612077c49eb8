"""Running the examples of a contract: whether each claim comes to what the contract says it does."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from claimgauge.contract import Example
from claimgauge.errors import InputError
from claimgauge.readers import read_paths
from claimgauge.wiring.contracts import load_contract
from claimgauge.wiring.verifying import case_verifier
from claimgauge.workflow import BrokenRow, CaseVerifier


class ExampleResult(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One example: what was expected and what was found; `codes` counts only where the example names any."""

    case: str
    claim_id: str
    expected: str
    found: str
    passed: bool


def run_examples(path: str | Path) -> Iterator[ExampleResult]:
    """Every example of a contract file, in order. A case file stands beside the contract.

    Raises InputError for a case that is not there or cannot be read, DocumentError and ContractError
    for the contract.
    """
    contract = load_contract(path)
    verifier = case_verifier(contract)
    folder = Path(path).parent
    for index, example in enumerate(contract.examples):
        yield _result(example, verifier, folder, place=f"examples[{index}]")


def _result(example: Example, verifier: CaseVerifier, folder: Path, *, place: str) -> ExampleResult:
    wanted = example.expect
    for row in read_paths([str(folder / example.case)]):
        if isinstance(row, BrokenRow):
            raise InputError(row.problem.message, source=example.case, place=row.problem.place)
        for verdict in verifier.verify(row).claims:
            if verdict.claim_id == wanted.claim_id:
                codes = tuple(dict.fromkeys(finding.code for finding in verdict.findings))
                passed = verdict.status == wanted.status and set(wanted.codes) <= set(codes)
                return ExampleResult(
                    case=example.case,
                    claim_id=wanted.claim_id,
                    expected=_words(wanted.status, wanted.codes),
                    found=_words(verdict.status, codes),
                    passed=passed,
                )
    message = f"{place}.expect.claimId: no claim {wanted.claim_id!r} in {example.case}; name one of its claims"
    raise InputError(message, source=example.case)


def _words(status: str, codes: tuple[str, ...]) -> str:
    return f"{status}: {', '.join(codes)}" if codes else status
