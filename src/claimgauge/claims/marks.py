"""What in a line is no wording: emphasis, the addresses of links, and citation marks.

`[1]`, `[2, 3]`, `[^note]`, `[source 4]`, `[doc-7]`, `【3†page】` and `(Smith 2020)` are citations; `(May 2020)` and
`(Q3 2020)` are dates. Emphasis needs both its marks, so `5 * 3` and `p < 0.05*` stay. Of a link
`[text](address)` the text is wording.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

from claimgauge.claims.anchoring import Span

MarkKind = Literal["mark", "citation"]

_DATES: Final = (
    r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Spring|Summer|Autumn|Fall|Winter|Since|Until|Before|After|By|In|"
    r"From|Early|Mid|Late|Circa|Founded|Established|Version|Edition|Season|Fiscal|Year|Q[1-4]|H[12]|FY|CY|AD|BC|CE)"
)
_NAME: Final = rf"(?!{_DATES})[A-Z\u00c0-\u00d6\u00d8-\u00de][\w'\u2019-]{{1,30}}"
_WORK: Final = (
    rf"{_NAME}(?:(?:,? (?:and|&) |, ){_NAME}){{0,4}}(?:,? et al\.?)?,? (?:1[5-9]|20)[0-9]{{2}}[a-z]?"
    r"(?:, ?pp?\. ?[0-9]{1,4}(?:[-\u2013][0-9]{1,4})?)?"
)
_CITATION: Final = (
    r"\[\^?[0-9]{1,3}(?: ?[,;\u2013-] ?\^?[0-9]{1,3}){0,20}\](?!\()"
    r"|\[\^[\w-]{1,40}\]"
    r"|\[[a-z][a-z_-]{0,20}[0-9]{1,4}(?:[,;] ?[a-z][a-z_-]{0,20}[0-9]{1,4}){0,20}\](?!\()"
    r"|\[(?i:sources?|doc|docs|documents?|refs?|references?|citations?|passages?)\b[ :#.]{0,3}[\w.,-]{0,40}\](?!\()"
    r"|\u3010[^\u3010\u3011\n]{1,60}\u3011"
    rf"|\((?:(?:see|cf\.|e\.g\.),? )?{_WORK}(?:; {_WORK}){{0,5}}\)"
)
_LINK: Final = r"!?\[(?P<label>[^\[\]\n]{1,300})\](?P<address>\([^()\s]{0,300}(?:\([^()\s]{0,80}\)[^()\s]{0,80})?\))"
_EMPHASIS: Final = (
    r"(?<![\w*])(?P<stars>\*{1,3})(?=[^\s*])(?P<starred>[^*]{1,400})(?<=[^\s*])(?P=stars)(?!\*)"
    r"|(?<!\w)(?P<lines>_{1,3})(?=[^\s_])(?P<lined>[^_]{1,400})(?<=[^\s_])(?P=lines)(?!\w)"
    r"|(?P<waves>~~)(?=\S)(?P<waved>[^~\n]{1,400})(?P=waves)"
    r"|(?<!`)(?P<ticks>`{1,2})(?P<ticked>[^`\n]{1,300})(?P=ticks)(?!`)"
)
_CITED: Final = re.compile(_CITATION)
_LINKED: Final = re.compile(_LINK)
_EMPHASISED: Final = re.compile(_EMPHASIS)
_ONLY_MARKS: Final = re.compile(
    rf"(?:[^\S\r\n]*(?:[*_~`\[!]+|\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)?\)|{_CITATION}))+[^\S\r\n]*"
)
_SPACES: Final = re.compile(r"\s+|\S+")
NOWHERE: Final = -1
"""The place of a space that stands for other white space."""
_CLOSING: Final = frozenset(".,;:!?)]\u201d\u2019\u3002\uff01\uff1f\u3001")


class Mark(NamedTuple):
    """A stretch of the answer that is no wording."""

    start: int
    end: int
    kind: MarkKind


class Wording(NamedTuple):
    """The wording of a stretch of an answer, and where each of its characters stands there.

    White space is one space; marks are gone, and so is the space between a mark and a full stop.
    """

    text: str
    places: tuple[int, ...]
    marks: tuple[Mark, ...]

    def span(self, start: int, end: int) -> Span:
        """The stretch of the answer that holds these characters; not for an empty stretch."""
        return self.places[start], self.places[end - 1] + 1

    def pieces(self, start: int, end: int) -> tuple[Span, ...]:
        """The stretches of the answer that these characters are, but for the space between two of them."""
        found: list[Span] = []
        at = start
        while at < end:
            behind = at
            while behind < end and self.places[behind] == self.places[at] + behind - at != NOWHERE:
                behind += 1
            if behind == at:
                at += 1
                continue
            kept = self.text[at:behind]
            left, right = at + len(kept) - len(kept.lstrip(" ")), at + len(kept.rstrip(" "))
            if left < right:
                found.append(self.span(left, right))
            at = behind
        return tuple(found)


def wording_of(answer: str, stretches: Iterable[Span]) -> Wording:
    """The wording of some stretches of the answer in order, as one text; time grows with their length."""
    text: list[str] = []
    places: list[int] = []
    marks: list[Mark] = []
    for number, (start, end) in enumerate(stretches):
        if number:
            _append(" ", NOWHERE, text, places)
        own = _marks(answer, start, end)
        _write(answer, (start, end), own, text, places)
        marks += own
    if text and text[-1] == " ":
        text.pop()
        places.pop()
    return Wording("".join(text), tuple(places), tuple(marks))


def joined(answer: str, pieces: Iterable[Span]) -> str:
    """The pieces with a space between them; without one where only marks stand between two in the answer."""
    text: list[str] = []
    last = -1
    for start, end in pieces:
        if text and not _is_glued(answer, last, start):
            text.append(" ")
        text.append(answer[start:end])
        last = end
    return "".join(text)


def _is_glued(answer: str, last: int, start: int) -> bool:
    gap = answer[last:start]
    if last >= start or not _ONLY_MARKS.fullmatch(gap):
        return False
    return answer[start] in _CLOSING or not any(map(str.isspace, _CITED.sub("", gap)))


def _marks(answer: str, start: int, end: int) -> list[Mark]:
    stretch = answer[start:end]
    found = [Mark(start + each.start(), start + each.end(), "citation") for each in _CITED.finditer(stretch)]
    for link in _LINKED.finditer(stretch):
        found.append(Mark(start + link.start(), start + link.start("label"), "mark"))
        found.append(Mark(start + link.end("label"), start + link.end(), "mark"))
    found += (Mark(start + a, start + b, "mark") for a, b in _emphasis(stretch))
    return _apart(sorted(found))


def _emphasis(stretch: str) -> Iterator[Span]:
    """The marks on both sides of what is emphasised, one within another."""
    at = 0
    while found := _EMPHASISED.search(stretch, at):
        inner = next(name for name in ("starred", "lined", "waved", "ticked") if found.group(name) is not None)
        yield found.start(), found.start(inner)
        yield found.end(inner), found.end()
        at = found.start(inner) if inner != "ticked" and found.end() - found.start() < 200 else found.end()


def _apart(marks: list[Mark]) -> list[Mark]:
    """Marks in order, none over another; of two the first counts."""
    kept: list[Mark] = []
    for mark in marks:
        if not kept or mark.start >= kept[-1].end:
            kept.append(mark)
    return kept


def _write(answer: str, stretch: Span, marks: list[Mark], text: list[str], places: list[int]) -> None:
    at, end = stretch
    first = len(text)
    after_mark = False
    for mark in (*marks, Mark(end, end, "mark")):
        for run in _SPACES.finditer(answer, at, mark.start):
            if run[0].isspace():
                _append(" ", run.start() if run[0] == " " else NOWHERE, text, places)
                continue
            if after_mark and run[0][0] in _CLOSING and len(text) > first and text[-1] == " ":
                text.pop()
                places.pop()
            text += run[0]
            places += range(run.start(), run.end())
            after_mark = False
        at = mark.end
        after_mark = True


def _append(character: str, place: int, text: list[str], places: list[int]) -> None:
    """A space, but none at the beginning and no two."""
    if text and text[-1] != " ":
        text.append(character)
        places.append(place)
