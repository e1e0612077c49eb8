"""Fits the small model that is stacked on the network, on pairs that the network never learnt from.

python -m training.stack [--out build/train]

Reads ``stack.npz``, writes ``OUT/model/combination.json`` and prints what was measured by five folds, each
without the premises of the others. The thresholds come from the same folds: the probability from which a label
was right as often as ``AIMS`` asks.
"""

import argparse
import json
import math
from collections import Counter
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold

from claimgauge.evidence import content_words
from claimgauge.labellers.entailment import (
    CLASSES,
    FEATURES,
    Combination,
    Forest,
    Logits,
    Thresholds,
    Tree,
    WordWeights,
    features,
)
from training import data
from training.data import Pair

TREES: Final = 120
DEPTH: Final = 3
RATE: Final = 0.08
SEED: Final = 7
WORDS: Final = 8000
"""So many of the commonest words have a weight of their own."""
AIMS: Final = {"supported": 0.8, "contradicted": 0.9, "not_supported": 0.9}
CLOSE: Final = 0.02
TABLES: Final = ("infotabs_train", "tabfact_pairs_train")
_LABELS: Final = {
    "entailment": 0, "supported": 0, "partial": 1, "neutral": 2, "unsupported": 2,
    "contradiction": 3, "contradicted": 3,
}  # fmt: skip

Rows = NDArray[np.float64]
Labels = NDArray[np.int64]


class Stack(NamedTuple):
    """Features [pairs, features], labels 0 to 3 as CLASSES, weights, and the group of each premise."""

    rows: Rows
    labels: Labels
    weights: Rows
    groups: Labels
    sources: NDArray[np.str_]


def word_weights(pairs: list[Pair]) -> dict[str, float]:
    """How seldom the commonest words of the premises of the part ``train`` are; each premise counts once."""
    premises = {pair.premise for pair in pairs if pair.part == "train"}
    count = Counter(word for premise in premises for word in frozenset(content_words(premise)))
    common = sorted(count.items(), key=lambda each: (-each[1], each[0]))[:WORDS]
    return {word: round(math.log((len(premises) + 1) / (times + 0.5)), 3) for word, times in common}


def stack(out: Path, pairs: list[Pair], weights: WordWeights) -> Stack:
    """The pairs of ``stack.npz`` with their features; a pair of a table weighs half as much as one of prose."""
    kept = np.load(out / "stack.npz")
    by_id = {(pair.source, pair.id): pair for pair in pairs if pair.part == "stack"}
    found = [by_id[str(source), str(name)] for source, name in zip(kept["source"], kept["id"], strict=True)]
    rows = [
        features(pair.hypothesis, pair.premise, Logits(*map(float, row)), weights)
        for pair, row in zip(found, kept["logits"], strict=True)
    ]
    sources = np.array([pair.source for pair in found])
    size = Counter(sources.tolist())
    weight = [(0.5 if source in TABLES else 1.0) / math.sqrt(size[source]) for source in sources]
    places: dict[str, int] = {}
    groups = [places.setdefault(pair.premise, len(places)) for pair in found]
    labels = [_LABELS[pair.label] for pair in found]
    scaled = np.array(weight) * len(weight) / sum(weight)
    return Stack(np.array(rows), np.array(labels), scaled, np.array(groups), sources)


def model() -> GradientBoostingClassifier:
    """Boosted trees, seeded."""
    return GradientBoostingClassifier(
        n_estimators=TREES, max_depth=DEPTH, learning_rate=RATE, subsample=0.7, min_samples_leaf=20, random_state=SEED
    )


def by_folds(pairs: Stack) -> Rows:
    """Probabilities [pairs, 4] of each pair from a model that saw no pair of its premise."""
    found = np.zeros((len(pairs.labels), len(CLASSES)))
    for train, test in GroupKFold(5).split(pairs.rows, pairs.labels, pairs.groups):
        fitted = model().fit(pairs.rows[train], pairs.labels[train], pairs.weights[train])
        found[np.ix_(test, fitted.classes_)] = fitted.predict_proba(pairs.rows[test])
    return found


def threshold(chances: Rows, right: NDArray[np.bool_], weights: Rows, aim: float) -> float:
    """The least probability from which the label was right in a share of at least ``aim``; 1.0 where none is."""
    order = np.argsort(-chances, kind="stable")
    shares = np.cumsum(right[order] * weights[order]) / np.cumsum(weights[order])
    enough = np.nonzero((shares >= aim) & (np.arange(len(shares)) >= 50))[0]
    return round(float(chances[order][enough[-1]]), 3) if len(enough) else 1.0


