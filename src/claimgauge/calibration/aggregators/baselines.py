"""What people measure today, as risks in [0, 1]: one less a ratio, so that higher is riskier as everywhere here.

Support ratio: the share of claims that a source supports, all claims alike (FActScore without its length
penalty: Min and others, EMNLP 2023). Faithfulness ratio: the share of claims that can be inferred from the
context (RAGAS: Es and others, EACL 2024). Mean entailment and lexical containment read no label: they are
means over claims of a network's probability, and of the share of content words that the evidence holds.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final

from claimgauge.evidence import content_words
from claimgauge.labels import Label
from claimgauge.risk import LabelledClaim

CARRIED: Final[frozenset[Label]] = frozenset(("SUPPORTED", "OUTDATED", "OUT_OF_SCOPE"))
"""Labels of a claim that some context carries, whether or not the context should have been used."""
BESIDE_SUPPORT: Final[frozenset[Label]] = frozenset(("SUPPORTED", "VALIDATED_NEGATIVE_FEEDBACK"))
"""Labels that leave a supported claim supported: feedback is no word of a source."""


def support_ratio(claims: Sequence[LabelledClaim]) -> float:
    """1 − the share of claims that are SUPPORTED and nothing else; criticality is not looked at."""
    return _share_without(is_supported(claim.labels) for claim in claims)


def faithfulness_ratio(claims: Sequence[LabelledClaim]) -> float:
    """1 − the share of claims that some context carries, even where another contradicts them."""
    return _share_without(not CARRIED.isdisjoint(claim.labels) for claim in claims)


def mean_entailment(supported: Sequence[float]) -> float:
    """1 − the mean probability of support, one for each claim."""
    return 1 - math.fsum(supported) / len(supported)


def lexical_containment(claims: Sequence[tuple[str, Sequence[str]]]) -> float:
    """1 − the mean share of a claim's content words that its passages hold; (claim, its passages) for each claim.

    A word counts as often as the claim has it; a claim without content words is taken as contained.
    """
    return 1 - math.fsum(_contained(text, passages) for text, passages in claims) / len(claims)


def is_supported(labels: frozenset[Label]) -> bool:
    """Whether a claim is SUPPORTED and nothing worse."""
    return "SUPPORTED" in labels and labels <= BESIDE_SUPPORT


def _contained(text: str, passages: Sequence[str]) -> float:
    words = content_words(text)
    held = {word for passage in passages for word in content_words(passage)}
    return sum(word in held for word in words) / len(words) if words else 1.0


def _share_without(good: Iterable[bool]) -> float:
    kept = list(good)
    return (len(kept) - sum(kept)) / len(kept)
