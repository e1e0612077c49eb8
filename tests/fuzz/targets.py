"""One function for each reader: bytes in, and what must hold whatever they are.

A target may raise ClaimgaugeError and nothing else; a broken promise is an AssertionError.
"""

import atexit
import io
import json
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from claimgauge.contract import Contract, contract_problems, contract_warnings
from claimgauge.errors import ClaimgaugeError, DocumentError
from claimgauge.evidence import EvidenceGraph, EvidenceNode
from claimgauge.evidence.layouts import nodes_of
from claimgauge.readers import read_document, read_paths, read_stream
from claimgauge.readers.inputs import read_inputs
from claimgauge.readers.records import read_records
from claimgauge.wiring import (
    Teller,
    Telling,
    assessing,
    case_verifier,
    load_contract,
    load_evidence,
    load_mapping,
    load_release,
    load_rubric,
    load_verifier,
    narrate_rows,
    tellers,
    verifiers,
)
from claimgauge.wiring.assessors import guard
from claimgauge.workflow import (
    AssessmentError,
    BrokenRow,
    CaseVerifier,
    ErrorRow,
    NarrationError,
    NarrationSettings,
    ReleaseRules,
    assess_rows,
    emitted,
    verify_rows,
)
from tests.fuzz import seeds
from tests.fuzz.mutator import Seed

ROOT = Path(__file__).parent.parent.parent
LIMIT = 100_000
"""Largest single input, so that over-long lines are common."""
SHOWN = 4_000
"""Most characters of a message about a short input."""


REFUSED = "verify applies no policies"


class Target(NamedTuple):
    """A reader under test, and the documents that its inputs are made from."""

    run: Callable[[bytes], None]
    seeds: Sequence[Seed]


@cache
def _verifier() -> CaseVerifier:
    return CaseVerifier(load_contract("cards"), preset="released")


@cache
def _strict() -> CaseVerifier:
    return case_verifier("cards")


# Cases.


def case_bytes(raw: bytes) -> None:
    """A stream of cases through the gates: a row out for each input, and no claim unaccounted for."""
    inputs = list(read_inputs(io.BytesIO(raw), name="fuzz", limit=LIMIT))
    rows = list(read_stream(io.BytesIO(raw), name="fuzz", limit=LIMIT))
    assert [each.place for each in inputs] == [row.place for row in rows]
    for each, (row, out) in zip(inputs, verify_rows(rows, lambda _case: _verifier()), strict=True):
        written = check_json(out)
        assert written["id"] == row.id
        if isinstance(out, ErrorRow):
            assert isinstance(row, BrokenRow) or REFUSED in out.error.message, "a case that was read is judged"
            assert len(out.error.message) < SHOWN
            continue
        assert isinstance(out.not_checked, tuple)
        assert out.not_checked
        check_claims(each.raw, out)
    for each, (row, out) in zip(inputs, verify_rows(rows, lambda _case: _strict()), strict=True):
        check_json(out)
        if isinstance(out, ErrorRow):
            refused = any(why in out.error.message for why in (REFUSED, "several have the id"))
            assert isinstance(row, BrokenRow) or refused
        else:
            check_claims(each.raw, out)


@cache
def _doors():
    """One that lets everybody in, and one that stops or denies most."""
    return [assessing(verifiers("cards"), policies=guard(name)) for name in ("open", "bank")]


@cache
def _rules() -> ReleaseRules:
    return load_release("trimmed")


def assessed_case(raw: bytes) -> None:
    """A stream of cases from request to emission, under policies: a row out for each, and no claim lost on the way."""
    rows = list(read_stream(io.BytesIO(raw), name="fuzz", limit=LIMIT))
    for row, (shown, out) in [
        pair for door in _doors() for pair in zip(rows, assess_rows(rows, door, quiet=True), strict=True)
    ]:
        assert row.id == check_json(out)["caseId"]
        emission = emitted(shown, out, _rules())
        check_json(emission)
        if isinstance(out, AssessmentError):
            assert ("unassessed", "template") == (emission.occasion, emission.form)
            continue
        assert out.id == out.expected_id()
        assert len(out.claims) == len(emission.claims) + len(emission.removed)
        assert all(claim.judgements or claim.failures for claim in out.claims)


@cache
def _tellers() -> list[Teller]:
    """Claims that came with the case, put right without a model, under both presets."""
    settings = NarrationSettings(mechanical=True)
    return [tellers(Telling(declared=True, settings=settings), "cards", preset=each) for each in ("released", "strict")]


def narrated_case(raw: bytes) -> None:
    """Cases through brief, gates and mechanical repair: a row out for each, and nothing unverified ships."""
    rows = list(read_stream(io.BytesIO(raw), name="fuzz", limit=LIMIT))
    for teller in _tellers():
        for row, out in narrate_rows(rows, teller):
            assert row.id == check_json(out)["id"]
            if isinstance(out, NarrationError):
                assert len(out.error.message) < SHOWN
                continue
            assert (
                len(out.claims) == len(out.attempts[0].claims) == len(out.emission.claims) + len(out.emission.dropped)
            )
            for told, said in zip(out.claims, out.attempts[0].claims, strict=True):
                assert (told.status == "verified") == (not told.findings)
                assert (told.claim == said) == (not told.repairs)
                assert (told.claim.text, told.claim.claim_type) == (said.text, said.claim_type)


