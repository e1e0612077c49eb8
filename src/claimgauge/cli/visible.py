r"""Untrusted text on a terminal: everything that could steer it or hide from the eye is written out.

Control characters (escape sequences among them), bidirectional overrides, zero-width characters and
lone surrogates become `\\x1b`, `\\u202e` and the like. Nothing is interpreted as markup.
"""

import unicodedata
from collections.abc import Iterator

HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def visible(text: str, width: int = 0) -> str:
    """`text` on one line, with nothing hidden, cut to `width` characters where that is given."""
    cut = text if not width or len(text) <= width else text[: width - 1] + "…"
    if cut.isascii() and cut.isprintable():
        return cut
    return "".join(map(_written_out, cut))


def visible_lines(text: str) -> Iterator[str]:
    """The lines of one of our own messages, each with nothing hidden."""
    return map(visible, text.split("\n"))


def _written_out(character: str) -> str:
    if unicodedata.category(character) not in HIDDEN:
        return character
    return character.encode("unicode_escape", errors="surrogatepass").decode("ascii")


def short_id(name: str) -> str:
    """An id that a person can recognise: long ones by their beginning and their end."""
    return visible(name) if len(name) <= 28 else f"{visible(name[:12])}…{visible(name[-6:])}"
