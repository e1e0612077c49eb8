"""The whole benchmark at full size without a model: simulated narrators and the template, killed and gone on with.

    make prove NAME=plumbing
    python -m tests.proofs.plumbing --date 2026-11-30

The plan `plumbing` (900 instances of simulated narrators a setting) is run twice: once left alone, once killed in the
middle and started again; the rows must be the same byte by byte. Then `plumbing-seeds`, for the spread between ten
seeds. Writes docs/reference/plumbing.md with its drawings. What is simulated says nothing about any model.
"""

import argparse
import datetime as dt
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import claimgauge
from claimgauge_bench.measures import Draws
from claimgauge_bench.report import BenchReport, bench_report, plot, read_run, report_page, report_text
from tests.conftest import ROOT
from tests.proofs.bench_kills import differences, size
from tests.proofs.page_lines import paragraph, points
from tests.proofs.tatqa_page import table

PAGE = ROOT / "docs" / "reference" / "plumbing.md"
IMAGES = ROOT / "docs" / "images"
WORK = ROOT / "build" / "plumbing"
PLOTS = ("survival", "volume", "gates", "types", "mechanical", "forest-0")
COMMAND = (sys.executable, "-c", "from claimgauge.cli import main; main()", "bench", "run")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.plumbing", description=__doc__.partition("\n")[0])
    parser.add_argument("--date", default=dt.datetime.now(tz=dt.UTC).date().isoformat(), help="the date on the page")
    parser.add_argument("--page", type=Path, default=PAGE, help="where to write it")
    parser.add_argument("--profiles", type=int, help="so many profiles, to try it; give another --page")
    options = parser.parse_args()
    shutil.rmtree(WORK, ignore_errors=True)
    seconds = ran("plumbing", WORK / "alone", options.profiles)
    at = killed("plumbing", WORK / "killed", options.profiles, point=size(WORK / "alone") // 2)
    ran("plumbing", WORK / "killed", options.profiles)
    wrong = differences(WORK / "alone", WORK / "killed")
    ran("plumbing-seeds", WORK / "seeds", options.profiles)
    found = bench_report(read_run(WORK / "killed"), Draws())
    seeds = bench_report(read_run(WORK / "seeds"), Draws(iterations=2000))
    (WORK / "report.html").write_text(report_page(found), encoding="utf-8")
    sys.stdout.write(report_text(found))
    options.page.write_text(page(found, seeds, wrong, at=at, seconds=seconds, date=options.date), encoding="utf-8")
    for name in PLOTS:
        image(name).write_bytes(plot(found, name).svg)
    image("seeds").write_bytes(plot(seeds, "seeds").svg)
    sys.stdout.write(f"written: {options.page} and {WORK / 'report.html'}\n")
    return int(bool(wrong))


def started(plan: str, out: Path, profiles: int | None) -> subprocess.Popen[bytes]:
    few = () if profiles is None else ("--profiles", str(profiles))
    return subprocess.Popen([*COMMAND, plan, "--out", str(out), "--quiet", *few], cwd=ROOT)


def ran(plan: str, out: Path, profiles: int | None) -> float:
    """Run a plan to its end; the seconds that it took. Raises CalledProcessError."""
    start = time.monotonic()
    out.parent.mkdir(parents=True, exist_ok=True)
    if code := started(plan, out, profiles).wait():
        raise subprocess.CalledProcessError(code, plan)
    return time.monotonic() - start


def killed(plan: str, out: Path, profiles: int | None, *, point: int) -> float:
    """Kill a run once its rows have this size; the share of all rows, by their size, that it had then."""
    process = started(plan, out, profiles)
    while process.poll() is None and size(out) < point:
        time.sleep(0.001)
    process.kill()
    process.wait()
    return size(out) / (2 * point)


def image(name: str) -> Path:
    return IMAGES / f"plumbing-{name}.svg"


def page(found: BenchReport, seeds: BenchReport, wrong: list[str], *, at: float, seconds: float, date: str) -> str:
    """The page, as Markdown."""
    return "\n".join(
        [
            "# The benchmark at full size, simulated",
            "",
            "<!-- written by tests/proofs/plumbing.py; run it again where domains, rates or measures change -->",
            "",
            *paragraph(
                "Three **simulated** narrators and the template over the domain `cards`, at the size of the published",
                "study. Simulated narrators make seeded mistakes at [stated rates](simulated-narrators.md), read no",
                "prompt and ask no model. So nothing here is a result about models or prompts: it shows that runs,",
                "measures, intervals and mechanical repair work at full size, and what mechanical repair does to each",
                "kind of failure *if* narrators fail as assumed.",
            ),
            f"claimgauge {claimgauge.__version__}, {date}, by",
            "",
            *("```text", f"python -m tests.proofs.plumbing --date {date}", "```", ""),
            *points(
                f"{found.run.rows:,} rows in {seconds:.0f} s; intervals are 95 %, from 10,000 draws of instances.",
                f"One run was killed at {100 * at:.0f} % of its rows and started again: against a run left alone "
                + (f"{', '.join(wrong)} differ." if wrong else "all rows are the same byte by byte."),
            ),
            *drawn(found, "survival", "volume"),
            "## Mechanical repair by kind of failure",
            "",
            *paragraph(
                "How much of it can be put right follows mostly from an *assumed* rate: how often a claim that cites",
                "the wrong evidence still names the right entities.",
            ),
            table(("narrator", "setting", "failure", "claims", "put right"), list(mechanical(found))),
            *drawn(found, "mechanical", "gates", "types"),
            "## Paired differences",
            "",
            *drawn(found, "forest-0"),
            "## Ten seeds",
            "",
            *paragraph(
                f"{seeds.run.rows:,} rows: 50 profiles for each of ten seeds. The published study had one seed, so it",
                "could not say how much of a difference belongs to the draw of profiles.",
            ),
            table(
                ("narrator", "setting", "survival: mean", "sd", "lowest", "highest", "shipped: sd"), list(spread(seeds))
            ),
            image_line("seeds", "Survival by seed"),
            "",
            "## Every table",
            "",
            "```text",
            report_text(found).rstrip(),
            "```",
            "",
        ]
    )


def drawn(found: BenchReport, *names: str) -> Iterator[str]:
    for name in names:
        yield image_line(name, plot(found, name).caption)
        yield ""


def image_line(name: str, caption: str) -> str:
    return f"![{caption}](../images/{image(name).name})"


def mechanical(found: BenchReport) -> Iterator[tuple[str, ...]]:
    for cell in found.cells:
        if cell.mechanical is not None and cell.narrator != "template":
            for code in cell.mechanical.codes:
                share = f"{code.put_right} ({100 * code.put_right / code.failed:.0f} %)" if code.failed else "–"
                said = code.code.replace("_", " ")
                yield f"{cell.narrator} (simulated)", cell.setting, said, str(code.failed), share


def spread(seeds: BenchReport) -> Iterator[tuple[str, ...]]:
    for each in seeds.spreads:
        if each.survival is None or each.shipped is None or each.narrator == "template":
            continue
        told = each.survival
        shares = (f"{100 * value:.1f} %" for value in (told.mean, told.sd, told.lowest, told.highest))
        yield f"{each.narrator} (simulated)", each.setting, *shares, f"{each.shipped.sd:.2f}"


if __name__ == "__main__":
    sys.exit(main())
