"""A judge over a real language model on loopback: whatever it says, the claim comes out, judged or with a reason."""

import msgspec
import pytest

from claimgauge.labellers.judge import Judge, judge_all
from claimgauge.wiring import load_prompt
from tests.proofs.judge import CLAIMS, PASSAGES, faults
from tests.proofs.smollm import missing, served

pytestmark = [
    pytest.mark.skipif(bool(missing()), reason=f"the model cannot be served here; {missing()}"),
    pytest.mark.enable_socket,
]


@pytest.mark.parametrize("structured", ["json_schema", "llguidance", "none"])
def test_a_claim_comes_out_whatever_a_real_model_says(structured):
    prompt = msgspec.structs.replace(load_prompt("judge"), max_tokens=60)
    with served(structured=structured) as model:
        judged = judge_all(Judge(model, prompt), [(CLAIMS[0], PASSAGES)])
    assert [] == faults(judged, 1)
