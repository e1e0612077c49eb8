"""Law 13: the digest is the one that the documents define, and no changed bit gets past it."""

import copy
import hashlib
import json
import pickle
import re

import msgspec
import pytest
import rfc8785
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from claimgauge.contract import Contract
from claimgauge.digests import SealedText, canonical, digest, redact, seal, text_digest, verify_sealed
from claimgauge.errors import CanonicalFormError
from claimgauge.evidence import Edge, EvidenceGraph, EvidenceNode, Source
from claimgauge.gates.allowlists import derived_numbers, numbers_in
from claimgauge.readers import read_document
from claimgauge.readers.cases import read_case
from claimgauge.wiring import load_contract
from claimgauge.workflow import Case, CaseRow
from tests.fuzz import seeds
from tests.properties import strategies as some

NODE_KEYS = {
    "cardId": "card_id", "category": "category", "content": "content", "evidenceId": "evidence_id",
    "fields": "fields", "role": "role", "sourceId": "source_id", "type": "type",
}  # fmt: skip
SOURCE_KEYS = {
    "sourceId": "source_id", "type": "type", "title": "title", "issued": "issued", "validFrom": "valid_from",
    "validUntil": "valid_until", "accessed": "accessed", "supersedes": "supersedes", "scope": "scope",
}  # fmt: skip


# The oracle: the definition in the formats reference, written down once more and without shortcuts.


def plain_node(node):
    plain = {key: getattr(node, name) for key, name in NODE_KEYS.items()}
    defaults = {"cardId": "", "category": "", "content": "", "fields": {}, "role": "context", "sourceId": ""}
    return {key: value for key, value in plain.items() if key not in defaults or value != defaults[key]}


def plain_source(source):
    plain = {key: getattr(source, name) for key, name in SOURCE_KEYS.items()}
    plain = {key: list(value) if isinstance(value, tuple) else value for key, value in plain.items()}
    plain["scope"] = {key: list(value) for key, value in source.scope.items()}
    kept = {key: value for key, value in plain.items() if key == "sourceId" or value not in ("", None, [], {})}
    if source.access is None:
        return kept
    groups, classification = list(source.access.groups), source.access.classification
    access = {"groups": groups, "classification": classification}
    return kept | {"access": {key: value for key, value in access.items() if value}}


def plain_edge(edge):
    return {"from": edge.from_, "to": edge.to, "type": edge.type}


def by_canonical_bytes(items):
    return sorted(items, key=rfc8785.dumps)


def digest_by_definition(graph):
    plain = {
        "schema": "claimgauge.evidence/1",
        "nodes": by_canonical_bytes(map(plain_node, graph.nodes)),
        "edges": by_canonical_bytes(map(plain_edge, graph.edges)),
        "sources": by_canonical_bytes(map(plain_source, graph.sources)),
    }
    return "sha256:" + hashlib.sha256(rfc8785.dumps(plain)).hexdigest()


@given(graph=some.graphs)
def test_the_digest_of_a_graph_is_the_one_of_the_definition(graph):
    assert digest_by_definition(graph) == graph.digest


@given(case=some.cases(repeated_ids=True))
def test_the_digest_of_a_case_is_the_one_of_the_definition_with_its_passages_as_nodes(case):
    passages = [msgspec.convert(plain_node(passage) | {"type": "PASSAGE"}, EvidenceNode) for passage in case.passages]
    graph = EvidenceGraph(nodes=(*case.nodes, *passages), edges=case.edges, sources=case.sources)
    assert digest_by_definition(graph) == case.graph.digest


@given(graph=some.graphs)
def test_a_graph_that_was_pickled_or_copied_or_written_and_read_has_the_same_digest(graph):
    expected = digest_by_definition(graph)
    assert expected == pickle.loads(pickle.dumps(graph)).digest  # noqa: S301  its own bytes
    assert expected == copy.deepcopy(graph).digest
    assert expected == msgspec.json.decode(msgspec.json.encode(graph), type=EvidenceGraph).digest


@given(node=some.any_nodes)
def test_a_key_that_holds_its_default_is_the_same_as_an_absent_key(node):
    sparse, full = plain_node(node), {key: getattr(node, name) for key, name in NODE_KEYS.items()}
    read = [
        read_case(some.as_json({"nodes": [plain]}), place="line 1", fallback_id="x").case.graph
        for plain in (sparse, full)
    ]
    assert [digest_by_definition(read[0])] * 2 == [graph.digest for graph in read]


