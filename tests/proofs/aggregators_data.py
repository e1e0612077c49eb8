"""Answers with people's labels and an outcome, from three data sets, as the comparison of aggregators takes them.

What each label is made from and what counts as harm is said on the page. Where the folder of the data is:
$CLAIMGAUGE_SHARED, or `shared` beside the checkout.
"""

import csv
import gzip
import json
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from claimgauge.calibration.aggregators import LabelledAnswer, lexical_containment, mean_entailment
from claimgauge.evidence import EvidenceNode
from claimgauge.labels import Dimension, Judgement, Label
from claimgauge.risk import LabelledClaim
from claimgauge.wiring import load_entailment
from tests.conftest import ROOT, SHARED
from tests.proofs.factcheck_data import DATA as FACTCHECK
from tests.proofs.factcheck_data import Checked, answers, labelled

EXPERTQA: Final = SHARED / "data" / "expertqa" / "expertqa_claims.jsonl.gz"
OUTCOMES: Final = SHARED / "data" / "summ_outcomes"
FRANK: Final = OUTCOMES / "frank_human_annotations.json.gz"
METRICS: Final = OUTCOMES / "frank_baseline_metrics.json.gz"
XSUM_LABELS: Final = OUTCOMES / "xsum_hallucination_annotations.csv.gz"
XSUM_FACTS: Final = OUTCOMES / "xsum_factuality_annotations.csv.gz"
NEEDED: Final = (FACTCHECK, EXPERTQA, FRANK, METRICS, XSUM_LABELS, XSUM_FACTS)
READ: Final = ROOT / "build" / "aggregators-entailment.json"
"""Probabilities that the network gave, so that a second run need not ask it again."""

Support = Callable[[str, str, Sequence[str]], float]
"""From an id, a claim and its passages to the probability of support."""
Said = tuple[Label, tuple[Dimension, ...]]
SUPPORT: Final[Mapping[str, Said]] = {
    "Complete": ("SUPPORTED", ()),
    "Partial": ("PARTIAL", ("U",)),
    "Incomplete": ("PARTIAL", ("U",)),
    "Missing": ("UNSUPPORTED", ("U",)),
}
"""What experts said of the support of a claim; anything else (N/A, nothing) is UNKNOWN."""
UNKNOWN: Final[Said] = ("UNKNOWN", ("U",))
WRONG: Final = ("Likely incorrect", "Definitely incorrect")
RIGHT: Final = ("Definitely correct", "Probably correct")

BOTH: Final[tuple[Dimension, ...]] = ("F", "C")
ERRORS: Final[Mapping[str, Said]] = {
    "RelE": ("CONTRADICTED", BOTH),
    "EntE": ("CONTRADICTED", BOTH),
    "CircE": ("CONTRADICTED", BOTH),
    "OutE": ("UNSUPPORTED", ("U",)),
    "CorefE": ("PARTIAL", ("C",)),
    "LinkE": ("PARTIAL", ("C",)),
    "GramE": UNKNOWN,
    "Other": UNKNOWN,
}
"""Kinds of error in a sentence of a summary. The first three say what the article does not; a wrong pronoun or a
wrong link between two things that the article says deviates in part; what cannot be understood cannot be labelled."""
COLLECTIONS: Final = {"cnndm": "FRANK, CNN and Daily Mail", "bbc": "FRANK, BBC"}
MOST_SENTENCES: Final = 12
WORDS: Final = 9
FACTUAL: Final = 0.999


class Source(NamedTuple):
    """Answers of one data set; `told` are their first words by id, `left_out` says what is not among them."""

    name: str
    answers: tuple[LabelledAnswer, ...]
    told: Mapping[str, str]
    left_out: str = ""

    def part(self, name: str, kept: Callable[[LabelledAnswer], bool]) -> "Source":
        """Some of the answers, under another name."""
        return self._replace(name=name, answers=tuple(each for each in self.answers if kept(each)))

    def at(self, criticality: float) -> "Source":
        """The same with every claim at this criticality."""
        changed = (
            replace(each, claims=tuple(replace(claim, criticality=criticality) for claim in each.claims))
            for each in self.answers
        )
        return self._replace(answers=tuple(changed))


# the network


