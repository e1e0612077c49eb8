"""A first contract for somebody's records: what the fields seem to hold, for a person to look over.

A kind is proposed where every value that is there is read as it; a field of mixed values is text.
Fields of few different short texts are proposed as entities. Nothing is proposed that would let a
claim pass: rules are strict, and a comment says what was guessed.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from claimgauge.evidence import EvidenceNode
from claimgauge.quantities import DatePoint, Quantity, Value

LOOKED_AT = 500
"""Most nodes of a type that a draft looks at."""
LONGEST_NAME = 40
"""Characters; a longer text is no name."""
_SHARES = ("percent", "percentage_point")


_KEYS: dict[str, Callable[[EvidenceNode], str]] = {
    "cardId": lambda node: node.card_id,
    "category": lambda node: node.category,
}


class _Guess(NamedTuple):
    """What a field seems to hold."""

    kind: str
    unit: str = ""
    signed: bool = False


def drafted_contract(nodes: Sequence[EvidenceNode], read: Callable[[str], Value | None], *, name: str) -> str:
    """The TOML of a contract over nodes like these; `read` gives the number or date that a text is."""
    fields = _fields(nodes)
    guesses = {field: _guess(texts, read) for field, texts in fields.items()}
    entities = [field for field, guess in guesses.items() if guess.kind == "entity"]
    entities += [
        key for key, held in (("cardId", "card_id"), ("category", "category")) if any(getattr(n, held) for n in nodes)
    ]
    numbers = [field for field, guess in guesses.items() if guess.kind not in ("entity", "text")]
    types = sorted({node.type for node in nodes})
    lines = [
        f"# Drafted from {len(nodes)} pieces of evidence. Look over every kind, unit and rule before you rely on it.",
        'schema  = "claimgauge.contract/1"',
        f"id      = {_quoted(name)}",
        'version = "1"',
        f"title   = {_quoted(name)}",
        'preset  = "strict"',
        '# locale = "en-US"   # how numbers and dates are written; without it, 1,234 is ambiguous',
        "",
        *(line for each in types for line in _claim_type(each)),
        "[entities]",
        f"from = [{_listed(entities)}]",
        "[numbers]",
        f"from = [{_listed(numbers or ['content'])}]",
        "",
        "[prose]",
        'undeclared = "reject"   # reject | warn | ignore',
        "",
        "[fields]",
        *(_field(field, guess) for field, guess in guesses.items()),
    ]
    return "\n".join(lines) + "\n"


def _claim_type(node_type: str) -> list[str]:
    return [
        f"[claim_types.{_key(node_type)}]   # a claim about such evidence",
        f"cites_any = [{_quoted(node_type)}]",
        "",
    ]


def _fields(nodes: Iterable[EvidenceNode]) -> dict[str, list[str]]:
    """Field → the texts that it holds, in the order in which fields first come."""
    seen: defaultdict[str, int] = defaultdict(int)
    texts: dict[str, list[str]] = {}
    for node in nodes:
        seen[node.type] += 1
        if seen[node.type] <= LOOKED_AT:
            for field, value in node.fields.items():
                held = texts.setdefault(field, [])
                if isinstance(value, str) and value.strip():
                    held.append(value)
    return texts


def _guess(texts: Sequence[str], read: Callable[[str], Value | None]) -> _Guess:
    if not texts:
        return _Guess("text")
    values = [read(text) for text in texts]
    numbers = [value for value in values if isinstance(value, Quantity)]
    if len(numbers) == len(texts):
        return _number(numbers)
    if all(isinstance(value, DatePoint) for value in values):
        return _Guess("date")
    short = all(len(text) <= LONGEST_NAME and any(map(str.isalpha, text)) for text in texts)
    return _Guess("entity" if short and not any(numbers) else "text")


def _number(numbers: Sequence[Quantity]) -> _Guess:
    signed = any(number.value < 0 for number in numbers)
    dimensions, units = {number.dimension for number in numbers}, {number.unit for number in numbers}
    if len(dimensions) > 1 or len(units) > 1:
        return _Guess("text")
    (dimension,), (unit,) = dimensions, units
    if dimension == "money":
        return _Guess("money", unit, signed)
    if dimension in _SHARES:
        return _Guess("percent", "", signed)
    return _Guess("count", unit, signed) if dimension == "count" else _Guess("quantity", unit, signed)


def _field(name: str, guess: _Guess) -> str:
    unit = f", unit = {_quoted(guess.unit)}" if guess.unit else ""
    signed = ", signed = true" if guess.signed else ""
    return f"{_key(name)} = {{ kind = {_quoted(guess.kind)}{unit}{signed} }}"


def _key(name: str) -> str:
    bare = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if bare else _quoted(name)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(_quoted, names))


_ESCAPED = {chr(code): f"\\u{code:04x}" for code in (*range(32), 127)} | {"\\": "\\\\", '"': '\\"'}


def _quoted(text: str) -> str:
    return '"' + "".join(_ESCAPED.get(character, character) for character in text) + '"'
