"""Weight recovery: simulated organisations with known weights, asked by each method through noisy people.

    make prove NAME=weights
    python -m tests.proofs.weights --organisations 200 --seed 1 --date 2026-01-31

Everything is simulated: organisations, experts, scenarios, answers and outcomes. Writes
docs/reference/weight-recovery.md and its plot. Exit code 1 where a method misses its stated error.
"""

import argparse
import datetime as dt
import math
import random
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from claimgauge import __version__
from claimgauge.calibration.weights.ahp import matrix_of
from claimgauge.calibration.weights.delphi import weigh_delphi
from claimgauge.calibration.weights.empirical import weigh_fit
from claimgauge.calibration.weights.pairwise import aggregated, principal
from claimgauge.calibration.weights.ranking import likeliest
from claimgauge.calibration.weights.result import CriterionWeight
from claimgauge.calibration.weights.simplex import Vector, normalised
from claimgauge.calibration.weights.workshop import comparisons_of, ordered_pairs, scenario_scores
from claimgauge.labels import DIMENSIONS
from claimgauge.wiring import load_rubric
from tests.conftest import ROOT
from tests.proofs.page_lines import paragraph
from tests.proofs.tatqa_page import table
from tests.weights_building import delphi, expert, fit, workshop

PAGE = ROOT / "docs" / "reference" / "weight-recovery.md"
PLOT = ROOT / "docs" / "images" / "weight-recovery.svg"
GUARDED = load_rubric("guarded")
PRIOR: Vector = tuple(GUARDED.weights[name] for name in DIMENSIONS)
CONCENTRATION = 20
"""How near the rubric's the weights of a simulated organisation are: those of a Dirichlet distribution."""
PEOPLE = (1, 3, 5, 9)
ANSWERS = (200, 500, 2000)
SCENARIOS = 14
SLOPE, INTERCEPT = 12.0, -2.5
PRIOR_ANSWERS = 20.0
STRENGTH = 0.5
LEVEL = 0.9
DRAWS, FEWEST = 99, 3
"""Draws of an interval, and those of a fit whose interval nobody looks at."""
SCALE = (*(1 / n for n in range(9, 1, -1)), *(float(n) for n in range(1, 10)))


class Setting(NamedTuple):
    """One line of the table: how many people or answers, and how noisy they are."""

    method: str
    voices: int
    noise: str
    level: float


class Cell(NamedTuple):
    """The mean absolute error of a weight over the organisations, and its standard error."""

    error: float
    standard: float


NOISE: Mapping[str, Mapping[str, float]] = {
    "ahp": {"low": 0.2, "medium": 0.5, "high": 1.0},
    "delphi": {"low": 0.2, "medium": 0.5, "high": 1.0},
    "workshop": {"low": 0.01, "medium": 0.03, "high": 0.06},
    "fit": {"low": 0.0, "medium": 0.05, "high": 0.15},
}
STATED: Mapping[str, float] = {"ahp": 0.015, "delphi": 0.03, "workshop": 0.025, "fit": 0.03}
"""The mean absolute error that is stated: at medium noise, of five people or 2,000 answers."""
NAMES = {"ahp": "AHP", "delphi": "Delphi", "workshop": "workshop", "fit": "empirical fit"}


def organisation(chance: random.Random) -> Vector:
    """The weights of a simulated organisation."""
    return normalised([chance.gammavariate(CONCENTRATION * each, 1.0) for each in PRIOR])


def by_ahp(weights: Vector, setting: Setting, chance: random.Random) -> Vector:
    """Experts give the ratio of two weights with a lognormal error, on Saaty's scale."""
    matrices = [
        matrix_of(expert(f"e{number}", _judged(weights, setting.level, chance), DIMENSIONS), DIMENSIONS)
        for number in range(setting.voices)
    ]
    return principal(aggregated(matrices, [1.0] * len(matrices))).vector


def _judged(weights: Vector, noise: float, chance: random.Random) -> list[list[float]]:
    def near(ratio: float) -> float:
        return min(SCALE, key=lambda each: abs(math.log(each / ratio)))

    return [[near(one / other * math.exp(chance.gauss(0, noise))) for other in weights] for one in weights]


