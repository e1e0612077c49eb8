"""What came of one input, in a form that can be sent and kept."""

from typing import NamedTuple

import msgspec

from claimgauge.readers.inputs import Input
from claimgauge.wiring.plans import Ready
from claimgauge.wiring.run_log import Recorder, Step
from claimgauge.workflow import UNOBSERVED, BrokenRow, Observer, Row

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
    code = row.problem.code if isinstance(row, BrokenRow) else ""
    return row, Outcome(_encoder.encode(out), code, recorder.steps if recorder else ())
