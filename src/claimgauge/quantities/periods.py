"""Quarters, halves, fiscal years, decades, and numbers that are clearly years."""

import re

from claimgauge.quantities.mention import DatePoint, Normalisation
from claimgauge.quantities.scan import Found, Scan, Word, glued, next_place, phrases_before, word_before

_YEAR_BEHIND = re.compile(
    r"(?:[ -]|,? (?:of )?|\u00a0)?(?P<fiscal>(?:FY|fiscal(?: year)?) ?)?"
    r"(?P<year>(?:19|20|21)[0-9]{2}|['\u2019][0-9]{2}|(?<=FY)[0-9]{2}|(?<=FY )[0-9]{2})"
    r"(?:/(?P<to>[0-9]{2}(?:[0-9]{2})?))?(?!\w|[.,][0-9])"
)
_OF_A_YEAR = re.compile(
    r"(?P<period>[1-4])(?P<unit>[QH])(?![A-Za-z])(?: ?(?P<year>(?:19|20|21)?[0-9]{2}|['\u2019][0-9]{2}))?(?!\w)"
)
_BEHIND_A_YEAR = re.compile(r"((?:19|20|21)[0-9]{2})[ -]?([QH])([1-4])(?!\w)")
_FISCAL = re.compile(r"([0-9]{4}|[0-9]{2})(?:[/\u2013-]([0-9]{4}|[0-9]{2}))?(?!\w|[.,/-][0-9])")
_SEASON = re.compile(r"((?:19|20|21)[0-9]{2})[/\u2013-]([0-9]{4}|[0-9]{2})(?!\w|[/.,\u2013-][0-9])")
_DECADE = re.compile(r"((?:1[0-9]|20)[0-9]0)['\u2019]?s(?!\w)")
_SHORT_DECADE = re.compile(r"([1-9]0)['\u2019]?s(?!\w)")
_YEAR = re.compile(r"[0-9]{4}(?!\w|[.,'\u2019:/][0-9])")
_WORD = re.compile(r"[A-Za-z]+")
_EARLIEST, _LATEST = 1000, 2199
_LIKELY_FROM = 1800
_TWO_DIGITS: tuple[Normalisation, ...] = ("two-digit year",)
_CENTURY_TURNS = 70


def period_at(scan: Scan, start: int, floor: int) -> Found | None:
    """The quarter, half, fiscal year or decade that the digits at `start` belong to."""
    text = scan.text
    if start > floor and text[start - 1] in "QH" and not (start - 1 > floor and glued(text[start - 2])):
        return _quarter(scan, start)
    if found := _OF_A_YEAR.match(text, start):
        return _of_a_year(scan, start, found)
    if found := _BEHIND_A_YEAR.match(text, start):
        return _period(scan, start, found.end(), unit=found[2], number=int(found[3]), year=found[1])
    if found := _DECADE.match(text, start):
        end = found.end()
        point = DatePoint(start=start, end=end, text=text[start:end], precision="decade", year=int(found[1]))
        return Found((point,), end)
    return _fiscal(scan, start, floor) or _season(scan, start) or _short_decade(scan, start, floor)


def _quarter(scan: Scan, start: int) -> Found | None:
    """`Q3 2025`, `H1`, at the digit."""
    text = scan.text
    unit, digit = text[start - 1], text[start]
    end = start + 1
    if digit not in ("1234" if unit == "Q" else "12") or (
        end < len(text) and (glued(text[end]) or text[end].isdigit())
    ):
        return None
    behind = _YEAR_BEHIND.match(text, end)
    if not behind:
        return _period(scan, start - 1, end, unit=unit, number=int(digit))
    return _period(
        scan,
        start - 1,
        behind.end(),
        unit=unit,
        number=int(digit),
        year=behind["year"],
        to=behind["to"] or "",
        fiscal=bool(behind["fiscal"]),
    )


def _of_a_year(scan: Scan, start: int, found: re.Match[str]) -> Found | None:
    """`3Q25`, `1H 2025`."""
    if found["unit"] == "H" and found["period"] not in "12":
        return None
    return _period(scan, start, found.end(), unit=found["unit"], number=int(found["period"]), year=found["year"] or "")


def period_in_words(scan: Scan, start: int, end: int, *, floor: int) -> Found | None:
    """`third quarter of 2025`, `first half of fiscal 2025`; `start` and `end` are those of `quarter` or `half`."""
    number = word_before(scan.text, start - (scan.text[start - 1 : start] == "-"), floor)
    ordinals, text = scan.lexicon.ordinals, scan.text
    unit = "Q" if text[start:end].lower() == "quarter" else "H"
    behind = _YEAR_BEHIND.match(text, end)
    if number.text not in ordinals or not behind or ordinals[number.text] > (4 if unit == "Q" else 2):
        return None
    return _period(
        scan,
        number.start,
        behind.end(),
        unit=unit,
        number=ordinals[number.text],
        year=behind["year"],
        to=behind["to"] or "",
        fiscal=bool(behind["fiscal"]),
    )


