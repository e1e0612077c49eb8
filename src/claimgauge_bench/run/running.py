"""Runs a plan: cell by cell into a run folder, on from where an earlier start was stopped.

Source: VERITYGATE (arXiv 2610.00833v1): a run with more than 5 % failed provider calls aborts.
"""

import asyncio
import datetime as dt
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from claimgauge.digests import digest
from claimgauge.errors import RunError
from claimgauge_bench.domain import Instance
from claimgauge_bench.evidence import instances_of
from claimgauge_bench.plan import Plan
from claimgauge_bench.row import BenchRow
from claimgauge_bench.run.calls import CallTally
from claimgauge_bench.run.cast import Cast, Part, gathered
from claimgauge_bench.run.cells import Cell, cells
from claimgauge_bench.run.code import code_reference
from claimgauge_bench.run.folder import RunFolder
from claimgauge_bench.run.manifest import Counts, Manifest, PlanReference, Status, Times
from claimgauge_bench.run.plans import PlanFile
from claimgauge_bench.run.sources import Sources, shipped_sources

Progress = Callable[[int, int], None]
"""Told after each row how many of how many rows are done."""
Clock = Callable[[], dt.datetime]
"""What time it is, with its offset."""
_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(BenchRow)


class _Batch(NamedTuple):
    """The instances of one domain and seed, and how many cells of the plan come before theirs."""

    part: Part
    seed: int
    start: int
    cells: int

    @property
    def name(self) -> str:
        return f"{self.part.domain.name}/{self.seed}"


def run_plan(
    file: PlanFile,
    folder: Path,
    *,
    now: Clock,
    sources: Sources | None = None,
    progress: Progress | None = None,
) -> Manifest:
    """Do what is left of a plan in its folder; the manifest of the run when it is complete.

    Of a run that was aborted, what follows the first failed call is done anew. Raises RunError where too
    many calls failed (the rows so far stay, and the manifest says why), and where the folder is
    not of this plan or cannot be written.
    """
    with RunFolder(folder) as opened:
        tally = CallTally()
        cast = gathered(file, sources or shipped_sources(), folder, tally)
        batches = tuple(_batches(file.plan, cast))
        manifest = opened.begin(_begun(file, cast, batches, now), file.raw)
        run = _Run(file.plan, cast, batches, opened, tally, now, progress or (lambda _done, _total: None))
        return asyncio.run(run.go_on(manifest))


def _batches(plan: Plan, cast: Cast) -> Iterator[_Batch]:
    start = 0
    for part in cast.parts.values():
        size = plan.profiles * len(part.domain.goals) * len(plan.narrators) * len(plan.settings)
        for seed in plan.seeds:
            yield _Batch(part, seed, start, size)
            start += size


def _begun(file: PlanFile, cast: Cast, batches: tuple[_Batch, ...], now: Clock) -> Manifest:
    plan = file.plan
    return Manifest(
        status="running",
        code=code_reference(),
        plan=PlanReference(
            id=plan.id, version=plan.version, digest=file.digest, profiles=plan.profiles, preset=plan.preset
        ),
        seeds=plan.seeds,
        contracts={name: part.contract.digest for name, part in cast.parts.items()},
        narrators={
            domain: {name: narrator.reference for name, narrator in part.narrators.items()}
            for domain, part in cast.parts.items()
        },
        mistakes={name: rates.digest for name, rates in cast.mistakes.items()},
        models=cast.models,
        counts=Counts(cells=sum(batch.cells for batch in batches)),
        times=Times(started=_written(now())),
    )


def _written(time: dt.datetime) -> str:
    return time.isoformat(timespec="seconds")


