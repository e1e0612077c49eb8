"""Untrusted text on a page: what could steer it or hide from the eye is written out, what is too long is cut.

Control characters, bidirectional overrides, zero-width and other invisible characters become a token
such as U+202E; the rest is escaped. Nothing in a text is ever read as markup.
"""

import re
import unicodedata
from functools import lru_cache
from html import escape

MOST = 20_000
"""Characters that are shown of any single text; the page says how many were left out."""

HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
FILLERS = (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)
VARIATION_SELECTORS = (*range(0x180B, 0x1810), *range(0xFE00, 0xFE0E), *range(0xE0100, 0xE01F0))
INVISIBLE = frozenset((*FILLERS, *VARIATION_SELECTORS))
"""Characters that count as letters, signs or marks and show nothing: fillers and variation selectors."""

_OPEN, _CLOSE = "\ufdd0", "\ufdd1"
"""Two noncharacters: in a text they are hidden characters themselves, so that no text can hold a token."""
_RUN = re.compile(f"{_OPEN}(U\\+[0-9A-F]+){_CLOSE}(?:{_OPEN}\\1{_CLOSE})*")
_LINES = frozenset("\n\t")


def shown(text: str, limit: int = MOST) -> str:
    """`text` as HTML for a block that keeps line breaks, cut to `limit` characters with the number left out."""
    return _html(text.replace("\r\n", "\n") if "\r" in text else text, limit, lines=True)


def shown_line(text: str, limit: int = 120) -> str:
    """`text` as HTML for one line: a line break is a token too, and an empty text says so."""
    return _html(text, limit, lines=False) if text else '<span class="cut">(empty)</span>'


def plain_line(text: str, limit: int = 120) -> str:
    """`text` with tokens and without markup, not yet escaped: for the title of a page."""
    cut = text[:limit] + ("…" if len(text) > limit else "")
    return "".join(_written(character, lines=False).strip(_OPEN + _CLOSE) for character in cut)


def _html(text: str, limit: int, *, lines: bool) -> str:
    kept, left = text[:limit], len(text) - limit
    html = _RUN.sub(_token, escape(_visible(kept, lines=lines)))
    return html if left <= 0 else f'{html}<span class="cut">… {left:,} more characters</span>'


def _visible(text: str, *, lines: bool) -> str:
    if text.isascii() and text.isprintable():
        return text
    return "".join([_written(character, lines=lines) for character in text])


@lru_cache(maxsize=4096)
def _written(character: str, *, lines: bool) -> str:
    if lines and character in _LINES:
        return character
    if unicodedata.category(character) not in HIDDEN and ord(character) not in INVISIBLE:
        return character
    return f"{_OPEN}U+{ord(character):04X}{_CLOSE}"


def _token(run: re.Match[str]) -> str:
    times = run[0].count(_OPEN)
    repeated = f" × {times:,}" if times > 1 else ""  # noqa: RUF001  # a multiplication sign
    return f'<span class="hidden">{run[1]}{repeated}</span>'
