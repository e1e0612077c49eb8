"""What can be said of a claim."""

from claimgauge.labels.codebook import LEVEL_RANGES, LEVELS, Codebook, Entry, Level, codebook_problems
from claimgauge.labels.conflict import is_conflict
from claimgauge.labels.judgement import Judgement, LabellerFailure
from claimgauge.labels.taxonomy import DIMENSION_NAMES, DIMENSIONS, LABELS, Dimension, Label

__all__ = [
    "DIMENSIONS",
    "DIMENSION_NAMES",
    "LABELS",
    "LEVELS",
    "LEVEL_RANGES",
    "Codebook",
    "Dimension",
    "Entry",
    "Judgement",
    "Label",
    "LabellerFailure",
    "Level",
    "codebook_problems",
    "is_conflict",
]
