"""Long runs on the command line: what is done stays done, whoever dies, and nothing of a case gets into a log."""

import contextlib
import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.integration.command import run

SECRET = "Sesame"  # noqa: S105  # a word to look for
INTERRUPTIBLE = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
"""Tests that run in the background are started with interrupts ignored, and so is all that they start."""
MAIN = "from claimgauge.cli import main; main()"


def labelled(number, label="SUPPORTED"):
    claim = {"claimId": "c1", "claimType": "FACT", "text": "It is so.", "citedEvidenceIds": ["e1"], "labels": [label]}
    return json.dumps({"id": f"case-{number}", "claims": [claim]}).encode() + b"\n"


def written(folder, *lines):
    (folder / "cases.jsonl").write_bytes(b"".join(lines))


class Fed:
    """`claimgauge score -` with a journal, that is given rows when the test wants it to have them."""

    def __init__(self, folder, *arguments):
        self.folder = folder
        self.out = (folder / "fed.out").open("wb")
        self.process = subprocess.Popen(
            [sys.executable, "-c", INTERRUPTIBLE + MAIN, "score", "-", "-f", "jsonl", "--resume", "run", *arguments],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=self.out,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env={**os.environ, "PYTHONWARNINGS": "error", "NO_COLOR": "1"},
        )

    def give(self, numbers):
        for number in numbers:
            self.process.stdin.write(labelled(number))
        self.process.stdin.flush()

    def wait_for(self, rows):
        path = self.folder / "run" / "rows.jsonl"
        end = time.monotonic() + 60
        while not path.exists() or path.read_bytes().count(b"\n") < rows:
            assert self.process.poll() is None, self.process.stderr.read().decode()
            assert time.monotonic() < end
            time.sleep(0.005)

    def workers(self):
        """The processes that this one started and that assess."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(each) for each in listed if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()]

    def signal(self, number):
        os.killpg(self.process.pid, number)

    def end(self):
        _out, err = self.process.communicate(timeout=60)
        self.out.close()
        return self.process.returncode, (self.folder / "fed.out").read_bytes(), err.decode()


@pytest.fixture
def feeding(tmp_path):
    started = []

    def start(*arguments):
        started.append(Fed(tmp_path, *arguments))
        return started[-1]

    yield start
    for each in started:
        with contextlib.suppress(ProcessLookupError):
            each.signal(signal.SIGKILL)
        each.process.communicate()
        each.out.close()


def assessed_steps(path):
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return [line["row"] for line in lines if line["step"] == "assess"], lines[-1]


@pytest.mark.parametrize(
    ("workers", "given", "held"),
    [
        (1, 990, 990),  # the row that it had in hand is done anew
        (2, 992, 992),  # and here the chunks of 16 rows that workers had in hand
    ],
)
def test_case_30_killed_at_990_of_1000_the_rest_is_done(tmp_path, feeding, workers, given, held):
    first = feeding("--workers", str(workers))
    first.give(range(given))
    first.wait_for(held)
    first.signal(signal.SIGKILL)
    again = run(
        "score", "-", "-f", "jsonl", "--resume", "run", "--log", "log.jsonl", "--workers", workers, cwd=tmp_path,
        given=b"".join(map(labelled, range(1000))),
    )  # fmt: skip
    rows, end = assessed_steps(tmp_path / "log.jsonl")
    assert list(range(held + 1, 1001)) == rows
    assert (1000, 1000, held) == (end["rowsIn"], end["rowsOut"], end["rowsKept"])
    assert [f"case-{number}" for number in range(1000)] == [row["caseId"] for row in again.rows]
    assert f"1,000  in, 1,000 out, {held} of them done before" in again.err
    left_alone = run("score", "-", "-f", "jsonl", given=b"".join(map(labelled, range(1000))))
    assert (0, left_alone.out) == (again.code, again.out)


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="the workers are found in /proc")
def test_a_worker_that_is_killed_ends_the_run_with_a_word_and_what_is_done_stays(tmp_path, feeding):
    first = feeding("--workers", "2")
    first.give(range(32))
    first.wait_for(32)
    for each in first.workers():
        os.kill(each, signal.SIGKILL)
    first.give(range(32, 80))
    code, out, err = first.end()
    assert 2 == code
    where = "while it assessed stdin:33 and the rows after it, 16 in all"
    assert f"error: a worker process was killed (signal 9) {where}; run again with --resume" in err
    assert "Traceback" not in err
    assert 32 == out.count(b"\n")
    whole = b"".join(map(labelled, range(80)))
    again = run("score", "-", "-f", "jsonl", "--resume", "run", cwd=tmp_path, given=whole)
    assert run("score", "-", "-f", "jsonl", given=whole).out == again.out
    assert "80 out, 32 of them done before" in again.err


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_from_the_keyboard_ends_the_run_quietly_and_what_is_done_stays(tmp_path, feeding, workers):
    first = feeding("--workers", str(workers))
    first.give(range(32))
    first.wait_for(32)
    first.signal(signal.SIGINT)
    assert (130, "") == first.end()[::2]
    again = run("score", "-", "--resume", "run", cwd=tmp_path, given=b"".join(map(labelled, range(32))))
    assert "32 out, 32 of them done before" in again.err


def test_a_folder_at_work_is_refused_until_its_run_has_died(tmp_path, feeding):
    first = feeding()
    first.give(range(1))
    first.wait_for(1)
    refused = run("score", "-", "--resume", "run", cwd=tmp_path, given=labelled(0))
    assert (2, "error: run: another run is at work in this folder") == (refused.code, refused.err.partition(";")[0])
    first.signal(signal.SIGKILL)
    first.process.wait()
    assert 0 == run("score", "-", "--resume", "run", cwd=tmp_path, given=labelled(0)).code


def test_other_settings_and_another_input_are_refused_by_name(tmp_path):
    written(tmp_path, labelled(0), labelled(1))
    assert 0 == run("score", "cases.jsonl", "--resume", "run", cwd=tmp_path).code
    other = run("score", "cases.jsonl", "--resume", "run", "--rubric", "paper", cwd=tmp_path)
    assert (2, "") == (other.code, other.out)
    assert "error: run: was begun with other settings: rubric none then, sha256:" in other.err
    assert "now; start with the same, or name another folder for --resume" in other.err
    written(tmp_path, labelled(0), labelled(1, "CONTRADICTED"))
    other = run("score", "cases.jsonl", "-f", "jsonl", "--resume", "run", cwd=tmp_path)
    assert (2, ["case-0"]) == (other.code, [row["caseId"] for row in other.rows])
    assert "error: run: cases.jsonl:2 is not what stood there when the run was begun; give the same input" in other.err


def test_a_damaged_line_is_said_and_its_row_is_done_anew(tmp_path):
    written(tmp_path, *map(labelled, range(3)))
    arguments = ("score", "cases.jsonl", "-f", "jsonl", "--resume", "run")
    first = run(*arguments, cwd=tmp_path)
    path = tmp_path / "run" / "rows.jsonl"
    path.write_bytes(path.read_bytes().replace(b"case-1", b"case-9"))
    again = run(*arguments, cwd=tmp_path)
    assert (0, first.out) == (again.code, again.out)
    assert "run: 1 damaged line was taken out of rows.jsonl; what it held is done anew\n" in again.err
    assert "3  in, 3 out, 2 of them done before" in again.err


@pytest.mark.parametrize(("least", "code"), [("0.5", 0), ("0.51", 1), ("1", 1)])
def test_a_run_with_too_small_a_coverage_fails(tmp_path, least, code):  # field case 1
    written(tmp_path, labelled(0), b'{"id": "none", "claims": []}\n')
    ran = run("score", "cases.jsonl", "--fail-on", "never", "--min-coverage", least, cwd=tmp_path)
    assert code == ran.code
    word = f"exit 1: 1 of 2 cases have an index, a coverage below {least} (--min-coverage {least})\n"
    assert bool(code) == (word in ran.err)


def test_both_reasons_to_fail_are_said(tmp_path):
    written(tmp_path, b'{"id": "none", "claims": []}\n')
    ran = run("score", "cases.jsonl", "--min-coverage", "1", cwd=tmp_path)
    reasons = [line.rpartition("(")[2] for line in ran.err.splitlines() if line.startswith("exit 1")]
    assert (1, ["--fail-on unassessed)", "--min-coverage 1)"]) == (ran.code, reasons)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_log_holds_ids_and_numbers_and_no_text(tmp_path, workers):
    claim = {
        "claimId": "c1",
        "claimType": "FACT",
        "text": SECRET,
        "citedEvidenceIds": [SECRET],
        "citedEntities": [SECRET],
    }
    whole = {
        "id": "a",
        "contract": "records",
        "request": {"text": SECRET},
        "answer": {"text": SECRET},
        "nodes": [{"evidenceId": SECRET, "type": SECRET, "content": SECRET, "fields": {SECRET: SECRET}}],
        "claims": [claim, claim | {"claimId": "c2"}],
    }
    broken = whole | {"id": "b", "nodes": [{"evidenceId": "e", "type": "T", "fields": {SECRET: [SECRET]}}, SECRET]}
    without = whole | {"id": "c", "contract": SECRET}
    lines = [json.dumps(each).encode() + b"\n" for each in (whole, broken, without)]
    written(tmp_path, *lines, b'{"' + SECRET.encode() + b"\n")
    arguments = ("assess", "cases.jsonl", "--log", "log.jsonl", "--workers", workers)
    assert 2 == run(*arguments, cwd=tmp_path).code
    text = (tmp_path / "log.jsonl").read_text()
    assert SECRET not in text
    start, *steps, end = map(json.loads, text.splitlines())
    assert {"schema": "claimgauge.log/1", "step": "start", "workers": workers, "rowsKept": 0} == start
    assert (4, 4, 0) == (end["rowsIn"], end["rowsOut"], end["rowsKept"])
    expected = [
        *((1, "a", step) for step in ("read", "admission", "eligibility", "labels", "score", "assess")),
        (2, "b", "read"), (2, "b", "assess"), (2, "b", "error"),
        (3, "c", "read"), (3, "c", "assess"), (3, "c", "error"),
        (4, "cases.jsonl:4", "read"), (4, "cases.jsonl:4", "assess"), (4, "cases.jsonl:4", "error"),
    ]  # fmt: skip
    assert expected == [(line["row"], line["caseId"], line["step"]) for line in steps]
    assert {"claimsIn": 2, "claimsOut": 2}.items() <= steps[5].items()
    codes = [(line["code"], line["place"]) for line in steps if line["step"] == "error"]
    assert [("not_assessed", "line 3"), ("malformed", "line 4")] == codes[1:]
    assert "line 2" == codes[0][1]
    assert 0o600 == (tmp_path / "log.jsonl").stat().st_mode & 0o777


def test_settings_that_cannot_be_used_end_a_run_with_workers_before_its_first_row(tmp_path):
    written(tmp_path, labelled(0))
    (tmp_path / "empty").mkdir()
    ran = run("assess", "cases.jsonl", "--labeller", "empty", "--workers", "2", cwd=tmp_path)
    alone = run("assess", "cases.jsonl", "--labeller", "empty", cwd=tmp_path)
    assert (2, "", alone.err) == (ran.code, ran.out, ran.err)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_file_that_is_missing_ends_the_run_after_the_rows_before_it(tmp_path, workers):
    written(tmp_path, *map(labelled, range(20)))
    ran = run("score", "cases.jsonl", "absent.jsonl", "-f", "jsonl", "--workers", workers, cwd=tmp_path)
    assert (2, 20) == (ran.code, len(ran.rows))
    assert "error: absent.jsonl: cannot be opened" in ran.err


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bar_shows_cases_rate_and_time_where_somebody_looks(tmp_path, workers):
    written(tmp_path, *map(labelled, range(200)))
    seen, terminal = pty.openpty()
    with (tmp_path / "out").open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", MAIN, "score", "cases.jsonl", "-f", "jsonl", "--workers", str(workers)],
            cwd=tmp_path,
            stdout=out,
            stderr=terminal,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
        )
        os.close(terminal)
        shown = b"".join(iter(lambda: read_terminal(seen), b"")).decode()
        assert 0 == process.wait()
    os.close(seen)
    assert "200 cases" in shown
    assert "/s" in shown
    assert 200 == (tmp_path / "out").read_bytes().count(b"\n")


def read_terminal(descriptor):
    """What is there; nothing once the other side has gone."""
    try:
        return os.read(descriptor, 65536)
    except OSError:
        return b""


def test_a_report_folder_holds_the_pages_of_its_run_alone(tmp_path):
    written(tmp_path, *map(labelled, range(3)))
    assert 0 == run("score", "cases.jsonl", "--report", "pages", cwd=tmp_path).code
    (tmp_path / "pages" / "mine.html").write_text("mine")
    written(tmp_path, labelled(0))
    assert 0 == run("score", "cases.jsonl", "--report", "pages", cwd=tmp_path).code
    assert ["case-00001.html", "index.html", "mine.html"] == sorted(
        each.name for each in (tmp_path / "pages").iterdir()
    )


def test_now_is_no_time_to_resume_at(tmp_path):
    written(tmp_path, labelled(0))
    ran = run("score", "cases.jsonl", "--at", "now", "--resume", "run", cwd=tmp_path)
    assert (2, "error: --at now: is another time at each start, and --resume needs the same; give --at TIME") == (
        ran.code,
        ran.err.strip(),
    )
    assert not (tmp_path / "run").exists()


def test_an_output_that_is_the_input_is_refused_before_anything_is_read(tmp_path):
    written(tmp_path, labelled(0))
    before = (tmp_path / "cases.jsonl").read_bytes()
    for option in ("--log", "--emissions", "--summary"):
        ran = run("score", "cases.jsonl", option, "cases.jsonl", cwd=tmp_path)
        assert (2, "") == (ran.code, ran.out)
        assert f"{option} cases.jsonl: is the input too; give each a path of its own" in ran.err
    assert before == (tmp_path / "cases.jsonl").read_bytes()
