"""The whole way from an answer to its risk, on answers whose claims people checked.

    make prove NAME=factcheck
    python -m tests.proofs.factcheck --date 2026-11-30

94 answers of Factcheck-GPT: claims found and judged by what ships, scored under `paper` and `guarded`, beside
what people's labels come to and what they found true. Writes docs/reference/factcheck-gpt.md. Finished
answers stay in build/factcheck.jsonl, so that a stopped run goes on. The data lie in $CLAIMGAUGE_SHARED, or
in `shared` beside the checkout.
"""

import argparse
import datetime as dt
import sys
from itertools import islice
from pathlib import Path

from tests.conftest import ROOT
from tests.proofs.factcheck_data import DATA, LEARNT, answers
from tests.proofs.factcheck_page import page
from tests.proofs.factcheck_run import JOURNAL, outcomes
from tests.proofs.factcheck_study import study

PAGE = ROOT / "docs" / "reference" / "factcheck-gpt.md"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.factcheck", description=__doc__.partition("\n")[0])
    parser.add_argument("--date", default=dt.datetime.now(tz=dt.UTC).date().isoformat(), help="the date on the page")
    parser.add_argument("--page", type=Path, default=PAGE, help="where to write it")
    parser.add_argument("--journal", type=Path, default=JOURNAL, help="where finished answers are kept")
    parser.add_argument("--first", type=int, help="only so many answers, to try it; give another --page")
    options = parser.parse_args()
    if missing := [path for path in (DATA, LEARNT) if not path.is_file()]:
        sys.stderr.write(f"no data at {missing[0]}; set CLAIMGAUGE_SHARED to the folder that holds data/\n")
        return 2
    every = tuple(islice(answers(), options.first))
    text = page(study(every, tuple(outcomes(every, options.journal))), date=options.date)
    options.page.write_text(text)
    sys.stdout.write(f"{text}written: {options.page}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