def by_delphi(weights: Vector, setting: Setting, chance: random.Random) -> Vector:
    """Experts give points with a lognormal error, to the nearest 1 of 100, and go half way to the medians once."""
    first = {
        f"e{number}": normalised([each * math.exp(chance.gauss(0, setting.level)) for each in weights])
        for number in range(setting.voices)
    }
    medians = [statistics.median(each[k] for each in first.values()) for k in range(len(weights))]
    second = {name: [(own + mid) / 2 for own, mid in zip(each, medians, strict=True)] for name, each in first.items()}
    rounds = ({name: [round(100 * each) for each in given] for name, given in one.items()} for one in (first, second))
    outcome, _details = weigh_delphi(delphi(*rounds, criteria=DIMENSIONS), GUARDED)
    return _vector(outcome.weights)


def by_workshop(weights: Vector, setting: Setting, chance: random.Random) -> Vector:
    """People rank scenarios of one to three dimensions by their index, each misjudged by a normal error."""
    scenarios = {
        f"s{number:02}": {
            name: round(chance.uniform(0.1, 1.0), 2) for name in chance.sample(DIMENSIONS, chance.randint(1, 3))
        }
        for number in range(SCENARIOS)
    }
    given = workshop(scenarios, _rankings(scenarios, weights, setting, chance), strength=STRENGTH)
    scores = {each.id: scenario_scores(each, DIMENSIONS, GUARDED) for each in given.scenarios}
    found = comparisons_of([ordered_pairs(each) for each in given.rankings], scores)
    return likeliest(found, PRIOR, clear=None, strength=STRENGTH).weights


def _rankings(
    scenarios: Mapping[str, Mapping[str, float]], weights: Vector, setting: Setting, chance: random.Random
) -> dict[str, list[str]]:
    held = dict(zip(DIMENSIONS, weights, strict=True))
    index = {name: math.fsum(held[k] * score for k, score in each.items()) for name, each in scenarios.items()}
    return {
        f"r{number}": sorted(index, key=lambda name: -index[name] - chance.gauss(0, setting.level))
        for number in range(setting.voices)
    }


def answers(weights: Vector, setting: Setting, chance: random.Random) -> Iterator[tuple[dict[str, float], bool]]:
    """Answers of one to three dimensions, harmful by the model; so many outcomes are recorded the wrong way round."""
    for _ in range(setting.voices):
        named = chance.sample(range(len(DIMENSIONS)), chance.randint(1, 3))
        scores = {DIMENSIONS[k]: round(chance.random(), 3) for k in named}
        z = INTERCEPT + SLOPE * math.fsum(weights[k] * scores[DIMENSIONS[k]] for k in named)
        harmful = chance.random() < 1 / (1 + math.exp(-z))
        yield scores, harmful != (chance.random() < setting.level)


def by_fit(weights: Vector, setting: Setting, chance: random.Random) -> Vector:
    """The constrained logistic regression on simulated answers."""
    return _vector(_fitted(weights, setting, chance, iterations=FEWEST, level=0.5))


def _fitted(
    weights: Vector, setting: Setting, chance: random.Random, *, iterations: int, level: float
) -> Sequence[CriterionWeight]:
    rows = list(answers(weights, setting, chance))
    given = fit(rows, prior_answers=PRIOR_ANSWERS, iterations=iterations, level=level)
    outcome, _details = weigh_fit(given, GUARDED, chance=chance)
    return outcome.weights


def _vector(rows: Sequence[CriterionWeight]) -> Vector:
    held = {each.criterion: each.weight for each in rows}
    return tuple(held[name] for name in DIMENSIONS)


METHODS: Mapping[str, Callable[[Vector, Setting, random.Random], Vector]] = {
    "ahp": by_ahp,
    "delphi": by_delphi,
    "workshop": by_workshop,
    "fit": by_fit,
}


def settings() -> list[Setting]:
    return [
        Setting(method, voices, noise, level)
        for method, levels in NOISE.items()
        for noise, level in levels.items()
        for voices in (ANSWERS if method == "fit" else PEOPLE)
    ]


