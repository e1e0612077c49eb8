"""Which gate found what in which claim, read back from the judgements of the gates."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, get_args

from claimgauge.gates import GateName
from claimgauge.labellers.gates import LABELLER
from claimgauge.reports.claim_rows import ClaimRow
from claimgauge.reports.words import GATE_OF

GATES: Final[tuple[GateName, ...]] = get_args(GateName)
State = Literal["pass", "finding", "not run"]
PASSED: Final = "verified"
NOTHING_IN_IT: Final = "no_evidence"
"""What a claim cites is there and holds nothing; no code of a gate."""
FAMILY: Final = LABELLER.partition("/")[0] + "/"


class Cell(NamedTuple):
    """One gate on one claim, with the codes of what it found."""

    state: State
    codes: tuple[str, ...] = ()


def gates_of(preset: str) -> tuple[GateName, ...]:
    """The gates that a preset runs."""
    return GATES[:4] if preset == "released" else GATES


def said_by_others(rows: Sequence[ClaimRow]) -> tuple[str, ...]:
    """Who labelled the claims where no gate labelled any, by name; none where a gate did, or where nobody did."""
    names = dict.fromkeys(each.labeller for row in rows for each in row.assessed.judgements)
    return () if any(name.startswith(FAMILY) for name in names) else tuple(names)


def gate_cells(row: ClaimRow, gates: Sequence[GateName] = GATES) -> dict[GateName, Cell]:
    """A cell for each gate that was run: a claim that no gate saw says so, and is never a pass."""
    reasons = [each.reason for each in row.assessed.judgements if each.labeller.startswith(FAMILY)]
    if not reasons:
        return dict.fromkeys(gates, Cell("not run"))
    places: dict[str, GateName] = {**dict(GATE_OF.items()), NOTHING_IN_IT: "existence"}
    codes = [reason for reason in reasons if reason in places]
    otherwise = Cell("pass") if len(codes) == len(reasons) or reasons == [PASSED] else Cell("not run")
    by_gate = {gate: tuple(code for code in codes if places[code] == gate) for gate in gates}
    return {gate: Cell("finding", found) if found else otherwise for gate, found in by_gate.items()}
