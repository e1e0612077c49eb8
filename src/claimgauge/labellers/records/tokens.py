"""The words, numbers and marks of a text, each with its place; hyphens between words are left out.

`11-of-21`, `11 - of - 21` and `11 of 21` are the same three tokens, so that a phrase of a contract is
written once. A hyphen between two numbers stays: it makes them a pair. Words are compared without
case, accents and the points of initials.
"""

import re
import unicodedata
from typing import Final, NamedTuple

_TOKEN: Final = re.compile(
    r"[0-9]+(?:[,.][0-9]+)*[^\W\d_]*"
    r"|(?:[^\W\d_]\.){2,}"
    r"|[^\W\d_]+(?:['\u2019](?!s\b)[^\W\d_]+)*"
    r"|['\u2019]s\b"
    r"|\S"
)
_STAND_INS: Final = ("#", "_")
"""What stands for a number in a phrase."""
_HYPHENS: Final = "-\u2010\u2011"
_DASHES: Final = frozenset(f"{_HYPHENS}\u2013\u2014")
_INSIDE_A_WORD: Final = re.compile(rf"(?<=[0-9])[{_HYPHENS}](?=[^\W\d_])|(?<=[^\W\d_])[{_HYPHENS}](?=[0-9])")


class Token(NamedTuple):
    """A word, number or mark: where it stands, half-open, in code points; how it is compared; how it is written."""

    start: int
    end: int
    word: str
    written: str


def tokens_of(text: str) -> tuple[Token, ...]:
    """The tokens of a text in order."""
    found = [_token(match) for match in _TOKEN.finditer(text)]
    if "-" not in {token.word for token in found}:
        return tuple(found)
    last = len(found) - 1
    return tuple(
        token
        for index, token in enumerate(found)
        if token.word != "-" or (0 < index < last and _is_number(found[index - 1]) and _is_number(found[index + 1]))
    )


def words_of(text: str) -> tuple[str, ...]:
    """The tokens of a text as they are compared."""
    return tuple(token.word for token in tokens_of(text))


def without_inner_hyphens(text: str) -> str:
    """The text, as long as before, with a space for each hyphen between a digit and a letter: `11 of 21`."""
    return _INSIDE_A_WORD.sub(" ", text)


def is_cased(tokens: tuple[Token, ...]) -> bool:
    """Whether the text tells capitals from small letters."""
    return any([token.written[0].isupper() for token in tokens])


def _token(match: re.Match[str]) -> Token:
    written = match.group()
    return Token(match.start(), match.end(), "-" if written in _DASHES else _compared(written), written)


def _compared(written: str) -> str:
    if written.isascii() and written.isalnum():
        return written.lower()
    plain = unicodedata.normalize("NFKD", written).replace("\u2019", "'")
    plain = "".join(each for each in plain if not unicodedata.combining(each))
    if len(plain) > 2 and plain.endswith("."):
        plain = plain.replace(".", "")  # J.J. is JJ
    return plain.casefold()


def _is_number(token: Token) -> bool:
    return token.word[0].isdigit() or token.word in _STAND_INS
