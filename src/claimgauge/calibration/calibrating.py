"""From assessments and outcomes to a calibration: what orders, what means what it says, and which bands cost least.

Whatever is fitted is fitted to the train answers and measured on the held-out ones.
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, get_args

from msgspec.structs import replace

from claimgauge.calibration.band_costs import bands_of
from claimgauge.calibration.curves import (
    Figure,
    auroc,
    average_precision,
    brier_score,
    calibration_error,
    delong_interval,
    drawn_estimates,
    equal_mass,
    equal_width,
    precision_recall,
    reliability_table,
    roc,
    tally_of,
)
from claimgauge.calibration.curves.estimates import UNDEFINED
from claimgauge.calibration.curves.tally import Scored
from claimgauge.calibration.drift import windows_of
from claimgauge.calibration.maps import fitted_isotonic, fitted_platt
from claimgauge.calibration.notices import notices_of
from claimgauge.calibration.observations import Observation, Observed, observed, split_by_case
from claimgauge.calibration.outcomes import Found, OutcomeKind
from claimgauge.calibration.result import (
    Area,
    Calibration,
    Discrimination,
    GivenOutcomes,
    Maps,
    Part,
    Parts,
    Reading,
    Reliability,
    UsedRubric,
)
from claimgauge.calibration.samples import too_few_to_fit
from claimgauge.calibration.thresholds import Costs, cost_curves
from claimgauge.digests import canonical, canonical_list, digest
from claimgauge.errors import InputError
from claimgauge.risk import Rubric
from claimgauge.statistics import fewest_iterations
from claimgauge.workflow import Assessment, AssessmentRow
from claimgauge.workflow.compared import run_of
from claimgauge.workflow.measures import Draws

HELD_OUT: Final = 0.5


def calibrate(  # noqa: PLR0913  # what a calibration is made of
    rows: Iterable[AssessmentRow],
    outcomes: Iterable[Found],
    *,
    rubric: Rubric,
    costs: Costs,
    windows: Sequence[dt.datetime] = (),
    held_out: float = HELD_OUT,
    seed: int = 7,
    iterations: int = 2_000,
    level: float = 0.95,
) -> Calibration:
    """The calibration of a rubric on these answers. The order of rows and of outcomes changes nothing.

    Raises InputError for an outcome that belongs to no assessment here, without answers to measure or with one kind
    of outcome only, for assessments of another rubric, and for settings that make no sense.
    """
    rows, outcomes = list(rows), list(outcomes)
    draws = Draws(seed, iterations, level)
    _check_settings(draws, held_out, windows)
    _check_rubric(rows, rubric)
    whole = observed(rows, outcomes)
    _check_answers(whole)
    split = split_by_case(whole.observations, held_out=held_out)
    if not split.train or not split.held_out:
        part = "train" if split.train else "held-out"
        missing = "held-out" if split.train else "train"
        message = (
            f"{held_out!r} leaves no {missing} answer, all {len(whole.observations)} are {part}; give another share"
        )
        raise InputError(message, source="--held-out")
    if windows and min(each.at for each in whole.observations) >= windows[0]:
        message = f"no outcome is from before {windows[0].isoformat()}, so there is no first window; give a later date"
        raise InputError(message, source="--windows")
    maps = _maps(split.train)
    found = Calibration(
        assessments=run_of(rows, name="assessments").record,
        outcomes=_given(outcomes, whole),
        rubric=UsedRubric(id=rubric.id, version=rubric.version, provisional=rubric.provisional, digest=rubric.digest),
        costs=costs,
        costs_digest=costs.digest,
        parts=Parts(share=held_out, train=_part(split.train), held_out=_part(split.held_out)),
        seed=seed,
        iterations=iterations,
        level=level,
        discrimination=_discrimination(whole.observations, draws),
        maps=maps,
        reliability=_reliability(split.held_out, maps, draws),
        curves=cost_curves(split.train, rubric.bands, costs),
        bands=bands_of(split, rubric.bands, costs, draws=draws),
        windows=windows_of(whole.observations, windows, draws=draws),
        notices=(),
    )
    reviewed = {row.case_id for row in rows if isinstance(row, Assessment) and row.review}
    routed = sum(each.case_id in reviewed and each.action in ("release", "caution") for each in whole.observations)
    return replace(found, notices=tuple(notices_of(found, routed=routed)))


def _check_settings(draws: Draws, held_out: float, windows: Sequence[dt.datetime]) -> None:
    for name, value in (("--level", draws.level), ("--held-out", held_out)):
        if not 0 < value < 1:
            raise InputError(f"expected a number between 0 and 1, such as 0.5, got {value!r}", source=name)
    if draws.iterations < (least := fewest_iterations(draws.level)):
        message = f"{draws.iterations} are too few at level {draws.level!r}; give {least:,} or more"
        raise InputError(message, source="--iterations")
    if any(later <= earlier for earlier, later in pairwise(windows)):
        listed = ", ".join(each.isoformat() for each in windows)
        raise InputError(f"the dates must rise from one to the next, got {listed}", source="--windows")


def _check_rubric(rows: Iterable[AssessmentRow], rubric: Rubric) -> None:
    expected = rubric.digest
    for row in rows:
        if isinstance(row, Assessment) and row.digests.rubric != expected:
            message = (
                f"the assessment of {row.case_id!r} is by rubric {row.rubric.id} {row.rubric.version}"
                f" ({row.digests.rubric}), and the rubric given is {rubric.id} {rubric.version} ({expected});"
                " give the rubric that scored with --rubric, or assess again"
            )
            raise InputError(message, source="assessments")


def _check_answers(whole: Observed) -> None:
    count = len(whole.observations)
    if not count:
        left = (
            f"{len(whole.without_outcome)} without an outcome, {len(whole.open_claims)} with open claims,"
            f" {len(whole.without_index)} without an index"
        )
        raise InputError(f"no answer has both an index and an outcome ({left}); give outcomes of assessed answers")
    harmful = sum(each.harmful for each in whole.observations)
    if harmful in (0, count):
        kind = "harmful" if harmful else "harmless"
        message = f"all {count} answers with an outcome are {kind}; what tells two kinds apart needs both of them"
        raise InputError(message, source="outcomes")


def _given(outcomes: Sequence[Found], whole: Observed) -> GivenOutcomes:
    kinds = Counter(each.outcome.kind for each in outcomes)
    return GivenOutcomes(
        digest=digest(canonical_list([canonical(each.outcome) for each in outcomes])),
        rows=len(outcomes),
        kinds={kind: kinds[kind] for kind in get_args(OutcomeKind)},
        answers=len(whole.observations),
        harmful=sum(each.harmful for each in whole.observations),
        adjudicated=sum(each.adjudicated for each in whole.observations),
        severities=sum(each.harmful and each.severity is not None for each in whole.observations),
        without_outcome=whole.without_outcome,
        open_claims=whole.open_claims,
        without_index=whole.without_index,
    )


def _part(observations: Sequence[Observation]) -> Part:
    return Part(answers=len(observations), harmful=sum(each.harmful for each in observations))


def _is_harmful(scored: Scored) -> bool:
    return scored[1]


def _discrimination(observations: Sequence[Observation], draws: Draws) -> Discrimination:
    scored = [(each.score, each.harmful) for each in observations]
    tally = tally_of(scored)
    figures: dict[str, Figure[Scored]] = {
        "average_precision": lambda held: average_precision(tally_of(held)),
        "harmful_share": lambda held: sum(harmful for _score, harmful in held) / len(held),
    }
    value, interval = auroc(tally), delong_interval(tally, level=draws.level)
    reason = UNDEFINED if value is None else None if interval else "the two kinds do not overlap, or one has one answer"
    return Discrimination(
        auroc=Area(value=value, interval=interval, reason=reason, **_counts(scored)),
        roc=roc(tally),
        precision_recall=precision_recall(tally),
        **drawn_estimates(scored, figures, harmful=_is_harmful, draws=draws),
    )


def _counts(scored: Sequence[Scored]) -> dict[str, int]:
    return {"answers": len(scored), "harmful": sum(map(_is_harmful, scored))}


def _maps(train: Sequence[Observation]) -> Maps:
    if reason := too_few_to_fit(train):
        return Maps(isotonic=None, platt=None, reason=reason)
    tally = tally_of((each.score, each.harmful) for each in train)
    return Maps(isotonic=fitted_isotonic(tally), platt=fitted_platt(tally))


def _reliability(held_out: Sequence[Observation], maps: Maps, draws: Draws) -> tuple[Reliability, ...]:
    """The score itself, divided by 100, and the maps where there are any; every reading from the same draws."""
    readings: dict[Reading, list[float]] = {"index": [each.score / 100 for each in held_out]}
    if maps.isotonic is not None and maps.platt is not None:
        readings["isotonic"] = [maps.isotonic.probability(each.score) for each in held_out]
        readings["platt"] = [maps.platt.probability(each.score) for each in held_out]
    found = []
    for name, values in readings.items():
        scored = [(value, each.harmful) for value, each in zip(values, held_out, strict=True)]
        tally = tally_of(scored)
        estimates = drawn_estimates(scored, _RELIABILITY, harmful=_is_harmful, draws=draws)
        found.append(
            Reliability(
                reading=name,
                equal_width=reliability_table(tally, binning=equal_width),
                equal_mass=reliability_table(tally, binning=equal_mass),
                **estimates,
            )
        )
    return tuple(found)


_RELIABILITY: Final[dict[str, Figure[Scored]]] = {
    "brier": lambda held: brier_score(tally_of(held)),
    "error_equal_width": lambda held: calibration_error(tally_of(held), binning=equal_width),
    "error_equal_mass": lambda held: calibration_error(tally_of(held), binning=equal_mass),
}