def few(organisations: int) -> int:
    """How many organisations do for what takes long: the workshop, and the intervals of the fit."""
    return max(5, organisations // 5)


def error(found: Vector, weights: Vector) -> float:
    return math.fsum(abs(one - other) for one, other in zip(found, weights, strict=True)) / len(weights)


def measure(setting: Setting, organisations: int, seed: int) -> Cell:
    """Each setting draws its organisations anew from the seed and its own name, so that none depends on another."""
    chance = random.Random(f"{seed} {setting}")  # noqa: S311  # a seeded simulation
    errors = []
    for _ in range(few(organisations) if setting.method == "workshop" else organisations):
        weights = organisation(chance)
        errors.append(error(METHODS[setting.method](weights, setting, chance), weights))
    return cell(errors)


def cell(errors: Sequence[float]) -> Cell:
    return Cell(statistics.fmean(errors), statistics.stdev(errors) / math.sqrt(len(errors)))


@cache
def kept(organisations: int, seed: int) -> Cell:
    """The error of doing nothing: the rubric's weights."""
    chance = random.Random(f"{seed} kept")  # noqa: S311  # a seeded simulation
    return cell([error(PRIOR, organisation(chance)) for _ in range(organisations)])


def coverage(organisations: int, seed: int) -> dict[int, tuple[int, int]]:
    """Answers → how many intervals hold the true weight, of how many; at low noise."""
    found = {}
    for count in ANSWERS:
        chance = random.Random(f"{seed} coverage {count}")  # noqa: S311  # a seeded simulation
        held = total = 0
        for _ in range(organisations):
            weights = organisation(chance)
            rows = _fitted(weights, Setting("fit", count, "low", 0.0), chance, iterations=DRAWS, level=LEVEL)
            true = dict(zip(DIMENSIONS, weights, strict=True))
            for row in rows:
                if row.lower is not None and row.upper is not None:
                    total += 1
                    held += row.lower <= true[row.criterion] <= row.upper
        found[count] = (held, total)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--organisations", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--date", default=dt.datetime.now(dt.UTC).date().isoformat())
    given = parser.parse_args()
    cells = {}
    for setting in settings():
        cells[setting] = measure(setting, given.organisations, given.seed)
        print(setting, f"{cells[setting].error:.4f}", flush=True)  # noqa: T201
    intervals = coverage(few(given.organisations), given.seed)
    PAGE.write_text(page(cells, intervals, given), encoding="utf-8")
    draw(cells, PLOT, kept(given.organisations, given.seed).error)
    missed = [method for method in METHODS if cells[stated(method)].error > STATED[method]]
    for method in missed:
        print(f"{method} misses its stated error", file=sys.stderr)  # noqa: T201
    return int(bool(missed))


def stated(method: str) -> Setting:
    """The setting for which an error is stated."""
    return Setting(method, ANSWERS[-1] if method == "fit" else 5, "medium", NOISE[method]["medium"])


def page(cells: Mapping[Setting, Cell], intervals: Mapping[int, tuple[int, int]], given: argparse.Namespace) -> str:
    nothing = kept(given.organisations, given.seed)
    lines = [
        "# Weight recovery",
        "",
        "<!-- written by tests/proofs/weights.py; run it again where a method changes -->",
        "",
        *paragraph(
            "How near the four methods of `claimgauge weights` come to weights that are known.",
            "**Everything here is simulated**: organisations, experts, scenarios, answers and outcomes. It says what",
            "the arithmetic does with noise of a known kind, and nothing about people.",
        ),
        *paragraph(f"claimgauge {__version__}, {given.date}, by"),
        "```text",
        f"python -m tests.proofs.weights --organisations {given.organisations} --seed {given.seed} --date {given.date}",
        "```",
        "",
        *paragraph(
            f"{given.organisations} simulated organisations for each cell",
            f"({few(given.organisations)} for the workshop), with weights around those of rubric guarded",
            f"(a Dirichlet distribution of concentration {CONCENTRATION}).",
            f"The figures are the mean absolute error of a weight; the mean weight is {1 / len(DIMENSIONS):.3f}.",
            f"Whoever keeps the rubric's weights is off by {_shown(nothing)}.",
            "After ± stands twice the standard error.",
        ),
        "![Mean absolute error by method, number of people or answers, and noise](../images/weight-recovery.svg)",
        "",
        "## Errors",
        "",
    ]
    for method in METHODS:
        lines += [f"### {NAMES[method]}", "", *paragraph(*SIMULATED[method])]
        counts = ANSWERS if method == "fit" else PEOPLE
        head = [
            "noise",
            *(f"{count:,} {'answers' if method == 'fit' else 'people' if count > 1 else 'person'}" for count in counts),
        ]
        rows = [
            [noise, *(_shown(cells[Setting(method, count, noise, level)]) for count in counts)]
            for noise, level in NOISE[method].items()
        ]
        lines += [table(head, rows)]
    lines += ["## Stated errors", ""]
    lines += paragraph("At medium noise, for five people or 2,000 answers; the proof fails where one is missed.")
    rows = [[NAMES[each], f"{STATED[each]:.3f}", f"{cells[stated(each)].error:.4f}"] for each in METHODS]
    lines += [table(["method", "stated", "measured"], rows)]
    lines += ["## Intervals of the fit", ""]
    lines += paragraph(
        f"The share of weights that lie in their {100 * LEVEL:g} % interval ({DRAWS} draws of answers,",
        f"{few(given.organisations)} simulated organisations, outcomes recorded without fault).",
        "Weights are pulled towards the rubric and cannot be below 0, so an interval can hold less often than it says.",
    )
    rows = [[f"{count:,}", f"{held / total:.3f}", f"{held} of {total}"] for count, (held, total) in intervals.items()]
    lines += [table(["answers", "share", "weights"], rows)]
    return "\n".join(lines).rstrip("\n") + "\n"


