"""What a benchmark is to do, as a document: domains, seeds, narrators and settings; every cell is run.

The wire form is TOML (`schema = "claimgauge.bench-plan/1"`).
"""

from typing import Annotated, Literal

import msgspec

from claimgauge.narration import EmissionPolicy, EmissionSettings, PromptedForm, ReplyBounds, Retention


class _Table(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """A TOML table: an unknown key is an error."""


class TemplateEntry(_Table, frozen=True, kw_only=True, tag_field="kind", tag="template"):
    """The template narrator."""


class SimulatedEntry(_Table, frozen=True, kw_only=True, tag_field="kind", tag="simulated"):
    """A simulated narrator: `mistakes` names a file of rates that ships, or the path of one."""

    mistakes: str


class ModelEntry(_Table, frozen=True, kw_only=True, tag_field="kind", tag="model"):
    """A language model under one form of prompt: `model` is the file of its settings, relative to the plan.

    `reply` bounds what it may say; see `claimgauge.narration.ReplyBounds`.
    """

    model: str
    form: PromptedForm
    reply: ReplyBounds = ReplyBounds()


NarratorEntry = TemplateEntry | SimulatedEntry | ModelEntry


class SettingEntry(_Table, frozen=True, kw_only=True):
    """How failures are repaired; see `claimgauge.workflow.NarrationSettings`."""

    passes: Annotated[int, msgspec.Meta(ge=0, le=8)] = 0
    hints: bool = False
    mechanical: bool = False
    retention: Retention = "fewest_failing"


class EmissionEntry(_Table, frozen=True, kw_only=True):
    """What ships; see `claimgauge.narration.EmissionSettings`."""

    policy: EmissionPolicy = "permissive"
    min_verified: Annotated[int, msgspec.Meta(ge=1)] = 1
    fallback: Literal["template", "nothing"] = "nothing"

    @property
    def settings(self) -> EmissionSettings:
        """The same as the narration takes it."""
        return EmissionSettings(policy=self.policy, min_verified=self.min_verified, fallback=self.fallback)


class CasesEntry(_Table, frozen=True, kw_only=True):
    """A domain of the user's own: a file of cases, relative to the plan, and a contract that ships or a path."""

    path: str
    contract: str


class Plan(_Table, frozen=True, kw_only=True):
    """`profiles` of each domain and seed. Narrators and settings go by the names that rows carry.

    `domains` are names that ship, or names of `cases`. `most_nodes` bounds the evidence of an instance, for models
    that read slowly: see `claimgauge_bench.evidence.cut`.
    """

    schema: Literal["claimgauge.bench-plan/1"]
    id: str
    version: str
    title: str = ""
    domains: tuple[str, ...]
    cases: dict[str, CasesEntry] = {}
    seeds: tuple[int, ...] = (42,)
    profiles: Annotated[int, msgspec.Meta(ge=1)] = 50
    most_nodes: Annotated[int, msgspec.Meta(ge=1)] | None = None
    preset: Literal["released", "strict"] = "released"
    most_failed_calls: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.05
    narrators: dict[str, NarratorEntry]
    settings: dict[str, SettingEntry]
    emission: EmissionEntry = EmissionEntry()
