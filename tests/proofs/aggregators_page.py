"""The page that compares aggregators, from what was measured."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import claimgauge
from claimgauge.calibration.aggregators import (
    BAND_THEN_SUM,
    BASE_RATE,
    FITTED,
    FOLDS,
    GUARDED,
    RIDGE,
    Comparison,
    Diluted,
    Figure,
    Held,
    Movement,
    auroc,
    forgotten_from,
)
from tests.proofs.accuracy import table
from tests.proofs.aggregators_data import ERRORS, Source
from tests.proofs.aggregators_floors import floors
from tests.proofs.aggregators_study import COUNTS, ITERATIONS, MOST, SEED, Study, share_harmful
from tests.proofs.page_lines import paragraph, points

PLAIN: Final = ("additive", "support ratio", "Choquet, fitted", "monotone model, fitted")
"""What the opening holds against the default."""
NO_BANDS: Final = (BAND_THEN_SUM, *FITTED)
"""Those whose numbers the bands of a rubric are not made for."""


def page(whole: Study, unseen: Mapping[str, frozenset[str]], *, date: str) -> str:
    """The whole page; `unseen` names the answers that the network learnt nothing from, by source."""
    lines = [
        "# Aggregators on answers whose outcome is known",
        "",
        "<!-- written by tests/proofs/aggregators.py; run it again where an aggregator or a rubric changes -->",
        "",
        *opening(whole),
        f"claimgauge {claimgauge.__version__}, {date}, by",
        "",
        "```text",
        f"python -m tests.proofs.aggregators --date {date}",
        "```",
        "",
        "What each aggregator is, and where it is from, stands in [Aggregators](aggregators.md).",
        "",
        "## What was done",
        "",
        *method(whole),
        "## Discrimination and calibration",
        "",
        *paragraph(
            "*AUROC*: how often the answer that did harm has the larger number, equal numbers counting half; 0.5 is",
            "chance. *Above guarded*: that AUROC less the one of the default, on the same draws. *Brier*: mean squared",
            "distance of the probability from the outcome. *Error*: expected calibration error over ten bins of equal",
            "width. Chance adds to it and never takes away, in a resample once more, so that its interval can lie",
            "above",
            "it. Lower is better for both. In brackets 95 % intervals. *Guarded band, then sum* is the order by the",
            "band of `hybrid, guarded` and by the sum within it.",
        ),
        *(line for pair in zip(whole.sources, whole.comparisons, strict=True) for line in compared(*pair)),
        *seen_before(whole, unseen),
        *inside(whole),
        "## Dilution",
        "",
        *diluted(whole),
        "## Stability",
        "",
        *moved(whole),
        "## What can be said of each without data",
        "",
        *paragraph(
            "Looked for in all 164 answers of up to three claims of eight kinds; the tests look at random besides.",
            "Where",
            "something does not hold, the smallest answer that shows it follows. The fitted ones are those of",
            f"{whole.sources[0].name}.",
        ),
        *property_table(whole.held),
        *against(whole.held),
        "## The floors by themselves",
        "",
        *floors(whole),
        "## What the fits learnt",
        "",
        *fits(whole),
        "## Limits",
        "",
        *points(*LIMITS),
    ]
    return "\n".join(lines).rstrip() + "\n"


# in words


def opening(whole: Study) -> list[str]:
    """The conclusions, with the figures that they rest on."""
    judged = dict(zip([each.name for each in whole.sources], whole.comparisons, strict=True))
    names = list(judged)
    first, asked = names[0], names[2]
    one, three = (
        {name: forgotten_from(rows, whole.rubrics.guarded) for name, rows in whole.diluted[v].items()}
        for v in (1.0, 3.0)
    )
    rows = {(row.source, row.rubric, row.criticality): row for row in whole.banded}
    paper, guarded, asked_row = rows[first, "paper", 1.0], rows[first, "guarded", 1.0], rows[asked, "guarded", 1.0]
    return [
        *paragraph(
            "Seven dimension scores and a list of floors become one number. Which way of doing so tells answers that",
            "did harm from those that did not, keeps sight of a single contradiction, and can be explained?",
        ),
        *points(
            "**Recommendation: decide by the hybrid, order by the sum.** Keep `hybrid` under `guarded` for the band and"
            " the action: of all that have nothing to fit it alone, at any criticality, is not talked down by supported"
            " claims. To put many answers in an order, for a queue or a trend, take `additive`, which stands beside"
            " it in"
            " every assessment: it loses nothing to jumps, and it does lose sight of a single contradiction, which is"
            f" what the band is for. {_recommended(judged, (first, asked))} {_fits_ahead(judged, names[:3])} Where the"
            " labels come from nothing that could contradict a claim, show the support ratio too.",
            _standing(first, judged[first]),
            _standing(asked, judged[asked]),
            "**Dilution.** How many supported claims make one contradicted claim Low? At criticality 1, under the sum"
            f" {_from(one, 'additive')}, as a support ratio {_from(one, 'support ratio')}, under the floors of the"
            f" paper, which begin at criticality 2, {_from(one, 'hybrid, paper')}, under `guarded`"
            f" {_from(one, GUARDED)}."
            f" At criticality 3, {_from(three, 'additive')}, {_from(three, 'support ratio')},"
            f" {_from(three, 'hybrid, paper')} and {_from(three, GUARDED)}. Tried up to {MOST}.",
            f"**Floors that the paper lacks.** At criticality 1 it leaves {paper.missed} of {paper.harmful} answers of"
            f" {first} that hold a false claim Low, `guarded` {guarded.missed}.",
            f"**Floors of ours that say too much.** On {asked} `guarded` keeps {asked_row.alarms} of"
            f" {asked_row.harmless} harmless answers for review and leaves {asked_row.missed} of {asked_row.harmful}"
            " harmful ones Low. There its floors rest on missing support alone, and a claim without support is wrong no"
            " more often than one that is supported in part.",
        ),
    ]


def _recommended(judged: Mapping[str, Comparison], names: Iterable[str]) -> str:
    """The AUROC of what is recommended, beside the default."""
    said = []
    for name in names:
        by_name = {each.name: each for each in judged[name].standings}
        said.append(f"on {name} {_brief(by_name[BAND_THEN_SUM].above)}")
    return (
        f"Where the band has to come first, the sum within it is above the default by, in AUROC, {' and '.join(said)}."
    )


def _fits_ahead(judged: Mapping[str, Comparison], names: Iterable[str]) -> str:
    """Whether a fit beats the better of sum and support ratio anywhere."""
    ahead = []
    for name in names:
        areas = {each.name: each.auroc.value or 0.0 for each in judged[name].standings}
        best = max(areas["additive"], areas["support ratio"])
        ahead += [f"{fit} on {name}" for fit in FITTED if areas[fit] > best]
    if ahead:
        return f"Fitted to outcomes, {', '.join(ahead)} is ahead of both the sum and the support ratio."
    return (
        "An aggregator fitted to some hundred outcomes gains nothing: neither fit is anywhere ahead of the better of"
        " the sum and the support ratio, so spend outcomes on thresholds first."
    )


def _standing(name: str, comparison: Comparison) -> str:
    by_name = {each.name: each for each in comparison.standings}
    told = "; ".join(f"{plain} {_brief(by_name[plain].above)}" for plain in PLAIN)
    verdict = _verdict(by_name["additive"].above)
    return (
        f"**{name}: the sum orders answers {verdict} the default.** AUROC of `hybrid` under `guarded`"
        f" {shown(by_name[GUARDED].auroc)}. Above it by: {told}."
    )


def _verdict(above: Figure) -> str:
    if above.interval is None or above.interval.lower <= 0 <= above.interval.upper:
        return "neither surely better nor worse than"
    return "better than" if above.interval.lower > 0 else "worse than"


def _brief(figure: Figure) -> str:
    return shown(figure, sign=True)


def _from(forgotten: Mapping[str, int | None], name: str) -> str:
    found = forgotten[name]
    return "no number" if found is None else f"{found} or more"


def method(whole: Study) -> list[str]:
    """Data, labels, outcomes, and how nothing is judged by what it was fitted to."""
    kinds = "; ".join(f"{kind} {label} ({', '.join(dimensions)})" for kind, (label, dimensions) in ERRORS.items())
    return [
        *table(
            ["data", "answers", "drawn as", "did harm", "claims", "labels", "left out"],
            [_source_row(each) for each in whole.sources],
        ),
        *points(
            "**Factcheck-GPT** (Apache-2.0). Claims and labels are people's: five snippets of web pages for each claim,"
            " and whether each supports or refutes it. Harm: any factual claim is false; in the second row, at least a"
            " third of them. The stances were given by people who knew whether the claim is true, so labels and"
            " outcome are"
            " nearer to each other than those of a machine would be. At criticality 1 no floor of the paper holds, so"
            " `hybrid, paper` is the sum.",
            "**ExpertQA** (MIT). Experts on the subject said of each claim how far its citation supports it, and apart"
            " from that whether it is correct. Complete is SUPPORTED, Partial and Incomplete are PARTIAL, Missing is"
            " UNSUPPORTED, anything else UNKNOWN. Harm: any claim is *likely* or *definitely incorrect*. Nobody was"
            " asked whether a source contradicts the claim.",
            f"**FRANK** (MIT). A sentence is a claim. {kinds}. **Its outcome is made of the same judgements as the"
            " labels**: a summary is not factual exactly where a sentence has an error, and anything that sees every"
            " error has an AUROC of 1. Compared is therefore whether at least half of the sentences are wrong, which"
            " any mean over claims answers well by its making; what can be read are the metrics that were recorded for"
            " the same summaries, and further below what the bands make of each error.",
            "**XSum** (CC BY 4.0). Three people marked what the article does not say and what it contradicts; three"
            " people said whether the summary is true of the world. Used for the floors below.",
        ),
        *paragraph(
            f"Every claim has criticality 1 unless said otherwise. Units are split into {FOLDS} folds by the digest of",
            "their name, and whatever is fitted for the answers of a fold is fitted to the others: the aggregators,",
            "and for all that is no probability Platt's map, which cannot fall. The ridge of both fits was set to",
            f"{RIDGE} beforehand. Intervals by {ITERATIONS:,} draws of whole units (seed {SEED}); summaries of one",
            "article are drawn together.",
        ),
        *paragraph(
            "**What was changed after a first look.** The row *guarded band, then sum* was added, since the sum had",
            "come",
            "out ahead. The floors in the monotone model lost their upper bounds of criticality, since a contradiction",
            "that mattered more had left a floor; at criticality 1 this changes no figure. FRANK is compared by half",
            "of",
            "the sentences, since by any error every aggregator had an AUROC of 1. A fifth of false claims was tried",
            "for",
            "the second outcome beside a third, and gave the same order of sum and default.",
        ),
        *(points(*warned) if (warned := list(_warnings(whole))) else []),
    ]


def _warnings(whole: Study) -> Iterator[str]:
    for source, comparison in zip(whole.sources, whole.comparisons, strict=True):
        for warning in comparison.warnings:
            yield f"{source.name}: {warning}."


def _source_row(source: Source) -> list[str]:
    labels = Counter(label for answer in source.answers for claim in answer.claims for label in claim.labels)
    units = len({answer.drawn_with for answer in source.answers})
    return [
        source.name,
        str(len(source.answers)),
        f"{units} units",
        f"{sum(each.harmful for each in source.answers)} ({share_harmful(source.answers).value:.1%})",
        str(sum(len(each.claims) for each in source.answers)),
        ", ".join(f"{label} {count}" for label, count in labels.most_common()),
        source.left_out or "nothing",
    ]


# tables


def shown(figure: Figure, *, sign: bool = False) -> str:
    """`0.712 (0.601 to 0.810)`; a dash where there is none."""
    if figure.value is None:
        return "–"
    style = "+.3f" if sign else ".3f"
    if figure.interval is None:
        return f"{figure.value:{style}}"
    return f"{figure.value:{style}} ({figure.interval.lower:{style}} to {figure.interval.upper:{style}})"


def compared(source: Source, comparison: Comparison) -> list[str]:
    """One source: a row for each aggregator."""
    body = [
        [
            each.name,
            shown(each.auroc),
            "" if each.name == GUARDED else shown(each.above, sign=True),
            shown(each.brier),
            shown(each.calibration_error),
        ]
        for each in comparison.standings
    ]
    counts = f"{comparison.answers} answers, {comparison.harmful} with harm, {comparison.units} units."
    header = ["aggregator", "AUROC", "above guarded", "Brier", "error"]
    return [f"### {source.name}", "", counts, "", *table(header, body)]


def seen_before(whole: Study, unseen: Mapping[str, frozenset[str]]) -> list[str]:
    """Mean entailment where the network had seen nothing."""
    said = []
    for source in whole.sources:
        if source.name in unseen and all("mean entailment" in each.signals for each in source.answers):
            part = [each for each in source.answers if each.case_id in unseen[source.name]]
            found = auroc([each.signals["mean entailment"] for each in part], [each.harmful for each in part])
            said.append(f"{source.name} {'none' if found is None else f'{found:.3f}'} ({len(part)} answers)")
    if not said:
        return []
    return paragraph(
        "*Mean entailment* is that of the network that ships, which learnt from some of these claims. AUROC on answers",
        f"that it learnt nothing from: {', '.join(said)}. *Number of claims* is n / (n + 10), a yardstick for length.",
    )


def inside(whole: Study) -> list[str]:
    """The sum within the bands of the default."""
    body = [
        [source, band, str(answers), str(harmful), "–" if area is None else f"{area:.3f}"]
        for source, rows in whole.within.items()
        for band, answers, harmful, area in rows
        if answers
    ]
    return [
        "### The sum within the bands of the default",
        "",
        *paragraph(
            "If the band is taken from `hybrid, guarded`, does the sum still order the answers of one band? AUROC of",
            "`additive` within it.",
        ),
        *table(["data", "band", "answers", "did harm", "AUROC of the sum"], body),
    ]


def diluted(whole: Study) -> list[str]:
    """The number and the band, and the drawing."""
    lines = [
        *paragraph(
            "One claim contradicted by the context (F and C) among n supported ones of criticality 1: the number from",
            "0 to 100 and its band. A fitted model gives a probability, which has no band and begins at the share of",
            "harm where nothing is wrong. *Mean entailment* and *lexical containment* are means over claims and fall",
            "as",
            "the support ratio does.",
        ),
        "![One contradicted claim of criticality 3 among supported ones](../images/dilution.svg)",
        "",
    ]
    for criticality, by_name in whole.diluted.items():
        body = [
            [name, *(_cell(row, name) for row in rows if row.supported in COUNTS)]
            for name, rows in by_name.items()
            if name != BAND_THEN_SUM
        ]
        lines += [
            f"Criticality {criticality:g}:",
            "",
            *table(["n =", *(str(row.supported) for row in by_name[GUARDED] if row.supported in COUNTS)], body),
        ]
    return lines


def _cell(row: Diluted, name: str) -> str:
    return f"{100 * row.value:.1f}" if name in NO_BANDS else f"{100 * row.value:.1f} {row.band}"


def moved(whole: Study) -> list[str]:
    """One label flipped, one claim dropped."""
    lines = paragraph(
        "Over every claim of every answer: *flipped*, a supported claim becomes UNSUPPORTED and any other SUPPORTED;",
        "*dropped*, the claim was not found. Mean and largest change of the number (0 to 100), the mean in standard",
        "deviations of the number over the answers, and how often the band changes. *Width*: of the interval of AUROC",
        "above. Fitted ones are fitted to all answers here; their probabilities have no bands.",
    )
    widths = {
        source.name: {each.name: _width(each.auroc) for each in comparison.standings}
        for source, comparison in zip(whole.sources, whole.comparisons, strict=True)
    }
    for source, by_name in whole.moved.items():
        body = [
            [name, *(cell for each in pair for cell in _movement(each, name)), widths[source][name]]
            for name, pair in by_name.items()
        ]
        columns = [
            f"{kind}: {what}" for kind in ("flipped", "dropped") for what in ("mean", "largest", "in sd", "band")
        ]
        lines += [f"### {source}, one claim changed", "", *table(["aggregator", *columns, "width"], body)]
    return lines


def _movement(each: Movement, name: str) -> list[str]:
    return [
        "–" if each.mean is None else f"{100 * each.mean:.1f}",
        "–" if each.largest is None else f"{100 * each.largest:.1f}",
        "–" if each.in_deviations is None else f"{each.in_deviations:.2f}",
        "–" if each.band_share is None or name in NO_BANDS else f"{each.band_share:.0%}",
    ]


def _width(figure: Figure) -> str:
    return "–" if figure.interval is None else f"{figure.interval.upper - figure.interval.lower:.3f}"


def property_table(held: Mapping[str, Mapping[str, Held]]) -> list[str]:
    """A row for each property, a column for each aggregator."""
    names = list(held)
    body = [[name, *("yes" if held[each][name].holds else "no" for each in names)] for name in held[names[0]]]
    return table(["the number …", *names], body)


def against(held: Mapping[str, Mapping[str, Held]]) -> list[str]:
    """What shows that a property does not hold."""
    found: dict[tuple[str, str], list[str]] = {}
    for aggregator, by_name in held.items():
        for name, each in by_name.items():
            if not each.holds:
                found.setdefault((name, each.against), []).append(aggregator)
    order = list(next(iter(held.values())))
    rows = sorted(found.items(), key=lambda item: order.index(item[0][0]))
    return points(*(f"*{name}*, not {' nor '.join(who)}: {case}" for (name, case), who in rows))


def fits(whole: Study) -> list[str]:
    """The constants of the two fits, beside those of the paper."""
    lines: list[str] = []
    if whole.capacity is not None:
        weights = ", ".join(f"{k} {value:.2f}" for k, value in whole.capacity.weights.items() if value > 0)
        paired = ", ".join(f"{a}{b} {value:+.2f}" for (a, b), value in whole.capacity.interactions.items())
        lines += paragraph(
            f"On {whole.sources[0].name}, all answers. Choquet: weights {weights}; interactions {paired}.",
            "Contradictions",
            "fill F and C alike here, so that only the sum of the two weights can be told. Dimensions that no label",
            "fills get 0: this is no finding about them.",
        )
    learnt = ", ".join(f"{name} {value:.2f}" for name, value in whole.learnt.items())
    return lines + paragraph(
        f"Monotone model, in log-odds: {learnt}. `floors[5]` is a contradiction below criticality 2, `floors[6]`",
        "such on",
        "half of the weight, `floors[8]` and `floors[9]` claims without support on a fifth and on half of it.",
    )


LIMITS: Final = (
    (
        "Three data sets, none of them from an organisation's own answers; prompts of Factcheck-GPT were picked for"
        " likely errors. What is best here need not be elsewhere: the aggregator is a line of the rubric."
    ),
    (
        "Labels are people's. With those of a machine all figures are lower; the labeller that ships is measured in"
        " [Fact-checked answers](factcheck-gpt.md)."
    ),
    (
        "O, S, P and H are empty in all of these data: nothing here speaks for or against their weights or their"
        " floors,"
        " such as ACCESS_GAP and OUT_OF_SCOPE at criticality 3."
    ),
    (
        "Harm is *any* false claim in two of the comparisons, which favours what looks at the worst claim over"
        " what takes"
        " a mean; the other outcome of Factcheck-GPT is there for the other side."
    ),
    "Criticality is 1 or the same for all claims, so what it adds to the order is not measured.",
    (
        f"*{BASE_RATE.capitalize()}* is the share of harm in the other folds. A Brier score above it means that"
        " the number,"
        " once mapped, is worth less than that share."
    ),
    (
        "Platt's map and the fits here are plain ones, for this comparison alone; to calibrate a rubric of your"
        " own, use"
        " curves, maps and thresholds fitted to your outcomes."
    ),
)
