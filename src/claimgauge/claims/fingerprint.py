"""The mark by which the same claim is recognised when it comes again.

Case, spacing and Unicode form do not tell claims apart; anything else does.
"""

import unicodedata

from claimgauge.digests import text_digest


def fingerprint(text: str) -> str:
    """The same for texts that are equal after NFKC, case folding and folding of white space."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return text_digest(" ".join(folded.split()))
