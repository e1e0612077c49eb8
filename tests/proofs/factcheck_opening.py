"""The conclusions at the head of the page on fact-checked answers, in words, with the figures they rest on."""

from collections import Counter
from collections.abc import Sequence

from tests.proofs.factcheck_study import (
    FIGURES,
    NOT_COVERED,
    OURS,
    PERFECT,
    SEED,
    Beside,
    Study,
    ahead,
    bands,
    claims_auroc,
    floors_met,
    label_of,
    rankings,
)
from tests.proofs.page_lines import paragraph, points
from tests.proofs.ranks import Estimate, estimate


def opening(whole: Study, held: Study, claims: Sequence[Beside]) -> list[str]:
    """The conclusions, in words, with the figures they rest on."""
    ours = whole.pairs(OURS, "guarded")
    none = sum(got.index is None for _, got in ours)
    seen, short = len(ours) - none, sum(got.reason == "labelled_share" for _, got in ours)
    name, count = "index, ours, `guarded`", "number of claims, answers with an index"
    area, plain = _area(whole, name), _area(whole, "share not SUPPORTED, answers with an index")
    paper = estimate(rankings(whole)["index, ours, `paper`"], FIGURES["Spearman"], seed=SEED)
    guarded = estimate(rankings(whole)[name], FIGURES["Spearman"], seed=SEED)
    floors = floors_met(whole, "guarded")
    value, most = max(floors.items(), key=lambda each: each[1], default=(0.0, 0))
    paper_held = estimate(rankings(held)["index, ours, `paper`"], FIGURES["Spearman"], seed=SEED)
    less = ahead(whole, (name, "index, ours, `paper`"), "Spearman")
    low = bands(whole, OURS, "paper")["Low"]
    routed = sum(got.review for _, got in ours)
    against = sum(label_of(claim) == "CONTRADICTED" for _, got in ours for claim in got.claims)
    false = Counter(each.label for each in claims if each.factuality == "false")
    single, ideal = claims_auroc(claims, _ours), claims_auroc(claims, _by_stance)
    single_held = claims_auroc([each for each in claims if each.answer.heldout], _ours)
    return [
        *paragraph(
            "How far the risk index of an answer follows what people found when they checked every claim of it: with",
            "our own claims and labels, and with people's.",
        ),
        *points(
            f"**Of {len(ours)} answers {seen} get an index, {none} do not**, {short} of them since less than half"
            f" of their claims could be labelled. {routed} are sent to review, whatever their band.",
            f"**{_told(area)}.** Of two answers, one with a false claim and one without, the former has the higher"
            f" index in {_percent(area)} of the pairs: AUROC {area}, on held-out answers {_area(held, name)}. The plain"
            f" share of claims that are not SUPPORTED, without any rubric, has {plain} on the same answers. The number"
            f" of claims alone has {_area(whole, count)}, held out {_area(held, count)}: the more is said, the sooner"
            " something is false, while the index is a mean over claims.",
            f"**Floors flatten the index.** Under `guarded` {floors.total()} of the {seen} answers stand at the value"
            f" of a floor, {most} of them at {value:.1f}. Under `paper`, which has fewer floors, the index rises with"
            f" the share of false claims by {paper} (Spearman; held out {paper_held}), against {guarded} under"
            f" `guarded`; the difference is {less} on the same answers. But {low.total()} of the {seen} answers are Low"
            f" under `paper`, {low[True]} with a false claim among them: an answer"
            " wholly UNSUPPORTED scores 11.25.",
            f"**With people's stances in the place of our labels AUROC is {_area(whole, PERFECT)} on the same answers**"
            f" under `guarded`, {_area(whole, 'index, by stance, `guarded`')} on all. A labeller without errors would"
            " reach that with these passages. By factuality it is"
            f" {_area(whole, 'index, by factuality, `guarded`')}: what lies between is not in the passages.",
            f"**{_counted(against)} called CONTRADICTED.** Of people's {false.total()} false claims"
            f" {false['SUPPORTED']} were called SUPPORTED, {false['PARTIAL']} PARTIAL, {false['UNKNOWN']} UNKNOWN,"
            f" {false['UNSUPPORTED']} UNSUPPORTED and {false['CONTRADICTED']} CONTRADICTED; {false[NOT_COVERED]} are in"
            " no claim of ours by themselves.",
            f"**Claim by claim our labels say {'more' if _above(single) else 'no more'} than chance does.** A false"
            f" claim has a severer label than a true one with AUROC {single}, held out {single_held}; by people's"
            f" stances {ideal}.",
        ),
    ]


def _ours(each: Beside) -> str:
    return each.label


def _by_stance(each: Beside) -> str:
    return each.by_stance


def _above(found: Estimate) -> bool:
    """Whether an AUROC lies above chance with its whole interval."""
    return found.low is not None and found.low > 0.5


def _area(whole: Study, name: str) -> Estimate:
    return estimate(rankings(whole)[name], FIGURES["AUROC, a false claim"], seed=SEED)


def _told(area: Estimate) -> str:
    """What an AUROC with its interval comes to, in words."""
    if _above(area):
        return "Under `guarded` our index says something about which answers hold a false claim"
    if area.high is not None and area.high < 0.5:
        return "Under `guarded` our index puts answers without a false claim first"
    return "Under `guarded` our index does not tell answers with a false claim from those without better than chance"


def _percent(area: Estimate) -> str:
    return "none" if area.value is None else f"{area.value:.0%}"


def _counted(claims: int) -> str:
    return {0: "No claim was", 1: "One claim was"}.get(claims, f"{claims} claims were")
