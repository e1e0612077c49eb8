"""Derived values on real financial tables: every arithmetic question of TAT-QA, declared, altered and undeclared.

    make prove NAME=tatqa
    python -m tests.proofs.tatqa --seed 2 --date 2026-01-31

Writes docs/reference/tatqa.md. Exit code 1 where fewer than 99 % of the declarable derivations verify,
or where fewer than 99 % of any family of alterations are rejected.
"""

import argparse
import datetime as dt
import sys
from pathlib import Path

from tests.conftest import ROOT
from tests.proofs.tatqa_page import page
from tests.proofs.tatqa_study import FOLDER, Study, studied

PAGE = ROOT / "docs" / "reference" / "tatqa.md"
GOAL = 0.99


def passed(study: Study) -> bool:
    """Whether right answers verify, and altered ones of every family do not."""
    families = [(sum(row.rejected for row in rows), len(rows)) for rows in study.alterations.values()]
    return all(hits >= GOAL * count for hits, count in ((len(study.cases), study.declared), *families))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.tatqa", description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--date", default=dt.datetime.now(tz=dt.UTC).date().isoformat())
    parser.add_argument("--page", type=Path, default=PAGE)
    options = parser.parse_args()
    if not FOLDER.is_dir():
        sys.stderr.write(f"TAT-QA is not at {FOLDER}; set CLAIMGAUGE_SHARED to the folder that holds data/\n")
        return 2
    study = studied(seed=options.seed)
    text = page(study, date=options.date, seed=options.seed)
    options.page.write_text(text)
    sys.stdout.write(text)
    return 0 if passed(study) else 1


if __name__ == "__main__":
    sys.exit(main())
