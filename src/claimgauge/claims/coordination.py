"""Clauses and verbs joined by `and`, `but`, or `, while`."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from claimgauge.claims.clause import Subject, Verb, form_at, is_adverb, is_plural_noun, opens_noun, subject_of, verbs_in
from claimgauge.claims.parts import Part, part_of
from claimgauge.claims.words import Grammar, Word

_LINKS: Final = ("and", "but")
LONGEST_SECOND: Final = 8
"""Words of the subject of a second clause."""
FAR: Final = 24
"""Words behind a link among which that subject and its verb stand."""


class _Joined(NamedTuple):
    """A clause or verb behind a link: its first word, its subject, its verb, and words to say again before it."""

    start: int
    subject: Subject
    verb: Verb
    again: tuple[Word, ...] = ()
    is_clause: bool = False


def coordinated(words: Sequence[Word], grammar: Grammar) -> tuple[Part, ...]:
    """The parts of a clause; one part where nothing in it is joined safely."""
    subject = subject_of(words, 0, len(words), grammar, loose=True)
    if subject is None:
        return (Part(tuple(words), tuple(words), "sentence"),)
    joined = [_Joined(0, subject, subject.verb)]
    cuts: list[int] = []
    for at in _links(words, grammar):
        following = _behind_link(words, at, joined[-1], grammar)
        if following is not None:
            joined.append(following)
            cuts.append(at)
    return tuple(_parts(words, joined, cuts, grammar))


def _links(words: Sequence[Word], grammar: Grammar) -> Iterator[int]:
    for at, word in enumerate(words[:-1]):
        if word.held or at == 0:
            continue
        contrast = word.text == "," and grammar.is_("contrast", words[at + 1])
        listed = word.text == "," and words[at + 1].low not in _LINKS and _comes_and(words, at)
        if word.low in _LINKS or contrast or listed:
            yield at


def _comes_and(words: Sequence[Word], at: int) -> bool:
    """Whether `, and` follows, so that a verb behind this comma is one of three."""
    return any(
        one.text == "," and two.low == "and" and not two.held
        for one, two in zip(words[at + 1 :], words[at + 2 :], strict=False)
    )


def _behind_link(words: Sequence[Word], at: int, before: _Joined, grammar: Grammar) -> _Joined | None:
    if at <= before.verb.first or not _is_closed(words, at, before, grammar):
        return None
    contrast = words[at].text == "," and grammar.is_("contrast", words[at + 1])
    start = at + 1 + contrast
    if not contrast and (verb := _second_verb(words, at, start, before, grammar)):
        return verb
    if words[at].text == "," and not contrast:
        return None
    return _second_clause(words, at, start, before, grammar)


def _is_closed(words: Sequence[Word], at: int, before: _Joined, grammar: Grammar) -> bool:
    """Whether what stands before the link is one plain clause that nothing in it reaches beyond."""
    own = words[before.verb.behind : at]
    if any(grammar.is_("subordinators", each) and not each.held for each in own):
        return False
    verbs = [n for n in range(before.verb.behind, at) if form_at(words, n, grammar) is not None]
    strong = [n for n in verbs if form_at(words, n, grammar) in ("auxiliary", "third", "only_past")]
    opener = next((n for n in range(before.verb.behind, at) if grammar.is_("perhaps_subordinators", words[n])), at)
    return not strong and not any(n > opener for n in verbs)


def _second_verb(words: Sequence[Word], at: int, start: int, before: _Joined, grammar: Grammar) -> _Joined | None:
    """`… and employs 300 people`, with the subject of the verb before."""
    first = start
    while first < len(words) and is_adverb(words[first], grammar):
        first += 1
    if first + 1 >= len(words) or words[first].held:
        return None
    left = [each for each in words[before.verb.behind : at] if each.is_word]
    negated = any(
        grammar.is_("negative", each) or each.low.endswith("n't") for each in words[before.subject.first : at]
    )
    form = form_at(words, first, grammar)
    also_base = (
        before.verb.form == "base" and words[first].low in grammar.base and opens_noun(words[first + 1], grammar)
    )
    if negated or not (left or before.verb.passive) or not (form or also_base):
        return None
    verb = (
        verbs_in(words, first, min(len(words), first + FAR), grammar)[0]
        if form
        else Verb(first, first + 1, "base", passive=False)
    )
    if verb.behind >= len(words) or not any(each.is_word for each in words[verb.behind :]):
        return None
    again = _said_again(words, at, first, before, grammar) if form == "past" else ()
    return None if again is None else _Joined(start, before.subject, verb, again)


def _said_again(
    words: Sequence[Word], at: int, first: int, before: _Joined, grammar: Grammar
) -> tuple[Word, ...] | None:
    """What a form in -ed needs before it: nothing, or `was`; None where it may be either.

    `was founded in 1990 and acquired Acme` acts, `was founded in 1990 and sold by Acme` does not.
    """
    verb, word, after = before.verb, words[first], words[first + 1]
    loose = any(form_at(words, n, grammar) == "past" for n in range(verb.behind, at))
    listed = any(each.text == "," and not each.held for each in words[verb.behind : at - 1])
    if listed and not grammar.is_("acting", word):
        return None
    if verb.form == "auxiliary":
        return _behind_auxiliary(words, first, verb, grammar) if verb.passive or not loose else None
    is_past = verb.form in ("past", "only_past")
    return () if is_past and (_goes_on(after, grammar) or _begins(word, after)) and not loose else None


def _behind_auxiliary(words: Sequence[Word], first: int, verb: Verb, grammar: Grammar) -> tuple[Word, ...] | None:
    auxiliary, word, after = words[verb.first], words[first], words[first + 1]
    if grammar.is_("be", auxiliary):
        if grammar.is_("describing", word) or (
            verb.passive and (after.low == "by" or grammar.is_("naming_verbs", word))
        ):
            return (auxiliary,)
        has_object = opens_noun(after, grammar) and not (verb.passive and after.text[0].isdigit())
        return () if grammar.is_("acting", word) or has_object else None
    if not grammar.is_("have", auxiliary):
        return None
    if verb.passive and word.low in grammar.participles:
        return tuple(words[verb.first : verb.first + 1 + (words[verb.first + 1].low == "been")])
    return () if not verb.passive and auxiliary.low == "had" and _goes_on(after, grammar) else None


def _goes_on(after: Word, grammar: Grammar) -> bool:
    """Whether a word may stand behind a verb: `planned the launch`, `planned for it`, not `planned expansions`."""
    return opens_noun(after, grammar) or grammar.is_("prepositions", after) or is_adverb(after, grammar)


def _begins(word: Word, after: Word) -> bool:
    """`started gaining`."""
    return word.low in ("started", "stopped", "continued") and after.low.endswith("ing")


def _second_clause(words: Sequence[Word], at: int, start: int, before: _Joined, grammar: Grammar) -> _Joined | None:
    """`… and costs fell`, with a subject of its own."""
    subject = subject_of(words, start, min(len(words), start + FAR), grammar)
    if subject is None or subject.behind - subject.first > LONGEST_SECOND:
        return None
    noun, previous = words[subject.first : subject.behind], words[at - 1]
    if any(each.low in ("and", "or", "&") for each in noun) or noun[0].held:
        return None
    compared = any(each.low in ("than", "like", "as") for each in words[before.verb.behind : at])
    two_names = previous.is_name and noun[0].is_name and words[at].low in _LINKS
    begins = opens_noun(noun[0], grammar) or grammar.is_("pronouns", noun[0]) or is_plural_noun(noun[0], grammar)
    if two_names or (previous.text != "," and (compared or not begins)):
        return None
    if subject.verb.form in ("past", "base") and not _surely_acts(words, previous, subject, before, grammar):
        return None
    return _Joined(start, subject, subject.verb, is_clause=True)


def _surely_acts(words: Sequence[Word], previous: Word, subject: Subject, before: _Joined, grammar: Grammar) -> bool:
    """Whether a form in -ed is a verb and does not describe: its object follows, or nothing else can stand there."""
    behind = subject.verb.behind
    has_object = behind < len(words) and opens_noun(words[behind], grammar)
    listed = any(each.text == "," and not each.held for each in words[before.verb.behind : subject.first - 2])
    begins = words[subject.first]
    comma = previous.text == "," and (
        not listed or grammar.is_("determiners", begins) or grammar.is_("pronouns", begins)
    )
    apart = comma or previous.text == "%" or previous.text[0].isdigit() or previous.low in ("percent", "points")
    alike = before.verb.form == subject.verb.form
    return (
        has_object
        or apart
        or (alike and before.verb.behind >= before.subject.verb.behind and previous.low in grammar.past)
    )


def _parts(words: Sequence[Word], joined: Sequence[_Joined], cuts: Sequence[int], grammar: Grammar) -> Iterator[Part]:
    if len(joined) == 1:
        yield Part(tuple(words), tuple(words), "sentence")
        return
    ends = [*cuts, len(words)]
    starts = [0, *cuts]
    opening = _opening(words, joined[0].subject, grammar)
    for number, (each, start, end) in enumerate(zip(joined, starts, ends, strict=True)):
        own, said = words[start:end], words[each.start : end]
        again = (
            () if number == 0 or _has_time(said, grammar) or (each.subject.has_opening and each.is_clause) else opening
        )
        if number == 0 or each.is_clause:
            yield part_of("clause", again, said, own=own)
        else:
            subject = words[each.subject.first : each.subject.behind]
            yield part_of("predicate", again, subject, each.again, said, own=own)


def _opening(words: Sequence[Word], subject: Subject, grammar: Grammar) -> tuple[Word, ...]:
    """`In 1999,`; connectives are not said again."""
    opening = tuple(words[subject.start : subject.first])
    while opening and not grammar.is_("prepositions", opening[0]):
        opening = opening[1:]
    return opening


def _has_time(words: Sequence[Word], grammar: Grammar) -> bool:
    """Whether a year or month is named."""
    return any(
        (len(each.text) == 4 and each.text.isdigit()) or (each.is_name and grammar.is_("calendar", each))
        for each in words
    )
