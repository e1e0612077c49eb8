"""What a run narrated: its rows, each with the brief it tells about, which its domain makes again.

A run folder holds no evidence. A brief is made from domain, seed and number of profiles, and counts only
if its digest is the one in the row.
"""

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from claimgauge.errors import InputError, RunError
from claimgauge.narration import Brief
from claimgauge_bench.domain import Domain
from claimgauge_bench.evidence import instances_of
from claimgauge_bench.plan import Plan
from claimgauge_bench.row import BenchRow

DomainOf = Callable[[str, Plan], Domain]
"""A domain by its name in a plan."""
InstanceKey = tuple[str, int, str, str]
"""Domain, seed, profile and goal: what is narrated."""
COMPLETE: Final = "complete"
SIMULATED: Final = "simulated"


class Narrated(NamedTuple):
    """One row, and what it tells about."""

    row: BenchRow
    brief: Brief

    @property
    def key(self) -> InstanceKey:
        """The instance."""
        return instance_key(self.row)

    @property
    def cell(self) -> str:
        """`narrator/setting`."""
        return f"{self.row.narrator}/{self.row.setting}"


class _PlanPart(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    profiles: int | None = None


class _Manifest(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What is needed of a manifest."""

    status: str = ""
    plan: _PlanPart = _PlanPart()


def instance_key(row: BenchRow) -> InstanceKey:
    """The instance of a row."""
    return (row.domain, row.seed, row.profile, row.goal)


def read_narrated(folder: Path, domain_of: DomainOf, *, partial: bool = False) -> tuple[Narrated, ...]:
    """The rows of a run folder with their briefs, in order.

    Raises InputError for a file that cannot be read, RunError for a run that did not come to its end (unless
    `partial`), for a row that no instance of its domain belongs to, and for evidence that is not what was narrated.
    """
    plan = _plan(folder / "plan.toml")
    manifest = _manifest(folder / "manifest.json")
    if manifest.status != COMPLETE and not partial:
        message = f"the run is {manifest.status or 'without a status'!r} and not whole; resume it, or give --partial"
        raise RunError(f"{folder}: {message}")
    rows = tuple(_rows(folder / "rows.jsonl", partial=partial))
    if not rows:
        raise InputError("holds no row; run the benchmark first", source=str(folder / "rows.jsonl"))
    briefs = _briefs(plan, rows, domain_of, profiles=manifest.plan.profiles or plan.profiles)
    return tuple(Narrated(row, _brief(row, briefs, folder)) for row in rows)


def shown_cell(narrated: Narrated) -> str:
    """`narrator/setting`, and that it is simulated where it is."""
    simulated = narrated.row.narration.narrator.kind == SIMULATED
    return f"{narrated.cell} (simulated)" if simulated else narrated.cell


def _briefs(plan: Plan, rows: tuple[BenchRow, ...], domain_of: DomainOf, *, profiles: int) -> dict[InstanceKey, Brief]:
    found = {}
    for name, seed in dict.fromkeys((row.domain, row.seed) for row in rows):
        for each in instances_of(domain_of(name, plan), replace(plan, profiles=profiles), seed):
            found[each.domain, each.seed, each.profile, each.goal] = each.brief
    return found


def _brief(row: BenchRow, briefs: dict[InstanceKey, Brief], folder: Path) -> Brief:
    brief = briefs.get(instance_key(row))
    if brief is None:
        raise RunError(f"{folder}: {row.narration.id}: the domain {row.domain!r} has no such instance any more")
    if brief.graph.digest != row.narration.digest:
        message = "the domain makes other evidence than was narrated; use the version that ran, or run again"
        raise RunError(f"{folder}: {row.narration.id}: {message}")
    return brief


def _rows(path: Path, *, partial: bool) -> Iterator[BenchRow]:
    lines = _bytes(path).split(b"\n")
    decoder = msgspec.json.Decoder(BenchRow)
    for number, line in enumerate(lines, start=1):
        if not line:
            continue
        try:
            yield decoder.decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            if partial and number == len(lines):
                return
            raise InputError(f"is no row of a benchmark: {error}", source=str(path), place=f"line {number}") from error


def _plan(path: Path) -> Plan:
    try:
        return msgspec.convert(tomllib.loads(_bytes(path).decode("utf-8-sig")), Plan)
    except (ValueError, RecursionError) as error:  # not UTF-8, not TOML, or not a plan
        raise InputError(f"is no plan: {error}", source=str(path)) from error


def _manifest(path: Path) -> _Manifest:
    try:
        return msgspec.json.decode(_bytes(path), type=_Manifest)
    except (msgspec.DecodeError, RecursionError) as error:
        raise InputError(f"is no manifest: {error}", source=str(path)) from error


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        message = f"cannot be read: {error.strerror}; name the folder that claimgauge bench run wrote"
        raise InputError(message, source=str(path)) from error