def _period(
    scan: Scan, start: int, end: int, *, unit: str, number: int, year: str = "", to: str = "", fiscal: bool = False
) -> Found:
    first, last, names = _years(year, to)
    point = DatePoint(
        start=start,
        end=end,
        text=scan.text[start:end],
        normalisations=names,
        precision="quarter" if unit == "Q" else "half",
        calendar="fiscal" if fiscal or to else "calendar",
        year=last,
        first_year=first,
        quarter=number if unit == "Q" else None,
        half=number if unit == "H" else None,
    )
    return Found((point,), end)


def _years(year: str, to: str) -> tuple[int | None, int | None, tuple[Normalisation, ...]]:
    """`2024`, `25` → 2024, 2025; the first is None where only one is written."""
    if not year:
        return None, None, ()
    digits = year.lstrip("'\u2019")
    names = _TWO_DIGITS if len(digits) == 2 else ()
    first = int(digits) + (0 if len(digits) == 4 else 1900 if int(digits) >= _CENTURY_TURNS else 2000)
    if not to:
        return None, first, names
    last = int(to) if len(to) == 4 else first - first % 100 + int(to)
    return first, last if last >= first else last + 100, names


def _fiscal(scan: Scan, start: int, floor: int) -> Found | None:
    """`FY2025`, `FY 2024/25`, `fiscal 2025`, `fiscal year 2024-25`."""
    cues = scan.lexicon.cues["fiscal"]
    before = next(
        (word for word in reversed(phrases_before(scan.text, start, floor, most=2)) if word.text in cues), None
    )
    found = _FISCAL.match(scan.text, start) if before else None
    if not before or not found:
        return None
    first, last, names = _years(found[1], found[2] or "")
    if first is not None and last is not None and last - first != 1:
        return None
    start, end = before.start, found.end()
    point = DatePoint(
        start=start,
        end=end,
        text=scan.text[start:end],
        normalisations=names,
        precision="year",
        calendar="fiscal",
        year=last,
        first_year=first,
    )
    return Found((point,), end)


def _season(scan: Scan, start: int) -> Found | None:
    """`2024/25`, `2018–19`: a year over two calendar years; `2010-11` may be a month."""
    found = _SEASON.match(scan.text, start)
    first, last, _ = _years(found[1], found[2]) if found else (None, None, ())
    if not found or first is None or last != first + 1 or (scan.text[start + 4] == "-" and last % 100 <= 12):
        return None
    return _whole_year(scan, start, found.end(), year=last, first=first)


def _short_decade(scan: Scan, start: int, floor: int) -> Found | None:
    """`in her mid-20s`, `the 50s`: of a century or of a life, so no year is known."""
    found = _SHORT_DECADE.match(scan.text, start)
    word = word_before(scan.text, start - (scan.text[start - 1 : start] == "-"), floor) if found else None
    if not found or not word or word.text not in scan.lexicon.cues["decades"]:
        return None
    end = found.end()
    return Found((DatePoint(start=start, end=end, text=scan.text[start:end], precision="decade"),), end)


def year_at(scan: Scan, start: int, before: Word) -> Found | None:
    """A number of four digits that is clearly a year, by the word before it and what follows."""
    found = _YEAR.match(scan.text, start)
    if not found:
        return None
    year, end, cues = int(found[0]), found.end(), scan.lexicon.cues
    likely = _LIKELY_FROM <= year <= _LATEST
    clear = before.text.rstrip(".") in cues["years"] or (
        before.text in cues["perhaps_years"] and _nothing_counted(scan, end)
    )
    bracketed = scan.text[start - 1 : start] == "(" and scan.text[end : end + 1] == ")"
    surely = bracketed or (before.text == "in" and _nothing_counted(scan, end))
    if (likely and clear) or (_EARLIEST <= year <= _LATEST and surely):
        return _whole_year(scan, start, end, year=year)
    return None


def _nothing_counted(scan: Scan, end: int) -> bool:
    """No noun follows that the number could count."""
    at = next_place(scan.text, end)
    word = _WORD.match(scan.text, at, at + 30)
    return word is None or word[0].lower() in scan.lexicon.cues["after_years"]


def _whole_year(scan: Scan, start: int, end: int, *, year: int | None, first: int | None = None) -> Found:
    """A calendar year, or with `first` a year over two calendar years."""
    point = DatePoint(
        start=start,
        end=end,
        text=scan.text[start:end],
        precision="year",
        calendar="calendar" if first is None else "fiscal",
        year=year,
        first_year=first,
    )
    return Found((point,), end)
