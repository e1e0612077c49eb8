"""Measures claimgauge against a plain transcription of the gates, and against decoding alone; see README.md.

Prints tables, writes build/speed.json and build/speed-growth.svg. Exits with 1 only where the verdicts
differ from the transcription's; a goal that is missed is shown and changes nothing.
"""

import argparse
import datetime as dt
import io
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import IO, Any, Literal

import msgspec
from rich.console import Console
from rich.table import Table

import growth
import transcription
from claimgauge.gates import CompiledGraph, Verifier
from claimgauge.readers import read_stream
from claimgauge.wiring import case_verifier, load_contract, load_entailment
from claimgauge.workflow import Case, CaseRow, CaseVerifier
from decisions import DECISIONS, seconds_of_decisions
from measure import in_turns, ratio
from pipeline import verify_lines
from prose import seconds_of_an_answer
from workload import CLAIMS, Lists, bundles, in_prose, lines, messages, released

BUILD = Path(__file__).parent.parent / "build"
INSTANCES = 50
"""Few enough to stay near the processor, as the rows of a stream do."""
FAILING = 0.1
STREAMED = 1_000_000
STRICT_CONTRACT = Path(__file__).parent / "strict.toml"
MEGABYTE = 1e6
_cases = msgspec.json.Decoder(Case)
_encoder = msgspec.json.Encoder()


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One measured value, the bound it should keep, and whether it does; rates are claims per second.

    `bound` and `met` are None for a value that is only shown.
    """

    name: str
    value: float
    unit: str
    bound: float | None
    keep: Literal["at least", "at most"]
    met: bool | None
    rates: dict[str, int]


def figure(
    name: str, value: float, unit: str, keep: Literal["at least", "at most"], bound: float | None, **rates: float
) -> Figure:
    met = None if bound is None else value >= bound if keep == "at least" else value <= bound
    return Figure(
        name=name,
        value=round(value, 3),
        unit=unit,
        bound=bound,
        keep=keep,
        met=met,
        rates={each: round(rate) for each, rate in rates.items()},
    )


def compiled(verifier: Verifier, case: Case) -> CompiledGraph:
    return verifier.compile(case.nodes, allowed_entities=case.allowed_entities, allowed_numbers=case.allowed_numbers)


def disagreements(verifier: Verifier) -> Iterator[str]:
    """Every claim of which the transcription says something else, over the whole workload."""
    for lists in ("given", "derived"):
        for failing in (0.0, FAILING, 1.0):
            raw = lines(bundles(INSTANCES, lists=lists, failing=failing))
            for case, bundle in zip(map(_cases.decode, raw), released(raw), strict=True):
                ours, theirs = messages(compiled(verifier, case).check(case.claims)), transcription.verify(bundle)
                yield from (
                    f"{case.id}, claim {index}: {one} and not {other}"
                    for index, (one, other) in enumerate(zip(ours, theirs, strict=True))
                    if one != other
                )


def rate(seconds: list[float], claims: int) -> float:
    return claims / statistics.median(seconds)


def check_alone(verifier: Verifier, rounds: int) -> Iterator[Figure]:
    """(a): checking alone, against the transcription."""
    raw = lines(bundles(INSTANCES, lists="derived"))
    cases = list(map(_cases.decode, raw))
    graphs = [(compiled(verifier, case), case.claims) for case in cases]
    plain = released(raw)
    taken = in_turns(
        {
            "claimgauge": lambda: [graph.check(claims) for graph, claims in graphs],
            "transcription": lambda: list(map(transcription.verify, plain)),
        },
        rounds=rounds,
    )
    yield _against_transcription("a1  check, graph reused, all passing", 5.0, taken)
    for lists, goal in (("given", 1.2), ("derived", 1.5)):
        yield from _graph_each(verifier, lists, goal, rounds)


def _graph_each(verifier: Verifier, lists: Lists, goal: float, rounds: int) -> Iterator[Figure]:
    """The goal is for verdicts and findings, which is what the transcription gives; hints come on top."""
    raw = lines(bundles(INSTANCES, lists=lists, failing=FAILING))
    cases, plain = list(map(_cases.decode, raw)), released(raw)
    taken = in_turns(
        {
            "claimgauge": lambda: [compiled(verifier, case).check(case.claims, hints=False) for case in cases],
            "with hints": lambda: [compiled(verifier, case).check(case.claims) for case in cases],
            "transcription": lambda: list(map(transcription.verify, plain)),
        },
        rounds=rounds,
    )
    yield _against_transcription(f"a2  compile and check, lists {lists}, 10 % failing", goal, taken)
    rates = {each: rate(taken[each], INSTANCES * CLAIMS) for each in ("with hints", "transcription")}
    value = ratio(taken, "with hints", "transcription")
    yield figure(f"    the same with hints, lists {lists}", value, "×", "at least", None, **rates)


def _against_transcription(name: str, goal: float, taken: dict[str, list[float]]) -> Figure:
    rates = {each: rate(seconds, INSTANCES * CLAIMS) for each, seconds in taken.items()}
    return figure(name, ratio(taken, "claimgauge", "transcription"), "×", "at least", goal, **rates)


def bytes_to_rows(each: CaseVerifier, lists: Lists, goal: float, rounds: int) -> tuple[Figure, dict[str, float]]:
    """(b): JSON Lines to verdict rows, against decoding alone; and where the time goes, in µs a row."""
    raw = lines(bundles(INSTANCES, lists=lists, failing=FAILING))
    stream = b"\n".join(raw)
    spent: list[list[int]] = []
    taken = in_turns(
        {
            "whole": lambda: verify_lines(io.BytesIO(stream), io.BytesIO(), each),
            "decode alone": lambda: [_cases.decode(line) and None for line in raw],
            "stages": lambda: spent.append(stage_by_stage(io.BytesIO(stream), each)),
        },
        rounds=rounds,
    )
    stages = {name: statistics.median(taken[name]) / INSTANCES * 1e6 for name in ("decode alone", "whole")}
    by_stage = zip(STAGES, zip(*spent, strict=True), strict=True)
    stages |= {name: statistics.median(nanoseconds) / INSTANCES / 1e3 for name, nanoseconds in by_stage}
    rates = {name: rate(taken[name], INSTANCES * CLAIMS) for name in ("whole", "decode alone")}
    value = ratio(taken, "whole", "decode alone")
    return figure(f"b   bytes to verdict rows, lists {lists}", value, "×", "at least", goal, **rates), stages


STAGES = ("read", "digest", "compile", "check", "encode")


def stage_by_stage(stream: IO[bytes], each: CaseVerifier) -> list[int]:
    """Nanoseconds of each stage over all rows, one row after the other as the product does it."""
    spent = [0] * len(STAGES)
    rows, sink, clock = read_stream(stream, name="lines"), io.BytesIO(), time.perf_counter_ns
    while True:
        times = [clock()]
        row = next(rows, None)
        times.append(clock())
        if not isinstance(row, CaseRow):
            return spent
        _ = row.case.graph.digest
        times.append(clock())
        graph = compiled(each.verifier, row.case)
        times.append(clock())
        verdicts = graph.check(row.case.claims)
        times.append(clock())
        sink.write(_encoder.encode(verdicts))
        times.append(clock())
        for stage, (start, end) in enumerate(pairwise(times)):
            spent[stage] += end - start


def strict_rows(rounds: int) -> Iterator[Figure]:
    """(f): bytes to verdict rows under preset strict, against released; 10 % failing, in two kinds of prose."""
    strict, released = (case_verifier(STRICT_CONTRACT, preset=preset) for preset in ("strict", "released"))
    for prose in ("plain", "rich"):
        stream = b"\n".join(lines(in_prose(bundles(INSTANCES, lists="derived", failing=FAILING), prose)))
        taken = in_turns(
            {
                "strict": lambda stream=stream: verify_lines(io.BytesIO(stream), io.BytesIO(), strict),
                "released": lambda stream=stream: verify_lines(io.BytesIO(stream), io.BytesIO(), released),
            },
            rounds=rounds,
        )
        rates = {each: rate(seconds, INSTANCES * CLAIMS) for each, seconds in taken.items()}
        value = ratio(taken, "strict", "released")
        yield figure(f"f   strict rows, {prose} prose, against released", value, "×", "at least", 0.2, **rates)
        yield figure(f"    claims a second under strict, {prose} prose", rates["strict"], "", "at least", 15_000)


LAUNCH = """
import json, resource, subprocess, sys, time
start = time.perf_counter()
with open(sys.argv[1], "wb") as sink:
    code = subprocess.run(sys.argv[2:], stdout=sink, stderr=subprocess.DEVNULL).returncode
