"""The instances of a plan, with as much evidence as the plan allows."""

from collections.abc import Iterator

from msgspec.structs import replace

from claimgauge.evidence import EvidenceNode
from claimgauge.narration import Brief
from claimgauge_bench.domain import Domain, Instance
from claimgauge_bench.plan import Plan


def instances_of(domain: Domain, plan: Plan, seed: int) -> tuple[Instance, ...]:
    """The instances of a domain that a plan narrates."""
    found = domain.instances(seed, profiles=plan.profiles)
    if plan.most_nodes is None:
        return found
    return tuple(replace(each, brief=cut(each.brief, plan.most_nodes)) for each in found)


def cut(brief: Brief, most: int) -> Brief:
    """The brief with `most` of its nodes: the types in turn, in the order in which they first occur, a node each.

    Allowlists are those of what is left, and so are edges. A brief with no more nodes stays as it is.
    """
    if len(brief.nodes) <= most:
        return brief
    kept = {place for place, _round in zip(_in_turn(brief.nodes), range(most), strict=False)}
    nodes = tuple(node for place, node in enumerate(brief.nodes) if place in kept)
    gone = {node.evidence_id for place, node in enumerate(brief.nodes) if place not in kept}
    edges = tuple(edge for edge in brief.edges if gone.isdisjoint((edge.from_, edge.to)))
    return replace(brief, nodes=nodes, edges=edges, allowed_entities=None, allowed_numbers=None)


def _in_turn(nodes: tuple[EvidenceNode, ...]) -> Iterator[int]:
    """Places of nodes, type by type in turn."""
    by_type: dict[str, list[int]] = {}
    for place, node in enumerate(nodes):
        by_type.setdefault(node.type, []).append(place)
    for turn in range(len(nodes)):
        for places in by_type.values():
            yield from places[turn : turn + 1]
