"""The mistakes themselves: a claim goes in, the claim with one mistake more comes out, or None where it has no place.

No mistake is a claim that would be correct in another way: a made-up id is no node, a made-up number and a
made-up name occur nowhere in the evidence.
"""

from collections.abc import Callable, Container, Sequence
from typing import Final

from msgspec.structs import replace

from claimgauge.claims import Claim
from claimgauge.contract import Contract
from claimgauge_bench.simulated.chance import Chance
from claimgauge_bench.simulated.evidence import Evidence
from claimgauge_bench.simulated.kinds import MistakeKind

Slip = Callable[[Claim, Contract, Evidence, Chance], Claim | None]
TRIES: Final = 64
"""How often a made-up text is drawn anew because it occurs in the evidence."""


def mistaken(kind: MistakeKind, claim: Claim, contract: Contract, evidence: Evidence, chance: Chance) -> Claim | None:
    """The claim with this mistake in it; None where the claim has no place for it."""
    return _SLIPS[kind](claim, contract, evidence, chance.under(kind))


def _unknown_id(claim: Claim, _contract: Contract, evidence: Evidence, chance: Chance) -> Claim | None:
    made_up = _new(lambda n: f"evidence-{int(chance.draw(f'id {n}') * 10**6):06d}", evidence.nodes)
    return _citing(claim, (made_up, *claim.cited_evidence_ids[1:])) if made_up else None


def _id_typo(claim: Claim, _contract: Contract, evidence: Evidence, chance: Chance) -> Claim | None:
    if not claim.cited_evidence_ids:
        return None
    first, *rest = claim.cited_evidence_ids
    typo = _new(lambda n: _one_letter_less(first, chance.draw(f"letter {n}")), {*evidence.nodes, ""})
    return _citing(claim, (typo, *rest)) if typo else None


def _one_letter_less(text: str, draw: float) -> str:
    at = int(draw * len(text))
    return text[:at] + text[at + 1 :]


def _no_citation(claim: Claim, _contract: Contract, _evidence: Evidence, _chance: Chance) -> Claim | None:
    return _citing(claim, ()) if claim.cited_evidence_ids else None


def _unknown_entity(claim: Claim, _contract: Contract, evidence: Evidence, chance: Chance) -> Claim | None:
    made_up = _new(lambda n: f"unnamed-{int(chance.draw(f'name {n}') * 10**4):04d}", evidence.names)
    if not made_up:
        return None
    if not claim.cited_entities:
        return replace(claim, cited_entities=(made_up,))
    return _renamed(claim, chance.pick("which", claim.cited_entities), made_up)


def _entity_case(claim: Claim, _contract: Contract, evidence: Evidence, chance: Chance) -> Claim | None:
    options = [
        (name, other)
        for name in claim.cited_entities
        for other in (name.lower(), name.upper(), name.title())
        if other not in evidence.names
    ]
    return _renamed(claim, *chance.pick("which", options)) if options else None


def _renamed(claim: Claim, name: str, other: str) -> Claim:
    entities = tuple(other if each == name else each for each in claim.cited_entities)
    return replace(claim, cited_entities=entities, text=claim.text.replace(name, other))


def _another_node(claim: Claim, _contract: Contract, evidence: Evidence, chance: Chance) -> Claim | None:
    if not claim.cited_evidence_ids:
        return None
    first, *rest = claim.cited_evidence_ids
    others = [name for name in evidence.of_type({evidence.nodes[first].type}) if name not in claim.cited_evidence_ids]
    return _citing(claim, (chance.pick("which", others), *rest)) if others else None


def _number_reformatted(claim: Claim, _contract: Contract, evidence: Evidence, chance: Chance) -> Claim | None:
    options = [
        (number, other)
        for number in claim.cited_numbers
        for other in _other_ways(_value(number))
        if other not in evidence.numbers
    ]
    return _renumbered(claim, *chance.pick("which", options)) if options else None


def _other_ways(number: str) -> list[str]:
    """The same value, written in other ways: with or without cents, with separators, with a sign of currency."""
    whole, _point, cents = number.partition(".")
    if not whole.isdecimal() or (cents and not cents.isdecimal()):
        return []
    grouped = f"{int(whole):,}{'.' + cents if cents else ''}"
    ways = [grouped, f"${number}", f"{number}0" if cents else f"{number}.00"]
    ways += [whole] if cents and not cents.strip("0") else []
    return [each for each in ways if each != number]


