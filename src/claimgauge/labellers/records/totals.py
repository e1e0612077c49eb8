"""Numbers that several names have together: `Lillard and McCollum combined for 57 points`."""

from claimgauge.labellers.records.english import TOTAL
from claimgauge.labellers.records.names import NOBODY, Nodes
from claimgauge.labellers.records.phrases import Fields
from claimgauge.labellers.records.reading import Reading
from claimgauge.labellers.records.values import holds, is_value, total_of
from claimgauge.labellers.records.verdict import CheckedMention
from claimgauge.labellers.records.weighing import Place, Sight, said_of_number


def is_total(reading: Reading, at: int) -> bool:
    """Whether the clause says, before the number, that it is a sum over several."""
    first, _behind = reading.clause_of(at)
    return not TOTAL.isdisjoint(reading.words[first:at])


def total_verdict(sight: Sight, at: int, fields: Fields) -> CheckedMention:
    """The number against the sums of each field over those whom the clause names, if they are at least two."""
    nodes = _summed(sight, at, fields)
    totals = {field: total_of(sight.world, nodes, field) for field in sorted(fields) if _all_hold(sight, nodes, field)}
    known = {field: total for field, total in totals.items() if total is not None}
    if len(nodes) < 2 or not known:
        return said_of_number(sight, at, "needs_computation", "operands_not_named")
    value = sight.reading.numbers[at].value
    right = [field for field, total in known.items() if is_value(sight.world, value, field, total, is_named=True)]
    places = [Place(node, field) for node in nodes for field in right or known]
    if right:
        return said_of_number(sight, at, "supported", "computed", places=places)
    expected = [total.text for total in known.values()]
    return said_of_number(sight, at, "contradicted", "different_result", places=places, expected=expected)


def _summed(sight: Sight, at: int, fields: Fields) -> Nodes:
    """The nodes of the most telling names before the number in its clause that hold one of the fields."""
    first, _behind = sight.reading.clause_of(at)
    names = [
        name
        for name in sight.reading.names
        if first <= name.first < at and len(name.nodes) == 1 and any(_all_hold(sight, name.nodes, f) for f in fields)
    ]
    best = min((name.rank for name in names), default=0)
    return NOBODY.union(*(name.nodes for name in names if name.rank == best))


def _all_hold(sight: Sight, nodes: Nodes, field: str) -> bool:
    return all(holds(sight.world, node, field) for node in nodes)
