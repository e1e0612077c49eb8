"""The page of the calibration study, from its values."""

from collections.abc import Iterator, Sequence
from typing import Final

from claimgauge import __version__
from claimgauge.calibration.curves import Estimate
from claimgauge.calibration.result import Area, Bands, Calibration
from claimgauge.calibration.thresholds import CostCurve
from claimgauge.reports.figures import signed
from claimgauge.wiring import load_costs
from tests.proofs.calibration_study import (
    EXPERTS,
    EXPERTS_OURS,
    EXPERTS_TEXT,
    OURS,
    STANCE,
    TRUTH,
    Study,
)
from tests.proofs.factcheck_run import RUBRICS
from tests.proofs.page_lines import paragraph, points

SETS: Final = (TRUTH, STANCE, OURS, EXPERTS, EXPERTS_TEXT, EXPERTS_OURS)
CURVE_AT: Final = (0.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0)
"""Thresholds of the score at which the cost curves are shown."""


def page(study: Study, *, date: str, command: str) -> str:
    """The whole page."""
    return "\n".join(_lines(study, date, command)).rstrip() + "\n"


def _lines(study: Study, date: str, command: str) -> Iterator[str]:
    yield "# Bands of today beside fitted ones"
    yield ""
    yield "<!-- written by tests/proofs/calibration.py; run it again where claims, the labeller or a rubric change -->"
    yield ""
    yield from paragraph(
        "The bands of both rubrics are provisional. Here they are held against what people found in two public data",
        "sets, beside bands that were fitted to half of the answers and measured on the other half. It shows what",
        "[calibrate](../how-to/calibrate.md) does; it does not give bands to take over, as neither data set is your",
        "own answers, and the costs are ours.",
    )
    yield from points(*_headlines(study))
    yield from [f"claimgauge {__version__}, {date}, by", "", "```text", command, "```", ""]
    yield from _done()
    yield from _order(study)
    yield from _reliability(study)
    yield from _bands(study)
    yield from _curves(study)
    yield from _ratios(study)
    yield from _limits()


def _headlines(study: Study) -> Iterator[str]:
    for name in SETS:
        found = {rubric: study.calibrations[name, rubric] for rubric in RUBRICS}
        parts = [_headline(rubric, each) for rubric, each in found.items() if isinstance(each, Calibration)]
        yield f"**{name}.** {' '.join(parts)}" if parts else f"**{name}.** No calibration: {found['guarded']}"


def _headline(rubric: str, found: Calibration) -> str:
    bands = found.bands
    if bands.difference is None:
        return f"`{rubric}`: AUROC {_text(found.discrimination.auroc)}; nothing was fitted ({bands.reason})."
    action = min(bands.always, key=lambda each: _value(bands.always[each]))
    said = _reading(bands.difference)
    return (
        f"`{rubric}`: AUROC {_text(found.discrimination.auroc)}; bands of today cost"
        f" {_value(bands.current_cost):.2f} reviews an answer, fitted ones"
        f" {_value(bands.fitted_cost):.2f}, {said} ({_difference(bands)}); the best single action for all, {action},"
        f" costs {_value(bands.always[action]):.2f}."
    )


def _reading(difference: Estimate) -> str:
    if difference.interval is None or difference.interval.lower <= 0 <= difference.interval.upper:
        return "which may be chance"
    return "less" if difference.interval.upper < 0 else "more"


