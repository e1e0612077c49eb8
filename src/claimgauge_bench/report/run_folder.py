"""A run folder as the report reads it: the plan, the manifest, the rows."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from claimgauge.digests import digest
from claimgauge.errors import InputError, RunError
from claimgauge.narration import NarratorKind
from claimgauge_bench.measures import InstanceKey, RowTotals, row_totals
from claimgauge_bench.plan import Plan
from claimgauge_bench.row import BenchRow
from claimgauge_bench.run import MANIFEST, PLAN, ROWS, Manifest, load_plan
from claimgauge_bench.run.manifest import decoded

_ROW: Final = msgspec.json.Decoder(BenchRow)


class Narrators(NamedTuple):
    """What rows say about who narrated and who judged; each is the same in all rows of a narrator."""

    kinds: dict[str, NarratorKind]
    models: dict[str, str]
    presets: frozenset[str]
    not_checked: tuple[str, ...]
    contracts: dict[str, str]


class RunRows(NamedTuple):
    """What a run left behind: its plan, as far as it was run, its manifest, and its rows as numbers."""

    name: str
    plan: Plan
    manifest: Manifest
    rows: tuple[RowTotals, ...]
    narrators: Narrators

    @property
    def partial(self) -> bool:
        """Whether the run did not come to its end."""
        return self.manifest.status != "complete"


def read_run(folder: Path, *, partial: bool = False) -> RunRows:
    """A run folder. Raises InputError for a file that cannot be read, RunError for a run that has no end.

    With `partial`, such a run is read as far as it went.
    """
    manifest = _manifest(folder / MANIFEST)
    file = load_plan(str(folder / PLAN), profiles=manifest.plan.profiles)
    plan = file.plan
    if manifest.status != "complete" and not partial:
        message = f"the run is {manifest.status!r} and not whole; resume it, or give --partial to report what there is"
        raise RunError(f"{folder}: {message}")
    rows, said = _rows(folder / ROWS, plan, partial=partial)
    if not rows:
        raise InputError("holds no row; run the benchmark first", source=str(folder / ROWS))
    if manifest.status == "complete":
        _check_whole(folder, manifest, plan=file.digest, rows=len(rows))
    return RunRows(folder.resolve().name, plan, manifest, rows, said)


def _check_whole(folder: Path, manifest: Manifest, *, plan: str, rows: int) -> None:
    """Raise RunError where plan or rows are not those that the run ended with."""
    changed = {
        PLAN: plan != manifest.plan.digest,
        ROWS: rows != manifest.counts.rows or digest(_bytes(folder / ROWS)) != manifest.rows_digest,
    }
    if names := [name for name, is_changed in changed.items() if is_changed]:
        message = f"{' and '.join(names)} changed after the run had ended; run it again in a new folder"
        raise RunError(f"{folder}: {message}")


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        message = f"cannot be read: {error.strerror}; name the folder that claimgauge bench run wrote"
        raise InputError(message, source=str(path)) from error


def _manifest(path: Path) -> Manifest:
    try:
        return decoded(_bytes(path))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"is no manifest: {error}", source=str(path)) from error


def _rows(path: Path, plan: Plan, *, partial: bool) -> tuple[tuple[RowTotals, ...], Narrators]:
    """The rows as numbers. A row that stands twice is refused; the last line of a partial run may be cut off."""
    said = Narrators({}, {}, frozenset(), (), {})
    seen: set[tuple[InstanceKey, str, str]] = set()
    rows = []
    for place, row in _decoded(path, partial=partial):
        for kind, given, known in _names(row, plan):
            if given not in known:
                message = f"{given!r} is no {kind} of the plan, it has {', '.join(known)}"
                raise InputError(message, source=str(path), place=f"{place}.{kind}")
        totals = row_totals(row, plan.emission.settings)
        name = (totals.key, row.narrator, row.setting)
        if name in seen:
            message = (
                f"{totals.key} of {row.narrator!r} under {row.setting!r} stands there twice; remove one of the two"
            )
            raise InputError(message, source=str(path), place=place)
        seen.add(name)
        said = _with(said, row)
        rows.append(totals)
    return tuple(rows), said


def _names(row: BenchRow, plan: Plan) -> tuple[tuple[str, str, Iterable[str]], ...]:
    return (
        ("domain", row.domain, plan.domains),
        ("narrator", row.narrator, plan.narrators),
        ("setting", row.setting, plan.settings),
    )


def _decoded(path: Path, *, partial: bool) -> Iterator[tuple[str, BenchRow]]:
    lines = _bytes(path).split(b"\n")
    for number, line in enumerate(lines, start=1):
        if not line:
            continue
        try:
            row = _ROW.decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            if partial and number == len(lines):
                return
            raise InputError(f"is no row of a benchmark: {error}", source=str(path), place=f"line {number}") from error
        if not _is_whole(row):
            message = "names a kept attempt that does not fit its claims; run the benchmark again"
            raise InputError(message, source=str(path), place=f"line {number}")
        yield f"line {number}", row


def _is_whole(row: BenchRow) -> bool:
    told = row.narration
    if told.kept is None:
        return not told.claims
    if not 0 <= told.kept < len(told.attempts):
        return False
    best = told.attempts[told.kept]
    return len(told.claims) == len(best.claims) == len(best.verdicts)


def _with(said: Narrators, row: BenchRow) -> Narrators:
    told = row.narration
    said.kinds.setdefault(row.narrator, told.narrator.kind)
    said.models.setdefault(row.narrator, told.narrator.model)
    said.contracts.setdefault(f"{told.contract.id} {told.contract.version}", told.contract.digest)
    return said._replace(
        presets=said.presets | {told.preset},
        not_checked=tuple(dict.fromkeys((*said.not_checked, *told.not_checked))),
    )