NUMBER_LITERALS = st.sampled_from(("95.00", "-0", "0", "-0.0", "1E5", "1e-7", "1e999", "9" * 40, "9" * 5000, "-12"))


@given(literals=st.lists(NUMBER_LITERALS, min_size=1, max_size=4), slowly=st.booleans())
def test_a_number_in_fields_enters_the_digest_as_the_literal_that_was_written(literals, slowly):
    fields = ",".join(f'"f{place}":{literal}' for place, literal in enumerate(literals))
    unknown = '"x":1,' if slowly else ""
    raw = f'{{{unknown}"nodes":[{{"evidenceId":"n","type":"T","fields":{{{fields}}}}}]}}'.encode()
    expected = {f"f{place}": "0" if literal == "-0" else literal for place, literal in enumerate(literals)}
    node = EvidenceNode(evidence_id="n", type="T", fields=expected)
    row = read_case(raw, place="line 1", fallback_id="x")
    assert digest_by_definition(EvidenceGraph(nodes=(node,))) == row.case.graph.digest


@pytest.mark.parametrize(
    "graph",
    [
        EvidenceGraph(nodes=(EvidenceNode(evidence_id="n", type="T", content="\ud800"),)),
        EvidenceGraph(nodes=(EvidenceNode(evidence_id="n", type="T", fields={"\udfff": "x"}),)),
        EvidenceGraph(nodes=(), sources=(Source(source_id="\ud800"),)),
        EvidenceGraph(nodes=(), edges=(Edge(from_="\ud800", to="n", type="SUPPORTS"),)),
    ],
    ids=["content", "field", "source", "edge"],
)
def test_a_graph_with_half_of_a_surrogate_pair_has_no_digest_and_says_so(graph):
    with pytest.raises(CanonicalFormError):
        _ = graph.digest


@given(value=st.sampled_from((float("nan"), float("inf"), "\ud800", {"\udfff": 1}, [object()])))
def test_what_has_no_canonical_form_is_refused(value):
    with pytest.raises(CanonicalFormError, match="no canonical form"):
        canonical({"value": value})


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | some.texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(some.texts, inner, max_size=3),
    max_leaves=10,
)


def with_numbers_as_texts(value):
    if isinstance(value, dict):
        return {name: with_numbers_as_texts(item) for name, item in value.items()}
    if isinstance(value, list):
        return [with_numbers_as_texts(item) for item in value]
    return value if value is None or isinstance(value, (str, bool)) else repr(value)


@given(value=JSON_VALUES)
def test_the_canonical_form_is_rfc_8785_with_every_number_as_its_text(value):
    assert rfc8785.dumps(with_numbers_as_texts(value)) == canonical(value)


# Any change is found.


def text_places(value, path=()):
    """The path of every text in plain data, the keys of `fields` and `scope` among them."""
    if isinstance(value, str):
        return [path]
    if isinstance(value, dict):
        names = [(*path, ("key", name)) for name in value if path[-1:] in (("fields",), ("scope",)) and name]
        return names + [place for name, item in value.items() for place in text_places(item, (*path, name))]
    if isinstance(value, list):
        return [place for index, item in enumerate(value) for place in text_places(item, (*path, index))]
    return []


def with_text(value, path, change):
    """The same plain data with the one text at `path` changed."""
    head, *rest = path
    changed = dict(value) if isinstance(value, dict) else list(value)
    if isinstance(head, tuple):
        name = head[1]
        return {change(key) if key == name else key: item for key, item in value.items()}
    changed[head] = with_text(changed[head], rest, change) if rest else change(changed[head])
    return changed


def graph_from(plain):
    return EvidenceGraph(
        nodes=msgspec.convert(plain["nodes"], tuple[EvidenceNode, ...]),
        edges=msgspec.convert(plain["edges"], tuple[Edge, ...]),
        sources=msgspec.convert(plain["sources"], tuple[Source, ...]),
    )


