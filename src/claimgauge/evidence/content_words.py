"""The words of a text that say what it is about; numbers are among them.

Two texts share content where they share such a word, whatever its case and whether or not it ends in
the `s` of a plural or a verb. English; of other languages every word counts.
"""

import re
from typing import Final

_WORD: Final = re.compile(r"\w+")
_COMMON_WORDS: Final = (
    "a about after all also an and any are as at be been before but by can could did do does for from had has have he "
    "her his i if in into is it its may more most no not of on one only or other our out over shall she should so some "
    "such than that the their them there these they this those to under up was we were what when where which who will "
    "with would you your"
)
COMMON: Final = frozenset(_COMMON_WORDS.split())
"""Words that any text may hold."""


def content_words(text: str) -> list[str]:
    """The content words in order, in small letters and without a closing `s`."""
    words = (word.casefold() for word in _WORD.findall(text))
    return [_stem(word) for word in words if word not in COMMON]


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
