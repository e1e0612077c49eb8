"""From a run folder to its report."""

from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from itertools import groupby
from typing import Final

import msgspec

from claimgauge.readers import read_document
from claimgauge_bench.contrasts import (
    Registration,
    all_contrasts,
    best_of,
    plan_digest,
    registration_notices,
    spread_of,
)
from claimgauge_bench.measures import (
    Cell,
    Draws,
    PriceList,
    RowTotals,
    cell_of,
    columns,
    ratio,
)
from claimgauge_bench.report import words
from claimgauge_bench.report.document import (
    BenchReport,
    CellSpread,
    DrawsReference,
    PlanReference,
    Published,
    RegistrationReference,
    RunReference,
)
from claimgauge_bench.report.run_folder import RunRows

FEW: Final = 30
"""Units below which percentile intervals are noticeably too narrow."""
SIMULATED: Final = "simulated"


def bench_report(
    run: RunRows, draws: Draws, *, registration: Registration | None = None, prices: PriceList | None = None
) -> BenchReport:
    """The report of a run. Raises InputError where the registration names what the plan does not have.

    ValueError for draws that are too few for their level.
    """
    digest = plan_digest(run.plan)
    groups = _groups(run)
    cells = tuple(_cell(run, rows, draws, prices) for rows in groups)
    faults = _faults(run, draws, digest, registration)
    found = all_contrasts(run.rows, run.plan, draws, registration=registration, void="; ".join(faults))
    missing = _missing(groups)
    return BenchReport(
        notices=tuple(_notices(run, cells, draws, registration, faults, missing=missing)),
        plan=PlanReference(id=run.plan.id, version=run.plan.version, title=run.plan.title, digest=digest),
        run=RunReference(
            name=run.name,
            status=run.manifest.status,
            partial=run.partial,
            started=run.manifest.times.started,
            rows=len(run.rows),
            missing=missing,
            manifest=msgspec.to_builtins(run.manifest),
        ),
        simulated=_simulated(run),
        preset=tuple(sorted(run.narrators.presets)),
        not_checked=run.narrators.not_checked,
        contracts=run.narrators.contracts,
        draws=DrawsReference(**draws._asdict()),
        cells=cells,
        spreads=tuple(_spread(rows) for rows in groups if len({row.key.seed for row in rows}) > 1),
        contrasts=found.contrasts,
        families=found.families,
        registration=None
        if registration is None
        else RegistrationReference(
            id=registration.id,
            digest=registration.digest,
            plan=registration.plan,
            registered=registration.registered,
            note=registration.note,
            smallest_sample=registration.smallest_sample,
            allowed_exclusions=registration.allowed_exclusions,
            decisions=found.decisions,
        ),
        best_of=best_of(cells, run.plan),
        published=_published(run.plan.domains),
    )


def _groups(run: RunRows) -> list[list[RowTotals]]:
    """The rows of each cell, in the order of the plan."""
    domains, narrators, settings = list(run.plan.domains), list(run.plan.narrators), list(run.plan.settings)

    def place(row: RowTotals) -> tuple[int, int, int]:
        return domains.index(row.key.domain), narrators.index(row.narrator), settings.index(row.setting)

    return [list(rows) for _, rows in groupby(sorted(run.rows, key=place), key=place)]


def _cell(run: RunRows, rows: Sequence[RowTotals], draws: Draws, prices: PriceList | None) -> Cell:
    first = rows[0]
    kind = run.narrators.kinds[first.narrator]
    mechanical = run.plan.settings[first.setting].mechanical
    return cell_of(rows, draws, kind=kind, mechanical=mechanical, prices=prices)


def _simulated(run: RunRows) -> tuple[str, ...]:
    return tuple(name for name, kind in run.narrators.kinds.items() if kind == SIMULATED)


def _spread(rows: Sequence[RowTotals]) -> CellSpread:
    totals = {
        seed: [sum(column) for column in zip(*map(columns, own), strict=True)]
        for seed, own in (
            (seed, [r for r in rows if r.key.seed == seed]) for seed in sorted({r.key.seed for r in rows})
        )
    }
    survival = {seed: ratio(each[1], each[0]) for seed, each in totals.items()}
    return CellSpread(
        domain=rows[0].key.domain,
        narrator=rows[0].narrator,
        setting=rows[0].setting,
        survival=spread_of({seed: value for seed, value in survival.items() if value is not None}),
        shipped=spread_of({seed: each[2] / each[4] for seed, each in totals.items()}),
    )


def _missing(groups: Iterable[Sequence[RowTotals]]) -> int:
    """How many rows are missing so that every cell of a domain had the same instances."""
    by_domain: dict[str, list[set[object]]] = {}
    for rows in groups:
        by_domain.setdefault(rows[0].key.domain, []).append({row.key for row in rows})
    return sum(len(set().union(*cells)) - len(cell) for cells in by_domain.values() for cell in cells)


def _notices(
    run: RunRows,
    cells: Sequence[Cell],
    draws: Draws,
    registration: Registration | None,
    faults: Sequence[str],
    *,
    missing: int,
) -> Iterator[str]:
    if run.partial:
        status = run.manifest.status
        yield f"partial run: its status is {status!r}, and these are the {len(run.rows):,} rows that there are"
    if simulated := _simulated(run):
        names = ", ".join(simulated)
        yield f"simulated: {names} {words.SIMULATED}"
    if missing:
        yield f"{missing:,} {words.MISSING}"
    if len(run.narrators.presets) > 1:
        yield f"rows were judged under {' and '.join(sorted(run.narrators.presets))}: they are not alike"
    if registration is None:
        yield "nothing was registered before this run: every contrast is exploratory"
    yield from faults
    fewest = min(cell.units for cell in cells)
    if fewest < FEW:
        yield f"the smallest cell has {fewest} {draws.cluster}s; with fewer than {FEW}, intervals are too narrow"


def _faults(run: RunRows, draws: Draws, digest: str, registration: Registration | None) -> tuple[str, ...]:
    """Why what was registered decides nothing about this run; nothing where it does."""
    if registration is None:
        return ()
    said = registration_notices(registration, plan=digest, started=run.manifest.times.started)
    drawn = "the intervals were drawn in another way than was registered"
    return (*said, drawn) if _registered_draws(registration) != draws else said


def _registered_draws(registration: Registration) -> Draws:
    return Draws(registration.iterations, registration.seed, registration.level, registration.cluster)


def _published(domains: Iterable[str]) -> tuple[Published, ...]:
    """The published figures that ship for these domains."""
    wanted = set(domains)
    folder = files("claimgauge_bench").joinpath("data", "published")
    shipped = sorted((each for each in folder.iterdir() if each.name.endswith(".toml")), key=lambda each: each.name)
    found = [read_document(each.read_bytes(), Published, source=each.name) for each in shipped]
    return tuple(each for each in found if each.domain in wanted)
