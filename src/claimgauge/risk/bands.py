"""Which band a score falls into.

A score belongs to the first band whose upper bound it does not exceed (reading 3: 20.0 is Low,
20.1 is Medium), compared on `round(100 · HRI, 9)`, so that no last bit of a float decides a band.
"""

from claimgauge.risk.rubric import Band, Rubric


def score_of(index: float) -> float:
    """The index on the scale of 0 to 100, rounded to nine decimals."""
    return round(100 * index, 9)


def band_of(index: float, rubric: Rubric) -> Band:
    """The band of an index in [0, 1]; the last band of an accepted rubric reaches 100."""
    score = score_of(index)
    return next(band for band in rubric.bands if score <= band.up_to)


def next_lower(band: Band, rubric: Rubric) -> Band | None:
    """The band below, or None for the lowest."""
    place = rubric.bands.index(band)
    return rubric.bands[place - 1] if place else None
