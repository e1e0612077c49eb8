"""Ways to make one number of an answer's labels, compared on answers whose outcome is known.

    make prove NAME=aggregators
    python -m tests.proofs.aggregators --date 2026-11-30

Factcheck-GPT, ExpertQA and FRANK, and XSum for what its labels say of truth. Writes
docs/reference/aggregators-study.md and docs/images/dilution.svg. What the network reads is kept in
build/aggregators-entailment.json. The data lie in $CLAIMGAUGE_SHARED, or in `shared` beside the checkout.
"""

import argparse
import datetime as dt
import sys
from pathlib import Path

from tests.conftest import ROOT
from tests.proofs.aggregators_data import NEEDED, Network, expertqa, factcheck, frank, heldout, of_test_split
from tests.proofs.aggregators_page import page
from tests.proofs.aggregators_plot import drawing
from tests.proofs.aggregators_study import study

PAGE = ROOT / "docs" / "reference" / "aggregators-study.md"
IMAGE = ROOT / "docs" / "images" / "dilution.svg"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.aggregators", description=__doc__.partition("\n")[0])
    parser.add_argument("--date", default=dt.datetime.now(tz=dt.UTC).date().isoformat(), help="the date on the page")
    parser.add_argument("--page", type=Path, default=PAGE, help="where to write it")
    parser.add_argument("--image", type=Path, default=IMAGE, help="where to write the drawing")
    options = parser.parse_args()
    if missing := [path for path in NEEDED if not path.is_file()]:
        sys.stderr.write(f"no data at {missing[0]}; set CLAIMGAUGE_SHARED to the folder that holds data/\n")
        return 2
    network = Network()
    checked, asked, summaries = factcheck(network), expertqa(network), frank("cnndm")
    network.keep()
    whole = study(
        (checked, factcheck(network, least_false=1 / 3), asked),
        (frank("cnndm", least_wrong=0.5),),
        (summaries, frank("bbc")),
    )
    unseen = {checked.name: heldout(), asked.name: of_test_split()}
    options.page.write_text(page(whole, unseen, date=options.date))
    options.image.write_text(
        drawing(
            whole.diluted[3.0],
            "One contradicted claim of criticality 3 among supported ones",
        )
    )
    sys.stdout.write(f"written: {options.page}, {options.image}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
