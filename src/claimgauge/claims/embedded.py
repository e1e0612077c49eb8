"""Clauses and names between commas: `X, which opened in 1999, grows`, `Ada Lovelace, the first programmer, wrote`.

What stands between the commas says something of its own about the subject; the rest of the sentence is
a claim without it. Behind the end of a clause (`… met Ann Lee, who won`) only a name can be meant
safely: `which` may stand for the whole clause, so only what happens to things is taken.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from claimgauge.claims.clause import form_at, is_adverb, subject_of, verbs_in
from claimgauge.claims.parts import Part, part_of
from claimgauge.claims.words import Grammar, Word

_RELATIVE: Final = ("which", "who")
_APPOSITION: Final = ("the", "a", "an", "its", "his", "her", "one")
_SAID_OF_ALL: Final = ("known", "called", "named", "abbreviated", "referred")
_MORE_THAN_ONE: Final = ("are", "were", "have")
LONGEST: Final = 30
"""Words between two commas."""


class Embedded(NamedTuple):
    """A clause without what stood between its commas, and what did: clauses of their own, and names."""

    main: tuple[Word, ...]
    clauses: tuple[tuple[Word, ...], ...] = ()
    parts: tuple[Part, ...] = ()
    inner: tuple[Word, ...] = ()


def embedded_in(words: Sequence[Word], grammar: Grammar) -> Embedded:
    """The clause taken apart once; unchanged where it is not plain how, as with a list between the commas."""
    return _behind_subject(words, grammar) or _at_end(words, grammar) or Embedded(tuple(words))


def _behind_subject(words: Sequence[Word], grammar: Grammar) -> Embedded | None:
    commas = [at for at, each in enumerate(words) if each.text == "," and not each.held]
    for number, comma in enumerate(commas[:3]):
        for close in commas[number + 1 :]:
            if close - comma > LONGEST:
                break
            if close == comma + 1 or not _is_verb(words, close + 1, grammar):
                continue
            return _taken_out(words, comma, close, grammar)
    return None


def _taken_out(words: Sequence[Word], comma: int, close: int, grammar: Grammar) -> Embedded | None:
    without = (*words[:comma], *words[close + 1 :])
    subject = subject_of(without, 0, len(without), grammar, loose=True)
    if subject is None or subject.behind != comma or grammar.is_("negative", without[subject.first]):
        return None
    noun, inner = tuple(words[subject.first : comma]), tuple(words[comma + 1 : close])
    if any(one.text == "," and not _is_year(two) for one, two in pairwise(inner) if not one.held):
        return None
    alone = not any(grammar.is_("prepositions", each) for each in noun)
    if alone and inner[0].low in _RELATIVE and _is_verb(inner, 1, grammar):
        return Embedded(without, clauses=((*noun, *inner[1:]),), inner=inner)
    plural = words[close + 1].low in _MORE_THAN_ONE
    if _names_noun(inner, grammar) or (_is_apposition(noun, inner, grammar) and not plural):
        part = part_of("apposition", words[subject.first : close], own=words[comma:close])
        return Embedded(without, parts=(part,), inner=inner)
    return None


def _at_end(words: Sequence[Word], grammar: Grammar) -> Embedded | None:
    commas = [at for at, each in enumerate(words) if each.text == "," and not each.held]
    if not commas or commas[-1] + 2 >= len(words):
        return None
    comma = commas[-1]
    name = _name_before(words, comma, grammar)
    if not name or words[comma + 1].low not in _RELATIVE or not _is_verb(words, comma + 2, grammar):
        return None
    if words[comma + 1].low == "which" and not _happens_to_things(words, comma + 2, grammar):
        return None
    if subject_of(words, 0, comma, grammar, loose=True) is None:
        return None
    end = len(words) - (not words[-1].is_word)
    inner = tuple(words[comma + 1 : end])
    if any(each.low in ("and", "or", "but") for each in inner if not each.held) and verbs_in(
        inner, _last_link(inner), len(inner), grammar
    ):
        return None
    return Embedded(tuple(words[:comma]), clauses=((*name, *words[comma + 2 :]),), inner=inner)


def _last_link(inner: Sequence[Word]) -> int:
    return max(at for at, each in enumerate(inner) if each.low in ("and", "or", "but"))


def _is_verb(words: Sequence[Word], at: int, grammar: Grammar) -> bool:
    while at < len(words) and is_adverb(words[at], grammar):
        at += 1
    return at < len(words) and form_at(words, at, grammar) not in (None, "base")


def _is_apposition(noun: Sequence[Word], inner: Sequence[Word], grammar: Grammar) -> bool:
    """A name, and behind it a noun with an article that has no verb and no list in it."""
    named = (
        all(each.is_name or grammar.is_("name_links", each) or each.text == "." for each in noun)
        and noun[0].low != "the"
    )
    plain = not any(each.low in ("and", "or", ",", ":") for each in inner if not each.held)
    return (
        named
        and plain
        and inner[0].low in _APPOSITION
        and len(inner) > 1
        and not verbs_in(inner, 0, len(inner), grammar)
    )


def _is_year(word: Word) -> bool:
    return len(word.text) == 4 and word.text.isdigit()


def _names_noun(inner: Sequence[Word], grammar: Grammar) -> bool:
    """`also known as quicksand`."""
    at = 0
    while at < len(inner) and (is_adverb(inner[at], grammar) or inner[at].low in ("better", "formerly", "or")):
        at += 1
    return at + 1 < len(inner) and inner[at].low in _SAID_OF_ALL and not verbs_in(inner, at + 1, len(inner), grammar)


def _name_before(words: Sequence[Word], comma: int, grammar: Grammar) -> tuple[Word, ...]:
    """The name that ends at the comma; nothing where another noun may be meant, or where it is a date."""
    first = comma
    while first and (
        words[first - 1].is_name or (first > 1 and words[first - 1].text == "." and words[first - 2].is_name)
    ):
        first -= 1
    name = tuple(words[first:comma])
    before = words[first - 1].low if first else ""
    if not first or before in ("of", "and", "or", ",", "than", "as", "&", "'") or words[first - 1].held:
        return ()
    return () if any(grammar.is_("calendar", each) for each in name) else name


def _happens_to_things(words: Sequence[Word], at: int, grammar: Grammar) -> bool:
    return at + 1 < len(words) and words[at].low in ("is", "was") and grammar.is_("of_things", words[at + 1])
