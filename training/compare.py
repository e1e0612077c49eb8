"""Measures the labeller on sets that it never learnt from, beside plain baselines, and writes the page of the docs.

python -m training.compare --date YYYY-MM-DD [--out build/train] [--page docs/reference/entailment.md] [--only SET …]

Every set is scored once, with the files of ``OUT/model``. Intervals are by 1,000 bootstrap samples of groups
(documents, questions, tables or premises), seeded.
"""

import argparse
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.stats import rankdata  # type: ignore[import-untyped]
from transformers import BertModel

from claimgauge.evidence import content_words, text_of, window
from claimgauge.labels import Judgement
from claimgauge.models.onnx_classifier import OnnxClassifier
from claimgauge.wiring import load_entailment
from training import data, encoding, export, page, weights
from training.sets import DECISIVE, SETS, Item

SAMPLES: Final = 1000
SEED: Final = 7
SEVERITY: Final = ("SUPPORTED", "PARTIAL", "UNKNOWN", "UNSUPPORTED", "CONTRADICTED")
BASELINES: Final = ("majority", "lexical containment", "number containment", "embedding cosine")
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")

Floats = NDArray[np.float64]


class Scored(NamedTuple):
    """One claim: its truth, the label that was given, the scores of all methods, and the confidence of the label."""

    claim_id: str
    group: str
    truth: str
    label: str
    reason: str
    confidence: float | None
    support: float
    baselines: tuple[float, ...]


def scored(items: Sequence[Item], folder: Path, *, with_cosine: bool) -> list[Scored]:
    """Every item by itself; of several with one claim id the one with most support counts."""
    labeller = load_entailment(folder)
    cosines = _cosines(items) if with_cosine else [0.5] * len(items)
    found: dict[str, Scored] = {}
    for item, cosine in zip(items, cosines, strict=True):
        examined = labeller.examine(item.claim, item.nodes)
        worst = max(examined.judgements, key=lambda each: SEVERITY.index(each.label))
        one = _one(item, worst, examined.support, cosine)
        best = found.get(item.claim_id)
        if best is None:
            found[item.claim_id] = one
        else:
            top = one if one.support > best.support else best
            both = tuple(map(max, one.baselines, best.baselines))
            found[item.claim_id] = top._replace(baselines=both)
    return list(found.values())


def _one(item: Item, worst: Judgement, support: float, cosine: float) -> Scored:
    text = "\n".join(map(text_of, item.nodes))
    words, held = frozenset(content_words(item.claim)), frozenset(content_words(text))
    numbers, written = frozenset(_NUMBER.findall(item.claim)), frozenset(_NUMBER.findall(text))
    lexical = len(words & held) / len(words) if words else 0.0
    numeric = len(numbers & written) / len(numbers) if numbers else 1.0
    baselines = (0.5, lexical, numeric, cosine)
    return Scored(
        item.claim_id, item.group, item.truth, worst.label, worst.reason, worst.confidence, support, baselines
    )


def _cosines(items: Sequence[Item]) -> list[float]:
    """The cosine of claim and evidence under the encoder that the network began as; the best passage counts."""
    texts = [[window(item.claim, text_of(node)) for node in item.nodes] or [""] for item in items]
    vectors = _vectors([item.claim for item in items] + [text for each in texts for text in each])
    claims, passages = vectors[: len(items)], vectors[len(items) :]
    found, at = [], 0
    for number, each in enumerate(texts):
        found.append(float((passages[at : at + len(each)] @ claims[number]).max()))
        at += len(each)
    return found


def _vectors(texts: Sequence[str]) -> Floats:
    """Unit vectors [texts, 384]: the mean of the encoder's token states."""
    reader = encoding.tokenizer(weights.folder())
    encoder = BertModel.from_pretrained(weights.folder(), add_pooling_layer=False, local_files_only=True).eval()
    rows = [reader.encode(text).ids for text in texts]
    order = sorted(range(len(rows)), key=lambda place: len(rows[place]))
    found = np.zeros((len(rows), int(encoder.config.hidden_size)))
    with torch.no_grad():
        for start in range(0, len(order), 32):
            places = order[start : start + 32]
            longest = max(len(rows[place]) for place in places)
            ids = torch.tensor([rows[place] + [0] * (longest - len(rows[place])) for place in places])
            lengths = torch.tensor([len(rows[place]) for place in places])
            mask = (torch.arange(longest)[None, :] < lengths[:, None]).long()
            states = encoder(input_ids=ids, attention_mask=mask).last_hidden_state * mask.unsqueeze(-1)
            mean = states.sum(1) / mask.sum(1, keepdim=True)
            found[places] = torch.nn.functional.normalize(mean, dim=1).numpy()
    return found


