"""Whether a quote stands in a passage, letter by letter but for white space.

It stands there as whole words: `able to pay` is not in *unable to pay*, and `30 days` is not in
*130 days*. In scripts without capital letters words are not told apart. A quote without any letter
or digit stands nowhere.
"""


def stands_in(quote: str, passage: str) -> bool:
    """Whether the passage holds the quote."""
    sought, text = _folded(quote), _folded(passage)
    if not any(map(str.isalnum, sought)):
        return False
    place = text.find(sought)
    while place >= 0:
        end = place + len(sought)
        if not (_runs_on(text, place) or _runs_on(text, end)):
            return True
        place = text.find(sought, place + 1)
    return False


def _folded(text: str) -> str:
    return " ".join(text.split())


def _runs_on(text: str, place: int) -> bool:
    """Whether a word or a number goes on across this place."""
    before, after = text[max(0, place - 2) : place], text[place : place + 2]
    if not before or not after:
        return False
    if before[-1].isdigit() and after[0].isdigit():
        return True
    if _is_cased(before[-1]) and _is_cased(after[0]):
        return True
    parted = before + after
    return _is_point(parted, len(before) - 1) or _is_point(parted, len(before))


def _is_point(text: str, place: int) -> bool:
    """Whether a decimal point or a separator of thousands stands there, between two digits."""
    inside = 0 < place < len(text) - 1
    return inside and text[place] in ".," and text[place - 1].isdigit() and text[place + 1].isdigit()


def _is_cased(character: str) -> bool:
    return character.lower() != character.upper()
