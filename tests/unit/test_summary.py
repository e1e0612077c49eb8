"""What a run comes to, and which exit it takes."""

import io
import json

import pytest

from claimgauge.readers import read_stream
from claimgauge.wiring import verifiers
from claimgauge.workflow import RunTally, verify_rows

NODE = {"evidenceId": "n1", "type": "ROW", "fields": {"fee": "5"}}


def fact(name, *cited):
    return {"claimId": name, "claimType": "FACT", "text": "t", "citedEvidenceIds": list(cited), "citedNumbers": ["5"]}


def tally(*cases):
    stream = io.BytesIO(b"\n".join(case if isinstance(case, bytes) else json.dumps(case).encode() for case in cases))
    counted = RunTally()
    for _row, out in verify_rows(read_stream(stream, name="cases"), verifiers("records")):
        counted.add(out)
    return counted


def test_survival_is_accepted_over_parsed_and_shipped_is_the_mean_over_judged_cases():
    summary = tally(
        {"nodes": [NODE], "claims": [fact("a", "n1"), fact("b", "n2")]},
        {"nodes": [NODE], "claims": [fact("c", "n1"), fact("d", "n1")]},
        b"not json",
    ).summary()
    assert (0.75, 1.5, 2 / 3) == (summary.claim_survival, summary.shipped_per_case, summary.coverage)


def test_without_claims_there_is_no_survival_and_no_number():
    summary = tally(b"{}").summary()
    assert (None, 0.0, 1) == (summary.claim_survival, summary.shipped_per_case, summary.zero_verified)


@pytest.mark.parametrize("case", [{}, {"claims": []}, {"claims": [{"claimId": "x"}]}, {"claim": [fact("a", "n1")]}])
def test_a_row_without_a_claim_to_judge_is_schema_failed_and_has_not_passed(case):
    counted = tally(case)
    assert (1, True) == (counted.summary().schema_failed, bool(counted.failed("unread")))


def test_a_claim_counts_once_for_each_gate_that_rejected_it():
    case = {"nodes": [NODE], "claims": [fact("a", "n2", "n3") | {"citedEntities": ["e"]}]}
    assert {"entities": 1, "existence": 1} == tally(case).summary().rejected_by_gate


@pytest.mark.parametrize(
    ("fail_on", "case", "why"),
    [
        ("never", {"claims": [fact("a", "n9"), {}]}, ""),
        ("unread", {"claims": [fact("a", "n9")]}, ""),
        ("unread", {"claims": [{}]}, "1 of 1 rows had parts that were left out"),
        ("rejected", {"claims": [fact("a", "n9")]}, "1 of 1 claims were rejected"),
        ("rejected", {"claims": [{}]}, "1 of 1 rows had parts that were left out"),
    ],
)
def test_a_run_fails_on_what_it_was_told_to_fail_on(fail_on, case, why):
    assert why == tally(case).failed(fail_on)


def test_where_nothing_was_judged_verified_still_stands_beside_what_it_does_not_mean():
    summary = tally(b"not json").summary()
    assert ((), True) == (summary.presets, "prose" in summary.not_checked)