@given(graph=some.graphs, data=st.data())
def test_a_changed_character_anywhere_changes_the_digest(graph, data):
    plain = {name: msgspec.to_builtins(getattr(graph, name)) for name in ("nodes", "edges", "sources")}
    plain = {name: list(items) for name, items in plain.items()}
    places = [place for place in text_places(json.loads(json.dumps(plain))) if place[-1] != "role"]
    assume(places)
    place = data.draw(st.sampled_from(places))
    other = data.draw(st.characters(codec="utf-8"))

    def change(text):
        at = data.draw(st.integers(0, len(text)))
        changed = text[:at] + other + text[at + data.draw(st.integers(0, 1)) :]
        assume(changed != text)
        return changed

    changed = graph_from(with_text(json.loads(json.dumps(plain)), place, change))
    assume(sum(len(node.fields) for node in changed.nodes) == sum(len(node.fields) for node in graph.nodes))
    assume(sum(len(each.scope) for each in changed.sources) == sum(len(each.scope) for each in graph.sources))
    assert changed.digest != graph.digest


@given(node=some.any_nodes, name=st.sampled_from(("nodes", "edges", "sources")))
def test_an_item_more_or_a_role_or_a_kind_of_value_changed_changes_the_digest(node, name):
    assume("flag" not in node.fields)
    edge = Edge(from_="a", to="b", type="SUPPORTS")
    graph = EvidenceGraph(nodes=(node,), edges=(edge,), sources=(Source(source_id="s"),))
    twice = msgspec.structs.replace(graph, **{name: getattr(graph, name) * 2})
    without = msgspec.structs.replace(graph, **{name: ()})
    other_role = "context" if node.role == "reference" else "reference"
    others = [
        msgspec.structs.replace(node, role=other_role),
        *(msgspec.structs.replace(node, fields=node.fields | {"flag": value}) for value in (None, True, False, "true")),
    ]
    changed = [graph, twice, without, *(msgspec.structs.replace(graph, nodes=(other,)) for other in others)]
    assert len({each.digest for each in changed}) == len(changed)


@given(value=st.binary(min_size=1, max_size=200), data=st.data())
def test_a_flipped_bit_in_canonical_bytes_is_found(value, data):
    at, bit = data.draw(st.integers(0, len(value) - 1)), data.draw(st.integers(0, 7))
    flipped = bytes(byte ^ (1 << bit) if place == at else byte for place, byte in enumerate(value))
    assert digest(value) != digest(flipped)


A_CASE = {
    "nodes": [
        {"evidenceId": "fee-1", "type": "FEE", "cardId": "bcp", "category": "é", "content": "fee $95.00",
         "fields": {"fee": "95.00", "signed": True, "none": None, "𝒜": "x"}, "sourceId": "run", "role": "reference"},
        {"evidenceId": "b", "type": "T", "content": "\u0001"},
    ],
    "edges": [{"from": "fee-1", "to": "b", "type": "SUPPORTS"}],
    "sources": [{"sourceId": "run", "title": "t", "issued": "2026-01-01", "supersedes": ["old"],
                 "scope": {"region": ["AMER"]}, "access": {"classification": "internal", "groups": ["hr"]}}],
}  # fmt: skip