seconds = time.perf_counter() - start
print(json.dumps([code, seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss]))
"""
"""A small process in between: a child's peak memory counts from the size of the process that starts it."""


def million() -> Figure:
    """(c): a file of a million claims through the command line."""
    made = lines(bundles(500, failing=FAILING))
    count = -(-STREAMED // CLAIMS)
    with tempfile.TemporaryDirectory() as folder:
        source, sink = Path(folder) / "cases.jsonl", Path(folder) / "verdicts.jsonl"
        with source.open("wb") as file:
            for index in range(count):
                file.write(made[index % len(made)].replace(b"speed-", b"%d-" % index, 1) + b"\n")
        command = [
            str(Path(sys.executable).parent / "claimgauge"),
            *("verify", str(source), "--contract", "cards", "--preset", "released"),
            *("--format", "jsonl", "--fail-on", "never"),
        ]
        launched = subprocess.run(  # noqa: S603
            [sys.executable, "-c", LAUNCH, str(sink), *command], check=True, capture_output=True
        )
        code, seconds, peak = msgspec.json.decode(launched.stdout)
        with sink.open("rb") as file:
            written = sum(1 for _ in file)
    if code or written != count:
        sys.exit(f"claimgauge verify: exit code {code}, {written} rows for {count}")
    kibibyte = 1024 if sys.platform != "darwin" else 1
    return figure(
        f"c   {STREAMED:,} claims streamed, peak memory",
        peak * kibibyte / MEGABYTE,
        "MB",
        "at most",
        150,
        claimgauge=count * CLAIMS / seconds,
    )


IMPORT = "import time; start = time.perf_counter(); import claimgauge; print(time.perf_counter() - start)"


def importing() -> Figure:
    """(e): `import claimgauge` in a process of its own, the median of several."""
    command = [sys.executable, "-c", IMPORT]
    runs = [float(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(9)]  # noqa: S603
    return figure("e   import claimgauge", statistics.median(runs), "s", "at most", 0.15)


def prose(rounds: int) -> Figure:
    """(g): six claims over five passages of 200 words, warm, on one core."""
    seconds = seconds_of_an_answer(load_entailment(), rounds)
    return figure("g   six claims, five passages, 95th percentile", seconds, "s", "at most", 2.0)


def policies(rounds: int) -> Iterator[Figure]:
    """(h): decisions of the bundle `bank`, read and apply, against the bare engine with prepared handles."""
    taken = seconds_of_decisions(rounds)
    rates = {each: rate(seconds, DECISIONS) for each, seconds in taken.items()}
    value = ratio(taken, "claimgauge", "bare")
    yield figure("h   decisions of policies, against the bare engine", value, "×", "at least", 0.7, **rates)
    value = ratio(taken, "claimgauge", "bare, adding")
    yield figure("    the same where the engine too is given the sources", value, "×", "at least", None)


def processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("model name")]
    return names[0] if names else platform.processor()


def show_figures(console: Console, figures: list[Figure]) -> None:
    table = Table(
        title="Speed: ratios of rates, each measured in turns with what it is compared to", title_justify="left"
    )
    table.add_column("figure")
    table.add_column("measured", justify="right")
    table.add_column("goal", justify="right")
    table.add_column("")
    table.add_column("claims a second")
    for each in figures:
        sign = "≥" if each.keep == "at least" else "≤"
        goal = "" if each.bound is None else f"{sign} {each.bound:g} {each.unit}"
        rates = ", ".join(f"{name} {value:,}" for name, value in each.rates.items())
        mark = {True: "[green]met[/]", False: "[red]missed[/]", None: ""}[each.met]
        table.add_row(each.name, f"{each.value:.2f} {each.unit}", goal, mark, rates)
    console.print(table)


def show_stages(console: Console, stages: dict[str, dict[str, float]]) -> None:
    table = Table(title="Where the time of (b) goes: µs a row", title_justify="left")
    table.add_column("stage")
    for lists in stages:
        table.add_column(f"lists {lists}", justify="right")
    for name in ("decode alone", *STAGES, "whole"):
        table.add_row(name, *(f"{each[name]:.1f}" for each in stages.values()))
    console.print(table)


def show_growth(console: Console, curves: list[growth.Curve]) -> None:
    table = Table(title=f"Growth: slope on log-log, goal ≤ {growth.SLOPE_GOAL}", title_justify="left")
    table.add_column("curve")
    table.add_column("over")
    for heading in ("from", "to", "first ms", "last ms", "slope", "upper half"):
        table.add_column(heading, justify="right")
    for each in curves:
        style = "green" if each.slope <= growth.SLOPE_GOAL else "red"
        table.add_row(
            each.name,
            each.over,
            f"{each.sizes[0]:,}",
            f"{each.sizes[-1]:,}",
            f"{each.seconds[0] * 1e3:.3f}",
            f"{each.seconds[-1] * 1e3:.3f}",
            f"[{style}]{each.slope:.2f}[/]",
            f"{each.late_slope:.2f}",
        )
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, smaller sizes, no million claims")
    quick: bool = parser.parse_args().quick
    rounds = 9 if quick else 41
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 130)
    each = CaseVerifier(load_contract("cards"), preset="released")
    wrong = list(disagreements(each.verifier))
    figures = list(check_alone(each.verifier, rounds))
    stages: dict[str, dict[str, float]] = {}
    for lists, goal in (("given", 0.25), ("derived", 0.15)):
        measured, stages[lists] = bytes_to_rows(each, lists, goal, rounds)
        figures.append(measured)
    if not quick:
        figures.append(million())
    figures += strict_rows(3 if quick else 15)
    figures.append(prose(15 if quick else 60))
    figures += policies(9 if quick else 41)
    figures.append(importing())
    show_figures(console, figures)
    show_stages(console, stages)
    curves = growth.curves(each, quick=quick)
    show_growth(console, curves)
    BUILD.mkdir(exist_ok=True)
    growth.plot(curves, BUILD / "speed-growth.svg")
    report: dict[str, Any] = {
        "schema": "claimgauge.speed/1",
        "date": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "processor": processor(),
        "quick": quick,
        "agrees": not wrong,
        "figures": figures,
        "stages": stages,
        "growth": curves,
    }
    (BUILD / "speed.json").write_bytes(msgspec.json.format(_encoder.encode(report), indent=2) + b"\n")
    if wrong:
        sys.exit("\n".join(["the verdicts differ from the transcription's:", *wrong[:10]]))


if __name__ == "__main__":
    main()
