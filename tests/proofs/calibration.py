"""Bands of today beside fitted ones, on answers that people checked.

    make prove NAME=calibration
    python -m tests.proofs.calibration --date 2026-11-30

Factcheck-GPT and ExpertQA under `paper` and `guarded`: by people's labels, an upper bound, and by those of the
labeller that ships. Writes docs/reference/calibration-study.md. Finished answers stay in build/factcheck.jsonl and
build/calibration.jsonl, so that a stopped run goes on. The data lie in $CLAIMGAUGE_SHARED, or in `shared` beside
the checkout.
"""

import argparse
import datetime as dt
import sys
from itertools import islice
from pathlib import Path

from tests.conftest import ROOT
from tests.proofs.calibration_data import EXPERTQA, expert_answers
from tests.proofs.calibration_page import page
from tests.proofs.calibration_study import study
from tests.proofs.factcheck_data import DATA, answers
from tests.proofs.factcheck_run import JOURNAL, outcomes

PAGE = ROOT / "docs" / "reference" / "calibration-study.md"
EXPERT_JOURNAL = ROOT / "build" / "calibration.jsonl"
ITERATIONS = 2_000


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.calibration", description=__doc__.partition("\n")[0])
    parser.add_argument("--date", default=dt.datetime.now(tz=dt.UTC).date().isoformat(), help="the date on the page")
    parser.add_argument("--page", type=Path, default=PAGE, help="where to write it")
    parser.add_argument("--first", type=int, help="only so many answers of ours, to try it; give another --page")
    options = parser.parse_args()
    if missing := [path for path in (DATA, EXPERTQA) if not path.is_file()]:
        sys.stderr.write(f"no data at {missing[0]}; set CLAIMGAUGE_SHARED to the folder that holds data/\n")
        return 2
    every, experts = tuple(answers()), tuple(expert_answers())
    read = [each for each in experts if each.split == "test" and each.has_passages and each.harmful is not None]
    ours = tuple(outcomes(list(islice(every, options.first)), JOURNAL))
    experts_ours = tuple(outcomes(list(islice(read, options.first)), EXPERT_JOURNAL))
    found = study(every[: len(ours)], ours, experts, experts_ours, iterations=ITERATIONS)
    command = f"python -m tests.proofs.calibration --date {options.date}"
    text = page(found, date=options.date, command=command)
    options.page.write_text(text)
    sys.stdout.write(f"{text}written: {options.page}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
