"""Ways from labelled claims to one number, compared on answers whose outcome is known."""

from claimgauge.calibration.aggregators.answers import LabelledAnswer, fold_of
from claimgauge.calibration.aggregators.baselines import (
    faithfulness_ratio,
    lexical_containment,
    mean_entailment,
    support_ratio,
)
from claimgauge.calibration.aggregators.choquet import Capacity, ChoquetModel, fit_choquet, monotone_gaps
from claimgauge.calibration.aggregators.comparison import (
    BASE_RATE,
    FOLDS,
    Comparison,
    Crossfitted,
    Standing,
    compare_aggregators,
    crossfitted,
)
from claimgauge.calibration.aggregators.contenders import (
    BAND_THEN_SUM,
    FITTED,
    GUARDED,
    RIDGE,
    Rubrics,
    Value,
    choquet_of,
    fixed,
    monotone_of,
)
from claimgauge.calibration.aggregators.dilution import Diluted, diluted_answer, dilution, forgotten_from
from claimgauge.calibration.aggregators.discrimination import Figure, auroc
from claimgauge.calibration.aggregators.monotone import MonotoneModel, feature_names, features, fit_monotone
from claimgauge.calibration.aggregators.properties import PROPERTIES, Held, properties, small_answers
from claimgauge.calibration.aggregators.reliability import brier, calibration_error
from claimgauge.calibration.aggregators.stability import Movement, drops, flips, movement

__all__ = [
    "BAND_THEN_SUM",
    "BASE_RATE",
    "FITTED",
    "FOLDS",
    "GUARDED",
    "PROPERTIES",
    "RIDGE",
    "Capacity",
    "ChoquetModel",
    "Comparison",
    "Crossfitted",
    "Diluted",
    "Figure",
    "Held",
    "LabelledAnswer",
    "MonotoneModel",
    "Movement",
    "Rubrics",
    "Standing",
    "Value",
    "auroc",
    "brier",
    "calibration_error",
    "choquet_of",
    "compare_aggregators",
    "crossfitted",
    "diluted_answer",
    "dilution",
    "drops",
    "faithfulness_ratio",
    "feature_names",
    "features",
    "fit_choquet",
    "fit_monotone",
    "fixed",
    "flips",
    "fold_of",
    "forgotten_from",
    "lexical_containment",
    "mean_entailment",
    "monotone_gaps",
    "monotone_of",
    "movement",
    "properties",
    "small_answers",
    "support_ratio",
]
