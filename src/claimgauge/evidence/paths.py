"""What stands at a dotted path of a record, and every scalar below a place, under its dotted name."""

from collections.abc import Iterator

from claimgauge.errors import EvidenceError
from claimgauge.evidence.node import FieldValue
from claimgauge.evidence.templates import suggestion

MOST_FIELDS = 10_000
"""Most fields of one node."""
DEEPEST = 100
"""Most levels of objects and arrays within one row."""
_KINDS: dict[type, str] = {
    dict: "an object",
    list: "an array",
    type(None): "null",
    bool: "a boolean",
    int: "a number",
    float: "a number",
}


def shown(value: object) -> str:
    """A value in a message: a text or number as written and cut short, anything else by its kind."""
    if isinstance(value, str):
        return repr(value[:60])
    return next((word for kind, word in _KINDS.items() if isinstance(value, kind)), f"a {type(value).__name__}")


def at_path(record: object, path: str, *, place: str) -> object:
    """The value at a dotted path; a key that holds dots itself is found too, the longest first.

    Raises EvidenceError, naming `place`, where the path ends early.
    """
    value, steps = record, path.split(".") if path else []
    while steps:
        taken = next((end for end in range(len(steps), 0, -1) if _has(value, ".".join(steps[:end]))), 0)
        if not taken:
            known = list(value) if isinstance(value, dict) else []
            hint = suggestion(steps[0], known) if known else f"it was looked for in {shown(value)}"
            raise EvidenceError(f"{place}: the path {path!r} ends at {steps[0]!r}, which is not there; {hint}")
        key = ".".join(steps[:taken])
        value = value[int(key)] if isinstance(value, list) else value[key]  # type: ignore[index]
        steps = steps[taken:]
    return value


def _has(value: object, key: str) -> bool:
    if isinstance(value, list):
        return key.isascii() and key.isdigit() and len(key) < 10 and int(key) < len(value)
    return isinstance(value, dict) and key in value


def add_scalars(cells: dict[str, FieldValue], name: str, value: object, *, place: str) -> None:
    """Put the value into `cells`: a scalar under `name`, an object or array under `name.key` and `name.0`.

    An empty name puts the members of an object under their own names. Empty objects and arrays give
    nothing. Raises EvidenceError where two values have one name, and beyond MOST_FIELDS and DEEPEST.
    """
    for each, scalar in _scalars(name, value, place):
        if each in cells:
            raise EvidenceError(f"{place}: two values have the name {each!r}; rename one of them in the record")
        if len(cells) == MOST_FIELDS:
            raise EvidenceError(
                f"{place}: a row has more than {MOST_FIELDS} fields; use a mapping whose `each` leads to a part of it"
            )
        cells[each] = scalar


def _scalars(name: str, value: object, place: str) -> Iterator[tuple[str, FieldValue]]:
    """Every scalar at or below a value, in the order written; no recursion, so no depth is too deep to refuse."""
    members: Iterator[tuple[object, object]]
    rest: list[tuple[str, object, int]] = [(name, value, 0)]
    while rest:
        path, item, depth = rest.pop()
        if not isinstance(item, (dict, list)):
            yield path, plain_scalar(item, place=f"{place}: {path!r}")
            continue
        if depth == DEEPEST:
            raise EvidenceError(
                f"{place}: a row is nested more than {DEEPEST} deep; use a mapping whose `each` leads further down"
            )
        members = iter(item.items()) if isinstance(item, dict) else iter(enumerate(item))
        below = [(f"{path}.{key}" if depth or name else str(key), member, depth + 1) for key, member in members]
        rest.extend(reversed(below))


def plain_scalar(value: object, *, place: str) -> FieldValue:
    """A text, a boolean or null as it is, a number as its literal. Raises EvidenceError for anything else."""
    if value is None or isinstance(value, (bool, str)):
        return str(value) if isinstance(value, str) else value
    if isinstance(value, (int, float)) and value - value == 0:
        try:
            return repr(value)
        except ValueError as error:
            raise EvidenceError(f"{place} is a number of too many digits; give it as a text") from error
    raise EvidenceError(f"{place} is {_unfit(value)}; expected a text, a number, a boolean or null")


def _unfit(value: object) -> str:
    return repr(value) if isinstance(value, float) else shown(value)


def as_text(value: FieldValue) -> str:
    """A field as it would be written: a text as it is, `true`, `false` or `null`."""
    if isinstance(value, str):
        return value
    return "null" if value is None else str(value).lower()
