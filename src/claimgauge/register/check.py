"""Whether a register and evidence rules that can be read make sense; every problem with its place."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence

from claimgauge.errors import Problem
from claimgauge.register.register import Register, RegisteredClaim, RegisteredSource
from claimgauge.register.rules import EvidenceRules, KindRule
from claimgauge.register.taxonomy import KINDS_OF_CLAIM, PRINCIPLES


def register_problems(register: Register) -> Iterator[Problem]:
    """What makes a register unusable: texts that are missing, ids that stand twice or name nothing, bad dates."""
    yield from _identity(register.id, register.version)
    yield from _twice("sources", [each.id for each in register.sources])
    yield from _twice("claims", [each.id for each in register.claims])
    for place, source in enumerate(register.sources):
        yield from _source(f"sources[{place}]", source)
    known = {each.id for each in register.sources}
    for place, claim in enumerate(register.claims):
        yield from _claim(f"claims[{place}]", claim, known)


def evidence_rules_problems(rules: EvidenceRules) -> Iterator[Problem]:
    """What makes evidence rules unusable: a kind or a principle that is missing, a rule that asks for nothing."""
    yield from _identity(rules.id, rules.version)
    for name in PRINCIPLES:
        if not rules.principles.get(name, "").strip():
            yield _missing(f"principles.{name}", "missing; say the principle in a sentence")
    for kind in KINDS_OF_CLAIM:
        if (rule := rules.kinds.get(kind)) is None:
            yield _missing(f"kinds.{kind}", "missing; every kind of claim has a rule")
        else:
            yield from _kind(f"kinds.{kind}", rule)


def _wrong(place: str, message: str) -> Problem:
    return Problem(place=place, code="wrong_value", message=message)


def _missing(place: str, message: str) -> Problem:
    return Problem(place=place, code="missing", message=message)


def _identity(name: str, version: str) -> Iterator[Problem]:
    for key, value in (("id", name), ("version", version)):
        if not value.strip():
            yield _wrong(key, "is empty; it travels in every result, so give it a name")


def _twice(place: str, ids: Sequence[str]) -> Iterator[Problem]:
    for name, count in Counter(ids).items():
        if count > 1:
            yield _wrong(place, f"the id {name!r} stands {count} times; give each its own")


def _empty(place: str, texts: dict[str, str]) -> Iterator[Problem]:
    for key, text in texts.items():
        if not text.strip():
            yield _wrong(f"{place}.{key}", "is empty; write it")


def _source(place: str, source: RegisteredSource) -> Iterator[Problem]:
    yield from _empty(place, {"id": source.id, "title": source.title, "locator": source.locator})
    if source.accessed and not _is_date(source.accessed):
        yield _wrong(f"{place}.accessed", f"expected a date such as 2026-07-01, got {source.accessed[:40]!r}")
    if source.no_peer_reviewed_version and source.type != "preprint":
        yield _wrong(f"{place}.no_peer_reviewed_version", f"is about a preprint and this is a {source.type}; remove it")


def _is_date(text: str) -> bool:
    try:
        return dt.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _claim(place: str, claim: RegisteredClaim, known: set[str]) -> Iterator[Problem]:
    yield from _empty(place, {"id": claim.id, "text": claim.text})
    if not claim.places:
        yield _wrong(f"{place}.places", "is empty; say where the claim stands")
    for number, each in enumerate(claim.places):
        yield from _empty(f"{place}.places[{number}]", {"page": each.page})
    for number, name in enumerate(claim.sources):
        if name not in known:
            yield _wrong(f"{place}.sources[{number}]", f"no source has the id {name[:60]!r}; add it under [[sources]]")
        if name in claim.sources[:number]:
            yield _wrong(f"{place}.sources[{number}]", f"cites {name[:60]!r} twice; cite it once")


def _kind(place: str, rule: KindRule) -> Iterator[Problem]:
    yield from _empty(place, {"title": rule.title, "instruction": rule.instruction})
    if not rule.minimum:
        yield _wrong(f"{place}.minimum", "is empty, so that no evidence would do; name a type of source")
    if not rule.handling:
        yield _wrong(f"{place}.handling", "is empty; say what becomes of a claim without evidence")
    for key, label in (("label", rule.label), ("denied_label", rule.denied_label)):
        if label == "SUPPORTED":
            yield _wrong(f"{place}.{key}", "is SUPPORTED; a claim without the least evidence is not supported")
