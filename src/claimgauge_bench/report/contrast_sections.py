"""The sections about contrasts: what was registered, paired differences, best-of, seeds, published figures."""

from collections.abc import Iterator
from typing import Final

from claimgauge.reports import count
from claimgauge_bench.contrasts import METRICS, ContrastKind, Decision, Effect, Metric, Outcome, PairedContrast, Spread
from claimgauge_bench.report.document import BenchReport, RegistrationReference
from claimgauge_bench.report.figures import (
    NONE,
    contrast_name,
    difference,
    difference_interval,
    level_of,
    name,
    number,
    number_interval,
    p_value,
    percentage,
    share_interval,
    who,
    whole,
)
from claimgauge_bench.report.tables import Section, Table, table
from claimgauge_bench.report.words import SAID

TITLES: Final[dict[Metric, str]] = {"survival": "Survival", "shipped": "Shipped", "strict": "Strict pass"}
KINDS: Final[dict[ContrastKind, str]] = {"settings": "settings", "forms": "prompt forms", "models": "narrators"}
OUTCOMES: Final[dict[Outcome, str]] = {
    "supported": "supported",
    "not_supported": "not supported",
    "opposite": "opposite",
    "not_testable": "not testable",
}
MINUS: Final = ">B − A"  # noqa: RUF001  # a true minus sign
NAMED: Final = 5
"""Instances without a partner that the tables name; the JSON names all."""


def contrast_sections(report: BenchReport) -> Iterator[Section]:
    """The sections in the order of the page."""
    if report.registration is not None:
        yield _registered(report, report.registration)
    yield _differences(report)
    if report.best_of:
        yield _best_of(report)
    if report.spreads:
        yield _spreads(report)


def published_sections(report: BenchReport) -> Iterator[Section]:
    """What others published, where the run has a domain of theirs."""
    if report.published:
        yield _published(report)


def groups_of(report: BenchReport) -> dict[tuple[str, ContrastKind], list[PairedContrast]]:
    """Contrasts by domain and by what differs, in the order of the report."""
    found: dict[tuple[str, ContrastKind], list[PairedContrast]] = {}
    for each in report.contrasts:
        found.setdefault((each.contrast.domain, each.contrast.kind), []).append(each)
    return found


def group_title(domain: str, kind: ContrastKind) -> str:
    """What a group of contrasts is called."""
    return f"{name(domain) if domain else 'all domains'}, {KINDS[kind]}"


def status(effect: Effect) -> str:
    """Whether a difference was registered beforehand."""
    return "registered" if effect.registered else "exploratory"


def _registered(report: BenchReport, held: RegistrationReference) -> Section:
    def row(each: Decision) -> tuple[str, ...]:
        metric, beside = each.registered.metric, each.beside
        return (
            name(each.registered.name),
            TITLES[metric],
            each.registered.direction,
            whole(each.pairs),
            level_of(metric, each.a),
            level_of(metric, each.b),
            difference(metric, each.difference),
            difference_interval(metric, each.interval),
            OUTCOMES[each.outcome],
            TITLES[beside.metric],
            difference(beside.metric, beside.difference),
            difference_interval(beside.metric, beside.interval),
        )

    headings = ("Contrast", "Metric", "Expected", ">Pairs", ">A", ">B", MINUS, ">Interval", "Outcome")
    beside = ("Beside it", MINUS, ">Interval")
    adjusted = {each.registered.rule for each in held.decisions} == {"adjusted_interval_excludes_zero"}
    which = "interval at the adjusted level" if adjusted else "interval"
    caption = f"registered {held.registered}: supported only where the {which} leaves 0 out on the expected side"
    why = ((name(each.registered.name), each.why) for each in held.decisions if each.outcome == "not_testable")
    least = f"at least {count(held.smallest_sample, 'pair')} a contrast"
    excluded = ", ".join(held.allowed_exclusions) or "none"
    simulated = f" Simulated narrators: {', '.join(map(name, report.simulated))}." if report.simulated else ""
    return Section(
        id="registered",
        title="What was registered",
        paragraphs=(f"Registration {name(held.id)}, {least}; allowed exclusions: {excluded}.{simulated}",),
        tables=(table(caption, (*headings, *beside), map(row, held.decisions), notes=why),),
    )


def _differences(report: BenchReport) -> Section:
    sizes = "; ".join(
        f"{each.name}: {each.comparisons:,} differences, so the adjusted intervals are at {100 * each.level:.3f}%"
        for each in report.families
    )
    titled = [(group_title(*group), found) for group, found in groups_of(report).items()]
    return Section(
        id="differences",
        title="Paired differences",
        paragraphs=(SAID["differences"], f"Many comparisons: {sizes}. {SAID['many']}")
        if titled
        else (SAID["no differences"],),
        tables=tuple(
            each for title, found in titled for each in (_compact(report, title, found), _detail(report, title, found))
        ),
        plots=tuple(f"forest-{place}" for place in range(len(titled))),
    )


def _compact(report: BenchReport, title: str, found: list[PairedContrast]) -> Table:
    interval = f">{100 * report.draws.level:g}% interval"

    def cells(each: PairedContrast, metric: Metric) -> tuple[str, ...]:
        effect = each.effects[metric]
        word = "" if effect.reading == "undecided" else effect.reading
        return (difference(metric, effect.difference), difference_interval(metric, effect.interval), word)

    def state(each: PairedContrast) -> str:
        registered = [TITLES[metric].lower() for metric in METRICS if each.effects[metric].registered]
        return f"registered: {', '.join(registered)}" if registered else "exploratory"

    return table(
        f"{title}: B minus A",
        ("A → B", ">Pairs", ">Survival", interval, "", ">Shipped", interval, "", "Status"),
        (
            (
                contrast_name(each.contrast, report.simulated),
                whole(each.pairs),
                *cells(each, "survival"),
                *cells(each, "shipped"),
                state(each),
            )
            for each in found
        ),
        notes=(note for each in found for note in _notes(report, each)),
    )


