"""What a sentence does: only what states something is a claim.

Where wording leaves it open whether a fact is stated, it is held to be: an instruction, a greeting
or an opinion with a plain statement in it (`Remember the fee is $95`, `Sure, it opened in 1999`, `I
think it opened in 1999`) is a statement, the last one hedged, since what is left out is never scored.
In a language that is not read only the question mark counts.
"""

from functools import lru_cache
from typing import Literal, NamedTuple

from claimgauge.claims.absence import lack_in
from claimgauge.claims.clause import first_finite, is_adverb, opens_noun, verbs_in
from claimgauge.claims.languages import Language
from claimgauge.claims.tables import ProseTables
from claimgauge.claims.words import Grammar, Phrases, Word, grammar_of, phrase_words, words_of

Kind = Literal[
    "statement", "absence", "question", "instruction", "opinion", "abstention", "greeting", "meta", "fragment",
]  # fmt: skip
_CLOSERS = "\"')]\u201d\u2019\u00bb\u300d\u300f\uff09*_ "


class SentenceKind(NamedTuple):
    """`hedged` only of a statement or a claim of absence; `absence` says that a source lacks something."""

    kind: Kind
    hedged: bool = False


class _Kinds(NamedTuple):
    fragments: Phrases
    greetings: Phrases
    interjections: Phrases
    meta: Phrases
    imperatives: frozenset[str]
    instructions: Phrases
    frames: Phrases
    opinions: Phrases
    perhaps_opinions: Phrases
    hedges: Phrases
    unless_capitalised: frozenset[str]
    reasons: Phrases
    denying: Phrases


@lru_cache(maxsize=8)
def _compiled(tables: ProseTables) -> _Kinds:
    own = tables.kinds
    return _Kinds(
        Phrases(own.fragments),
        Phrases(own.greetings),
        Phrases(own.interjections),
        Phrases(own.meta),
        frozenset(own.imperatives),
        Phrases(own.instructions),
        Phrases(own.frames),
        Phrases(own.opinions),
        Phrases(own.perhaps_opinions),
        Phrases(own.hedges),
        frozenset(own.hedges_unless_capitalised),
        Phrases(own.reasons),
        Phrases(own.denying),
    )


def kind_of(sentence: str, tables: ProseTables, *, language: Language = "en") -> SentenceKind:
    """What a sentence does; one without a letter or digit is a fragment."""
    if not any(map(str.isalnum, sentence)):
        return SentenceKind("fragment")
    last = sentence.rstrip(_CLOSERS)
    if last.endswith(("?", "\uff1f")) or last.rstrip("!").endswith("?"):
        return SentenceKind("question")
    if language == "other":
        return SentenceKind("statement")
    return _read(sentence, phrase_words(sentence), tables)


def _read(sentence: str, words: tuple[str, ...], tables: ProseTables) -> SentenceKind:
    known, grammar = _compiled(tables), grammar_of(tables)
    own = words_of(sentence)
    if known.fragments.is_all_of(words):
        return SentenceKind("fragment")
    at = _behind_openers(words, known, grammar)
    at += known.frames.length_at(words, at)
    rest = words[at:]
    if not rest:
        return SentenceKind("greeting")
    if lack := lack_in(rest, tables):
        goes_on = lack == "abstention" and _goes_on(own, grammar)
        return _statement(own, words, known) if goes_on else SentenceKind(lack)
    other = _other_kind(own, words, at, known, grammar)
    return SentenceKind(other) if other else _statement(own, words, known)


def _behind_openers(words: tuple[str, ...], known: _Kinds, grammar: Grammar) -> int:
    """How many words `Sure,`, `However,` and the like are."""
    at = 0
    while length := known.interjections.length_at(words, at) or grammar.connectives.length_at(words, at):
        if words[at + length : at + length + 1] != (",",) and at + length < len(words):
            break
        at = min(at + length + 1, len(words))
    return at


