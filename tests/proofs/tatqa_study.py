"""The arithmetic questions of TAT-QA as claims with derived values: declared, altered and undeclared."""

import gzip
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import msgspec

from claimgauge.claims import Derived, Operand
from claimgauge.evidence.layouts import nodes_of
from claimgauge.gates.arithmetic import Measured, Unit, measured
from claimgauge.gates.cells import Cell
from claimgauge.gates.derived import wrong_derived
from claimgauge.gates.explained import MOST_CELLS, Explanation, explained_by
from claimgauge.gates.operations import computed
from claimgauge.quantities import NotAQuantity, Quantity, read_cell, read_quantities, same_quantity
from claimgauge.wiring.evidence import load_mapping
from claimgauge.wiring.quantities import load_quantity_tables
from tests.conftest import ROOT, SHARED
from tests.proofs.tatqa_derivations import (
    Found,
    Leaf,
    Part,
    Tree,
    UndeclarableError,
    UnreadableError,
    declared,
    parsed,
)

FOLDER = SHARED / "data" / "tatqa"
FILES = ("dev.json.gz", "test_gold.json.gz")
TABLES = load_quantity_tables()
LOCALE = "en-US"
SCALES = ("thousand", "million", "billion")
Cells = dict[tuple[str, str], Cell]
read = partial(read_cell, tables=TABLES, locale=LOCALE)


class Question(NamedTuple):
    """An arithmetic question; `answer` is the literal as written."""

    uid: str
    text: str
    derivation: str
    answer: str
    scale: str
    context: int


class Evidence:
    """The nodes of one context: rows of its table, and a node for each paragraph with its numbers as fields."""

    def __init__(self, context: dict[str, Any], mapping: Any) -> None:
        self.rows = nodes_of(mapping, {"table": context["table"]}, number=1)
        self.scale = next((text for row in self.rows if isinstance(text := row.fields.get("scale"), str)), "")
        self.paragraphs = {f"paragraph/{each['order']}": each["text"] for each in context["paragraphs"]}

    def cells(self, scale: str, *, percent: bool = False) -> Cells:
        """All cells under a scale; `percent`: a bare number is a percentage, as a field of that kind is."""
        found: Cells = {}
        for row in self.rows:
            for name, text in row.fields.items():
                if name not in ("row", "header", "scale"):
                    held = text if isinstance(text, str) else None
                    value = read(held, scale=scale or None, kind="percent" if percent else None) if held else None
                    found[row.evidence_id, name] = Cell(row.evidence_id, name, held, value)
        for name, text in self.paragraphs.items():
            mentions = (each for each in read_quantities(text, TABLES, locale=LOCALE))
            for number, mention in enumerate(mentions, start=1):
                if not isinstance(mention, NotAQuantity):
                    found[name, f"number {number}"] = Cell(name, f"number {number}", mention.text, mention)
        return found


class Case(NamedTuple):
    """A question whose derivation is declared, with the cells that it was declared over."""

    question: Question
    derived: Derived
    cells: Cells
    told: str
    """What the reader had to be told beside the table's header; empty where it was nothing."""


class Miss(NamedTuple):
    """A question whose derivation could not be declared, or was not verified."""

    question: Question
    why: str
    detail: str = ""


def questions() -> tuple[list[dict[str, Any]], list[Question]]:
    contexts: list[dict[str, Any]] = []
    found: list[Question] = []
    for name in FILES:
        for context in json.loads(gzip.decompress((FOLDER / name).read_bytes()), parse_float=str):
            for each in context["questions"]:
                if each["answer_type"] == "arithmetic":
                    row = (each["uid"], each["question"], each["derivation"], str(each["answer"]), each["scale"])
                    found.append(Question(*row, len(contexts)))
            contexts.append(context)
    return contexts, found


# from a derivation to a declared one


def digits_of(text: str) -> Fraction | None:
    """The digits of a cell as printed, whatever stands around them."""
    found = re.findall(r"[0-9][0-9,]*(?:\.[0-9]+)?|\.[0-9]+", text)
    return Fraction(found[0].replace(",", "")) if len(found) == 1 else None


