"""The tables of the page on fact-checked answers."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean, median
from typing import Final

from claimgauge.risk import Action
from claimgauge.workflow import Assessment
from tests.proofs.accuracy import table
from tests.proofs.factcheck_data import SAYS, Checked
from tests.proofs.factcheck_run import RUBRICS
from tests.proofs.factcheck_study import (
    BY_SEVERITY,
    FIGURES,
    LABELS,
    NO_INDEX,
    NOT_COVERED,
    OURS,
    SEED,
    Beside,
    Study,
    action_of,
    bands,
    label_of,
    rankings,
    share_false,
)
from tests.proofs.ranks import estimate, percentile

MILD_TO_SEVERE: Final = tuple(reversed(BY_SEVERITY))
FACTUALITIES: Final = ("true", "false", "not enough evidence")
ACTIONS: Final[tuple[Action, ...]] = ("release", "caution", "review", "block")
WORDS: Final = 6
"""Most words quoted of a claim."""


def band_table(whole: Study) -> list[str]:
    """Band by whether people found a false claim, for every kind of labels and rubric."""
    body = []
    for labels in LABELS:
        for rubric in RUBRICS:
            for band, seen in bands(whole, labels, rubric).items():
                if seen.total():
                    share = str(share_false(whole, labels, rubric, band)) if seen[True] or seen[False] else "–"
                    counts = [str(seen.total()), *(str(seen[key]) for key in (True, False, None))]
                    body.append([labels, rubric, band, *counts, share])
    header = ["labels", "rubric", "band", "answers", "false claim", "none false", "no fact", "share with a false claim"]
    return table(header, body)


def ranking_table(whole: Study) -> list[str]:
    """How well each number orders the answers by what people found."""
    body = [
        [name, str(len(items)), *(str(estimate(items, figure, seed=SEED)) for figure in FIGURES.values())]
        for name, items in rankings(whole).items()
    ]
    return table(["number", "answers", *FIGURES], body)


def coverage_table(parts: Sequence[tuple[str, Study]]) -> list[str]:
    """How far our own claims and labels reach."""
    parts = [(name, part) for name, part in parts if part.answers]
    rows: list[list[str]] = [[name, *(str(cell) for cell in cells)] for name, cells in _coverage(parts)]
    return table(["", *(name for name, _ in parts)], rows)


def _coverage(parts: Sequence[tuple[str, Study]]) -> Iterable[tuple[str, list[str]]]:
    ours = [whole.pairs(OURS, "guarded") for _, whole in parts]
    yield "answers", [str(len(pairs)) for pairs in ours]
    yield "with an index", [_share(pairs, lambda _, got: got.index is not None) for pairs in ours]
    for reason in ("labelled_share", "no_claims"):
        yield f"no index, `{reason}`", [_count(got.reason == reason for _, got in pairs) for pairs in ours]
    yield "sent to review", [_share(pairs, lambda _, got: got.review) for pairs in ours]
    yield "mean labelled share", [str(estimate(pairs, _mean_labelled, seed=SEED)) for pairs in ours]
    yield "claims found", [str(sum(len(got.claims) for _, got in pairs)) for pairs in ours]
    yield "people's factual claims", [str(sum(len(each.claims) for each, _ in pairs)) for pairs in ours]
    yield "people's claims that state no fact", [str(sum(each.left_out for each, _ in pairs)) for pairs in ours]
    for label in MILD_TO_SEVERE:
        found = [[label_of(claim) for _, got in pairs for claim in got.claims] for pairs in ours]
        yield (
            f"claims {label}",
            [f"{each.count(label)} ({each.count(label) / max(1, len(each)):.1%})" for each in found],
        )
    reasons = [
        Counter(j.reason for _, got in pairs for claim in got.claims for j in claim.judgements if j.label == "UNKNOWN")
        for pairs in ours
    ]
    for reason in sorted({reason for each in reasons for reason in each}):
        yield f"UNKNOWN, `{reason}`", [str(each[reason]) for each in reasons]


Pairs = Sequence[tuple[Checked, Assessment]]


def _share(pairs: Pairs, held: Callable[[Checked, Assessment], bool]) -> str:
    found = estimate(pairs, lambda drawn: fmean(held(*each) for each in drawn), seed=SEED)
    return f"{sum(held(*each) for each in pairs)}: {found}"


def _count(held: Iterable[bool]) -> str:
    return str(sum(held))


def _mean_labelled(pairs: Pairs) -> float | None:
    shares = [got.labelled_share for _, got in pairs if got.labelled_share is not None]
    return fmean(shares) if shares else None


def action_table(whole: Study) -> list[str]:
    """What is done with the answers, by the band alone and with what is sent to review."""
    body = []
    for labels in LABELS:
        for rubric in RUBRICS:
            pairs = whole.pairs(labels, rubric)
            by_band = Counter((got.index.action if got.index else NO_INDEX, each.has_false) for each, got in pairs)
            routed = Counter((action_of(got), each.has_false) for each, got in pairs)
            for action in (*ACTIONS, NO_INDEX):
                cells = [f"{seen[action, key]}" for seen in (by_band, routed) for key in (True, False, None)]
                if any(int(cell) for cell in cells):
                    body.append([labels, rubric, action, *cells])
    columns = ("false claim", "none false", "no fact")
    header = ["labels", "rubric", "action", *(f"{when}: {name}" for when in ("band", "routed") for name in columns)]
    return table(header, body)


def claims_table(pairs: Sequence[Beside]) -> list[str]:
    """People's factuality against the label of the claim of ours that holds the claim."""
    columns = (*MILD_TO_SEVERE, NOT_COVERED)
    seen = Counter((each.factuality, each.label) for each in pairs)
    body = [
        [name, *(str(seen[name, column]) for column in columns), str(sum(seen[name, column] for column in columns))]
        for name in FACTUALITIES
    ]
    return table(["people say", *columns, "claims"], body)


