"""Rules of criticality: which claims have much at stake, in a versioned file and never in code.

The wire form is TOML (`schema = "claimgauge.criticality/1"`). v is 1 by default and higher for legal,
financial, safety, contractual and compliance-critical claims (doi:10.5281/zenodo.21313179); which words
those are is left to whoever uses it.
"""

import math
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Final, Literal

import msgspec
from msgspec.structs import replace

from claimgauge.criticality.phrases import phrase_problem
from claimgauge.digests import canonical, digest
from claimgauge.errors import Problem

DEFAULT: Final = 1.0
"""v of a claim that no rule is about."""
MOST_RULES: Final = 500
MOST_ITEMS: Final = 2000
"""Items of one list of one rule."""
PHRASES: Final = ("patterns", "entities")
CONDITIONS: Final = (*PHRASES, "claim_types", "use_cases", "fields")


class _Table(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A TOML table: an unknown key is an error."""


class CriticalityRule(_Table, frozen=True, kw_only=True):
    """The claims it is about, and their v.

    Of each list one item has to hold, and of several lists each. `patterns` are phrases in the text of the claim;
    `entities` phrases that it cites, or that stand in its text; `fields` those of the evidence that it names beside a
    number or computes with; `claim_types` and `use_cases` are its own and that of the request.
    """

    id: str
    value: Annotated[float, msgspec.Meta(gt=0)]
    why: str = ""
    patterns: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    claim_types: tuple[str, ...] = ()
    use_cases: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()


class CriticalityRules(_Table, frozen=True, kw_only=True):
    """The rules of one organisation. Their order means nothing: the largest v counts."""

    schema: Literal["claimgauge.criticality/1"]
    id: str
    version: str
    title: str = ""
    provisional: bool = False
    source: str = ""
    rules: tuple[CriticalityRule, ...] = ()

    @property
    def digest(self) -> str:
        """`sha256:…` over the canonical form of everything in the file but comments; the rules sorted by their id."""
        return digest(canonical(replace(self, rules=tuple(sorted(self.rules, key=lambda rule: rule.id)))))


def criticality_problems(rules: CriticalityRules) -> Iterator[Problem]:
    """What makes the rules unusable, each with its place."""
    for key, value in (("id", rules.id), ("version", rules.version)):
        if not value.strip():
            yield _wrong(key, "is empty; it travels in every result, so give it a name")
    if not rules.rules:
        yield Problem(place="rules", code="missing", message="missing; write at least one [[rules]]")
    if len(rules.rules) > MOST_RULES:
        yield _wrong("rules", f"are {len(rules.rules)}; at most {MOST_RULES} are looked at")
    names = Counter(rule.id for rule in rules.rules)
    for place, rule in enumerate(rules.rules):
        where = f"rules[{place}]"
        if not rule.id.strip() or names[rule.id] > 1:
            yield _wrong(f"{where}.id", f"{rule.id[:60]!r} is empty or stands twice; give each rule a name of its own")
        if not (math.isfinite(rule.value) and rule.value >= DEFAULT):
            message = f"is {rule.value:g}; v of a rule is finite and {DEFAULT:g} or more, for rules only raise"
            yield _wrong(f"{where}.value", message)
        yield from _conditions(rule, where)


def _conditions(rule: CriticalityRule, where: str) -> Iterator[Problem]:
    given = {name: getattr(rule, name) for name in CONDITIONS}
    if not any(given.values()):
        names = ", ".join(CONDITIONS)
        yield Problem(place=where, code="missing", message=f"is about every claim; give it at least one of {names}")
    for name, items in given.items():
        if len(items) > MOST_ITEMS:
            yield _wrong(f"{where}.{name}", f"has {len(items)} items; at most {MOST_ITEMS} are looked for")
        for index, item in enumerate(items):
            message = phrase_problem(item) if name in PHRASES else "" if item.strip() else "is empty; name one"
            if message:
                yield _wrong(f"{where}.{name}[{index}]", f"{item[:60]!r} {message}" if item.strip() else message)


def _wrong(place: str, message: str) -> Problem:
    return Problem(place=place, code="wrong_value", message=message)
