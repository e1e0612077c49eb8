"""Words around a number that make it a bound: `at least 80`, `under 5`, `80 or more`, `80+`, `~80`."""

from claimgauge.quantities.lexicon import BoundWords
from claimgauge.quantities.scan import Scan, next_place, phrases_after, phrases_before, word_before
from claimgauge.quantities.tables import Bound


def bound_around(scan: Scan, start: int, end: int, *, floor: int, dimension: str) -> tuple[Bound, int]:
    """The bound of the number from `start` to `end`, and where the number ends with its `+`."""
    if scan.text[end : end + 1] == "+" and not scan.text[end + 1 : end + 2].isalnum():
        return "at_least", end + 1
    before = _before(scan, start, floor)
    if before and dimension not in before.not_with:
        return before.bound, end
    after = _after(scan, end)
    if after and dimension not in after.not_with:
        return after.bound, end
    return "none", end


def _before(scan: Scan, start: int, floor: int) -> BoundWords | None:
    if start <= floor or word_before(scan.text, start, floor).text not in scan.lexicon.before_ends:
        return None
    rows = [scan.lexicon.before.get(phrase.text) for phrase in phrases_before(scan.text, start, floor)]
    return next((row for row in reversed(rows) if row), None)


def _after(scan: Scan, end: int) -> BoundWords | None:
    at = next_place(scan.text, end)
    if at == end or at >= len(scan.text):
        return None
    phrases = phrases_after(scan.text, at)
    if not phrases or phrases[-1] not in scan.lexicon.after_starts:
        return None
    return next((row for phrase in phrases if (row := scan.lexicon.after.get(phrase))), None)
