"""See the package."""

import argparse
import datetime as dt
import shutil
import sys
from pathlib import Path

from claimgauge_bench.contrasts import load_registration
from claimgauge_bench.measures import Draws
from claimgauge_bench.report import bench_report, read_run, report_page, report_text
from claimgauge_bench.run import load_plan, run_plan
from tests.conftest import ROOT
from tests.proofs import local_model
from tests.proofs.local_model.entailed import entailed
from tests.proofs.local_model.page import page
from tests.proofs.smollm import missing, model_file

HERE = Path(__file__).parent
PAGE = ROOT / "docs" / "reference" / "local-model.md"
WORK = ROOT / "build" / "local-model"
CALLS = "calls.jsonl"


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.proofs.local_model", description=local_model.__doc__.partition("\n")[0]
    )
    parser.add_argument("--date", default=dt.datetime.now(tz=dt.UTC).date().isoformat(), help="the date on the page")
    parser.add_argument("--page", type=Path, default=PAGE, help="where to write it")
    parser.add_argument("--work", type=Path, default=WORK, help="where runs are kept")
    parser.add_argument("--ask", metavar="DOMAIN", help="ask about one domain, and write no page")
    parser.add_argument("--profiles", type=int, help="so many profiles a domain, to try it; give another --page")
    options = parser.parse_args()
    if why := missing():
        sys.stderr.write(f"the model cannot be asked here; {why}\n")
        return 2
    if options.ask:
        run(options.work / f"asked-{options.ask}", profiles=options.profiles, domain=options.ask)
        return 0
    folder = options.work / "run"
    with_what_was_asked(folder, options.work)
    run(folder, profiles=options.profiles)
    found = report(folder, options.work)
    sys.stdout.write(report_text(found))
    options.page.write_text(page(found, entailed(folder), date=options.date), encoding="utf-8")
    sys.stdout.write(f"written: {options.page} and {options.work / 'report.html'}\n")
    return 0


def run(folder: Path, *, profiles: int | None, domain: str = "") -> None:
    """Run the plan, or one domain of it, in a folder; what is on file is not asked again."""
    base = folder.parent / f"{folder.name}-plan"
    base.mkdir(parents=True, exist_ok=True)
    text = (HERE / "plan.toml").read_text()
    if domain:
        text = text.replace('["cards", "loans", "medication"]', f'["{domain}"]')
    (base / "plan.toml").write_text(text)
    (base / "smollm2.toml").write_text(f'kind = "local"\npath = "{model_file()}"\ncontext = 8192\n')
    run_plan(
        load_plan(str(base / "plan.toml"), profiles=profiles),
        folder,
        now=lambda: dt.datetime.now(dt.UTC),
        progress=lambda done, total: sys.stderr.write(f"\r{folder.name}: {done} of {total} rows"),
    )
    sys.stderr.write("\n")


def with_what_was_asked(folder: Path, work: Path) -> None:
    """Begin the recording of a run with what was asked for single domains."""
    asked = sorted(work.glob(f"asked-*/{CALLS}"))
    if asked and not (folder / CALLS).exists():
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / CALLS).open("wb") as whole:
            for path in asked:
                with path.open("rb") as part:
                    shutil.copyfileobj(part, whole)


def report(folder: Path, work: Path):
    """The report of the run, held against the registration, and its page."""
    held = load_registration(HERE / "registration.toml")
    draws = Draws(held.iterations, held.seed, held.level, held.cluster)
    found = bench_report(read_run(folder), draws, registration=held)
    (work / "report.html").write_text(report_page(found), encoding="utf-8")
    return found


if __name__ == "__main__":
    sys.exit(main())
