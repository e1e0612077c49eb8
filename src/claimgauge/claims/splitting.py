"""A sentence split into the claims it makes, where it is safe; whole where it is not.

Split are clauses (`X rose and Y fell`), verbs that share a subject (`X opened in 1999 and employs 300
people`), lists of names whose members each have what is said (`A, B and C are members`), clauses
between commas (`, which …,`) and names beside names. A subject, and an opening such as `In 1999,`, is
said again where a part needs it.

Whole stays what has a condition, a comparison of several, reported speech, `neither … nor`, `both`,
`between … and`, and a negation or another clause before the `and`.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from claimgauge.claims.clause import form_at, subject_of
from claimgauge.claims.coordination import coordinated
from claimgauge.claims.embedded import embedded_in
from claimgauge.claims.enumeration import enumerated
from claimgauge.claims.parts import Part, part_of
from claimgauge.claims.words import Grammar, Word, words_of

MOST_CLAUSES: Final = 6
"""Clauses between commas that are taken out of one another."""


def split_sentence(text: str, grammar: Grammar) -> tuple[Part, ...]:
    """The parts of a sentence in the order in which they begin; one part, the sentence, where none is safe."""
    words = words_of(text)
    if not words:
        return ()
    whole = (Part(words, words, "sentence"),)
    if text.count('"') % 2 or text.count("\u201c") != text.count("\u201d"):
        return whole
    parts = [part for clause in _between_semicolons(words, grammar) for part in _split(clause, grammar)]
    if len(parts) < 2:
        return whole
    named = (part._replace(form="clause") if part.form == "sentence" else part for part in parts)
    return tuple(sorted(named, key=lambda part: part.span))


def _between_semicolons(words: Sequence[Word], grammar: Grammar) -> tuple[Sequence[Word], ...]:
    """The clauses between semicolons, where each is one; else all words, as where a colon opens a list of them."""
    ends = [at for at, each in enumerate(words) if each.text == ";" and not each.held]
    if any(each.text == ":" and not each.held for each in words):
        return (words,)
    starts = [0, *(at + 1 + (at + 2 < len(words) and words[at + 1].low in ("and", "but")) for at in ends)]
    clauses = [words[start:end] for start, end in zip(starts, [*ends, len(words)], strict=True)]
    plain = all(subject_of(each, 0, len(each), grammar, loose=True) for each in clauses)
    return tuple(clauses) if plain and not any(_is_whole(each, grammar) for each in clauses) else (words,)


def _split(words: Sequence[Word], grammar: Grammar, *, deeper: int = MOST_CLAUSES) -> Iterator[Part]:
    if _is_whole(words, grammar):
        yield Part(tuple(words), tuple(words), "sentence")
        return
    taken = embedded_in(words, grammar) if deeper else None
    if taken is None or not taken.inner:
        for part in _members(words, grammar) or coordinated(words, grammar):
            yield from enumerated(part, grammar)
        return
    yield from taken.parts
    for clause in taken.clauses:
        for number, part in enumerate(_split(clause, grammar, deeper=deeper - 1)):
            own = tuple(each for each in part.own if each in taken.inner) or part.own
            about = () if taken.is_said_to_be else part.about
            yield part._replace(own=(taken.inner[0], *own) if number == 0 else own, form="relative", about=about)
    for part in _split(taken.main, grammar, deeper=deeper - 1):
        yield part._replace(about=tuple(words)) if taken.is_said_to_be else part


def _is_whole(words: Sequence[Word], grammar: Grammar) -> bool:
    """Whether something in the clause governs more than the clause it stands in."""
    free = [each for each in words if not each.held]
    return grammar.blockers.is_in(tuple(each.low for each in free)) or _reports(free, grammar)


def _reports(words: Sequence[Word], grammar: Grammar) -> bool:
    """Whether a verb of saying or thinking stands in the clause."""
    for at, word in enumerate(words):
        if word.low not in grammar.reporting or word.is_name:
            continue
        after = words[at + 1].low if at + 1 < len(words) else ""
        if word.low in grammar.reporting_with_that and after not in ("that", ":", ",") and word.low != after:
            continue
        is_verb = form_at(words, at, grammar) is not None
        if is_verb or (at and (word.low in grammar.participles or word.low in grammar.base)):
            return True
    return False


def _members(words: Sequence[Word], grammar: Grammar) -> tuple[Part, ...]:
    """`A, B and C are members`: one part for each of three names or more."""
    names: list[tuple[Word, ...]] = []
    at = 0
    while at < len(words):
        behind = at
        while behind < len(words) and (
            words[behind].is_name or (behind > at and grammar.is_("name_links", words[behind]))
        ):
            behind += 1
        if behind == at:
            return ()
        names.append(tuple(words[at:behind]))
        last = len(names) > 2 and words[at - 1].low == "and"
        if last or behind == len(words):
            return _each(names, words[behind:], words, grammar) if last else ()
        at = _behind_link(words, behind)
        if at == behind:
            return ()
    return ()


def _behind_link(words: Sequence[Word], at: int) -> int:
    """Behind `,`, `and` or `, and`."""
    if words[at].text == ",":
        at += 1
    if at < len(words) and words[at].low == "and":
        at += 1
    return at


def _each(
    names: Sequence[tuple[Word, ...]], rest: Sequence[Word], words: Sequence[Word], grammar: Grammar
) -> tuple[Part, ...]:
    low = [each.low for each in rest[:4]]
    joins = bool(low) and low[0] in grammar.words["joining"]
    shares = bool(low) and low[0] in ("are", "were") and not grammar.words["distributive"].isdisjoint(low[1:])
    said = {" ".join(each.low for each in name) for name in names}
    if not (joins or shares) or len(said) < len(names) or "and" in {each.low for each in rest}:
        return ()
    found = [part_of("member", name, rest, own=name) for name in names[:-1]]
    return (*found, part_of("member", names[-1], rest, own=words[words.index(names[-1][0]) :]))
