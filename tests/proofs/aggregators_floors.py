"""The part of the page on aggregators that is about the floors: where they hold, what is wrong, what is missing."""

from collections.abc import Iterable, Iterator

from claimgauge.calibration.aggregators import Figure
from claimgauge.risk import FloorRule
from tests.proofs.accuracy import table
from tests.proofs.aggregators_data import claims_by_label, xsum
from tests.proofs.aggregators_study import CRITICALITIES, Study, share_harmful
from tests.proofs.page_lines import paragraph, points


def floors(whole: Study) -> list[str]:
    """Which floors hold where, and whether what they hold of did harm."""
    base = {each.name: share_harmful(each.answers) for each in whole.sources}
    body = [
        [source, _rule(each.rule), f"{each.rule.value:.2f}", str(each.answers), *_harm(each.harm, base[source])]
        for source, rows in whole.floors.items()
        for each in rows
    ]
    named = [
        [each.source, each.case_id, each.told, each.labels, each.paper, each.guarded, "yes" if each.harmful else "no"]
        for each in whole.examples
    ]
    labels = [[each.source, each.label, str(each.claims), f"{each.wrong} ({each.wrong / each.claims:.0%})"]
              for each in claims_by_label()]  # fmt: skip
    levels = [f"at {v:g}" for v in CRITICALITIES]
    return [
        *paragraph(
            "Each floor of `guarded` that holds of any answer, every claim at criticality 1, and the share of harm",
            "among",
            "the answers that it holds of. A floor earns its place where that share is clearly above the share of all",
            "answers. All that hold are ours: those of the paper begin at criticality 2.",
        ),
        *table(["data", "floor", "value", "answers", "did harm", "against all answers"], body),
        *paragraph(
            "What if every claim mattered more? Answers that did harm and stay Low (*missed*), and harmless ones that",
            "are",
            "kept for review or blocked (*kept*), were all claims at criticality 1, 2, 3.",
        ),
        *table(
            [
                "data",
                "rubric",
                "did harm",
                *(f"missed {v}" for v in levels),
                "harmless",
                *(f"kept {v}" for v in levels),
            ],
            list(_band_rows(whole)),
        ),
        *paragraph("Claim by claim, apart from any aggregator: how many of the claims with a label were wrong."),
        *table(["data", "label", "claims with an outcome", "wrong"], labels),
        *points(*_wrong_or_missing(whole)),
        "Answers that show it, those with the highest index under `guarded` first:",
        "",
        *table(["data", "answer", "about", "labels", "`paper`", "`guarded`", "harm"], named),
    ]


def _band_rows(whole: Study) -> Iterator[list[str]]:
    for source, rubric in dict.fromkeys((row.source, row.rubric) for row in whole.banded):
        rows = [row for row in whole.banded if (row.source, row.rubric) == (source, rubric)]
        missed, kept = [str(row.missed) for row in rows], [str(row.alarms) for row in rows]
        yield [source, rubric, str(rows[0].harmful), *missed, str(rows[0].harmless), *kept]


def _wrong_or_missing(whole: Study) -> Iterable[str]:
    rows = {(row.source, row.rubric, row.criticality): row for row in whole.banded}
    first, asked = whole.sources[0].name, whole.sources[2].name
    one, three, asked_three = rows[first, "paper", 1.0], rows[first, "paper", 3.0], rows[asked, "paper", 3.0]
    rates = {(each.source, each.label): each.wrong / each.claims for each in claims_by_label()}
    yield (
        f"**Missing in the paper: a contradiction below criticality 2.** {one.missed} of {one.harmful} harmful answers"
        f" of {first} are Low at criticality 1."
    )
    yield (
        "**Missing in the paper: claims without support, at any criticality.** At criticality 3 throughout it leaves"
        f" {asked_three.missed} of {asked_three.harmful} harmful answers of {asked} Low: it has no floor for"
        " UNSUPPORTED,"
        " and an answer without any support comes to 11.25."
    )
    yield (
        f"**All or nothing: 0.70 at criticality 3.** It lets {three.missed} of {three.harmful} harmful answers of"
        f" {first} through as Low and keeps {three.alarms} of {three.harmless} harmless ones. It sees a contradiction;"
        " what is false and contradicted by no snippet stays out of its sight."
    )
    yield (
        "**Missing in both: PARTIAL.** No share of claims that are supported in part sets a floor. On"
        f" {asked} {rates[asked, 'PARTIAL']:.0%} of them are wrong, against {rates[asked, 'UNSUPPORTED']:.0%} of those"
        f" without support and {rates[asked, 'SUPPORTED']:.0%} of the supported; on {first}"
        f" {rates[first, 'PARTIAL']:.0%} against {rates[first, 'UNSUPPORTED']:.0%} and {rates[first, 'SUPPORTED']:.0%}."
        " So the order PARTIAL, UNSUPPORTED holds where people looked for evidence, and not where a citation was"
        " missing."
    )
    readers = ", ".join(
        f"{each.said} {each.false} of {each.summaries} ({each.false / each.summaries:.0%})" for each in xsum()
    )
    yield (
        "**Not borne out: that unsupported is so much milder than contradicted.** Of summaries of XSum, by what most"
        f" readers said of the article, these are false of the world: {readers}. `guarded` gives a wholly CONTRADICTED"
        " answer 0.76 and a wholly UNSUPPORTED one 0.51. These summaries are of weak models, and most of them are"
        " false."
    )
    for name, partial in whole.partial.items():
        paper, guarded = rows[name, "paper", 1.0], rows[name, "guarded", 1.0]
        yield (
            f"**{name}**: of {paper.harmful} summaries with an error `paper` leaves {paper.missed} Low at criticality"
            " 1,"
            f" `guarded` {guarded.missed}. {partial} hold nothing worse than PARTIAL, a wrong pronoun or a wrong link."
        )


def _rule(rule: FloorRule) -> str:
    low, high = rule.criticality.from_, rule.criticality.below
    parts = [" or ".join(rule.named)]
    parts += [f"v ≥ {low:g}"] if low is not None else []
    parts += [f"v < {high:g}"] if high is not None else []
    parts += [f"on {rule.share.from_:.0%} or more"] if rule.share is not None else []
    parts += [f"{rule.count.from_:g} times"] if rule.count is not None else []
    return ", ".join(parts)


def _harm(harm: Figure, base: Figure) -> tuple[str, str]:
    return _percent(harm), _told(harm, base)


def _told(harm: Figure, base: Figure) -> str:
    if harm.value is None or base.value is None or harm.interval is None:
        return "–"
    if harm.interval.lower > base.value:
        return f"above {base.value:.0%}"
    return f"below {base.value:.0%}" if harm.interval.upper < base.value else f"not told from {base.value:.0%}"


def _percent(figure: Figure) -> str:
    if figure.value is None or figure.interval is None:
        return "–"
    return f"{figure.value:.0%} ({figure.interval.lower:.0%} to {figure.interval.upper:.0%})"
