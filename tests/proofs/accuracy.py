"""How well the records labeller finds the errors that people marked in reports of games.

    make prove NAME=accuracy
    python -m tests.proofs.accuracy --date 2026-11-30

Reports of the Accuracy Shared Task (INLG 2021) against their box scores, through the mapping and the
contract in examples/box-scores. Everything was tuned on the train split; the figures are those of the
test split. Writes docs/reference/accuracy-shared-task.md. The data lie in $CLAIMGAUGE_SHARED, or in
`shared` beside the checkout.
"""

import argparse
import csv
import datetime as dt
import gzip
import io
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import claimgauge
from claimgauge.evidence import EvidenceNode
from claimgauge.labellers.records import CheckedMention, RecordJudgement, RecordsLabeller
from claimgauge.quantities import Quantity, Range, read_cell, read_quantities
from claimgauge.wiring import load_evidence
from claimgauge.wiring.contracts import load_contract
from claimgauge.wiring.quantities import load_quantity_tables
from tests.conftest import ROOT, SHARED

PAGE = ROOT / "docs" / "reference" / "accuracy-shared-task.md"
DATA = SHARED / "data" / "accuracy_shared_task"
EXAMPLE = ROOT / "examples" / "box-scores"
KINDS = {"NUMBER": "number", "NAME": "name"}
FOUND = ("contradicted", "unsupported")
"""The verdicts that count as finding an error."""
RESAMPLES = 2000
SEED = 1
SHOWN = 3
"""Examples of each class of mistakes."""
WIDE = 70
"""Characters of a sentence on either side of an example."""


class Span(NamedTuple):
    """A stretch of a text, half-open, in code points."""

    start: int
    end: int


class Error(NamedTuple):
    """What people marked: where, of which type, and what they would have written."""

    span: Span
    kind: str
    correction: str


class Report(NamedTuple):
    """A text with the nodes of its game and the errors in it."""

    name: str
    text: str
    nodes: tuple[EvidenceNode, ...]
    errors: tuple[Error, ...]


class Score(NamedTuple):
    """Counts that add up over texts: predictions, right ones, errors, found ones."""

    predicted: int = 0
    right: int = 0
    errors: int = 0
    found: int = 0

    @property
    def precision(self) -> float | None:
        return self.right / self.predicted if self.predicted else None

    @property
    def recall(self) -> float | None:
        return self.found / self.errors if self.errors else None


def plus(scores: Iterable[Score]) -> Score:
    return Score(*map(sum, zip(Score(), *scores, strict=True)))


# the data


def reports(split: str) -> tuple[Report, ...]:
    """The texts of a split (`train`, `test`) in order."""
    graph = load_evidence([DATA / f"{split}_box_scores.jsonl.gz"], mapping=EXAMPLE / "mapping.toml")
    nodes: dict[str, list[EvidenceNode]] = defaultdict(list)
    for node in graph.nodes:
        nodes[node.evidence_id.partition("/")[0]].append(node)
    marked: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows(f"{split}_gsml.csv.gz"):
        marked[row["TEXT_ID"].partition(".")[0]].append(row)
    return tuple(
        Report(name, text, tuple(nodes[name]), errors_of(text, marked[name]))
        for name, text in ((row["TEXT_ID"], row["GENERATED_TEXT"]) for row in rows(f"{split}_games.csv.gz"))
    )


def rows(name: str) -> list[dict[str, str]]:
    with gzip.open(DATA / name) as stream:
        return list(csv.DictReader(io.TextIOWrapper(stream, "utf-8")))


def errors_of(text: str, marked: Iterable[Mapping[str, str]]) -> tuple[Error, ...]:
    """The errors by their places in the text; in the data they stand by tokens, counted from 1."""
    starts, at = [], 0
    for token in text.split(" "):
        starts.append(Span(at, at + len(token)))
        at += len(token) + 1
    return tuple(
        Error(
            Span(starts[int(row["DOC_TOKEN_START"]) - 1].start, starts[int(row["DOC_TOKEN_END"]) - 1].end),
            row["TYPE"],
            row["CORRECTION"] or row["COMMENT"],
        )
        for row in marked
    )


# the labeller and two yardsticks


def judged(every: Sequence[Report]) -> dict[str, RecordJudgement]:
    contract, tables = load_contract(EXAMPLE / "contract.toml"), load_quantity_tables()
    return {each.name: RecordsLabeller(contract, each.nodes, tables).label(each.text) for each in every}


def of_labeller(judgement: RecordJudgement, kind: str) -> list[Span]:
    """Where the labeller says that something is wrong."""
    return [Span(m.start, m.end) for m in judgement.mentions if m.kind == KINDS[kind] and m.verdict in FOUND]


