"""Templates: text with `{name}` in it, filled with the texts that names stand for.

A name is looked up as it stands, character for character: no attribute, index, conversion or
format is ever read from it, and a text that is filled in is never read as a template again.
`{{` and `}}` are braces.
"""

import difflib
import re
from collections.abc import Callable, Collection
from functools import lru_cache
from itertools import islice

from claimgauge.errors import EvidenceError

_PART = re.compile(r"\{\{|\}\}|\{[^{}]+\}|[{}]")
_BRACES = {"{{": "{", "}}": "}"}
_SHOWN = 12
"""Most known names in one message."""
_COMPARED = 1000
"""Most known names that a name is compared with."""


@lru_cache(maxsize=1024)
def template_parts(template: str) -> tuple[tuple[str, str | None], ...]:
    """Pairs of a text and the name that follows it, None at the end.

    Raises EvidenceError for a brace that opens or closes no name.
    """
    parts: list[tuple[str, str | None]] = []
    text, end = "", 0
    for match in _PART.finditer(template):
        text += template[end : match.start()]
        end, part = match.end(), match.group()
        if part in "{}":
            raise EvidenceError(f"a lone {part!r} in {template!r}; write a name as {{name}}, and a brace as {part * 2}")
        if part in _BRACES:
            text += _BRACES[part]
        else:
            parts.append((text, part[1:-1]))
            text = ""
    return (*parts, (text + template[end:], None))


def filled(template: str, text_of: Callable[[str], str], *, place: str) -> str:
    """The template with each name replaced by `text_of` it; `place` is that of the template, for messages."""
    try:
        parts = template_parts(template)
    except EvidenceError as error:
        raise EvidenceError(f"{place}: {error}") from error
    return "".join([text if name is None else text + text_of(name) for text, name in parts])


def suggestion(name: str, known: Collection[str]) -> str:
    """`did you mean 'revenue'?`, or the known names, as far as they fit in a message."""
    near = difflib.get_close_matches(name[:60], list(islice(known, _COMPARED)), n=1)
    if near:
        return f"did you mean {near[0]!r}?"
    if not known:
        return "it has no names at all"
    more = f" and {len(known) - _SHOWN} more" if len(known) > _SHOWN else ""
    return f"known are {', '.join(repr(each) for each in islice(known, _SHOWN))}{more}"
