"""A declared claim: six fields of the released verifier, and three of ours.

Source: VERITYGATE (arXiv 2610.00833v1), section 2; wire form in the formats reference.
"""

from typing import Annotated, Literal

import msgspec

from claimgauge.labels import Dimension

Operation = Literal[
    "sum", "difference", "product", "ratio", "share", "change", "mean",
    "rank", "count", "min", "max", "range", "comparison",
]  # fmt: skip


class _Wire(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel", forbid_unknown_fields=True):
    """camelCase on the wire; an unknown key sends the document to the slow reader."""


class Operand(_Wire, frozen=True, kw_only=True):
    """One input of a derived value: a field of a node."""

    evidence_id: str
    field: str


class Derived(_Wire, frozen=True, kw_only=True):
    """A value that the claim computes; recomputed by preset `strict`, carried by `released`."""

    value: str
    operation: Operation
    operands: tuple[Operand, ...]


class DeclaredLabel(_Wire, frozen=True, kw_only=True, omit_defaults=True):
    """A label that came with the claim, and the dimensions it goes to where it names any."""

    label: str
    dimensions: tuple[Dimension, ...] = ()


class Claim(_Wire, frozen=True, kw_only=True):
    """One declared claim. `text` is prose; the three tuples are what the gates check."""

    claim_id: str
    claim_type: str
    text: str
    cited_evidence_ids: tuple[str, ...] = ()
    cited_entities: tuple[str, ...] = ()
    cited_numbers: tuple[str, ...] = ()
    derived: tuple[Derived, ...] = ()
    criticality: Annotated[float, msgspec.Meta(gt=0)] = 1.0
    labels: tuple[str | DeclaredLabel, ...] = ()