def anywhere(report: Report, _judgement: RecordJudgement) -> list[Span]:
    """Every number is allowed that occurs anywhere in the record of the game."""
    known = amounts(report.nodes)
    return [span for span, value in numbers(report.text) if value not in known]


def last_name(report: Report, judgement: RecordJudgement) -> list[Span]:
    """Every number is about the name that was mentioned last, and must be a value of some field of it."""
    by_id = {node.evidence_id: node for node in report.nodes}
    names = [mention for mention in judgement.mentions if mention.kind == "name" and mention.evidence]
    found = []
    for span, value in numbers(report.text):
        before = [name for name in names if name.end <= span.start]
        if before and value not in amounts(by_id[each] for each in before[-1].evidence):
            found.append(span)
    return found


def numbers(text: str) -> Iterator[tuple[Span, object]]:
    for mention in read_quantities(text, load_quantity_tables(), locale="en-US"):
        for each in (mention.low, mention.high) if isinstance(mention, Range) else (mention,):
            if isinstance(each, Quantity):
                yield Span(each.start, each.end), each.value


def amounts(nodes: Iterable[EvidenceNode]) -> set[object]:
    tables = load_quantity_tables()
    cells = {text for node in nodes for text in node.fields.values() if isinstance(text, str)}
    values = [read_cell(text, tables, locale="en-US") for text in cells]
    return {value.value for value in values if isinstance(value, Quantity)}


# the figures


def score(errors: Iterable[Error], spans: Sequence[Span], kind: str) -> Score:
    """A prediction is right when it overlaps an error of the type; an error is found when a prediction overlaps it."""
    gold = [error.span for error in errors if error.kind == kind]
    right = sum(any(overlap(span, each) for each in gold) for span in spans)
    found = sum(any(overlap(span, each) for span in spans) for each in gold)
    return Score(len(spans), right, len(gold), found)


def overlap(one: Span, two: Span) -> bool:
    return one.start < two.end and two.start < one.end


def interval(scores: Sequence[Score], figure: Callable[[Score], float | None]) -> tuple[float, float]:
    """The middle 95 % of a figure over resampled texts (cluster bootstrap, percentiles)."""
    chance = random.Random(SEED)  # noqa: S311  a resample, no secret
    drawn = [figure(plus(chance.choices(scores, k=len(scores)))) for _ in range(RESAMPLES)]
    ordered = sorted(value for value in drawn if value is not None)
    return ordered[int(0.025 * len(ordered))], ordered[int(0.975 * len(ordered)) - 1]


def figures(scores: Sequence[Score]) -> list[str]:
    """Counts, precision and recall with their intervals, as cells of a table."""
    whole = plus(scores)
    return [
        f"{whole.right} of {whole.predicted}",
        with_interval(scores, lambda each: each.precision),
        f"{whole.found} of {whole.errors}",
        with_interval(scores, lambda each: each.recall),
    ]


def with_interval(scores: Sequence[Score], figure: Callable[[Score], float | None]) -> str:
    value = figure(plus(scores))
    if value is None:
        return "none"
    low, high = interval(scores, figure)
    return f"{value:.3f} ({low:.3f} to {high:.3f})"


# the page


class Split(NamedTuple):
    """A split with what the labeller says of it."""

    reports: tuple[Report, ...]
    judgements: Mapping[str, RecordJudgement]

    def scores(self, kind: str, spans: Callable[[Report, RecordJudgement], Sequence[Span]]) -> list[Score]:
        return [score(each.errors, spans(each, self.judgements[each.name]), kind) for each in self.reports]

    def mentions(self, kind: str) -> Iterator[tuple[Report, CheckedMention]]:
        for each in self.reports:
            yield from ((each, m) for m in self.judgements[each.name].mentions if m.kind == KINDS[kind])


def split_of(name: str) -> Split:
    every = reports(name)
    return Split(every, judged(every))


def table(header: Sequence[str], body: Iterable[Sequence[str]]) -> list[str]:
    """A table of Markdown whose columns line up."""
    lines = [list(header), *map(list, body)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(header))]
    drawn = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in lines
    ]
    return [drawn[0], "| " + " | ".join("-" * width for width in widths) + " |", *drawn[1:], ""]


def main_table(test: Split, train: Split) -> list[str]:
    body = []
    for kind in KINDS:
        for name, split in (("test", test), ("train", train)):
            body.append([kind, name, *figures(split.scores(kind, lambda _r, j, k=kind: of_labeller(j, k)))])
    body += [["sentence", name, *figures(sentence_scores(split))] for name, split in (("test", test), ("train", train))]
    return table(["type", "split", "right predictions", "precision", "found errors", "recall"], body)


