"""The dated page about the local model."""

import importlib.metadata
from collections import Counter
from collections.abc import Iterator, Sequence

import claimgauge
from claimgauge_bench.measures import Estimate
from claimgauge_bench.report import BenchReport
from tests.proofs.local_model.entailed import LABELS, Compared
from tests.proofs.page_lines import paragraph, points
from tests.proofs.smollm import PACKAGES
from tests.proofs.tatqa_page import table

FORMS = ("ungrounded", "grounded", "mapped", "compiled")
OUTCOMES = {
    "supported": "supported",
    "not_supported": "not supported",
    "opposite": "the opposite",
    "not_testable": "not testable",
}
SUPPORT = ("SUPPORTED", "PARTIAL")


def page(report: BenchReport, compared: Sequence[Compared], *, date: str) -> str:
    """The page, as Markdown."""
    return "\n".join(
        [
            "# A real model under four forms of prompt",
            "",
            "<!-- written by tests/proofs/local_model; run it again where prompts, contracts or domains change -->",
            "",
            *paragraph(
                "SmolLM2-135M narrates instances of three domains, all of them fictional: without evidence, with it,",
                "with the mapping from claim type to evidence type in the prompt, and under the compiled schema. What",
                "fails is asked for once or twice more, with and without hints, or put right without a model. A model",
                "of 135 million parameters writes little that makes sense: read the figures as what gates, repair and",
                "schema do with the replies of *this* model, and as nothing about any other.",
            ),
            *_how(report, date),
            *_cells(report),
            *_decided(report),
            *_type_rules(report),
            *_mechanical(report),
            *_retention(report),
            *_beside(compared),
            *_chosen(report),
            *_limits(),
        ]
    )


def _how(report: BenchReport, date: str) -> Iterator[str]:
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)
    counts = report.run.manifest["counts"]
    yield f"claimgauge {claimgauge.__version__}, {date}, by"
    yield ""
    yield from ("```text", f"python -m tests.proofs.local_model --date {date}", "```", "")
    yield from points(
        f"Model: SmolLM2-135M-Instruct Q4_1, one thread, temperature 0; {versions}. Replies are held to the form of a "
        "list of claims by a grammar without white space; under the compiled schema to the facts that there are.",
        f"{counts['calls']:,} different calls, {counts['failed']} of them failed; {report.run.rows:,} rows, preset "
        f"`{report.preset[0]}`. Evidence is cut to five nodes an instance and a reply to two claims, since the model "
        "reads some seventy tokens a second.",
        "Intervals are 95 %, from 10,000 draws of whole profiles. What was to be decided was registered before: "
        "`tests/proofs/local_model/registration.toml`.",
    )


def _cells(report: BenchReport) -> Iterator[str]:
    yield from ("## Survival and volume", "")
    yield from paragraph(
        "Survival is the share of claims that every gate verified; shipped is the mean of verified claims an",
        "instance. 24 instances a cell. Under `released` a claim may be verified that says nothing: the gates hold",
        "what it *cites* against the evidence, and read no prose.",
    )
    wanted = [each for each in report.cells if each.setting in ("r0", "r1", "r2", "r1-hints", "r0-mechanical")]
    rows = [
        (each.domain, each.narrator, each.setting, str(each.claims), _share(each.survival), _mean(each.shipped))
        for each in sorted(wanted, key=lambda cell: (cell.domain, _place(cell.narrator)))
        if each.narrator != "template" or each.setting == "r0"
    ]
    yield table(("domain", "narrator", "setting", "claims", "survival", "shipped"), rows)
    yield ""


def _decided(report: BenchReport) -> Iterator[str]:
    assert report.registration is not None
    yield from ("## What was registered", "")
    notices = [each for each in report.notices if "registration" in each]
    yield from points(*notices) if notices else ()
    rows = [
        (
            each.registered.name,
            OUTCOMES[each.outcome],
            _signed(each.difference, each.registered.metric),
            _interval(each.interval, each.registered.metric),
            str(each.pairs),
        )
        for each in report.registration.decisions
    ]
    yield table(("contrast", "outcome", "difference", "95 % interval", "pairs"), rows)
    yield ""
    yield from paragraph(
        "Differences of survival are percentage points, those of *shipped* verified claims an instance; B minus A over",
        "the instances of all three domains.",
    )


def _type_rules(report: BenchReport) -> Iterator[str]:
    yield from ("## Failures of the rules by claim type", "")
    yield from paragraph(
        "Messages of Gate 4 at r = 0. *There* means that the instance holds a node of the type that the claim had to",
        "cite, so that citing it would have done. The paper found the required type mostly available.",
    )
    rows = []
    for each in report.cells:
        if each.setting == "r0" and each.type_failures:
            every = sum(failure.messages for failure in each.type_failures)
            there = sum(failure.messages for failure in each.type_failures if failure.available)
            cited = Counter[str]()
            for failure in each.type_failures:
                cited[failure.cited] += failure.messages
            said = ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in sorted(cited.items()))
            share = f"{100 * there / every:.0f} %"
            rows.append((each.domain, each.narrator, str(every), share, said, _share(each.gate4_share)))
    head = ("domain", "narrator", "messages", "there", "cited instead", "Gate 4 share of failing claims")
    yield table(head, rows)
    yield ""


