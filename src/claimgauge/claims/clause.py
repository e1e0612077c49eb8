"""Verbs and subjects, by word lists and word order alone.

A word is held to be a finite verb only where its form and its neighbours leave little else: `reports`
before a number is one, after `annual` none. What is not found stays unsplit.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from claimgauge.claims.words import Grammar, Word

Form = Literal["auxiliary", "third", "past", "only_past", "base"]
_AUXILIARIES: Final = ("be", "have", "do", "modals")
_PLURAL_SUBJECTS: Final = frozenset(["they", "we", "you", "i", "these", "those"])
_STANDS_ALONE: Final = frozenset(["this", "these", "those", "all", "each", "most", "some", "many", "several"])
LONGEST_SUBJECT: Final = 14
"""Words of a subject."""


class Verb(NamedTuple):
    """A group of verbs, `was not founded`: its words, half-open, and the form of the first."""

    first: int
    behind: int
    form: Form
    passive: bool
    """A form of `be` or `have` with a participle."""


def form_at(words: Sequence[Word], at: int, grammar: Grammar, *, loose: bool = False) -> Form | None:
    """The form of a finite verb at a place, or None; base forms need a plural subject just before.

    `loose`: a form in -s that is as often a noun counts whatever follows it.
    """
    word = words[at]
    if word.held or not word.is_word or (word.is_name and at > 0) or "-" in word.text:
        return None
    if at and (words[at - 1].low == "to" or _is_article(words, at - 1, grammar)):
        return None
    if any(word.low in grammar.words[table] for table in _AUXILIARIES):
        return "auxiliary"
    if at and (grammar.is_("prepositions", words[at - 1]) or words[at - 1].low.endswith("'s")):
        return None
    return _full_verb(words, at, grammar, loose=loose)


def _counts(word: Word, grammar: Grammar) -> bool:
    """A number that is no year, or a word such as `six` and `more`: a noun follows, `six assists`."""
    is_year = len(word.text) == 4 and word.text.isdigit()
    counting = grammar.is_("determiners", word) and word.low not in _STANDS_ALONE
    return (word.text[0].isdigit() and not is_year) or (counting and not grammar.is_("pronouns", word))


def _is_article(words: Sequence[Word], at: int, grammar: Grammar) -> bool:
    """Whether a noun must follow: `the`, but not `this` and `those` before a verb."""
    stands_alone = words[at].low in _STANDS_ALONE and not grammar.is_("noun_like", words[at + 1])
    return grammar.is_("articles", words[at]) and not stands_alone


def _full_verb(words: Sequence[Word], at: int, grammar: Grammar, *, loose: bool) -> Form | None:
    word = words[at]
    if at and _counts(words[at - 1], grammar) and word.low not in grammar.past:
        return None
    if word.low in grammar.third:
        plain = loose or not grammar.is_("noun_like", word) or _takes_object(words, at, grammar)
        return "third" if plain else None
    if word.low in grammar.past:
        return "only_past" if word.low in grammar.only_past else "past"
    return "base" if word.low in grammar.base and at and _is_plural(words[at - 1], grammar) else None


def first_finite(words: Sequence[Word], start: int, grammar: Grammar, *, end: int | None = None) -> int | None:
    """The first place of a finite verb that cannot well be anything else: no participle, no base form."""
    for at in range(start, len(words) if end is None else end):
        if form_at(words, at, grammar) in ("auxiliary", "third", "only_past"):
            return at
    return None


def verbs_in(words: Sequence[Word], start: int, end: int, grammar: Grammar) -> tuple[Verb, ...]:
    """The groups of verbs in a stretch, in order.

    A form in -ed behind the first group describes a noun (`a plant located in Rome`) and is left out.
    """
    return tuple(_verbs(words, start, end, grammar))


def _verbs(words: Sequence[Word], start: int, end: int, grammar: Grammar) -> Iterator[Verb]:
    at = start
    is_first = True
    while at < end:
        form = form_at(words, at, grammar)
        if form is None or (not is_first and form in ("past", "base")):
            at += 1
            continue
        verb = _group(words, at, end, form, grammar)
        yield verb
        at, is_first = verb.behind, False


def _group(words: Sequence[Word], at: int, end: int, form: Form, grammar: Grammar) -> Verb:
    behind = at + 1
    passive = False
    if form == "auxiliary":
        while behind < end and not words[behind].held and _belongs(words[behind], grammar):
            passive = passive or words[behind].low in grammar.participles
            behind += 1
        while behind > at + 1 and _is_adverb(words[behind - 1], grammar):
            behind -= 1
    return Verb(at, behind, form, passive)


def _belongs(word: Word, grammar: Grammar) -> bool:
    """Whether a word goes on with a group that began with an auxiliary."""
    plain = word.low in grammar.participles or word.low in grammar.base or word.low in ("be", "been", "being")
    auxiliary = any(word.low in grammar.words[table] for table in ("have", "be"))
    return not word.is_name and (plain or auxiliary or _is_adverb(word, grammar))


def _is_adverb(word: Word, grammar: Grammar) -> bool:
    return word.is_word and not word.is_name and (grammar.is_("adverbs", word) or word.low.endswith("ly"))


def is_adverb(word: Word, grammar: Grammar) -> bool:
    """Whether a word may stand between a subject and its verb."""
    return _is_adverb(word, grammar)


def _takes_object(words: Sequence[Word], at: int, grammar: Grammar) -> bool:
    return at + 1 < len(words) and opens_noun(words[at + 1], grammar)


def opens_noun(word: Word, grammar: Grammar) -> bool:
    """A determiner, a number, a sum of money or a name: what an object begins with."""
    return word.is_name or word.text[0].isdigit() or word.text in "$€£¥#" or grammar.is_("determiners", word)


def _is_plural(word: Word, grammar: Grammar) -> bool:
    return word.low in _PLURAL_SUBJECTS or is_plural_noun(word, grammar)


def is_plural_noun(word: Word, grammar: Grammar) -> bool:
    """A word that looks like a plural: in -s but not -ss, -us or -is, or one of a list."""
    in_s = word.low.endswith("s") and not word.low.endswith(("ss", "us", "is", "'s")) and len(word.low) > 3
    return word.is_word and (in_s or grammar.is_("plurals", word)) and not word.text[0].isdigit()


class Subject(NamedTuple):
    """The opening (`In 1999,`) and the subject of a clause, as places of words, half-open; then comes the verb."""

    start: int
    first: int
    behind: int
    verb: Verb

    @property
    def has_opening(self) -> bool:
        """Whether something stands before the subject."""
        return self.first > self.start


def subject_of(words: Sequence[Word], start: int, end: int, grammar: Grammar, *, loose: bool = False) -> Subject | None:
    """The subject of a clause, or None where it is not plain.

    It is plain where the clause begins with it, or with a phrase or connective and a comma, and where it
    holds no comma, no word that opens another clause, and no verb. `loose`: where no other verb is found,
    a form in -s that is as often a noun is one.
    """
    first = _behind_opening(words, start, end, grammar)
    if first is None:
        return None
    verb = next(_verbs(words, first, end, grammar), None)
    if loose:
        verb = _loose_verb(words, first, end if verb is None else verb.first, verb, grammar) or verb
    if verb is None or (verb.form == "past" and _describes(words, verb.behind, end, grammar)):
        return None
    behind = verb.first
    while behind > first and _is_adverb(words[behind - 1], grammar) and not words[behind - 1].is_name:
        behind -= 1
    own = words[first:behind]
    if not own or len(own) > LONGEST_SUBJECT or not _is_plain(own, grammar):
        return None
    return Subject(start, first, behind, verb)


def _describes(words: Sequence[Word], start: int, end: int, grammar: Grammar) -> bool:
    """Whether a form in -ed describes the subject, since the verb comes behind it: `The gas used here is air`."""
    finite = first_finite(words, start, grammar, end=end)
    return finite is not None and not any(
        each.text in ",;" or each.low in ("and", "but", "or") or _opens_clause(each, grammar)
        for each in words[start:finite]
    )


def _opens_clause(word: Word, grammar: Grammar) -> bool:
    return grammar.is_("subordinators", word) or grammar.is_("perhaps_subordinators", word)


def _loose_verb(words: Sequence[Word], first: int, end: int, verb: Verb | None, grammar: Grammar) -> Verb | None:
    """A form in -s before the verb found, or before a link in what would be its subject; a noun follows it."""
    link = next((at for at in range(first, end) if words[at].low in ("and", "but", "or")), end)
    if link == end and verb is not None and verb.form not in ("past", "base"):
        return None
    for at in range(first + 1, link):
        follows = at + 1 < link and words[at + 1].is_word and not grammar.is_("prepositions", words[at + 1])
        if (follows or link == len(words)) and form_at(words, at, grammar, loose=True) == "third":
            return Verb(at, at + 1, "third", passive=False)
    return None


def _behind_opening(words: Sequence[Word], start: int, end: int, grammar: Grammar) -> int | None:
    """Where the subject begins; None where something else than a noun opens the clause."""
    at = start
    for _ in range(2):
        low = tuple(each.low for each in words[at : min(end, at + 6)])
        length = grammar.connectives.length_at(low, 0)
        if length and low[length : length + 1] == (",",):
            at += length + 1
        elif at < end and (grammar.is_("prepositions", words[at]) and not grammar.is_("pronouns", words[at])):
            comma = next((n for n in range(at, min(end, at + 16)) if words[n].text == "," and not words[n].held), None)
            if comma is None or next(_verbs(words, at, comma, grammar), None):
                return None
            at = comma + 1
        else:
            break
    return at if at < end else None


def _is_plain(own: Sequence[Word], grammar: Grammar) -> bool:
    if any(each.text in ",;:\u2014\u2013" and not each.held for each in own):
        return False
    if own[0].low == "there" or grammar.is_("adverbs", own[0]):
        return False
    rest = own[1:] if own[0].low == "that" else own
    return not any(grammar.is_("subordinators", each) and not each.held for each in rest)
