"""Whether a text is in the language of the tables: by its script and its most frequent words.

It is a small test and says no more than it can: a text is read where most of its letters are Latin
and it has at least as many of the language's short words as of those of others. Without any of
either (a few words, a list of names) plain ASCII letters are enough.
"""

import unicodedata
from typing import Literal

from claimgauge.claims.tables import LanguageWords
from claimgauge.claims.words import phrase_words

Language = Literal["en", "other"]
ENOUGH = 20_000
"""Characters that are looked at."""
MANY = 30
"""Words from which on a text has some of the short ones among them."""
FEW = 0.03
"""Share of short words under which such a text is not in the language."""


def language_of(text: str, words: LanguageWords) -> Language:
    """`en`, or `other` where the text is not read; `other` for a text without letters."""
    sample = text[:ENOUGH]
    letters = [each for each in sample if each.isalpha()]
    if not letters or not words.own:
        return "other"
    latin = sum(each.isascii() or unicodedata.name(each, "").startswith("LATIN") for each in letters)
    if latin * 10 < len(letters) * 7:
        return "other"
    found = [word for word in phrase_words(sample) if word[0].isalpha()]
    own_words, other_words = frozenset(words.own), frozenset(words.other)
    own, other = sum(each in own_words for each in found), sum(each in other_words for each in found)
    if own == other == 0:
        return "en" if len(found) < MANY and all(map(str.isascii, letters)) else "other"
    is_sparse = len(found) >= MANY and own < FEW * len(found)
    return "en" if own >= other and not is_sparse else "other"
