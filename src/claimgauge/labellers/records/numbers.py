"""The numbers of a sentence, each with the token it stands at; `a steal` and `a pair of steals` count too."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from claimgauge.labellers.records.english import NONE, ONE, ORDINALS, TWO
from claimgauge.labellers.records.tokens import Token
from claimgauge.quantities import Mention, NotAQuantity, Quantity, Range, Value

_UNWRITTEN: Final = {**dict.fromkeys(ONE, 1), **dict.fromkeys(TWO, 2), **dict.fromkeys(NONE, 0)}
_PLACES: Final = {word: place for place, word in enumerate(ORDINALS, start=1)}


class Number(NamedTuple):
    """A value, its tokens (half-open), and whether it is written in digits."""

    first: int
    behind: int
    value: Value
    in_digits: bool


def numbers_in(tokens: Sequence[Token], mentions: Sequence[Mention]) -> tuple[Number, ...]:
    """The numbers among the tokens in order; a range is two numbers, and one inside a name is none.

    Articles and ordinals are left to those who see what stands around them.
    """
    places = {token.start: at for at, token in enumerate(tokens)}
    found = [_number(tokens, places, value) for value in _values(mentions)]
    return tuple(number for number in found if number and not _is_in_a_name(tokens, number))


def _values(mentions: Sequence[Mention]) -> Sequence[Value]:
    flat: list[Value] = []
    for mention in mentions:
        if isinstance(mention, Range):
            flat += [mention.low, mention.high]
        elif not isinstance(mention, NotAQuantity):
            flat.append(mention)
    return flat


def _number(tokens: Sequence[Token], places: Mapping[int, int], value: Value) -> Number | None:
    """The number where the mention begins with a token, perhaps behind a sign such as `$`."""
    first = next((places[start] for start in range(value.start, value.end) if start in places), None)
    if first is None:
        return None
    behind = first + 1
    while behind < len(tokens) and tokens[behind].end <= value.end:
        behind += 1
    in_digits = any(token.written[:1].isdigit() for token in tokens[first:behind])
    if behind - first > 1 and isinstance(value, Quantity) and _has_unit(value):
        behind = _before_unit(tokens, first, behind, value)
    return Number(first, behind, value, in_digits)


def _has_unit(value: Quantity) -> bool:
    return bool(value.unit) or value.dimension not in ("count", "ordinal")


def _before_unit(tokens: Sequence[Token], first: int, behind: int, value: Quantity) -> int:
    """Where the number ends and its unit begins: `39 percent` is the number `39`."""
    if not tokens[first].written[0].isalnum():
        return behind  # the unit stands before it: `$5`
    is_one_token = tokens[first].written[0].isdigit() and "magnitude" not in value.normalisations
    return first + 1 if is_one_token else behind - 1


def _is_in_a_name(tokens: Sequence[Token], number: Number) -> bool:
    """`Golden 1 Center`: digits between two capitalised words."""
    if not 0 < number.first < number.behind < len(tokens) or not number.in_digits:
        return False
    before, behind = tokens[number.first - 1].written, tokens[number.behind].written
    return all(len(word) > 2 and word[0].isupper() and word[1:].islower() for word in (before, behind))


def unwritten(token: Token, at: int) -> Number | None:
    """The number that `a`, `one`, `no` or `pair` is before the name of a field."""
    count = _UNWRITTEN.get(token.word)
    return None if count is None else _in_words(token, at, count)


def ordinal(token: Token, at: int) -> Number | None:
    """The place that an ordinal word is."""
    place = _PLACES.get(token.word)
    return None if place is None else _in_words(token, at, place)


def _in_words(token: Token, at: int, count: int) -> Number:
    value = Quantity(
        start=token.start, end=token.end, text=token.written, value=Decimal(count), normalisations=("number word",)
    )
    return Number(at, at + 1, value, in_digits=False)
