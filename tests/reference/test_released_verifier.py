"""Preset `released` against the released verifier's own output, message by message."""

import gzip
import io
import json
import re

import pytest

from claimgauge.readers import read_paths, read_stream
from claimgauge.wiring import verifiers
from claimgauge.workflow import VerdictRow, verify_rows

FILES = {"greedy": (150, 3722, 1238), "cap-aware": (150, 2844, 945)}


def rows_of(path):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def judged(path):
    return [out for _row, out in verify_rows(read_paths([str(path)]), verifiers("cards", preset="released"))]


@pytest.mark.parametrize("name", FILES)
def test_every_claim_gets_the_released_messages_in_the_released_order(reference_data, name):
    path = reference_data / f"{name}.jsonl.gz"
    for row, out in zip(rows_of(path), judged(path), strict=True):
        expected = [(claim["claimId"], row["errorsByClaim"].get(claim["claimId"], [])) for claim in row["claims"]]
        assert expected == [(verdict.claim_id, [each.message for each in verdict.findings]) for verdict in out.claims]


@pytest.mark.parametrize("name", FILES)
def test_the_counts_are_the_published_ones(reference_data, name):
    out = judged(reference_data / f"{name}.jsonl.gz")
    counts = (len(out), sum(row.summary.claims for row in out), sum(row.summary.rejected for row in out))
    assert FILES[name] == counts


@pytest.mark.parametrize("name", FILES)
def test_nothing_of_a_released_bundle_is_left_out_or_warned_about(reference_data, name):
    for out in judged(reference_data / f"{name}.jsonl.gz"):
        assert isinstance(out, VerdictRow)
        assert ((), ()) == (out.unread, out.warnings)


@pytest.mark.parametrize("name", FILES)
def test_without_the_given_lists_only_figures_of_the_breakdown_and_the_portfolio_are_lost(reference_data, name):
    """A bundle may leave its lists out: the gates then allow less, by exactly what no node holds."""
    path = reference_data / f"{name}.jsonl.gz"
    bare = [{key: row[key] for key in row if not key.startswith("allowed")} for row in rows_of(path)]
    stream = io.BytesIO(b"\n".join(json.dumps(row).encode() for row in bare))
    for row, out in zip(
        rows_of(path), verify_rows(read_stream(stream, name=name), verifiers("cards", preset="released")), strict=True
    ):
        held = {number for node in row["nodes"] for number in re.findall(r"[0-9]+\.?[0-9]*", node["content"])}
        named = {node[key] for node in row["nodes"] for key in ("cardId", "category")}
        for verdict in out[1].claims:
            messages = {each.message for each in verdict.findings}
            extra = messages - set(row["errorsByClaim"].get(verdict.claim_id, []))
            lost = {each.value for each in verdict.findings if each.message in extra}
            assert lost <= (set(row["allowedNumbers"]) - held) | (set(row["allowedEntities"]) - named)


def test_hints_name_nodes_of_the_graph_and_satisfy_the_rule(reference_data):
    """Of every missing type with a hint, the hinted node is in the graph and of a type that was asked for."""
    path = reference_data / "greedy.jsonl.gz"
    hinted = 0
    for row, out in zip(rows_of(path), judged(path), strict=True):
        types = {node["evidenceId"]: node["type"] for node in row["nodes"]}
        for verdict in out.claims:
            for finding in verdict.findings:
                hinted += bool(finding.hints)
                assert all(hint.evidence_id in types for hint in finding.hints)
                if finding.code == "missing_type":
                    assert all(types[hint.evidence_id] in finding.value.split(", ") for hint in finding.hints)
    assert hinted > 500
