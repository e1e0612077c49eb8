"""The laws of `verify`: order, neighbours, completeness, sameness, and that the short way and the gates agree."""

import importlib.util
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from claimgauge.evidence import EvidenceGraph
from claimgauge.gates import Verifier
from claimgauge.gates.entities import unknown_entities
from claimgauge.gates.existence import unknown_evidence
from claimgauge.gates.numbers import unknown_numbers
from claimgauge.gates.type_rules import missing_types, rule_table
from claimgauge.readers import read_stream
from claimgauge.readers.cases import _read_slowly, read_case
from claimgauge.wiring import case_verifier, load_contract
from claimgauge.workflow import CaseRow, CaseVerifier, verify_rows
from tests.properties import strategies as some

ROOT = Path(__file__).parent.parent.parent
CARDS = msgspec.structs.replace(load_contract("cards"), preset="released")
CARD_VERIFIER = CaseVerifier(CARDS)
BOTH = pytest.mark.parametrize("judge", [CARD_VERIFIER, case_verifier("cards")], ids=["released", "strict"])


def row_of(case, *, place="line 1", name="row"):
    return CaseRow(place=place, id=case.id or name, case=case)


def verdicts_of(raw):
    """The rows that come out for the bytes of one file, under the contract `cards`."""
    return [
        out for _row, out in verify_rows(read_stream(io.BytesIO(raw), name="file"), lambda _case: CaseVerifier(CARDS))
    ]


