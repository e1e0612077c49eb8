"""Narrate and repair: cases in, narration rows out."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from claimgauge.contract import Contract, Preset
from claimgauge.errors import ClaimgaugeError, InputError
from claimgauge.evidence import EvidenceGraph
from claimgauge.language import LanguageModel
from claimgauge.narration import (
    DeclaredNarrator,
    EmissionSettings,
    Narrator,
    NarratorForm,
    RepairRequest,
    ReplyBounds,
    Retention,
)
from claimgauge.wiring.narrators import FORMS, load_narrator
from claimgauge.wiring.verifying import verifiers
from claimgauge.wiring.whole_files import whole_file
from claimgauge.workflow import (
    BrokenRow,
    Case,
    CaseRow,
    CaseVerifier,
    Narrating,
    NarrationError,
    NarrationRow,
    NarrationSettings,
    OutNarration,
    Row,
    brief_of,
)
from claimgauge.workflow.verdicts import RowError

_encoder: Final = msgspec.json.Encoder()


class Telling(NamedTuple):
    """Who tells, how failures are repaired, and what ships.

    `narrator` is a form that ships, or a narrator of one's own. Where claims are `declared` they came with the
    cases: the narrator is then asked only to repair, and is nobody where there is neither a model nor one of
    one's own.
    """

    narrator: Narrator | NarratorForm = "template"
    model: LanguageModel | None = None
    settings: NarrationSettings = NarrationSettings()
    emission: EmissionSettings = EmissionSettings()
    max_claims: int = 8
    declared: bool = False

    def check(self) -> None:
        """Raise InputError for what does not go together."""
        form = self.narrator if isinstance(self.narrator, str) else ""
        if form and form not in FORMS:
            raise InputError(f"there is no narrator {form!r}; the forms are {', '.join(FORMS)}", source="narrator")
        if form == "template" and self.model is not None:
            raise InputError("the template asks no model; leave the model out, or take another form", source="model")
        if form and form != "template" and self.model is None and not self.declared:
            raise InputError(f"the form {form!r} asks a model; give one", source="narrator")
        if self.settings.passes < 0:
            raise InputError(f"expected 0 or more, got {self.settings.passes}", source="passes")
        if self.settings.passes and form and self.model is None:
            raise InputError("a pass asks a model once more; give one, or leave the passes out", source="passes")
        if self.settings.hints and not self.settings.passes:
            raise InputError("says what a pass of repair is told; ask for a pass", source="hints")


class Teller:
    """From a row to its narration: contract and narrator of each case, made once for each contract."""

    def __init__(
        self,
        telling: Telling,
        verifier_for: Callable[[Case], CaseVerifier],
        *,
        preset: Preset | None = None,
        evidence: EvidenceGraph | None = None,
    ) -> None:
        telling.check()
        self._telling = telling
        self._verifier_for = verifier_for
        self._preset = preset
        self._evidence = evidence
        self._narrators: dict[tuple[str, str], Narrator] = {}

    async def __call__(self, row: CaseRow) -> NarrationRow:
        """The narration of a row. Raises ClaimgaugeError where it cannot be narrated."""
        telling = self._telling
        brief = brief_of(
            row.case, row_id=row.id, evidence=self._evidence, step="repair" if telling.declared else "narrate"
        )
        verifier = self._verifier_for(row.case)
        narrating = Narrating(
            verifier,
            self._declared(row, verifier) if telling.declared else self._narrator(verifier),
            settings=telling.settings,
            emission=telling.emission,
            template=self._form("template", verifier) if telling.emission.fallback == "template" else None,
        )
        return replace(await narrating.narrate(brief), warnings=row.warnings)

    def _declared(self, row: CaseRow, verifier: CaseVerifier) -> Narrator:
        claims, unread = verifier.known_claims(row)
        asks = self._telling.settings.passes > 0
        return DeclaredNarrator(claims, unread, repairer=self._narrator(verifier) if asks else None)

    def _narrator(self, verifier: CaseVerifier) -> Narrator:
        narrator = self._telling.narrator
        return self._form(narrator, verifier) if isinstance(narrator, str) else narrator

    def _form(self, form: NarratorForm, verifier: CaseVerifier) -> Narrator:
        key = (form, verifier.reference.digest)
        if key not in self._narrators:
            self._narrators[key] = load_narrator(
                form,
                verifier.verifier.contract,
                preset=self._preset,
                model=None if form == "template" else self._telling.model,
                bounds=ReplyBounds(max_claims=self._telling.max_claims),
            )
        return self._narrators[key]


def tellers(
    telling: Telling,
    contract: Contract | str | Path | None = None,
    *,
    preset: Preset | None = None,
    evidence: EvidenceGraph | None = None,
) -> Teller:
    """What turns rows into narrations, by a contract, or by those that the cases name.

    Raises InputError for what does not go together, and what `load_contract` raises.
    """
    verifier_for = verifiers(contract, preset=preset, evidence=evidence)
    return Teller(telling, verifier_for, preset=preset, evidence=evidence)


def narrate_rows(rows: Iterable[Row], teller: Teller) -> Iterator[tuple[Row, OutNarration]]:
    """A row out for each row in, in order; what cannot be read or narrated is an error row in its place.

    Raises RuntimeError within a running event loop, where `await teller(row)` is the way.
    """
    with asyncio.Runner() as runner:
        for row in rows:
            if isinstance(row, BrokenRow):
                problem = row.problem
                yield row, NarrationError(id=row.id, error=RowError(place=problem.place, message=problem.message))
                continue
            try:
                yield row, runner.run(teller(row))
            except ClaimgaugeError as error:
                yield row, NarrationError(id=row.id, error=RowError(place=row.place, message=str(error)))


async def narrate_async(  # noqa: PLR0913  # one argument for each thing that takes part
    case: Case | CaseRow,
    contract: Contract | str | Path | None = None,
    *,
    narrator: Narrator | NarratorForm = "template",
    model: LanguageModel | None = None,
    passes: int = 0,
    hints: bool = False,
    mechanical: bool = False,
    retention: Retention = "fewest_failing",
    emission: EmissionSettings | None = None,
    preset: Preset | None = None,
    evidence: EvidenceGraph | None = None,
) -> NarrationRow:
    """What a narrator tells of the evidence of a case, what the gates say of it, and what ships.

    `narrator` is `template`, a form that asks `model` (`ungrounded`, `grounded`, `mapped`, `compiled`), or a
    narrator of your own. `passes` of repair ask it once more, with `hints` that name nodes; `mechanical` puts
    right what has exactly one right answer. Raises InputError for what does not go together, and what `verify`
    raises.
    """
    settings = NarrationSettings(passes=passes, hints=hints, mechanical=mechanical, retention=retention)
    telling = Telling(narrator, model, settings, emission or EmissionSettings())
    return await tellers(telling, contract, preset=preset, evidence=evidence)(_as_row(case))


async def repair_async(  # noqa: PLR0913  # one argument for each thing that takes part
    case: Case | CaseRow,
    contract: Contract | str | Path | None = None,
    *,
    narrator: Narrator | NarratorForm = "grounded",
    model: LanguageModel | None = None,
    passes: int | None = None,
    hints: bool = False,
    mechanical: bool = True,
    retention: Retention = "fewest_failing",
    emission: EmissionSettings | None = None,
    preset: Preset | None = None,
    evidence: EvidenceGraph | None = None,
) -> NarrationRow:
    """The claims that came with a case, put right where they can be, and what of them ships.

    What has exactly one right answer needs no model. With a `model`, or a narrator of your own, what fails is
    asked for once more: one pass unless `passes` says otherwise. Raises as `narrate_async` does.
    """
    asks = model is not None or not isinstance(narrator, str)
    chosen = (1 if asks else 0) if passes is None else passes
    settings = NarrationSettings(passes=chosen, hints=hints, mechanical=mechanical, retention=retention)
    telling = Telling(narrator, model, settings, emission or EmissionSettings(), declared=True)
    return await tellers(telling, contract, preset=preset, evidence=evidence)(_as_row(case))


def narrate(case: Case | CaseRow, contract: Contract | str | Path | None = None, **settings: Any) -> NarrationRow:
    """`narrate_async` with the same arguments, where no event loop runs; raises RuntimeError where one does."""
    return _run(lambda: narrate_async(case, contract, **settings))


def repair(case: Case | CaseRow, contract: Contract | str | Path | None = None, **settings: Any) -> NarrationRow:
    """`repair_async` with the same arguments, where no event loop runs; raises RuntimeError where one does."""
    return _run(lambda: repair_async(case, contract, **settings))


@contextmanager
def request_writer(path: Path | None) -> Iterator[Callable[[RepairRequest], None]]:
    """Something that takes repair requests as they come: a file with a line of JSON each, whole or not at all.

    None writes nothing. Raises InputError where the file cannot be written.
    """
    if path is None:
        yield lambda _request: None
        return
    with whole_file(path) as out:
        yield lambda request: _write(out, request)


def _write(out: IO[bytes], request: RepairRequest) -> None:
    out.write(_encoder.encode(request) + b"\n")


def _run(made: Callable[[], Coroutine[Any, Any, NarrationRow]]) -> NarrationRow:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(made())
    raise RuntimeError("an event loop is running; await narrate_async or repair_async instead")


def _as_row(case: Case | Row) -> CaseRow:
    """The row of a case. Raises InputError for one that could not be read."""
    if isinstance(case, BrokenRow):
        raise InputError(case.problem.message, source=case.id, place=case.problem.place)
    return case if isinstance(case, CaseRow) else CaseRow(place="case", id=case.id, case=case)
