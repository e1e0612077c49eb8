"""`claimgauge bench judge`: which of two narrations a language model finds more useful."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from claimgauge.errors import InputError
from claimgauge.language import LanguageModel
from claimgauge.models import RecordingModel
from claimgauge.statistics import fewest_iterations
from claimgauge.wiring import apart, write_whole
from claimgauge_bench.commands.sources import domains_of, model_of
from claimgauge_bench.judge import (
    Cluster,
    Judged,
    JudgeDraws,
    Pairs,
    UsefulnessJudge,
    Which,
    judged,
    judged_text,
    pairs_of,
    replies_on,
    shipped_prompt,
)
from claimgauge_bench.narrated import read_narrated

RECORDING = ".calls.jsonl"


def judge(  # noqa: PLR0913  # one argument for each option
    run_folder: Annotated[
        Path, typer.Argument(metavar="RUN_FOLDER", help="The folder that claimgauge bench run wrote.")
    ],
    *,
    a: Annotated[str, typer.Option("--a", metavar="NARRATOR/SETTING", help="One side, as the plan names it.")],
    b: Annotated[str, typer.Option("--b", metavar="NARRATOR/SETTING", help="The other side.")],
    model: Annotated[Path, typer.Option(metavar="FILE", help="The settings of the model that judges (TOML).")],
    out: Annotated[
        Path,
        typer.Option(metavar="FILE", help="Write the result here, and what was asked beside it (.calls.jsonl)."),
    ],
    texts: Annotated[Which, typer.Option(help="The claims that ship, or all that were kept.")] = "shipped",
    cluster: Annotated[Cluster, typer.Option(help="What is drawn: instances, or whole profiles.")] = "instance",
    iterations: Annotated[int, typer.Option(help="How often the pairs are drawn anew.")] = 10_000,
    seed: Annotated[int, typer.Option(help="Where the draws start; the same seed gives the same intervals.")] = 7,
    base: Annotated[Path, typer.Option(metavar="FOLDER", help="What a plan's own cases are relative to.")] = Path(),
    partial: Annotated[bool, typer.Option("--partial", help="Judge a run that did not come to its end.")] = False,
) -> None:
    """Judge which of two narrations is more useful, each pair in both orders. It is no measure of faithfulness."""
    draws = JudgeDraws(iterations=iterations, seed=seed, cluster=cluster)
    if iterations < (least := fewest_iterations(draws.level)):
        raise InputError(
            f"{iterations} are too few at level {draws.level!r}; give {least:,} or more", source="iterations"
        )
    pairs = pairs_of(read_narrated(run_folder, domains_of(base), partial=partial), a=a, b=b, which=texts)
    apart({"--out": out}, [str(model), *(str(path) for path in run_folder.glob("*"))])
    out.parent.mkdir(parents=True, exist_ok=True)
    found = asyncio.run(
        judge_pairs(pairs, model_of(model), recording=out.with_suffix(RECORDING), which=texts, draws=draws)
    )
    write_whole(out, msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
    sys.stdout.write(judged_text(found))


async def judge_pairs(
    pairs: Pairs, model: LanguageModel, *, recording: Path, which: Which, draws: JudgeDraws
) -> Judged:
    """Ask about every pair, and sum up; what is on file in `recording` is not asked again.

    Raises RunError where too many calls fail, ModelError for a recording of another model.
    """
    asked = UsefulnessJudge(RecordingModel(model, recording), shipped_prompt())
    replies = [reply async for reply in replies_on(pairs, asked)]
    return judged(pairs, replies, which=which, model=asked.model, prompt=asked.prompt, draws=draws)
