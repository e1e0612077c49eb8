"""A contract: citation rules per claim type, and where entities and numbers come from.

The wire form is TOML (`schema = "claimgauge.contract/1"`). The tables `prose`, `aliases`, `nodes`
and `fields` are read by preset `strict` only; they are typed here so that a mistake in them is
found when the contract is written and not when the preset changes.
"""

from typing import Annotated, Literal

import msgspec

from claimgauge.digests import canonical, digest

SCHEMA = "claimgauge.contract/1"
Preset = Literal["released", "strict"]
FieldKind = Literal["count", "date", "entity", "money", "percent", "quantity", "ratio", "text"]


class _Table(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A TOML table: an unknown key is an error."""


class CitationRule(_Table, frozen=True, kw_only=True):
    """What a claim of one type must cite.

    `cites_any`: at least one cited node of one of these types.
    `cites_all_present`: a cited node of each of these types that the graph holds.
    Source: VERITYGATE, section 2, gate 4.
    The other four are ours, and read by preset `strict` only. `min_cited` and `max_cited` bound how
    many different nodes are cited. A claim states a field where one of its cited numbers is written
    `field=value` or a derived value uses it: it must state all of `requires` and none of `forbids`.
    `max_age_days` is how old a source may be that settles such a claim; read by `assess` under either preset.
    """

    cites_any: tuple[str, ...] = ()
    cites_all_present: tuple[str, ...] = ()
    min_cited: Annotated[int, msgspec.Meta(ge=0)] = 0
    max_cited: Annotated[int, msgspec.Meta(ge=1)] | None = None
    requires: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()
    max_age_days: Annotated[float, msgspec.Meta(gt=0)] | None = None


class EntitySources(_Table, frozen=True, kw_only=True):
    """Node keys or fields whose text is an entity; `*` stands for every field."""

    from_: tuple[str, ...] = msgspec.field(name="from")


class NumberSources(_Table, frozen=True, kw_only=True):
    """Node keys or fields whose text holds numbers, and the numbers that need no evidence."""

    from_: tuple[str, ...] = msgspec.field(name="from")
    free: tuple[str, ...] = ()


class Prose(_Table, frozen=True, kw_only=True):
    """What an undeclared number or entity in the claim's own text does (strict)."""

    undeclared: Literal["reject", "warn", "ignore"] = "reject"


class NodeTemplate(_Table, frozen=True, kw_only=True):
    """How the content of one node type falls into typed fields (strict).

    `content` is what such a node's content looks like: `{name}` is the field `name`, anything else
    stands there as it is. `same_entity` names fields; a claim that cites such a node must declare the
    node's value of each of them.
    """

    content: str = ""
    same_entity: tuple[str, ...] = ()


class FieldType(_Table, frozen=True, kw_only=True):
    """The kind and unit of a field (strict).

    `signed`: the sign says a direction, so that "fell by 5" states -5. `equality` says when a cited
    number is this field's value: `exact` (the default), `shown` (it may be a rounding) or
    `tolerance` (off by at most `tolerance`, a share of the value: `0.01` is one percent). `words`
    are the names by which prose calls the field.
    """

    kind: FieldKind
    unit: str = ""
    signed: bool = False
    equality: Literal["exact", "shown", "tolerance"] = "exact"
    tolerance: str = ""
    words: tuple[str, ...] = ()


class Expectation(_Table, frozen=True, kw_only=True):
    """What an example must come to."""

    claim_id: str = msgspec.field(name="claimId")
    status: Literal["verified", "rejected"]
    codes: tuple[str, ...] = ()


class Example(_Table, frozen=True, kw_only=True):
    """A case file beside the contract, and what one of its claims must come to."""

    case: str
    expect: Expectation


class Contract(_Table, frozen=True, kw_only=True):
    """One domain's demands; compiled once by `claimgauge.load_verifier`.

    `locale` says how numbers and dates of claims and evidence are written (`en-US`, `de-DE`);
    without one, what can be read in two ways is ambiguous. `aliases` are other names of an entity.
    """

    schema: Literal["claimgauge.contract/1"]
    id: str
    version: str
    title: str
    source: str = ""
    preset: Preset = "strict"
    locale: str = ""
    claim_types: dict[str, CitationRule]
    entities: EntitySources
    numbers: NumberSources
    prose: Prose = Prose()
    aliases: dict[str, tuple[str, ...]] = {}
    nodes: dict[str, NodeTemplate] = {}
    fields: dict[str, FieldType] = {}
    examples: tuple[Example, ...] = ()

    @property
    def digest(self) -> str:
        """`sha256:…` over the canonical form; the order of tables and comments do not enter."""
        return digest(canonical(self))
