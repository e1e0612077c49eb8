"""Costs by name or path, the rubric that scored, and the rubric that a calibration proposes."""

import datetime as dt
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from claimgauge.calibration.band_proposal import band_evidence_lines, rubric_with_bands
from claimgauge.calibration.proposal import rubric_toml
from claimgauge.calibration.result import Calibration
from claimgauge.calibration.thresholds import Costs, cost_problems
from claimgauge.errors import DocumentError, InputError
from claimgauge.risk import Rubric
from claimgauge.wiring.rubrics import load_rubric
from claimgauge.wiring.shipped import checked, read_named, shipped_names
from claimgauge.wiring.whole_files import write_whole
from claimgauge.workflow import Assessment, AssessmentRow

KIND: Final = "costs"
DEFAULT_COSTS: Final = "provisional"


def load_costs(name: str | Path = DEFAULT_COSTS) -> Costs:
    """Costs that ship by their name, or your own by their path.

    Raises InputError where there are neither, DocumentError where the file has problems.
    """
    raw, source = read_named(KIND, name)
    return checked(raw, Costs, source=source, problems=cost_problems, error=DocumentError)


def rubric_of(rows: Iterable[AssessmentRow], given: str | Path | None = None) -> Rubric:
    """The rubric that was given, else the one that ships under the name that the assessments state.

    Raises InputError where no assessment states one, they state several, or what they state does not ship.
    """
    if given is not None:
        return load_rubric(given)
    named = sorted({row.rubric.id for row in rows if isinstance(row, Assessment)})
    if len(named) != 1:
        stated = f"state the rubrics {', '.join(named)}" if named else "hold no assessment that states a rubric"
        message = f"{stated}; a calibration is of one, so assess all answers with one rubric"
        raise InputError(message, source="assessments")
    if named[0] not in shipped_names("rubrics"):
        message = f"are by the rubric {named[0]!r}, which does not ship; name its file with --rubric"
        raise InputError(message, source="assessments")
    return load_rubric(named[0])


def write_proposed_bands(path: Path, found: Calibration, base: Rubric, *, date: dt.date) -> Rubric:
    """A new rubric file with the fitted bands and their evidence.

    Raises InputError where the path is taken, it cannot be written, or nothing was fitted.
    """
    if path.exists():
        raise InputError("is there already; a proposal is a new file, so choose another path", source=str(path))
    rubric = rubric_with_bands(found, base, date=date)
    write_whole(path, rubric_toml(rubric, head=band_evidence_lines(found, date=date)).encode())
    return rubric
