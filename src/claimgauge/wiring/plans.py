"""What decides what a run does: loaded once, sent to every worker, named by digests, and made ready."""

import datetime as dt
import hashlib
from collections.abc import Iterator
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Literal, NamedTuple

from claimgauge._version import __version__
from claimgauge.contract import Contract, Preset
from claimgauge.criticality import CriticalityRules
from claimgauge.digests import canonical, digest
from claimgauge.errors import InputError
from claimgauge.evidence import EvidenceGraph
from claimgauge.policies import Bundle
from claimgauge.readers.inputs import Input
from claimgauge.readers.rows import read_input
from claimgauge.register import EvidenceRules
from claimgauge.risk import Rubric
from claimgauge.wiring.assessors import assessing, guard, scoring
from claimgauge.wiring.policies import opened_policies
from claimgauge.wiring.prose import prose_reader
from claimgauge.wiring.verifying import verifiers
from claimgauge.workflow import Assess, AssessmentRow, CaseRow, Observer, Row, assess_row, shown_row

NONE = "none"
"""In the place of the digest of what was not given."""


class Plan(NamedTuple):
    """Everything beside its input that decides what comes out of a run; plain values, so that it can be sent.

    Contract, evidence and rubric are loaded already: every worker works with the same. `labeller` is a
    folder with a network and `judge` a file with the settings of an endpoint, as for `prose_reader`.
    """

    command: Literal["score", "assess"]
    contract: Contract | None = None
    preset: Preset | None = None
    evidence: EvidenceGraph | None = None
    rubric: Rubric | None = None
    now: dt.datetime | None = None
    labeller: Path | None = None
    judge: Path | None = None
    policies: Bundle | None = None
    evidence_rules: EvidenceRules | None = None
    criticality: CriticalityRules | None = None

    def settings(self) -> dict[str, str]:
        """Each thing that decides, by its name: a digest over its content, or the value itself.

        Raises InputError for a file that cannot be read.
        """
        return {
            "command": self.command,
            "version": __version__,
            "shipped data": _digest_of_files(Path(str(resources.files("claimgauge") / "data"))),
            "contract": NONE if self.contract is None else self.contract.digest,
            "preset": self.preset or NONE,
            "evidence": NONE if self.evidence is None else self.evidence.digest,
            "rubric": NONE if self.rubric is None else self.rubric.digest,
            "time": NONE if self.now is None else self.now.isoformat(),
            "labeller": NONE if self.labeller is None else _digest_of_files(self.labeller),
            "judge": NONE if self.judge is None else _digest_of_files(self.judge),
            "policies": NONE if self.policies is None else self.policies.reference.digest,
            "evidence rules": NONE if self.evidence_rules is None else self.evidence_rules.digest,
            "criticality": NONE if self.criticality is None else self.criticality.digest,
        }


class Ready:
    """A plan made ready: the one place that turns an input into what may be shown of it and what came of it."""

    def __init__(self, plan: Plan) -> None:
        """Compile what is needed for every row; what reads prose is loaded for the first answer, or by `load`."""
        self._prose = partial(prose_reader, plan.labeller, plan.judge)
        self._prose_given = plan.labeller is not None or plan.judge is not None
        policies = guard(None if plan.policies is None else opened_policies(plan.policies))
        self._quiet = policies.quiet
        self._assess: Assess
        if plan.command == "score":
            self._assess = scoring(plan.rubric, now=plan.now, policies=policies, criticality=plan.criticality)
        else:
            verifier_for = verifiers(plan.contract, preset=plan.preset, evidence=plan.evidence)
            self._assess = assessing(
                verifier_for,
                plan.rubric,
                now=plan.now,
                prose=self._prose,
                policies=policies,
                evidence_rules=plan.evidence_rules,
                criticality=plan.criticality,
            )

    def load(self) -> None:
        """Load a labeller or judge of the user's own: settings that cannot be used end a run before its first row."""
        if self._prose_given:
            self._prose()

    def shown(self, each: Input, out: AssessmentRow) -> Row:
        """The row of an input of which `out` came elsewhere or earlier, as it may be shown."""
        return shown_row(read_input(each), out, self._assess)

    def assess(self, each: Input, observer: Observer) -> tuple[Row, AssessmentRow]:
        """The row of an input as it may be shown, and what came of it; never raises for what the input holds."""
        with observer.step("read", case_id=each.fallback_id) as note:
            row = read_input(each)
            note.count(bytes_in=len(each.raw), rows_out=int(isinstance(row, CaseRow)))
        with observer.step("assess", case_id=row.id) as note:
            shown, out = assess_row(row, self._assess, quiet=self._quiet, observer=observer)
            note.count(**_counts(row, out))
        return shown, out


def _counts(row: Row, out: AssessmentRow) -> dict[str, int]:
    """Claims that a case declares, and claims of its assessment."""
    claims = getattr(out, "claims", ())
    return {"claims_in": len(row.case.claims) if isinstance(row, CaseRow) else 0, "claims_out": len(claims)}


def _digest_of_files(place: Path) -> str:
    """One digest over the names and the contents of a file or of all files below a folder."""
    try:
        return digest(canonical({name: _digest_of_file(path) for name, path in _files(place)}))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}; check the path", source=str(place)) from error


def _digest_of_file(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _files(place: Path) -> Iterator[tuple[str, Path]]:
    if not place.is_dir():
        yield place.name, place
        return
    for path in sorted(place.rglob("*")):
        if path.is_file():
            yield path.relative_to(place).as_posix(), path