def finder(cells: Cells) -> Any:
    """The cell that a number stands for: of the table and of the same sign first; asked again, the next of equals."""
    by_digits: dict[Fraction, list[Cell]] = {}
    for cell in cells.values():
        if cell.text is not None and cell.value is not None and (digits := digits_of(cell.text)) is not None:
            by_digits.setdefault(digits, []).append(cell)

    asked: Counter[Fraction] = Counter()

    def find(leaf: Leaf, negative: bool) -> Found | None:  # noqa: FBT001
        ranked = [
            (
                cell.evidence_id.startswith("paragraph/"),
                is_negative(cell) != negative,
                ("%" in cell.text) != ("%" in leaf.text),
                cell,
            )
            for cell in by_digits.get(leaf.value, ())
        ]
        if not ranked:
            return None
        best = min(each[:3] for each in ranked)
        equals = [each for each in ranked if each[:3] == best]
        _, opposite, _, cell = equals[asked[leaf.value] % len(equals)]
        asked[leaf.value] += 1
        return Found(Operand(evidence_id=cell.evidence_id, field=cell.field), opposite)

    return find


def is_negative(cell: Cell) -> bool:
    return isinstance(cell.value, Quantity) and cell.value.value < 0


def attempts(question: Question, evidence: Evidence) -> Iterator[tuple[str, str, bool]]:
    """Scales under which to read the cells, from what the header says to what the question says, and why."""
    scale = question.scale if question.scale in SCALES else ""
    yield "", evidence.scale or scale, False
    if evidence.scale and evidence.scale != scale:
        yield "a row outside the table's scale", scale, False
    if question.scale == "percent":
        yield "per cent said outside the cell", "", True


def claimed(question: Question, derived: Operand, cells: Cells) -> str:
    """The answer as a claim would write it."""
    if question.scale == "percent":
        return f"{question.answer} {'percentage points' if kind_of(derived, cells) == 'points' else '%'}"
    return f"{question.answer} {question.scale}".strip()


def kind_of(operand: Operand, cells: Cells) -> str:
    """`points` for what two percentages or two ratios differ by."""
    if operand.field:
        value = cells[operand.evidence_id, operand.field].value
        return "share" if isinstance(value, Quantity) and value.dimension == "percent" else "number"
    if not operand.operands or operand.operation in ("ratio", "share", "change"):
        return "share"
    kinds = {kind_of(each, cells) for each in operand.operands}
    if operand.operation == "difference" and kinds == {"share"} and not operand.operands[0].constant:
        return "points"
    return kinds.pop() if len(kinds) == 1 else "number"


def examined(question: Question, evidence: Evidence) -> Case | Miss:
    """The derivation declared and verified, or why not."""
    try:
        tree = parsed(question.derivation)
    except UnreadableError:
        return Miss(question, "not a formula of numbers")
    first: Miss | None = None
    for why, scale, percent in attempts(question, evidence):
        tried = _tried(question, tree, evidence.cells(scale, percent=percent))
        if isinstance(tried, Derived):
            told = "scale said outside the table" if not why and scale and not evidence.scale else why
            if tried.value.startswith("-") != question.answer.startswith("-"):
                told = "sign said in words"
            return Case(question, tried, evidence.cells(scale, percent=percent), told)
        first = first or tried
    assert first is not None
    return first


def _tried(question: Question, tree: Tree, cells: Cells) -> Derived | Miss:
    try:
        part: Part = declared(tree, finder(cells), percent=question.scale == "percent")
    except UndeclarableError as error:
        return Miss(question, str(error))
    operation = part.operand.operation
    if not isinstance(operation, str):
        return Miss(question, "no operation")
    text = claimed(question, part.operand, cells)
    try:
        whole = Derived(value=text, operation=operation, operands=part.operand.operands)
    except ValueError as error:
        return Miss(question, "several constants", str(error))
    findings = verify(whole, cells)
    if not findings:
        return whole
    turned = msgspec.structs.replace(whole, value=negated(text))
    if part.negative and not verify(turned, cells):
        return turned
    return Miss(question, _class_of(question, whole, cells, findings[0].code), findings[0].message)


def negated(text: str) -> str:
    return text[1:] if text.startswith("-") else f"-{text}"


