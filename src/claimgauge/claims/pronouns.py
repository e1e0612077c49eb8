"""Whom a pronoun at the beginning of a claim means, where only one antecedent is possible.

It is the subject of the sentence or clause before, where that agrees in number and where nothing else
there could be meant: for `it` no other name and no other noun with an article, for `they` no other
plural, for `he` and `she` no other name that may be a person's. What the subject *is* is no rival, with
all that belongs to it: `Bern is the capital of Switzerland. It …`. Nouns without an article (`oil`) are
not seen as rivals. Whether a name is a man's or a woman's is not known, and one word at the beginning of
a sentence is not known to be a name.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from claimgauge.claims.anchoring import Span
from claimgauge.claims.clause import Subject, form_at, is_plural_noun, subject_of
from claimgauge.claims.words import Grammar, Word

_DEMONSTRATIVES: Final = ("this", "these", "those", "that", "such")
LONGEST: Final = 4
"""Words of `this new company` that are given back."""
_ONE: Final = ("a", "an", "the", "its", "his", "her", "this", "that", "another", "one", "each")


class Antecedent(NamedTuple):
    """What the sentence before was about: the stretches of its subject, and what else in it could be meant."""

    stretches: tuple[Span, ...]
    is_plural: bool
    is_name: bool
    is_person: bool
    other_names: bool
    other_persons: bool
    other_things: bool
    other_plurals: bool

    def fits(self, pronoun: str, grammar: Grammar) -> bool:
        """Whether the pronoun can mean this and nothing else there."""
        if pronoun in grammar.words["things"]:
            return not (self.is_plural or self.is_person or self.other_names or self.other_things)
        if pronoun in grammar.words["persons"]:
            return self.is_name and not (self.is_plural or self.other_persons)
        if pronoun in grammar.words["several"]:
            return self.is_plural and not self.other_plurals
        return self.is_name and not (self.is_plural or self.is_person or self.other_names)


class Referring(NamedTuple):
    """The words of a claim that refer back, and the pronoun as it is written, in small letters."""

    words: tuple[Word, ...]
    pronoun: str
    is_resolvable: bool


def referring_in(words: Sequence[Word], grammar: Grammar) -> Referring | None:
    """The pronoun that a claim begins with, or behind an opening such as `In 1999,`; None without one.

    A pronoun that stands for nothing (`It is likely that …`) and one that points to no noun (`there`) is none.
    """
    subject = subject_of(words, 0, len(words), grammar, loose=True)
    first = subject.first if subject else 0
    if first >= len(words):
        return None
    word = words[first]
    if word.low in (*grammar.words["things"], *grammar.words["persons"], *grammar.words["several"]):
        alone = subject is not None and subject.behind == first + 1
        return None if _is_expletive(words, first, grammar) else Referring((word,), word.low, alone)
    if word.low in _DEMONSTRATIVES:
        return _demonstrative(words, first, subject, grammar)
    if word.low in grammar.words["possessives"]:
        return Referring((word,), word.low, is_resolvable=False)
    return None


def _demonstrative(words: Sequence[Word], first: int, subject: Subject | None, grammar: Grammar) -> Referring | None:
    """Of `this` and `this company`; a name such as `This Mortal Coil` is none."""
    noun = words[first + 1] if first + 1 < len(words) else words[first]
    if subject is None or subject.behind == first + 1 or not noun.is_word:
        return Referring((words[first],), words[first].low, is_resolvable=False)
    if noun.is_name:
        return None
    own = tuple(words[first : min(subject.behind, first + LONGEST)])
    named = noun.low in grammar.words["naming"] and subject.behind == first + 2
    return Referring(own, " ".join(each.low for each in own), named and words[first].low == "this")


def _is_expletive(words: Sequence[Word], at: int, grammar: Grammar) -> bool:
    rest = [each.low for each in words[at + 1 : at + 6] if each.low not in grammar.words["adverbs"]]
    if words[at].low not in grammar.words["things"] or not rest:
        return False
    if rest[0] in grammar.words["impersonal"]:
        return True
    later = {each.low for each in words[at + 2 :]}
    said = [each for each in rest[1:3] if each in grammar.words["expletives"]]
    needs = {"that"} if said and (said[0] in grammar.participles or said[0].endswith("likely")) else {"that", "to"}
    return bool(said) and not later.isdisjoint(needs)


def antecedent_of(words: Sequence[Word], stretches: tuple[Span, ...] | None, grammar: Grammar) -> Antecedent | None:
    """What a claim is about, for the pronoun of the next; `stretches` where its own subject was resolved."""
    subject = subject_of(words, 0, len(words), grammar, loose=True)
    if subject is None or (stretches is None and referring_in(words, grammar)):
        return None
    noun = words[subject.first : subject.behind]
    others = (*words[subject.start : subject.first], *words[_behind_nominal(words, subject, grammar) :])
    within = noun[_name_end(noun, grammar) :]
    own = {each.low for each in words}
    return Antecedent(
        stretches=stretches or ((noun[0].start, noun[-1].end),),
        is_plural=_is_plural(noun, subject, grammar),
        is_name=_is_name(noun, grammar) or not own.isdisjoint(grammar.words["of_persons"]),
        is_person=not own.isdisjoint(grammar.words["of_persons"]),
        other_names=any(_is_other_name(each, grammar) for each in (*others, *within)),
        other_persons=_has_other_person(words, subject, grammar),
        other_things=any(each.low in _ONE for each in (*others, *noun[1:])),
        other_plurals=_has_other_plural(words, subject, grammar),
    )


def _behind_nominal(words: Sequence[Word], subject: Subject, grammar: Grammar) -> int:
    """Where what the subject *is* ends: `Bern is the capital of Switzerland, and …` up to the comma."""
    behind = subject.verb.behind
    is_be = grammar.is_("be", words[subject.verb.first]) and not subject.verb.passive
    if not is_be or behind >= len(words) or words[behind].low not in ("a", "an", "the", "one"):
        return behind
    ends = (
        at
        for at in range(behind, len(words))
        if words[at].text in (",", ";", ":")
        or words[at].low in ("and", "but", "or")
        or grammar.is_("subordinators", words[at])
    )
    return next(ends, len(words))


def _has_other_person(words: Sequence[Word], subject: Subject, grammar: Grammar) -> bool:
    """Whether another name could be a person's: none behind `in` or `at`, and none with `the`."""
    for at, word in enumerate(words):
        inside = subject.first <= at < subject.first + _name_end(words[subject.first : subject.behind], grammar)
        starts = at == 0 or not words[at - 1].is_name
        if inside or not starts or not _is_other_name(word, grammar):
            continue
        if at == 0 or words[at - 1].low not in (*grammar.words["not_persons_after"], "the"):
            return True
    return False


