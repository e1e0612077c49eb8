"""A numeral with what stands before and behind it → a quantity, or both of its readings."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Literal, NamedTuple

from claimgauge.quantities.bounds import bound_around
from claimgauge.quantities.exact import scaled
from claimgauge.quantities.lexicon import Unit
from claimgauge.quantities.mention import Ambiguous, Doubt, Normalisation, NotAQuantity, Quantity
from claimgauge.quantities.numerals import Numeral
from claimgauge.quantities.prefixes import Prefix, prefix_of
from claimgauge.quantities.scan import Scan, word_before
from claimgauge.quantities.suffixes import Suffix, exponent_of, suffix_of
from claimgauge.quantities.tables import Bound

NO_UNIT = Unit("", "count")


class Amount(NamedTuple):
    """A numeral in its surroundings, before it is decided what it is."""

    numeral: Numeral
    prefix: Prefix
    suffix: Suffix
    exponent: int
    start: int
    end: int
    negative: bool
    normalisations: tuple[Normalisation, ...]

    @property
    def bare(self) -> bool:
        """Nothing but digits: no sign, currency, magnitude or unit."""
        plain = not (self.prefix.sign or self.prefix.unit or self.suffix.units or self.suffix.magnitude)
        return plain and not self.exponent


def amount_of(scan: Scan, numeral: Numeral, *, floor: int, cell: bool = False) -> Amount:
    """The numeral with its prefix and suffix; `floor` is the end of the mention before."""
    prefix = prefix_of(scan, numeral.start, floor)
    exponent, end = exponent_of(scan.text, numeral.end)
    suffix = suffix_of(scan, end, money=prefix.unit is not None)
    numeral = _in_its_script(scan, numeral)
    if behind := _behind_brackets(scan, prefix, suffix):
        suffix = behind
        negative, start, end = True, prefix.start - (prefix.opened == "outer"), suffix.end
    else:
        negative, start, end = _brackets(scan, prefix, suffix, floor=floor, cell=cell)
    names: list[Normalisation] = [*prefix.normalisations]
    names += ["accounting parentheses"] if negative else []
    names += ["exponent"] if exponent else []
    names += ["magnitude"] if suffix.magnitude else []
    negative = negative or prefix.sign not in ("", "+")
    return Amount(numeral, prefix, suffix, exponent, start, end, negative, tuple(names))


def _in_its_script(scan: Scan, numeral: Numeral) -> Numeral:
    """Before a Chinese, Japanese or Korean character a comma groups and a point does not (`1,967百万円`)."""
    if len(numeral.readings) < 2 or not "\u2e80" <= scan.text[numeral.end : numeral.end + 1] <= "\ud7a3":
        return numeral
    comma = "," in scan.text[numeral.start : numeral.end]
    return numeral._replace(readings=(numeral.readings[0 if comma else 1],))


def _behind_brackets(scan: Scan, prefix: Prefix, suffix: Suffix) -> Suffix | None:
    """The magnitude, currency or per cent sign behind the brackets of `(5.2) million`, which are then a minus sign."""
    if not prefix.opened or prefix.sign or suffix.units or suffix.magnitude:
        return None
    if scan.text[suffix.end : suffix.end + 1] != ")":
        return None
    behind = suffix_of(scan, suffix.end + 1, money=prefix.unit is not None)
    belongs = behind.magnitude or any(unit.dimension in ("money", "percent") for unit in behind.units)
    return behind if belongs else None


def _brackets(scan: Scan, prefix: Prefix, suffix: Suffix, *, floor: int, cell: bool) -> tuple[bool, int, int]:
    """Whether brackets make the number negative, and its span with them."""
    closed = suffix.end < len(scan.text) and scan.text[suffix.end] == ")"
    if not prefix.opened or not closed or prefix.sign:
        return False, prefix.start, suffix.end
    if prefix.opened == "inner":
        return True, prefix.start, suffix.end + 1
    money = prefix.unit is not None or any(unit.dimension == "money" for unit in suffix.units)
    if cell or (money and _after_accounts(scan, prefix.start - 1, floor)):
        return True, prefix.start - 1, suffix.end + 1
    return False, prefix.start, suffix.end


def _after_accounts(scan: Scan, bracket: int, floor: int) -> bool:
    """No word stands before the bracket, or one of accounting: `a loss of ($5)`, but not `the fee ($5)`."""
    word = word_before(scan.text, bracket, floor).text
    return not word[:1].isalpha() or word in scan.lexicon.cues["accounting"]


def mention_of(scan: Scan, amount: Amount, *, floor: int) -> Quantity | Ambiguous | NotAQuantity:
    """The amount as a quantity; as both where it has more than one reading."""
    numeral = amount.numeral
    if numeral.reason:
        start, end = numeral.start, numeral.end
        return NotAQuantity(start=start, end=end, text=scan.text[start:end], reason=numeral.reason)
    readings = tuple(_quantities(scan, amount, floor=floor))
    doubt = _doubt(amount)
    if doubt == "space":
        readings = (*readings, *_apart(scan, amount))
    if len(readings) == 1 and doubt is None:
        return readings[0]
    start, end = readings[0].start, readings[0].end
    return Ambiguous(start=start, end=end, text=scan.text[start:end], doubt=doubt or "unit", readings=readings)


def _doubt(amount: Amount) -> Doubt | None:
    if len(amount.numeral.readings) > 1:
        return "separator"
    if amount.numeral.plain_space and not (amount.prefix.unit or _money(amount.suffix)):
        return "space"
    if amount.suffix.or_power:
        return "magnitude"
    return "unit" if len(_units(amount)) > 1 else None


def _money(suffix: Suffix) -> bool:
    return any(unit.dimension == "money" for unit in suffix.units)


def _units(amount: Amount) -> tuple[Unit, ...]:
    """The units that the number may have: a currency behind it counts before one before it."""
    before, behind = amount.prefix.unit, amount.suffix.units
    if before is None:
        return behind or (NO_UNIT,)
    money = tuple(unit for unit in behind if unit.dimension == "money")
    return (before,) if before in money or not money else money


def _quantities(scan: Scan, amount: Amount, *, floor: int) -> Iterator[Quantity]:
    units = _units(amount)
    bound, end = bound_around(scan, amount.start, amount.end, floor=floor, dimension=units[0].dimension)
    for reading in amount.numeral.readings:
        for power, unit in _powers(amount.suffix, units):
            shift = amount.exponent + power
            yield quantity(
                place(scan, amount.start, end),
                _signed(scaled(reading.value, shift), negative=amount.negative),
                unit=unit,
                digits=shift - reading.decimals,
                sign="-" if amount.negative else "+" if amount.prefix.sign else "",
                bound=bound,
                normalisations=(*amount.normalisations, *reading.normalisations),
            )


def _powers(suffix: Suffix, units: tuple[Unit, ...]) -> Iterator[tuple[int, Unit]]:
    for unit in units:
        yield suffix.power, unit
    if suffix.or_power:
        yield suffix.or_power, NO_UNIT


class Place(NamedTuple):
    """A span of the folded text, and what stands there."""

    start: int
    end: int
    text: str


def place(scan: Scan, start: int, end: int) -> Place:
    """The span from `start` to `end`."""
    return Place(start, end, scan.text[start:end])


def quantity(
    where: Place,
    value: Decimal,
    *,
    unit: Unit,
    digits: int,
    sign: Literal["", "+", "-"] = "",
    bound: Bound = "none",
    normalisations: tuple[Normalisation, ...] = (),
) -> Quantity:
    """A quantity of a unit."""
    return Quantity(
        value=value,
        unit=unit.name,
        dimension=unit.dimension,
        factor=unit.factor,
        offset=unit.offset,
        digits=digits,
        sign=sign,
        bound=bound,
        start=where.start,
        end=where.end,
        text=where.text,
        normalisations=normalisations,
    )


def _signed(value: Decimal, *, negative: bool) -> Decimal:
    return value.copy_negate() if negative and value else value


def _apart(scan: Scan, amount: Amount) -> Iterator[Quantity]:
    """The groups of `12 345` as numbers of their own."""
    at = amount.numeral.start
    for group in scan.text[at : amount.numeral.end].split(" "):
        end = at + len(group)
        whole, _, rest = group.replace(",", ".").partition(".")
        value = Decimal(f"{whole}.{rest}" if rest else whole)
        yield quantity(Place(at, end, group), value, unit=NO_UNIT, digits=-len(rest))
        at = end + 1
