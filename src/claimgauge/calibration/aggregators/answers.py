"""Answers whose claims are labelled and whose outcome is known, and how they are split by a digest.

A split by the digest of a name needs no chance and no order: the same answer is always in the same fold,
whatever stands beside it.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from claimgauge.digests import canonical, digest
from claimgauge.errors import InputError
from claimgauge.risk import LabelledClaim

HEX_DIGITS: Final = 8
"""Digits of the digest that a fold is read from."""


class LabelledAnswer(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An answer with at least one claim, and whether it did harm.

    `unit` names what is drawn and split as one: answers to one question, or summaries of one article; empty
    for the answer by itself. `signals` are risks in [0, 1] that come from no label, by the name of what gave
    them.
    """

    case_id: str
    claims: tuple[LabelledClaim, ...]
    harmful: bool
    unit: str = ""
    signals: dict[str, float] = {}

    @property
    def drawn_with(self) -> str:
        """The unit, or the answer's own id."""
        return self.unit or self.case_id


def fold_of(unit: str, folds: int) -> int:
    """From 0 to folds − 1: the first digits of the unit's SHA-256, modulo the folds."""
    written = digest(canonical(unit)).partition(":")[2]
    return int(written[:HEX_DIGITS], 16) % folds


def check_answers(answers: Sequence[LabelledAnswer]) -> None:
    """Raises InputError for an answer without claims, an id that stands twice, and signals that differ."""
    seen: set[str] = set()
    names = set(answers[0].signals) if answers else set()
    for answer in answers:
        if not answer.claims:
            raise InputError("has no claims, so no aggregator has a value for it; leave it out", place=answer.case_id)
        if answer.case_id in seen:
            raise InputError("stands twice; keep one outcome for each answer", place=answer.case_id)
        if set(answer.signals) != names:
            message = (
                f"has the signals {sorted(answer.signals)}, and the first answer {sorted(names)}; give all the same"
            )
            raise InputError(message, place=answer.case_id)
        for name, value in answer.signals.items():
            if not 0 <= value <= 1:
                raise InputError(f"is {value!r}; a signal is a risk from 0 to 1", place=f"{answer.case_id}, {name}")
        seen.add(answer.case_id)
