"""Answers of a language model that people checked claim by claim, as cases: as they are, and with people's labels.

Where the folder of the data is: $CLAIMGAUGE_SHARED, or `shared` beside the checkout.
"""

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

from claimgauge.claims import Claim, DeclaredLabel
from claimgauge.evidence import Passage
from claimgauge.workflow import Answer, Case, CaseRow, Request
from tests.conftest import SHARED

DATA: Final = SHARED / "data" / "factcheck_gpt" / "factcheck-GPT-benchmark.jsonl.gz"
LEARNT: Final = SHARED / "data" / "train" / "factcheck_gpt_stance.jsonl.gz"
"""Stances of the same data set, those that the labeller learnt from among them."""

Factuality = Literal["true", "false", "not enough evidence"]
FACTUALITY: Final[Mapping[bool | str, Factuality]] = {True: "true", False: "false", "unknown": "not enough evidence"}
Says = Literal["by factuality", "by stance"]
SAYS: Final[tuple[Says, ...]] = ("by factuality", "by stance")
SUPPORT, PARTLY, REFUTE = "completely-support", "partially-support", "refute"
BOTH: Final = ("F", "C")
"""Where a contradiction goes when a passage of the case says otherwise."""


class GoldClaim(NamedTuple):
    """A factual claim as people wrote it; `stances` are those of the passages that were found for it, by their ids."""

    claim_id: str
    text: str
    factuality: Factuality
    stances: tuple[tuple[str, str], ...]
    own_evidence: str | None

    def with_stance(self, *stances: str) -> tuple[str, ...]:
        """The passages of these stances."""
        return tuple(dict.fromkeys(name for name, stance in self.stances if stance in stances))

    @property
    def cited(self) -> tuple[str, ...]:
        """What it leans on where it is true: passages that support it, else what people found themselves."""
        return self.with_stance(SUPPORT, PARTLY) or self.own

    @property
    def own(self) -> tuple[str, ...]:
        """What people found themselves."""
        return (self.own_evidence,) if self.own_evidence else ()

    @property
    def passages(self) -> tuple[str, ...]:
        """All passages that were found for it."""
        return tuple(dict.fromkeys(name for name, _ in self.stances))


class Checked(NamedTuple):
    """An answer, its passages, people's factual claims, and what the data set says of the answer as a whole.

    `people` are texts that people found themselves, `left_out` counts people's claims that state no fact.
    """

    case_id: str
    prompt: str
    answer: str
    passages: tuple[Passage, ...]
    people: tuple[Passage, ...]
    claims: tuple[GoldClaim, ...]
    left_out: int
    factual: bool | None

    @property
    def heldout(self) -> bool:
        """Whether the labeller learnt from none of its stances; the rule is that of the training data."""
        return int(hashlib.sha1(self.prompt.encode()).hexdigest()[:8], 16) % 10 < 4  # noqa: S324  a split, no secret

    @property
    def false_share(self) -> float | None:
        """The share of the factual claims that are false; None without any."""
        false = sum(claim.factuality == "false" for claim in self.claims)
        return false / len(self.claims) if self.claims else None

    @property
    def has_false(self) -> bool | None:
        """Whether any factual claim is false; None without any claim."""
        return None if self.false_share is None else self.false_share > 0

    def row(self, claims: Iterable[Claim] = ()) -> CaseRow:
        """The case, with these claims or none."""
        declared = tuple(claims)
        case = Case(
            id=self.case_id,
            request=Request(text=self.prompt),
            answer=Answer(text=self.answer),
            passages=self.passages + (self.people if declared else ()),
            claims=declared,
        )
        return CaseRow(place=self.case_id, id=self.case_id, case=case)

    def labelled(self, says: Says) -> CaseRow:
        """The case with people's claims and labels."""
        return self.row(labelled(claim, says) for claim in self.claims)


def answers() -> Iterator[Checked]:
    """Every answer, in the order of the file."""
    with gzip.open(DATA, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            yield _checked(number, json.loads(line))


def _checked(number: int, row: dict[str, Any]) -> Checked:
    texts: dict[str, str] = {}
    people: dict[str, str] = {}
    claims, left_out = [], 0
    for at, sentence in enumerate(row["sentences"].values(), start=1):
        for place, text in enumerate(sentence["claims"]):
            if sentence["claim_checkworthiness"][place] != "factual":
                left_out += 1
                continue
            found = [texts.setdefault(each, f"e{len(texts) + 1}") for each in sentence["auto_evidence"][place]]
            own = sentence["human_evidence"][place].strip()
            claims.append(
                GoldClaim(
                    claim_id=f"s{at}.{place + 1}",
                    text=text,
                    factuality=FACTUALITY[sentence["claims_factuality_label"][place]],
                    stances=tuple(zip(found, sentence["stance_claim_autoEvid"][place], strict=True)),
                    own_evidence=people.setdefault(own, f"h{len(people) + 1}") if own else None,
                )
            )
    return Checked(
        case_id=f"fcgpt-{number}",
        prompt=row["prompt"],
        answer=row["response"],
        passages=tuple(Passage(evidence_id=name, content=text) for text, name in texts.items()),
        people=tuple(Passage(evidence_id=name, content=text) for text, name in people.items()),
        claims=tuple(claims),
        left_out=left_out,
        factual=row["response_factuality"] if isinstance(row["response_factuality"], bool) else None,
    )


def labelled(claim: GoldClaim, says: Says) -> Claim:
    """A claim with the labels that people's factuality, or their stances, come to."""
    labels, cited = (_by_factuality if says == "by factuality" else _by_stance)(claim)
    return Claim(
        claim_id=claim.claim_id, claim_type="FACT", text=claim.text, labels=tuple(labels), cited_evidence_ids=cited
    )


Labelling = tuple[list[str | DeclaredLabel], tuple[str, ...]]


def _by_factuality(claim: GoldClaim) -> Labelling:
    """True is SUPPORTED by what supports it, else by what people found themselves; false is CONTRADICTED."""
    refuted = claim.with_stance(REFUTE)
    if claim.factuality == "true":
        return ["SUPPORTED"], claim.cited
    if claim.factuality == "false":
        return [DeclaredLabel(label="CONTRADICTED", dimensions=BOTH if refuted else ("F",))], refuted or claim.own
    return ["UNSUPPORTED"], claim.passages


def _by_stance(claim: GoldClaim) -> Labelling:
    """What a labeller that never errs would say of the passages; both labels where they disagree."""
    support, refuted = claim.with_stance(SUPPORT), claim.with_stance(REFUTE)
    labels: list[str | DeclaredLabel] = ["SUPPORTED"] if support else []
    if refuted:
        labels.append(DeclaredLabel(label="CONTRADICTED", dimensions=BOTH))
    if labels:
        return labels, support + refuted
    partly = claim.with_stance(PARTLY)
    return (["PARTIAL"], partly) if partly else (["UNSUPPORTED"], claim.passages)


def also_learnt(every: Iterable[Checked]) -> tuple[int, int]:
    """Passages of these answers, and how many of them stand in a pair that the labeller learnt from."""
    with gzip.open(LEARNT, "rt", encoding="utf-8") as lines:
        learnt = {row["premise"] for row in map(json.loads, lines) if row["split"] == "train"}
    texts = [passage.content for each in every for passage in each.passages]
    return len(texts), sum(text in learnt for text in texts)
