"""The words by which prose is read: a language's tables, which a person extends without code.

The wire form is TOML (`schema = "claimgauge.prose/1"`); the file that ships explains each list.
Several documents add up to one value: lists follow each other.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, TypeVar

import msgspec

from claimgauge.errors import Problem

Words = tuple[str, ...]


class _Table(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A TOML table: an unknown key is an error."""


class LanguageWords(_Table, frozen=True, kw_only=True):
    """Frequent short words of the language, and those of others that share its script."""

    own: Words = ()
    other: Words = ()


class KindWords(_Table, frozen=True, kw_only=True):
    """Words and beginnings that say what a sentence does."""

    fragments: Words = ()
    references: Words = ()
    greetings: Words = ()
    interjections: Words = ()
    meta: Words = ()
    imperatives: Words = ()
    instructions: Words = ()
    frames: Words = ()
    opinions: Words = ()
    perhaps_opinions: Words = ()
    hedges: Words = ()
    hedges_unless_capitalised: Words = ()
    reasons: Words = ()
    denying: Words = ()


class AbsenceWords(_Table, frozen=True, kw_only=True):
    """How an assistant abstains, and how an answer says that a source lacks something."""

    unable: Words = ()
    doing: Words = ()
    doing_alone: Words = ()
    abstentions: Words = ()
    sources: Words = ()
    saying: Words = ()
    negations: Words = ()
    helping: Words = ()
    nothing: Words = ()
    empty_objects: Words = ()
    about: Words = ()


class GrammarWords(_Table, frozen=True, kw_only=True):
    """Closed classes, and verbs with their forms."""

    be: Words = ()
    have: Words = ()
    do: Words = ()
    modals: Words = ()
    pronouns: Words = ()
    determiners: Words = ()
    articles: Words = ()
    prepositions: Words = ()
    adverbs: Words = ()
    subordinators: Words = ()
    perhaps_subordinators: Words = ()
    blockers: Words = ()
    reporting: Words = ()
    reporting_with_that: Words = ()
    contrast: Words = ()
    negative: Words = ()
    connectives: Words = ()
    describing: Words = ()
    of_things: Words = ()
    acting: Words = ()
    naming_verbs: Words = ()
    distributive: Words = ()
    joining: Words = ()
    of_all: Words = ()
    more_of_them: Words = ()
    degrees: Words = ()
    having: Words = ()
    of_wholes: Words = ()
    plurals: Words = ()
    expletives: Words = ()
    impersonal: Words = ()
    persons: Words = ()
    things: Words = ()
    several: Words = ()
    naming: Words = ()
    possessives: Words = ()
    name_links: Words = ()
    not_persons_after: Words = ()
    of_persons: Words = ()
    calendar: Words = ()
    verbs: Words = ()
    irregular: Words = ()
    noun_like: Words = ()


class ProseTables(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True, eq=False):
    """All tables. Two values are the same only where they are one object, so that each is compiled once."""

    schema: Literal["claimgauge.prose/1"]
    language: LanguageWords = LanguageWords()
    kinds: KindWords = KindWords()
    absence: AbsenceWords = AbsenceWords()
    grammar: GrammarWords = GrammarWords()


_T = TypeVar("_T", bound=_Table)


def merged_prose(parts: Iterable[ProseTables]) -> ProseTables:
    """One value that holds what all parts hold; without parts it holds nothing, and no text is read."""
    whole = ProseTables(schema="claimgauge.prose/1")
    for part in parts:
        whole = ProseTables(
            schema=whole.schema,
            language=_added(whole.language, part.language),
            kinds=_added(whole.kinds, part.kinds),
            absence=_added(whole.absence, part.absence),
            grammar=_added(whole.grammar, part.grammar),
        )
    return whole


def _added(first: _T, second: _T) -> _T:
    return type(first)(**{name: getattr(first, name) + getattr(second, name) for name in first.__struct_fields__})


def prose_problems(tables: ProseTables) -> tuple[Problem, ...]:
    """What makes the tables unusable, each with its place: a verb without three forms, a word in capitals or empty."""
    return tuple(_problems(tables))


def _problems(tables: ProseTables) -> Iterator[Problem]:
    for number, entry in enumerate(tables.grammar.irregular):
        if len(entry.split()) != 3:
            message = f"expected base, past and participle, got {entry[:60]!r}"
            yield Problem(place=f"grammar.irregular[{number}]", code="wrong_value", message=message)
    for table in ("language", "kinds", "absence", "grammar"):
        group = getattr(tables, table)
        for name in group.__struct_fields__:
            for number, word in enumerate(getattr(group, name)):
                if not word.strip() or word != word.lower() or "\u2019" in word:
                    message = f"expected words in small letters with a straight apostrophe, got {word[:60]!r}"
                    yield Problem(place=f"{table}.{name}[{number}]", code="wrong_value", message=message)
