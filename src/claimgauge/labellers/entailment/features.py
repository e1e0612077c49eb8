"""What the calibrated model knows of a pair: the network's logits, and four things that stand on the surface.

All features depend on the claim and the text beside it alone. Shares lie in [0, 1].
"""

import re
from itertools import pairwise
from typing import Final

from claimgauge.evidence import content_words
from claimgauge.labellers.entailment.model import Logits

NETWORK: Final = ("supported", "contradicted", "unsupported")
"""By how much the logit of a class lies above the larger of the other two."""
SURFACE: Final = ("words_in_text", "pairs_in_text", "numbers_missing", "share_of_names_missing")
"""The shares of the claim's content words, and of its neighbouring pairs of them, that the text holds; the number of
numbers that it does not write; the share of the claim's names that it lacks."""
FEATURES: Final = (*NETWORK, *SURFACE)
"""The names of the features, in the order of `features`."""
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")
_NAME: Final = re.compile(r"(?<![.!?:]\s)(?<!^)(?<!^[\"'(])\b[A-Z][\w'-]*[^\W\d_]")
_NEGATION: Final = re.compile(
    r"\b(?:no|not|never|none|nobody|nothing|neither|nor|without|cannot|hardly|lacks?|failed|denies|denied|false)\b"
    r"|n[o'\u2019]t\b",
    re.IGNORECASE,
)


def features(claim: str, text: str, logits: Logits) -> tuple[float, ...]:
    """The features of one pair, as `FEATURES` names them."""
    return (
        logits.supported - max(logits.unsupported, logits.contradicted),
        logits.contradicted - max(logits.unsupported, logits.supported),
        logits.unsupported - max(logits.supported, logits.contradicted),
        *surface(claim, text),
    )


def surface(claim: str, text: str) -> tuple[float, ...]:
    """The features that need no network, as `SURFACE` names them."""
    wanted, held = content_words(claim), content_words(text)
    numbers, names = frozenset(_NUMBER.findall(claim)), names_of(claim)
    return (
        _share(frozenset(wanted), frozenset(held)),
        _share(frozenset(pairwise(wanted)), frozenset(pairwise(held))),
        float(len(numbers.difference(_NUMBER.findall(text)))),
        len(names.difference(held)) / (len(names) or 1),
    )


def names_of(claim: str) -> frozenset[str]:
    """The capitalised words that do not open a sentence, as content words."""
    return frozenset(word for name in _NAME.findall(claim) for word in content_words(name))


def is_negated(text: str) -> bool:
    """Whether some word of a text denies something."""
    return _NEGATION.search(text) is not None


def _share(wanted: frozenset[object], held: frozenset[object]) -> float:
    return len(wanted & held) / len(wanted) if wanted else 0.0
