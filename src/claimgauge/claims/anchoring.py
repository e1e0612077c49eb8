"""Where in the answer a claim stands.

Spans are half-open and count Unicode code points of the answer as given. A claim whose text does
not occur in the answer has no span, and says so; a text that occurs several times is given out in
order, so that repeated statements keep their own offsets.
"""

from collections.abc import Iterable

Span = tuple[int, int]


def anchor(texts: Iterable[str], answer: str) -> tuple[Span | None, ...]:
    """The span of each text in `answer`, in the order given; None where it does not occur, or not once more."""
    after: dict[str, int] = {}
    spans: list[Span | None] = []
    for text in texts:
        start = answer.find(text, after.get(text, 0)) if text else -1
        spans.append((start, start + len(text)) if start >= 0 else None)
        if start >= 0:
            after[text] = start + len(text)
    return tuple(spans)
