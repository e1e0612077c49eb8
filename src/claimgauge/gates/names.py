"""Names of entities: when two are the same.

Two names are the same where their characters are, or where one is declared as the other's alias.
Case, compatibility forms, curly apostrophes, spaces and characters without width may differ, but
then the verdict says so. Letters of another script that look alike never match.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

FORMS_KEPT = 8192
ZERO_WIDTH = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f"))
_APOSTROPHES = {ord(mark): "'" for mark in "\u2018\u2019\u201b\u02bc\uff07"}


class Resolved(NamedTuple):
    """The entity that a name stands for, and what was done to the name to see it."""

    entity: str
    normalisations: tuple[str, ...]


class Names:
    """Some entities by their names."""

    __slots__ = ("_aliases", "_entities", "_forms")

    def __init__(self, entities: Iterable[str], aliases: Mapping[str, str]) -> None:
        self._entities = frozenset(entities)
        self._aliases = aliases
        self._forms: Mapping[str, tuple[str, ...]] | None = None

    def resolve(self, name: str) -> Resolved | None:
        """The one entity that the name stands for; None where there is none, or where a form fits several."""
        if name in self._entities:
            return Resolved(name, ())
        alias = self._aliases.get(name)
        if alias in self._entities:
            return Resolved(alias, ("alias",))
        if self._forms is None:
            self._forms = self._by_form()
        found = self._forms.get(form_of(name), ())
        if len(found) != 1:
            return None
        (entity,) = found
        written = [entity, *(alias for alias, of in self._aliases.items() if of == entity)]
        nearest = next(each for each in written if form_of(each) == form_of(name))
        return Resolved(entity, (*(("alias",) if nearest != entity else ()), *differences(name, nearest)))

    def _by_form(self) -> Mapping[str, tuple[str, ...]]:
        forms: defaultdict[str, set[str]] = defaultdict(set)
        for entity in self._entities:
            forms[form_of(entity)].add(entity)
        for alias, entity in self._aliases.items():
            if entity in self._entities:
                forms[form_of(alias)].add(entity)
        return {form: tuple(sorted(found)) for form, found in forms.items()}


@lru_cache(maxsize=FORMS_KEPT)
def form_of(name: str) -> str:
    """What is left of a name when case, forms of characters, spaces and what has no width do not count."""
    for _step, change in _STEPS[-2:] if name.isascii() else _STEPS:
        name = change(name)
    return name


def differences(one: str, other: str) -> tuple[str, ...]:
    """What has to be done to two names of one form until they are equal, each step by its name."""
    done = []
    for step, change in _STEPS:
        if one == other:
            break
        first, second = change(one), change(other)
        if (first, second) != (one, other):
            done.append(step)
        one, other = first, second
    return tuple(done)


def _composed(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def _with_width(name: str) -> str:
    return name.translate(ZERO_WIDTH)


def _straight(name: str) -> str:
    return name.translate(_APOSTROPHES)


def _compatible(name: str) -> str:
    return unicodedata.normalize("NFKC", name)


def _spaced_once(name: str) -> str:
    return " ".join(name.split())


_STEPS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("composed characters", _composed),
    ("zero-width characters", _with_width),
    ("apostrophes", _straight),
    ("compatibility forms", _compatible),
    ("spaces", _spaced_once),
    ("case", str.casefold),
)
