"""The page on fact-checked answers, from what was measured."""

from collections.abc import Sequence
from typing import Final

import claimgauge
from claimgauge.wiring import load_rubric
from tests.proofs.accuracy import table
from tests.proofs.factcheck_data import also_learnt
from tests.proofs.factcheck_opening import opening
from tests.proofs.factcheck_study import NOT_COVERED, SEED, Beside, Study, ahead, beside, claims_auroc
from tests.proofs.factcheck_tables import (
    action_table,
    band_table,
    claims_table,
    coverage_table,
    quoted,
    ranking_table,
    stance_table,
    time_table,
    worked,
    worked_table,
)
from tests.proofs.page_lines import paragraph, points
from tests.proofs.ranks import RESAMPLES

MAPPING: Final = (
    ("true", "SUPPORTED", "the passages that support it wholly or in part; without any, what people found themselves"),
    ("false", "CONTRADICTED", "the passages that refute it (F and C); without any, what people found themselves (F)"),
    ("not enough evidence", "UNSUPPORTED", "the passages that were found for it"),
    ("opinion, not a claim", "left out", ""),
)
STANCES: Final = (
    ("supported wholly by a passage", "SUPPORTED"),
    ("refuted by a passage", "CONTRADICTED (F and C)"),
    ("both", "both labels: a conflict, and review"),
    ("neither, but supported in part", "PARTIAL"),
    ("nothing but irrelevant passages", "UNSUPPORTED"),
)


def page(whole: Study, *, date: str) -> str:
    """The whole page."""
    held, learnt = whole.part(lambda each: each.heldout), whole.part(lambda each: not each.heldout)
    claims = beside(whole)
    lines = [
        "# Fact-checked answers, end to end",
        "",
        "<!-- written by tests/proofs/factcheck.py; run it again where claims, the labeller or a rubric change -->",
        "",
        *opening(whole, held, claims),
        f"claimgauge {claimgauge.__version__}, {date}, by",
        "",
        "```text",
        f"python -m tests.proofs.factcheck --date {date}",
        "```",
        "",
        "## What was done",
        "",
        *method(whole, held),
        "## Bands",
        "",
        *paragraph(
            "How many answers of each band have a false claim, and how many have none.",
            "*By factuality* is no prediction: there the labels are what is to be predicted, and the table shows what",
            "a rubric makes of them.",
        ),
        *band_table(whole),
        "Held-out answers alone:",
        "",
        *band_table(held),
        "## Does the index put riskier answers first?",
        "",
        *paragraph(
            "AUROC: how often an answer that people faulted has the larger number than one that they did not, equal",
            "numbers counting half; 0.5 is chance. Spearman and Kendall: whether the number rises with the share of",
            "false claims; 0 is chance. Answers without an index are left out of its rows; *without its bound* gives",
            "them one all the same. The last four rows are plain yardsticks from our claims and labels.",
        ),
        *ranking_table(whole),
        "Held-out answers alone:",
        "",
        *ranking_table(held),
        *difference(whole, held),
        "## Coverage",
        "",
        *paragraph(
            "*Labelled share*: the share of the claims of an answer that are not UNKNOWN; below one half there is no",
            "index. People cut finer than our rules do, about two claims a sentence.",
        ),
        *coverage_table((("all answers", whole), ("held out", held), ("learnt from", learnt))),
        "## Actions",
        "",
        *paragraph(
            "What the band alone would do, and what is done once answers with an UNKNOWN, a conflict or missing",
            "evidence are sent to review. A release of an answer with a false claim is the costly cell.",
        ),
        *action_table(whole),
        "## Where our labels and people's differ",
        "",
        *differences(claims),
        "## Five answers",
        "",
        *five(whole),
        "## Time",
        "",
        *paragraph(
            "From the case to the assessment: claims found, judged and scored. Two cores, one used. Other work ran on",
            "them at the same time, so *of the clock* is too long and *of a core* is the figure to plan with.",
            "Loading the network, once, is not in it.",
        ),
        *time_table(whole),
        "## Limits",
        "",
        *points(*LIMITS),
    ]
    return "\n".join(lines).rstrip() + "\n"


