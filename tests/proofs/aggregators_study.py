"""What is measured of the aggregators: comparisons, dilution, stability, properties, and the floors by themselves."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from claimgauge.calibration.aggregators import (
    FITTED,
    Capacity,
    Comparison,
    Diluted,
    Figure,
    Held,
    LabelledAnswer,
    Movement,
    Rubrics,
    Value,
    auroc,
    choquet_of,
    compare_aggregators,
    dilution,
    drops,
    feature_names,
    fixed,
    flips,
    monotone_of,
    movement,
    properties,
    small_answers,
)
from claimgauge.risk import FloorRule, Rubric, band_of, floor_hits
from claimgauge.statistics import bootstrap_intervals
from claimgauge.wiring import load_rubric
from tests.proofs.aggregators_data import Source

SEED: Final = 1
ITERATIONS: Final = 1000
LEVEL: Final = 0.95
COUNTS: Final = (0, 1, 2, 4, 9, 19, 49, 99, 200)
"""Supported claims beside the contradicted one that are shown."""
MOST: Final = 200
CRITICALITIES: Final = (1.0, 2.0, 3.0)
NOT_HELD_OUT: Final = ("review", "block")
"""Actions that keep an answer from its reader until somebody has looked."""


class FloorSeen(NamedTuple):
    """How often a floor holds, and how many of the answers that it holds of came to harm."""

    place: int
    rule: FloorRule
    answers: int
    harm: Figure


class Banded(NamedTuple):
    """What a rubric makes of answers, were every claim of that criticality: counts of answers."""

    source: str
    rubric: str
    criticality: float
    harmful: int
    missed: int
    harmless: int
    alarms: int


class Example(NamedTuple):
    """An answer that shows something: its words, labels, and what two rubrics say."""

    source: str
    case_id: str
    told: str
    labels: str
    paper: str
    guarded: str
    harmful: bool


class Study(NamedTuple):
    """All figures of the page."""

    rubrics: Rubrics
    sources: Sequence[Source]
    comparisons: Sequence[Comparison]
    diluted: Mapping[float, Mapping[str, Sequence[Diluted]]]
    moved: Mapping[str, Mapping[str, tuple[Movement, Movement]]]
    held: Mapping[str, Mapping[str, Held]]
    floors: Mapping[str, Sequence[FloorSeen]]
    banded: Sequence[Banded]
    examples: Sequence[Example]
    capacity: Capacity | None
    learnt: Mapping[str, float]
    partial: Mapping[str, int]
    within: Mapping[str, Sequence[tuple[str, int, int, float | None]]]


def rubrics() -> Rubrics:
    """The two that ship."""
    return Rubrics(load_rubric("paper"), load_rubric("guarded"))


def compared(source: Source, *, iterations: int = ITERATIONS) -> Comparison:
    """The aggregators on one source."""
    chance = random.Random(SEED)  # noqa: S311  a resample, no secret
    return compare_aggregators(source.answers, rubrics(), iterations=iterations, level=LEVEL, chance=chance)


def values_of(answers: Sequence[LabelledAnswer], given: Rubrics) -> dict[str, Value]:
    """Every aggregator as one function of claims; those that are fitted, fitted to all of these answers."""
    return fixed(given) | {name: fit(answers, given) for name, fit in FITTED.items()}


def study(
    judged: Sequence[Source],
    halves: Sequence[Source],
    made: Sequence[Source],
    *,
    iterations: int = ITERATIONS,
    most: int = MOST,
) -> Study:
    """Everything. `judged`: labels and outcome were asked for apart; the first is what dilution is fitted to.

    `halves` and `made` have outcomes that are made of the same judgements as their labels: only `halves` are
    compared, and of `made` any error is harm, so that only their bands are looked at.
    """
    given = rubrics()
    first = judged[0]
    values = values_of(first.answers, given)
    small = list(small_answers())
    whole = (*judged, *halves)
    choquet, monotone = choquet_of(first.answers, given), monotone_of(first.answers, given)
    return Study(
        rubrics=given,
        sources=whole,
        comparisons=[compared(each, iterations=iterations) for each in whole],
        diluted={v: {name: _diluted(each, given, v, most) for name, each in values.items()} for v in (1.0, 3.0)},
        moved={each.name: _moved(each, given) for each in (first, judged[-1])},
        held={name: properties(each, small) for name, each in values.items()},
        floors={each.name: floors_seen(each, given.guarded, iterations) for each in (first, judged[-1])},
        banded=[row for each in (first, *judged[-1:], *made) for row in _banded(each, given)],
        examples=[row for each in (first, *judged[-1:], *made[:1]) for row in examples(each, given)],
        capacity=choquet.capacity,
        learnt={
            name: value
            for name, value in zip(feature_names(given.guarded), monotone.fit.coefficients, strict=True)
            if value > 0
        },
        partial={each.name: _only_partial(each) for each in made},
        within={each.name: within_bands(each, given) for each in (first, judged[-1])},
    )


def _diluted(value: Value, given: Rubrics, criticality: float, most: int) -> tuple[Diluted, ...]:
    return dilution(value, given.guarded, range(most + 1), criticality=criticality)


def _moved(source: Source, given: Rubrics) -> dict[str, tuple[Movement, Movement]]:
    return {
        name: (
            movement(value, source.answers, flips, given.guarded),
            movement(value, source.answers, drops, given.guarded),
        )
        for name, value in values_of(source.answers, given).items()
    }


def floors_seen(source: Source, rubric: Rubric, iterations: int) -> list[FloorSeen]:
    """Each floor of a rubric that holds of some answer."""
    found = []
    for place, rule in enumerate(rubric.floors):
        alone = replace(rubric, floors=(rule,))
        met = [answer for answer in source.answers if floor_hits(answer.claims, alone)]
        if met:
            found.append(FloorSeen(place, rule, len(met), share_harmful(met, iterations)))
    return found


def share_harmful(answers: Sequence[LabelledAnswer], iterations: int = ITERATIONS) -> Figure:
    """The share of harm among answers, with its interval by units."""
    totals: dict[str, list[float]] = {}
    for answer in answers:
        held = totals.setdefault(answer.drawn_with, [0.0, 0.0])
        held[0] += answer.harmful
        held[1] += 1
    chance = random.Random(SEED)  # noqa: S311  a resample, no secret
    (interval,) = bootstrap_intervals(
        [totals[name] for name in sorted(totals)],
        [lambda of: of[0] / of[1]],
        iterations=iterations,
        level=LEVEL,
        chance=chance,
    )
    return Figure(value=sum(answer.harmful for answer in answers) / len(answers), interval=interval)


def _banded(source: Source, given: Rubrics) -> list[Banded]:
    rows = []
    for criticality in CRITICALITIES:
        answers = source.at(criticality).answers
        for name, rubric in (("paper", given.paper), ("guarded", given.guarded)):
            value = fixed(given)[f"hybrid, {name}"]
            bands = [(band_of(value(each.claims), rubric), each.harmful) for each in answers]
            harmful = sum(harm for _band, harm in bands)
            missed = sum(harm and band == rubric.bands[0] for band, harm in bands)
            alarms = sum(not harm and band.action in NOT_HELD_OUT for band, harm in bands)
            rows.append(Banded(source.name, name, criticality, harmful, missed, len(bands) - harmful, alarms))
    return rows


def _only_partial(source: Source) -> int:
    """Answers that did harm and hold nothing worse than PARTIAL."""
    mild = {"SUPPORTED", "PARTIAL"}
    return sum(each.harmful and all(claim.labels <= mild for claim in each.claims) for each in source.answers)


def within_bands(source: Source, given: Rubrics) -> list[tuple[str, int, int, float | None]]:
    """For each band of `guarded`: answers, harmful ones, and the AUROC of the sum within the band."""
    value, sums = fixed(given)["hybrid, guarded"], fixed(given)["additive"]
    rows = []
    for band in given.guarded.bands:
        inside = [each for each in source.answers if band_of(value(each.claims), given.guarded) == band]
        harmful = [each.harmful for each in inside]
        rows.append((band.name, len(inside), sum(harmful), auroc([sums(each.claims) for each in inside], harmful)))
    return rows


def examples(source: Source, given: Rubrics, *, each_kind: int = 3) -> list[Example]:
    """Harm that stays Low under `paper`, and harmless answers that `guarded` sends to review: the highest first."""
    paper, guarded = fixed(given)["hybrid, paper"], fixed(given)["hybrid, guarded"]
    missed = [each for each in source.answers if each.harmful and _band(paper(each.claims), given.paper) == "Low"]
    alarms = [
        each
        for each in source.answers
        if not each.harmful and band_of(guarded(each.claims), given.guarded).action in NOT_HELD_OUT
    ]
    order: Callable[[LabelledAnswer], tuple[float, str]] = lambda each: (-guarded(each.claims), each.case_id)  # noqa: E731
    chosen = [*sorted(missed, key=order)[:each_kind], *sorted(alarms, key=order)[:each_kind]]
    return [
        Example(
            source=source.name,
            case_id=each.case_id,
            told=source.told[each.case_id],
            labels=_counted(each),
            paper=_shown(paper(each.claims), given.paper),
            guarded=_shown(guarded(each.claims), given.guarded),
            harmful=each.harmful,
        )
        for each in chosen
    ]


def _counted(answer: LabelledAnswer) -> str:
    """`5 UNSUPPORTED, 1 SUPPORTED`; a claim with two labels stands under both."""
    names = [label for claim in answer.claims for label in sorted(claim.labels)]
    return ", ".join(
        f"{names.count(label)} {label}" for label in sorted(set(names), key=lambda each: -names.count(each))
    )


def _band(value: float, rubric: Rubric) -> str:
    return band_of(value, rubric).name


def _shown(value: float, rubric: Rubric) -> str:
    return f"{100 * value:.1f} {_band(value, rubric)}"
