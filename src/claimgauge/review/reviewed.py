"""From annotations and adjudications to their agreement: the one call that the command makes."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from claimgauge.errors import InputError
from claimgauge.review.agreement import (
    Agreement,
    ItemAgreement,
    LikelihoodFit,
    OneAgainstRest,
    RaterPair,
    RaterSummary,
)
from claimgauge.review.annotation import Adjudication, Annotation, Reviews, current, written
from claimgauge.review.coefficient import Draws
from claimgauge.review.cohen import cohen_kappa
from claimgauge.review.dawid_skene import DawidSkene, dawid_skene
from claimgauge.review.distances import WEIGHTS, Matrix, Weights, distance_of, weights_of
from claimgauge.review.escalation import next_step
from claimgauge.review.formula import observed_columns, reason_of, value_of
from claimgauge.review.majority import majority
from claimgauge.review.measuring import DRAWS, agreement_on_all, agreement_on_one
from claimgauge.review.prevalence import prevalence_of
from claimgauge.review.ratings import Level, Ratings, ratings_of, yes_or_no
from claimgauge.statistics import fewest_iterations, fewest_units

MOST_LABELS: Final = 24
"""Beyond so many labels there is no table by label and no model of raters: the labels are numbers, not names."""
MOST_PAIRED: Final = 60
FEW: Final = 30
"""Below so many items a percentile interval is noticeably too narrow."""


def agreement_of(
    reviews: Reviews,
    *,
    level: Level = "nominal",
    labels: Sequence[str] = (),
    weights: Weights | None = None,
    dimensions: Mapping[str, Sequence[str]] | None = None,
    draws: Draws = DRAWS,
) -> Agreement:
    """The agreement of these annotations. The order of raters and items changes nothing.

    `labels` are all that could have been given, in the order of their ranks. `dimensions` are those of each label,
    for annotations that name none. Raises InputError as `ratings_of` does, and for draws that give no interval.
    """
    if not 0 < draws.level < 1:
        raise InputError(f"expected a number between 0 and 1, such as 0.95, got {draws.level!r}", source="confidence")
    if draws.iterations < (least := fewest_iterations(draws.level)):
        raise InputError(
            f"{draws.iterations} are too few at level {draws.level!r}; give {least:,} or more", source="iterations"
        )
    if level == "nominal" and weights not in (None, "none"):
        raise InputError(
            f"{weights} weights need labels with ranks; take the ordinal or interval level", source="weights"
        )
    rows = current(reviews.annotations)
    ratings = ratings_of(reviews.annotations, labels=labels, level=level)
    used = weights or WEIGHTS[level]
    matrix = weights_of(ratings, used, level=level)
    found = agreement_on_all(ratings, level=level, weights=used, draws=draws)
    fitted = dawid_skene(ratings) if len(ratings.labels) <= MOST_LABELS else None
    items = tuple(_items(ratings, matrix, fitted, {each.item: each for each in current(reviews.adjudications)}))
    steps = Counter(each.step for each in items)
    return Agreement(
        level=level,
        weights=used,
        distance=distance_of(ratings, level=level).name,
        labels=ratings.names,
        items=len(ratings.items),
        raters=len(ratings.raters),
        ratings=ratings.total,
        revised=len(reviews.annotations) - len(rows),
        single=sum(len(given) == 1 for given in ratings.given),
        seed=draws.seed,
        iterations=draws.iterations,
        confidence=draws.level,
        coefficients=found,
        prevalence=prevalence_of(ratings, found),
        by_label=tuple(_by_label(rows, ratings, draws)),
        by_dimension=tuple(_by_dimension(rows, dimensions or {}, draws)),
        by_rater=tuple(_by_rater(ratings, fitted)),
        pairs=tuple(_pairs(ratings, matrix)) if len(ratings.raters) <= MOST_PAIRED else (),
        model=None if fitted is None else _fit(ratings, fitted),
        steps={
            step: steps[step] for step in ("settled", "second", "third", "adjudicate", "adjudicated") if steps[step]
        },
        by_item=items,
        notices=tuple(_notices(reviews, ratings, draws, dimensions or {})),
    )


def _by_label(rows: Sequence[Annotation], ratings: Ratings, draws: Draws) -> Iterator[OneAgainstRest]:
    names = dict.fromkeys(name for each in ratings.labels for name in each)
    if len(names) <= MOST_LABELS:
        for name in names:
            yield _against_rest(name, yes_or_no(rows, lambda row, name=name: name in row.given), draws)  # type: ignore[misc]


def _by_dimension(
    rows: Sequence[Annotation], dimensions: Mapping[str, Sequence[str]], draws: Draws
) -> Iterator[OneAgainstRest]:
    """By dimension, over the annotations that name dimensions, or whose labels all have some."""
    named = {row.item + "\0" + row.rater: _dimensions_of(row, dimensions) for row in rows}
    for name in sorted({each for own in named.values() if own is not None for each in own}):

        def touches(row: Annotation, name: str = name) -> bool | None:
            own = named[row.item + "\0" + row.rater]
            return None if own is None else name in own

        yield _against_rest(name, yes_or_no(rows, touches), draws)


def _dimensions_of(row: Annotation, dimensions: Mapping[str, Sequence[str]]) -> frozenset[str] | None:
    if row.dimensions is not None:
        return frozenset(row.dimensions)
    if not dimensions or any(label not in dimensions for label in row.given):
        return None
    return frozenset(each for label in row.given for each in dimensions[label])


def _against_rest(name: str, ratings: Ratings, draws: Draws) -> OneAgainstRest:
    counts = [ratings.counts(place)[1] for place in range(len(ratings.items))]
    return OneAgainstRest(
        name=name,
        share=sum(counts) / ratings.total,
        items=sum(map(bool, counts)),
        coefficients=agreement_on_one(ratings, draws=draws),
    )


def _by_rater(ratings: Ratings, fitted: DawidSkene | None) -> Iterator[RaterSummary]:
    own: list[Counter[str]] = [Counter() for _ in ratings.raters]
    alike: list[list[float]] = [[] for _ in ratings.raters]
    for place, given in enumerate(ratings.given):
        counts = ratings.counts(place)
        for rater, label in given:
            own[rater][ratings.names[label]] += 1
            if len(given) > 1:
                alike[rater].append((counts[label] - 1) / (len(given) - 1))
    for place, name in enumerate(ratings.raters):
        shared = alike[place]
        yield RaterSummary(
            rater=name,
            ratings=own[place].total(),
            labels={label: own[place][label] for label in ratings.names if own[place][label]},
            agreement=math.fsum(shared) / len(shared) if shared else None,
            accuracy=fitted.accuracies[place] if fitted else None,
        )


def _pairs(ratings: Ratings, matrix: Matrix) -> Iterator[RaterPair]:
    """Every two raters with an item in common."""
    together: dict[tuple[int, int], list[int]] = {}
    for place, given in enumerate(ratings.given):
        for one, other in combinations(given, 2):
            together.setdefault((one.rater, other.rater), []).append(place)
    for (a, b), places in sorted(together.items()):
        shared = ratings._replace(
            items=tuple(ratings.items[place] for place in places), given=tuple(ratings.given[place] for place in places)
        )
        formula = cohen_kappa(shared, matrix, raters=(a, b))
        said = formula.say(tuple(map(math.fsum, formula.columns)))
        alike = sum(dict(given)[a] == dict(given)[b] for given in shared.given)
        yield RaterPair(
            a=ratings.raters[a],
            b=ratings.raters[b],
            items=len(places),
            agreement=alike / len(places),
            kappa=value_of(said),
            reason=reason_of(said),
        )


def _items(
    ratings: Ratings, matrix: Matrix, fitted: DawidSkene | None, decided: Mapping[str, Adjudication]
) -> Iterator[ItemAgreement]:
    apart, _has = observed_columns(ratings, matrix)
    likely = fitted.consensus if fitted else None
    for place, (name, most) in enumerate(zip(ratings.items, majority(ratings), strict=True)):
        votes = ratings.counts(place)
        step = next_step(most, sum(votes), adjudicated=name in decided)
        label = None if most.label is None else ratings.names[most.label]
        final = written(decided[name].given) if name in decided else label if step == "settled" else None
        guess = likely[place] if likely else None
        yield ItemAgreement(
            item=name,
            votes={each: count for each, count in zip(ratings.names, votes, strict=True) if count},
            disagreement=apart[place] if sum(votes) > 1 else None,
            majority=label,
            reason=most.reason,
            likely=None if guess is None or guess.label is None else ratings.names[guess.label],
            probability=None if guess is None else guess.share,
            step=step,
            final=final,
        )


def _fit(ratings: Ratings, fitted: DawidSkene) -> LikelihoodFit:
    names = ratings.names
    return LikelihoodFit(
        rounds=fitted.rounds,
        converged=fitted.converged,
        log_likelihood=fitted.likelihoods[-1],
        prevalence=dict(zip(names, fitted.prevalence, strict=True)),
        confusions={
            rater: {true: dict(zip(names, row, strict=True)) for true, row in zip(names, own, strict=True)}
            for rater, own in zip(ratings.raters, fitted.confusions, strict=True)
        },
    )


def _notices(
    reviews: Reviews, ratings: Ratings, draws: Draws, dimensions: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """What to know before any number."""
    items, least = len(ratings.items), fewest_units(draws.level)
    if items < least:
        yield f"items: {items}; intervals at level {draws.level:g} need {least} or more"
    elif items < FEW:
        yield f"items: {items}; with fewer than {FEW}, intervals are too narrow"
    if single := sum(len(given) == 1 for given in ratings.given):
        yield f"items with one rating: {single} of {items}; nothing can be said of agreement on them"
    if revised := len(reviews.annotations) - len(current(reviews.annotations)):
        yield f"annotations that a later one of the same rater replaces: {revised}"
    if unknown := sorted({each.item for each in reviews.adjudications} - set(ratings.items)):
        named = ", ".join(map(repr, unknown[:3]))
        yield f"adjudications of items that nobody annotated: {len(unknown)}, such as {named}; they are left out"
    if not ratings.fixed and not ratings.in_sets:
        yield f"labels: the {len(ratings.labels)} that were given; tell all of them if others could have been"
    rows = current(reviews.annotations)
    without = sum(_dimensions_of(row, dimensions) is None for row in rows)
    if without and (dimensions or without < len(rows)):
        yield f"annotations without dimensions: {without} of {len(rows)}; they do not enter the tables by dimension"