def sentence_scores(split: Split) -> list[Score]:
    """Sentences judged wrong against sentences in which people marked a number or a name, text by text."""
    scores = []
    for report in split.reports:
        wrong = [
            (each.judgement.label in ("CONTRADICTED", "UNSUPPORTED"), is_marked(report, Span(each.start, each.end)))
            for each in split.judgements[report.name].sentences
        ]
        both = sum(said and marked for said, marked in wrong)
        scores.append(Score(sum(said for said, _ in wrong), both, sum(marked for _, marked in wrong), both))
    return scores


def is_marked(report: Report, span: Span, kinds: Iterable[str] = KINDS) -> bool:
    return any(error.kind in kinds and overlap(error.span, span) for error in report.errors)


def sentence_of(split: Split, report: Report, mention: CheckedMention) -> Span:
    every = split.judgements[report.name].sentences
    return next(Span(each.start, each.end) for each in every if each.start <= mention.start < each.end)


def yardsticks(test: Split) -> list[str]:
    rules = [
        ("occurs anywhere in the record", anywhere),
        ("is a value of the name mentioned last", last_name),
        ("the records labeller", lambda _r, judgement: of_labeller(judgement, "NUMBER")),
    ]
    header = ["a number is right if it …", "right predictions", "precision", "found errors", "recall"]
    return table(header, [[name, *figures(test.scores("NUMBER", rule))] for name, rule in rules])


def by_reason(split: Split, kind: str) -> list[str]:
    """For each verdict and reason how many mentions there are, and what people marked there."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for report, mention in split.mentions(kind):
        counts[mention.verdict, mention.reason][marked_as(report, mention, kind)] += 1
    body = [
        [verdict, f"`{reason}`", str(sum(seen.values())), str(seen["own"]), str(seen["other"]), str(seen["none"])]
        for (verdict, reason), seen in sorted(counts.items())
    ]
    return table(["verdict", "reason", "mentions", f"marked {kind}", "marked otherwise", "not marked"], body)


def marked_as(report: Report, mention: CheckedMention, kind: str) -> str:
    kinds = {each.kind for each in report.errors if overlap(Span(mention.start, mention.end), each.span)}
    return "own" if kind in kinds else "other" if kinds else "none"


def false_alarms(split: Split, kind: str) -> list[str]:
    """What was found and not marked, by reason, with examples, and how much of it stands beside the other type."""
    classes: dict[str, list[str]] = defaultdict(list)
    beside = Counter[bool]()
    (other,) = KINDS.keys() - {kind}
    for report, mention in split.mentions(kind):
        if mention.verdict in FOUND and marked_as(report, mention, kind) != "own":
            beside[is_marked(report, sentence_of(split, report, mention), [other])] += 1
            there = f"; the records have {mention.expected}" if mention.expected else ""
            classes[f"`{mention.reason}`"].append(quoted(report, Span(mention.start, mention.end)) + there)
    told = f"{beside[True]} of {beside.total()} stand in a sentence in which people marked a {other} instead."
    return [told, "", *listed(classes)]


def missed(split: Split, kind: str) -> list[str]:
    """What was marked and not found, by what the labeller said there, with examples."""
    classes: dict[str, list[str]] = defaultdict(list)
    for report in split.reports:
        own = [m for m in split.judgements[report.name].mentions if m.kind == KINDS[kind]]
        for error in report.errors:
            there = [m for m in own if overlap(Span(m.start, m.end), error.span)]
            if error.kind != kind or any(mention.verdict in FOUND for mention in there):
                continue
            name = f"{there[0].verdict}, `{there[0].reason}`" if there else "no mention read"
            right = f"; marked: {error.correction}" if error.correction else ""
            classes[name].append(quoted(report, error.span) + right)
    return listed(classes)


def listed(classes: Mapping[str, Sequence[str]]) -> list[str]:
    lines = []
    for name, examples in sorted(classes.items(), key=lambda item: (-len(item[1]), item[0])):
        lines += [f"**{name}: {len(examples)}**", ""]
        lines += [f"- {each}" for each in examples[:: max(1, len(examples) // SHOWN)][:SHOWN]]
        lines.append("")
    return lines


def quoted(report: Report, span: Span) -> str:
    before = report.text[max(0, span.start - WIDE) : span.start].partition(" ")[2]
    behind = report.text[span.end : span.end + WIDE].rpartition(" ")[0]
    return f"{report.name}: … {before}**{report.text[span.start : span.end]}**{behind} …"


def sentences(split: Split) -> list[str]:
    """The judgement of each sentence against whether people marked anything in it."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for report in split.reports:
        for each in split.judgements[report.name].sentences:
            kinds = {error.kind for error in report.errors if overlap(Span(each.start, each.end), error.span)}
            column = "number or name" if kinds & KINDS.keys() else "other" if kinds else "nothing"
            counts[each.judgement.label][column] += 1
    columns = ("number or name", "other", "nothing")
    body = [[label, *(str(seen[column]) for column in columns)] for label, seen in sorted(counts.items())]
    return table(
        ["judgement", "a number or name is marked", "only something else is marked", "nothing is marked"], body
    )


