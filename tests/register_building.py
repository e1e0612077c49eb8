"""Builders for registers that a test can read at a glance."""

import msgspec

from claimgauge.register import Register, RegisteredSource
from claimgauge.wiring import load_evidence_rules

RULES = load_evidence_rules()
DAY = "2026-07-01"


def source(name, kind, **keys):
    """A primary source that cannot change, and one with a date where its type asks for one."""
    dated = {"accessed": DAY} if kind in RULES.dated else {}
    given = {"id": name, "type": kind, "title": name, "locator": name, "primary": True, "mutable": False}
    return given | dated | keys


def claim(name, kind, status, *sources, **keys):
    given = {"id": name, "text": "A claim.", "kind": kind, "status": status, "sources": list(sources)}
    return given | {"places": [{"page": "page.md"}]} | keys


def register(claims=(), sources=(), **keys):
    given = {"schema": "claimgauge.register/1", "id": "r", "version": "1"}
    return msgspec.convert(given | {"claims": list(claims), "sources": list(sources)} | keys, Register)


def one(kind, status, *sources, **keys):
    """A register of one claim that cites all of these sources."""
    return register([claim("c", kind, status, *(each["id"] for each in sources), **keys)], sources)


def registered(**keys):
    return msgspec.convert(keys, RegisteredSource)
