"""Compare two runs over the same cases: B against A, pair by pair, with intervals.

A case in only one run is named. A pair without an index on either side enters no mean of scores; it is
counted, named, and beside each mean stand the bounds of what it could have changed (field case 1).
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final, Literal, get_args

from claimgauge.errors import InputError
from claimgauge.labels import DIMENSIONS, LABELS, Dimension, Label
from claimgauge.risk import Action
from claimgauge.statistics import fewest_iterations
from claimgauge.workflow.assessment import AssessmentRow
from claimgauge.workflow.compared import Half, Run, run_of
from claimgauge.workflow.comparison import Comparison
from claimgauge.workflow.measures import Draws, Measure, Pair, differences
from claimgauge.workflow.pairing import bands_of, movers_of, moves_of, notices_of, pairing_of, rubric_difference

CompareFailOn = Literal["never", "worse"]
ACTIONS: Final[tuple[Action, ...]] = get_args(Action)


def compare_runs(
    a: Iterable[AssessmentRow],
    b: Iterable[AssessmentRow],
    *,
    seed: int = 7,
    iterations: int = 10_000,
    level: float = 0.95,
    allow_different_rubrics: bool = False,
) -> Comparison:
    """B against A over the cases that stand in both. The order of rows changes nothing.

    Raises InputError where a run holds a case twice, the runs have no case in common, more than one
    rubric scored and that is not allowed, or `iterations` are too few for `level`.
    """
    if not 0 < level < 1:
        raise InputError(f"expected a number between 0 and 1, such as 0.95, got {level!r}", source="level")
    if iterations < (least := fewest_iterations(level)):
        raise InputError(f"{iterations} are too few at level {level!r}; give {least:,} or more", source="iterations")
    one, other = run_of(a, name="A"), run_of(b, name="B")
    if not allow_different_rubrics and (found := rubric_difference(one.record, other.record)):
        advice = "assess both with one rubric, or give --allow-different-rubrics"
        raise InputError(f"{found}; numbers of two rubrics are no difference of systems: {advice}")
    names = sorted(one.halves.keys() & other.halves.keys())
    if not names:
        raise InputError("no case stands in both A and B; compare two runs over the same cases, with the same ids")
    return _comparison(
        one, other, {name: (one.halves[name], other.halves[name]) for name in names}, Draws(seed, iterations, level)
    )


def why_failed(comparison: Comparison, fail_on: CompareFailOn) -> str:
    """Why a comparison that must not be `worse` failed, or nothing. Where nothing can be said, it did fail."""
    score = comparison.score
    if fail_on == "never":
        return ""
    if score.interval is None:
        return f"pairs with an index: {score.pairs}, too few for an interval, so nothing can be said"
    if score.reading == "higher":
        return f"the whole interval of the score difference lies above 0, from {score.interval.lower:+.2f} on"
    return ""


def _comparison(a: Run, b: Run, pairs: dict[str, Pair], draws: Draws) -> Comparison:
    halves = list(pairs.values())
    bands = bands_of(halves)
    labels = [label for label in LABELS if any(label in half.labels for pair in halves for half in pair)]
    pairing = pairing_of(a, b, pairs)
    risen, fallen = movers_of(pairs)
    found = differences(halves, _measures(bands, labels), draws)
    return Comparison(
        a=a.record,
        b=b.record,
        pairing=pairing,
        seed=draws.seed,
        iterations=draws.iterations,
        level=draws.level,
        score=found["score", ""],
        dimensions={name: found["dimension", name] for name in DIMENSIONS},
        bands={name: found["band", name] for name in bands},
        actions={name: found["action", name] for name in ACTIONS},
        no_index=found["no index", ""],
        review=found["review", ""],
        labelled_share=found["labelled share", ""],
        labels={label: found["label", label] for label in labels},
        moves=moves_of(halves, bands),
        risen=risen,
        fallen=fallen,
        notices=tuple(notices_of(pairing, a.record, b.record, level=draws.level)),
    )


def _measures(bands: Sequence[str], labels: Sequence[Label]) -> dict[tuple[str, str], Measure]:
    """Every measure by its kind and name, with the halves that have it."""
    return {
        ("score", ""): Measure(_score, _has_index, worst=100.0),
        **{("dimension", name): Measure(partial(_dimension, name), _has_index, worst=1.0) for name in DIMENSIONS},
        **{("band", name): Measure(partial(_in_band, name), _every) for name in bands},
        **{("action", name): Measure(partial(_has_action, name), _every) for name in ACTIONS},
        ("no index", ""): Measure(lambda half: float(half.risk is None), _every),
        ("review", ""): Measure(lambda half: float(bool(half.review)), _is_readable),
        **{("label", name): Measure(partial(_with_label, name), _is_readable, per=_claims) for name in labels},
        ("labelled share", ""): Measure(_labelled, lambda half: half.labelled_share is not None),
    }


def _every(_half: Half) -> bool:
    return True


def _has_index(half: Half) -> bool:
    return half.risk is not None


def _is_readable(half: Half) -> bool:
    return half.review is not None


def _score(half: Half) -> float:
    return half.risk.score if half.risk else 0.0


def _dimension(name: Dimension, half: Half) -> float:
    return (half.dimensions or {}).get(name, 0.0)


def _in_band(name: str, half: Half) -> float:
    return float(half.risk is not None and half.risk.band == name)


def _has_action(name: Action, half: Half) -> float:
    return float(half.risk is not None and half.risk.action == name)


def _with_label(name: Label, half: Half) -> float:
    return float(half.labels[name])


def _claims(half: Half) -> float:
    return float(half.claims)


def _labelled(half: Half) -> float:
    return half.labelled_share or 0.0
