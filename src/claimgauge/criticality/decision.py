"""v of one claim: the largest of the rules that are about it, unless a reviewer gave one.

Of several rules the largest v counts; of several with the same v the one whose id comes first is named,
so that their order changes nothing. A reviewer's value takes precedence, and what the rules alone would
make of the claim stands beside it.
"""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec import UNSET

from claimgauge.claims import Claim, Operand
from claimgauge.criticality.phrases import Phrases, words_of
from claimgauge.criticality.rules import DEFAULT, CriticalityRule, CriticalityRules


class CriticalityDecision(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """Where v of a claim comes from.

    `rule` is the rule that decided, None where none did; `holding` are the ids of all rules about the claim,
    and `ruled` is what they alone make of it. `given` is a reviewer's value with `reviewer`, who gave it (empty
    where that is not said), and `place`, where it stands in the case; all three None where there is none.
    """

    by: Literal["rule", "reviewer", "default"]
    rule: str | None = None
    holding: tuple[str, ...] = ()
    ruled: float = DEFAULT
    given: float | None = None
    reviewer: str | None = None
    place: str | None = None

    @property
    def value(self) -> float:
        """How critical the claim is, v."""
        return self.ruled if self.given is None else self.given


class _Ruled(NamedTuple):
    """What the rules make of a claim: v, and the rules about it, the one that decided first."""

    value: float
    holding: tuple[str, ...]


def reviewer_value(claim: Claim) -> float | None:
    """The v that somebody gave a claim: one other than 1, or any with a name beside it. None where nobody did."""
    named = claim.criticality_by is not UNSET and bool(claim.criticality_by.strip())
    return claim.criticality if named or claim.criticality != DEFAULT else None


class Criticality:
    """Rules compiled, ready to decide about claims."""

    def __init__(self, rules: CriticalityRules) -> None:
        self.rules: Final = rules
        self._compiled = sorted(map(_Compiled, rules.rules), key=lambda each: (-each.value, each.id))

    def decide(self, claim: Claim, *, use_case: str = "", place: str = "") -> CriticalityDecision:
        """Where v of the claim comes from; `use_case` is that of the request, `place` where the claim stands."""
        ruled = self._ruled(claim, use_case)
        holding = tuple(sorted(ruled.holding))
        given = reviewer_value(claim)
        if given is not None:
            who = "" if claim.criticality_by is UNSET else claim.criticality_by
            return CriticalityDecision(
                by="reviewer", holding=holding, ruled=ruled.value, given=given, reviewer=who, place=place
            )
        if not holding:
            return CriticalityDecision(by="default")
        return CriticalityDecision(by="rule", rule=ruled.holding[0], holding=holding, ruled=ruled.value)

    def _ruled(self, claim: Claim, use_case: str) -> _Ruled:
        said = _Said(
            words=words_of(claim.text),
            entities=tuple(map(words_of, claim.cited_entities)),
            fields=frozenset(_fields_of(claim)),
            claim_type=claim.claim_type.strip().casefold(),
            use_case=use_case.strip().casefold(),
        )
        found = [each for each in self._compiled if each.holds(said)]
        return _Ruled(found[0].value if found else DEFAULT, tuple(each.id for each in found))


class _Said(NamedTuple):
    """A claim as rules look at it."""

    words: tuple[str, ...]
    entities: tuple[tuple[str, ...], ...]
    fields: frozenset[str]
    claim_type: str
    use_case: str


class _Compiled:
    """One rule; a condition that it does not have is None."""

    def __init__(self, rule: CriticalityRule) -> None:
        self.id = rule.id
        self.value = rule.value
        self._patterns = Phrases(rule.patterns) if rule.patterns else None
        self._entities = Phrases(rule.entities) if rule.entities else None
        self._fields = frozenset(rule.fields)
        self._claim_types = frozenset(name.strip().casefold() for name in rule.claim_types)
        self._use_cases = frozenset(name.strip().casefold() for name in rule.use_cases)

    def holds(self, said: _Said) -> bool:
        """Whether the rule is about the claim."""
        return (
            (not self._use_cases or said.use_case in self._use_cases)
            and (not self._claim_types or said.claim_type in self._claim_types)
            and (not self._fields or not self._fields.isdisjoint(said.fields))
            and (self._entities is None or _names(self._entities, said))
            and (self._patterns is None or self._patterns.are_in(said.words))
        )


def _names(entities: Phrases, said: _Said) -> bool:
    return entities.are_in(said.words) or any(entities.are_all_of(each) for each in said.entities)


def _fields_of(claim: Claim) -> Iterator[str]:
    """The fields that a claim names: before `=` in a cited number, and in what it computes."""
    for number in claim.cited_numbers:
        name, equals, _value = number.partition("=")
        if equals:
            yield name.strip()
    for derived in claim.derived:
        yield from _fields_in(derived.operands)


def _fields_in(operands: tuple[Operand, ...]) -> Iterator[str]:
    for operand in operands:
        if operand.field:
            yield operand.field
        yield from _fields_in(operand.operands)
