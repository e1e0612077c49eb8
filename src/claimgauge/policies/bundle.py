"""A bundle of policies: what it says of itself, the policies, their schema, and what is known beforehand."""

from typing import Final, Literal, NamedTuple

import msgspec

from claimgauge.digests import canonical, digest
from claimgauge.workflow import PoliciesReference

SCHEMA: Final = "claimgauge.policies/1"
DOCUMENT: Final = "bundle.toml"
POLICIES: Final = "policies.cedar"
CEDAR_SCHEMA: Final = "schema.cedarschema"
JSON_SCHEMA: Final = "schema.json"
ENTITIES: Final = "entities.json"
EXAMPLES: Final = "tests.toml"
FILES: Final = (DOCUMENT, POLICIES, CEDAR_SCHEMA, JSON_SCHEMA, ENTITIES, EXAMPLES)
"""The files that a bundle may hold; of the two schemas exactly one."""


class PoliciesDocument(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    """What a bundle says of itself, in `bundle.toml`.

    `principal`: whether somebody who is known has to ask. `opaque`: whether a source that no policy
    permits to read is hidden with its id.
    """

    schema: Literal["claimgauge.policies/1"]
    id: str
    version: str
    title: str
    provisional: bool = False
    source: str = ""
    principal: Literal["required", "optional"] = "required"
    opaque: bool = False


class Bundle(NamedTuple):
    """The files of a bundle, read; `name` is how messages call it, `files` its texts by name, sorted."""

    name: str
    document: PoliciesDocument
    files: tuple[tuple[str, str], ...]

    def text(self, file: str) -> str | None:
        """The text of one file, None where the bundle has none."""
        return dict(self.files).get(file)

    @property
    def digest(self) -> str:
        """`sha256:…` over every file of the bundle by its name; line endings do not enter."""
        return digest(canonical({name: text.replace("\r\n", "\n") for name, text in self.files}))

    @property
    def reference(self) -> PoliciesReference:
        """Which policies these are."""
        return PoliciesReference(id=self.document.id, version=self.document.version, digest=self.digest)
