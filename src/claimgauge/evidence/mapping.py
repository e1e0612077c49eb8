"""A mapping says how plain records become evidence nodes.

The wire form is TOML (`schema = "claimgauge.mapping/1"`); the formats reference has an example.
"""

from typing import Literal

import msgspec

Layout = Literal["rows", "columns", "grid"]


class _Table(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A TOML table: an unknown key is an error."""


class NodeRule(_Table, frozen=True, kw_only=True):
    """One kind of node, and where in a record it comes from.

    `each` is a dotted path to the table within the record; empty means the record itself.
    `layout` is how that table lies there: `rows` (a list of objects, or one object), `columns`
    (name → {row: value}) or `grid` (a list of lists; `header_rows` of them are headers, or `auto`
    finds how many, and the column `row_header`, counted from 0, names the row). A grid gives the
    fields `row` (the cell that names the row), one for each column, and `header` (header cells that
    stand over no column in particular); with `scale_from = "header"` also `scale`, which is
    `thousand`, `million` or `billion` where the whole table says so.
    `id` is a template. `{name}` is, in this order, a name of the mapping's `let`, a field of the
    row, or one of `{file}` (the file's name without its ending), `{number}` (the record's number,
    counted from 1), `{row}` (the row's key as written) and `{index}` (where the row stands in the
    list, counted from 0; in columns its key). `{{` is a brace. Empty means an id made of file,
    number, `each` and index.
    `entities` and `numbers` name the fields that the node keeps; both empty means every field.
    `content` is a template for the text of the node; empty means `name: value; name: value`.
    """

    type: str
    each: str = ""
    layout: Layout = "rows"
    id: str = ""
    entities: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    content: str = ""
    source: str = ""
    header_rows: int | Literal["auto"] = 1
    row_header: int = 0
    scale_from: Literal["header"] | None = None


class FieldUnit(_Table, frozen=True, kw_only=True):
    """The kind and unit of a field; read by preset `strict`."""

    kind: Literal["count", "date", "entity", "money", "percent", "quantity", "ratio", "text"]
    unit: str = ""
    signed: bool = False


class SourceRule(_Table, frozen=True, kw_only=True):
    """What is known of a source of the records."""

    type: str = ""
    title: str = ""
    issued: str | None = None
    valid_from: str | None = None
    valid_until: str | None = None
    accessed: str | None = None


class Mapping(_Table, frozen=True, kw_only=True):
    """How records of one shape become nodes and sources.

    `null` lists the texts, exactly as written, that mean *known to be null*. `let` gives names to
    dotted paths of the record, for use in templates.
    """

    schema: Literal["claimgauge.mapping/1"]
    id: str
    version: str
    null: tuple[str, ...] = ()
    nodes: tuple[NodeRule, ...]
    let: dict[str, str] = {}
    fields: dict[str, FieldUnit] = {}
    sources: dict[str, SourceRule] = {}