def _is_other_name(word: Word, grammar: Grammar) -> bool:
    return word.is_name and not grammar.is_("calendar", word) and word.low not in ("i", "in", "on", "at", "since", "by")


def _name_end(noun: Sequence[Word], grammar: Grammar) -> int:
    """Where the first name of a subject ends: `the son of Ann Lee` has another behind it."""
    end = next((at for at, each in enumerate(noun) if grammar.is_("prepositions", each)), len(noun))
    return max(end, 1)


def _is_name(noun: Sequence[Word], grammar: Grammar) -> bool:
    """Whether the subject is a name; one word at the beginning of a sentence has its capital anyhow."""
    capitals = [each for each in noun[noun[0].low in grammar.words["articles"] :] if each.is_name]
    return len(capitals) > 1 or (bool(capitals) and capitals[0].start > 0)


def _is_plural(noun: Sequence[Word], subject: Subject, grammar: Grammar) -> bool:
    """By the form of the verb where it tells, else by that of the noun; names are singular."""
    end = _name_end(noun, grammar)
    head = noun[end - 1]
    if any(each.low == "and" for each in noun[:end]):
        return True
    if subject.verb.form in ("third", "base"):
        return subject.verb.form == "base"
    return is_plural_noun(head, grammar) and (not head.is_name or (head.start == 0 and len(noun) == 1))


def _has_other_plural(words: Sequence[Word], subject: Subject, grammar: Grammar) -> bool:
    """Whether another plural stands behind the verb; what the subject *is* is no other."""
    behind = subject.verb.behind
    if grammar.is_("be", words[subject.verb.first]) and not subject.verb.passive:
        behind = next((at for at in range(behind, len(words)) if is_plural_noun(words[at], grammar)), len(words)) + 1
    return any(
        is_plural_noun(words[at], grammar) and form_at(words, at, grammar) is None for at in range(behind, len(words))
    )
