"""Files that take their place whole or not at all, and outputs that must not be one file."""

from pathlib import Path

import pytest

from claimgauge.errors import InputError
from claimgauge.wiring import apart, write_whole
from claimgauge.wiring.whole_files import whole_file


def test_a_file_stands_there_whole(tmp_path):
    path = tmp_path / "new" / "out.json"
    write_whole(path, b"first")
    write_whole(path, b"second")
    assert b"second" == path.read_bytes()
    assert [path] == list(path.parent.iterdir())


def test_what_ends_badly_leaves_what_was_there(tmp_path):
    path = tmp_path / "out.json"
    write_whole(path, b"first")
    with pytest.raises(KeyError), whole_file(path) as out:
        out.write({}[b"half"])
    assert b"first" == path.read_bytes()
    assert [path] == list(tmp_path.iterdir())


def test_two_writers_of_one_file_do_not_mix(tmp_path):
    path = tmp_path / "out.json"
    with whole_file(path) as slow:
        slow.write(b"slow")
        with pytest.raises(InputError, match="is being written by another run; choose another path"):
            write_whole(path, b"fast")
    assert b"slow" == path.read_bytes()
    assert [path] == list(tmp_path.iterdir())


def test_what_a_killed_run_left_beside_is_taken_over(tmp_path):
    path = tmp_path / "out.json"
    (tmp_path / ".out.json.part").write_bytes(b"half of something long")
    write_whole(path, b"whole")
    assert b"whole" == path.read_bytes()
    assert [path] == list(tmp_path.iterdir())


def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert b"new" == target.read_bytes()


@pytest.mark.parametrize("path", [Path(), Path("/dev/null"), Path("/proc/none/x"), Path("a\0b")])
def test_what_is_no_plain_file_is_refused(path):
    with pytest.raises(InputError):
        write_whole(path, b"x")


def test_outputs_and_inputs_are_files_of_their_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    apart({"--log": Path("a"), "--summary": Path("b"), "--report": None}, ["c", "-"])
    with pytest.raises(InputError, match="--log c: is the input too; give each a path of its own"):
        apart({"--log": Path("c")}, ["./c"])
    with pytest.raises(InputError, match=r"--summary .*: is --log too"):
        apart({"--log": Path("a"), "--summary": tmp_path / "a"}, [])
