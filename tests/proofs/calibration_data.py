"""Two data sets as assessments and outcomes: answers that people checked claim by claim, and what they found.

Where the folder of the data is: $CLAIMGAUGE_SHARED, or `shared` beside the checkout.
"""

import datetime as dt
import gzip
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from claimgauge.calibration.outcomes import Found, Outcome
from claimgauge.claims import Claim
from claimgauge.evidence import Passage
from claimgauge.wiring import load_rubric, scoring
from claimgauge.workflow import Answer, Assessment, Case, CaseRow, Request
from tests.conftest import SHARED
from tests.proofs.factcheck_data import Checked

EXPERTQA: Final = SHARED / "data" / "expertqa" / "expertqa_claims.jsonl.gz"
LABELS: Final = {"Complete": "SUPPORTED", "Partial": "PARTIAL", "Incomplete": "PARTIAL", "Missing": "UNSUPPORTED"}
"""People's word on the support of a claim → its label; claims they gave no such word are left out."""
CORRECT: Final = {
    "Definitely correct": False,
    "Probably correct": False,
    "Likely incorrect": True,
    "Definitely incorrect": True,
}
"""People's word on the truth of a claim → whether it is harmful; unsure ones say nothing."""
AT: Final = dt.datetime(2024, 1, 1, tzinfo=dt.UTC)
"""The data sets give no times."""


class ExpertAnswer(NamedTuple):
    """The claims of one answer that an expert judged, as the data set holds them."""

    case_id: str
    split: str
    claims: tuple[dict[str, Any], ...]

    @property
    def harmful(self) -> bool | None:
        """Whether the expert called any claim incorrect; None where none was judged either way."""
        known = [CORRECT[each["correctness"]] for each in self.claims if each["correctness"] in CORRECT]
        return any(known) if known else None

    @property
    def has_passages(self) -> bool:
        """Whether every claim has a passage that can be read here."""
        return all(each["evidence_kind"] == "text" for each in self.claims)

    def labelled(self) -> CaseRow:
        """The case with people's labels; a claim is held to cite its own passages."""
        claims = tuple(
            Claim(
                claim_id=f"c{number}",
                claim_type="FACT",
                text=each["claim"],
                labels=(LABELS[each["support"]],),
                cited_evidence_ids=(f"e{number}",) if each["support"] != "Missing" else (),
            )
            for number, each in enumerate(self.claims)
            if each["support"] in LABELS
        )
        case = Case(id=self.case_id, request=Request(text=self.claims[0]["question"]), claims=claims)
        return CaseRow(place=self.case_id, id=self.case_id, case=case)

    def row(self) -> CaseRow:
        """The claims one after another as the answer, and their passages: what a checker of its own is given."""
        texts = dict.fromkeys(text for each in self.claims for text in each["evidence"])
        case = Case(
            id=self.case_id,
            request=Request(text=self.claims[0]["question"]),
            answer=Answer(text=" ".join(each["claim"] for each in self.claims)),
            passages=tuple(Passage(evidence_id=f"e{number}", content=text) for number, text in enumerate(texts)),
        )
        return CaseRow(place=self.case_id, id=self.case_id, case=case)


def expert_answers() -> Iterator[ExpertAnswer]:
    """Every answer of ExpertQA, in the order of the file."""
    held: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    with gzip.open(EXPERTQA, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            held[f"{row['question_id']}-{row['system']}"].append(row)
    for name, rows in held.items():
        yield ExpertAnswer(f"expertqa-{name}", rows[0]["split"], tuple(rows))


def outcomes_of(judged: Iterable[tuple[str, bool | None]], *, by: str) -> list[Found]:
    """An outcome for each case that people judged; a case that they did not judge has none."""
    return [
        Found(
            Outcome(
                schema="claimgauge.outcomes/1",
                case_id=case_id,
                kind="audit_finding",
                harmful=harmful,
                time=AT.isoformat(),
                by=by,
            ),
            AT,
            by,
            case_id,
        )
        for case_id, harmful in judged
        if harmful is not None
    ]


def factcheck_outcomes(every: Iterable[Checked]) -> list[Found]:
    """An answer is harmful where people found a factual claim of it false."""
    return outcomes_of(((each.case_id, each.has_false) for each in every), by="Factcheck-GPT")


def expert_outcomes(every: Iterable[ExpertAnswer]) -> list[Found]:
    """An answer is harmful where an expert called a claim of it incorrect, likely or definitely."""
    return outcomes_of(((each.case_id, each.harmful) for each in every), by="ExpertQA")


def scored(rows: Iterable[CaseRow], rubric: str) -> list[Assessment]:
    """The assessments of labelled cases under a rubric that ships."""
    score = scoring(load_rubric(rubric))
    return [score(row).assessment for row in rows]