def _other_kind(own: tuple[Word, ...], words: tuple[str, ...], at: int, known: _Kinds, grammar: Grammar) -> Kind | None:
    """None for a statement."""
    has_number = any(each.text[0].isdigit() for each in own)
    if known.greetings.length_at(words, at) and not has_number:
        return "greeting"
    if known.meta.length_at(words, at):
        return None if _states(own, has_number=has_number) else "meta"
    if length := known.opinions.length_at(words, at):
        names = any(each.is_name and each.low != "i" for each in own[length:])
        perhaps = known.perhaps_opinions.length_at(words, at) and (has_number or names)
        return None if perhaps or _holds_a_fact(own, words, known) else "opinion"
    if known.instructions.length_at(words, at) or _is_imperative(own, words, at, known, grammar):
        return None if _holds_a_fact(own, words, known) else "instruction"
    return None


def _holds_a_fact(own: tuple[Word, ...], words: tuple[str, ...], known: _Kinds) -> bool:
    """Whether advice rests on something that can be wrong: `Take 900 mg`, `Choose gold, since it has no fee`."""
    return any(any(map(str.isdigit, each.text)) for each in own) or _holds(words, known.reasons)


def _holds(words: tuple[str, ...], phrases: Phrases) -> bool:
    return any(phrases.length_at(words, at) for at in range(len(words)))


def turns_around(lead_in: str, tables: ProseTables) -> bool:
    """Whether a sentence above a list may deny its items: `The following are false:`."""
    return _holds(tuple(word.low for word in words_of(lead_in)), _compiled(tables).denying)


def _states(own: tuple[Word, ...], *, has_number: bool) -> bool:
    """Whether a sentence about the answer, `Here is the fee: $95.`, goes on to say something."""
    if own[-1].text == ":":
        return False
    behind = [number for number, each in enumerate(own) if each.text == ":"]
    return has_number or (bool(behind) and len(own) - behind[0] > 3)


def _is_imperative(own: tuple[Word, ...], words: tuple[str, ...], at: int, known: _Kinds, grammar: Grammar) -> bool:
    """A verb in its base form opens the sentence, and no other verb has a subject of its own.

    It may stand behind an aim: `To open the door, turn the key.`
    """
    if words[at : at + 1] == ("to",) and "," in words[at:]:
        at = words.index(",", at) + 1
    if at >= len(words) or words[at] not in known.imperatives or words[at + 1 : at + 2] == ("of",):
        return False
    start = next((number for number, each in enumerate(own) if each.low == words[at] and number >= at - 1), 0)
    finite = first_finite(own, start + 1, grammar)
    while finite is not None and own[finite - 1].low == "you":
        finite = first_finite(own, finite + 1, grammar)
    if finite is None:
        return _commands(own, start, grammar)
    between = own[start + 1 : finite]
    return any(grammar.is_("subordinators", each) or each.low in ("if", "whether", "and") for each in between)


def _commands(own: tuple[Word, ...], start: int, grammar: Grammar) -> bool:
    """`Open the door` and `Avoid alcohol.`, not `Open source` and `Open questions remain`."""
    if start + 1 >= len(own) or not own[start + 1].is_word:
        return len(own) > 1
    second = own[start + 1]
    opens = opens_noun(second, grammar) or is_adverb(second, grammar) or second.low in ("sure", "me", "us", "up", "out")
    if (opens and not second.is_name) or grammar.is_("prepositions", second) or grammar.is_("subordinators", second):
        return True
    return own[-1].text in ".!" and not verbs_in(own, start + 2, len(own), grammar)


def _goes_on(own: tuple[Word, ...], grammar: Grammar) -> bool:
    """Whether a clause with a verb of its own stands behind `but`: `I could not find it, but the fee is $95`."""
    places = [number for number, each in enumerate(own) if each.low in ("but", "however", ";") and not each.held]
    return bool(places) and first_finite(own, places[-1] + 1, grammar) is not None and places[-1] > 3


def _statement(own: tuple[Word, ...], words: tuple[str, ...], known: _Kinds) -> SentenceKind:
    places = [at for at in known.hedges.places(words) if words[at : at + 2] != ("could", "not")]
    hedges = [words[at] for at in places]
    small = {each.low for each in own if not each.is_name}
    hedged = any(word not in known.unless_capitalised or word in small for word in hedges)
    return SentenceKind("statement", hedged=hedged or bool(known.perhaps_opinions.length_at(words, 0)))
