"""One piece of evidence: a row, a cell, a solver's statement, or a passage of text."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

if TYPE_CHECKING:
    FieldValue = str | bool | None
    """A number is kept as the literal that was written: `95.00` stays `"95.00"`. None is *known to be null*."""
else:
    # The typed decoder hands on the literal of a number only where the type is open; the reader
    # then turns every number into its literal, so that no other value reaches a graph.
    FieldValue = Any

_FIELDS = msgspec.Meta(
    extra={"values": "scalar"},
    extra_json_schema={"additionalProperties": {"type": ["string", "number", "boolean", "null"]}},
)


class _Held(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    gc=False,
    omit_defaults=True,
    rename="camel",
    forbid_unknown_fields=True,
):
    """What a node and a passage hold alike.

    The order of the fields is the order of their wire names, so that a node without `fields`
    encodes straight into canonical form. A key that holds its default is the same as a key that
    is absent.
    """

    card_id: str = ""
    category: str = ""
    content: str = ""
    evidence_id: str
    fields: Annotated[dict[str, FieldValue], _FIELDS] = {}
    role: Literal["context", "reference"] = "context"
    source_id: str = ""


class EvidenceNode(_Held, frozen=True, kw_only=True):
    """A node of the evidence graph."""

    type: str


class Passage(_Held, frozen=True, kw_only=True):
    """A piece of text on its way into the graph, where it is a node of type PASSAGE; the type need not be written."""

    type: str = "PASSAGE"
