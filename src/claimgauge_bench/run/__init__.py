"""From a plan to a run folder: every cell once, in one order, and what was stopped goes on."""

from claimgauge_bench.run.cells import Cell, cells
from claimgauge_bench.run.folder import JOURNAL, LOCK, MANIFEST, PLAN, ROWS, RunFolder
from claimgauge_bench.run.manifest import Counts, Manifest, ModelIdentity, Status, Times
from claimgauge_bench.run.plans import PlanFile, load_plan, shipped_plans
from claimgauge_bench.run.running import Progress, run_plan
from claimgauge_bench.run.sources import Sources, shipped_sources

__all__ = [
    "JOURNAL",
    "LOCK",
    "MANIFEST",
    "PLAN",
    "ROWS",
    "Cell",
    "Counts",
    "Manifest",
    "ModelIdentity",
    "PlanFile",
    "Progress",
    "RunFolder",
    "Sources",
    "Status",
    "Times",
    "cells",
    "load_plan",
    "run_plan",
    "shipped_plans",
    "shipped_sources",
]
