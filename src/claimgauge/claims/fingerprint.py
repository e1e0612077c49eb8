"""The mark by which the same claim is recognised when it comes again.

Case, spacing and the form in which a character is written (full width, composed or not) do not tell
claims apart; anything else does, raised and lowered digits included: 10² is not 102.
"""

import unicodedata

from claimgauge.digests import text_digest

KEPT = ("<super>", "<sub>", "<fraction>")
"""Compatibility forms that carry a meaning of their own."""


def fingerprint(text: str) -> str:
    """The same for texts that are equal but for case, white space and the form of their characters."""
    plain = "".join(map(_plain_form, unicodedata.normalize("NFC", text)))
    return text_digest(" ".join(unicodedata.normalize("NFC", plain).casefold().split()))


def _plain_form(character: str) -> str:
    if character.isascii() or unicodedata.decomposition(character).startswith(KEPT):
        return character
    return unicodedata.normalize("NFKC", character)
