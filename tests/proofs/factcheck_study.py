"""What the index says of each answer beside what people say: by our labels and by people's, rubric by rubric."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from claimgauge.labels import Label
from claimgauge.wiring import load_rubric, scoring
from claimgauge.workflow import AssessedClaim, Assessment
from tests.proofs.claims import COVERED, content
from tests.proofs.factcheck_data import SAYS, Checked, Factuality, Says
from tests.proofs.factcheck_run import NO_BOUND, RUBRICS, Outcome, rubric_named
from tests.proofs.ranks import Estimate, auroc, estimate, kendall, spearman

OURS: Final = "ours"
LABELS: Final = (OURS, *SAYS)
BY_SEVERITY: Final[tuple[Label, ...]] = ("CONTRADICTED", "UNSUPPORTED", "UNKNOWN", "PARTIAL", "SUPPORTED")
"""Of several labels of one claim the first of these is counted."""
ORDER: Final[Mapping[str, int]] = {label: place for place, label in enumerate(BY_SEVERITY)}
PERFECT: Final = "index, by stance, `guarded`, answers with an index of ours"
NOT_COVERED: Final = "no claim of ours"
NO_INDEX: Final = "no index"
ROUTED: Final = "review"
SEED: Final = 1


class Study(NamedTuple):
    """Answers with what came of each, in the same order; `assessments` by whose labels and by rubric."""

    answers: tuple[Checked, ...]
    outcomes: tuple[Outcome, ...]
    assessments: Mapping[tuple[str, str], tuple[Assessment, ...]]

    def part(self, keep: Callable[[Checked], bool]) -> "Study":
        """The same of some of the answers."""
        places = [place for place, each in enumerate(self.answers) if keep(each)]
        return Study(
            tuple(self.answers[place] for place in places),
            tuple(self.outcomes[place] for place in places),
            {key: tuple(whole[place] for place in places) for key, whole in self.assessments.items()},
        )

    def pairs(self, labels: str, rubric: str) -> list[tuple[Checked, Assessment]]:
        return list(zip(self.answers, self.assessments[labels, rubric], strict=True))


def study(answers: Sequence[Checked], outcomes: Sequence[Outcome]) -> Study:
    """Our outcomes beside those of people's labels."""
    found = {(OURS, name): tuple(each.assessments[name] for each in outcomes) for name in (*RUBRICS, NO_BOUND)}
    for name in RUBRICS:
        found |= {(says, name): tuple(by_people(answers, says, name)) for says in SAYS}
    return Study(tuple(answers), tuple(outcomes), found)


def by_people(answers: Iterable[Checked], says: Says, name: str) -> Iterable[Assessment]:
    """The assessment of each answer by the labels that people's words come to."""
    score = scoring(load_rubric(name))
    return (score(each.labelled(says)).assessment for each in answers)


# figures


class Ranked(NamedTuple):
    """A number for an answer, and what people say of it; `factual` is the data set's own word on the whole answer."""

    number: float
    false_share: float
    factual: bool


def ranked(pairs: Iterable[tuple[Checked, float | None]]) -> list[Ranked]:
    """Those answers that have a number and of which people say something."""
    return [
        Ranked(number, each.false_share, each.factual)
        for each, number in pairs
        if number is not None and each.false_share is not None and each.factual is not None
    ]


def false_auroc(items: Sequence[Ranked]) -> float | None:
    """How often an answer with a false claim has the larger number than one without."""
    return auroc([each.number for each in items], [each.false_share > 0 for each in items])


FIGURES: Final[Mapping[str, Callable[[Sequence[Ranked]], float | None]]] = {
    "AUROC, a false claim": false_auroc,
    "AUROC, not factual": lambda items: auroc([each.number for each in items], [not each.factual for each in items]),
    "Spearman": lambda items: spearman([each.number for each in items], [each.false_share for each in items]),
    "Kendall tau-b": lambda items: kendall([each.number for each in items], [each.false_share for each in items]),
}


def index_of(assessment: Assessment) -> float | None:
    return None if assessment.index is None else assessment.index.score


def not_supported(assessment: Assessment) -> float | None:
    """The plain yardstick: the share of the claims that are not SUPPORTED."""
    claims = assessment.claims
    return sum(label_of(claim) != "SUPPORTED" for claim in claims) / len(claims) if claims else None


def claims_in(assessment: Assessment) -> float:
    return float(len(assessment.claims))


def label_of(claim: AssessedClaim) -> Label:
    """One label a claim: the severest of its labels."""
    said = {judgement.label for judgement in claim.judgements}
    return next((label for label in BY_SEVERITY if label in said), "UNKNOWN")