def auroc(scores: Floats, positive: NDArray[np.bool_]) -> float:
    """How often a supported claim scores above another one, ties half."""
    ranks = rankdata(scores)
    count = int(positive.sum())
    rest = len(positive) - count
    return float((ranks[positive].sum() - count * (count + 1) / 2) / (count * rest)) if count and rest else float("nan")


def measured(claims: Sequence[Scored]) -> dict[str, Any]:
    """What one set comes to, with intervals by groups."""
    positive = np.array([each.truth == "SUPPORTED" for each in claims])
    methods = {"claimgauge": np.array([each.support for each in claims])}
    methods |= {name: np.array([each.baselines[place] for each in claims]) for place, name in enumerate(BASELINES)}
    points = {name: auroc(scores, positive) for name, scores in methods.items()}
    rival = max(BASELINES, key=lambda name: points[name])
    samples: dict[str, list[float]] = {name: [] for name in methods}
    ahead, balanced = [], []
    said = np.array([each.label == "SUPPORTED" for each in claims])
    for places in _resampled([each.group for each in claims]):
        if 0 < positive[places].sum() < len(places):
            for name, scores in methods.items():
                samples[name].append(auroc(scores[places], positive[places]))
            ahead.append(samples["claimgauge"][-1] - samples[rival][-1])
            balanced.append(_balanced(said[places], positive[places]))
    kept = [each for each in claims if each.label != "UNKNOWN"]
    return {
        "claims": len(claims),
        "groups": len({each.group for each in claims}),
        "truths": dict(Counter(each.truth for each in claims)),
        "auroc": {name: [points[name], *_interval(samples[name])] for name in methods},
        "rival": rival,
        "ahead": [points["claimgauge"] - points[rival], *_interval(ahead)],
        "balanced": [_balanced(said, positive), *_interval(balanced)],
        "macro_f1": _macro_f1(claims),
        "macro_f1_kept": _macro_f1(kept),
        "coverage": len(kept) / len(claims),
        "confusion": _confusion(claims),
        "false_alarms": _false_alarms(claims),
        "reliability": _reliability(claims),
        "reasons": dict(Counter(each.reason for each in claims).most_common()),
    }


def _resampled(groups: Sequence[str]) -> Iterable[NDArray[np.int64]]:
    members: defaultdict[str, list[int]] = defaultdict(list)
    for place, group in enumerate(groups):
        members[group].append(place)
    arrays = [np.array(each) for _group, each in sorted(members.items())]
    chance = np.random.default_rng(SEED)
    for _ in range(SAMPLES):
        yield np.concatenate([arrays[place] for place in chance.integers(0, len(arrays), len(arrays))])


def _interval(values: Sequence[float]) -> list[float]:
    return [float(each) for each in np.quantile(values, [0.025, 0.975])] if values else [float("nan")] * 2


def _balanced(said: NDArray[np.bool_], positive: NDArray[np.bool_]) -> float:
    return float((said[positive].mean() + (~said[~positive]).mean()) / 2)


def _macro_f1(claims: Sequence[Scored]) -> float:
    """The mean F1 over the labels that occur; UNKNOWN is never right."""
    found = []
    for label in sorted({each.truth for each in claims}):
        hits = sum(each.truth == label == each.label for each in claims)
        total = sum((each.truth == label) + (each.label == label) for each in claims)
        found.append(2 * hits / total if total else 0.0)
    return float(np.mean(found)) if found else float("nan")


