"""Gate 3: every cited number is an allowed canonical string (released), or a value of a cited node (strict).

Source of the first: VERITYGATE (arXiv 2610.00833v1), section 2. The contract's free numbers are free
under `released` only.
"""

from collections.abc import Container, Iterable

from claimgauge.gates.binding import Stated, Unbound
from claimgauge.gates.finding import Finding, FindingCode, Hint, HintFor, no_hint


def unknown_numbers(
    cited: Iterable[str], allowed: Container[str], free: Container[str], *, hint: HintFor = no_hint
) -> list[Finding]:
    """A finding for each cited number that is neither allowed nor free; an empty one is skipped."""
    return [
        Finding(
            gate="numbers",
            code="unknown_number",
            value=number,
            message=f"citedNumber not allowed: {number}",
            hints=hint(number),
        )
        for number in cited
        if number and number not in allowed and number not in free
    ]


def unbound_number(missed: Unbound, elsewhere: tuple[Hint, ...]) -> Finding:
    """The finding for a stated number that no cited cell is; `elsewhere` names nodes that hold it and are not cited."""
    stated, code, cell = missed.stated, missed.code, missed.cell
    if code == "unbound_number":
        return _finding(stated, code, f"no cited evidence has the field {stated.field!r}", elsewhere)
    if code == "unknown_number":
        if elsewhere:
            message = f"{stated.text} is in no cited evidence, other evidence has it"
            return _finding(stated, "unbound_number", message, elsewhere)
        return _finding(stated, code, f"{stated.text} is in no evidence")
    held = cell.text if cell is not None and cell.text is not None else "null"
    where = f"{cell.field or 'content'} of {cell.evidence_id}" if cell is not None else ""
    return _finding(stated, code, f"{stated.text}: {_WHY[code].format(held=held, where=where)}")


_WHY: dict[FindingCode, str] = {
    "null_field": "{where} is known to be null",
    "different_value": "{where} is {held}",
    "coarse_rounding": "{where} is {held}, and a rounding may not be more than 5 % off",
    "ambiguous_quantity": "has two readings, and {where} is {held} in one of them; say the locale in the contract",
}


def _finding(stated: Stated, code: FindingCode, message: str, hints: tuple[Hint, ...] = ()) -> Finding:
    return Finding(gate="numbers", code=code, value=stated.written, message=message, hints=hints)
