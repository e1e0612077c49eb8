"""What people said of answers that were released, and what of it counts."""

from claimgauge.feedback.decay import FeedbackScore, feedback_score
from claimgauge.feedback.event import Feedback, FeedbackEvent, Validation
from claimgauge.feedback.recurrence import Recurrence, recurrences
from claimgauge.feedback.times import parse_time

__all__ = [
    "Feedback",
    "FeedbackEvent",
    "FeedbackScore",
    "Recurrence",
    "Validation",
    "feedback_score",
    "parse_time",
    "recurrences",
]