def _class_of(question: Question, whole: Derived, cells: Cells, code: str) -> str:
    """Why a declared derivation does not verify, as far as another answer shows it."""
    if code == "needs_computation":
        return "one cell by itself"
    number = Decimal(question.answer)
    if question.scale == "percent" and holds(whole, f"{number.scaleb(2):f} %", cells):
        return "the answer is a ratio and calls itself per cent"
    units = ("", *SCALES, "%", "percentage points")
    if any(holds(whole, f"{question.answer} {unit}".strip(), cells) for unit in units):
        return "the answer's scale is not that of the numbers"
    return "rounded to one digit, more than 5 % off" if code == "coarse_rounding" else "another value"


def holds(whole: Derived, value: str, cells: Cells) -> bool:
    return not verify(msgspec.structs.replace(whole, value=value), cells)


def cited(derived: Derived | Operand) -> set[str]:
    return (
        {derived.evidence_id}
        if isinstance(derived, Operand) and derived.field
        else set().union(*map(cited, derived.operands))
    )


def verify(derived: Derived, cells: Cells) -> list[Any]:
    return wrong_derived((derived,), cited(derived), lambda *place: cells.get(place), read=read)


# altered answers


NON_COMMUTING = ("difference", "ratio", "share", "change")
OUTCOMES = ("right", "another", "several", "a cell has it", "none", "too many cells")
MADE = ("right", "another")
NOT_DECLARED = (
    "nil written as a dash",
    "a number that the evidence lacks",
    "not a formula of numbers",
    "no operation",
    "signs that the cells do not have",
    "several constants",
)
FAMILIES = ("digit", "sign", "scale", "percent and points", "operands")


def altered(family: str, case: Case, chance: random.Random) -> Derived | None:
    """The case with its claim altered beyond half a unit of the last digit; None where the family has no such claim."""
    whole, (number, _, unit) = case.derived, case.derived.value.partition(" ")
    zero = not Decimal(number)
    match family:
        case "operands":
            return _swapped(case)
        case "percent and points":
            other = {"%": "percentage points", "percentage points": "%"}.get(unit)
            return _valued(whole, number, other) if other and not zero else None
        case "sign":
            return None if zero else _valued(whole, negated(number), unit)
        case "scale":
            return None if zero else _valued(whole, f"{Decimal(number) * 1000:f}", unit)
        case _:
            return _another_digit(case, number, unit, chance)


def _another_digit(case: Case, number: str, unit: str, chance: random.Random) -> Derived:
    exact = result_of(case)
    while True:
        place = chance.choice([index for index, sign in enumerate(number) if sign.isdigit()])
        digit = chance.choice("0123456789".replace(number[place], ""))
        changed = _valued(case.derived, number[:place] + digit + number[place + 1 :], unit)
        if not close(changed.value, exact):
            return changed


def _valued(whole: Derived, number: str, unit: str) -> Derived:
    return msgspec.structs.replace(whole, value=f"{number} {unit}".strip())


def result_of(case: Case) -> Measured:
    """The exact result, by operations over the cells one after the other."""
    result = _result(case.derived, case.cells)
    assert isinstance(result, Measured)
    return result


def _result(derived: Derived | Operand, cells: Cells) -> Measured:
    if isinstance(derived, Operand) and derived.field:
        value = cells[derived.evidence_id, derived.field].value
        assert isinstance(value, Quantity)
        number = measured(value)
    elif isinstance(derived, Operand) and isinstance(derived.constant, str):
        number = Measured(Fraction(derived.constant), Unit("constant"))
    else:
        assert isinstance(derived.operation, str)
        number = computed(derived.operation, [_result(each, cells) for each in derived.operands])  # type: ignore[assignment]
    assert isinstance(number, Measured)
    return number


def close(text: str, exact: Measured) -> bool:
    """Whether a claimed number is within half a unit of its last digit, counted here and not by the gate."""
    number, _, unit = text.partition(" ")
    size = Fraction({"thousand": 10**3, "million": 10**6, "billion": 10**9}.get(unit, 1))
    value = exact.value
    if unit in ("%", "percentage points") and exact.unit.dimension in ("ratio", "ratio_difference"):
        value *= 100
    half = Fraction(10) ** -len(number.partition(".")[2]) / 2
    return abs(Fraction(number) - value / size) <= half


