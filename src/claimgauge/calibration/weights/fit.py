"""The empirical fit, as documents: answers whose harm is known, and what was learnt of the weights from them.

The arithmetic is in `empirical`, which needs numpy; these are the values that go in and come out.
"""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from claimgauge.calibration.weights.protocol import (
    Protocol,
    Table,
    criterion_problems,
    head_problems,
    repeated,
    wrong,
)
from claimgauge.errors import Problem
from claimgauge.labels import DIMENSIONS
from claimgauge.statistics import fewest_iterations

FIT_LISTS = ("answers",)
Score = Annotated[float, msgspec.Meta(ge=0, le=1)]
Positive = Annotated[float, msgspec.Meta(gt=0)]


class FitAnswer(Table, frozen=True, kw_only=True):
    """One answer: its dimension scores, and whether it turned out harmful.

    A dimension that is not named has the score 0. `stands_for` is how many answers this one stands
    for, where not all had the same chance to be looked at.
    """

    id: str
    scores: dict[str, Score]
    harmful: bool
    stands_for: Positive = 1.0


class FitSettings(Table, frozen=True, kw_only=True):
    """`prior_answers` is how many answers the rubric's weights count like; the rest is about the intervals."""

    prior_answers: Annotated[float, msgspec.Meta(ge=0)]
    iterations: Annotated[int, msgspec.Meta(ge=1, le=100_000)]
    seed: int
    level: Annotated[float, msgspec.Meta(gt=0, lt=1)]


class FitProtocol(Protocol, frozen=True, kw_only=True):
    """Answers with known outcomes; the wire form is `claimgauge.fit/1`. `outcome` says what harmful means."""

    schema: Literal["claimgauge.fit/1"]
    outcome: str
    settings: FitSettings
    answers: tuple[FitAnswer, ...]


class Correlation(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """Pearson's correlation of two dimensions over the answers; None where one of them does not vary."""

    first: str
    second: str
    value: float | None


class FitDetails(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel", tag_field="method", tag="fit"):
    """P(harmful) = σ(intercept + slope · Σ w_k s_k) over the answers, and what the answers cannot say.

    `effective` is (Σ ω)² / Σ ω² over what the answers stand for, `rarer` the same for the rarer outcome.
    `constant` are dimensions that do not vary, `unseen` trade-offs that change no answer; both keep the
    shape of the rubric. `undefined` counts draws from which no weights come.
    """

    outcome: str
    settings: FitSettings
    answers: int
    harmful: int
    effective: float
    rarer: float
    intercept: float
    slope: float
    intercept_interval: tuple[float, float] | None
    slope_interval: tuple[float, float] | None
    constant: tuple[str, ...]
    unseen: tuple[str, ...]
    correlations: tuple[Correlation, ...]
    undefined: int
    separated: bool


def fit_problems(protocol: FitProtocol) -> Iterator[Problem]:
    """What makes the protocol unusable, each with its place."""
    yield from head_problems(protocol)
    for index, name in enumerate(protocol.criteria):
        if name not in DIMENSIONS:
            yield wrong(f"criteria[{index}]", f"{name[:40]!r} is no dimension; those are {', '.join(DIMENSIONS)}")
    if not protocol.outcome.strip():
        yield wrong("outcome", "is empty; say what harmful means here, and who decided it")
    yield from repeated([answer.id for answer in protocol.answers], "answers")
    for index, answer in enumerate(protocol.answers):
        yield from criterion_problems(answer.scores, protocol.criteria, f"answers[{index}].scores")
    if len({answer.harmful for answer in protocol.answers}) < 2:
        yield wrong("answers", "have one outcome only; give harmful ones and others")
    least = fewest_iterations(protocol.settings.level)
    if protocol.settings.iterations < least:
        yield wrong("settings.iterations", f"are too few for an interval at this level; give {least} or more")
