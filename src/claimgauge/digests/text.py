"""Free text in a record: a keyed digest stands for it, so that the text can go and the record still verifies.

A short text ("Yes.") could be guessed from a plain digest; with a key it cannot. The command line
uses the empty key, which protects nothing and says so in its name: whoever needs the protection
gives a key.
"""

import hashlib
import hmac

import msgspec

from claimgauge.errors import CanonicalFormError

TAG = "hmac-sha256:"


class SealedText(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A free text and the keyed digest that stands for it; `text` is None once redacted."""

    digest: str
    text: str | None = None


def text_digest(text: str, *, key: bytes = b"") -> str:
    """`hmac-sha256:` and 64 hexadecimal digits of the UTF-8 form of `text` under `key`."""
    try:
        encoded = text.encode()
    except UnicodeEncodeError as error:
        raise CanonicalFormError(f"no digest of a text that is not Unicode: {error}") from error
    return TAG + hmac.new(key, encoded, hashlib.sha256).hexdigest()


def seal(text: str, *, key: bytes = b"") -> SealedText:
    """The text beside its keyed digest."""
    return SealedText(digest=text_digest(text, key=key), text=text)


def redact(sealed: SealedText) -> SealedText:
    """The same record without the text: its digest, and every digest over it, still verifies."""
    return SealedText(digest=sealed.digest)


def verify_sealed(sealed: SealedText, *, key: bytes = b"") -> bool:
    """Whether the text that is still there is the text that was sealed; a redacted text always is."""
    return sealed.text is None or hmac.compare_digest(sealed.digest, text_digest(sealed.text, key=key))
