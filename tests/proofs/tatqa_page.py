"""What the study of TAT-QA came to, as a page of the reference."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from claimgauge.gates.explained import MOST_CELLS
from tests.proofs.tatqa_study import MADE, NOT_DECLARED, OUTCOMES, Miss, Study

HEAD = """\
# Derived values on TAT-QA

Measured on {date} with `make prove NAME=tatqa` (`python -m tests.proofs.tatqa --seed {seed}`), on the {total:,}
arithmetic questions of the dev and test splits of TAT-QA (Zhu et al., ACL 2021; CC BY 4.0). The tables become nodes
by `examples/tatqa/mapping.toml`; a paragraph is a node too, and each of its numbers a field. Each derivation is
parsed, its numbers are found in the cells by their digits, and what it says is declared in `derived`:
`(44.1-56.7)/56.7` is a `change`, `(166+178)/2` a `mean`. `* 100` falls away where the answer is in per cent; what
two percentages differ by is stated in percentage points. Brackets are 95 % Wilson intervals.

## Right answers

Of {total:,} derivations {declared:,} can be declared over the cells, and {verified:,} of those verify: {share}.
"""
TOLD = """\
*Scale said outside the table*: the header names none, and the question's is taken, as the author of a mapping would.
*Sign said in words*: the report prints a loss or an expense in brackets, and the answer drops the sign; the declared
value has the sign of the cells, and without it would not verify. *Per cent said outside the cell*: the field is
declared to be a percentage. *A row outside the table's scale*: amounts for each share under a header in millions.
"""
ALTERED = """\
## Altered answers

Every verified answer is altered beyond half a unit of its last digit, once in each family that it has. *Digit*: one
digit replaced. *Scale*: times 1,000. *Percent and points*: one called the other. *Operands*: those of a difference, a
ratio, a share or a change swapped.
"""
UNDECLARED = """\
## Undeclared answers

The same answers without `derived`: is exactly one operation over the cells named, and is it the right one? Asked of
the answers that are one operation over cells, with the cells of the cited rows and paragraphs, and with the whole
table. Nothing is looked for in more than {most} cells, for a number that a cell has anyway, nor for one of fewer than
two digits that count.
"""
WHYS = {
    "nil written as a dash": "the mapping makes `—` null: known to be nothing, and no 0",
    "a number that the evidence lacks": "in rows taken for headers; `390,000(1)`, `1/x`, years, two in one cell",
    "the answer's scale is not that of the numbers": "the data set's, or said nowhere in table or paragraph",
    "the answer is a ratio and calls itself per cent": "a fault of the data set",
    "rounded to one digit, more than 5 % off": "`coarse_rounding`, as it should",
    "not a formula of numbers": "two scales in one formula",
    "one cell by itself": "`needs_computation`: what a number comes to by itself says nothing",
    "another value": "`from $6 to $6.9 million`: one magnitude for two numbers",
}


class Rate(NamedTuple):
    """How many of how many, with the Wilson interval of 95 %."""

    hits: int
    total: int

    def __str__(self) -> str:
        if not self.total:
            return "none"
        share, z = self.hits / self.total, 1.959964
        middle = (share + z * z / (2 * self.total)) / (1 + z * z / self.total)
        half = z / (1 + z * z / self.total) * (share * (1 - share) / self.total + z * z / (4 * self.total**2)) ** 0.5
        return f"{share:.2%} [{max(0, middle - half):.2%}, {min(1, middle + half):.2%}]"


def page(study: Study, *, date: str, seed: int) -> str:
    total, declared, verified = len(study.cases) + len(study.misses), study.declared, len(study.cases)
    share = Rate(verified, declared)
    head = HEAD.format(date=date, seed=seed, total=total, declared=declared, verified=verified, share=share)
    parts = (
        head,
        *_right(study),
        ALTERED,
        table(("altered", "claims", "rejected", "share"), list(_families(study))),
        *_passed(study),
        UNDECLARED.format(most=MOST_CELLS),
        table(("cells", "answers", *OUTCOMES, "right of those named"), list(_named(study))),
        "Named from the cited rows, and not the one that the derivation says:\n",
        table(
            ("answer", "derivation", "named"),
            [(case.derived.value, _code(case.question.derivation), _short(name)) for case, name in study.mistaken],
        ),
    )
    return "\n".join(parts)


def _right(study: Study) -> Iterator[str]:
    told = Counter(case.told or "nothing" for case in study.cases)
    yield table(("what the reader was told beside the table's header", "verified"), told.most_common())
    yield TOLD
    yield table(("operation", "verified"), Counter(case.derived.operation for case in study.cases).most_common())
    yield "What is not verified:\n"
    whys = Counter(miss.why for miss in study.misses).most_common()
    yield table(
        ("why", "declared", "questions", "example", ""),
        [
            (why, "no" if why in NOT_DECLARED else "yes", count, _example(why, study.misses), WHYS.get(why, ""))
            for why, count in whys
        ],
    )


def _families(study: Study) -> Iterator[tuple[str, int, int, Rate]]:
    for family, rows in study.alterations.items():
        rejected = sum(row.rejected for row in rows)
        yield family, len(rows), rejected, Rate(rejected, len(rows))


def _passed(study: Study) -> Iterator[str]:
    """The altered claims that were verified all the same."""
    for family, rows in study.alterations.items():
        for row in rows:
            if not row.rejected:
                yield f"- {family}, not rejected: {_code(row.changed.value)}, for {_code(row.case.derived.value)}\n"


def _named(study: Study) -> Iterator[tuple[object, ...]]:
    for name, counts in study.undeclared.items():
        rate = Rate(counts["right"], sum(counts[each] for each in MADE))
        yield name, counts.total(), *(counts[each] for each in OUTCOMES), rate


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table whose source is aligned as well."""
    texts = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(row[column]) for row in texts) for column in range(len(head))]
    right = [all(re.fullmatch("[0-9]+", row[column]) for row in texts[1:]) for column in range(len(head))]
    rule = ["-" * (width - 1) + (":" if flush else "-") for width, flush in zip(widths, right, strict=True)]
    lines = [
        " | ".join(
            cell.rjust(width) if flush else cell.ljust(width)
            for cell, width, flush in zip(row, widths, right, strict=True)
        )
        for row in (texts[0], rule, *texts[1:])
    ]
    return "".join(f"| {line} |\n" for line in lines)


def _short(name: str) -> str:
    return re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}/", "row ", name)


def _code(text: str) -> str:
    return f"`{text.strip()}`"


def _example(why: str, misses: Sequence[Miss]) -> str:
    first = next(each.question for each in misses if each.why == why)
    return f"`{first.derivation.strip()}` = {first.answer} {first.scale}".strip()
