"""From rows to cells."""

from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final, TypeVar, get_args

from claimgauge.gates import FindingCode, GateName
from claimgauge.narration import NarratorKind
from claimgauge_bench.measures.cell import (
    STATISTICS,
    Cell,
    CodeCount,
    Fluency,
    GateCount,
    MechanicalCounts,
    TypeFailureCount,
    columns,
    units_of,
)
from claimgauge_bench.measures.cost import PriceList, Spending, spending
from claimgauge_bench.measures.estimate import Draws, Estimate, estimates, ratio
from claimgauge_bench.measures.failures import TYPE_GATE
from claimgauge_bench.measures.fluency import (
    FluencyTotals,
    grade,
    lexical_diversity,
    reading_ease,
    sentence_length,
)
from claimgauge_bench.measures.row_totals import RowTotals

GATES: Final[tuple[GateName, ...]] = get_args(GateName)
CODES: Final[tuple[FindingCode, ...]] = get_args(FindingCode)
K = TypeVar("K", bound=Any)


def cell_of(
    rows: Sequence[RowTotals], draws: Draws, *, kind: NarratorKind, mechanical: bool, prices: PriceList | None = None
) -> Cell:
    """The cell that these rows are; all of one domain, narrator and setting. Raises ValueError without rows."""
    units = units_of(((row, columns(row)) for row in rows), draws)
    survival, shipped, strict = estimates(units, STATISTICS, draws)
    claims, verified = sum(row.claims for row in rows), sum(row.verified for row in rows)
    spent = spending((call for row in rows for call in row.calls), prices)
    failing = sum(row.failures.failing for row in rows)
    first = rows[0]
    return Cell(
        domain=first.key.domain,
        narrator=first.narrator,
        kind=kind,
        setting=first.setting,
        instances=len(rows),
        units=len(units),
        claims=claims,
        verified=verified,
        survival=survival,
        shipped=shipped,
        strict=strict,
        survival_before=ratio(sum(row.verified_before for row in rows), claims) if mechanical else None,
        shipped_before=ratio(sum(row.shipped_before for row in rows), len(rows)) if mechanical else None,
        strict_before=ratio(sum(row.passed_before for row in rows), len(rows)) if mechanical else None,
        schema_failed=sum(row.schema_failed for row in rows),
        no_reply=sum(row.no_reply for row in rows),
        zero_verified=sum(row.verified == 0 for row in rows),
        templates=sum(row.template for row in rows),
        failing=failing,
        gates=_gates(rows),
        gate4_share=Estimate(
            value=ratio(sum(row.failures.claims[TYPE_GATE] for row in rows), failing),
            reason="" if failing else "no claim failed",
        ),
        type_failures=_type_failures(rows),
        mechanical=_mechanical(rows) if mechanical else None,
        kept={str(number): n for number, n in sorted(Counter(r.kept for r in rows if r.kept is not None).items())},
        fluency=_fluency([row.text for row in rows]),
        spending=spent,
        cost_per_verified=_per_verified(spent, verified),
    )


def _gates(rows: Sequence[RowTotals]) -> tuple[GateCount, ...]:
    claims = _together([row.failures.claims for row in rows])
    messages = _together([row.failures.messages for row in rows])
    return tuple(GateCount(gate=gate, claims=claims[gate], messages=messages[gate]) for gate in GATES if messages[gate])


def _type_failures(rows: Sequence[RowTotals]) -> tuple[TypeFailureCount, ...]:
    found = _together([row.failures.types for row in rows])
    return tuple(
        TypeFailureCount(claim_type=each.claim_type, cited=each.cited, available=each.available, messages=number)
        for each, number in sorted(found.items())
    )


def _mechanical(rows: Sequence[RowTotals]) -> MechanicalCounts:
    rules = _together([row.mechanical.rules for row in rows])
    failed = _together([row.mechanical.failed for row in rows])
    right = _together([row.mechanical.put_right for row in rows])
    return MechanicalCounts(
        claims=sum(row.mechanical.claims for row in rows),
        rules=dict(sorted(rules.items())),
        codes=tuple(CodeCount(code=code, failed=failed[code], put_right=right[code]) for code in CODES if failed[code]),
    )


def _together(counters: Sequence[Mapping[K, int]]) -> Counter[K]:
    found: Counter[K] = Counter()
    for each in counters:
        found.update(each)
    return found


def _fluency(texts: Sequence[FluencyTotals]) -> Fluency:
    total = FluencyTotals(*map(sum, zip(*texts, strict=True)))
    return Fluency(
        texts=total.texts,
        grade=grade(total),
        reading_ease=reading_ease(total),
        sentence_length=sentence_length(total),
        lexical_diversity=lexical_diversity(total),
        words=ratio(total.words, total.texts),
        reason="" if total.texts else "nothing was shipped",
    )


def _per_verified(spent: Spending, verified: int) -> str | None:
    """Cost / verified claims, to six decimals; None where the cost is not known or nothing was verified."""
    if spent.cost is None or not verified:
        return None
    return f"{Decimal(spent.cost) / verified:.6f}"