def _notes(report: BenchReport, each: PairedContrast) -> Iterator[tuple[str, str]]:
    title = contrast_name(each.contrast, report.simulated)
    for side, ids in (("A", each.only_a), ("B", each.only_b)):
        if ids:
            more = f" and {len(ids) - NAMED:,} more" if len(ids) > NAMED else ""
            yield title, f"{count(len(ids), 'instance')} only in {side}, {', '.join(map(name, ids[:NAMED]))}{more}"
    if each.excluded:
        yield title, f"{count(each.excluded, 'pair')} excluded, as registered, since a side had no reply"
    yield from ((title, effect.reason) for effect in each.effects.values() if effect.reason)


def _detail(report: BenchReport, title: str, found: list[PairedContrast]) -> Table:
    def row(each: PairedContrast, effect: Effect) -> tuple[str, ...]:
        metric = effect.metric
        return (
            contrast_name(each.contrast, report.simulated),
            TITLES[metric],
            level_of(metric, effect.a),
            level_of(metric, effect.b),
            difference(metric, effect.difference),
            difference_interval(metric, effect.interval),
            difference_interval(metric, effect.adjusted),
            p_value(effect.p),
            p_value(effect.holm),
            f"{effect.rises:,} / {effect.falls:,} / {effect.same:,}",
            p_value(effect.sign_test),
            status(effect),
        )

    return table(
        f"{title}: every metric, with intervals and p-values adjusted for many comparisons",
        (
            "A → B",
            "Metric",
            ">A",
            ">B",
            MINUS,
            ">Interval",
            ">Adjusted interval",
            ">p",
            ">p, Holm",
            ">Rise / fall / same",
            ">Sign test p",
            "Status",
        ),
        (row(each, effect) for each in found for effect in each.effects.values()),
        detail=True,
    )


def _best_of(report: BenchReport) -> Section:
    rows = (
        (
            name(each.domain),
            who(each.narrator, report.simulated),
            TITLES[each.metric],
            ", ".join(map(name, each.among)),
            name(each.setting),
            level_of(each.metric, each.estimate.value),
            number_interval(each.estimate) if each.metric == "shipped" else share_interval(each.estimate),
            each.status,
        )
        for each in report.best_of
    )
    headings = ("Domain", "Narrator", "Metric", "Among", "Chosen", ">Value", ">Interval", "Status")
    return Section(
        id="best-of",
        title="Best of no and one pass",
        paragraphs=(SAID["best-of"],),
        tables=(table("chosen after registration", headings, rows),),
    )


def _spreads(report: BenchReport) -> Section:
    def cells(spread: Spread | None, metric: Metric) -> tuple[str, ...]:
        if spread is None:
            return (NONE,) * 3
        places = (lambda value: number(value, 3)) if metric == "shipped" else percentage
        spanned = f"{places(spread.lowest)} to {places(spread.highest)}"
        return (places(spread.mean), number(spread.sd, 3) if metric == "shipped" else f"{100 * spread.sd:.2f}", spanned)

    def effect(each: PairedContrast, metric: Metric) -> tuple[str, ...]:
        spread = each.spread.get(metric)
        if spread is None:
            return (NONE,) * 3
        sd = number(spread.sd, 3) if metric == "shipped" else f"{100 * spread.sd:.2f}"
        spanned = f"{difference(metric, spread.lowest)} to {difference(metric, spread.highest)}"
        return (difference(metric, spread.mean), sd, spanned)

    headings = (">Survival, mean", ">SD", ">Range", ">Shipped, mean", ">SD", ">Range")
    levels = (
        (
            name(each.domain),
            who(each.narrator, report.simulated),
            name(each.setting),
            *cells(each.survival, "survival"),
            *cells(each.shipped, "shipped"),
        )
        for each in report.spreads
    )
    effects = (
        (
            name(each.contrast.domain) or "all domains",
            contrast_name(each.contrast, report.simulated),
            *effect(each, "survival"),
            *effect(each, "shipped"),
        )
        for each in report.contrasts
        if each.spread
    )
    return Section(
        id="seeds",
        title="From seed to seed",
        paragraphs=(SAID["seeds"],),
        tables=(
            table("cells, by seed", ("Domain", "Narrator", "Setting", *headings), levels),
            table("differences, by seed", ("Domain", "A → B", *headings), effects),
        ),
        plots=("seeds",),
    )


def _published(report: BenchReport) -> Section:
    headings = ("Published of", "Setting", ">Survival", ">Shipped", ">Gate 4 share")
    return Section(
        id="published",
        title="Published figures",
        paragraphs=(SAID["published"],),
        tables=tuple(
            table(
                f"published: {each.source}. {each.note}",
                headings,
                (
                    (
                        f"{figure.narrator} (published)",
                        figure.setting,
                        percentage(figure.survival),
                        number(figure.shipped),
                        percentage(figure.gate4),
                    )
                    for figure in each.figures
                ),
            )
            for each in report.published
        ),
    )