class Network:
    """The probability of support by the labeller that ships, for each claim once; what was read is kept in a file."""

    def __init__(self, path: Path = READ) -> None:
        self._path = path
        self._labeller = load_entailment()
        kept = json.loads(path.read_text()) if path.is_file() else {}
        self._known: dict[str, float] = kept["read"] if kept.get("labeller") == self._labeller.name else {}

    def __call__(self, name: str, claim: str, passages: Sequence[str]) -> float:
        if name not in self._known:
            nodes = [
                EvidenceNode(evidence_id=f"e{at}", type="PASSAGE", content=text) for at, text in enumerate(passages)
            ]
            self._known[name] = self._labeller.examine(claim, nodes).support
        return self._known[name]

    def keep(self) -> None:
        """Write down what was read."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text(json.dumps({"labeller": self._labeller.name, "read": self._known}, sort_keys=True))


def _signals(case_id: str, claims: Sequence[tuple[str, Sequence[str]]], support: Support | None) -> dict[str, float]:
    """Risks that need no label: one for the length alone, words, and a network where there is one."""
    found = {"number of claims": len(claims) / (len(claims) + 10), "lexical containment": lexical_containment(claims)}
    if support is None:
        return found
    chances = [support(f"{case_id}/{at}", text, passages) for at, (text, passages) in enumerate(claims)]
    return found | {"mean entailment": mean_entailment(chances)}


def _claim(name: str, *said: Said, criticality: float = 1.0) -> LabelledClaim:
    judgements = tuple(
        Judgement(label=label, dimensions=dimensions, labeller="people/1", reason="declared")
        for label, dimensions in said
    )
    return LabelledClaim(claim_id=name, criticality=criticality, judgements=judgements)


def _opening(text: str) -> str:
    words = " ".join(text.split()).replace("|", "/").split(" ")
    return " ".join(words[:WORDS]) + (" …" if len(words) > WORDS else "")


# Factcheck-GPT


def factcheck(support: Support | None = None, *, least_false: float = 0.0) -> Source:
    """Labels by people's stances on five snippets for each claim; harm: more than this share of the claims is false."""
    every = tuple(answers())
    kept = [each for each in every if each.claims]
    name = "Factcheck-GPT" if not least_false else f"Factcheck-GPT, at least {least_false:.0%} false"
    return Source(
        name=name,
        answers=tuple(_checked(each, support, least_false) for each in kept),
        told={each.case_id: _opening(each.prompt) for each in kept},
        left_out=f"{len(every) - len(kept)} that state no fact",
    )


def heldout() -> frozenset[str]:
    """The answers that the network learnt nothing from."""
    return frozenset(each.case_id for each in answers() if each.heldout)


def _checked(answer: Checked, support: Support | None, least_false: float) -> LabelledAnswer:
    texts = {each.evidence_id: each.content for each in answer.passages}
    shown = [(claim.text, [texts[name] for name in claim.passages]) for claim in answer.claims]
    share = answer.false_share or 0.0
    return LabelledAnswer(
        case_id=answer.case_id,
        claims=tuple(_by_stance(answer, place) for place in range(len(answer.claims))),
        harmful=share >= least_false if least_false else share > 0,
        signals=_signals(answer.case_id, shown, support),
    )


def _by_stance(answer: Checked, place: int) -> LabelledClaim:
    claim = labelled(answer.claims[place], "by stance")
    said = [(each, ()) if isinstance(each, str) else (each.label, each.dimensions) for each in claim.labels]
    return _claim(claim.claim_id, *said)  # type: ignore[arg-type]  # labels of the taxonomy, written as text


# ExpertQA


