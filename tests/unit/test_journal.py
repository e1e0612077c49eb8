"""The journal of a run: what it takes back, what it refuses, and that nothing in it can change unseen."""

import json
import shutil
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgauge.errors import RunError
from claimgauge.readers.inputs import Input
from claimgauge.wiring.journals import Journal, input_digest

SETTINGS = {"command": "score", "rubric": "sha256:one"}
INPUTS = [Input(f"line {n}", f"cases:{n}", f'{{"id": "{n}"}}'.encode()) for n in range(1, 4)]
OUTS = [b'{"score":1.0}', b'{"score":2.0}', '{"score":"é"}'.encode()]


def journal(folder, settings=None):
    return Journal(folder, settings or SETTINGS)


def taken_back(folder):
    with journal(folder) as opened:
        return [opened.find(number, each) for number, each in enumerate(INPUTS)], opened.damaged


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A folder with three rows, kept in another order than theirs."""
    folder = tmp_path_factory.mktemp("journal") / "run"
    with journal(folder) as opened:
        for number in (1, 0, 2):
            opened.keep(number, INPUTS[number], OUTS[number])
    return folder


@pytest.fixture
def copied(whole, tmp_path):
    return shutil.copytree(whole, tmp_path / "run")


def test_what_was_kept_is_taken_back_byte_by_byte(whole):
    assert (OUTS, 0) == taken_back(whole)
    with journal(whole) as opened:
        assert 3 == opened.rows
        assert opened.find(3, INPUTS[0]) is None


def test_a_journal_goes_on_where_it_ended(tmp_path):
    for number, (each, out) in enumerate(zip(INPUTS, OUTS, strict=True)):
        with journal(tmp_path / "run") as opened:
            assert number == opened.rows
            opened.keep(number, each, out)
    assert (OUTS, 0) == taken_back(tmp_path / "run")


def test_a_row_that_is_not_done_between_rows_that_are_is_none(tmp_path):
    with journal(tmp_path / "run") as opened:
        opened.keep(2, INPUTS[2], OUTS[2])
    assert ([None, None, OUTS[2]], 0) == taken_back(tmp_path / "run")


def test_only_the_owner_may_read_it(whole):
    assert {0o600} == {stat.S_IMODE(path.stat().st_mode) for path in whole.iterdir()}
    assert 0o700 == stat.S_IMODE(whole.stat().st_mode)
    assert {"lock", "rows.jsonl", "run.json"} == {path.name for path in whole.iterdir()}


def test_it_holds_no_input(whole):
    assert b'"id"' not in (whole / "rows.jsonl").read_bytes()


def test_a_file_of_rows_cut_off_anywhere_loses_only_what_was_cut_off(whole, tmp_path):
    text = (whole / "rows.jsonl").read_bytes()
    for length in range(len(text)):
        folder = tmp_path / str(length)
        shutil.copytree(whole, folder)
        (folder / "rows.jsonl").write_bytes(text[:length])
        with journal(folder) as opened:
            assert (text[:length].count(b"\n"), 0) == (opened.rows, opened.damaged)
            missing = [number for number, each in enumerate(INPUTS) if opened.find(number, each) is None]
            for number in missing:
                opened.keep(number, INPUTS[number], OUTS[number])
        assert (OUTS, 0) == taken_back(folder)
        shutil.rmtree(folder)


@given(at=st.integers(min_value=0), bit=st.integers(0, 7))
def test_a_flipped_bit_in_the_rows_is_found_and_its_rows_are_done_anew(whole, tmp_path_factory, at, bit):
    text = bytearray((whole / "rows.jsonl").read_bytes())
    text[at % len(text)] ^= 1 << bit
    folder = tmp_path_factory.mktemp("flipped") / "run"
    shutil.copytree(whole, folder)
    (folder / "rows.jsonl").write_bytes(text)
    found, damaged = taken_back(folder)
    assert found != OUTS
    assert [] == [out for out, true in zip(found, OUTS, strict=True) if out not in (true, None)]
    assert damaged or text[-1:] != b"\n"
    assert (found, 0) == taken_back(folder)


@given(at=st.integers(min_value=0), bit=st.integers(0, 7))
def test_a_flipped_bit_in_what_the_run_was_begun_with_is_refused(whole, tmp_path_factory, at, bit):
    text = bytearray((whole / "run.json").read_bytes())
    text[at % (len(text) - 1)] ^= 1 << bit
    folder = tmp_path_factory.mktemp("flipped") / "run"
    shutil.copytree(whole, folder)
    (folder / "run.json").write_bytes(text)
    with pytest.raises(RunError, match=r"run\.json: (is no journal|was changed).*remove the folder, or name another"):
        journal(folder)


def test_other_settings_are_named_with_what_they_were(copied):
    with pytest.raises(RunError) as caught:
        journal(copied, SETTINGS | {"rubric": "sha256:" + "2" * 64, "time": "now"})
    expected = "rubric sha256:one then, sha256:222222222222… now; time none then, now now; start with the same"
    assert f"{copied}: was begun with other settings: {expected}, or name another folder for --resume" == str(
        caught.value
    )


@pytest.mark.parametrize(
    "other",
    [
        INPUTS[1]._replace(raw=b'{"id": "4"}'),
        INPUTS[1]._replace(place="line 9"),
        INPUTS[1]._replace(fallback_id="other:2"),
        INPUTS[1]._replace(fault="is damaged"),
    ],
)
def test_another_input_is_refused_with_its_name(whole, other):
    with journal(whole) as opened, pytest.raises(RunError, match=rf"{other.fallback_id} is not what stood there"):
        opened.find(1, other)


def test_an_input_that_ends_before_the_rows_that_are_kept_is_refused(whole):
    with journal(whole) as opened, pytest.raises(RunError, match="holds a row 3, and the input ends after 2"):
        opened.check_end(2)


def test_two_runs_cannot_have_one_folder(copied):
    with journal(copied), pytest.raises(RunError, match="another run is at work in this folder"):
        journal(copied)
    assert (OUTS, 0) == taken_back(copied)


def test_a_folder_of_something_else_is_left_alone(tmp_path):
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "a.txt").write_text("dear")
    with pytest.raises(RunError, match=r"letters: holds other things and no run\.json; name a new folder"):
        journal(tmp_path / "letters")


def test_what_cannot_be_a_folder_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match="file: cannot be used: File exists; name another folder for --resume"):
        journal(tmp_path / "file")


def test_a_run_that_was_killed_while_it_began_can_be_begun_again(tmp_path):
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "lock").touch()
    (folder / ".run.json.part").write_text("{")
    assert ([None, None, None], 0) == taken_back(folder)
    assert SETTINGS == json.loads((folder / "run.json").read_bytes())["settings"]


def test_the_digest_of_an_input_is_over_all_of_it():
    changed = [INPUTS[0]._replace(**{name: "x"}) for name in ("place", "fallback_id", "fault")]
    assert 5 == len({input_digest(each) for each in [INPUTS[0], INPUTS[0]._replace(raw=b"x"), *changed]})