def _mechanical(report: BenchReport) -> Iterator[str]:
    yield from ("## Mechanical repair", "")
    rows = [
        (
            each.domain,
            each.narrator,
            str(sum(code.failed for code in each.mechanical.codes)),
            str(each.mechanical.claims),
            ", ".join(f"{rule.replace('_', ' ')} {count}" for rule, count in sorted(each.mechanical.rules.items()))
            or "–",
        )
        for each in report.cells
        if each.setting == "r0-mechanical" and each.mechanical is not None and each.narrator in FORMS
    ]
    yield table(("domain", "narrator", "findings", "claims put right", "by rule"), rows)
    yield ""


def _retention(report: BenchReport) -> Iterator[str]:
    yield from ("## Which attempt is kept", "")
    yield from paragraph("Three rules over the same three attempts (r = 2), all domains together.")
    rows = []
    for narrator in FORMS:
        row = [narrator]
        for setting in ("r2", "r2-most-verified", "r2-last"):
            found = [each for each in report.cells if each.narrator == narrator and each.setting == setting]
            claims, verified = sum(each.claims for each in found), sum(each.verified for each in found)
            instances = sum(each.instances for each in found)
            share = f"{100 * verified / claims:.1f} %" if claims else "none"
            row.append(f"{share}, {verified / instances:.2f}" if instances else "none")
        rows.append(tuple(row))
    head = ("narrator", "fewest failing: survival, verified", "most verified", "last")
    yield table(head, rows)
    yield ""


def _beside(compared: Sequence[Compared]) -> Iterator[str]:
    yield from ("## The gates beside entailment", "")
    yield from paragraph(
        "Every claim of the first attempts, its text held against the nodes of its instance as passages by the",
        "[entailment labeller](entailment.md) that ships. A gate asks what a claim cites, entailment what it says:",
        "where the model writes empty words and cites rightly, or the other way round, the two part.",
    )
    rows = []
    for narrator in ("template", *FORMS):
        for verified in (True, False):
            own = [each for each in compared if each.narrator == narrator and each.verified == verified]
            counts = Counter(each.label for each in own)
            told = "verified" if verified else "rejected"
            rows.append((narrator, told, str(len(own)), *(str(counts[label]) for label in LABELS)))
    yield table(("narrator", "gates", "claims", *(label.lower() for label in LABELS)), rows)
    yield ""
    rows = []
    for narrator in ("template", *FORMS):
        own = [each for each in compared if each.narrator == narrator]
        if own:
            survival = sum(each.verified for each in own) / len(own)
            support = sum(each.label in SUPPORT for each in own) / len(own)
            both = sum(each.verified and each.label in SUPPORT for each in own) / len(own)
            rows.append((narrator, *(f"{100 * share:.1f} %" for share in (survival, support, both))))
    yield table(("narrator", "survival", "support ratio", "both"), rows)
    yield ""


def _chosen(report: BenchReport) -> Iterator[str]:
    yield from ("## The better of no pass and one", "")
    yield from paragraph(
        "Chosen after registration, with the results in hand: it flatters, and its interval does not cover the choice.",
    )
    rows = [
        (each.domain, each.narrator, each.metric, each.setting, _value(each.estimate, each.metric))
        for each in report.best_of
    ]
    yield table(("domain", "narrator", "metric", "chosen", "value"), rows)
    yield ""


def _limits() -> Iterator[str]:
    yield from ("## What this does not say", "")
    yield from points(
        "Nothing about larger models: whether the mapping, hints or a pass of repair help *them* is open.",
        "Nothing about usefulness: no reader was asked.",
        "Two pilots of about a hundred calls were read before the plan was fixed. Without `min_cited` every claim "
        "cited nothing, and claims that cite nothing pass where their type asks for nothing.",
        "All evidence is fictional, and cut to five nodes an instance.",
    )


def _place(narrator: str) -> int:
    return ("template", *FORMS).index(narrator)


def _share(given: Estimate) -> str:
    return _value(given, "survival")


def _mean(given: Estimate) -> str:
    return _value(given, "shipped")


def _value(given: Estimate, metric: str) -> str:
    if given.value is None:
        return "none"
    ends = (
        ""
        if given.interval is None
        else f" ({_number(given.interval[0], metric)} to {_number(given.interval[1], metric)})"
    )
    return f"{_number(given.value, metric)}{' %' if metric == 'survival' else ''}{ends}"


def _number(value: float, metric: str) -> str:
    return f"{100 * value:.1f}" if metric == "survival" else f"{value:.2f}"


def _signed(value: float | None, metric: str) -> str:
    if value is None:
        return "none"
    return f"{100 * value:+.1f}" if metric == "survival" else f"{value:+.2f}"


def _interval(given, metric: str) -> str:
    return "none" if given is None else f"{_signed(given[0], metric)} to {_signed(given[1], metric)}"
