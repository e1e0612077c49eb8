"""Digits that measure nothing: versions, telephone numbers, names, identifiers, labels, marks."""

import re

from claimgauge.quantities.mention import Ambiguous, NotAQuantity, Quantity, Reason
from claimgauge.quantities.scan import Found, Scan, Word, glued

_CITATION = re.compile(r"\[\^?[0-9]{1,4}(?:[ \u00a0]?[,;\u2013-][ \u00a0]?[0-9]{1,4}){0,30}\]")
_LIST_MARKER = re.compile(r"[0-9]{1,3}[.)](?=[ \t\u00a0])")
_CHAIN = re.compile(r"(?:\w|[.:/@-](?=\w))++")
_HEXADECIMAL = re.compile(r"(?=[0-9]*[a-f])[0-9a-f]{8,128}(?:-[0-9a-f]{2,24}){0,6}(?!\w)", re.IGNORECASE)
_PHONE = re.compile(r"\(?[0-9]{1,8}\)?(?:[ \u00a0.-]{1,2}\(?[0-9]{1,8}\)?){1,7}(?!\w|[.,][0-9])")
_GROUPED = re.compile(r"[0-9]{1,3}(?:[ \u00a0.][0-9]{3}){1,7}")
_NORTH_AMERICAN = re.compile(r"(?:[0-9]{3}[-.])?[0-9]{3}[-.][0-9]{4}(?!\w|[.,-][0-9])")
_AREA_CODE = re.compile(r"[0-9]{3}\) ?[0-9]{3}-[0-9]{4}(?!\w|-[0-9])")
_VERSION = re.compile(r"[0-9]++(?:[.-][0-9A-Za-z]++)*+")
_LABEL_GOES_ON = re.compile(r"(?:[ \u00a0]?[-\u2013][ \u00a0]?[0-9]{1,6})?(?:\([a-z0-9]{1,3}\)|[a-z](?!\w)){0,3}")
_LINE_LEAD = " \t>*-#"
_FARTHEST = 64


def not_a_quantity(scan: Scan, start: int, end: int, reason: Reason) -> Found:
    """One mention with a reason."""
    return Found((NotAQuantity(start=start, end=end, text=scan.text[start:end], reason=reason),), end)


def mark_at(scan: Scan, start: int, floor: int) -> Found | None:
    """A citation `[1]` or the marker of a list item, whose digits begin at `start`."""
    text = scan.text
    opening = start - 1 - (text[start - 1 : start] == "^")
    if opening >= floor and text[opening] == "[" and (found := _CITATION.match(text, opening)):
        return not_a_quantity(scan, opening, found.end(), "citation")
    found = _LIST_MARKER.match(text, start)
    if found and _leads_line(text, start, floor):
        return not_a_quantity(scan, start, found.end(), "list_marker")
    return None


def _leads_line(text: str, start: int, floor: int) -> bool:
    at = start
    while at > floor and start - at < 12 and text[at - 1] in _LINE_LEAD:
        at -= 1
    return at == 0 or text[at - 1] == "\n"


def idiom_at(scan: Scan, start: int, floor: int) -> Found | None:
    """A phrase of the tables that has these digits in it."""
    text = scan.text
    end = start + 1
    while end < len(text) and end - start < 6 and text[end].isdecimal():
        end += 1
    for idiom in scan.lexicon.idioms.get(text[start:end], ()):
        first = start - idiom.offset
        last = first + len(idiom.phrase)
        if first >= floor and text[first:last].lower() == idiom.phrase and _alone(text, first, last):
            return not_a_quantity(scan, first, last, "idiom")
    return None


def _alone(text: str, first: int, last: int) -> bool:
    before = text[first - 1] if first else " "
    behind = text[last] if last < len(text) else " "
    digits_go_on = behind in "/.,-" and last + 1 < len(text) and text[last + 1].isdigit()
    return not (before.isalnum() or before in "$€£¥/.,-+") and not behind.isalnum() and not digits_go_on


def identifier_at(scan: Scan, start: int, floor: int) -> Found | None:
    """A word that holds the digits at `start`: `A320`, `COVID-19`, `sha256:6f0c`, `6f0c91ab-12cd`."""
    text = scan.text
    before = text[start - 1] if start > floor else ""
    if before and (glued(before) or (before in "-/@" and start - 1 > floor and _joins(scan, start, floor))):
        found = _CHAIN.match(text, start)
        end = found.end() if found else start + 1
        return not_a_quantity(scan, _chain_start(text, start, floor), end, "identifier")
    if found := _HEXADECIMAL.match(text, start):
        return not_a_quantity(scan, start, found.end(), "identifier")
    return None


def _joins(scan: Scan, start: int, floor: int) -> bool:
    """The hyphen before the digits hangs on a word, and not on a prefix such as `mid-`."""
    at = start - 1
    if not (glued(scan.text[at - 1]) or (scan.text[at - 1].isdigit() and at - 1 >= floor)):
        return False
    word = at
    while word > floor and at - word < _FARTHEST and scan.text[word - 1].isalpha():
        word -= 1
    return scan.text[word:at].lower() not in scan.lexicon.cues["prefixes"]


def _chain_start(text: str, start: int, floor: int) -> int:
    at = start
    while (
        at > floor
        and start - at < _FARTHEST
        and (glued(text[at - 1]) or text[at - 1].isdigit() or text[at - 1] in "-./@:")
    ):
        at -= 1
    while at < start and not text[at].isalnum():
        at += 1
    return at


def chain_end(text: str, end: int) -> int:
    """Where the word ends that goes on at `end`."""
    found = _CHAIN.match(text, end)
    return found.end() if found else end


def phone_at(scan: Scan, start: int, floor: int, before: Word) -> Found | None:
    """A telephone number: by the word before it, by `+`, or by its North American shape."""
    text = scan.text
    plus = start > floor and text[start - 1] == "+"
    opened = start > floor and text[start - 1] == "("
    if opened and (found := _AREA_CODE.match(text, start)):
        return not_a_quantity(scan, start - 1, found.end(), "phone")
    if found := _NORTH_AMERICAN.match(text, start):
        return not_a_quantity(scan, start, found.end(), "phone")
    if not plus and before.text not in scan.lexicon.cues["phones"]:
        return None
    found = _PHONE.match(text, start)
    digits = sum(character.isdigit() for character in found[0]) if found else 0
    if not found or not 7 <= digits <= 15 or (plus and _GROUPED.fullmatch(found[0])):
        return None
    return not_a_quantity(scan, start - plus, found.end(), "phone")


def version_at(scan: Scan, start: int, before: Word) -> Found | None:
    """`1.2` behind `version`."""
    if before.text not in scan.lexicon.cues["versions"]:
        return None
    found = _VERSION.match(scan.text, start)
    return not_a_quantity(scan, start, found.end(), "version") if found else None


def named(scan: Scan, number: Quantity | Ambiguous, before: Word) -> Found | None:
    """A bare number behind a word such as `section` or `ISO` counts or names; it measures nothing."""
    cues = scan.lexicon.cues
    if before.text in cues["labels"]:
        found = _LABEL_GOES_ON.match(scan.text, number.end)
        return not_a_quantity(scan, number.start, found.end() if found else number.end, "label")
    if before.text in cues["names"] and scan.text[before.start].isupper():
        return not_a_quantity(scan, number.start, chain_end(scan.text, number.end), "name")
    return None
