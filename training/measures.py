"""How well logits tell the classes apart."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score  # type: ignore[import-untyped]

from training.labels import CLASSES

Floats = NDArray[np.floating[Any]]
Places = NDArray[np.int64]


def support(logits: Floats) -> Floats:
    """The probability of supported; logits [pairs, 3] → [pairs]."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers[:, 0] / powers.sum(axis=1))


def separation(logits: Floats, classes: Places) -> float | None:
    """AUROC of supported against the rest; None where only one of the two occurs."""
    truth = classes == 0
    return float(roc_auc_score(truth, support(logits))) if truth.any() and not truth.all() else None


def balanced(logits: Floats, classes: Places) -> float:
    """The mean recall over the classes that occur, the answer being the largest logit among those classes.

    A source that has two classes is judged on two: an answer that cannot be right there is not counted as an error
    of the network but taken out of the choice.
    """
    return _mean_recall(_answers(logits, classes), classes)


def balanced_support(logits: Floats, classes: Places) -> float:
    """As ``balanced``, with unsupported and contradicted taken as one class after the answer."""
    return _mean_recall(_answers(logits, classes) != 0, classes != 0)


def counts(classes: Places) -> dict[str, int]:
    """How often each class occurs."""
    return {name: int((classes == place).sum()) for place, name in enumerate(CLASSES)}


def _answers(logits: Floats, classes: Places) -> Places:
    occurring = np.unique(classes)
    return np.asarray(occurring[logits[:, occurring].argmax(axis=1)], dtype=np.int64)


def _mean_recall(answers: NDArray[Any], truth: NDArray[Any]) -> float:
    return float(np.mean([(answers[truth == each] == each).mean() for each in np.unique(truth)]))
