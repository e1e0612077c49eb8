"""Dawid and Skene's model: each rater has an error rate of their own, and the true label of an item is not seen.

Expectation–maximisation, without chance: it begins with the shares of votes. M: prevalence of each label, and for each
rater the share of each given label among items of each true one. E: the probability of each true label, from the
prevalence and all given labels. It ends when no probability moves by more than `tolerance`, or after `most` rounds, and
says which. The result is a maximum near the votes and need not be the greatest there is. With two raters a model
of this size is hardly held by the data: take it as a hint.

Source: Dawid and Skene (1979), Maximum Likelihood Estimation of Observer Error-Rates Using the EM Algorithm.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from claimgauge.review.distances import Matrix
from claimgauge.review.majority import Consensus
from claimgauge.review.ratings import Ratings

TIED = "two labels are equally likely"
CLOSE = 1e-6


class DawidSkene(NamedTuple):
    """`posteriors` are the probabilities of each label, for each item; `confusions` [rater][true][given].

    `likelihoods` is the logarithm of the likelihood before each round and after the last; it never falls.
    """

    prevalence: tuple[float, ...]
    confusions: tuple[Matrix, ...]
    posteriors: Matrix
    likelihoods: tuple[float, ...]
    converged: bool

    @property
    def rounds(self) -> int:
        """How many rounds it took."""
        return len(self.likelihoods) - 1

    @property
    def consensus(self) -> tuple[Consensus, ...]:
        """The likeliest label of each item, and its probability."""
        return tuple(map(_likeliest, self.posteriors))

    @property
    def accuracies(self) -> tuple[float, ...]:
        """For each rater the chance to give the true label, by the prevalence of labels."""
        return tuple(
            math.fsum(share * row[place] for place, (share, row) in enumerate(zip(self.prevalence, own, strict=True)))
            for own in self.confusions
        )


def dawid_skene(ratings: Ratings, *, tolerance: float = 1e-6, most: int = 500) -> DawidSkene:
    """The model of these ratings. The order of items and of raters changes nothing."""
    posteriors: Matrix = tuple(
        tuple(each / sum(counts) for each in counts) for counts in map(ratings.counts, range(len(ratings.items)))
    )
    likelihoods: list[float] = []
    moved = math.inf
    for _round in range(most):
        prevalence, confusions = _maximised(ratings, posteriors)
        after, likelihood = _expected(ratings, prevalence, confusions)
        likelihoods.append(likelihood)
        moved = max(
            abs(a - b) for old, new in zip(posteriors, after, strict=True) for a, b in zip(old, new, strict=True)
        )
        posteriors = after
        if moved <= tolerance:
            break
    prevalence, confusions = _maximised(ratings, posteriors)
    likelihoods.append(_expected(ratings, prevalence, confusions)[1])
    return DawidSkene(prevalence, confusions, posteriors, tuple(likelihoods), converged=moved <= tolerance)


def _maximised(ratings: Ratings, posteriors: Matrix) -> tuple[tuple[float, ...], tuple[Matrix, ...]]:
    """Prevalence and confusions; a true label that a rater never met is spread evenly, and moves nothing."""
    labels, items = len(ratings.labels), len(ratings.items)
    prevalence = tuple(math.fsum(column) / items for column in zip(*posteriors, strict=True))
    mass: list[list[list[list[float]]]] = [[[[] for _ in range(labels)] for _ in range(labels)] for _ in ratings.raters]
    for given, row in zip(ratings.given, posteriors, strict=True):
        for rater, label in given:
            for true, share in enumerate(row):
                mass[rater][label][true].append(share)
    confusions = []
    for own in mass:
        sums = [[math.fsum(own[label][true]) for label in range(labels)] for true in range(labels)]
        confusions.append(tuple(_shares(row) for row in sums))
    return prevalence, tuple(confusions)


def _shares(row: Sequence[float]) -> tuple[float, ...]:
    total = math.fsum(row)
    return tuple(each / total if total else 1 / len(row) for each in row)


def _expected(ratings: Ratings, prevalence: Sequence[float], confusions: Sequence[Matrix]) -> tuple[Matrix, float]:
    """The probability of each true label of each item, and the logarithm of the likelihood of all ratings."""
    before = tuple(map(_log, prevalence))
    logs = [[[_log(each) for each in row] for row in own] for own in confusions]
    posteriors, likelihood = [], []
    for given in ratings.given:
        joint = [
            math.fsum((prior, *(logs[rater][true][label] for rater, label in given)))
            for true, prior in enumerate(before)
        ]
        top = max(joint)
        shares = [math.exp(each - top) for each in joint]
        total = math.fsum(shares)
        posteriors.append(tuple(each / total for each in shares))
        likelihood.append(top + math.log(total))
    return tuple(posteriors), math.fsum(likelihood)


def _log(share: float) -> float:
    return math.log(share) if share else -math.inf


def _likeliest(row: Sequence[float]) -> Consensus:
    first, *rest = sorted(row, reverse=True)
    if rest and first - rest[0] <= CLOSE:
        return Consensus(None, first, TIED)
    return Consensus(row.index(first), first)