def test_every_single_flipped_bit_of_a_file_is_refused_or_warned_of_or_changes_digest_or_nothing():
    raw = json.dumps(A_CASE, ensure_ascii=False).encode()
    before = read_case(raw, place="line 1", fallback_id="x").case.graph
    expected, unchanged, found = before.digest, 0, 0
    for place in range(len(raw) * 8):
        flipped = bytearray(raw)
        flipped[place // 8] ^= 1 << place % 8
        row = read_case(bytes(flipped), place="line 1", fallback_id="x")
        if isinstance(row, CaseRow) and not row.warnings:
            after = row.case.graph
            same = digest_by_definition(after) == digest_by_definition(before)
            assert same == (after.digest == expected)
            unchanged, found = unchanged + same, found + (not same)
    assert found > 500
    assert unchanged < 50, "only a flip from one blank to another leaves the graph as it was"


# Contracts.

OTHER_WORDS = {
    "released": "strict", "reject": "warn", "warn": "ignore", "ignore": "reject", "money": "count", "entity": "text",
    "count": "money", "shown": "exact", "rejected": "verified",
}  # fmt: skip


def leaves(value, path=()):
    if isinstance(value, dict):
        return [leaf for name, item in value.items() for leaf in leaves(item, (*path, name))]
    if isinstance(value, (list, tuple)):
        return [leaf for index, item in enumerate(value) for leaf in leaves(item, (*path, index))]
    return [path]


def another(value):
    if isinstance(value, bool):
        return not value
    return OTHER_WORDS.get(value, value + "x")


def contract_changed_at(plain, path):
    return msgspec.convert(with_text(json.loads(json.dumps(plain)), path, another), Contract)


@given(contract=some.contracts(), data=st.data())
def test_a_changed_value_anywhere_in_a_contract_changes_its_digest(contract, data):
    plain = msgspec.to_builtins(contract)
    place = data.draw(st.sampled_from([path for path in leaves(plain) if path != ("schema",)]))
    assert contract_changed_at(plain, place).digest != contract.digest


@pytest.mark.parametrize("raw", [seed.raw for seed in seeds.CONTRACTS], ids=["every key", "cards", "records"])
def test_every_changed_value_of_a_contract_gives_another_digest(raw):
    contract = read_document(raw, Contract, source="file")
    plain = msgspec.to_builtins(contract)
    places = [path for path in leaves(plain) if path != ("schema",)]
    digests = {contract_changed_at(plain, place).digest for place in places} | {contract.digest}
    assert len(digests) == len(places) + 1


@given(contract=some.contracts(), data=st.data())
def test_the_order_of_the_tables_of_a_contract_changes_no_digest(contract, data):
    def shuffled(value):
        if isinstance(value, dict):
            return {name: shuffled(value[name]) for name in data.draw(st.permutations(list(value)))}
        return value

    assert msgspec.convert(shuffled(msgspec.to_builtins(contract)), Contract).digest == contract.digest


@pytest.mark.parametrize("name", ["cards", "records"])
def test_a_contract_that_was_pickled_has_the_same_digest(name):
    contract = load_contract(name)
    assert contract.digest == pickle.loads(pickle.dumps(contract)).digest  # noqa: S301  its own bytes


# Sealed texts.


@given(text=some.texts, key=st.binary(max_size=16))
def test_a_redacted_text_keeps_the_digest_of_its_record_and_still_verifies(text, key):
    sealed = seal(text, key=key)
    record = {"answer": sealed.digest, "id": "a"}
    redacted = redact(sealed)
    assert redacted.text is None
    assert canonical(record) == canonical({"answer": redacted.digest, "id": "a"})
    assert verify_sealed(sealed, key=key)
    assert verify_sealed(redacted, key=key)
    assert text not in redacted.digest.removeprefix("hmac-sha256:") or len(text) <= 2


@given(text=some.texts, other=some.texts, key=st.binary(max_size=16))
def test_another_text_or_another_key_is_found(text, other, key):
    assume(text != other)
    sealed = seal(text, key=key)
    assert not verify_sealed(SealedText(digest=sealed.digest, text=other), key=key)
    assert not verify_sealed(sealed, key=b"another" + key)


@given(text=some.texts.filter(bool), data=st.data())
def test_a_flipped_bit_in_a_sealed_text_or_its_digest_is_found(text, data):
    sealed = seal(text)
    assert sealed.digest == text_digest(text)
    at = data.draw(st.integers(0, len(text) - 1))
    flipped = text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :]
    assert not verify_sealed(SealedText(digest=sealed.digest, text=flipped))
    spot = data.draw(st.integers(len("hmac-sha256:"), len(sealed.digest) - 1))
    digit = format(int(sealed.digest[spot], 16) ^ 1, "x")
    assert not verify_sealed(SealedText(digest=sealed.digest[:spot] + digit + sealed.digest[spot + 1 :], text=text))


# The numbers of the allowlist.


@settings(max_examples=400)
@given(text=some.texts | st.text("0123456789.. ,-$٣²é\n", max_size=30))
def test_the_numbers_of_a_text_are_every_match_of_the_released_pattern(text):
    assert set(re.findall(r"[0-9]+\.?[0-9]*", text)) == numbers_in(text)


@given(contents=st.lists(some.phrases | st.text("0123456789.. $", max_size=12), max_size=5))
def test_the_numbers_of_a_graph_are_those_of_each_of_its_contents(contents):
    nodes = [EvidenceNode(evidence_id="n", type="T", content=content) for content in contents]
    expected = {number for content in contents for number in re.findall(r"[0-9]+\.?[0-9]*", content)}
    assert expected == derived_numbers(nodes, ("content",))


@given(case=some.cases())
def test_a_case_written_and_read_is_the_same_case(case):
    assert case == msgspec.json.decode(some.wire(case), type=Case)
