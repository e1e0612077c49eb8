"""Fits the small model that is stacked on the network, on pairs that the network never learnt from.

python -m training.stack [--out build/train]

Reads ``stack.npz``, writes ``OUT/model/combination.json`` and prints what was measured by folds, one a source, each
judged by a model that saw no pair of that source. The thresholds come from the same folds: the probability from which
a label was right as often as ``AIMS`` asks. What is fitted is experimental until ``training.compare`` says otherwise.
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
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from claimgauge.labellers.entailment import (
    CLASSES,
    FEATURES,
    Combination,
    Linear,
    Logits,
    Thresholds,
    features,
)
from training import data
from training.data import Pair

STRENGTH: Final = 0.3
"""Of the regularisation, as the library counts it: smaller is stronger."""
AIMS: Final = {"supported": 0.8, "contradicted": 0.9, "not_supported": 0.9}
LEAST: Final = 50
"""No bound is set by fewer labels."""
CLOSE: Final = 0.02
TABLES: Final = ("infotabs_train", "tabfact_pairs_train")
_LABELS: Final = {
    "entailment": 0, "supported": 0, "partial": 1, "neutral": 2, "unsupported": 2,
    "contradiction": 3, "contradicted": 3,
}  # fmt: skip

Rows = NDArray[np.float64]
Labels = NDArray[np.int64]


class Stack(NamedTuple):
    """Features [pairs, features], labels 0 to 3 as CLASSES, weights and sources."""

    rows: Rows
    labels: Labels
    weights: Rows
    sources: NDArray[np.str_]


def stack(out: Path, pairs: list[Pair]) -> Stack:
    """The pairs of ``stack.npz`` with their features; a pair of a table weighs half as much as one of prose."""
    kept = np.load(out / "stack.npz")
    by_id = {(pair.source, pair.id): pair for pair in pairs if pair.part == "stack"}
    found = [by_id[str(source), str(name)] for source, name in zip(kept["source"], kept["id"], strict=True)]
    rows = [
        features(pair.hypothesis, pair.premise, Logits(*map(float, row)))
        for pair, row in zip(found, kept["logits"], strict=True)
    ]
    sources = np.array([pair.source for pair in found])
    size = Counter(sources.tolist())
    weight = [(0.5 if source in TABLES else 1.0) / math.sqrt(size[source]) for source in sources]
    labels = [_LABELS[pair.label] for pair in found]
    scaled = np.array(weight) * len(weight) / sum(weight)
    return Stack(np.array(rows), np.array(labels), scaled, sources)


def model() -> Pipeline:
    """Features brought to one scale, then logistic regression over the four labels."""
    return make_pipeline(StandardScaler(), LogisticRegression(C=STRENGTH, max_iter=1000))


def fitted(pairs: Stack, places: NDArray[Any]) -> Pipeline:
    """The model fitted on some of the pairs."""
    weights = pairs.weights[places]
    return model().fit(pairs.rows[places], pairs.labels[places], logisticregression__sample_weight=weights)


def by_folds(pairs: Stack) -> Rows:
    """Probabilities [pairs, 4] of each pair from a model that saw no pair of its source.

    The sources differ more from each other than pairs of one source do, as what people ask about will.
    """
    found = np.zeros((len(pairs.labels), len(CLASSES)))
    for source in sorted({*pairs.sources.tolist()}):
        test = pairs.sources == source
        found[test] = fitted(pairs, ~test).predict_proba(pairs.rows[test])
    return found


def threshold(chances: Rows, right: NDArray[np.bool_], weights: Rows, aim: float) -> float:
    """The least probability from which the label was right in a share of at least ``aim``; 1.0 where none is."""
    order = np.argsort(-chances, kind="stable")
    shares = np.cumsum(right[order] * weights[order]) / np.cumsum(weights[order])
    enough = np.nonzero((shares >= aim) & (np.arange(len(shares)) >= LEAST))[0]
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


def linear(whole: Pipeline, rows: Rows) -> Linear:
    """The fitted model as numbers over the features as they are; checked against what the library answers."""
    scale, regression = whole[0], whole[1]
    weights = regression.coef_ / scale.scale_
    bias = regression.intercept_ - weights @ scale.mean_
    found = Linear(
        features=FEATURES,
        classes=CLASSES,
        bias=tuple(round(float(each), 6) for each in bias),
        weights=tuple(tuple(round(float(each), 6) for each in row) for row in weights),
    )
    found.check(FEATURES, CLASSES)
    ours = np.array([found.probabilities(row.tolist()) for row in rows])
    apart = float(np.abs(ours - whole.predict_proba(rows)).max())
    if apart > 1e-4:
        raise ValueError(f"the exported model differs from the fitted one by {apart}")
    return found


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
    kept = stack(out, list(data.pairs()))
    chances = by_folds(kept)
    bounds = thresholds(chances, kept)
    found = measured(chances, kept, bounds)
    whole = fitted(kept, np.arange(len(kept.labels)))
    card = json.loads((out / "model" / "card.json").read_text())
    combination = Combination(
        schema="claimgauge.combination/1",
        id="surface-and-network",
        version="1",
        network=card["files"]["entailment.int8.onnx"],
        experimental=True,
        thresholds=bounds,
        measured=found,
        model=linear(whole, kept.rows),
    )
    path = out / "model" / "combination.json"
    path.write_bytes(msgspec.json.encode(combination) + b"\n")
    print(msgspec.json.format(msgspec.json.encode({"thresholds": bounds, "measured": found}), indent=2).decode())
    print(f"{path.stat().st_size / 1e3:.1f} kB  {path.name}")


if __name__ == "__main__":
    main()
