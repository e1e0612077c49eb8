"""A benchmark that is killed at random points, and started again, comes out byte by byte like one left alone.

    make prove NAME=bench_kills
    python -m tests.proofs.bench_kills --profiles 40 --kills 10 --seed 3

One run is left alone, another is killed once its rows have grown to a drawn size, and started again, until it is
through; each under a hash seed of its own. The rows are compared byte by byte, the manifest without its times. Exit
code 1 where a byte differs.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench_building import SETTINGS, SIMULATED, written

ROOT = Path(__file__).parents[2]


def started(plan: Path, out: Path, *, hash_seed: int = 0, first: str = "") -> subprocess.Popen[bytes]:
    """The run at work; `first` is Python that the process does before it."""
    code = f"import sys; sys.argv[1:] = {[str(plan), str(out)]!r}\n{first}\n"
    code += "from tests.bench_building import main; sys.exit(main())"
    env = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONWARNINGS": "error", "PYTHONUTF8": "1"}
    return subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=env, stderr=subprocess.PIPE)


def finished(plan: Path, out: Path, *, hash_seed: int = 0, first: str = "") -> tuple[int, str]:
    """Exit code and standard error of a run that is left alone."""
    process = started(plan, out, hash_seed=hash_seed, first=first)
    _out, said = process.communicate(timeout=600)
    return process.returncode, said.decode()


def size(out: Path) -> int:
    """Bytes of rows so far."""
    path = out / "rows.jsonl"
    return path.stat().st_size if path.is_file() else 0


def killed(plan: Path, out: Path, points: list[int], chance: random.Random) -> Iterator[int]:
    """Kill a run once its rows have each of these sizes; the size after each kill that came in time."""
    for point in sorted(points):
        process = started(plan, out, hash_seed=chance.randrange(1000))
        while process.poll() is None and size(out) < point:
            time.sleep(0.0005)
        in_time = process.poll() is None
        process.kill()
        process.communicate()
        if in_time:
            yield size(out)


def differences(one: Path, other: Path) -> list[str]:
    """The names of the files that differ, times aside."""
    names = [name for name in ("rows.jsonl", "journal.jsonl", "plan.toml") if _read(one / name) != _read(other / name)]
    return names + (["manifest.json"] if _without_times(one) != _without_times(other) else [])


def _read(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def _without_times(out: Path) -> object:
    manifest = json.loads(_read(out / "manifest.json") or b"{}")
    manifest.pop("times", None)
    return json.dumps(manifest)  # the order of keys counts


def drawn(most: int, count: int, chance: random.Random) -> list[int]:
    """Sizes at which to kill."""
    return [chance.randrange(1, most) for _ in range(count)]


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Compare a run that was killed with one that was not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--profiles", type=int, default=40)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)  # noqa: S311  # a seeded draw
    with tempfile.TemporaryDirectory() as place:
        plan = written(Path(place), f"profiles = {options.profiles}\nseeds = [1, 2]\n", SIMULATED, SETTINGS)
        alone, out = Path(place) / "alone", Path(place) / "killed"
        code, said = finished(plan, alone)
        held = list(killed(plan, out, drawn(size(alone), options.kills, chance), chance))
        last, more = finished(plan, out, hash_seed=7)
        wrong = differences(alone, out)
        _say(f"killed {len(held)} times, with {held} of {size(alone)} bytes of rows")
        _say("\n".join([*wrong, said, more]).strip() or "both runs came out the same")
        return int(bool(wrong or code or last))


if __name__ == "__main__":
    sys.exit(main())
