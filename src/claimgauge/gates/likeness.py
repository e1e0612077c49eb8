"""When a cited id may mean another, and when two numbers are one value: for hints only, never for a verdict."""

SHORTEST_PART = 6
"""A shortened id is recognised from so many characters on."""


def likeness(cited: str, name: str) -> str:
    """Why the cited id may mean `name`, or nothing."""
    if SHORTEST_PART <= len(cited) < len(name):
        if name.startswith(cited):
            return "begins with the cited id, which looks shortened"
        if name.endswith(cited):
            return "ends with the cited id, which looks shortened"
    if cited.casefold() == name.casefold():
        return "differs from the cited id in case only"
    return "differs from the cited id in one character" if one_edit(cited, name) else ""


def one_edit(one: str, other: str) -> bool:
    """Whether one insertion, deletion, substitution or swap of neighbours turns one into the other."""
    if abs(len(one) - len(other)) > 1 or not one or not other:
        return False
    start = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest_one, rest_other = one[start:], other[start:]
    if len(one) == len(other):
        swapped = rest_one[1::-1] + rest_one[2:]
        return rest_one[1:] == rest_other[1:] or swapped == rest_other
    return rest_one[1:] == rest_other or rest_one == rest_other[1:]


def same_value(number: str) -> str:
    """The digits that carry the value: `95.00`, `95.` and `095` are all `95`; `$1,452.40` is `1452.4`."""
    plain = number.replace(",", "").lstrip("$€£+ 0") or "0"
    plain = plain.rstrip("0").rstrip(".") if "." in plain else plain
    return f"0{plain}" if plain[:1] in ("", ".") else plain