def released_verifier():
    """The transcription of the released gates that the speed is measured against, loaded from its file."""
    spec = importlib.util.spec_from_file_location("transcription", ROOT / "benchmarks" / "transcription.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TRANSCRIPTION: ModuleType = released_verifier()


# Law 3: order and neighbours mean nothing.


@BOTH
@given(case=some.cases(), data=st.data())
def test_the_order_of_nodes_passages_edges_and_sources_changes_neither_verdict_nor_digest(judge, case, data):
    shuffled = msgspec.structs.replace(
        case,
        **{
            name: tuple(data.draw(st.permutations(getattr(case, name))))
            for name in ("nodes", "passages", "edges", "sources")
        },
    )
    assert judge.verify(row_of(case)) == judge.verify(row_of(shuffled))


@BOTH
@given(case=some.cases(), data=st.data())
def test_the_order_of_claims_changes_no_verdict(judge, case, data):
    order = data.draw(st.permutations(range(len(case.claims))))
    shuffled = msgspec.structs.replace(case, claims=tuple(case.claims[place] for place in order))
    expected = judge.verify(row_of(case))
    given_shuffled = judge.verify(row_of(shuffled))
    assert given_shuffled.claims == tuple(expected.claims[place] for place in order)
    assert (given_shuffled.digest, given_shuffled.summary) == (expected.digest, expected.summary)


@BOTH
@given(case=some.cases(), data=st.data())
def test_a_claim_has_the_same_verdict_alone_as_among_others(judge, case, data):
    kept = data.draw(st.sets(st.sampled_from(range(len(case.claims))))) if case.claims else set()
    some_claims = msgspec.structs.replace(case, claims=tuple(case.claims[place] for place in sorted(kept)))
    expected = tuple(judge.verify(row_of(case)).claims[place] for place in sorted(kept))
    assert judge.verify(row_of(some_claims)).claims == expected


@settings(max_examples=50)
@given(batch=st.lists(some.cases(repeated_ids=True), min_size=2, max_size=4), data=st.data())
def test_the_verdicts_of_a_row_do_not_depend_on_the_other_rows(batch, data):
    rows = [row_of(case, name=f"row-{place}") for place, case in enumerate(batch)]
    alone = {place: CaseVerifier(CARDS).verify(row) for place, row in enumerate(rows)}
    order = data.draw(st.permutations(range(len(rows))))
    together = verify_rows([rows[place] for place in order], lambda _case: CARD_VERIFIER)
    assert [out for _row, out in together] == [alone[place] for place in order]


@given(case=some.cases(), contract=some.contracts(), data=st.data())
def test_a_verifier_that_has_seen_other_graphs_judges_like_a_new_one(case, contract, data):
    renamed = msgspec.structs.replace(
        case,
        claims=tuple(
            msgspec.structs.replace(claim, claim_type=data.draw(st.sampled_from(sorted(contract.claim_types))))
            for claim in case.claims
        ),
    )
    used = CaseVerifier(contract, preset="released")
    for nodes in data.draw(st.lists(some.unique_nodes, max_size=3)):
        used.verifier.compile(nodes)
    assert used.verify(row_of(renamed)) == CaseVerifier(contract, preset="released").verify(row_of(renamed))


VERIFY_A_FILE = """
import pathlib, sys
import msgspec
from claimgauge.readers import read_paths
from claimgauge.wiring import load_contract
from claimgauge.workflow import CaseVerifier, verify_rows

verifier = CaseVerifier(load_contract("cards"), preset="released")
for _row, out in verify_rows(read_paths(sys.argv[1:]), lambda case: verifier):
    sys.stdout.buffer.write(msgspec.json.encode(out) + b"\\n")
"""


@pytest.fixture(scope="module")
def a_file_of_many_cases(tmp_path_factory):
    """Two hundred cases, whole, damaged and unreadable, the same in every run."""
    lines = []

    @settings(max_examples=200, derandomize=True, database=None)
    @given(case=some.cases(), claims=some.damaged_claims(), damaged=st.booleans())
    def collect(case, claims, damaged):
        plain = msgspec.to_builtins(case)
        lines.append(some.as_json(plain | {"claims": claims[0]} if damaged else plain))

    collect()
    path = tmp_path_factory.mktemp("cases") / "many.jsonl"
    path.write_bytes(b"\n".join([*lines, b"{not json", b'{"nodes": 7}', b"\xff\xfe"]) + b"\n")
    return path


def test_another_hash_seed_gives_byte_identical_rows(a_file_of_many_cases):
    def rows_under(seed):
        return subprocess.run(
            [sys.executable, "-c", VERIFY_A_FILE, a_file_of_many_cases],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout

    expected = rows_under("0")
    assert expected.count(b"\n") > 200
    assert {expected} == {rows_under("1"), rows_under("4294967295")}


# Law 5: what goes in comes out. Law 8: in its place.


def check_that_claims_in_are_claims_out(items, fates):
    (out,) = verdicts_of(some.as_json({"nodes": [{"evidenceId": "node-0", "type": "RESULT"}], "claims": items}))
    whole = [item for item, fate in zip(items, fates, strict=True) if fate == "whole"]
    assert [item["claimId"] for item in whole] == [verdict.claim_id for verdict in out.claims]
    assert [str(item["claimType"]).upper() for item in whole] == [verdict.claim_type for verdict in out.claims]
    left_out = [index for index, fate in enumerate(fates) if fate != "whole"]
    named = {problem.place.partition("]")[0] for problem in out.unread if problem.code != "unknown_key"}
    assert named == {f"claims[{index}" for index in left_out}
    assert len(items) == out.summary.claims + out.summary.unread
    assert out.summary.verified + out.summary.rejected == out.summary.claims


@given(damage=some.damaged_claims(unknown_types=False))
def test_a_broken_claim_is_left_out_by_name_and_the_others_are_judged_in_their_order(damage):
    check_that_claims_in_are_claims_out(*damage)


@given(damage=some.damaged_claims(breaks=False))
def test_a_claim_of_an_unknown_type_is_left_out_by_name_and_the_others_are_judged_in_their_order(damage):
    check_that_claims_in_are_claims_out(*damage)


A_BROKEN_ONE = {"claimId": "c1", "claimType": "THRESHOLD"}
AN_UNKNOWN_ONE = {"claimId": "c2", "claimType": "VIBE", "text": "Feels right."}


@given(damage=some.damaged_claims())
@example(damage=([A_BROKEN_ONE, AN_UNKNOWN_ONE], ["broken", "unknown type"]))
def test_claims_broken_and_of_unknown_type_are_each_left_out_by_their_own_place(damage):
    check_that_claims_in_are_claims_out(*damage)


@given(claims=st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | some.texts,
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from(("claimId", "claimType", "text", "x")) | some.texts, inner, max_size=4),
    max_leaves=12,
))  # fmt: skip
def test_whatever_stands_in_the_claims_each_item_is_judged_or_named(claims):
    (out,) = verdicts_of(some.as_json({"claims": claims}))
    if isinstance(claims, list) or claims is None:
        assert len(claims or ()) == out.summary.claims + out.summary.unread
    else:
        assert out.error.place == "line 1, claims"


