"""Which gate found what in which claim, read back from the judgements of the gates."""

from typing import Final, Literal, NamedTuple, cast, get_args

from claimgauge.gates import FindingCode, GateName
from claimgauge.labellers.gates import LABELLER
from claimgauge.reports.claim_rows import ClaimRow
from claimgauge.reports.words import GATE_OF

GATES: Final[tuple[GateName, ...]] = get_args(GateName)
State = Literal["pass", "finding", "not run"]
PASSED: Final = "verified"
FAMILY: Final = LABELLER.partition("/")[0] + "/"


class Cell(NamedTuple):
    """One gate on one claim, with the codes of what it found."""

    state: State
    codes: tuple[FindingCode, ...] = ()


def gate_cells(row: ClaimRow) -> dict[GateName, Cell]:
    """A cell for each gate: a claim that no gate saw says so, and is never a pass."""
    reasons = [each.reason for each in row.assessed.judgements if each.labeller.startswith(FAMILY)]
    if not reasons:
        return dict.fromkeys(GATES, Cell("not run"))
    codes = [cast("FindingCode", reason) for reason in reasons if reason in GATE_OF]
    otherwise = Cell("pass") if len(codes) == len(reasons) or reasons == [PASSED] else Cell("not run")
    by_gate = {gate: tuple(code for code in codes if GATE_OF[code] == gate) for gate in GATES}
    return {gate: Cell("finding", found) if found else otherwise for gate, found in by_gate.items()}
