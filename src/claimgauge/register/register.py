"""A register: the claims that a document makes, where they stand, what they lean on, and what was found of them.

The wire form is TOML (`schema = "claimgauge.register/1"`). Source: doi:10.5281/zenodo.21313179, section XI.
"""

from typing import Literal

import msgspec

from claimgauge.digests import canonical, digest
from claimgauge.register.taxonomy import ClaimKind, SourceType, Status


class _Table(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A TOML table: an unknown key is an error."""


class RegisteredSource(_Table, frozen=True, kw_only=True):
    """One source. `locator` says where it is found, `accessed` when it was looked up (a date).

    `primary`: it is where the claim comes from, and does not repeat somebody. `mutable`: what stands there
    can change. `accessible`: whoever keeps the register may read it. `no_peer_reviewed_version`: somebody
    looked, and this preprint has none. `binding`: it says itself that what it holds is a requirement.
    """

    id: str
    type: SourceType
    title: str
    locator: str
    primary: bool
    mutable: bool
    accessed: str = ""
    accessible: bool = True
    no_peer_reviewed_version: bool = False
    binding: bool = False


class Place(_Table, frozen=True, kw_only=True):
    """Where a claim stands: a page (a path, or words such as *section II*), and text that has to stand there."""

    page: str
    anchor: str = ""


class RegisteredClaim(_Table, frozen=True, kw_only=True):
    """One claim, in words of the register.

    `provisional`: its value is marked as provisional wherever it stands. `interpretation`: it is what the
    author reads out of the sources, not what they say. `requirement`: it says that something must be done.
    """

    id: str
    text: str
    kind: ClaimKind
    places: tuple[Place, ...]
    sources: tuple[str, ...] = ()
    status: Status
    provisional: bool = False
    interpretation: bool = False
    requirement: bool = False
    note: str = ""


class Register(_Table, frozen=True, kw_only=True):
    """The sources and the claims of one document, one system or one folder of pages."""

    schema: Literal["claimgauge.register/1"]
    id: str
    version: str
    title: str = ""
    source: str = ""
    sources: tuple[RegisteredSource, ...] = ()
    claims: tuple[RegisteredClaim, ...] = ()

    @property
    def digest(self) -> str:
        """`sha256:…` over the canonical form of everything in the file but comments."""
        return digest(canonical(self))
