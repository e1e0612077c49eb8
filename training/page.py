"""The page of the docs that says how good the labeller is.

python -m training.page [--out build/train] [--page docs/reference/entailment.md]

Written anew from the figures that `training.compare` left in ``OUT/comparison.json``; nothing is measured again.
"""

import argparse
import json
import math
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from training.sets import AIMS, DECISIVE

LABELS: Final = ("SUPPORTED", "PARTIAL", "UNSUPPORTED", "CONTRADICTED", "UNKNOWN")
METHODS: Final = ("claimgauge", "lexical containment", "number containment", "embedding cosine")
FOLDS: Final = {"supported": "SUPPORTED", "contradicted": "CONTRADICTED", "not_supported": "not supported"}

_HEAD: Final = """\
# The entailment labeller, measured

Measured on {date} by `python -m training.compare`, on sets that the labeller never learnt from. Square brackets hold
95 % intervals by 1,000 bootstrap samples of whole documents, questions, tables or premises.

{summary}

## SUPPORTED against the rest

AUROC: how often a supported claim scores above another one. The aims were set before the work began.

| set | claims | claimgauge | lexical | numbers | cosine | ahead of the best of them | aim |
|---|---:|---:|---:|---:|---:|---:|---:|"""
_SUMMARY: Final = (
    "The labeller ships as {verdict}: its AUROC lies above that of the best plain baseline, beyond the interval of the "
    "difference, on {better} of the six decisive sets ({which}), and below it on {worse} ({lost}). At least four and "
    "none were asked for. The first six rows below are the decisive sets."
)
_LABELS: Final = """
A majority answer scores 0.500 everywhere. `infotabs` are records; `table_claims` are tables as text; of `wice, oracle
chunks` the best of the annotators' evidence sets counts.

## Labels

*Balanced*: the mean of the shares of supported and of other claims that are told as such, UNKNOWN counted as not
supported. *Coverage*: the share of claims that are not UNKNOWN. Macro-F1 is over the labels of the set; UNKNOWN is
never right, or is left out. *False alarms*: supported claims that are called UNSUPPORTED or CONTRADICTED, and, of the
documents or questions whose claims are all supported, those with such a claim.

| set | balanced | coverage | macro-F1 | without UNKNOWN | false alarms, claims | whole groups |
|---|---:|---:|---:|---:|---:|---:|"""
_CONFIDENCE: Final = """\
## Confidence

A label has a confidence where the model gave it. For SUPPORTED and CONTRADICTED it is the probability of the label, for
PARTIAL and UNSUPPORTED that the claim is not supported. A rule gives none, and UNKNOWN does not count here. All sets
together:

| confidence from | labels | mean confidence | right |
|---:|---:|---:|---:|"""
_BY_SET: Final = """
Set by set. *Error* is the expected calibration error: the mean distance of confidence and share right over the bins
of 0.1, each weighed by its labels. Where the confidence lies above the share right, the labeller is surer than it
should be.

| set | labels | mean confidence | right | error |
|---|---:|---:|---:|---:|"""
_MODEL: Final = """
## The model

SUPPORTED from {supported:.3f} on, CONTRADICTED by the model alone from {contradicted:.3f} on (1.000 means: never), not
supported below {not_supported:.3f}, and UNKNOWN within {close:.2f} of a bound. The bounds were set on pairs that the
network never learnt from, each judged by a small model that saw no pair of its source. There, on prose, it was right as
often as the first column says, which is more often than on the sets above: the sources of the training are not theirs.

| said | right | of all pairs |
|---|---:|---:|"""
_FILES: Final = """
The network was trained for {done:,} of {planned:,} planned batches. One pair at a time, on one thread, it reads
{ratio:.2f} times as many pairs a second as the same network under PyTorch in full precision ({pairs} pairs in turns,
the median of {rounds} rounds). Its files:

| file | SHA-256 |
|---|---|"""


def is_experimental(sets: Mapping[str, Any]) -> bool:
    """Whether it beats the best plain baseline on fewer than four of the six decisive sets, or loses on one."""
    return len(_ahead(sets)) < 4 or bool(_behind(sets))


def _ahead(sets: Mapping[str, Any]) -> list[str]:
    return [name for name in DECISIVE if name in sets and sets[name]["ahead"][1] > 0]


def _behind(sets: Mapping[str, Any]) -> list[str]:
    return [name for name in DECISIVE if name in sets and sets[name]["ahead"][2] < 0]


def rendered(report: Mapping[str, Any], folds: Mapping[str, float], card: Mapping[str, Any]) -> str:
    """The whole page in Markdown."""
    sets = report["sets"]
    lines = [
        *_against_baselines(report["date"], sets),
        *_labels(sets),
        *_confidence(sets),
        *_model(report, folds, card),
    ]
    return "\n".join(lines) + "\n"


