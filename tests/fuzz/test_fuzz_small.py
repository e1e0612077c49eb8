"""A short run of the long proof (`make prove NAME=fuzz`), and inputs that no seed leads to."""

import io
import json
import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgauge.readers import read_stream
from tests.fuzz import seeds, targets
from tests.fuzz.mutator import mutated

EXAMPLES = 2_000
NAMES = sorted(targets.TARGETS)


@pytest.mark.parametrize("name", NAMES)
def test_no_damaged_document_breaks_its_reader(name):
    read = [targets.run(name, mutated(targets.TARGETS[name].seeds, seed=1, index=index)) for index in range(EXAMPLES)]
    assert any(read), "some of them are still whole enough to be read"


@pytest.mark.parametrize("name", NAMES)
def test_every_seed_is_read(name):
    for seed in targets.TARGETS[name].seeds:
        assert targets.run(name, seed.raw)


def test_the_seed_with_every_key_of_a_case_is_read_whole():
    (row,) = read_stream(io.BytesIO(json.dumps(seeds.FULL_CASE).encode()), name="seed")
    assert (row.id, row.unread, row.warnings) == ("hr-042", (), ())


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=300)
@given(raw=st.binary(max_size=300))
def test_no_bytes_break_a_reader(name, raw):
    targets.run(name, raw)


KEYS = st.sampled_from(sorted({*seeds.FULL_CASE, *seeds.FULL_CASE["claims"][0], *seeds.FULL_CASE["nodes"][0], "x"}))
TEXTS = st.text(max_size=5) | st.sampled_from(("COMPARISON", "fee-1", "\ud800", "95.00", "context"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | TEXTS, inner, max_size=6),
    max_leaves=20,
)


@settings(max_examples=500)
@given(value=VALUES, parts=st.dictionaries(st.sampled_from(sorted(seeds.FULL_CASE)), VALUES, max_size=2))
def test_no_json_breaks_the_reader_of_cases(value, parts):
    targets.run("case", json.dumps(value).encode())
    targets.run("case", json.dumps(seeds.FULL_CASE | parts).encode())


@settings(max_examples=300)
@given(
    claim=st.dictionaries(KEYS, VALUES, max_size=4),
    node=st.dictionaries(KEYS, VALUES, max_size=4),
    fields=st.dictionaries(TEXTS, st.one_of(VALUES, TEXTS), max_size=4),
)
def test_no_claim_or_node_or_field_breaks_the_reader_of_cases(claim, node, fields):
    whole_claim, whole_node = seeds.FULL_CASE["claims"][0], seeds.FULL_CASE["nodes"][0]
    case = {"claims": [whole_claim | claim, whole_claim], "nodes": [whole_node | node, whole_node | {"fields": fields}]}
    targets.run("case", json.dumps(case).encode())


DIGEST_OF_A_SERIES = """
import hashlib
from tests.fuzz.mutator import mutated
from tests.fuzz.targets import TARGETS
sum = hashlib.sha256()
for target in sorted(TARGETS):
    for index in range(60):
        sum.update(mutated(TARGETS[target].seeds, seed=7, index=index) + b"|")
print(sum.hexdigest())
"""


def test_the_same_seed_gives_the_same_inputs_under_every_hash_seed():
    def series(hash_seed):
        return subprocess.run(
            [sys.executable, "-c", DIGEST_OF_A_SERIES],
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            cwd=targets.ROOT,
            capture_output=True,
            check=True,
        ).stdout

    assert series("0") == series("1")


def test_the_mutator_damages_most_documents_and_leaves_some_whole():
    raws = [mutated(seeds.CASES, seed=3, index=index) for index in range(300)]
    whole = sum(raw in {seed.raw for seed in seeds.CASES} for raw in raws)
    assert 0 < whole < 100
    assert len(set(raws)) > 200
