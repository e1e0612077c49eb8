"""Numbers as a reader meets them: few decimals, and never a rounding that says something else.

What is above 0 is never shown as 0, what is below the whole is never shown as the whole, and a score
is never rounded into another band.
"""

from collections.abc import Iterable, Sequence


def fixed(value: float, places: int, *, whole: float = 1.0) -> str:
    """`value` from 0 to `whole`, with so many decimals."""
    text = f"{value:,.{places}f}"
    step = 10.0**-places
    if value > 0 and float(f"{value:.{places}f}") == 0:
        return f"<{step:.{places}f}"
    if value < whole and float(f"{value:.{places}f}") >= whole:
        return f">{whole - step:,.{places}f}"
    return text


def unit(value: float) -> str:
    """A dimension score or a contribution, from 0 to 1."""
    return fixed(value, 3)


def points(value: float) -> str:
    """What something adds on the scale of 0 to 100, given in [0, 1]."""
    return fixed(100 * value, 2, whole=100.0)


def share(value: float) -> str:
    """A share as a percentage."""
    return f"{fixed(100 * value, 1, whole=100.0)}%"


def percent(value: float) -> str:
    """A coordinate in a drawing."""
    return f"{100 * min(1.0, max(0.0, value)):.4g}%"


def score_text(score: float, bounds: Iterable[float] = ()) -> str:
    """A score from 0 to 100 with as many decimals as it takes to stay on its side of every bound."""
    bounds = tuple(bounds)
    for places in range(1, 9):
        text = f"{score:.{places}f}"
        if all((score <= bound) == (float(text) <= bound) for bound in bounds):
            return text
    return f"{score:.9f}"


def exact(value: float) -> str:
    """A number as someone wrote it: 3 and not 3.0, and every digit there is."""
    return f"{value:g}" if float(f"{value:g}") == value else repr(value)


def alike(value: float, column: Iterable[float]) -> str:
    """A number of a column as it was written, with as many decimals as the longest one there."""
    return f"{value:.{max(len(repr(each).partition('.')[2]) for each in column)}f}" if value < 1 else exact(value)


def count(number: int, one: str, many: str = "") -> str:
    """`1 claim`, `2 claims`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def ranges(numbers: Sequence[int]) -> str:
    """Rising numbers, neighbours drawn together: `1–4, 7, 9–12`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    dash = "–"  # noqa: RUF001  # the dash of ranges
    return ", ".join(f"{low:,}" if low == high else f"{low:,}{dash}{high:,}" for low, high in runs)


def signed(value: float, places: int) -> str:
    """A difference with its sign; exactly 0 has none, and what is not 0 is never shown as 0."""
    if value and float(f"{value:.{places}f}") == 0:
        return f"{value:+.1g}"
    return f"{value:+,.{places}f}" if value else f"{0:.{places}f}"


def probability(value: float) -> str:
    """A p-value with four decimals; what is not 0 is never shown as 0."""
    return fixed(value, 4)