def _against_baselines(date: str, sets: Mapping[str, Any]) -> Iterator[str]:
    better, worse = _ahead(sets), _behind(sets)
    verdict = "**experimental**" if is_experimental(sets) else "no longer experimental"
    which, lost = ", ".join(better) or "none", ", ".join(worse) or "none"
    summary = _SUMMARY.format(verdict=verdict, better=len(better), which=which, worse=len(worse), lost=lost)
    yield _HEAD.format(date=date, summary=textwrap.fill(summary, 120))
    for name, each in sets.items():
        _own, lexical, numeric, cosine = (f"{each['auroc'][method][0]:.3f}" for method in METHODS)
        cells = [
            name,
            f"{each['claims']:,}",
            f"**{_with_interval(each['auroc']['claimgauge'])}**",
            lexical,
            numeric,
            cosine if name in DECISIVE else "not run",
            _signed(each["ahead"]),
            f"{AIMS[name]:.2f}" if name in AIMS else "",
        ]
        yield _row(cells)


def _labels(sets: Mapping[str, Any]) -> Iterator[str]:
    yield _LABELS
    for name, each in sets.items():
        alarms = each["false_alarms"]
        cells = [
            name,
            _with_interval(each["balanced"]),
            f"{each['coverage']:.1%}",
            f"{each['macro_f1']:.3f}",
            f"{each['macro_f1_kept']:.3f}",
            f"{alarms['claims']:.1%}",
            f"{alarms['groups']:.1%} of {alarms['whole_groups']}" if alarms["whole_groups"] else "none",
        ]
        yield _row(cells)
    yield ""
    for name, each in sets.items():
        yield from _confusion(name, each["confusion"])


def _confusion(name: str, table: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    yield f"### {name}"
    yield ""
    yield _row(["truth", *LABELS])
    yield "|---|" + "---:|" * len(LABELS)
    for truth in LABELS:
        if truth in table:
            yield _row([truth, *(f"{table[truth].get(label, 0):,}" for label in LABELS)])
    yield ""


def _confidence(sets: Mapping[str, Any]) -> Iterator[str]:
    yield _CONFIDENCE
    rows: dict[float, list[dict[str, float]]] = {}
    for each in sets.values():
        for row in each["reliability"]:
            rows.setdefault(row["from"], []).append(row)
    for start, group in sorted(rows.items()):
        total = sum(row["claims"] for row in group)
        mean, right = (sum(row[key] * row["claims"] for row in group) / total for key in ("confidence", "right"))
        yield _row([f"{start:.1f}", f"{total:,}", f"{mean:.3f}", f"{right:.3f}"])
    yield _BY_SET
    for name, each in sets.items():
        yield _row([name, *_reliability(each["reliability"])])


def _reliability(bins: Sequence[Mapping[str, float]]) -> list[str]:
    """How many labels, their mean confidence, the share right, and the expected calibration error."""
    total = sum(row["claims"] for row in bins)
    if not total:
        return ["0", "none", "none", "none"]
    mean, right = (math.fsum(row[key] * row["claims"] for row in bins) / total for key in ("confidence", "right"))
    error = math.fsum(abs(row["confidence"] - row["right"]) * row["claims"] for row in bins) / total
    return [f"{int(total):,}", f"{mean:.3f}", f"{right:.3f}", f"{error:.3f}"]


def _model(report: Mapping[str, Any], folds: Mapping[str, float], card: Mapping[str, Any]) -> Iterator[str]:
    yield _MODEL.format(**report["thresholds"])
    for name, label in FOLDS.items():
        if f"precision_{name}" in folds:
            yield _row([label, f"{folds[f'precision_{name}']:.1%}", f"{folds[f'share_{name}']:.1%}"])
    learnt = sum(last - first for first, last in card["batches"]["learnt"])
    yield _FILES.format(done=learnt, planned=card["batches"]["planned"], **report["speed"])
    for name, value in card["files"].items():
        yield _row([f"`{name}`", f"`{value}`"])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _with_interval(values: Sequence[float]) -> str:
    return f"{values[0]:.3f} [{values[1]:.3f}, {values[2]:.3f}]"


def _signed(values: Sequence[float]) -> str:
    return f"{values[0]:+.3f} [{values[1]:+.3f}, {values[2]:+.3f}]"


def main() -> None:
    """Reads the command line and writes the page."""
    root = Path(__file__).parent.parent
    parser = argparse.ArgumentParser(description="Writes the page of the labeller from figures on file.")
    parser.add_argument("--out", type=Path, default=root / "build" / "train")
    parser.add_argument("--page", type=Path, default=root / "docs" / "reference" / "entailment.md")
    given = parser.parse_args()
    report = json.loads((given.out / "comparison.json").read_text())
    card = json.loads((given.out / "model" / "card.json").read_text())
    combination = json.loads((given.out / "model" / "combination.json").read_text())
    given.page.write_text(rendered(report, combination["measured"], card))


if __name__ == "__main__":
    main()
