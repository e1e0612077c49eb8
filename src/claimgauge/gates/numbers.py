"""Gate 3: every cited number is an allowed canonical string, or one of the contract's free numbers.

Source: VERITYGATE (arXiv 2610.00833v1), section 2.
"""

from collections.abc import Container, Iterable

from claimgauge.gates.finding import Finding, HintFor, no_hint


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
