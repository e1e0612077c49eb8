"""From a case to the brief that a narrator is given."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from claimgauge.errors import InputError
from claimgauge.evidence import EvidenceGraph
from claimgauge.narration import Brief
from claimgauge.workflow.admission import refuse_guarded, refuse_policies
from claimgauge.workflow.case import Carried, Case

_decoder = msgspec.json.Decoder(float_hook=str)


def brief_of(case: Case, *, row_id: str = "", evidence: EvidenceGraph | None = None, step: str = "narrate") -> Brief:
    """The brief of a case: passages are nodes, and of `evidence` is told where the case has none of its own.

    The question is the text of the request. The headlines are `meta.headlines`, an object of texts; else goal,
    portfolio and the figures of the breakdown of a released bundle. Raises InputError for headlines that are
    none, and for a case or a source about which policies would have to decide, which `step` does not apply.
    """
    graph = evidence if evidence is not None and not case.graph.nodes else case.graph
    refuse_policies(case, step)
    refuse_guarded(case.sources, step)
    refuse_guarded(graph.sources, step)
    return Brief(
        id=row_id or case.id,
        question=case.request.text if case.request is not None else "",
        headlines=_headlines(case),
        nodes=graph.nodes,
        edges=graph.edges,
        sources=graph.sources,
        allowed_entities=_in_order(case.allowed_entities),
        allowed_numbers=_in_order(case.allowed_numbers),
    )


def _in_order(allowed: frozenset[str] | None) -> tuple[str, ...] | None:
    return None if allowed is None else tuple(sorted(allowed))


def _headlines(case: Case) -> dict[str, str]:
    meta = _plain(case.meta, "meta")
    if not isinstance(meta, Mapping) or meta.get("headlines") is None:
        return dict(_released_headlines(case))
    given = meta["headlines"]
    if not isinstance(given, Mapping):
        raise InputError(f"expected an object of texts, got {given!r:.60}", place="meta.headlines")
    for name, value in given.items():
        if not isinstance(value, str):
            raise InputError(f"expected a string, got {value!r:.60}", place=f"meta.headlines.{name:.60}")
    return dict(given)


def _released_headlines(case: Case) -> Iterator[tuple[str, str]]:
    """Goal, portfolio and figures, in this order; whatever is no text or number there is no headline."""
    if case.goal:
        yield "goal", case.goal
    portfolio = _plain(case.portfolio, "portfolio")
    cards = [each for each in portfolio if isinstance(each, str)] if isinstance(portfolio, list) else []
    if cards:
        yield "portfolio", ", ".join(cards)
    breakdown = _plain(case.breakdown, "breakdown")
    for name in sorted(breakdown) if isinstance(breakdown, Mapping) else ():
        value = breakdown[name]
        if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
            yield name, str(value)


def _plain(carried: Carried, place: str) -> Any:
    """What is carried as it stands, numbers with a point as they are written; None where it is not there."""
    if isinstance(carried, msgspec.UnsetType):
        return None
    try:
        return _decoder.decode(carried)
    except RecursionError as error:
        raise InputError("is nested too deeply; flatten it", place=place) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", place=place) from error
