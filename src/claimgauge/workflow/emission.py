"""What may be shown of an answer, as a value, and the rules of an organisation for it.

Rules under which an answer that nobody has seen would be shown with what failed in it are not accepted.
"""

from collections.abc import Iterator
from typing import Final, Literal, get_args

import msgspec

from claimgauge.claims import Span
from claimgauge.digests import canonical, digest
from claimgauge.errors import Problem
from claimgauge.labels import Label

Form = Literal["whole", "marked", "trimmed", "template", "withheld"]
Occasion = Literal["release", "caution", "review", "block", "unassessed", "stopped"]
OCCASIONS: Final[tuple[Occasion, ...]] = get_args(Occasion)
SHOWS_FAILED: Final[frozenset[Form]] = frozenset({"whole", "marked"})
UNSEEN: Final[frozenset[Occasion]] = frozenset({"review", "block", "unassessed", "stopped"})
"""Occasions on which nobody has seen the answer, or nobody may."""
Template = Literal["review", "block", "unassessed", "scope", "permission"]


class ReleaseRules(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Which form an answer takes on which occasion, and the words that stand beside it or in its place.

    `failed` are the labels of claims that are marked or removed, each with the note that a mark carries. The
    templates `scope` and `permission` are for requests that were stopped. `leaning` are words, in small letters, by
    which a sentence begins that means something else without the one before it; a trimmed answer needs them.
    """

    schema: Literal["claimgauge.release/1"]
    id: str
    version: str
    title: str = ""
    provisional: bool = False
    forms: dict[Occasion, Form]
    failed: dict[Label, str]
    templates: dict[Template, str]
    leaning: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """`sha256:…` over the canonical form."""
        return digest(canonical(self))


class ReleaseReference(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Which rules decided."""

    id: str
    version: str
    digest: str


class Mark(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """A mark of caution behind a claim: `[!1]` in the text, with its note."""

    number: int
    claim_id: str
    span: Span | None
    labels: tuple[Label, ...]
    note: str


class Removed(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """A claim that does not ship: because it failed, or because it stands in one sentence with one that did."""

    claim_id: str
    span: Span | None
    labels: tuple[Label, ...]
    because: Literal["failed", "same_sentence", "not_released"]


class Shipped(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """A claim that ships, with the evidence that it leans on."""

    claim_id: str
    labels: tuple[Label, ...]
    evidence: tuple[str, ...]


class CitedSource(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """A source of the claims that ship: `[1]` in a marked text."""

    number: int
    source_id: str
    title: str
    evidence: tuple[str, ...]


class Emission(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """What may be shown of one answer. `text` is None where nothing is, and where the case has no answer."""

    schema: Literal["claimgauge.emission/1"] = "claimgauge.emission/1"
    case_id: str
    assessment_id: str
    occasion: Occasion
    form: Form
    reason: str
    text: str | None
    claims: tuple[Shipped, ...] = ()
    marks: tuple[Mark, ...] = ()
    sources: tuple[CitedSource, ...] = ()
    removed: tuple[Removed, ...] = ()
    rules: ReleaseReference


def release_problems(rules: ReleaseRules) -> Iterator[Problem]:
    """What is wrong with release rules beyond their types."""
    for occasion in OCCASIONS:
        form = rules.forms.get(occasion)
        if form is None:
            message = "missing; say what form an answer takes then"
            yield Problem(place=f"forms.{occasion}", code="missing", message=message)
        elif occasion in UNSEEN and form in SHOWS_FAILED:
            message = f"{form} would show what nobody has seen; choose trimmed, template or withheld"
            yield Problem(place=f"forms.{occasion}", code="wrong_value", message=message)
    for name in get_args(Template):
        if not rules.templates.get(name, "").strip():
            yield Problem(place=f"templates.{name}", code="missing", message="missing; write what is shown instead")
    if "trimmed" in rules.forms.values() and not rules.leaning:
        message = "missing; a trimmed answer needs the words by which a sentence leans on the one before it"
        yield Problem(place="leaning", code="missing", message=message)
    if "SUPPORTED" in rules.failed:
        yield Problem(place="failed.SUPPORTED", code="wrong_value", message="a supported claim has not failed")
    for label in ("CONTRADICTED", "UNSUPPORTED", "UNKNOWN"):
        if label not in rules.failed:
            message = "missing; a claim with this label has failed, so it needs a note"
            yield Problem(place=f"failed.{label}", code="missing", message=message)
