"""Every number-like thing in a text, in order."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from claimgauge.quantities.digits import FOREIGN, digits_at
from claimgauge.quantities.folding import Folded, folded, normalisations_between
from claimgauge.quantities.lexicon import compiled, convention_of
from claimgauge.quantities.mention import Ambiguous, Mention, Range
from claimgauge.quantities.others import not_a_quantity
from claimgauge.quantities.parts import fraction_sign_at
from claimgauge.quantities.periods import period_in_words
from claimgauge.quantities.ranges import with_ranges
from claimgauge.quantities.scan import Found, Scan
from claimgauge.quantities.spelt import spelt_at
from claimgauge.quantities.tables import QuantityTables

_AFTER_AN_ADDRESS = ".,;:!?)]}'*_"


def read_quantities(text: str, tables: QuantityTables, *, locale: str | None = None) -> tuple[Mention, ...]:
    """The mentions of a text in order, none over another; time grows with the length of the text.

    `locale` (such as `en-US` or `de`) decides what separators and dates of digits mean; without one,
    what can be read in two ways is Ambiguous. Raises InputError for a locale that no table describes.
    """
    lexicon = compiled(tables)
    plain = folded(text)
    scan = Scan(plain.text, lexicon, convention_of(lexicon, locale))
    mentions = with_ranges(scan, list(_mentions(scan)))
    return tuple(mentions) if plain.text == text else tuple(_placed(plain, mentions))


def _mentions(scan: Scan) -> Iterator[Mention]:
    """The mentions in the folded text, before ranges are joined."""
    search, text = scan.lexicon.anchor.search, scan.text
    at = floor = 0
    while anchor := search(text, at):
        start = anchor.start()
        if anchor.lastgroup == "digit":
            found = digits_at(scan, start, floor=floor)
        else:
            found = _other(scan, str(anchor.lastgroup), start, anchor.end(), floor=floor)
        at = max(found.end, start + 1)
        if found.mentions:
            floor = found.mentions[-1].end
            at = max(at, floor)
            yield from found.mentions


def _other(scan: Scan, kind: str, start: int, end: int, *, floor: int) -> Found:
    if kind == "word":
        in_words = scan.text[start:end].lower() in ("quarter", "half")
        period = period_in_words(scan, start, end, floor=floor) if in_words else None
        return period or spelt_at(scan, start, end, floor=floor)
    if kind == "sign":
        return fraction_sign_at(scan, start, floor=floor)
    if kind == "url":
        return _address(scan, start, end)
    if kind == "foreign":
        found = FOREIGN.match(scan.text, start)
        return not_a_quantity(scan, start, found.end() if found else end, "other_script_digits")
    return not_a_quantity(scan, start, end, "enclosed")


def _address(scan: Scan, start: int, end: int) -> Found:
    """An address with digits in it is a mention; the mark that ends a sentence is not part of it."""
    address = scan.text[start:end].rstrip(_AFTER_AN_ADDRESS)
    if not any(character.isdigit() for character in address):
        return Found((), end)
    return not_a_quantity(scan, start, start + len(address), "address")


def _placed(plain: Folded, mentions: Sequence[Mention]) -> Iterator[Mention]:
    """The mentions with their spans in the text as given."""
    last = 0
    for mention in mentions:
        moved = _moved(plain, mention)
        if moved.start >= last:
            last = moved.end
            yield moved


def _moved(plain: Folded, mention: Mention) -> Mention:
    start, end = plain.span(mention.start, mention.end)
    text = plain.given[start:end]
    names = mention.normalisations
    if text != mention.text:
        names = tuple(dict.fromkeys((*normalisations_between(text), *names)))
    moved = replace(mention, start=start, end=end, text=text, normalisations=names)
    if isinstance(moved, Ambiguous):
        return replace(moved, readings=tuple(_moved(plain, reading) for reading in moved.readings))
    if isinstance(moved, Range):
        return replace(moved, low=_moved(plain, moved.low), high=_moved(plain, moved.high))
    return moved
