"""The kinds of mistakes that a simulated narrator makes, and the gate that each is about.

Gates that are about one another's fields are drawn apart: a claim can have one mistake of each.
"""

from typing import Final, Literal

MistakenGate = Literal["existence", "entities", "numbers", "type_rules"]
MistakeKind = Literal[
    "unknown_id",
    "id_typo",
    "no_citation",
    "unknown_entity",
    "entity_case",
    "another_node",
    "number_reformatted",
    "number_outside",
    "other_type_named",
    "other_type_unnamed",
    "half_cited",
    "unavailable_type",
]
"""`unknown_id`: a made-up id. `id_typo`: an id at distance one. `no_citation`: no id at all.
`unknown_entity`: a made-up name. `entity_case`: a name in another case. `another_node`: another node of the same
type, which preset `released` does not see. `number_reformatted`: the value, written in another way.
`number_outside`: a made-up number. `other_type_named`: a node of another type in the place of one of the type
that is asked for, beside the entities of the right one; `other_type_unnamed`: beside its own entities.
`half_cited`: one of several types that are asked for is left out. `unavailable_type`: the claim is of a type for
which the graph holds no evidence."""

GATE_OF: Final[dict[MistakeKind, MistakenGate]] = {
    "unknown_id": "existence",
    "id_typo": "existence",
    "no_citation": "existence",
    "unknown_entity": "entities",
    "entity_case": "entities",
    "another_node": "entities",
    "number_reformatted": "numbers",
    "number_outside": "numbers",
    "other_type_named": "type_rules",
    "other_type_unnamed": "type_rules",
    "half_cited": "type_rules",
    "unavailable_type": "type_rules",
}
GATES: Final[tuple[MistakenGate, ...]] = ("type_rules", "entities", "numbers", "existence")
"""In the order in which mistakes are made: a typo is made in the id that stands there in the end."""


def kinds_of(gate: MistakenGate) -> tuple[MistakeKind, ...]:
    """The kinds of one gate, in the order above, without the one that is decided when the type is drawn."""
    return tuple(kind for kind, own in GATE_OF.items() if own == gate and kind != "unavailable_type")