def method(whole: Study, held: Study) -> list[str]:
    """Data, cases, what was learnt from, what counts, and how people's words become labels."""
    passages, known = also_learnt(held.answers)
    answers, out = whole.answers, len(held.answers)
    learnt = sum(bool(each.claims) and not each.heldout for each in answers)
    false, clean = (sum(each.has_false is kind for each in answers) for kind in (True, False))
    odd = sum(each.factual is False and each.has_false is False for each in answers)
    unshown = sum(each.factuality == "true" and not each.cited for answer in answers for each in answer.claims)
    return [
        *paragraph(
            f"Data: Factcheck-GPT (Apache-2.0), {len(answers)} answers of a language model. People split each into",
            "claims, judged five snippets of web pages for each, and said whether the claim is true. A case is the",
            "answer with all snippets that were found for its claims as passages, and *no* claims: ours are found in",
            "the answer and judged by those passages, by the labeller that ships. Every claim has criticality 1.",
        ),
        *paragraph(
            f"**What had been seen.** The labeller learnt from the stances of {learnt} of the answers, and from none",
            f"of the {out} *held-out* ones. These share web pages: {known} of {passages} passages of held-out answers",
            "also stand in pairs that were learnt from, beside other claims. The rules that find claims had been",
            "measured on all of these answers before, so for them nothing here is new. After a first measurement two",
            "faults that its answers showed were mended: a date was borne out by its digits alone, and lists of",
            "references were taken for claims. The figures are from after that.",
        ),
        *paragraph(
            "**What counts.** An answer *has a false claim* where people called any factual claim of it false:",
            f"{false} have one, {clean} have none, and {len(answers) - false - clean} state no fact. The *share of",
            "false claims* is of the factual ones. The data set's own word on the whole answer is harsher:",
            f"{odd} answers without a false claim are *not factual* there. Both are reported. Intervals are 95 %, by",
            f"{RESAMPLES:,} resamples of whole answers (seed {SEED}).",
        ),
        *paragraph(
            "**People's labels** go through the same rubrics, in two ways. *By factuality* a claim gets what is true",
            "of it, whether the passages show it or not:",
        ),
        *table(["people say", "label", "cites"], MAPPING),
        *paragraph(
            f"A true claim for which nobody kept any evidence ({unshown}) counts as UNSUPPORTED: nothing is",
            "SUPPORTED without evidence. *By stance* a claim gets what the passages say of it, as from a labeller that",
            "never errs:",
        ),
        *table(["the passages that were found for the claim", "label"], STANCES),
    ]


DIFFERENCES: Final = (
    ("index, ours, `paper`", "share not SUPPORTED, answers with an index"),
    ("index, ours, `guarded`", "share not SUPPORTED, answers with an index"),
    ("index, ours, `guarded`", "index, ours, `paper`"),
)


def difference(whole: Study, held: Study) -> list[str]:
    """One number less another."""
    figures = ("AUROC, a false claim", "Spearman")
    body = [
        [*names, *(str(ahead(part, names, figure)) for figure in figures for part in (whole, held))]
        for names in DIFFERENCES
    ]
    header = ["of", "less that of", *(f"{figure}{part}" for figure in figures for part in ("", ", held out"))]
    return ["Differences, on the same answers:", "", *table(header, body)]


def differences(claims: Sequence[Beside]) -> list[str]:
    """Claims of people beside claims of ours."""
    covered = sum(each.label != NOT_COVERED for each in claims)
    return [
        *paragraph(
            "Each factual claim of people beside the claim of ours that holds most of its content words, at least four",
            f"fifths: {covered} of {len(claims)} have one. The others are spread over several of ours, or said with a",
            "pronoun in the place of a name.",
        ),
        *claims_table(claims),
        "The same in held-out answers:",
        "",
        *claims_table([each for each in claims if each.answer.heldout]),
        *paragraph("Against what the passages say (*by stance*), all answers:"),
        *stance_table(claims),
        *told_apart(claims),
        "Three things lie between our index and the truth:",
        "",
        *why(claims),
    ]