def stance_table(pairs: Sequence[Beside]) -> list[str]:
    """What people's stances come to against the label of the claim of ours that holds the claim."""
    columns = (*MILD_TO_SEVERE, NOT_COVERED)
    seen = Counter((each.by_stance, each.label) for each in pairs)
    rows = [name for name in MILD_TO_SEVERE if any(seen[name, column] for column in columns)]
    body = [
        [name, *(str(seen[name, column]) for column in columns), str(sum(seen[name, column] for column in columns))]
        for name in rows
    ]
    return table(["by stance", *columns, "claims"], body)


def time_table(whole: Study) -> list[str]:
    """What one answer takes, of a core and of the clock."""
    claims = sum(len(each.assessments["guarded"].claims) for each in whole.outcomes)
    body = []
    for name, every in (
        ("of a core", [each.cpu for each in whole.outcomes]),
        ("of the clock", [each.wall for each in whole.outcomes]),
    ):
        ordered = sorted(every)
        cells = (median(ordered), percentile(ordered, 0.95), ordered[-1], math.fsum(ordered) / claims)
        body.append([name, *(f"{cell:.2f} s" for cell in cells), f"{math.fsum(ordered):.0f} s"])
    return table(["time", "median answer", "95 % of answers within", "longest", "per claim", "all answers"], body)


# worked rows


Worked = tuple[str, Checked, int]


def worked(whole: Study) -> list[Worked]:
    """Five answers, each the first that is the most of its kind under `guarded`, and none twice."""
    ours = whole.assessments[OURS, "guarded"]
    taken: set[int] = set()

    def first(
        kind: str, keep: Callable[[Checked, Assessment], bool], most: Callable[[Checked, Assessment], float]
    ) -> Iterable[Worked]:
        places = [p for p, each in enumerate(whole.answers) if p not in taken and keep(each, ours[p])]
        if places:
            place = max(places, key=lambda p: (most(whole.answers[p], ours[p]), -p))
            taken.add(place)
            yield kind, whole.answers[place], place

    def indexed(got: Assessment) -> float:
        return got.index.score if got.index else -1.0

    return [
        *first(
            "false claims, High",
            lambda a, g: bool(a.has_false) and indexed(g) > 50,
            lambda a, _: len(a.claims) * (a.false_share or 0),
        ),
        *first(
            "false claims, and Low all the same",
            lambda a, g: bool(a.has_false) and 0 <= indexed(g) <= 20,
            lambda a, _: a.false_share or 0,
        ),
        *first(
            "nothing false, and High all the same",
            lambda a, g: a.has_false is False and indexed(g) > 50,
            lambda a, _: len(a.claims),
        ),
        *first(
            "nothing false, Low",
            lambda a, g: a.has_false is False and 0 <= indexed(g) <= 20,
            lambda a, _: len(a.claims),
        ),
        *first("no index", lambda _, g: g.index is None and bool(g.claims), lambda _, g: len(g.claims)),
    ]


def worked_table(whole: Study) -> list[str]:
    body = []
    for kind, each, place in worked(whole):
        got = whole.assessments[OURS, "guarded"][place]
        said = Counter(map(label_of, got.claims))
        labels = ", ".join(f"{said[label]} {label}" for label in MILD_TO_SEVERE if said[label])
        scores = [_score(whole.assessments[who, rubric][place]) for rubric in RUBRICS for who in (OURS, SAYS[0])]
        part = "held out" if each.heldout else "learnt from"
        false = sum(claim.factuality == "false" for claim in each.claims)
        body.append([kind, f"`{each.case_id}`", part, labels, f"{false} of {len(each.claims)}", *scores])
    scores = [f"{rubric}, {who}" for rubric in RUBRICS for who in ("ours", "people")]
    return table(["kind", "case", "part", "claims of ours", "false, of people's", *scores], body)


def _score(assessment: Assessment) -> str:
    return "none" if assessment.index is None else f"{assessment.index.score:.1f} {assessment.index.band}"


def quoted(text: str) -> str:
    words = text.split()
    return " ".join(words[:WORDS]) + (" …" if len(words) > WORDS else "")