def page(test: Split, train: Split, *, date: str) -> str:
    lines = [
        "# Accuracy Shared Task",
        "",
        "<!-- written by tests/proofs/accuracy.py; run it again where the labeller or the example changes -->",
        "",
        "How many of the errors that people marked in machine-written reports of basketball games the records",
        "labeller finds. It holds each number and name of a report against the box score of its game: no model,",
        "no training; what it knows of the domain stands in `examples/box-scores/contract.toml`.",
        "",
        f"claimgauge {claimgauge.__version__}, {date}, by",
        "",
        "```text",
        f"python -m tests.proofs.accuracy --date {date}",
        "```",
        "",
        f"Data: Accuracy Shared Task, INLG 2021 (CC0): {len(test.reports)} texts of the test split, and",
        f"{len(train.reports)} of the train split, on which the contract and the rules were tuned. A prediction is a",
        "mention whose verdict is *contradicted* or *unsupported*; it is right when it overlaps an error of its type",
        "that people marked, and an error is found when a prediction of its type overlaps it. A sentence is predicted",
        "to be wrong where its judgement is CONTRADICTED or UNSUPPORTED, and it is so where people marked a number or",
        f"a name in it. Intervals are 95 %, by {RESAMPLES:,} resamples of whole texts (seed {SEED}).",
        "",
        "## Errors found",
        "",
        *main_table(test, train),
        "## Against two simple rules",
        "",
        "On NUMBER, test split. For orientation, over all types of errors and so not comparable: the best automatic",
        "system of the shared task had precision 0.756 and recall 0.691, people with a tool 0.879 and 0.841.",
        "",
        *yardsticks(test),
        "## Sentences",
        "",
        "What the one judgement on each sentence of the test split comes to. *Something else* is a word, a context or",
        "what people could not check; no judgement here claims to know about those.",
        "",
        *sentences(test),
        "## By reason",
        "",
        "Test split.",
        "",
    ]
    for kind in KINDS:
        lines += by_reason(test, kind)
    for kind in KINDS:
        lines += [f"## {kind}: false alarms", "", "Test split.", "", *false_alarms(test, kind)]
        lines += [f"## {kind}: missed", "", "Test split.", "", *missed(test, kind)]
    return "\n".join([*lines, *LIMITS]) + "\n"


LIMITS = (
    "## Limits",
    "",
    "- A box score holds one game. Runs of games, averages, the next opponent, its weekday and arenas are not in",
    "  it: such numbers stay *unknown*, and so do weekdays of games to come. A team that the contract knows and the",
    "  record does not is *unsupported*.",
    "- A wrong name makes right numbers wrong, and wrong numbers a right name: which of the two people marked is",
    "  often the other one. The sentence is found all the same; see the row *sentence*.",
    "- Words (*led*, *off the bench*, *double-double*) are not checked.",
    "- Of two names set against each other that are the same the second is found, though either may be wrong.",
    "- The rules were made on the train split. The test figures were looked at several times while they were made,",
    "  so the test split can no longer judge the next change.",
    "- People marked one reading of each text: some of the false alarms are errors that they overlooked.",
    "- The rules of English are few, and the phrases of the contract were written for texts of this kind.",
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.accuracy", description=__doc__.partition("\n")[0])
    parser.add_argument("--date", default=dt.datetime.now(tz=dt.UTC).date().isoformat(), help="the date on the page")
    parser.add_argument("--page", type=Path, default=PAGE, help="where to write it")
    options = parser.parse_args()
    if not DATA.is_dir():
        sys.stderr.write(f"the data are not at {DATA}; set CLAIMGAUGE_SHARED to the folder that holds data/\n")
        return 2
    test, train = split_of("test"), split_of("train")
    options.page.write_text(page(test, train, date=options.date))
    sys.stdout.write("\n".join([*main_table(test, train), *yardsticks(test), f"written: {options.page}"]) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
