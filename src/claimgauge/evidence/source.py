"""Where evidence comes from, for how long it holds, for whom, and who may read it."""

import msgspec


class Access(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Who may read a source."""

    classification: str = ""
    groups: tuple[str, ...] = ()


class Source(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    gc=False,
    omit_defaults=True,
    rename="camel",
    forbid_unknown_fields=True,
):
    """A document, a system or a run that nodes come from.

    Times are RFC 3339 with offset, or a bare date; `valid_until` is inclusive.
    """

    source_id: str
    type: str = ""
    title: str = ""
    issued: str | None = None
    valid_from: str | None = None
    valid_until: str | None = None
    accessed: str | None = None
    supersedes: tuple[str, ...] = ()
    scope: dict[str, tuple[str, ...]] = {}
    access: Access | None = None
