"""The command line as a user runs it: a process of its own, in a folder of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def rows(self):
        return [json.loads(line) for line in self.out.splitlines()]


def run(*arguments, given=b"", cwd=None):
    done = subprocess.run(
        [sys.executable, "-c", "from claimgauge.cli import main; main()", *map(str, arguments)],
        input=given,
        capture_output=True,
        cwd=cwd,
        timeout=120,
        check=False,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONWARNINGS": "error", "PYTHONUTF8": "1"},
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