def check_claims(raw, out):
    """Claims in = claims judged + claims left out, each by its own index."""
    claims = json.loads(raw, parse_float=str, parse_int=str, parse_constant=str).get("claims") or []
    left_out = {problem.place.partition("]")[0] for problem in out.unread if problem.code != "unknown_key"}
    assert left_out <= {f"claims[{index}" for index in range(len(claims))}
    assert len(claims) == len(out.claims) + len(left_out)
    assert out.summary.unread == len(left_out)
    assert out.summary.claims == len(out.claims) == out.summary.verified + out.summary.rejected
    for verdict in out.claims:
        assert (verdict.status == "verified") == (not verdict.findings)


def check_json(value):
    """What a value is on the wire: UTF-8, JSON, and no number that is none."""
    return json.loads(msgspec.json.encode(value).decode(), parse_constant=_refuse)


def _refuse(token: str) -> None:
    raise AssertionError(f"{token} in JSON")


def gzip_file(raw: bytes) -> None:
    """The same bytes as a file on disk, which may be gzip: opened, read to its end, closed."""
    rows = list(read_paths([_file("cases", raw)], limit=LIMIT))
    assert len(list(verify_rows(rows, lambda _case: _verifier()))) == len(rows)
    for row in rows:
        if isinstance(row, BrokenRow):
            check_json(row.problem)


# Documents.


def contract_toml(raw: bytes) -> None:
    """A contract: read, or refused with the place of every problem; one without problems can judge."""
    contract = _document(raw, Contract)
    for problem in contract_problems(contract):
        check_json(problem)
    check_json(contract_warnings(contract))
    if contract_problems(contract):
        return
    assert contract.digest == msgspec.convert(msgspec.to_builtins(contract), Contract).digest
    verifier = load_verifier(contract)
    assert {verifier.claim_type(name) for name in contract.claim_types} == set(contract.claim_types)
    verifier.compile((EvidenceNode(evidence_id="n", type="ROW", fields={"card": "x"}),)).check(())


def mapping_toml(raw: bytes) -> None:
    """A mapping from its file, applied to one record of every layout."""
    try:
        mapping = load_mapping(_file("mapping.toml", raw))
    except DocumentError as error:
        _check_reasons(error.problems)
        raise
    check_json(mapping)
    nodes = nodes_of(mapping, seeds.RECORD, number=1, file="fuzz")
    _check_graph(EvidenceGraph(nodes=nodes))


def rubric_toml(raw: bytes) -> None:
    """A rubric from its file."""
    try:
        rubric = load_rubric(_file("rubric.toml", raw))
    except DocumentError as error:
        _check_reasons(error.problems)
        raise
    check_json(rubric)


def _document(raw, kind):
    try:
        return read_document(raw, kind, source="fuzz")
    except DocumentError as error:
        _check_reasons(error.problems)
        raise


def _check_reasons(problems):
    assert problems, "a document is refused for a reason"
    for problem in problems:
        check_json(problem)


# Records.


def csv_records(raw: bytes) -> None:
    """A table: every row under the names of the header, as written."""
    path = _file("table.csv", raw)
    records = list(read_records(path, limit=LIMIT))
    for number, record in enumerate(records, start=1):
        assert record.number == number
        assert record.value.keys() == records[0].value.keys()
        assert all(isinstance(value, str) for value in record.value.values())
    _check_graph(load_evidence(path))


def json_records(raw: bytes) -> None:
    """Plain JSON, or a bundle: one graph, which has a digest and can be written."""
    path = _file("records.json", raw)
    numbers = [record.number for record in read_records(path, limit=LIMIT)]
    assert numbers == list(range(1, len(numbers) + 1))
    _check_graph(load_evidence(path))


def _check_graph(graph):
    assert graph.digest.startswith("sha256:")
    assert check_json(graph)["nodes"] is not None
    for node in graph.nodes:
        assert all(value is None or type(value) in (str, bool) for value in node.fields.values())


def _file(name: str, raw: bytes) -> str:
    path = Path(_temporary().name) / name
    path.write_bytes(raw)
    return str(path)


@cache
def _temporary() -> tempfile.TemporaryDirectory:
    folder = tempfile.TemporaryDirectory(prefix="fuzz-")
    atexit.register(folder.cleanup)
    return folder


TARGETS = {
    "case": Target(case_bytes, seeds.CASES),
    "assess": Target(assessed_case, seeds.CASES),
    "narration": Target(narrated_case, seeds.CASES),
    "gzip": Target(gzip_file, seeds.CASES),
    "contract": Target(contract_toml, seeds.CONTRACTS),
    "rubric": Target(rubric_toml, seeds.RUBRICS),
    "mapping": Target(mapping_toml, seeds.MAPPINGS),
    "csv": Target(csv_records, seeds.TABLES),
    "records": Target(json_records, (*seeds.RECORDS, *seeds.BUNDLES)),
}


def _check_message(message, raw):
    message.encode()
    assert len(message) < SHOWN + 4 * len(raw), "a message is not much longer than what it is about"


def run(target: str, raw: bytes) -> bool:
    """Whether the reader read these bytes; False where it refused them in its own words. Anything else is a fault."""
    try:
        TARGETS[target].run(raw)
    except ClaimgaugeError as error:
        _check_message(str(error), raw)
        return False
    return True
