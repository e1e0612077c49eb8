"""What an assistant could not do, told from what an answer says a source lacks.

*Abstention*: the assistant speaks of itself (`I could not find the fee in the sources`), or says that
something lacking is nothing in particular (`The context does not mention this`, `… does not provide
enough information to answer`). There is nothing to check, whatever the evidence holds.

*Absence*: the answer says of a source that it lacks something named (`The source gives no fee`, `The fee
is not mentioned in the document`). That is a claim: evidence that states the fee contradicts it.
"""

from functools import lru_cache
from typing import Literal, NamedTuple

from claimgauge.claims.tables import AbsenceWords, ProseTables
from claimgauge.claims.words import Phrases

Lack = Literal["abstention", "absence"]
_FIRST: frozenset[str] = frozenset(["i", "i'm", "we", "we're"])
_BEHIND_EMPTY: frozenset[str] = frozenset(
    ["in", "from", "to", ",", "within", "needed", "requested", "that", "you", "asked", "and", "or", "here", "for"]
)
_BEFORE_SOURCE: frozenset[str] = frozenset(["in", "by", "from", "within", "of", "across", "anywhere"])
_OWNED: frozenset[str] = frozenset(["its", "his", "her", "their"])
"""Before a source: it is somebody's and not the evidence."""
_CONTRAST: frozenset[str] = frozenset(["while", "although", "though", "whereas", "if", "unless", "because", "since"])
_BETWEEN: frozenset[str] = frozenset(
    ["provided", "given", "available", "supplied", "above", "explicitly", "specifically", "directly", "itself", "you",
     "also", "i", "have", "been", "to", "me", "clearly", "currently", "actually", "retrieved"]
)  # fmt: skip
_FAR = 8
"""Words between the beginning and a source, or between a source and what it does not say."""


class _Absence(NamedTuple):
    words: AbsenceWords
    unable: Phrases
    abstentions: Phrases
    sources: Phrases
    negations: Phrases
    helping: Phrases
    nothing: Phrases
    empty: Phrases
    doing: frozenset[str]
    doing_alone: frozenset[str]
    saying: frozenset[str]
    about: frozenset[str]


@lru_cache(maxsize=8)
def _compiled(tables: ProseTables) -> _Absence:
    own = tables.absence
    return _Absence(
        own,
        Phrases(own.unable),
        Phrases(own.abstentions),
        Phrases(own.sources),
        Phrases(own.negations),
        Phrases(own.helping),
        Phrases(own.nothing),
        Phrases(own.empty_objects),
        frozenset(own.doing),
        frozenset(own.doing_alone),
        frozenset(own.saying),
        frozenset(own.about),
    )


def lack_in(words: tuple[str, ...], tables: ProseTables) -> Lack | None:
    """What a sentence (its words in small letters, commas among them) says is lacking, if it does."""
    known = _compiled(tables)
    if _is_abstention(words, known):
        return "abstention"
    objects = _lacking(words, known)
    if objects is None:
        return None
    return "abstention" if _is_empty(objects, known) else "absence"


def _is_abstention(words: tuple[str, ...], known: _Absence) -> bool:
    starts = [0, *(at + 1 for at, word in enumerate(words) if word in (",", "but", "and"))]
    for at in starts:
        if known.abstentions.length_at(words, at) and not _has_source_behind(words, at, known):
            return True
        length = known.unable.length_at(words, at)
        doing = words[at + length : at + length + 2]
        own = length and words[at] in _FIRST
        if own and not known.doing.isdisjoint(doing):
            return True
        if length and at == 0 and not known.doing_alone.isdisjoint(doing):
            return True
    return False


def _has_source_behind(words: tuple[str, ...], at: int, known: _Absence) -> bool:
    """Whether `no information on the fee is available` goes on `in the document`."""
    return words[at] == "no" and _source_at_end(words, at, known) is not None


def _lacking(words: tuple[str, ...], known: _Absence) -> tuple[str, ...] | None:
    """What a source is said to lack: its words; None where nothing of the kind is said.

    `While the report does not say …, revenue was …` is about the revenue.
    """
    if words[0] in _CONTRAST:
        return None
    for at in known.sources.places(words[:_FAR]):
        behind = at + known.sources.length_at(words, at)
        if at and words[at - 1] in _BEFORE_SOURCE | _OWNED and words[0] not in ("none", "neither"):
            continue
        while behind < len(words) and words[behind] in _BETWEEN:
            behind += 1
        if words[0] in ("none", "neither") and behind < len(words):
            return words[behind + 1 :] if _stem(words[behind]) & known.saying else None
        length = known.negations.length_at(words, behind)
        if length and (said := _said(words, behind, length, known)) is not None:
            return said
    return _lacking_within(words, known)


def _said(words: tuple[str, ...], at: int, length: int, known: _Absence) -> tuple[str, ...] | None:
    """The words behind the negation, and behind the verb of saying where one is needed."""
    rest = words[at + length :]
    if not known.helping.length_at(words, at):
        return rest
    while rest and rest[0] in _BETWEEN:
        rest = rest[1:]
    return rest[1:] if rest and rest[0] in known.saying else None


def _lacking_within(words: tuple[str, ...], known: _Absence) -> tuple[str, ...] | None:
    """`There is no mention of the fee in the context`, `The fee is not mentioned in the document`."""
    end = _source_at_end(words, 0, known)
    if end is None:
        return None
    if length := known.nothing.length_at(words, 0):
        rest = words[length:end] or words[end + 3 :]
        return rest[2:] if rest[:2] in (("mention", "of"), ("information", "about"), ("information", "on")) else rest
    for at in known.helping.places(words[:end]):
        if at and _said(words[:end], at, known.helping.length_at(words, at), known) is not None:
            return words[:at]
    return None


def _source_at_end(words: tuple[str, ...], at: int, known: _Absence) -> int | None:
    """Where `in the provided context` begins."""
    for place in known.sources.places(words):
        first = place
        while first > at and first > place - 5 and words[first] not in _BEFORE_SOURCE:
            first -= 1
        if first > at and words[first] in _BEFORE_SOURCE - {"of"}:
            return first
    return None


def _is_empty(objects: tuple[str, ...], known: _Absence) -> bool:
    """Whether nothing in particular is lacking."""
    rest = objects[1:] if objects[:1] in (("about",), ("on",), ("of",)) else objects
    length = known.empty.length_at(rest, 0)
    if not rest:
        return True
    return bool(length) and (length == len(rest) or rest[length] in _BEHIND_EMPTY)


def _stem(word: str) -> frozenset[str]:
    return frozenset([word, word.removesuffix("s"), word.removesuffix("es")])
