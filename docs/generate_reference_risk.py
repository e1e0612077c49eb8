"""Writes the page about the risk of the 300 reference cases, from a run over them.

`python docs/generate_reference_risk.py [--date YYYY-MM-DD]`. The cases are looked for in the folder
that CLAIMGAUGE_SHARED names, or else in `shared` beside the repository; where they are absent the
page stays as it is.
"""  # noqa: INP001  # no package

import argparse
import datetime as dt
import os
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from claimgauge import __version__
from claimgauge.labels import DIMENSIONS, LABELS
from claimgauge.readers import read_paths
from claimgauge.wiring import assessing, load_contract, load_rubric, verifiers
from claimgauge.workflow import Assessment, RiskSummary, RiskTally, assess_rows

DOCS = Path(__file__).parent
PAGE = DOCS / "reference" / "reference-cases-risk.md"
SHARED = Path(os.environ.get("CLAIMGAUGE_SHARED", DOCS.parent.parent / "shared"))
FILES = ("greedy", "cap-aware")
CASES = tuple(f"{name}.jsonl.gz" for name in FILES)
RUBRICS = ("paper", "guarded")
CONTRACT = "cards"
BANDS = ("Low", "Medium", "High", "Critical")
READING = """\
The vectors hold one seeded mutation of each claim, so that {rejected} are rejected by design. Nothing here is the
error rate of a model.

Another {uncited} claims pass the gates and cite nothing. A claim that cites nothing is not supported, so of the
{verified} claims that the gates verify {supported} are SUPPORTED, {share} of all claims.

Under `paper` all {cases} cases are Low, although fewer than half of their claims are SUPPORTED. UNSUPPORTED fills
one dimension, and that weighs 0.15.

Under `guarded` every score is a floor, {scores}. The floors decide, and the sum never shows. Within a band such
scores rank nothing; look at the dimensions.

Every case goes to review under both rubrics, because each holds a claim that cites nothing. Here it is the routing
that stops an answer, and not its band.

`guarded` calls {high_cap-aware} cases with cap-aware evidence High, and {high_greedy} with greedy evidence. In the
one {uncited_cap-aware} of the claims cite nothing, in the other {uncited_greedy}. This compares the claims that
were generated, and not the optimisers.

Only dimension U is filled. Preset released has no gate that compares a number with the value it should have, so a
changed number is UNSUPPORTED and never CONTRADICTED. The weights of the other dimensions are not tried here.

Every claim has criticality 1, so no floor for critical claims is tried either.

Every case was assessed and every claim labelled, so mean and bounds are one. They part when a row fails.

No case has a known outcome. The page shows what the constants do; whether they are right it cannot show."""
NOTE = "<!-- written by docs/generate_reference_risk.py; run it again where rubrics or gates change -->"


class Run(NamedTuple):
    """One file under one rubric."""

    file: str
    rubric: str
    rows: list[Assessment]
    summary: RiskSummary


def folder() -> Path:
    """Where the reference cases are, or would be."""
    return SHARED / "data" / "veritygate-reference"


def runs() -> list[Run]:
    """Every file under every rubric, end to end. Raises where a case has no index."""
    found = []
    for rubric in RUBRICS:
        for name in FILES:
            tally, rows = RiskTally(), []
            cases = read_paths([str(folder() / f"{name}.jsonl.gz")])
            for _row, out in assess_rows(cases, assessing(verifiers(CONTRACT, preset="released"), rubric)):
                tally.add(out)
                if not (isinstance(out, Assessment) and out.index):
                    raise ValueError(f"{out.case_id} has no index; what the page says does not hold any more")
                rows.append(out)
            found.append(Run(name, rubric, rows, tally.summary()))
    return found


def page(date: dt.date) -> str:
    """The whole page."""
    found = runs()
    heads = ["rubric", "evidence of", "cases", *BANDS, "mean score", "bounds", "to review"]
    cases = _total(found, "paper")
    return "\n".join(
        [
            "# Risk of the reference cases",
            "",
            NOTE,
            "",
            f"{cases:,} cases of the released VERITYGATE verifier (arXiv 2610.00833v1), assessed end to end: verified",
            f"under contract `{CONTRACT}`, labelled by what the gates found, scored. Both rubrics are provisional, and",
            "higher is riskier. The preset is released; what *verified* does not mean is in",
            "[What verified means](../explanation/what-verified-means.md).",
            "",
            f"claimgauge {__version__}, {date.isoformat()}, by",
            "",
            "```text",
            *(
                f"claimgauge assess {' '.join(CASES)} --contract {CONTRACT} --preset released --rubric {name}"
                for name in RUBRICS
            ),
            "```",
            "",
            "| | digest |",
            "| --- | --- |",
            f"| contract {CONTRACT} | `{load_contract(CONTRACT).digest}` |",
            *(f"| rubric {name} | `{load_rubric(name).digest}` |" for name in RUBRICS),
            "",
            "## Bands and scores",
            "",
            "The mean is over the cases that have an index, and the bounds are over all cases.",
            "",
            *_table(heads, map(_bands, found)),
            "",
            "## Floors",
            "",
            "Cases in which a floor holds; several can hold in one case.",
            "",
            *_table(["rubric", "evidence of", "floor", "while", "cases"], _floors(found)),
            "",
            "## Labels and reasons",
            "",
            "The same under both rubrics, whose `gates` tables are the same. A claim with two labels counts for both.",
            "",
            *_table(["evidence of", "claims", "label", "reason", "claims with it"], _reasons(found)),
            "",
            "## Dimensions",
            "",
            "Mean over the cases, the same under both rubrics.",
            "",
            *_table(["evidence of", *DIMENSIONS], (_dimensions(run) for run in found if run.rubric == "paper")),
            "",
            "## How to read this",
            "",
            *_reading(found),
            "",
        ]
    )