def thresholds(chances: Rows, pairs: Stack) -> Thresholds:
    """Measured on the folds, prose alone: tables are not what passages look like."""
    prose = ~np.isin(pairs.sources, TABLES)
    chances, labels, weights = chances[prose], pairs.labels[prose], pairs.weights[prose]
    return Thresholds(
        supported=threshold(chances[:, 0], labels == 0, weights, AIMS["supported"]),
        contradicted=threshold(chances[:, 3], labels == 3, weights, AIMS["contradicted"]),
        not_supported=1 - threshold(1 - chances[:, 0], labels != 0, weights, AIMS["not_supported"]),
        close=CLOSE,
    )


def forest(fitted: GradientBoostingClassifier, rows: Rows) -> Forest:
    """The fitted model as numbers; checked against what the library itself answers."""
    prior = fitted._raw_predict_init(rows[:1])[0]  # noqa: SLF001  # the library has no public name for it
    trees = tuple(
        tuple(_tree(step[place].tree_, fitted.learning_rate) for step in fitted.estimators_)
        for place in range(len(CLASSES))
    )
    found = Forest(features=FEATURES, classes=CLASSES, first=tuple(map(float, prior)), trees=trees)
    found.check(FEATURES, CLASSES)
    sample = rows[:: max(1, len(rows) // 200)]
    ours = np.array([found.probabilities(row.tolist()) for row in sample])
    apart = float(np.abs(ours - fitted.predict_proba(sample)).max())
    if apart > 1e-4:
        raise ValueError(f"the exported trees differ from the fitted ones by {apart}")
    return found


def _tree(tree: Any, rate: float) -> Tree:
    """Renumbered so that the two nodes below another stand side by side; a feature that splits is never missing."""
    order, feature, value, left = [0], [], [], []
    place = 0
    while place < len(order):
        node = order[place]
        if tree.children_left[node] < 0:
            feature.append(-1)
            value.append(round(float(tree.value[node].ravel()[0]) * rate, 7))
            left.append(0)
        else:
            feature.append(int(tree.feature[node]))
            value.append(float(tree.threshold[node]))
            left.append(len(order))
            order += [int(tree.children_left[node]), int(tree.children_right[node])]
        place += 1
    return Tree(tuple(feature), tuple(value), tuple(left))


def measured(chances: Rows, pairs: Stack, bounds: Thresholds) -> dict[str, float]:
    """What the folds came to: AUROC of SUPPORTED by source, and how often the thresholds were right."""
    found: dict[str, float] = {}
    for source in sorted({*pairs.sources.tolist()}):
        mask = pairs.sources == source
        if 0 < (pairs.labels[mask] == 0).mean() < 1:
            found[f"auroc_{source}"] = round(float(roc_auc_score(pairs.labels[mask] == 0, chances[mask, 0])), 4)
    prose = ~np.isin(pairs.sources, TABLES)
    for name, place, bound in (("supported", 0, bounds.supported), ("contradicted", 3, bounds.contradicted)):
        said = prose & (chances[:, place] >= bound)
        if said.any():
            found[f"precision_{name}"] = round(float((pairs.labels[said] == place).mean()), 4)
            found[f"share_{name}"] = round(float(said.sum() / prose.sum()), 4)
    said = prose & (chances[:, 0] <= bounds.not_supported)
    if said.any():
        found["precision_not_supported"] = round(float((pairs.labels[said] != 0).mean()), 4)
        found["share_not_supported"] = round(float(said.sum() / prose.sum()), 4)
    return found


def main() -> None:
    """Reads the command line, fits, measures and writes."""
    parser = argparse.ArgumentParser(description="Fits the small model stacked on the network.")
    parser.add_argument("--out", type=Path, default=data.ROOT / "build" / "train")
    out: Path = parser.parse_args().out
    pairs = list(data.pairs())
    words = word_weights(pairs)
    kept = stack(out, pairs, WordWeights(words))
    chances = by_folds(kept)
    bounds = thresholds(chances, kept)
    found = measured(chances, kept, bounds)
    fitted = model().fit(kept.rows, kept.labels, kept.weights)
    card = json.loads((out / "model" / "card.json").read_text())
    combination = Combination(
        schema="claimgauge.combination/1",
        id="surface-and-network",
        version="1",
        network=card["files"]["entailment.int8.onnx"],
        thresholds=bounds,
        measured=found,
        weights=words,
        forest=forest(fitted, kept.rows),
    )
    path = out / "model" / "combination.json"
    path.write_bytes(msgspec.json.encode(combination) + b"\n")
    print(msgspec.json.format(msgspec.json.encode({"thresholds": bounds, "measured": found}), indent=2).decode())
    print(f"{path.stat().st_size / 1e6:.2f} MB  {path.name}")


if __name__ == "__main__":
    main()
