"""Paragraphs and lists as lines of a page, none of them too long."""

import textwrap
from typing import Final

WIDE: Final = 118
"""Characters of a line."""


def paragraph(*sentences: str) -> list[str]:
    """Sentences as lines of the page, with an empty one behind them."""
    return [*_lines(" ".join(sentences)), ""]


def points(*items: str) -> list[str]:
    """A list, an item each."""
    return [line for item in items for line in _lines(item, first="- ", others="  ")] + [""]


def _lines(text: str, first: str = "", others: str = "") -> list[str]:
    return textwrap.wrap(
        text, WIDE, initial_indent=first, subsequent_indent=others, break_long_words=False, break_on_hyphens=False
    )
