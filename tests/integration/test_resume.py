"""A small version of `make prove NAME=resume`: killed twice, resumed, and byte by byte the same."""

import random

import pytest

from tests.proofs.resume import RUN, Setting, case, differences, finished, folder_with, killed

ROWS = 28
CASES = [case(number) for number in range(ROWS)]
ALONE = Setting(workers=1, hash_seed=0)


@pytest.fixture(scope="module")
def left_alone(tmp_path_factory):
    return finished(folder_with(CASES, tmp_path_factory.mktemp("alone") / "cases"), ALONE)


def test_the_cases_are_of_every_kind(left_alone):
    assert 2 == left_alone.code
    assert ROWS == left_alone.out.count(b"\n")
    kinds = (
        b'"verified"',
        b'"different_value"',
        b'"paper"',
        b'"abstention"',
        b"names no contract",
        b"JSON",
        b"entailment",
    )
    assert [] == [kind for kind in kinds if kind not in left_alone.out]


@pytest.mark.parametrize("setting", [Setting(workers=1, hash_seed=1), Setting(workers=2, hash_seed=2)])
def test_a_run_that_is_killed_and_resumed_comes_out_like_one_left_alone(left_alone, setting, tmp_path):
    folder = folder_with(CASES, tmp_path / "cases")
    held = list(killed(folder, setting, [3, 17], random.Random(1)))  # noqa: S311  # a seeded draw
    assert held == sorted(held)
    assert [] == differences(left_alone, finished(folder, setting, "--resume", RUN))
    assert f"{ROWS}  in, {ROWS} out".encode() in (folder / "errors.txt").read_bytes()