def _done() -> Iterator[str]:
    costs = load_costs()
    yield "## What was done"
    yield ""
    yield from paragraph(
        "*Factcheck-GPT*: 94 answers whose claims people held against web pages; an answer is harmful where they found",
        "a claim of it false. *ExpertQA*: 479 answers whose claims experts judged; an answer is harmful where an",
        "expert called a claim of it incorrect, likely or definitely. Claims of which the expert was unsure say",
        "nothing, and an answer without any judged claim has no outcome. Every claim has criticality 1.",
    )
    yield from paragraph(
        "**Whose labels.** People's labels are an upper bound, not a system. By their *word on the truth* a label is",
        "the outcome itself, so that row shows only what the rubric and the bands lose. By *stances* a claim gets what",
        "the passages say of it. By *support* (ExpertQA) a claim is SUPPORTED, PARTIAL or UNSUPPORTED as the expert",
        "judged its evidence; there is no label for a contradiction. *Our labels* are those of the labeller that",
        "ships, on claims that it found itself; in ExpertQA on the answers of its test part whose claims all have",
        "passages, with the claims one after another as the answer. People's support on the same answers stands beside"
        " them.",
    )
    yield from paragraph(
        "**Fitted and measured.** Half of the answers, by a digest of their ids, are fitted to; all costs and errors",
        "are of the other half. Intervals are 95 %, by resampled answers, for AUROC by DeLong. Answers without an",
        "index are left out, and counted. Labels of ours learnt from the stances of some answers of Factcheck-GPT,",
        "from the test part of ExpertQA never.",
    )
    yield from paragraph(f"**Costs** ({costs.id}, version {costs.version}, ours), in {costs.unit}:")
    rows = [[action, f"{cost.harmful:g}", f"{cost.harmless:g}"] for action, cost in costs.costs.items()]
    yield from _table(["action", "harmful answer", "harmless answer"], rows)


def _order(study: Study) -> Iterator[str]:
    yield "## Does the score put harmful answers on top?"
    yield ""
    yield from paragraph(
        "All answers with an index and an outcome. An average precision of the harmful share says nothing."
    )
    rows = []
    for name, rubric, found in _every(study):
        each = found.discrimination
        rows.append(
            [
                name,
                f"`{rubric}`",
                f"{found.outcomes.answers} of {found.assessments.rows}",
                f"{found.outcomes.harmful}",
                _text(each.auroc),
                _text(each.average_precision),
                f"{_value(each.harmful_share):.3f}",
            ]
        )
    yield from _table(["labels", "rubric", "answers", "harmful", "AUROC", "average precision", "share harmful"], rows)


def _reliability(study: Study) -> Iterator[str]:
    yield "## Does the score mean a probability?"
    yield ""
    yield from paragraph(
        "Brier score and expected calibration error (bins of equal mass) on held-out answers; less is better. The",
        "index was never meant as a probability; the maps are fitted to the other half.",
    )
    rows = []
    for name, rubric, found in _every(study):
        by_reading = {each.reading: each for each in found.reliability}
        cells = []
        for reading in ("index", "isotonic", "platt"):
            each = by_reading.get(reading)  # type: ignore[call-overload]
            cells += ["none", "none"] if each is None else [_text(each.brier), _text(each.error_equal_mass)]
        rows.append([name, f"`{rubric}`", *cells])
    heads = ["labels", "rubric"]
    for reading in ("index / 100", "isotonic", "Platt"):
        heads += [f"Brier, {reading}", f"error, {reading}"]
    yield from _table(heads, rows)


def _bands(study: Study) -> Iterator[str]:
    yield "## What the bands cost"
    yield ""
    yield from paragraph(
        "Mean cost of a held-out answer, in reviews; a difference below 0 says that fitted bands cost less."
    )
    rows, bounds = [], []
    for name, rubric, found in _every(study):
        bands, part = found.bands, found.parts.held_out
        action = min(bands.always, key=lambda each: _value(bands.always[each]))
        fitted = ["none", "none"] if bands.fitted_cost is None else [_text(bands.fitted_cost, 2), _difference(bands)]
        rows.append(
            [
                name,
                f"`{rubric}`",
                f"{part.answers} ({part.harmful} harmful)",
                _text(bands.current_cost, 2),
                *fitted,
                f"{action}: {_text(bands.always[action], 2)}",
            ]
        )
        spread = [
            f"{each.up_to:g}"
            + ("" if each.interval is None else f" ({each.interval.lower:g} to {each.interval.upper:g})")
            for each in bands.spread
        ] or [bands.reason or "none", "", ""]
        bounds.append([name, f"`{rubric}`", *spread])
    yield from _table(
        ["labels", "rubric", "held out", "bands of today", "fitted bands", "fitted minus today", "one action for all"],
        rows,
    )
    yield from paragraph("Where the fitted bands end, with the middle 95 % of refits; today at 20, 50 and 75:")
    yield from _table(["labels", "rubric", "release up to", "caution up to", "review up to"], bounds)


