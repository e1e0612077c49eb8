"""Lists at the end of a clause: `The fee covers meals such as soup, bread, and rice`, `It has a bar and a pool`.

Each member is said with all that stands before the list. A list is taken apart only where no word of it
may belong to several members: `web, mobile, and desktop applications` and `higher cost, time, and risk` stay.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from claimgauge.claims.clause import form_at, is_plural_noun, subject_of
from claimgauge.claims.parts import Part, part_of
from claimgauge.claims.words import Grammar, Word

LEAST: Final = 3
"""Fewer members with commas may be something else: `in Paris, Texas`."""
LONGEST: Final = 6
"""Words of a member."""
_Range = tuple[int, int]


def enumerated(part: Part, grammar: Grammar) -> tuple[Part, ...]:
    """The part once for each member of the list at its end; the part itself where no list there is safe."""
    words = part.words
    behind = len(words) - (bool(words) and not words[-1].is_word and not words[-1].held)
    if any(_reaches_on(each, grammar) for each in words):
        return (part,)
    start = _opened(words, behind, grammar)
    members = _members(words, start, behind, grammar) if start else _pair(words, behind, grammar)
    if not members or not all(each in part.own for each in words[members[0][0] : behind]):
        return (part,)
    return tuple(_each(part, members, behind))


def _each(part: Part, members: Sequence[_Range], behind: int) -> Iterator[Part]:
    words = part.words
    head, stop = words[: members[0][0]], words[behind:]
    ends = [members[0][0], *(end for _, end in members[:-1])]
    for number, ((start, end), before) in enumerate(zip(members, ends, strict=True)):
        own = words[before:end] if number else tuple(each for each in part.own if each.start < words[end].start)
        last = number == len(members) - 1
        yield part_of("member", head, words[start:end], stop if last else (), own=(*own, *(stop if last else ())))


def _reaches_on(word: Word, grammar: Grammar) -> bool:
    """Whether a word says something of the list as a whole."""
    return not word.held and (grammar.is_("negative", word) or grammar.is_("of_all", word))


def _opened(words: Sequence[Word], behind: int, grammar: Grammar) -> int | None:
    """Where the members begin: behind `include`, `such as` or `, including`, with a verb before."""
    subject = subject_of(words, 0, behind, grammar, loose=True)
    if subject is None:
        return None
    verb = subject.verb
    opened = [
        at + 1
        for at in range(verb.behind, behind - 1)
        if not words[at].held
        and (
            (words[at].low == "as" and words[at - 1].low == "such")
            or (words[at].low == "including" and words[at - 1].text == ",")
        )
    ]
    if words[verb.behind - 1].low in ("include", "includes", "included") and not opened and not verb.passive:
        return verb.behind
    return opened[0] if len(opened) == 1 else None


def _members(words: Sequence[Word], start: int, behind: int, grammar: Grammar) -> tuple[_Range, ...]:
    """Three members or more, `A, B, and C`; nothing where one of them is not plain."""
    marks = [at for at in range(start, behind) if not words[at].held and words[at].text == ","]
    links = [at for at in range(start, behind) if not words[at].held and words[at].low in ("and", "or", "but", "&")]
    if len(links) != 1 or words[links[0]].low != "and" or not marks or marks[-1] > links[0]:
        return ()
    (link,) = links
    cuts = [*(at for at in marks if at != link - 1), link]
    starts = [start, *(at + 1 for at in cuts)]
    ends = [*(at - (at == link and words[at - 1].text == ",") for at in cuts), behind]
    found = _joined(words, list(zip(starts, ends, strict=True)), grammar)
    plain = len(found) >= LEAST and all(_is_member(words, *each, grammar) for each in found)
    return tuple(found) if plain and not _may_share(words, found, grammar) else ()


def _joined(words: Sequence[Word], members: list[_Range], grammar: Grammar) -> list[_Range]:
    """A last member that only says that there are more stays with the one before it."""
    first, end = members[-1]
    if len(members) > 1 and first < end and grammar.is_("more_of_them", words[first]):
        return [*members[:-2], (members[-2][0], end)]
    return members


def _is_member(words: Sequence[Word], start: int, end: int, grammar: Grammar) -> bool:
    """A noun by itself, without a verb, another phrase, or a mark."""
    own = [each for each in words[start:end] if not each.held]
    if not 0 < len([each for each in own if each.is_word]) <= LONGEST or not own[0].is_word:
        return False
    if any(not each.is_word and each.text not in "()[]\"'\u201c\u201d%$€£&." for each in own):
        return False
    closed = ("prepositions", "subordinators", "perhaps_subordinators", "pronouns")
    if any(grammar.is_(table, each) and not each.is_name for table in closed for each in own):
        return False
    return not any(
        form_at(words, at, grammar) in ("auxiliary", "third", "only_past") and at > start for at in range(start, end)
    )


def _may_share(words: Sequence[Word], members: Sequence[_Range], grammar: Grammar) -> bool:
    """Whether a word of one member may belong to others: to the left, or a noun behind the last one."""
    own = [[each for each in words[start:end] if each.is_word and not each.held] for start, end in members]
    if any(all(each.is_name for each in member) for member in own):
        return not all(member[0].is_name for member in own)
    sizes = [len(member) for member in own]
    grown = any(grammar.is_("more_of_them", each) for each in own[-1])
    nouns = all(is_plural_noun(member[-1], grammar) for member in own[:-1])
    shared_noun = sizes[-1] > 1 and not grown and min(sizes[:-1]) == 1 and not nouns
    shared_word = sizes[0] > 1 and 1 in sizes[1:] and sum(size > 1 for size in sizes) < 2
    describes = sizes[0] > 1 and 1 in sizes and _describes(own[0][0], grammar)
    return shared_noun or shared_word or describes


def _describes(word: Word, grammar: Grammar) -> bool:
    """Whether a word may describe all that follow it."""
    return (
        grammar.is_("determiners", word)
        or grammar.is_("degrees", word)
        or word.low in grammar.participles
        or word.low.endswith(("ing", "er"))
    )


def _pair(words: Sequence[Word], behind: int, grammar: Grammar) -> tuple[_Range, ...]:
    """`has a bar and a pool`: two nouns with an article each, behind a verb of having or being."""
    subject = subject_of(words, 0, behind, grammar, loose=True)
    if subject is None or subject.verb.passive:
        return ()
    verb = subject.verb
    links = [at for at in range(verb.behind, behind) if not words[at].held and words[at].low in ("and", "or", "but")]
    holds = grammar.is_("having", words[verb.behind - 1])
    if len(links) != 1 or words[links[0]].low != "and" or not holds:
        return ()
    (link,) = links
    members = ((verb.behind, link), (link + 1, behind))
    return members if all(_is_whole_noun(words, *each, grammar) for each in members) else ()


def _is_whole_noun(words: Sequence[Word], start: int, end: int, grammar: Grammar) -> bool:
    """An article and a noun, with where it is from; no clause, no comma."""
    own = words[start:end]
    if len(own) < 2 or own[0].low not in ("a", "an") or any(each.text in ",;:" and not each.held for each in own):
        return False
    phrases = [each.low for each in own if grammar.is_("prepositions", each) and not each.is_name]
    if not set(phrases) <= {"in", "from", "at", "of"} or phrases.count("of") > 1:
        return False
    if any(grammar.is_(table, each) for table in ("subordinators", "perhaps_subordinators") for each in own):
        return False
    return not any(form_at(words, at, grammar) is not None for at in range(start + 1, end))
