"""From the facts that a model chose to claims with their six fields; a pure function, no model needed."""

from collections.abc import Iterable, Iterator
from typing import Any

from claimgauge.claims import Claim
from claimgauge.contract.choices import CLAIM_TYPE, MORE, Choice
from claimgauge.contract.facts import Citable, Fact
from claimgauge.contract.schema import CompiledSchema
from claimgauge.errors import InputError

_SHOWN = 60


def claims_from_facts(choice: object, compiled: CompiledSchema) -> tuple[Claim, ...]:
    """The claims that a choice states, `c1`, `c2` and so on; what is stated twice counts once.

    `choice` is the decoded output of the model: `{"claims": [{"claimType": …, …}]}`. It is checked
    here again, because not every server keeps to every part of a schema: raises InputError, with
    the place, for anything that the schema does not allow (how many claims and facts it allows
    aside).
    """
    facts = {fact.name: fact for node in compiled.nodes.values() for fact in node.facts}
    chosen = _expect(choice, dict, "the choice", 'an object {"claims": […]}')
    claims = _expect(chosen.get("claims"), list, "claims", "an array")
    found: dict[tuple[object, ...], Claim] = {}
    for place, each in enumerate(claims):
        claim = _Filling(compiled, facts, f"claims[{place}]").claim(each, f"c{len(found) + 1}")
        parts = frozenset(claim.text.split(compiled.marks.between))
        found.setdefault((claim.claim_type, frozenset(claim.cited_evidence_ids), parts), claim)
    return tuple(found.values())


class _Filling:
    """One claim of a choice."""

    def __init__(self, compiled: CompiledSchema, facts: dict[str, Fact], place: str) -> None:
        self._compiled = compiled
        self._facts = facts
        self._place = place

    def claim(self, value: object, claim_id: str) -> Claim:
        """The claim that one item of the choice states."""
        item = _expect(value, dict, self._place, "an object")
        choice = self._choice(item.get(CLAIM_TYPE))
        self._check_keys(item, choice)
        cited, stated = self._cited(item, choice)
        stated = self._with_required(cited, stated, choice)
        nodes = [self._compiled.nodes[alias] for alias in cited]
        return Claim(
            claim_id=claim_id,
            claim_type=choice.claim_type,
            text=self._text(nodes, stated),
            cited_evidence_ids=tuple(node.evidence_id for node in nodes),
            cited_entities=_once(_entities(nodes, stated)),
            cited_numbers=_once(
                fact.number for fact in stated if fact.kind == "number" or fact.field in choice.requires
            ),
        )

    def _choice(self, name: object) -> Choice:
        found = self._compiled.choices.get(name) if isinstance(name, str) else None
        if found is None:
            raise self._error(CLAIM_TYPE, name, self._compiled.choices)
        return found

    def _check_keys(self, item: dict[str, Any], choice: Choice) -> None:
        expected = [CLAIM_TYPE, *(key.name for key in choice.keys), MORE]
        for name in item:
            if name not in expected:
                raise InputError(f"unknown key {name[:_SHOWN]!r}; expected {', '.join(expected)}", place=self._place)

    def _cited(self, item: dict[str, Any], choice: Choice) -> tuple[list[str], list[Fact]]:
        """The aliases that are cited, in order, and the facts that are stated."""
        cited: list[str] = []
        stated: list[Fact] = []
        for key in choice.keys:
            option = item.get(key.name)
            if option not in key.options:
                raise self._error(key.name, option, key.options)
            alias = option.partition(".")[0]
            if alias in cited:
                alias = _next(alias, key.aliases, cited)
            else:
                stated += [self._facts[option]] if option in self._facts else []
            cited.append(alias)
        for place, option in enumerate(_expect(item.get(MORE), list, f"{self._place}.{MORE}", "an array")):
            if option not in choice.more:
                raise self._error(f"{MORE}[{place}]", option, choice.more)
            fact = self._facts[option]
            if fact.alias not in cited and choice.max_cited is not None and len(cited) >= choice.max_cited:
                continue
            cited += [] if fact.alias in cited else [fact.alias]
            stated += [] if fact in stated else [fact]
        return cited, stated

    def _with_required(self, cited: Iterable[str], stated: list[Fact], choice: Choice) -> list[Fact]:
        for field in choice.requires:
            if not any(fact.field == field for fact in stated):
                stated.append(next(fact for fact in self._facts_of(cited) if fact.field == field))
        return stated

    def _facts_of(self, cited: Iterable[str]) -> Iterator[Fact]:
        return (fact for alias in cited for fact in self._compiled.nodes[alias].facts)

    def _text(self, nodes: Iterable[Citable], stated: Iterable[Fact]) -> str:
        """What the claim says, node by node: what it is, what it is about, and the facts."""
        marks, parts = self._compiled.marks, []
        for node in nodes:
            own = [fact for fact in stated if fact.alias == node.alias]
            named = [fact.said for fact in own if fact.kind == "entity" and fact.entity not in node.subjects]
            said = marks.between.join((*node.subjects, *named, *(fact.said for fact in own if fact.kind == "number")))
            if said:
                parts.append(f"{node.heading}{marks.heading}{said}" if node.heading else said)
        return marks.between.join(parts)

    def _error(self, name: str, value: object, known: Iterable[str]) -> InputError:
        listed = list(known)
        more = f" and {len(listed) - 8} more" if len(listed) > 8 else ""
        shown = repr(value[:_SHOWN]) if isinstance(value, str) else type(value).__name__
        return InputError(f"got {shown}, expected one of {', '.join(listed[:8])}{more}", place=f"{self._place}.{name}")


def _entities(nodes: Iterable[Citable], stated: Iterable[Fact]) -> Iterator[str]:
    for node in nodes:
        yield from node.declared
    yield from (fact.entity for fact in stated if fact.entity)


def _next(alias: str, aliases: tuple[str, ...], cited: Iterable[str]) -> str:
    """The next node behind the one chosen that is not cited yet."""
    start = aliases.index(alias) + 1
    return next(each for each in (*aliases[start:], *aliases[:start]) if each not in cited)


def _once(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))


def _expect(value: object, kind: type, place: str, what: str) -> Any:
    if not isinstance(value, kind):
        raise InputError(f"expected {what}, got {type(value).__name__}", place=place)
    return value