def rankings(whole: Study) -> dict[str, list[Ranked]]:
    """Name of a number → the answers with it."""
    found = {
        f"index, {labels}, `{rubric}`": ranked((each, index_of(got)) for each, got in whole.pairs(labels, rubric))
        for labels in LABELS
        for rubric in RUBRICS
    }
    ours = whole.pairs(OURS, "guarded")
    with_index = [(each, got) for each, got in ours if got.index is not None]
    unbound = whole.pairs(OURS, NO_BOUND)
    found["index, ours, `guarded` without its bound"] = ranked((each, index_of(got)) for each, got in unbound)
    found[PERFECT] = ranked(
        (each, index_of(got))
        for (each, got), (_, ours) in zip(whole.pairs("by stance", "guarded"), ours, strict=True)
        if ours.index is not None
    )
    for name, number in (("share not SUPPORTED", not_supported), ("number of claims", claims_in)):
        found[f"{name}, answers with an index"] = ranked((each, number(got)) for each, got in with_index)
        found[f"{name}, all answers"] = ranked((each, number(got)) for each, got in ours)
    return found


class Compared(NamedTuple):
    """Two numbers for one answer."""

    one: Ranked
    two: Ranked


def ahead(whole: Study, names: tuple[str, str], figure: str, *, seed: int = SEED) -> Estimate:
    """By how much a figure of one number exceeds that of another on the same answers."""
    one, two = (rankings(whole)[name] for name in names)
    items = [Compared(*both) for both in zip(one, two, strict=True)]
    measure = FIGURES[figure]

    def difference(drawn: Sequence[Compared]) -> float | None:
        first, second = measure([each.one for each in drawn]), measure([each.two for each in drawn])
        return None if first is None or second is None else first - second

    return estimate(items, difference, seed=seed)


def floors_met(whole: Study, rubric: str) -> Counter[float]:
    """Value of a floor, from 0 to 100 → how many answers have it for their index, whatever their claims sum up to."""
    indices = [got.index for _, got in whole.pairs(OURS, rubric) if got.index is not None]
    return Counter(each.score for each in indices if each.floor > each.additive)


def bands(whole: Study, labels: str, rubric: str) -> dict[str, Counter[bool | None]]:
    """Band → how many answers have a false claim, have none, or have no factual claim at all (None)."""
    names = [band.name for band in rubric_named(rubric).bands]
    found: dict[str, Counter[bool | None]] = {name: Counter() for name in (*names, NO_INDEX)}
    for each, got in whole.pairs(labels, rubric):
        found[got.index.band if got.index else NO_INDEX][each.has_false] += 1
    return found


def share_false(whole: Study, labels: str, rubric: str, band: str, seed: int = SEED) -> Estimate:
    """Of the answers in a band, the share with a false claim; whole answers are drawn anew."""

    def share(drawn: Sequence[tuple[Checked, Assessment]]) -> float | None:
        held = [
            each.has_false
            for each, got in drawn
            if each.has_false is not None and (got.index.band if got.index else NO_INDEX) == band
        ]
        return sum(held) / len(held) if held else None

    return estimate(whole.pairs(labels, rubric), share, seed=seed)


def action_of(assessment: Assessment) -> str:
    """What is done with the answer: the action of its band, or review where it is sent there whatever the band."""
    if assessment.index is None:
        return ROUTED
    action = assessment.index.action
    return ROUTED if assessment.review and action != "block" else action


# claims


class Beside(NamedTuple):
    """A factual claim of people and the claim of ours that holds its words, if any does."""

    answer: Checked
    text: str
    factuality: Factuality
    by_stance: str
    label: str


def beside(whole: Study) -> list[Beside]:
    """Each factual claim of people beside the claim of ours that holds most of its content words."""
    every = zip(
        whole.answers, whole.assessments[OURS, "guarded"], whole.assessments["by stance", "guarded"], strict=True
    )
    return [
        Beside(each, claim.text, claim.factuality, label_of(judged), _said(nearest(claim.text, ours.claims)))
        for each, ours, people in every
        for claim, judged in zip(each.claims, people.claims, strict=True)
    ]


def claims_auroc(claims: Sequence[Beside], label: Callable[[Beside], str], *, seed: int = SEED) -> Estimate:
    """How often a false claim has the severer label than a true one; whole answers are drawn anew.

    Of the claims that one of ours holds, so that two kinds of labels may be compared.
    """
    of_answer: dict[str, list[Beside]] = {}
    for each in claims:
        if each.label != NOT_COVERED and each.factuality != "not enough evidence":
            of_answer.setdefault(each.answer.case_id, []).append(each)

    def figure(drawn: Sequence[Sequence[Beside]]) -> float | None:
        held = [each for group in drawn for each in group]
        return auroc([-ORDER[label(each)] for each in held], [each.factuality == "false" for each in held])

    return estimate(list(of_answer.values()), figure, seed=seed)


def _said(claim: AssessedClaim | None) -> str:
    return NOT_COVERED if claim is None else label_of(claim)


def nearest(text: str, claims: Sequence[AssessedClaim]) -> AssessedClaim | None:
    """The claim that holds most of the content words of a text; None where none holds four fifths of them."""
    words = content(text)
    if not words:
        return None
    shares = [(len(words & content(claim.text or "")) / len(words), -place) for place, claim in enumerate(claims)]
    best, place = max(shares, default=(0.0, 0))
    return claims[-place] if best >= COVERED else None