def _swapped(case: Case) -> Derived | None:
    whole = case.derived
    if whole.operation not in NON_COMMUTING or any(each.constant for each in whole.operands):
        return None
    swapped = msgspec.structs.replace(whole, operands=whole.operands[::-1])
    result = computed(swapped.operation, [_result(each, case.cells) for each in swapped.operands])
    return None if not isinstance(result, Measured) or close(whole.value, result) else swapped


# undeclared answers


def outcome_of(case: Case, cells: Sequence[Cell]) -> tuple[str, str]:
    """What `explained_by` makes of an answer, and what it names where it names one operation."""
    if len(cells) > MOST_CELLS:
        return "too many cells", ""
    value = read(case.derived.value)
    assert value is not None
    found = explained_by(value, cells)
    if len(found) == 1:
        return ("right" if _same(found[0], case) else "another"), str(found[0])
    if found:
        return "several", ""
    there = any(same_quantity(value, cell.value, equality="shown").holds for cell in cells if cell.value)
    return ("a cell has it" if there else "none"), ""


def _same(explanation: Explanation, case: Case) -> bool:
    """The same operation over the same values; a ratio is a share, and of sums the order says nothing."""
    alike = {"share": "ratio"}
    mine = [case.cells[each.evidence_id, each.field].value for each in case.derived.operands]
    theirs = [cell.value for cell in explanation.operands]
    values = [[each.value for each in side if isinstance(each, Quantity)] for side in (mine, theirs)]
    if explanation.operation in ("sum", "mean", "product"):
        values = [sorted(side) for side in values]
    first, second = (alike.get(each, each) for each in (explanation.operation, case.derived.operation))
    return first == second and values[0] == values[1]


def single(case: Case) -> bool:
    """Whether the derivation is one operation over cells."""
    return all(each.field for each in case.derived.operands)


class Alteration(NamedTuple):
    """A verified claim, what it was changed to, and whether that was rejected."""

    case: Case
    changed: Derived
    rejected: bool


class Study(NamedTuple):
    """What came of every question."""

    cases: list[Case]
    misses: list[Miss]
    alterations: dict[str, list[Alteration]]
    undeclared: dict[str, Counter[str]]
    mistaken: list[tuple[Case, str]]

    @property
    def declared(self) -> int:
        """How many derivations can be declared over the cells."""
        return len(self.cases) + sum(miss.why not in NOT_DECLARED for miss in self.misses)


def studied(*, seed: int, sample: int | None = None) -> Study:
    """All questions, or so many drawn by the seed."""
    mapping = load_mapping(ROOT / "examples" / "tatqa" / "mapping.toml")
    contexts, found = questions()
    found = found if sample is None else random.Random(seed).sample(found, sample)  # noqa: S311
    evidence = {each.context: Evidence(contexts[each.context], mapping) for each in found}
    outcomes = [examined(each, evidence[each.context]) for each in found]
    cases = [each for each in outcomes if isinstance(each, Case)]
    misses = [each for each in outcomes if isinstance(each, Miss)]
    undeclared, mistaken = _undeclared(cases)
    return Study(
        cases, misses, {family: _alterations(family, cases, seed) for family in FAMILIES}, undeclared, mistaken
    )


def _alterations(family: str, cases: Sequence[Case], seed: int) -> list[Alteration]:
    chance = random.Random(f"{seed}/{family}")  # noqa: S311
    changes = [(case, altered(family, case, chance)) for case in cases]
    return [Alteration(case, change, bool(verify(change, case.cells))) for case, change in changes if change]


def _undeclared(cases: Sequence[Case]) -> tuple[dict[str, Counter[str]], list[tuple[Case, str]]]:
    counts: dict[str, Counter[str]] = {"cited rows": Counter(), "whole table": Counter()}
    mistaken: list[tuple[Case, str]] = []
    for case in filter(single, cases):
        nodes, held = cited(case.derived), [cell for cell in case.cells.values() if cell.value is not None]
        near = [cell for cell in held if cell.evidence_id in nodes]
        table = [cell for cell in held if not cell.evidence_id.startswith("paragraph/")]
        for name, cells in (("cited rows", near), ("whole table", table)):
            outcome, named = outcome_of(case, cells)
            counts[name][outcome] += 1
            if outcome == "another" and name == "cited rows":
                mistaken.append((case, named))
    return counts, mistaken