@given(case=some.cases())
def test_both_tiers_read_a_whole_case_alike(case):
    raw = some.wire(case)
    assert read_case(raw, place="line 1", fallback_id="x") == _read_slowly(raw, place="line 1", fallback_id="x")


@given(case=some.cases(repeated_ids=True))
def test_a_key_that_is_not_known_costs_a_warning_and_changes_no_verdict(case):
    plain = msgspec.to_builtins(case)
    (expected,), (out,) = verdicts_of(some.as_json(plain)), verdicts_of(some.as_json({"verdits": []} | plain))
    assert len(out.warnings) == len(expected.warnings) + 1
    assert msgspec.structs.replace(out, warnings=expected.warnings) == expected


# Law 6: same input, same bytes.


@given(case=some.cases(repeated_ids=True), damage=some.damaged_claims())
def test_the_same_bytes_give_the_same_bytes(case, damage):
    raw = some.as_json(msgspec.to_builtins(case) | {"claims": damage[0]})
    assert msgspec.json.encode(verdicts_of(raw)) == msgspec.json.encode(verdicts_of(raw))


# Law 9: verified exactly when no gate finds anything.


def texts_by_definition(node, name):
    """What a source of entities or numbers names: a key of the node, one field, or every field; text only."""
    plain = wired(node)
    if name in ("cardId", "category", "content", "evidenceId", "sourceId", "type"):
        return [plain[name]]
    values = node.fields.values() if name == "*" else [node.fields.get(name)]
    return [value for value in values if isinstance(value, str)]


def allowlists_by_definition(case, contract):
    nodes = case.graph.nodes
    entities = {text for name in contract.entities.from_ for node in nodes for text in texts_by_definition(node, name)}
    numbers = set(contract.numbers.free)
    for name in contract.numbers.from_:
        for node in nodes:
            for text in texts_by_definition(node, name):
                found = re.findall(r"[0-9]+\.?[0-9]*", text)
                numbers.update(found, [text] if found and name not in ("cardId", *wired(node)) else [])
    return case.allowed_entities or entities, (case.allowed_numbers or numbers) | set(contract.numbers.free)


def gate_findings(case, contract, claim):
    """The four gates of the contract, one after the other, over sets that are built from their definitions."""
    types = {}
    for node in case.graph.nodes:
        types.setdefault(node.evidence_id, node.type)
    cited = frozenset(types[name] for name in claim.cited_evidence_ids if name in types)
    entities, numbers = allowlists_by_definition(case, contract)
    return [
        *unknown_evidence(claim.cited_evidence_ids, types),
        *unknown_entities(claim.cited_entities, entities),
        *unknown_numbers(claim.cited_numbers, numbers, contract.numbers.free),
        *missing_types(claim.claim_type, cited, rule_table(contract, types.values()).requirements[claim.claim_type]),
    ]


def without_hints(findings):
    return [msgspec.structs.replace(finding, hints=()) for finding in findings]