def _total(found: Iterable[Run], rubric: str) -> int:
    return sum(len(run.rows) for run in found if run.rubric == rubric)


def _bands(run: Run) -> list[str]:
    score = run.summary.score
    assert score is not None
    counts = [f"{run.summary.bands.get(name, 0):,}" for name in BANDS]
    bounds = f"{score.lowest:.2f} to {score.highest:.2f}"
    return [run.rubric, run.file, f"{len(run.rows)}", *counts, f"{score.mean:.2f}", bounds, f"{run.summary.review}"]


def _floors(found: Iterable[Run]) -> Iterable[list[str]]:
    for run in found:
        count: Counter[tuple[float, str]] = Counter()
        for row in run.rows:
            assert row.index is not None
            count.update({(hit.value, hit.label) for hit in row.index.floors})
        for (value, label), cases in sorted(count.items(), reverse=True):
            yield [run.rubric, run.file, f"{value:.2f}", label, f"{cases}"]
        if not count:
            yield [run.rubric, run.file, "none", "", "0"]


def reasons(rows: Iterable[Assessment]) -> Counter[tuple[str, str]]:
    """Claims by label and reason; a claim counts once for each pair."""
    count: Counter[tuple[str, str]] = Counter()
    for row in rows:
        for claim in row.claims:
            count.update({(each.label, each.reason) for each in claim.judgements})
    return count


def _reasons(found: Iterable[Run]) -> Iterable[list[str]]:
    for run in found:
        if run.rubric == RUBRICS[0]:
            count = reasons(run.rows)
            for label, reason in sorted(count, key=lambda pair: (LABELS.index(pair[0]), -count[pair])):
                yield [run.file, f"{run.summary.claims:,}", f"`{label}`", f"`{reason}`", f"{count[label, reason]:,}"]


def _dimensions(run: Run) -> list[str]:
    return [run.file, *(f"{run.summary.dimensions[name].mean or 0:.3f}" for name in DIMENSIONS)]


def _reading(found: list[Run]) -> list[str]:
    """What the figures show and what they do not; the sentences that are not figures are asserted."""
    paper = [row for run in found if run.rubric == "paper" for row in run.rows]
    guarded = [row for run in found if run.rubric == "guarded" for row in run.rows]
    claims = [claim for row in paper for claim in row.claims]
    said = reasons(paper)
    supported = said["SUPPORTED", "verified"]
    only_uncited = sum({each.reason for each in claim.judgements} == {"no_citation"} for claim in claims)
    rejected = len(claims) - supported - only_uncited
    scores = sorted({row.index.score for row in guarded if row.index})
    low = sum(row.index.band == "Low" for row in paper if row.index)
    high = {run.file: run.summary.bands.get("High", 0) for run in found if run.rubric == "guarded"}
    dimensions = {name for row in paper for name, value in (row.dimensions or {}).items() if value}
    _assert_still_true(
        dimensions == {"U"},
        {claim.criticality for claim in claims} == {1.0},
        all(row.review for row in (*paper, *guarded)),
        all("no_citation" in {pair[1] for pair in reasons([row])} for row in paper),
        all(row.index and row.index.value == row.index.floor for row in guarded),
        all(row.labelled_share == 1 for row in paper),
        low == len(paper),
        supported < len(claims) / 2,
    )
    figures = {
        "rejected": f"{rejected:,} of {len(claims):,} claims ({rejected / len(claims):.1%})",
        "uncited": f"{only_uncited:,}",
        "verified": f"{supported + only_uncited:,}",
        "supported": f"{supported:,}",
        "share": f"{supported / len(claims):.1%}",
        "scores": " or ".join(f"{score:g}" for score in scores),
        "cases": f"{len(paper)}",
        **{f"high_{name}": f"{count}" for name, count in high.items()},
        **{f"uncited_{run.file}": f"{_uncited_share(run):.1%}" for run in found},
    }
    return [
        textwrap.fill(f"{number}. {sentence}", width=115, subsequent_indent="   ", break_on_hyphens=False)
        for number, sentence in enumerate(READING.format(**figures).split("\n\n"), start=1)
    ]


def _uncited_share(run: Run) -> float:
    return reasons(run.rows)["UNSUPPORTED", "no_citation"] / run.summary.claims


def _assert_still_true(*holds: bool) -> None:
    if not all(holds):
        raise ValueError("a sentence of `How to read this` does not hold any more; look at the figures and rewrite it")


def _table(heads: list[str], rows: Iterable[list[str]]) -> list[str]:
    return [f"| {' | '.join(cells)} |" for cells in (heads, ["---"] * len(heads), *rows)]


def main(arguments: list[str]) -> int:
    """Write the page, or say that the cases are absent."""
    parser = argparse.ArgumentParser(description="Write the page about the risk of the reference cases.")
    parser.add_argument("--date", type=dt.date.fromisoformat, default=dt.datetime.now().astimezone().date())
    date = parser.parse_args(arguments).date
    if not folder().is_dir():
        sys.stderr.write(f"no reference cases in {folder()}; set CLAIMGAUGE_SHARED to the folder that holds data/\n")
        return 0
    PAGE.write_text(page(date), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
