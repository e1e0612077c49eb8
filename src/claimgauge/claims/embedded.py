"""Clauses and names between commas: `X, which opened in 1999, grows`, `Ada Lovelace, the first programmer, wrote`.

What stands between the commas says something of its own about the subject; the rest of the sentence is
a claim without it. Behind the end of a clause (`… met Ann Lee, who won`) only a name can be meant
safely: `which` may stand for the whole clause, so only what happens to things is taken. Behind a noun that
says what the subject is (`Acme is a bank that lends`), the clause says the same of the subject.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from claimgauge.claims.clause import Subject, form_at, is_adverb, is_plural_noun, subject_of, verbs_in
from claimgauge.claims.parts import Part, part_of
from claimgauge.claims.words import Grammar, Word

_RELATIVE: Final = ("which", "who")
_APPOSITION: Final = ("the", "a", "an", "its", "his", "her", "one")
_SAID_OF_ALL: Final = ("known", "called", "named", "abbreviated", "referred")
_MORE_THAN_ONE: Final = ("are", "were", "have")
_EMPTY: Final = ("it", "this", "that", "what", "one", "these", "those")
_ELSE: Final = (
    "prepositions", "determiners", "subordinators", "perhaps_subordinators", "pronouns", "degrees", "of_all",
)  # fmt: skip
_RANKS: Final = ("or", "but", "such", "so", "enough", "first", "last", "second")
_KINDS: Final = ("type", "kind", "form", "sort")
LONGEST: Final = 30
"""Words between two commas."""
LONGEST_NOUN: Final = 10
"""Words of a noun that says what a subject is."""


class Embedded(NamedTuple):
    """A clause without what stood between its commas, and what did: clauses of their own, and names.

    `is_said_to_be`: the clauses belong to the noun that says what the subject is.
    """

    main: tuple[Word, ...]
    clauses: tuple[tuple[Word, ...], ...] = ()
    parts: tuple[Part, ...] = ()
    inner: tuple[Word, ...] = ()
    is_said_to_be: bool = False


def embedded_in(words: Sequence[Word], grammar: Grammar) -> Embedded:
    """The clause taken apart once; unchanged where it is not plain how, as with a list between the commas."""
    return (
        _behind_subject(words, grammar)
        or _at_end(words, grammar)
        or _behind_noun(words, grammar)
        or Embedded(tuple(words))
    )


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
    acts = _is_verb(inner, 1, grammar) or (
        len(inner) > 2 and inner[1].low in grammar.base and is_plural_noun(noun[-1], grammar)
    )
    if alone and inner[0].low in _RELATIVE and acts:
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


def _behind_noun(words: Sequence[Word], grammar: Grammar) -> Embedded | None:
    """`Acme is a bank that lends`: `Acme is a bank`, `Acme lends`; `… a bank based in Rome`: `Acme is based in Rome`.

    Only behind `a` or `an`, or nothing where the subject is many, and a noun without another one in it that
    could be meant. An opening such as `In 1999,` may belong to either clause.
    """
    subject = subject_of(words, 0, len(words), grammar)
    if subject is None or not _is_said_to_be(words, subject, grammar):
        return None
    start = subject.verb.behind
    noun = tuple(words[subject.first : subject.behind])
    for at in range(start + 1, min(len(words) - 2, start + LONGEST_NOUN)):
        if words[at].held:
            return None
        comma = words[at - 1].text == ","
        if _opens_relative(words, at, grammar, comma=comma):
            empty = noun[0].low in _EMPTY or not _is_one_noun(words, start, at - comma, grammar)
            clause = (*noun, *words[at + 1 :])
        elif _opens_participle(words, at, grammar):
            person = any(each.low == "who" and not each.held for each in words[at:])
            empty = person or not _is_one_noun(words, start, at, grammar)
            clause = (*noun, words[subject.verb.first], *words[at:])
        else:
            continue
        main, inner = tuple(words[: at - comma]), tuple(words[at - comma :])
        return None if empty else Embedded(main, clauses=(clause,), inner=inner, is_said_to_be=True)
    return None


def _opens_relative(words: Sequence[Word], at: int, grammar: Grammar, *, comma: bool) -> bool:
    """Whether a clause with this word as its subject begins; behind a comma `which` may mean all that was said."""
    if words[at].low not in ("that", *_RELATIVE) or not _is_verb(words, at + 1, grammar):
        return False
    return not comma or words[at].low == "who" or grammar.is_("of_wholes", words[at + 1])


def _opens_participle(words: Sequence[Word], at: int, grammar: Grammar) -> bool:
    """`used in`, `commonly used to`, `written by` behind a noun."""
    first = at
    while first + 1 < len(words) and is_adverb(words[first], grammar):
        first += 1
    before = words[at - 1]
    if first + 1 >= len(words) or words[first].is_name or words[first].held:
        return False
    if not before.is_word or before.low in ("and", "or", "but") or is_adverb(before, grammar):
        return False
    follows = grammar.is_("prepositions", words[first + 1]) or words[first + 1].low == "to"
    return follows and words[first].low in grammar.participles and words[first].low not in grammar.base


def _is_said_to_be(words: Sequence[Word], subject: Subject, grammar: Grammar) -> bool:
    verb = subject.verb
    plain = verb.behind == verb.first + 1 and words[verb.first].low in ("is", "was", "are", "were")
    many = words[verb.first].low in ("are", "were") and not any(each.low == "there" for each in words[: verb.first])
    article = verb.behind < len(words) and words[verb.behind].low in ("a", "an")
    said = words[: verb.behind]
    unsafe = any(grammar.is_("negative", each) or grammar.is_("of_all", each) for each in said if not each.held)
    opened = any(grammar.is_("prepositions", each) for each in words[subject.start : subject.first])
    return plain and (article or many) and not (unsafe or opened)


def _is_one_noun(words: Sequence[Word], start: int, end: int, grammar: Grammar) -> bool:
    """Whether what stands there is one noun, or `a type of` one: nothing in it but words that describe it."""
    own = list(words[start:end])
    with_article = bool(own) and own[0].low in ("a", "an")
    if with_article and len(own) > 2 and own[1].low in _KINDS and own[2].low == "of":
        first = own[3:]
    else:
        first = own[1:] if with_article else own
    if not first or any(not each.is_word and each.text != "," for each in first if not each.held):
        return False
    if not with_article and not (is_plural_noun(first[-1], grammar) and _may_describe(first[0], grammar)):
        return False
    free = [each for each in first if not each.held]
    return not any(grammar.is_(table, each) for table in _ELSE for each in free) and not any(
        each.low in _RANKS for each in first
    )


def _may_describe(word: Word, grammar: Grammar) -> bool:
    """Whether a noun may begin with a word behind `are`: `are installing displays` does not."""
    return not (word.low.endswith("ing") or word.is_name or is_adverb(word, grammar))


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
