"""How the text of a claim says a fact, so that it is read back as that fact and nothing else.

The words around values come from names (of a node's type, of a field, of a unit). A word that the
reader of prose would take for a number, a direction or a known entity is left out; a value that it
would not read as what it is, is not said.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from claimgauge.contract.contract import Contract, FieldType
from claimgauge.contract.known_names import LONGEST_VALUE, KnownNames
from claimgauge.errors import InputError
from claimgauge.quantities import (
    Mention,
    NotAQuantity,
    Quantity,
    QuantityTables,
    Value,
    read_cell,
    read_direction,
    read_quantities,
    same_quantity,
)

LONGEST_LABEL = 40
_NOT_WORDS = re.compile(r"[\W_]+")
_NEGATION = re.compile(r"\b(?:no|not|never|neither|nor|hardly|failed|without)\b|n['\u2019]t\b", re.IGNORECASE)
_STRUCK = re.compile(r"[0-9][\u0300-\u036f\u20d0-\u20ff]")
"""A digit under a mark that strikes it through."""
_UNTYPED = FieldType(kind="text")


class Said(NamedTuple):
    """A number as it is cited, and as the text of a claim says it with its field."""

    cited: str
    text: str


class Speaker:
    """A contract, the tables of quantities and the names of a graph, ready to put facts into words."""

    def __init__(self, contract: Contract, tables: QuantityTables, names: KnownNames) -> None:
        self._contract = contract
        self._tables = tables
        self._locale = contract.locale or None
        self._names = names
        self._every_field = "*" in contract.entities.from_
        self._words: dict[str, str] = {}

    def words(self, name: str) -> str:
        """The name of a type, field or unit as words; empty where they would be read as something else."""
        if name not in self._words:
            self._words[name] = self._plain_words(name)
        return self._words[name]

    def _plain_words(self, name: str) -> str:
        words = _NOT_WORDS.sub(" ", name).strip()[:LONGEST_LABEL].strip()
        odd = not words.isprintable() or _NEGATION.search(words) or any(map(_is_numeral, words)) or _is_mixed(words)
        if odd or self._names.within(words):
            return ""
        read = read_quantities(words, self._tables, locale=self._locale) or read_direction(words, self._tables)
        return "" if read else words

    def label(self, field: str) -> str:
        """What a field is called in the text of a claim; a unit at its end is said behind the value."""
        declared = self._type(field)
        words = self.words(declared.words[0] if declared.words else field)
        unit = f" {declared.unit.casefold()}"
        return words[: -len(unit)] if declared.unit and words.casefold().endswith(unit) else words

    def entity(self, text: str, label: str = "") -> str:
        """The entity as it is, behind its label; empty where it would be read as another one, or as a number.

        Where every field is a source of entities, only those with a capital letter are found in prose.
        """
        said = f"{label} {text}".strip()
        if not self._names.can_name(text) or not self._names_only(text, said):
            return ""
        inner = len(self._names.within(text)) > 1 or any(map(_is_numeral, text)) or self._holds_numbers(text)
        is_found = self._names.is_clear(text) and (not self._every_field or any(map(str.isupper, text)))
        return said if (is_found or not inner) and not _STRUCK.search(text) else ""

    def _holds_numbers(self, text: str) -> bool:
        return bool(read_quantities(text, self._tables, locale=self._locale))

    def _names_only(self, entity: str, said: str) -> bool:
        """Whether no name is read in the words but those within the entity."""
        return self._names.within(said) == self._names.within(entity)

    def knows_scale(self, scale: str) -> bool:
        """Whether the scale of a table is one; a number in any other is not read by any gate."""
        try:
            read_cell("1", self._tables, scale=scale or None)
        except InputError:
            return False
        return True

    def value_of(self, text: str, field: str, *, scale: str = "") -> Value | None:
        """The number or date that a field holds; None where it is none or several."""
        declared = self._contract.fields.get(field)
        kind, unit = (declared.kind, declared.unit) if declared else (None, "")
        return read_cell(text, self._tables, locale=self._locale, scale=scale or None, kind=kind, unit=unit)

    def number(self, text: str, field: str, *, scale: str = "", own: bool = False) -> Said | None:
        """The field with its value, cited and said so that exactly this value is read; None where that cannot be.

        `own`: the text is an entity of the node too, so that the words may name it.
        """
        value = self.value_of(text, field, scale=scale)
        if value is None or len(text) > LONGEST_VALUE or not text.isprintable():
            return None
        cited = self._cited(text, value, field, scale)
        if not cited:
            return None
        for label in dict.fromkeys((self.label(field), "")):
            for written in self._written(text, value, field, scale):
                said = f"{label} {written}".strip()
                if self._is(self._only_mention(said), value) and self._is_plain(said, text if own else ""):
                    return Said(cited, said)
        return None

    def _is_plain(self, said: str, entity: str) -> bool:
        """Whether the words name nothing but the entity, deny nothing, and hide no number."""
        named = not self._names.within(said) or (self._names.can_name(entity) and self._names_only(entity, said))
        return named and not _NEGATION.search(said) and not _STRUCK.search(said)

    def _cited(self, text: str, value: Value, field: str, scale: str) -> str:
        """The value as it is written, with the scale of its table where it needs one; empty where neither will do."""
        if not scale:
            return text
        return next((each for each in (text, f"{text} {scale}") if self._is(self.value_of(each, field), value)), "")

    def _is(self, mention: Mention | None, value: Value) -> bool:
        """Whether the mention is the value; none becomes money by the way in which it is said."""
        if mention is None or _dimension(mention) == "money" != _dimension(value):
            return False
        return same_quantity(mention, value).outcome == "equal"

    def _written(self, text: str, value: Value, field: str, scale: str) -> Iterator[str]:
        """Ways to write the value, the plainest first that says scale and unit."""
        unit = "" if self._has_unit(text) else self._unit(field)
        if scale:
            yield f"{text} {scale}{unit}"
        yield from (f"{text}{unit}", text)
        if isinstance(value, Quantity):
            yield f"{value.value:f}{unit}"

    def _has_unit(self, text: str) -> bool:
        alone = read_cell(text, self._tables, locale=self._locale)
        return isinstance(alone, Quantity) and (alone.unit != "" or alone.dimension != "count")

    def _unit(self, field: str) -> str:
        declared = self._type(field)
        if declared.kind == "percent":
            return "%"
        return f" {declared.unit}" if declared.unit and self.words(declared.unit) == declared.unit else ""

    def _only_mention(self, said: str) -> Mention | None:
        mentions = read_quantities(said, self._tables, locale=self._locale)
        if len(mentions) != 1 or isinstance(mentions[0], NotAQuantity) or read_direction(said, self._tables):
            return None
        return mentions[0]

    def _type(self, field: str) -> FieldType:
        return self._contract.fields.get(field, _UNTYPED)


def _is_numeral(character: str) -> bool:
    return unicodedata.numeric(character, None) is not None


def _is_mixed(words: str) -> bool:
    """Whether a word mixes letters of several scripts."""
    return any(
        len({unicodedata.name(each, "?").split()[0] for each in word if each.isalpha()}) > 1 for word in words.split()
    )


def _dimension(mention: Mention) -> str:
    return mention.dimension if isinstance(mention, Quantity) else ""
