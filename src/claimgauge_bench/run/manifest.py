"""What a run was made by and of, and how far it came; `manifest.json` of a run folder.

Only `times` differs between two runs of one plan with one code over the same data.
"""

from typing import Final, Literal

import msgspec

from claimgauge.narration import NarratorReference

SCHEMA: Final = "claimgauge.bench-manifest/1"
Status = Literal["running", "complete", "aborted"]


class _Part(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel", forbid_unknown_fields=True):
    """A part of the manifest: an unknown key is an error."""


class PlanReference(_Part, frozen=True, kw_only=True):
    """Which plan was run; `digest` covers the number of profiles too."""

    id: str
    version: str
    digest: str
    profiles: int
    preset: str


class CodeReference(_Part, frozen=True, kw_only=True):
    """What ran: `digest` covers every module and document of both packages."""

    version: str
    digest: str
    python: str


class ModelIdentity(_Part, frozen=True, kw_only=True):
    """A model as it was configured, and as its endpoint named it, sorted; `recording` is a file of the folder."""

    configured: str
    settings: str
    recording: str
    served: tuple[str, ...] = ()


class Counts(_Part, frozen=True, kw_only=True):
    """`cells` are to be done, `rows` are done.

    `calls` are the different prompts that models were asked, `failed` those of them that came to nothing, and
    `failures` the same by kind.
    """

    cells: int
    rows: int = 0
    calls: int = 0
    failed: int = 0
    failures: dict[str, int] = {}


class Times(_Part, frozen=True, kw_only=True):
    """When the run was begun for the first time, and when it ended; RFC 3339."""

    started: str
    ended: str | None = None


class Manifest(_Part, frozen=True, kw_only=True):
    """The manifest. `instances` has a digest for each `domain/seed` that was begun.

    `rows_digest` is over the bytes of `rows.jsonl`, once the run has ended. `contracts` are by domain, `narrators` by
    domain and name in the plan, `models` and `mistakes` by that name.
    """

    schema: Literal["claimgauge.bench-manifest/1"] = SCHEMA
    status: Status
    reason: str = ""
    code: CodeReference
    plan: PlanReference
    seeds: tuple[int, ...]
    contracts: dict[str, str]
    narrators: dict[str, dict[str, NarratorReference]]
    mistakes: dict[str, str]
    models: dict[str, ModelIdentity]
    instances: dict[str, str] = {}
    counts: Counts
    rows_digest: str = ""
    times: Times


_decoder: Final = msgspec.json.Decoder(Manifest)


def decoded(raw: bytes) -> Manifest:
    """The manifest of these bytes. Raises msgspec.DecodeError."""
    return _decoder.decode(raw)


def encoded(manifest: Manifest) -> bytes:
    """The bytes of a manifest, laid out for reading."""
    return msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"


def begun_by(manifest: Manifest) -> dict[str, str]:
    """What must be the same when a run goes on, each as a text: place → value."""
    parts = {
        "plan": manifest.plan.digest,
        "version": manifest.code.version,
        "code": manifest.code.digest,
    }
    for name in ("contracts", "mistakes"):
        parts |= {f"{name}.{key}": value for key, value in getattr(manifest, name).items()}
    for domain, narrators in manifest.narrators.items():
        parts |= {f"narrators.{domain}.{key}": repr(value) for key, value in narrators.items()}
    parts |= {f"models.{key}": f"{each.configured} {each.settings}" for key, each in manifest.models.items()}
    return parts
