"""Every answer assessed under two rubrics, and a journal in which finished answers stay.

A row of the journal counts for the code, the network and the case that it was made of, and for no others.
"""

import hashlib
import sys
import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from claimgauge.evidence import EvidenceNode
from claimgauge.labels import Judgement
from claimgauge.risk import Rubric
from claimgauge.wiring import assessing, load_entailment, load_prose_tables, load_rubric, verifiers
from claimgauge.workflow import Assessment, CaseRow, ProseReader
from tests.conftest import ROOT
from tests.proofs.factcheck_data import Checked

RUBRICS: Final = ("paper", "guarded")
NO_BOUND: Final = "guarded, no bound"
"""The rubric `guarded` with an index also for answers of which too little could be labelled: what the bound costs."""
JOURNAL: Final = ROOT / "build" / "factcheck.jsonl"
PACKAGE: Final = ROOT / "src" / "claimgauge"


class Outcome(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What came of one answer, by rubric, and what the first assessment took in seconds, of the clock and of a core."""

    case_id: str
    made_of: str
    wall: float
    cpu: float
    assessments: dict[str, Assessment]


class Remembered:
    """A labeller that is asked once for the same claim, passages and answer."""

    def __init__(self, labeller: Any) -> None:
        self._labeller = labeller
        self.name: str = labeller.name
        self._said: dict[tuple[str, bool, tuple[str, ...]], tuple[Judgement, ...]] = {}

    def label(self, claim: str, nodes: Sequence[EvidenceNode], *, absence: bool = False) -> tuple[Judgement, ...]:
        key = (claim, absence, tuple(f"{node.evidence_id} {node.content}" for node in nodes))
        if key not in self._said:
            self._said[key] = self._labeller.label(claim, nodes, absence=absence)
        return self._said[key]


class Assessors:
    """One function a rubric, all of them with one labeller, so that the network reads each pair once."""

    def __init__(self) -> None:
        self._reader: ProseReader | None = None
        names = (*RUBRICS, NO_BOUND)
        self._functions = {name: assessing(verifiers(), rubric_named(name), prose=self._prose) for name in names}

    def _prose(self) -> ProseReader:
        assert self._reader is not None
        return self._reader

    def assess(self, row: CaseRow, made_of: str = "") -> Outcome:
        self._reader = ProseReader(load_prose_tables(), Remembered(load_entailment()))
        found: dict[str, Assessment] = {}
        wall, cpu = 0.0, 0.0
        for name, function in self._functions.items():
            began, used = time.perf_counter(), time.process_time()
            found[name] = function(row).assessment
            if len(found) == 1:
                wall, cpu = time.perf_counter() - began, time.process_time() - used
        return Outcome(case_id=row.id, made_of=made_of, wall=wall, cpu=cpu, assessments=found)


def rubric_named(name: str) -> Rubric:
    """A rubric that ships, or the one without a bound."""
    if name != NO_BOUND:
        return load_rubric(name)
    whole = load_rubric("guarded")
    return replace(whole, unassessed=replace(whole.unassessed, labelled_share_below=0.0))


@cache
def digest_of_package() -> str:
    """One digest over every file of the package: code, tables, rubrics and network."""
    whole = hashlib.sha256()
    for path in sorted(each for each in PACKAGE.rglob("*") if each.is_file() and each.suffix != ".pyc"):
        whole.update(f"{path.relative_to(PACKAGE)}\0".encode())
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def made_of(row: CaseRow) -> str:
    whole = f"{digest_of_package()} {RUBRICS} {NO_BOUND}".encode() + msgspec.json.encode(row.case)
    return hashlib.sha256(whole).hexdigest()


def outcomes(every: Sequence[Checked], journal: Path = JOURNAL) -> Iterator[Outcome]:
    """The outcome of each answer, in order: from the journal where it is there, else made and written to it."""
    done = _read(journal)
    journal.parent.mkdir(parents=True, exist_ok=True)
    load_entailment()
    assessors = Assessors()
    for number, each in enumerate(every, start=1):
        row = each.row()
        key = made_of(row)
        if key not in done:
            done[key] = assessors.assess(row, key)
            with journal.open("ab") as file:  # a line of its own, whatever a stopped run left half written
                file.write(b"\n" + msgspec.json.encode(done[key]) + b"\n")
        sys.stderr.write(f"{number} of {len(every)}  {each.case_id}  {done[key].wall:.1f} s\n")
        yield done[key]


def _read(journal: Path) -> dict[str, Outcome]:
    """The whole rows of a journal; a row that a stopped run left half written is made again."""
    found: dict[str, Outcome] = {}
    for line in journal.read_bytes().splitlines() if journal.is_file() else ():
        try:
            row = msgspec.json.decode(line, type=Outcome)
        except msgspec.DecodeError:
            continue
        found[row.made_of] = row
    return found
