"""What the surface of a pair says: how much of the claim stands in the text, and what does not.

All features depend on the claim, the text beside it and a fixed table of word weights alone. Shares
are of the claim's weight and lie in [0, 1]; counts are small whole numbers.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from claimgauge.evidence import content_words, pieces_of
from claimgauge.labellers.entailment.model import Logits

SURFACE: Final = (
    "words_in_text", "pairs_in_text", "words_in_best", "pairs_in_best", "words_in_best_four", "numbers_missing",
    "share_of_numbers_missing", "names_missing", "share_of_names_missing", "rare_words_missing", "negated_alone",
    "negated_beside", "claim_length", "text_length", "pieces",
)  # fmt: skip
NETWORK: Final = ("supported", "contradicted", "unsupported")
FEATURES: Final = (*NETWORK, *SURFACE)
"""The names of the features, in the order of `features`."""
BEST: Final = 4
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")
_NAME: Final = re.compile(r"(?<![.!?:]\s)(?<!^)(?<!^[\"'(])\b[A-Z][\w'-]*[^\W\d_]")
_NEGATION: Final = re.compile(
    r"\b(?:no|not|never|none|nobody|nothing|neither|nor|without|cannot|hardly|lacks?|failed|denies|denied|false)\b"
    r"|n[o'\u2019]t\b",
    re.IGNORECASE,
)


class WordWeights:
    """How much a word says: seldom words weigh most. Words that the table does not have weigh as the seldomest."""

    __slots__ = ("_most", "_weights", "rare")

    def __init__(self, weights: Mapping[str, float]) -> None:
        self._weights = weights
        self._most = max(weights.values(), default=1.0)
        self.rare = 0.75 * self._most

    def of(self, word: str) -> float:
        """The weight of a content word, above 0."""
        return self._weights.get(word, self._most)

    def total(self, words: Iterable[str]) -> float:
        """The weight of some words together."""
        return math.fsum(map(self.of, words))


def features(claim: str, text: str, logits: Logits, weights: WordWeights) -> tuple[float, ...]:
    """The features of one pair, as `FEATURES` names them."""
    network = (
        logits.supported - max(logits.unsupported, logits.contradicted),
        logits.contradicted - max(logits.unsupported, logits.supported),
        logits.unsupported - max(logits.supported, logits.contradicted),
    )
    return (*network, *surface(claim, text, weights))


def surface(claim: str, text: str, weights: WordWeights) -> tuple[float, ...]:
    """The features that need no network, as `SURFACE` names them."""
    words, pairs = content_words(claim), _pairs(claim)
    wanted, total = frozenset(words), weights.total(frozenset(words)) or 1.0
    pieces = pieces_of(text) or [""]
    held = [wanted.intersection(content_words(piece)) for piece in pieces]
    shares = sorted(((weights.total(each) / total, -place) for place, each in enumerate(held)), reverse=True)
    best = pieces[-int(shares[0][1])]
    everywhere = wanted.intersection(content_words(text))
    best_four = frozenset().union(*(held[-int(place)] for _share, place in shares[:BEST]))
    numbers, names = frozenset(_NUMBER.findall(claim)), names_of(claim)
    numbers_missing = numbers.difference(_NUMBER.findall(text))
    names_missing = names.difference(content_words(text))
    return (
        weights.total(everywhere) / total,
        _share(pairs, _pairs(text)),
        shares[0][0],
        _share(pairs, _pairs(best)),
        weights.total(best_four) / total,
        float(len(numbers_missing)),
        len(numbers_missing) / (len(numbers) or 1),
        float(len(names_missing)),
        len(names_missing) / (len(names) or 1),
        float(sum(weights.of(word) >= weights.rare for word in wanted - everywhere)),
        float(is_negated(claim) and not is_negated(best)),
        float(is_negated(best) and not is_negated(claim)),
        math.log1p(len(words)),
        math.log1p(len(content_words(text))),
        math.log1p(len(pieces)),
    )


def names_of(claim: str) -> frozenset[str]:
    """The capitalised words that do not open a sentence, as content words."""
    return frozenset(word for name in _NAME.findall(claim) for word in content_words(name))


def is_negated(text: str) -> bool:
    """Whether some word of a text denies something."""
    return _NEGATION.search(text) is not None


def _pairs(text: str) -> frozenset[tuple[str, str]]:
    return frozenset(pairwise(content_words(text)))


def _share(wanted: frozenset[tuple[str, str]], held: frozenset[tuple[str, str]]) -> float:
    return len(wanted & held) / len(wanted) if wanted else 0.0


def as_rows(pairs: Sequence[tuple[str, str]], weights: WordWeights) -> list[tuple[float, ...]]:
    """The surface features of many pairs of claim and text."""
    return [surface(claim, text, weights) for claim, text in pairs]
