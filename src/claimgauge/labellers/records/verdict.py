"""What the records say of one number or name of a text, and of each sentence."""

from typing import Literal

import msgspec

from claimgauge.labels import Judgement

MentionKind = Literal["number", "name"]
MentionVerdict = Literal["supported", "contradicted", "unsupported", "needs_computation", "unknown"]
Reason = Literal[
    "field_of_entity",
    "any_field",
    "computed",
    "in_records",
    "date_in_records",
    "different_value",
    "different_pair",
    "different_result",
    "different_date",
    "null_field",
    "no_field_explains",
    "not_in_records",
    "names_disagree",
    "same_entity_twice",
    "not_a_member",
    "numbers_of_another",
    "other_entity",
    "several_entities",
    "no_entity",
    "no_such_field",
    "still_to_come",
    "nothing_to_check",
    "operands_not_named",
]
"""Why: the first six explain a mention, the next ten do not, the rest leave it open."""


class CheckedMention(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A number or a name of the text, half-open in code points, and what explains or contradicts it.

    `evidence` and `fields` name the nodes and fields that were looked at for the verdict; `expected`
    is what stands there where the text says something else.
    """

    start: int
    end: int
    text: str
    kind: MentionKind
    verdict: MentionVerdict
    reason: Reason
    evidence: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    expected: str = ""


class SentenceJudgement(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A sentence, half-open in code points, and the one judgement on it."""

    start: int
    end: int
    judgement: Judgement


class RecordJudgement(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """All mentions of a text in order, and its sentences in order."""

    mentions: tuple[CheckedMention, ...]
    sentences: tuple[SentenceJudgement, ...]
