"""Evidence that exists and may not be read: what the principal may use does not settle the claim.

Decided from the metadata of the denied source alone (reading 8): its id, title, type, the entity keys
of its nodes and its dates. No word of its text is known here, and whether it would have supported the
claim is not said.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from claimgauge.claims import Claim
from claimgauge.evidence import Source, content_words
from claimgauge.labels import Judgement

LABELLER: Final = "access/1"
ENOUGH: Final = 0.5
"""The share of a title's content words that a claim must hold to be about that source."""
_ISO_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


class DeniedSource(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What is known of a source that may not be read: for matching only, never to be shown but for `shown_id`.

    `source` is what the case declares of it, `cited_as` are the ids by which a claim may cite it: its own, and those
    of its evidence. `entities` are the entity keys of its evidence.
    """

    shown_id: str
    source: Source
    cited_as: frozenset[str]
    entities: frozenset[str] = frozenset()


def access_gap(claim: Claim, denied: Sequence[DeniedSource]) -> Judgement | None:
    """The judgement on a claim that nothing usable settles, where a denied source is cited or matches; else None."""
    if cited := [each for each in denied if not each.cited_as.isdisjoint(claim.cited_evidence_ids)]:
        return _judgement("denied_source_cited", cited)
    words = frozenset(content_words(claim.text))
    if matching := [each for each in denied if _is_about(claim, words, each)]:
        return _judgement("denied_source_matches", matching)
    return None


def _is_about(claim: Claim, words: frozenset[str], denied: DeniedSource) -> bool:
    """Whether the claim names an entity of the source, holds half of its title, or its type with one of its dates."""
    source = denied.source
    title, kind = frozenset(content_words(source.title)), frozenset(content_words(source.type.replace("_", " ")))
    times = (source.issued, source.valid_from, source.valid_until, source.accessed)
    dated = not {time[:10] for time in times if time}.isdisjoint(_ISO_DATE.findall(claim.text))
    return (
        any(entity and entity <= words for entity in map(frozenset, map(content_words, denied.entities)))
        or (bool(title) and len(title & words) >= ENOUGH * len(title))
        or (dated and bool(kind) and kind <= words)
    )


def _judgement(reason: str, denied: Iterable[DeniedSource]) -> Judgement:
    ids = tuple(sorted({each.shown_id for each in denied}))
    return Judgement(label="ACCESS_GAP", evidence=ids, labeller=LABELLER, reason=reason)