def _number_outside(claim: Claim, _contract: Contract, evidence: Evidence, chance: Chance) -> Claim | None:
    made_up = _new(
        lambda n: f"{11 + int(chance.draw(f'whole {n}') * 9000)}.{1 + int(chance.draw(f'cents {n}') * 99):02d}",
        evidence.numbers,
    )
    if not made_up:
        return None
    if not claim.cited_numbers:
        return replace(claim, cited_numbers=(made_up,), text=f"{claim.text}, {made_up}")
    return _renumbered(claim, chance.pick("which", claim.cited_numbers), made_up)


def _value(number: str) -> str:
    return number.rpartition("=")[2]


def _renumbered(claim: Claim, number: str, other: str) -> Claim:
    """The claim with another value in the place of a number, in its text as well; the name of its field stays."""
    field, equals, value = number.rpartition("=")
    numbers = tuple(f"{field}{equals}{other}" if each == number else each for each in claim.cited_numbers)
    return replace(claim, cited_numbers=numbers, text=claim.text.replace(value, other))


def _required(claim: Claim, contract: Contract) -> frozenset[str]:
    """The types of evidence that the type of the claim asks for."""
    rule = contract.claim_types[claim.claim_type]
    return frozenset((*rule.cites_any, *rule.cites_all_present))


def _other_type(claim: Claim, contract: Contract, evidence: Evidence, chance: Chance) -> str | None:
    """A node of a type that the claim does not ask for; one about an entity of the claim where there is one."""
    required = _required(claim, contract)
    if not required:
        return None
    others = [name for name, node in evidence.nodes.items() if node.type not in required and evidence.about.get(name)]
    near = [name for name in others if not set(evidence.about[name]).isdisjoint(claim.cited_entities)]
    return chance.pick("which", near or others) if others else None


def _other_type_named(claim: Claim, contract: Contract, evidence: Evidence, chance: Chance) -> Claim | None:
    other = _other_type(claim, contract, evidence, chance)
    return _citing(claim, (other,)) if other else None


def _other_type_unnamed(claim: Claim, contract: Contract, evidence: Evidence, chance: Chance) -> Claim | None:
    other = _other_type(claim, contract, evidence, chance)
    return replace(_citing(claim, (other,)), cited_entities=evidence.about[other]) if other else None


def _half_cited(claim: Claim, contract: Contract, evidence: Evidence, chance: Chance) -> Claim | None:
    types = [evidence.nodes[name].type for name in claim.cited_evidence_ids if name in evidence.nodes]
    needed = sorted(set(types) & set(contract.claim_types[claim.claim_type].cites_all_present))
    if len(needed) < 2:
        return None
    gone = chance.pick("which", needed)
    return _citing(claim, [name for name in claim.cited_evidence_ids if evidence.nodes[name].type != gone])


def _unavailable_type(claim: Claim, _contract: Contract, _evidence: Evidence, _chance: Chance) -> Claim | None:
    """Decided where the type is drawn; there is nothing to do to a claim that has one already."""
    return claim


def _citing(claim: Claim, ids: Sequence[str]) -> Claim:
    return replace(claim, cited_evidence_ids=tuple(dict.fromkeys(ids)))


def _new(drawn: Callable[[int], str], taken: Container[str]) -> str:
    """The first text drawn that is not taken; nothing where there is none in so many tries."""
    return next((text for text in map(drawn, range(TRIES)) if text not in taken), "")


_SLIPS: Final[dict[MistakeKind, Slip]] = {
    "unknown_id": _unknown_id,
    "id_typo": _id_typo,
    "no_citation": _no_citation,
    "unknown_entity": _unknown_entity,
    "entity_case": _entity_case,
    "another_node": _another_node,
    "number_reformatted": _number_reformatted,
    "number_outside": _number_outside,
    "other_type_named": _other_type_named,
    "other_type_unnamed": _other_type_unnamed,
    "half_cited": _half_cited,
    "unavailable_type": _unavailable_type,
}
