"""Bands of today beside fitted ones: by whose labels, under which rubric, at which costs."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from claimgauge.calibration.calibrating import calibrate
from claimgauge.calibration.outcomes import Found
from claimgauge.calibration.result import Calibration
from claimgauge.calibration.thresholds import ActionCost, Costs
from claimgauge.errors import InputError
from claimgauge.wiring import load_costs, load_rubric
from claimgauge.workflow import AssessmentRow
from tests.proofs.calibration_data import ExpertAnswer, expert_outcomes, factcheck_outcomes, scored
from tests.proofs.factcheck_data import Checked
from tests.proofs.factcheck_run import RUBRICS, Outcome

STANCE: Final = "Factcheck-GPT, people's stances"
TRUTH: Final = "Factcheck-GPT, people's word on the truth"
OURS: Final = "Factcheck-GPT, our labels"
EXPERTS: Final = "ExpertQA, people's support"
EXPERTS_TEXT: Final = "ExpertQA with passages, people's support"
EXPERTS_OURS: Final = "ExpertQA with passages, our labels"
RATIOS: Final = (3, 10, 30, 100)
"""What a harmful answer that is released costs, in reviews."""

Row = tuple[str, str]
"""Whose labels on which answers, and under which rubric."""


class Study(NamedTuple):
    """A calibration for each set of labels and each rubric, or why there is none; and some at other costs."""

    calibrations: Mapping[Row, Calibration | str]
    by_ratio: Mapping[tuple[str, str, int], Calibration]


def study(
    answers: Sequence[Checked],
    ours: Sequence[Outcome],
    experts: Sequence[ExpertAnswer],
    experts_ours: Sequence[Outcome],
    *,
    iterations: int,
) -> Study:
    """All calibrations; `experts_ours` are of those answers of `experts` whose claims all have passages."""
    assessed = {row.case_id for row in experts_ours}
    read = [each for each in experts if each.case_id in assessed]
    found: dict[Row, Calibration | str] = {}
    by_ratio: dict[tuple[str, str, int], Calibration] = {}
    for rubric in RUBRICS:
        sets: dict[str, tuple[Sequence[AssessmentRow], Sequence[Found]]] = {
            TRUTH: (scored((each.labelled("by factuality") for each in answers), rubric), factcheck_outcomes(answers)),
            STANCE: (scored((each.labelled("by stance") for each in answers), rubric), factcheck_outcomes(answers)),
            OURS: ([each.assessments[rubric] for each in ours], factcheck_outcomes(answers)),
            EXPERTS: (scored((each.labelled() for each in experts), rubric), expert_outcomes(experts)),
            EXPERTS_TEXT: (scored((each.labelled() for each in read), rubric), expert_outcomes(read)),
            EXPERTS_OURS: ([each.assessments[rubric] for each in experts_ours], expert_outcomes(read)),
        }
        for name, (rows, outcomes) in sets.items():
            found[name, rubric] = _calibrated(rows, outcomes, rubric, load_costs(), iterations)
        for name in (STANCE, EXPERTS):
            for ratio in RATIOS:
                again = _calibrated(*sets[name], rubric, costs_at(ratio), iterations)
                if isinstance(again, Calibration):
                    by_ratio[name, rubric, ratio] = again
    return Study(found, by_ratio)


def _calibrated(
    rows: Sequence[AssessmentRow], outcomes: Sequence[Found], rubric: str, costs: Costs, iterations: int
) -> Calibration | str:
    try:
        return calibrate(rows, outcomes, rubric=load_rubric(rubric), costs=costs, iterations=iterations)
    except InputError as error:
        return error.message


def costs_at(ratio: float) -> Costs:
    """The costs that ship, with another price of a harmful answer that is released; a caution keeps its share of it."""
    costs = load_costs()
    release, caution = costs.costs["release"], costs.costs["caution"]
    share = caution.harmful / release.harmful
    dearer = {
        "release": ActionCost(harmful=float(ratio), harmless=release.harmless),
        "caution": ActionCost(harmful=share * ratio, harmless=caution.harmless),
    }
    return replace(costs, id=f"released {ratio:g}", costs=costs.costs | dearer)