@given(case=some.cases(repeated_ids=True), contract=some.contracts(), data=st.data())
def test_a_claim_is_verified_exactly_when_no_gate_finds_anything(case, contract, data):
    verifier = Verifier(contract, preset="released")
    known = some.claims_citing(some.NODE_IDS[:4], claim_types=sorted(contract.claim_types))
    claims = data.draw(st.lists(known, max_size=5))
    compiled = verifier.compile(
        case.graph.nodes, allowed_entities=case.allowed_entities, allowed_numbers=case.allowed_numbers
    )
    for claim, verdict in zip(claims, compiled.check(claims), strict=True):
        expected = gate_findings(case, contract, claim)
        assert expected == without_hints(verdict.findings)
        assert ("rejected" if expected else "verified") == verdict.status
        assert (claim.claim_id, claim.claim_type) == (verdict.claim_id, verdict.claim_type)


def released_bundle(case):
    """The case under the attribute names of the released verifier."""
    return SimpleNamespace(
        nodes=[SimpleNamespace(**wired(node)) for node in case.graph.nodes],
        claims=[SimpleNamespace(**wired(claim)) for claim in case.claims],
        allowedEntities=case.allowed_entities,
        allowedNumbers=case.allowed_numbers,
    )


def wired(value):
    names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
    return {encoded: getattr(value, name) for encoded, name in names}


@given(case=some.cases(repeated_ids=True))
def test_every_message_is_that_of_the_released_verifier(case):
    expected = TRANSCRIPTION.verify(released_bundle(case))
    out = CARD_VERIFIER.verify(row_of(case))
    assert expected == [[finding.message for finding in verdict.findings] for verdict in out.claims]


def test_the_cases_of_these_laws_hold_verified_and_rejected_claims_and_every_gate_finds_something():
    statuses, gates = [], set()

    @settings(max_examples=200, derandomize=True, database=None)
    @given(case=some.cases())
    def collect(case):
        for verdict in CARD_VERIFIER.verify(row_of(case)).claims:
            statuses.append(verdict.status)
            gates.update(finding.gate for finding in verdict.findings)

    collect()
    assert 0.1 < statuses.count("verified") / len(statuses) < 0.9
    assert gates == {"existence", "entities", "numbers", "type_rules"}


# Hints help, and stay out of the verdict.


@given(case=some.cases())
def test_a_hint_names_a_node_of_the_graph(case):
    ids = {node.evidence_id for node in case.graph.nodes}
    for verdict in CARD_VERIFIER.verify(row_of(case)).claims:
        assert ids.issuperset(hint.evidence_id for finding in verdict.findings for hint in finding.hints)


# Law 12: where the word *verified* is, its meaning stands beside it.


@given(case=some.cases(), damage=some.damaged_claims(), broken=st.booleans())
def test_a_row_that_holds_the_word_verified_names_the_preset_and_what_was_not_checked(case, damage, broken):
    plain = msgspec.to_builtins(case) | {"claims": damage[0]}
    for out in verdicts_of(some.as_json(plain | ({"nodes": 7} if broken else {}))):
        row = json.loads(msgspec.json.encode(out))
        if "verified" in json.dumps(row):
            assert row["preset"] == "released"
            assert row["notChecked"]


@given(graph=some.graphs, case=some.cases())
def test_a_case_without_nodes_is_judged_against_shared_evidence_and_carries_its_digest(graph, case):
    bare = msgspec.structs.replace(
        case, nodes=(), passages=(), edges=(), sources=(), allowed_entities=None, allowed_numbers=None
    )
    with_nodes = msgspec.structs.replace(bare, nodes=graph.nodes, edges=graph.edges, sources=graph.sources)
    shared = EvidenceGraph(nodes=graph.nodes, edges=graph.edges, sources=graph.sources)
    out = CaseVerifier(CARDS, evidence=shared).verify(row_of(bare))
    assert CARD_VERIFIER.verify(row_of(with_nodes)) == out