def told_apart(claims: Sequence[Beside]) -> list[str]:
    """How well labels tell false claims from true ones."""
    held = [each for each in claims if each.answer.heldout]
    body = [
        [name, str(claims_auroc(claims, label)), str(claims_auroc(held, label))]
        for name, label in (("ours", lambda each: each.label), ("by stance", lambda each: each.by_stance))
    ]
    return [
        *paragraph(
            "How often a false claim has the severer label than a true one (AUROC; SUPPORTED, PARTIAL, UNKNOWN,",
            "UNSUPPORTED, CONTRADICTED), of the claims that one of ours holds:",
        ),
        *table(["labels", "all answers", "held out"], body),
    ]


def why(claims: Sequence[Beside]) -> list[str]:
    """What the tables come to."""
    share = load_rubric("guarded").unassessed.labelled_share_below
    false = [each for each in claims if each.factuality == "false"]
    true = [each for each in claims if each.factuality == "true"]
    refuted, silent = (sum(each.by_stance == label for each in false) for label in ("CONTRADICTED", "UNSUPPORTED"))
    unshown = sum(each.by_stance != "SUPPORTED" for each in true)
    supported = [each for each in claims if each.label == "SUPPORTED"]
    unknown = sum(each.label == "UNKNOWN" for each in claims)
    found = len(claims) - sum(each.label == NOT_COVERED for each in claims)
    doubted = [each for each in claims if each.label == "UNSUPPORTED"]
    return points(
        f"*The passages.* They refute {refuted} of the {len(false)} false claims and are silent on {silent}, which a"
        f" labeller without errors therefore calls UNSUPPORTED. But {unshown} of the {len(true)} true claims are not"
        " wholly supported by a passage either: UNSUPPORTED says *not shown*, which is a hint of *false* and no more.",
        f"*The labeller.* False are {_rate(supported)} of the claims that it calls SUPPORTED and {_rate(doubted)} of"
        f" those that it calls UNSUPPORTED, against {_rate(claims)} of all. False claims of these answers are near to"
        " what the passages say, with another name, number or year. What plainly contradicts by a rule is rare in such"
        " text, and the network alone says CONTRADICTED only from a high bound on.",
        f"*What stays UNKNOWN.* {unknown} of the {found} claims of people that ours hold. Where less than {share:.0%}"
        " of an answer is labelled there is no index, and every UNKNOWN sends the answer to review, so the band"
        " decides little.",
    )


def _rate(claims: Sequence[Beside]) -> str:
    """How many of the claims are false."""
    false = sum(each.factuality == "false" for each in claims)
    return f"{false} of {len(claims)}" + (f" ({false / len(claims):.0%})" if claims else "")


def five(whole: Study) -> list[str]:
    """Five answers by name."""
    pairs = beside(whole)
    told = []
    for _kind, each, _place in worked(whole):
        own = [one for one in pairs if one.answer is each]
        false = sorted((one for one in own if one.factuality == "false"), key=lambda one: one.label == NOT_COVERED)
        missing = sum(one.label == NOT_COVERED for one in own)
        said = (
            f"of the false claim “{quoted(false[0].text)}” ours is {false[0].label}, people's by stance"
            f" {false[0].by_stance}"
            if false
            else "nothing is false"
        )
        told.append(
            f"`{each.case_id}`, {len(each.passages)} passages: {said}; {missing} of {len(own)} factual claims of"
            " people are in no claim of ours."
        )
    return [
        *paragraph(
            "Each is the extreme of its kind: of the answers with false claims the one in High with most of them, and",
            "the one in Low with the largest share; of those without, the ones with most claims of people; and the",
            "longest answer without an index. Scores are by our labels and by factuality.",
        ),
        *worked_table(whole),
        *points(*told),
    ]


LIMITS: Final = (
    "The prompts were chosen for likely errors, so most answers have one. Shares within a band do not carry over.",
    "94 answers are few and the intervals wide. Which number is better is shown only where a difference was measured.",
    "Every claim has criticality 1, so the floors for important claims play no part.",
    "The snippets were found for people's claims. A retrieval for the whole answer would find others.",
    "People judged stances knowing whether the claim is true, and how far people agree was not published.",
    "People's labels have errors: in `fcgpt-67` a snippet that says August counts as full support of December.",
    "That a claim of ours holds the words of people's does not mean that both say the same.",
)