class _Run:
    """One start of a run."""

    def __init__(
        self,
        plan: Plan,
        cast: Cast,
        batches: tuple[_Batch, ...],
        folder: RunFolder,
        tally: CallTally,
        now: Clock,
        progress: Progress,
    ) -> None:
        self._plan = plan
        self._cast = cast
        self._batches = batches
        self._folder = folder
        self._tally = tally
        self._now = now
        self._progress = progress

    async def go_on(self, manifest: Manifest) -> Manifest:
        """Take up the rows that are there, and do the others."""
        total = manifest.counts.cells
        for kept in self._folder.take_up(most=total, anew_from_failure=manifest.status == "aborted"):
            if self._cast.models:
                self._tally.add(_decoder.decode(kept.line).narration)
        if manifest.status == "complete" and self._folder.kept == total:
            return manifest
        manifest = replace(manifest, status="running", reason="")
        self._check(manifest, ended=False)
        for batch in self._batches:
            if self._folder.kept >= batch.start + batch.cells and batch.name in manifest.instances:
                continue
            instances = self._instances(batch)
            manifest = self._known(manifest, batch, instances)
            await self._do(batch, instances, manifest)
        self._check(manifest, ended=True)
        return self._ended(manifest, "complete")

    def _instances(self, batch: _Batch) -> tuple[Instance, ...]:
        domain = batch.part.domain
        instances = instances_of(domain, self._plan, batch.seed)
        if len(instances) != (expected := self._plan.profiles * len(domain.goals)):
            raise RunError(f"domain {domain.name} has {len(instances)} instances of seed {batch.seed}, not {expected}")
        return instances

    def _known(self, manifest: Manifest, batch: _Batch, instances: tuple[Instance, ...]) -> Manifest:
        """The manifest with the digest of these instances. Raises RunError where it had another."""
        found = digest(_encoder.encode(instances))
        if (then := manifest.instances.get(batch.name, found)) != found:
            message = f"the instances of {batch.name} were {then[:19]}… and are {found[:19]}… now"
            raise RunError(f"{self._folder.path}: {message}; begin a new folder")
        changed = replace(manifest, instances={**manifest.instances, batch.name: found})
        self._folder.write(changed)
        return changed

    async def _do(self, batch: _Batch, instances: tuple[Instance, ...], manifest: Manifest) -> None:
        for number, cell in enumerate(cells(self._plan, instances), start=batch.start):
            if number < self._folder.kept:
                continue
            row = await self._row(batch.part, cell)
            self._folder.add(_encoder.encode(row) + b"\n", failed=self._tally.add(row.narration))
            self._progress(self._folder.kept, manifest.counts.cells)
            self._check(manifest, ended=False)
            await asyncio.sleep(0)  # here, and nowhere within a row, an interrupted run ends

    async def _row(self, part: Part, cell: Cell) -> BenchRow:
        instance = cell.instance
        return BenchRow(
            domain=instance.domain,
            seed=instance.seed,
            profile=instance.profile,
            goal=instance.goal,
            narrator=cell.narrator,
            setting=cell.setting,
            strata=instance.strata,
            narration=await part.narrating[cell.narrator, cell.setting].narrate(instance.brief),
        )

    def _check(self, manifest: Manifest, *, ended: bool) -> None:
        """Raises RunError, and says so in the manifest, where too many calls failed."""
        if why := self._tally.why_too_many(self._plan.most_failed_calls, ended=ended):
            self._ended(manifest, "aborted", reason=why)
            counts = f"{self._folder.kept} of {manifest.counts.cells} rows are kept"
            message = f"aborted: {why}; {counts}; start it again, and it goes on from the first failed call"
            raise RunError(f"{self._folder.path}: {message}")

    def _ended(self, manifest: Manifest, status: Status, *, reason: str = "") -> Manifest:
        tally = self._tally
        ended = replace(
            manifest,
            status=status,
            reason=reason,
            models={
                name: replace(each, served=tally.served(each.configured)) for name, each in manifest.models.items()
            },
            counts=Counts(
                cells=manifest.counts.cells,
                rows=self._folder.kept,
                calls=tally.calls,
                failed=tally.failed,
                failures=tally.failures,
            ),
            rows_digest=self._folder.rows_digest(),
            times=replace(manifest.times, ended=_written(self._now())),
        )
        self._folder.write(ended)
        return ended
