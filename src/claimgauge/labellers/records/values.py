"""What a field of a node is, and whether a claimed number is that: fields as held, and fields computed."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Final, NamedTuple, assert_never

from msgspec.structs import replace

from claimgauge.contract import Contract
from claimgauge.labellers.records.formulas import Count, Difference, Formula, Rank, Sum, formula_of
from claimgauge.labellers.records.holders import Holder
from claimgauge.labellers.records.names import Directory
from claimgauge.quantities import Quantity, Value, same_quantity

_NAKED: Final = ("count", "ordinal")
_SHARES: Final = ("percent", "ratio")


class World(NamedTuple):
    """What a text is held against: the contract, its nodes, and what the text names of them.

    `fields` are those of the nodes named anywhere in the text and of their kin; `recent` are the nodes
    that were named last, one by one.
    """

    contract: Contract
    directory: Directory
    fields: frozenset[str]
    recent: tuple[int, ...]

    def holder(self, node: int) -> Holder:
        """One node as it was read."""
        return self.directory.holders[node]

    def partners(self, node: int) -> tuple[int, ...]:
        """The other nodes of the same type that were named last, in order of their ids."""
        kind = self.holder(node).type
        return tuple(sorted({other for other in self.recent if other != node and self.holder(other).type == kind}))


def is_held(world: World, field: str) -> bool:
    """Whether any node that the text is about holds what the field needs."""
    return world.fields.issuperset(_parts(field))


def holds(world: World, node: int, field: str) -> bool:
    """Whether this node does; for a count, whether it has kin."""
    if isinstance(formula := formula_of(field), Count):
        return any(formula.field in world.holder(each).values for each in world.directory.kin(frozenset([node])))
    return all(part in world.holder(node).values for part in _parts(field))


def values_of(world: World, node: int, field: str) -> tuple[Value, ...]:
    """The values that the field has for a node: one, several where a rank is tied, none where it is null."""
    if formula := formula_of(field):
        return tuple(_computed(amount) for amount in _amounts(world, node, formula))
    value = world.holder(node).values.get(field)
    return () if value is None else (value,)


def _parts(field: str) -> tuple[str, ...]:
    formula = formula_of(field)
    if isinstance(formula, Sum):
        return formula.fields
    return (formula.field,) if formula else (field,)


def _amounts(world: World, node: int, formula: Formula) -> Sequence[int | Decimal]:
    match formula:
        case Sum():
            parts = [amount_of(world, node, part) for part in formula.fields]
            return () if None in parts else (sum(part for part in parts if part is not None),)
        case Difference():
            own = amount_of(world, node, formula.field)
            others = [amount_of(world, other, formula.field) for other in world.partners(node)]
            return () if own is None else [abs(own - other) for other in others if other is not None]
        case Rank():
            return _places(world, node, formula)
        case Count():
            held = [amount_of(world, each, formula.field) for each in world.directory.kin(frozenset([node]))]
            return (sum(amount is not None and amount >= formula.least for amount in held),)
        case _:
            assert_never(formula)


def _places(world: World, node: int, rank: Rank) -> Sequence[int]:
    """First, second … among the nodes that share the field `by`; a tie gives every place that it spans."""
    shared, own = world.holder(node).names.get(rank.by), amount_of(world, node, rank.field)
    if shared is None or own is None:
        return ()
    group = [each for each in world.directory.by_text[shared] if world.holder(each).names.get(rank.by) == shared]
    amounts = [amount for each in group if (amount := amount_of(world, each, rank.field)) is not None]
    above, level = sum(amount > own for amount in amounts), sum(amount == own for amount in amounts)
    return range(above + 1, above + level + 1)


def amount_of(world: World, node: int, field: str) -> Decimal | None:
    """The number that a node holds in a field; None where it is null or no number."""
    value = world.holder(node).values.get(field)
    return value.value if isinstance(value, Quantity) else None


def total_of(world: World, nodes: Iterable[int], field: str) -> Value | None:
    """What some nodes hold in a field together; None where one of them has no number there."""
    amounts = [amount_of(world, node, field) for node in nodes]
    return None if None in amounts else _computed(sum(amount for amount in amounts if amount is not None))


def _computed(amount: int | Decimal) -> Quantity:
    return Quantity(start=0, end=0, text=str(amount), value=Decimal(amount))


def is_value(world: World, claimed: Value, field: str, value: Value, *, is_named: bool) -> bool:
    """Whether the claimed number is this value of the field, by the field's own equality.

    `is_named`: the text names the field, so that a number without a unit has the field's, and a field
    without one that of the number (`40 years` where `age` is 40); a percentage is never a plain number.
    """
    kind = world.contract.fields.get(field)
    if is_named:
        claimed = _in_unit_of(claimed, value)
    tolerance = Decimal(kind.tolerance) if kind and kind.tolerance else None
    return same_quantity(claimed, value, equality=kind.equality if kind else "exact", tolerance=tolerance).holds


def _in_unit_of(claimed: Value, value: Value) -> Value:
    if not (isinstance(claimed, Quantity) and isinstance(value, Quantity)) or claimed.dimension == value.dimension:
        return claimed
    is_bare = value.dimension == "count" and not value.unit and claimed.dimension not in _SHARES
    if is_bare or claimed.dimension in _NAKED or claimed.unit == value.unit:
        return replace(claimed, unit=value.unit, dimension=value.dimension, factor=value.factor, offset=value.offset)
    return claimed
