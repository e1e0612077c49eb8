"""How the claims that prose is read into compare with those that people made of the same answers.

    make prove NAME=claims
    python -m tests.proofs.claims --show 20

factcheck_gpt: answers of a language model, each sentence decomposed by people into claims. Printed are
the claims per sentence, the share of people's claims whose content words a claim of ours holds, and how
many claims of ours hold several of people's. The data lie in $CLAIMGAUGE_SHARED, or in `shared`
beside the checkout.
"""

import argparse
import gzip
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from claimgauge.claims import ExtractedClaim, Extraction, claims_from
from claimgauge.wiring.prose import load_prose_tables
from tests.conftest import SHARED

DATA = SHARED / "data" / "factcheck_gpt" / "factcheck-GPT-benchmark.jsonl.gz"
TABLES = load_prose_tables()
WORDS = re.compile(r"[^\W_]+")
EMPTY = frozenset(
    [
        "a", "an", "the", "of", "in", "on", "at", "by", "for", "with", "from", "to", "is", "was", "are", "were", "and",
        "or", "it", "its", "he", "she", "they", "this", "that",
    ]
)  # fmt: skip
COVERED = 0.8
"""Share of the content words of a person's claim that one of ours must hold."""


class Answer(NamedTuple):
    """An answer, what it was read into, and people's claims by sentence."""

    text: str
    extraction: Extraction
    sentences: tuple[tuple[str, ...], ...]

    @property
    def gold(self) -> tuple[str, ...]:
        """All claims of people."""
        return tuple(claim for sentence in self.sentences for claim in sentence)


class Figures(NamedTuple):
    """What is printed; counts over all answers."""

    answers: int
    sentences: int
    gold: int
    ours: int
    covered: int
    covered_by_sentence: int
    several: int
    resolved: int
    unresolved: int


def answers() -> Iterator[Answer]:
    with gzip.open(DATA, "rt", encoding="utf-8") as lines:
        for line in lines:
            row: dict[str, Any] = json.loads(line)
            sentences = tuple(tuple(each["claims"]) for each in row["sentences"].values())
            yield Answer(row["response"], claims_from(row["response"], TABLES), sentences)


def content(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in WORDS.findall(text)) - EMPTY


def overlap(gold: str, texts: Sequence[str]) -> float:
    """The largest share of the content words of `gold` that one of the texts holds."""
    words = content(gold)
    return max((len(words & content(text)) / len(words) for text in texts), default=0.0) if words else 1.0


def figures(every: Sequence[Answer]) -> Figures:
    claims = [claim for answer in every for claim in answer.extraction.claims]
    pairs = [(gold, answer) for answer in every for gold in answer.gold]
    return Figures(
        answers=len(every),
        sentences=sum(len(answer.sentences) for answer in every),
        gold=len(pairs),
        ours=len(claims),
        covered=sum(overlap(gold, [c.text for c in answer.extraction.claims]) >= COVERED for gold, answer in pairs),
        covered_by_sentence=sum(overlap(gold, [answer.text]) >= COVERED for gold, answer in pairs),
        several=sum(holds(claim, answer) > 1 for answer in every for claim in answer.extraction.claims),
        resolved=sum(is_resolved(claim) for claim in claims),
        unresolved=sum(bool(claim.unresolved) for claim in claims),
    )


def holds(claim: ExtractedClaim, answer: Answer) -> int:
    """How many of people's claims one of ours holds."""
    return sum(overlap(gold, [claim.text]) >= COVERED for gold in answer.gold)


def is_resolved(claim: ExtractedClaim) -> bool:
    """Whether a piece stands before the stretch the claim is about."""
    return claim.form == "sentence" and any(start < claim.span[0] for start, _ in claim.pieces)


def shown(every: Sequence[Answer], count: int, seed: int) -> Iterator[str]:
    found = [
        f"{claim.form}: {claim.text}" + (f"  ({', '.join(claim.unresolved)}?)" if claim.unresolved else "")
        for answer in every
        for claim in answer.extraction.claims
    ]
    yield from random.Random(seed).sample(found, min(count, len(found)))  # noqa: S311 - a sample to read


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", type=int, default=0, help="claims to print, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    if not DATA.is_file():
        sys.stderr.write(f"the data are not at {DATA}; set CLAIMGAUGE_SHARED to the folder that holds data/\n")
        return 2
    every = tuple(answers())
    found = figures(every)
    forms = Counter(claim.form for answer in every for claim in answer.extraction.claims)
    left = Counter(each.kind for answer in every for each in answer.extraction.left_out)
    lines = [
        f"answers {found.answers}, sentences {found.sentences} (as people cut them)",
        f"claims of people {found.gold} ({found.gold / found.sentences:.2f} a sentence)",
        f"claims of ours {found.ours} ({found.ours / found.sentences:.2f} a sentence)",
        f"people's claims covered by one of ours {found.covered} ({found.covered / found.gold:.1%})",
        f"  by the whole answer, which no splitting can exceed: {found.covered_by_sentence / found.gold:.1%}",
        f"claims of ours that hold several of people's {found.several}",
        f"mean overlap {fmean(overlap(g, [c.text for c in a.extraction.claims]) for a in every for g in a.gold):.3f}",
        f"pronouns resolved {found.resolved}, unresolved {found.unresolved}",
        f"forms {dict(forms)}",
        f"left out {dict(left)}",
        *shown(every, options.show, options.seed),
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
