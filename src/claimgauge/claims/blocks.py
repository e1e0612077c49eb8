"""The blocks of an answer: paragraphs, list items, table rows, headings, code and notes.

Markdown as language models write it, read line by line. A fence that is never closed is no code, so
that nothing is hidden behind it. Lines of a paragraph belong together where the break looks as if
the line was full: the next word would not have fitted, or it begins small. A list item, a table row
and a block quote lose their marks.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from claimgauge.claims.anchoring import Span

BlockKind = Literal["prose", "item", "row", "header", "heading", "title", "code", "note", "mark"]

_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")
_FENCE: Final = re.compile(r"[ \t]{0,12}(`{3,}|~{3,})(?=[^`]*$)")
_OPEN_FENCE: Final = re.compile(r"[ \t]{0,12}(?:`{3,}|~{3,})[ \t]*[\w+-]{0,20}[ \t]*")
_QUOTE: Final = re.compile(r"[ ]{0,3}(?:>[ \t]?){1,9}")
_HEADING: Final = re.compile(r"[ ]{0,3}#{1,6}(?:[ \t]+|$)")
_ITEM: Final = re.compile(
    r"[ \t]*(?:[-*+\u2022\u2023\u25e6\u2043\u2013\u30fb]|\(?[0-9]{1,3}[.)]|[0-9]{1,2}\u3001|\(?[a-z][.)]|[A-Z]\)"
    r"|\(?[ivx]{2,4}[.)])"
    r"(?:[ \t]+(?:\[[ xX]\][ \t]+)?|(?<=[\u30fb\u3001])|(?<=[0-9][.)])(?=[A-Z][a-z]))(?=\S)"
)
_NOTE: Final = re.compile(r"[ ]{0,3}\[(?:\^[\w-]{1,40}|[0-9]{1,3})\]:")
_REFERENCE: Final = re.compile(r"[ \t]*(?:[-*][ \t]+)?\[[0-9]{1,3}\][ \t]+\S")
_REFERENCES: Final = re.compile(
    r"[ \t#*_]*(?:references|sources|citations|bibliography|footnotes|works cited)[ \t]*:?[*_ \t#]*", re.IGNORECASE
)
_BREAK: Final = re.compile(r"[ ]{0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|={2,}[ \t]*)")
_TITLE: Final = re.compile(r"[ \t]*(\*\*|__)(?P<title>[^*_\n]{1,100})\1:?[ \t]*")
_CELL_END: Final = re.compile(r"(?<!\\)\|")
_RULE: Final = frozenset("|-: \t+")
WIDE: Final = 40
"""Characters of the longest line of a paragraph, from which on its lines may have been wrapped."""


class Block(NamedTuple):
    """One block. `lines` are what it holds without marks; of a row, its cells, empty ones with it.

    `span` is the whole of it, marks included; `header` are the cells of the header over a row;
    `indent` counts the space before an item, and `marker` is its bullet or number.
    """

    kind: BlockKind
    span: Span
    lines: tuple[Span, ...] = ()
    header: tuple[Span, ...] = ()
    indent: int = 0
    marker: Span | None = None


class _Line(NamedTuple):
    """A line without its end; `inner` is where it begins behind the marks of a block quote."""

    start: int
    inner: int
    end: int
    text: str

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()

    @property
    def is_quoted(self) -> bool:
        return self.inner > self.start


def blocks_of(answer: str) -> tuple[Block, ...]:
    """The blocks in order; every character that is no white space lies in exactly one, or is the mark of a quote."""
    return tuple(_Blocks(answer).read())


class _Blocks:
    """Reads line by line; `_at` is the line that comes next."""

    def __init__(self, answer: str) -> None:
        self._answer = answer
        self._lines = tuple(_lines(answer))
        self._at = 0
        self._unclosed: set[str] = set()
        self._in_references = False

    def read(self) -> Iterator[Block]:
        while self._at < len(self._lines):
            yield from self._next()

    def _next(self) -> Iterator[Block]:
        line = self._lines[self._at]
        if line.is_blank:
            self._at += 1
            return
        block = self._code(line) or self._simple(line)
        if block is not None:
            yield block
        elif self._is_table():
            yield from self._table()
        elif item := _ITEM.match(line.text):
            yield self._item(line, item)
        else:
            yield from self._paragraph()

    def _code(self, line: _Line) -> Block | None:
        fence = _FENCE.match(line.text)
        if not fence or fence[1] in self._unclosed:
            return None
        for number in range(self._at + 1, len(self._lines)):
            other = self._lines[number].text.strip()
            if other.startswith(fence[1]) and set(other) == {fence[1][0]}:
                self._at = number + 1
                return Block("code", _stripped(self._answer, line.start, self._lines[number].end))
        self._unclosed.add(fence[1])
        return None

    def _simple(self, line: _Line) -> Block | None:
        """A block that is one line: a heading, a rule, a note."""
        kind: BlockKind | None = None
        start = line.inner
        if heading := _HEADING.match(line.text):
            kind, start = "heading", line.inner + heading.end()
        elif _OPEN_FENCE.fullmatch(line.text):
            kind = "code"
        elif _BREAK.fullmatch(line.text) or not any(map(str.isalnum, line.text)):
            kind = "mark" if not _is_wording(line.text) else None
        elif _NOTE.match(line.text) or (self._in_references and _is_reference(line.text)):
            kind = "note"
        elif _TITLE.fullmatch(line.text) or _REFERENCES.fullmatch(line.text):
            kind = "title"
        if kind is None:
            return None
        if kind in ("heading", "title"):
            self._in_references = _REFERENCES.fullmatch(line.text) is not None
        self._at += 1
        inner = _stripped(self._answer, start, line.end)
        lines = (inner,) if kind in ("heading", "title") and inner[0] < inner[1] else ()
        return Block(kind, _stripped(self._answer, line.inner, line.end), lines)

    def _is_table(self) -> bool:
        line = self._lines[self._at]
        if "|" not in line.text:
            return False
        below = self._lines[self._at + 1].text if self._at + 1 < len(self._lines) else ""
        text = line.text.strip()
        return _is_rule(below) or (text.startswith("|") and text.endswith("|") and len(text) > 2)

    def _table(self) -> Iterator[Block]:
        header: tuple[Span, ...] = ()
        if self._at + 1 < len(self._lines) and _is_rule(self._lines[self._at + 1].text):
            line = self._lines[self._at]
            header = tuple(_cells(self._answer, line))
            yield Block("header", _stripped(self._answer, line.inner, line.end), header)
            self._at += 1
        while self._at < len(self._lines) and "|" in (line := self._lines[self._at]).text:
            span = _stripped(self._answer, line.inner, line.end)
            if _is_rule(line.text):
                yield Block("mark", span)
            else:
                yield Block("row", span, tuple(_cells(self._answer, line)), header)
            self._at += 1

    def _item(self, line: _Line, mark: re.Match[str]) -> Block:
        start = line.inner + mark.end()
        lines = [_stripped(self._answer, start, line.end)]
        self._at += 1
        while self._at < len(self._lines) and self._goes_on(self._lines[self._at]):
            following = self._lines[self._at]
            lines.append(_stripped(self._answer, following.inner, following.end))
            self._at += 1
        indent = len(line.text) - len(line.text.lstrip())
        marker = _stripped(self._answer, line.inner, start)
        return Block("item", (marker[0], lines[-1][1]), tuple(lines), indent=indent, marker=marker)

    def _paragraph(self) -> Iterator[Block]:
        lines = [self._lines[self._at]]
        self._at += 1
        while self._at < len(self._lines) and self._goes_on(self._lines[self._at]):
            lines.append(self._lines[self._at])
            self._at += 1
        if self._at < len(self._lines) and len(lines) == 1 and _is_underline(self._lines[self._at].text):
            inner = _stripped(self._answer, lines[0].inner, lines[0].end)
            yield Block("heading", inner, (inner,))
            return
        for group in _groups(lines):
            spans = tuple(_stripped(self._answer, each.inner, each.end) for each in group)
            yield Block("prose", (spans[0][0], spans[-1][1]), spans)

    def _goes_on(self, line: _Line) -> bool:
        """Whether a line belongs to the paragraph or item before it."""
        text = line.text
        starts = (_ITEM, _HEADING, _NOTE, _FENCE)
        return not (
            line.is_blank
            or (line.is_quoted and not self._lines[self._at - 1].is_quoted)
            or any(pattern.match(text) for pattern in starts)
            or any(pattern.fullmatch(text) for pattern in (_BREAK, _TITLE, _REFERENCES))
            or not any(map(str.isalnum, text))
            or (self._in_references and _is_reference(text))
            or self._is_table()
        )


def _lines(answer: str) -> Iterator[_Line]:
    at = 0
    while at < len(answer):
        found = _LINE.match(answer, at)
        assert found is not None
        end = at + len(found[0].rstrip("\r\n"))
        quote = _QUOTE.match(answer, at, end)
        inner = quote.end() if quote else at
        yield _Line(at, inner, end, answer[inner:end])
        at = found.end()


def _stripped(answer: str, start: int, end: int) -> Span:
    """The stretch without the space around it; empty at `start` where there is nothing else."""
    text = answer[start:end]
    if not text.strip():
        return start, start
    return start + len(text) - len(text.lstrip()), start + len(text.rstrip())


def _cells(answer: str, line: _Line) -> Iterator[Span]:
    left, right = _stripped(answer, line.inner, line.end)
    if left < right and answer[left] == "|":
        left += 1
    for border in _CELL_END.finditer(answer, left, right):
        yield _stripped(answer, left, border.start())
        left = border.end()
    if left < right:
        yield _stripped(answer, left, right)


def _is_rule(text: str) -> bool:
    return "-" in text and "|" in text and set(text) <= _RULE


def _is_underline(text: str) -> bool:
    plain = text.strip()
    return len(plain) >= 3 and set(plain) in ({"="}, {"-"})


def _is_reference(text: str) -> bool:
    return _REFERENCE.match(text) is not None


def _is_wording(text: str) -> bool:
    """Whether a line without letters and digits says something all the same: an emoji does, a rule does not."""
    return not text.isascii() and any(ord(each) > 0x2FFF for each in text)


def _groups(lines: Sequence[_Line]) -> Iterator[Sequence[_Line]]:
    """The lines of a paragraph, those that were wrapped together."""
    width = max(len(each.text.rstrip()) for each in lines)
    first = 0
    for number in range(1, len(lines)):
        if not _is_wrapped(lines[number - 1].text, lines[number].text.lstrip(), width):
            yield lines[first:number]
            first = number
    yield lines[first:]


def _is_wrapped(line: str, following: str, width: int) -> bool:
    if line.endswith(("  ", "\\")):
        return False
    if following[:1].islower():
        return True
    fits = len(line.rstrip()) + 1 + len(following.split(maxsplit=1)[0]) <= width
    return width >= WIDE and not fits
