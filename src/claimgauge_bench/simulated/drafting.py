"""Correct claims, by the route of the template: facts of the evidence are chosen, and filled into claims."""

import math
from typing import Final, NamedTuple

from msgspec.structs import replace

from claimgauge.claims import Claim
from claimgauge.contract import CompiledSchema, Contract, claims_from_facts
from claimgauge_bench.simulated.chance import Chance
from claimgauge_bench.simulated.evidence import Evidence
from claimgauge_bench.simulated.rates import MistakeRates

ONE_NUMBER_MORE: Final = 0.5
"""How often a claim states a number besides what its type asks for; about the prose, and no mistake."""


class Draft(NamedTuple):
    """A claim as it would be correct, and the type that it is declared to be of, for which there may be no evidence."""

    correct: Claim
    declared: str


def drafts(contract: Contract, rates: MistakeRates, evidence: Evidence, chance: Chance) -> tuple[Draft, ...]:
    """The claims of one instance, `c1`, `c2` and so on, each of them correct."""
    claims = rates.claims
    low = claims.mean.value - claims.spread.value
    count = int(low + 2 * claims.spread.value * chance.draw("count") + chance.draw("rounding"))
    return tuple(
        _draft(contract, rates, evidence, chance.under("claim", number), f"c{number}")
        for number in range(1, max(1, count) + 1)
    )


def _draft(contract: Contract, rates: MistakeRates, evidence: Evidence, chance: Chance, name: str) -> Draft:
    available = tuple(evidence.compiled.choices)
    drawn = _weighted(tuple(contract.claim_types), rates, chance.draw("type"))
    stated = drawn
    if drawn not in available:
        stated = _weighted(available, rates, chance.draw("type instead"))
        unavailable = rates.chances(drawn).get("unavailable_type", 0.0)
        drawn = drawn if chance.draw("unavailable_type") < unavailable else stated
    (claim,) = claims_from_facts({"claims": [_choice(evidence.compiled, stated, chance)]}, evidence.compiled)
    return Draft(replace(claim, claim_id=name), drawn)


def _weighted(types: tuple[str, ...], rates: MistakeRates, draw: float) -> str:
    """One of the types, by their weights; by equal ones where none of them has any."""
    weights = [rates.weight(name) for name in types]
    total = math.fsum(weights)
    if not total:
        return types[int(draw * len(types))]
    rest = draw * total
    for name, weight in zip(types, weights, strict=True):
        rest -= weight
        if rest < 0:
            return name
    return types[-1]


def _choice(compiled: CompiledSchema, claim_type: str, chance: Chance) -> dict[str, object]:
    """A fact for each key of the claim type, and perhaps a number more of a node that is cited anyway."""
    choice = compiled.choices[claim_type]
    chosen = {key.name: _fact(key.options, chance.under(key.name)) for key in choice.keys}
    aliases = {option.partition(".")[0] for option in chosen.values()}
    more = [
        fact.name
        for alias in sorted(aliases)
        for fact in compiled.nodes[alias].facts
        if fact.kind == "number" and fact.name in choice.more and fact.name not in chosen.values()
    ]
    stated = [chance.pick("more", more)] if more and chance.draw("states more") < ONE_NUMBER_MORE else []
    return {"claimType": claim_type, **chosen, "more": stated}


def _fact(options: tuple[str, ...], chance: Chance) -> str:
    """A node first, each as likely, and then one of its facts."""
    by_node: dict[str, list[str]] = {}
    for option in options:
        by_node.setdefault(option.partition(".")[0], []).append(option)
    return chance.pick("fact", chance.pick("node", list(by_node.values())))
