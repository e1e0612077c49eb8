"""What was decided before a run: contrasts, metrics, directions, and what counts as shown.

The wire form is TOML (`schema = "claimgauge.bench-registration/1"`).
"""

import json
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from claimgauge.digests import canonical, digest
from claimgauge.errors import DocumentError, InputError, Problem
from claimgauge.readers import read_document
from claimgauge_bench.contrasts.contrast import Metric, Side
from claimgauge_bench.contrasts.planned import planned_contrasts
from claimgauge_bench.measures import Cluster
from claimgauge_bench.plan import Plan

Direction = Literal["higher", "lower", "different"]
Rule = Literal["interval_excludes_zero", "adjusted_interval_excludes_zero"]
Exclusion = Literal["unpaired", "no_reply"]
"""`unpaired`: instances of one side only may be left out. `no_reply`: so may pairs in which a side had no reply."""


class _Table(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """A TOML table: an unknown key is an error."""


class RegisteredContrast(_Table, frozen=True, kw_only=True):
    """B against A in one metric, the direction that is expected, and the rule by which it counts as shown."""

    name: str
    domain: str = ""
    a: Side
    b: Side
    metric: Metric
    direction: Direction
    rule: Rule = "interval_excludes_zero"


class Registration(_Table, frozen=True, kw_only=True):
    """`plan` is the digest of the plan, `registered` a time with offset. The draws are part of what is decided."""

    schema: Literal["claimgauge.bench-registration/1"]
    id: str
    plan: str
    registered: str
    note: str = ""
    iterations: Annotated[int, msgspec.Meta(ge=1)] = 10_000
    seed: int = 7
    level: Annotated[float, msgspec.Meta(gt=0, lt=1)] = 0.95
    cluster: Cluster = "instance"
    smallest_sample: Annotated[int, msgspec.Meta(ge=1)] = 6
    allowed_exclusions: tuple[Exclusion, ...] = ()
    contrasts: tuple[RegisteredContrast, ...]

    @property
    def digest(self) -> str:
        """Over all of it."""
        return digest(canonical(self))


def plan_digest(plan: Plan) -> str:
    """The digest of what a plan says, however its file is laid out."""
    return digest(canonical(plan))


def load_registration(path: Path) -> Registration:
    """The registration in a file. Raises InputError and DocumentError."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(path)) from error
    found = read_document(raw, Registration, source=str(path))
    if moment(found.registered) is None:
        message = f"is {found.registered!r}; give a time with offset, such as 2026-01-31T09:00:00+00:00"
        raise DocumentError(str(path), [Problem(place="registered", code="wrong_value", message=message)])
    return found


def moment(text: str) -> datetime | None:
    """A time with offset; None for anything else."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


def skeleton(plan: Plan, *, registered: str) -> str:
    """A registration to begin with: each contrast of settings, on survival and on what ships."""
    lines = [
        f"schema = {_text('claimgauge.bench-registration/1')}",
        f"id = {_text(plan.id)}",
        f"plan = {_text(plan_digest(plan))}",
        f"registered = {_text(registered)}",
        "iterations = 10000",
        "seed = 7",
        "level = 0.95",
        'cluster = "instance"                  # or "profile": instances of one profile are drawn together',
        "smallest_sample = 30                  # pairs; a contrast with fewer is not testable",
        'allowed_exclusions = []               # "unpaired", "no_reply"',
        "",
        "# Keep what you want to decide, set its direction (higher, lower, different), and delete the rest.",
    ]
    for each in planned_contrasts(plan):
        if each.kind == "settings":
            for metric in ("survival", "shipped"):
                lines += [
                    "",
                    "[[contrasts]]",
                    f"name = {_text(f'{each.name}, {metric}')}",
                    f"domain = {_text(each.domain)}",
                    f"a = {_side(each.a)}",
                    f"b = {_side(each.b)}",
                    f"metric = {_text(metric)}",
                    'direction = "higher"',
                    'rule = "interval_excludes_zero"',
                ]
    return "\n".join(lines) + "\n"


def _side(side: Side) -> str:
    return f"{{ narrator = {_text(side.narrator)}, setting = {_text(side.setting)} }}"


def _text(text: str) -> str:
    """A basic string of TOML."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
