"""Raters' rows as they stand in books, one string a rater, a dot for no rating, as annotations."""

from claimgauge.review import Annotation, ratings_of

THREE = ("1 1 0 1 . 0 1 1", "1 1 0 0 1 0 1 0", ". 1 0 1 1 0 0 1")
FOUR = (  # the worked example of Krippendorff, "Computing Krippendorff's Alpha-Reliability"
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
)


def annotations(rows, *, items=None):
    """The annotations of raters r1, r2, …; items are u01, u02, …"""
    return [
        Annotation(item=items[place] if items else f"u{place + 1:02}", rater=f"r{number + 1}", label=label)
        for number, row in enumerate(rows)
        for place, label in enumerate(row.split())
        if label != "."
    ]


def table(counts):
    """Two raters by how often they gave each pair of labels: {"ab": 3} is a by one and b by the other, three times."""
    one = " ".join(first for (first, _second), times in counts.items() for _ in range(times))
    other = " ".join(second for (_first, second), times in counts.items() for _ in range(times))
    return [one, other]


def rated(rows, **keys):
    return ratings_of(annotations(rows), **keys)


def values(coefficients):
    return {each.name: each.value for each in coefficients}