def expertqa(support: Support | None = None) -> Source:
    """Labels by experts' word on the support of each claim; harm: an expert calls any claim incorrect."""
    by_answer: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    with gzip.open(EXPERTQA, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            by_answer[f"{row['question_id']}-{row['system']}"].append(row)
    judged = {
        name: rows for name, rows in by_answer.items() if any(row["correctness"] in WRONG + RIGHT for row in rows)
    }
    return Source(
        name="ExpertQA",
        answers=tuple(_answered(name, rows, support) for name, rows in judged.items()),
        told={name: _opening(rows[0]["question"]) for name, rows in judged.items()},
        left_out=f"{len(by_answer) - len(judged)} without a claim that the expert was sure of",
    )


def of_test_split() -> frozenset[str]:
    """The answers that the network learnt nothing from."""
    with gzip.open(EXPERTQA, "rt", encoding="utf-8") as lines:
        rows = list(map(json.loads, lines))
    return frozenset(f"{row['question_id']}-{row['system']}" for row in rows if row["split"] == "test")


def _answered(name: str, rows: Sequence[dict[str, Any]], support: Support | None) -> LabelledAnswer:
    shown = [(row["claim"], row["evidence"] if row["evidence_kind"] == "text" else []) for row in rows]
    return LabelledAnswer(
        case_id=name,
        claims=tuple(_claim(row["id"], SUPPORT.get(row["support"] or "", UNKNOWN)) for row in rows),
        harmful=any(row["correctness"] in WRONG for row in rows),
        unit=rows[0]["question_id"],
        signals=_signals(name, shown, support),
    )


class ByLabel(NamedTuple):
    """Claims that carry a label, and how many of those with an outcome were wrong."""

    source: str
    label: str
    claims: int
    wrong: int


def claims_by_label() -> list[ByLabel]:
    """Claims of the two data sets that have an outcome for each claim; the severest label counts."""
    seen: defaultdict[tuple[str, str], Counter[bool]] = defaultdict(Counter)
    for answer in answers():
        for place, claim in enumerate(answer.claims):
            if claim.factuality != "not enough evidence":
                label = _severest(_by_stance(answer, place).labels)
                seen["Factcheck-GPT", label][claim.factuality == "false"] += 1
    with gzip.open(EXPERTQA, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["correctness"] in WRONG + RIGHT:
                label, _dimensions = SUPPORT.get(row["support"] or "", UNKNOWN)
                seen["ExpertQA", label][row["correctness"] in WRONG] += 1
    order = [*BY_SEVERITY, "UNKNOWN"]
    rows = [ByLabel(source, label, each.total(), each[True]) for (source, label), each in seen.items()]
    return sorted(rows, key=lambda each: (each.source != "Factcheck-GPT", order.index(each.label)))


BY_SEVERITY: Final = ("SUPPORTED", "PARTIAL", "UNSUPPORTED", "CONTRADICTED")


def _severest(labels: frozenset[Label]) -> str:
    return next((label for label in reversed(BY_SEVERITY) if label in labels), "UNKNOWN")


# FRANK


def frank(collection: str, *, least_wrong: float = 0.0) -> Source:
    """Summaries of one collection of articles: sentences as claims, labels by the kinds of their errors.

    Harm: any sentence is not factual, or where `least_wrong` is given at least this share of them.
    """
    with gzip.open(METRICS, "rt", encoding="utf-8") as file:
        metrics = {(row["hash"], row["model_name"]): row for row in json.load(file)}
    with gzip.open(FRANK, "rt", encoding="utf-8") as file:
        rows = json.load(file)
    own = [row for row in rows if row["dataset"] == collection]
    name = COLLECTIONS[collection]
    return Source(
        name=f"{name}, at least {least_wrong:.0%} wrong" if least_wrong else name,
        answers=tuple(_summary(row, metrics[row["hash"], row["model_name"]], least_wrong) for row in own),
        told={_summary_id(row): ", ".join(_kinds(row)) or "no error" for row in own},
    )


def _summary_id(row: Mapping[str, Any]) -> str:
    return f"{row['model_name']}-{row['hash'][:8]}"


def _kinds(row: Mapping[str, Any]) -> list[str]:
    return [f"{name} {1 - row[name]:.0%}" for name in ERRORS if row[name] < FACTUAL]


def _summary(row: Mapping[str, Any], metrics: Mapping[str, str], least_wrong: float) -> LabelledAnswer:
    wrong = 1 - row["Factuality"]
    return LabelledAnswer(
        case_id=_summary_id(row),
        claims=tuple(sentences(row)),
        harmful=wrong > 1 - FACTUAL and wrong >= least_wrong - (1 - FACTUAL),
        unit=row["hash"],
        signals={f"{name}, recorded": 1 - float(metrics[name]) for name in ("FactCC", "QAGS")},
    )


def sentences(row: Mapping[str, Any]) -> Iterator[LabelledClaim]:
    """A claim for each sentence.

    The data hold shares of sentences, so their number is the least that makes all shares whole. Where the people
    agreed on an error and not on its kind, the data count all eight kinds: such a sentence is CONTRADICTED and
    UNKNOWN at once. Kinds are laid on the faulty sentences one after the other, the severest first.
    """
    shares = [row["Factuality"], *(row[kind] for kind in ERRORS)]
    count = next(n for n in range(1, MOST_SENTENCES) if all(_is_whole(n * share) for share in shares))
    faulty = round(count * (1 - row["Factuality"]))
    said: list[list[Said]] = [[] for _ in range(faulty)]
    place = 0
    for kind, label in ERRORS.items():
        for _ in range(round(count * (1 - row[kind]))):
            said[place % faulty].append(label)
            place += 1
    for at in range(count):
        labels = tuple(dict.fromkeys(said[at] or [UNKNOWN])) if at < faulty else (("SUPPORTED", ()),)
        yield _claim(f"s{at + 1}", *_one_choice(labels))


def _one_choice(labels: Sequence[Said]) -> list[Said]:
    """Each label once, with the first of its dimensions."""
    return list({label: (label, dimensions) for label, dimensions in reversed(labels)}.values())


def _is_whole(value: float) -> bool:
    return math.isclose(value, round(value), abs_tol=1e-3)


# XSum


class Readers(NamedTuple):
    """Summaries that most of three people gave these labels, and how many of them most of three found false."""

    said: str
    summaries: int
    false: int


def xsum() -> list[Readers]:
    """Of summaries of one sentence: what most readers call it, and whether others of the same people find it false."""
    labels: defaultdict[tuple[str, str], defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for row in _csv(XSUM_LABELS):
        labels[row["bbcid"], row["system"]][row["worker_id"]].add(row["hallucination_type"])
    facts: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for row in _csv(XSUM_FACTS):
        facts[row["bbcid"], row["system"]][row["is_factual"]] += 1
    counted: defaultdict[str, Counter[bool]] = defaultdict(Counter)
    for name, votes in facts.items():
        if votes["yes"] != votes["no"]:
            counted[_most(labels[name])][votes["no"] > votes["yes"]] += 1
    return [Readers(said, seen.total(), seen[True]) for said, seen in sorted(counted.items())]


def _most(said: Mapping[str, set[str]]) -> str:
    kinds = {"intrinsic": "CONTRADICTED", "extrinsic": "UNSUPPORTED"}
    found = [label for kind, label in kinds.items() if 2 * sum(kind in each for each in said.values()) > len(said)]
    return " and ".join(found) or "neither"


def _csv(path: Path) -> Iterable[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)
