"""What a model must choose so that a claim of a type passes: one fact for each demand of the contract.

    cites_any           one fact of a node of one of these types
    cites_all_present   one fact of a node of each of these types that the graph holds
    requires            facts only of nodes that hold the field, which is then stated
    forbids             the field is no fact
    min_cited           as many more keys; a node chosen twice counts as the next one
    max_cited           facts beyond it are left out

A claim type is offered only where the graph holds what every demand needs.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import NamedTuple

import msgspec

from claimgauge.contract.aliases import distinct, plain_name
from claimgauge.contract.contract import CitationRule, Contract
from claimgauge.contract.facts import Citable, Fact

CLAIM_TYPE = "claimType"
MORE = "more"
EVIDENCE = "evidence"
ANOTHER = "another"


class Key(msgspec.Struct, frozen=True, kw_only=True):
    """One choice: a fact of one of these nodes, by its name, or a bare alias of a node that states nothing."""

    name: str
    types: tuple[str, ...]
    aliases: tuple[str, ...]
    options: tuple[str, ...]


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """A claim type with its keys, and what the claim always states.

    `requires` are fields, `more` the names of the facts that it may state besides.
    """

    claim_type: str
    keys: tuple[Key, ...]
    requires: tuple[str, ...]
    more: tuple[str, ...]
    max_cited: int | None


class _Pool(NamedTuple):
    """Nodes that one key may be filled from."""

    types: tuple[str, ...]
    nodes: tuple[Citable, ...]


def choices(
    contract: Contract, nodes: Sequence[Citable], present: Collection[str], *, strict: bool
) -> tuple[Choice, ...]:
    """The claim types that can be stated, in the order of the contract; `present` are the types of the whole graph."""
    found = (_choice(name, rule, nodes, present, strict=strict) for name, rule in contract.claim_types.items())
    return tuple(each for each in found if each is not None)


def _choice(
    name: str, rule: CitationRule, nodes: Sequence[Citable], present: Collection[str], *, strict: bool
) -> Choice | None:
    forbidden = frozenset(rule.forbids) if strict else frozenset()
    requires = rule.requires if strict else ()
    least, most = (rule.min_cited, rule.max_cited) if strict else (0, None)
    pools = _with_required([_pool(types, nodes, forbidden) for types in _demands(rule, present)], requires, nodes)
    stating = [node for node in nodes if _stated(node, forbidden)]
    missing = least - len(pools)
    if missing > 0:
        pools += [_Pool((), tuple(stating))] * missing
    silent = sum(not any(_stated(node, forbidden) for node in pool.nodes) for pool in pools)
    enough = all(pool.nodes for pool in pools) and silent < len(pools) and len(stating) + silent >= least
    if not enough or (most is not None and len(pools) > most):
        return None
    return Choice(
        claim_type=name,
        keys=tuple(_keys(pools, forbidden)),
        requires=requires,
        more=tuple(fact.name for node in stating for fact in _stated(node, forbidden)),
        max_cited=most,
    )


def _demands(rule: CitationRule, present: Collection[str]) -> list[tuple[str, ...]]:
    """Sets of types, a node of each of which is cited; none that another one meets. An empty set is any type."""
    any_of = [rule.cites_any] if rule.cites_any else []
    each_of = [(kind,) for kind in rule.cites_all_present if kind in present]
    kept = [types for types in any_of if not any(set(each) <= set(types) for each in each_of)]
    return [*kept, *each_of] or [()]


def _pool(types: tuple[str, ...], nodes: Iterable[Citable], forbidden: Collection[str]) -> _Pool:
    """Nodes that state something; where one type is demanded and none of its nodes does, those that state nothing."""
    fitting = [node for node in nodes if node.type in types or not types]
    stating = [node for node in fitting if _stated(node, forbidden)]
    return _Pool(types, tuple(stating or (fitting if len(types) == 1 else ())))


def _with_required(pools: list[_Pool], requires: Iterable[str], nodes: Sequence[Citable]) -> list[_Pool]:
    """The pools narrowed to nodes that hold the required fields, with a pool of its own for a field of no pool."""
    for field in requires:
        for place, pool in enumerate(pools):
            holding = _holding(field, pool.nodes)
            if holding:
                pools[place] = pool._replace(nodes=holding)
                break
        else:
            pools.append(_Pool((), _holding(field, nodes)))
    return pools


def _holding(field: str, nodes: Iterable[Citable]) -> tuple[Citable, ...]:
    return tuple(node for node in nodes if any(fact.field == field and fact.number for fact in node.facts))


def _stated(node: Citable, forbidden: Collection[str]) -> tuple[Fact, ...]:
    return tuple(fact for fact in node.facts if fact.field not in forbidden)


def _keys(pools: Sequence[_Pool], forbidden: Collection[str]) -> Iterable[Key]:
    names = distinct((_key_name(pool, place) for place, pool in enumerate(pools)), taken=(CLAIM_TYPE, MORE))
    for name, pool in zip(names, pools, strict=True):
        options = ([fact.name for fact in _stated(node, forbidden)] or [node.alias] for node in pool.nodes)
        yield Key(
            name=name,
            types=pool.types,
            aliases=tuple(node.alias for node in pool.nodes),
            options=tuple(chain.from_iterable(options)),
        )


def _key_name(pool: _Pool, place: int) -> str:
    if len(pool.types) == 1:
        return plain_name(pool.types[0]).lower()
    return EVIDENCE if place == 0 or pool.types else ANOTHER