def _curves(study: Study) -> Iterator[str]:
    yield "## Cost curves"
    yield ""
    yield from paragraph(
        "Two neighbouring actions alone, on the answers that were fitted to: mean cost by the score up to which the",
        "milder one is taken. *None* is the stricter action for all. The page and the JSON of a calibration hold every",
        "point.",
    )
    rows = []
    for name in (STANCE, OURS, EXPERTS, EXPERTS_OURS):
        for rubric in RUBRICS:
            found = study.calibrations[name, rubric]
            if isinstance(found, Calibration):
                rows += [[name, f"`{rubric}`", *_curve(curve)] for curve in found.curves]
    at = ["none", *(f"{each:g}" for each in CURVE_AT), "100"]
    yield from _table(["labels", "rubric", "actions", *at, "least at"], rows)


def _curve(curve: CostCurve) -> list[str]:
    def cost(threshold: float) -> float:
        return [point for point in curve.points if point.up_to is None or point.up_to <= threshold][-1].cost

    first = curve.points[0].cost
    found = [first, *(cost(each) for each in CURVE_AT), curve.points[-1].cost]
    best = "none" if curve.best.up_to is None else f"{curve.best.up_to:g}"
    return [f"{curve.milder}, {curve.stricter}", *(f"{each:.2f}" for each in found), f"{best} ({curve.best.cost:.2f})"]


def _ratios(study: Study) -> Iterator[str]:
    yield "## What other costs would do"
    yield ""
    yield from paragraph(
        "The same fits where a harmful answer that is released costs another number of reviews, and a caution the same",
        "share of it as before.",
    )
    rows = []
    for (name, rubric, ratio), found in study.by_ratio.items():
        bands = found.bands
        if bands.fitted is None:
            continue
        ends = [f"{each.up_to:g}" for each in bands.fitted[:-1]]
        cells = [_text(bands.current_cost, 2), _text(bands.fitted_cost, 2), _difference(bands)]
        rows.append([name, f"`{rubric}`", f"{ratio}", *ends, *cells])
    heads = ["labels", "rubric", "released costs", "release up to", "caution up to", "review up to"]
    yield from _table([*heads, "bands of today", "fitted bands", "fitted minus today"], rows)


def _limits() -> Iterator[str]:
    yield "## What this does not show"
    yield ""
    yield from points(
        "Prompts of Factcheck-GPT were picked for likely errors, so its share of harmful answers is not that of a"
        " system in use; bands that were fitted to it are too strict elsewhere.",
        "Half of 94 answers is few. Refits move between the same few scores, so the intervals of bounds say less than"
        " they seem to. Below 100 answers of each kind `claimgauge calibrate` says so before any number.",
        "Under `guarded` many scores stand at the value of a floor (21, 51). Bounds can only part what scores part: no"
        " fit of bands tells two answers at 51 from one another.",
        "One expert judged each claim of ExpertQA, and judged the page behind a link where only its beginning is"
        " stored.",
        "Answers that go to review for another reason than their band (a claim that is unknown, a conflict) are costed"
        " here by their band alone.",
    )


def _every(study: Study) -> Iterator[tuple[str, str, Calibration]]:
    for name in SETS:
        for rubric in RUBRICS:
            found = study.calibrations[name, rubric]
            if isinstance(found, Calibration):
                yield name, rubric, found


def _value(found: Estimate | Area | None) -> float:
    assert found is not None
    assert found.value is not None
    return found.value


def _text(found: Estimate | Area | None, places: int = 3) -> str:
    if found is None or found.value is None:
        return "none"
    reach = found.interval
    between = "" if reach is None else f" ({reach.lower:.{places}f} to {reach.upper:.{places}f})"
    return f"{found.value:.{places}f}{between}"


def _difference(bands: Bands) -> str:
    found = bands.difference
    if found is None or found.value is None:
        return "none"
    reach = found.interval
    between = "" if reach is None else f" ({signed(reach.lower, 2)} to {signed(reach.upper, 2)})"
    return f"{signed(found.value, 2)}{between}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""
