"""The samples under examples/loans and examples/medication: what they hold, and how to write them anew.

python -m tests.domains.samples
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from tests.domains import loans, medication
from tests.domains.evidence import EXAMPLES, written
from tests.domains.labelled import VERIFIED, Labelled

SHOWN = (
    "true", "alias", "unit conversion", "right direction", "derived right",
    "no citation", "shortened evidence id", "entity of another node", "number of another entity", "different value",
    "wrong unit", "wrong direction", "null field", "missing field", "too few citations", "number in prose",
    "entity in prose", "derived wrong",
)  # fmt: skip
"""One claim of each of these families, the right ones first."""


def sample_files() -> dict[Path, str]:
    """Path → the text that the file must hold."""
    loan_claims = loans.generated(loans.SAMPLE_SEED, files=loans.SAMPLE_FILES)
    chart_claims = medication.generated(medication.SAMPLE_SEED, patients=medication.SAMPLE_PATIENTS)
    return {
        EXAMPLES / "loans" / "applications.jsonl": written(loans.records(loans.SAMPLE_SEED, loans.SAMPLE_FILES)),
        EXAMPLES / "loans" / "claims.jsonl": written(_cases(loan_claims)),
        EXAMPLES / "medication" / "charts.jsonl": written(
            medication.records(medication.SAMPLE_SEED, medication.SAMPLE_PATIENTS)
        ),
        EXAMPLES / "medication" / "claims.jsonl": written(_cases(chart_claims)),
    }


def _cases(claims: Iterable[Labelled]) -> Iterable[dict[str, Any]]:
    first: dict[str, Labelled] = {}
    for each in claims:
        first.setdefault(each.family, each)
    return (_case(first[family]) for family in SHOWN)


def _case(each: Labelled) -> dict[str, Any]:
    said = {key: value for key, value in msgspec.to_builtins(each.claim).items() if value and key != "criticality"}
    expect = {"status": "verified" if each.expected == VERIFIED else "rejected", "codes": sorted(each.expected.codes)}
    return {
        "schema": "claimgauge.case/1",
        "id": each.family.replace(" ", "-"),
        "claims": [said],
        "meta": {"expect": expect},
    }


if __name__ == "__main__":
    for path, text in sample_files().items():
        path.write_text(text, encoding="utf-8")
