"""Evidence rules: for each kind of claim the least evidence, and what becomes of the claim where that is missing.

The wire form is TOML (`schema = "claimgauge.evidence-rules/1"`). Source of the rules that ship:
doi:10.5281/zenodo.21313179, section XI (the five principles) and Table VIII.
"""

from typing import Literal

import msgspec

from claimgauge.digests import canonical, digest
from claimgauge.labels import Label
from claimgauge.register.taxonomy import ClaimKind, Handling, Principle, SourceType, Status


class _Table(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A TOML table: an unknown key is an error."""


class KindRule(_Table, frozen=True, kw_only=True):
    """One row of Table VIII.

    `minimum`: types of sources, one of which is enough; with `primary` only where the source is primary.
    `fallback`: types that are enough where the source says that there is no peer-reviewed version.
    `independent`: types that lift the claim from `status` to verified_in_source. `handling` and `instruction`
    say what to do where the evidence is missing, `label` what an answer with such a claim gets, `denied_label`
    the same where a source that would do may not be read.
    """

    title: str
    minimum: tuple[SourceType, ...]
    primary: bool = False
    fallback: tuple[SourceType, ...] = ()
    independent: tuple[SourceType, ...] = ()
    status: Status
    handling: tuple[Handling, ...]
    instruction: str
    label: Label
    denied_label: Label | None = None


class EvidenceRules(_Table, frozen=True, kw_only=True):
    """The rules of one organisation, or of the paper.

    `vendor`: types that are no independent validation. `dated`: types that carry an access date whether or not
    they are called mutable. `claim_types`: claim types of cases, and the kind that each is.
    """

    schema: Literal["claimgauge.evidence-rules/1"]
    id: str
    version: str
    title: str = ""
    provisional: bool = False
    source: str = ""
    vendor: tuple[SourceType, ...]
    dated: tuple[SourceType, ...]
    principles: dict[Principle, str]
    kinds: dict[ClaimKind, KindRule]
    claim_types: dict[str, ClaimKind] = {}

    @property
    def digest(self) -> str:
        """`sha256:…` over the canonical form of everything in the file but comments."""
        return digest(canonical(self))
