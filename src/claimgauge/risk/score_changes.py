"""What a change of bands means: which scores end up in another band, and what is then done with such answers."""

from collections.abc import Iterator

from claimgauge.risk.rubric import Band, Rubric


def score_changes(before: Rubric, after: Rubric) -> tuple[str, ...]:
    """A sentence for each range of scores whose band or action is another, from the lowest up."""
    ends = sorted({band.up_to for rubric in (before, after) for band in rubric.bands})
    starts = [None, *ends]
    return tuple(
        _joined([(low, high, _at(high, before), _at(high, after)) for low, high in zip(starts, ends, strict=False)])
    )


def _at(score: float, rubric: Rubric) -> Band:
    return next(band for band in rubric.bands if score <= band.up_to)


_Piece = tuple[float | None, float, Band, Band]


def _joined(pieces: list[_Piece]) -> Iterator[str]:
    """Neighbouring ranges that go from one band to the same other one are one range."""
    runs: list[_Piece] = []
    for low, high, old, new in pieces:
        if runs and (runs[-1][2].name, runs[-1][3].name) == (old.name, new.name):
            runs[-1] = (runs[-1][0], high, old, new)
        else:
            runs.append((low, high, old, new))
    for low, high, old, new in runs:
        if (old.name, old.action) != (new.name, new.action):
            reach = (
                f"scores up to {_number(high)}" if low is None else f"scores above {_number(low)} up to {_number(high)}"
            )
            yield f"{reach}: from {_named(old)} to {_named(new)}"


def _named(band: Band) -> str:
    return f"{band.name} ({band.action})"


def _number(value: float) -> str:
    short = f"{value:g}"
    return short if float(short) == value else repr(value)
