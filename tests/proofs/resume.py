"""A run that is killed again and again, and resumed, comes out byte by byte like one that was left alone.

    make prove NAME=resume
    python -m tests.proofs.resume --rows 400 --kills 20 --seed 3

For 1 and for 8 workers, and for two hash seeds: one run is left alone, another is killed with its whole
process group once its journal holds as many rows as a seeded draw says, and started again, until it is
through. Rows, summary and report of all runs are compared. Exit code 1 where a byte differs.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

RUN = "run"
PASSAGE = "Full-time staff have 28 days of paid leave. The annual fee of the card is $95. Sales rose 5% in 2024."
SENTENCES = ("Full-time staff have 28 days of paid leave.", "The fee is $95.", "Sales rose 7% in 2024.")


class Setting(NamedTuple):
    """What must not change anything."""

    workers: int
    hash_seed: int


class Result(NamedTuple):
    """Everything that a run leaves behind, and the exit code."""

    code: int
    out: bytes
    summary: bytes
    report: dict[str, bytes]


def case(number: int) -> bytes:
    """One of several kinds: verified, contradicted, labelled, in prose, an abstention, without contract, broken."""
    name = {"id": f"case-{number}"}
    node = {"evidenceId": "e1", "type": "ROW", "fields": {"revenue": f"{number}.50"}, "content": "revenue"}
    claim = {"claimId": "c1", "claimType": "FACT", "text": "It is so.", "citedEvidenceIds": ["e1"]}
    said = {"citedNumbers": [f"revenue={number if number % 3 else 7}.50"]}
    facts = {"nodes": [node], "claims": [claim | said]}
    prose = {"user_input": "How?", "retrieved_contexts": [PASSAGE], "response": SENTENCES[number // 21 % 3]}
    kinds = (
        facts | {"contract": "records"},
        facts | {"contract": "records", "rubric": "paper"},
        {"contract": "records", "claims": [claim | {"labels": ["CONTRADICTED"]}], "nodes": [node]},
        prose,
        {"answer": {"text": "I could not find this in the sources."}},
        facts,
    )
    kind = 0 if number % 7 == 3 and number % 21 != 3 else number % 7  # prose takes long, so there is less of it
    return b'{"id": "broken' if kind == len(kinds) else json.dumps(name | kinds[kind]).encode()


def command(setting: Setting, *more: str) -> list[str]:
    """The command line, with a journal and everything that can be written."""
    start = [sys.executable, "-c", "from claimgauge.cli import main; main()", "assess", "cases.jsonl", "-f", "jsonl"]
    written = ["--summary", "summary.json", "--report", "report", "--workers", str(setting.workers)]
    return [*start, *written, *more]


def started(folder: Path, setting: Setting, *more: str) -> subprocess.Popen[bytes]:
    """The command at work in `folder`, the leader of a process group; its rows go to a file."""
    env = {**os.environ, "PYTHONHASHSEED": str(setting.hash_seed), "PYTHONWARNINGS": "error", "PYTHONUTF8": "1"}
    with (folder / "rows.out").open("wb") as out, (folder / "errors.txt").open("wb") as err:
        return subprocess.Popen(
            command(setting, *more), cwd=folder, env=env, stdout=out, stderr=err, start_new_session=True
        )


def finished(folder: Path, setting: Setting, *more: str) -> Result:
    """What a run that is left alone leaves behind."""
    code = started(folder, setting, *more).wait(timeout=3600)
    pages = {path.name: path.read_bytes() for path in sorted((folder / "report").glob("*"))}
    return Result(code, _read(folder / "rows.out"), _read(folder / "summary.json"), pages)


def _read(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def kept(folder: Path) -> int:
    """How many rows the journal holds."""
    path = folder / RUN / "rows.jsonl"
    return path.read_bytes().count(b"\n") if path.is_file() else 0


def kill_at(folder: Path, setting: Setting, rows: int, *, after: float) -> bool:
    """Start the run, and kill its group `after` seconds after its journal holds `rows`; False where it was through."""
    process = started(folder, setting, "--resume", RUN)
    while process.poll() is None and kept(folder) < rows:
        time.sleep(0.001)
    time.sleep(after)
    if process.poll() is not None:
        return False
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return True


def killed(folder: Path, setting: Setting, points: list[int], chance: random.Random) -> Iterator[int]:
    """Kill a run at each of the points, in order; the rows that the journal holds after each kill that came in time."""
    for point in sorted(points):
        if kill_at(folder, setting, point, after=chance.uniform(0.0, 0.05)):
            yield kept(folder)


def folder_with(cases: list[bytes], place: Path) -> Path:
    """A new folder that holds the cases."""
    place.mkdir(parents=True)
    (place / "cases.jsonl").write_bytes(b"\n".join(cases))
    return place


def differences(one: Result, other: Result) -> list[str]:
    """The names of what differs."""
    found = [name for name in ("code", "out", "summary") if getattr(one, name) != getattr(other, name)]
    pages = {*one.report, *other.report}
    return found + sorted(name for name in pages if one.report.get(name) != other.report.get(name))


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Compare everything with the first run that was left alone."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=400)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 8])
    parser.add_argument("--hash-seeds", type=int, nargs="+", default=[0, 1])
    options = parser.parse_args()
    cases = [case(number) for number in range(options.rows)]
    first: Result | None = None
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        for setting in (Setting(workers, seed) for workers in options.workers for seed in options.hash_seeds):
            alone = finished(folder_with(cases, Path(place) / f"alone-{setting}"), setting)
            first = first or alone
            wrong += [f"{setting}, left alone: {name}" for name in differences(first, alone)]
            chance = random.Random(f"{options.seed} {setting}")  # noqa: S311  # a seeded draw
            points = [chance.randrange(options.rows) for _ in range(options.kills)]
            folder = folder_with(cases, Path(place) / f"killed-{setting}")
            held = list(killed(folder, setting, points, chance))
            wrong += [
                f"{setting}, killed: {name}" for name in differences(first, finished(folder, setting, "--resume", RUN))
            ]
            wrong += [_read(folder / "errors.txt").decode()] if wrong else []
            _say(f"{setting}: killed {len(held)} times, with {held} of {options.rows} rows kept")
    _say("\n".join(wrong) or "every run came out the same")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