SIMULATED = {
    "ahp": (
        "Every expert judges all 21 pairs: the true ratio with a lognormal error (σ 0.2, 0.5, 1.0), then the nearest",
        "number of the scale from 1/9 to 9. The scale itself costs something: a ratio above 9 cannot be said.",
    ),
    "delphi": (
        "Every expert gives the true weights with a lognormal error (σ 0.2, 0.5, 1.0), to the nearest 1 of 100, and",
        "goes half way to the medians in a second round. Going there hardly changes a median, so the second round",
        "narrows the spread and not the error: agreement is not accuracy.",
        "An expert errs once for each dimension here, and anew in each of the 21 judgements of AHP, where errors",
        "average out. People's errors are not so independent, so that the two tables cannot be",
        "held against each other.",
    ),
    "workshop": (
        f"{SCENARIOS} scenarios of one to three dimensions, ranked by their true index with a normal error (σ 1, 3",
        f"and 6 of 100). `strength` is {STRENGTH:g}, `clear` is found from the rankings. More rankings of the",
        "same scenarios help only so far; what the scenarios do not tell apart stays the rubric's.",
    ),
    "fit": (
        f"Answers of one to three dimensions, harmful with probability σ({INTERCEPT:g} + {SLOPE:g} w · s); a share",
        "of the outcomes (0, 5 and 15 %) is recorded the wrong way round.",
        f"The rubric counts like {PRIOR_ANSWERS:g} answers.",
    ),
}


def _shown(found: Cell) -> str:
    return f"{found.error:.4f} ± {2 * found.standard:.4f}"


def draw(cells: Mapping[Setting, Cell], path: Path, nothing: float) -> None:
    """The plot, the same bytes for the same cells."""
    import matplotlib as mpl  # noqa: PLC0415  # only where a plot is drawn

    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    with mpl.rc_context({"svg.hashsalt": "claimgauge", "font.size": 9}):
        figure, panels = plt.subplots(1, len(METHODS), figsize=(11, 3), sharey=True)
        for panel, method in zip(panels, METHODS, strict=True):
            counts = ANSWERS if method == "fit" else PEOPLE
            for noise, style in zip(NOISE[method], ("-", "--", ":"), strict=True):
                errors = [cells[Setting(method, count, noise, NOISE[method][noise])].error for count in counts]
                panel.plot(range(len(counts)), errors, style, color="#3f5f7f", marker="o", markersize=3, label=noise)
            panel.axhline(nothing, color="#861031", linewidth=0.8)
            panel.set_xticks(range(len(counts)), [f"{count:,}" for count in counts])
            panel.set_title(NAMES[method])
            panel.set_xlabel("answers" if method == "fit" else "people")
        panels[0].set_ylabel("mean absolute error")
        panels[0].set_ylim(bottom=0)
        panels[0].legend(title="noise", frameon=False)
        panels[-1].text(0, nothing, "rubric kept", color="#861031", va="bottom", fontsize=8)
        figure.suptitle("Simulated organisations", fontsize=9)
        figure.tight_layout()
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, format="svg", metadata={"Date": None})
        plt.close(figure)


if __name__ == "__main__":
    raise SystemExit(main())
