"""A judge over a real language model on loopback: whatever it says, the claim comes out, judged or with a reason."""

import msgspec
import pytest

from claimgauge.labellers.judge import Judge, judge_all
from claimgauge.wiring import load_prompt, open_model
from tests.proofs.judge import CLAIMS, PASSAGES, endpoint, faults
from tests.proofs.smollm import Server, missing

pytestmark = [
    pytest.mark.skipif(bool(missing()), reason=f"the model cannot be served here; {missing()}"),
    pytest.mark.enable_socket,
]


@pytest.fixture(scope="module")
def server():
    return Server()


@pytest.mark.parametrize("structured", ["json_schema", "none"])
def test_a_claim_comes_out_whatever_a_real_model_says(structured, server):
    prompt = msgspec.structs.replace(load_prompt("judge"), max_tokens=60)
    judge = Judge(open_model(endpoint(server, structured=structured)), prompt)
    judged = judge_all(judge, [(CLAIMS[0], PASSAGES)])
    assert [] == faults(judged, 1)
