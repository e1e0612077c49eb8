"""What came of one input, in a form that can be sent and kept."""

from typing import NamedTuple

import msgspec

from claimgauge.readers.inputs import Input
from claimgauge.wiring.plans import Ready
from claimgauge.wiring.run_log import Recorder, Step
from claimgauge.workflow import UNOBSERVED, AssessmentError, AssessmentRow, BrokenRow, Observer, Row

NOT_ASSESSED = "not_assessed"
_encoder = msgspec.json.Encoder()


class Outcome(NamedTuple):
    """What came of one input: the assessment as JSON, the code of what went wrong if anything, and the steps."""

    encoded: bytes
    code: str = ""
    steps: tuple[Step, ...] = ()


def outcome_of(ready: Ready, each: Input, *, observed: bool) -> tuple[Row, Outcome]:
    """Assess one input, and keep its steps where anybody wants them."""
    recorder = Recorder() if observed else None
    observer: Observer = recorder or UNOBSERVED
    row, out = ready.assess(each, observer)
    return row, Outcome(_encoder.encode(out), _code(row, out), recorder.steps if recorder else ())


def _code(row: Row, out: AssessmentRow) -> str:
    if not isinstance(out, AssessmentError):
        return ""
    return row.problem.code if isinstance(row, BrokenRow) else NOT_ASSESSED
