"""A declared claim: six fields of the released verifier, and four of ours.

Source: VERITYGATE (arXiv 2610.00833v1), section 2; wire form in the formats reference.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from claimgauge.labels import Dimension

Operation = Literal[
    "sum", "difference", "product", "ratio", "share", "change", "mean",
    "rank", "count", "min", "max", "range", "comparison",
]  # fmt: skip
Constant = Literal["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]
DEEPEST = 8
"""Most operations of a derived value that stand one within another."""


class _Wire(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel", forbid_unknown_fields=True):
    """camelCase on the wire; an unknown key sends the document to the slow reader."""


class Operand(_Wire, frozen=True, kw_only=True, omit_defaults=True):
    """One input of a derived value, in exactly one of three forms.

    `evidenceId` and `field`: a field of a node. `operation` and `operands`: a value that is itself
    derived; at most `DEEPEST` operations stand one within another. `constant`: a number that no
    evidence holds, which may only be the whole that a share is taken from (`1`), or what a value is
    multiplied or divided by (`2` … `12`). Any other form raises ValueError.
    """

    evidence_id: str = ""
    field: str = ""
    operation: Operation | UnsetType = UNSET
    operands: tuple["Operand", ...] = ()
    constant: Constant | UnsetType = UNSET

    def __post_init__(self) -> None:
        given = (bool(self.evidence_id or self.field), self.operation is not UNSET, self.constant is not UNSET)
        if sum(given) != 1 or bool(self.operands) != given[1] or bool(self.evidence_id) != bool(self.field):
            raise ValueError(
                "expected either evidenceId and field, or operation and operands, or constant, each of them not empty"
            )
        if _depth(self) >= DEEPEST:
            raise ValueError(f"more than {DEEPEST} operations one within another; declare a part as a value of its own")


class Derived(_Wire, frozen=True, kw_only=True):
    """A value that the claim computes; recomputed by preset `strict`, carried by `released`.

    Its operands hold at most one constant, since with several almost any value could be reached;
    more raise ValueError.
    """

    value: str
    operation: Operation
    operands: tuple[Operand, ...]

    def __post_init__(self) -> None:
        constants = sum(map(_constants, self.operands))
        if constants > 1:
            raise ValueError(f"{constants} constants in one derived value; use one at most, and cite the others")


def _depth(operand: Operand) -> int:
    """How many operations stand one within another; no operand is deeper than DEEPEST."""
    return 1 + max(map(_depth, operand.operands)) if operand.operands else 0


def _constants(operand: Operand) -> int:
    return (operand.constant is not UNSET) + sum(map(_constants, operand.operands))


class DeclaredLabel(_Wire, frozen=True, kw_only=True, omit_defaults=True):
    """A label that came with the claim, and the dimensions it goes to where it names any."""

    label: str
    dimensions: tuple[Dimension, ...] = ()


class Claim(_Wire, frozen=True, kw_only=True):
    """One declared claim. `text` is prose; the three tuples are what the gates check.

    `criticality_by` is who says how critical it is.
    """

    claim_id: str
    claim_type: str
    text: str
    cited_evidence_ids: tuple[str, ...] = ()
    cited_entities: tuple[str, ...] = ()
    cited_numbers: tuple[str, ...] = ()
    derived: tuple[Derived, ...] = ()
    criticality: Annotated[float, msgspec.Meta(gt=0)] = 1.0
    criticality_by: str | UnsetType = UNSET
    labels: tuple[str | DeclaredLabel, ...] = ()