def _confusion(claims: Sequence[Scored]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for each in claims:
        row = found.setdefault(each.truth, {})
        row[each.label] = row.get(each.label, 0) + 1
    return found


def _false_alarms(claims: Sequence[Scored]) -> dict[str, float]:
    """Of what is fully supported: how many claims, and how many groups of such claims alone, are held against."""
    alarms = ("UNSUPPORTED", "CONTRADICTED")
    supported = [each for each in claims if each.truth == "SUPPORTED"]
    groups: defaultdict[str, list[Scored]] = defaultdict(list)
    for each in claims:
        groups[each.group].append(each)
    whole = [group for group in groups.values() if all(each.truth == "SUPPORTED" for each in group)]
    return {
        "claims": sum(each.label in alarms for each in supported) / max(1, len(supported)),
        "whole_groups": len(whole),
        "groups": sum(any(each.label in alarms for each in group) for group in whole) / max(1, len(whole)),
    }


def _reliability(claims: Sequence[Scored]) -> list[dict[str, float]]:
    """Labels with a confidence, in bins of 0.1: how many, the mean confidence, and how many were right."""
    bins: defaultdict[int, list[Scored]] = defaultdict(list)
    for each in claims:
        if each.confidence is not None and each.label != "UNKNOWN":
            bins[min(9, int(each.confidence * 10))].append(each)
    return [
        {
            "from": place / 10,
            "claims": len(group),
            "confidence": float(np.mean([each.confidence for each in group])),
            "right": float(np.mean([_right(each) for each in group])),
        }
        for place, group in sorted(bins.items())
    ]


def _right(each: Scored) -> bool:
    """A label of support is right where the claim is supported; the confidence of the others is that it is not."""
    if each.label in ("SUPPORTED", "CONTRADICTED"):
        return each.label == each.truth
    return each.truth != "SUPPORTED"


def against_torch(out: Path, *, pairs: int = 60, rounds: int = 5) -> dict[str, float]:
    """How many times the pairs a second of the network in full precision under PyTorch, one pair at a time on both."""
    items = list(SETS["fool_me_twice"]())[:pairs]
    read = [(window(item.claim, text_of(item.nodes[0])), item.claim) for item in items]
    small, whole, reader = OnnxClassifier(out / "model"), export.trained(out), encoding.tokenizer(weights.folder())
    ratios = []
    for _ in range(rounds):
        start = time.process_time()
        for premise, hypothesis in read:
            small.logits(premise, hypothesis)
        middle = time.process_time()
        with torch.no_grad():
            for premise, hypothesis in read:
                whole(*map(torch.from_numpy, encoding.padded([encoding.encoded(reader, premise, hypothesis)])))
        ratios.append((time.process_time() - middle) / (middle - start))
    return {"ratio": float(np.median(ratios)), "pairs": pairs, "rounds": rounds}


def main() -> None:
    """Reads the command line, scores, writes the figures and the page."""
    parser = argparse.ArgumentParser(description="Measures the labeller on held-out sets.")
    parser.add_argument("--date", required=True)
    parser.add_argument("--out", type=Path, default=data.ROOT / "build" / "train")
    parser.add_argument("--page", type=Path)
    parser.add_argument("--only", nargs="*", default=list(SETS))
    parser.add_argument("--most", type=int, help="items of a set, to try the command; never for the page")
    given = parser.parse_args()
    torch.set_num_threads(1)
    found: dict[str, Any] = {}
    for name in given.only:
        start = time.monotonic()
        items = list(SETS[name]())[: given.most]
        claims = scored(items, given.out / "model", with_cosine=name in DECISIVE)
        found[name] = measured(claims)
        own, low, high = found[name]["auroc"]["claimgauge"]
        seconds = time.monotonic() - start
        print(f"{name}: {own:.3f} [{low:.3f}, {high:.3f}], {len(items)} items, {seconds:.0f} s", flush=True)
    card = json.loads((given.out / "model" / "card.json").read_text())
    combination = json.loads((given.out / "model" / "combination.json").read_text())
    report = {
        "date": given.date,
        "files": card["files"],
        "thresholds": combination["thresholds"],
        "speed": against_torch(given.out),
        "sets": found,
    }
    (given.out / "comparison.json").write_text(json.dumps(report, indent=2, allow_nan=False) + "\n")
    if given.page is not None:
        given.page.write_text(page.rendered(report, combination["measured"], card))


if __name__ == "__main__":
    main()
