"""Who takes part in a run: for each domain its contract and verifier, its narrators, and the models behind them."""

import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, assert_never

from claimgauge.contract import Contract
from claimgauge.digests import digest
from claimgauge.errors import InputError
from claimgauge.language import LanguageModel
from claimgauge.narration import Narrator
from claimgauge.wiring import case_verifier, load_contract, load_quantity_tables
from claimgauge.workflow import Narrating, NarrationSettings
from claimgauge_bench.domain import Domain
from claimgauge_bench.plan import ModelEntry, NarratorEntry, Plan, SimulatedEntry, TemplateEntry
from claimgauge_bench.run.calls import AskedOnce, CallTally
from claimgauge_bench.run.manifest import ModelIdentity
from claimgauge_bench.run.plans import PlanFile
from claimgauge_bench.run.sharing import SharedNarrator
from claimgauge_bench.run.sources import Sources
from claimgauge_bench.simulated import EvidenceReader, MistakeRates, SimulatedNarrator, load_mistakes

RECORDING = "calls.jsonl"


class Part(NamedTuple):
    """One domain of a run. `narrating` is by narrator and setting."""

    domain: Domain
    contract: Contract
    narrators: dict[str, Narrator]
    narrating: dict[tuple[str, str], Narrating]


class Cast(NamedTuple):
    """Everybody. `mistakes` are the rates by narrator, `models` the identities by narrator."""

    parts: dict[str, Part]
    mistakes: dict[str, MistakeRates]
    models: dict[str, ModelIdentity]


def gathered(file: PlanFile, sources: Sources, folder: Path, tally: CallTally) -> Cast:
    """Everybody whom a plan names; recordings of models lie in `folder`.

    Raises InputError, RunError and DocumentError for what the plan names and there is not, and ModelError for a model
    that cannot be asked.
    """
    plan = file.plan
    mistakes = {
        name: load_mistakes(entry.mistakes, beside=file.base)
        for name, entry in plan.narrators.items()
        if isinstance(entry, SimulatedEntry)
    }
    identities, models = _models(file, sources, folder, tally)
    parts = {name: _part(plan, sources.domain(name, file), sources, mistakes, models) for name in plan.domains}
    return Cast(parts, mistakes, identities)


def _models(
    file: PlanFile, sources: Sources, folder: Path, tally: CallTally
) -> tuple[dict[str, ModelIdentity], dict[str, LanguageModel]]:
    """The models by narrator; narrators that name one file share it, and its recording."""
    entries = {name: entry for name, entry in file.plan.narrators.items() if isinstance(entry, ModelEntry)}
    paths = dict.fromkeys(file.base / entry.model for entry in entries.values())
    recordings = _recordings(paths)
    opened: dict[Path, LanguageModel] = {}
    identities: dict[Path, ModelIdentity] = {}
    for path, recording in recordings.items():
        settings = _settings(path)
        inner = sources.model(path)
        opened[path] = AskedOnce(inner, folder / recording, tally)
        identities[path] = ModelIdentity(configured=inner.id, settings=settings, recording=recording)
    by_name = {name: file.base / entry.model for name, entry in entries.items()}
    return (
        {name: identities[path] for name, path in by_name.items()},
        {name: opened[path] for name, path in by_name.items()},
    )


def _recordings(paths: Mapping[Path, None]) -> dict[Path, str]:
    """A file for the calls of each model: `calls.jsonl`, or `calls-NAME.jsonl` where there are several."""
    if len(paths) == 1:
        return dict.fromkeys(paths, RECORDING)
    names: dict[str, Path] = {}
    for path in paths:
        if other := names.get(path.stem):
            message = f"has the name of {other}, and their calls would lie in one file; rename one of them"
            raise InputError(message, source=str(path))
        names[path.stem] = path
    return {path: f"calls-{stem}.jsonl" for stem, path in names.items()}


def _settings(path: Path) -> str:
    """The digest of the settings of a model, and of the file that they name (weights, or a recording)."""
    try:
        raw = path.read_bytes()
        return digest(b"".join((raw, *_digest_of(path.parent, raw))))
    except (OSError, ValueError) as error:  # ValueError: a path that no file can have
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(
            f"cannot be read ({why}); name the settings of a model, relative to the plan", source=str(path)
        ) from error


def _digest_of(folder: Path, raw: bytes) -> Iterator[bytes]:
    """The digest of the file that settings name; nothing where they name none, or there is none (the model says so)."""
    try:
        named = tomllib.loads(raw.decode("utf-8-sig")).get("path")
    except (ValueError, RecursionError):
        return
    if isinstance(named, str) and (folder / named).is_file():
        with (folder / named).open("rb") as file:
            yield hashlib.file_digest(file, "sha256").digest()


def _part(
    plan: Plan,
    domain: Domain,
    sources: Sources,
    mistakes: Mapping[str, MistakeRates],
    models: Mapping[str, LanguageModel],
) -> Part:
    contract = load_contract(domain.contract)
    verifier = case_verifier(contract, preset=plan.preset)
    reader = EvidenceReader(contract, load_quantity_tables(), preset=plan.preset)

    def narrator(name: str, entry: NarratorEntry) -> Narrator:
        match entry:
            case TemplateEntry():
                return SharedNarrator(sources.narrator("template", contract, preset=plan.preset))
            case SimulatedEntry():
                return SharedNarrator(SimulatedNarrator(reader, mistakes[name]))
            case ModelEntry(form=form, reply=bounds):
                return sources.narrator(form, contract, preset=plan.preset, model=models[name], bounds=bounds)
            case _:
                assert_never(entry)

    narrators = {name: narrator(name, entry) for name, entry in plan.narrators.items()}
    falls_back = plan.emission.fallback == "template"
    template = SharedNarrator(sources.narrator("template", contract, preset=plan.preset)) if falls_back else None
    narrating = {
        (name, setting): Narrating(
            verifier,
            narrators[name],
            settings=NarrationSettings(
                passes=entry.passes, hints=entry.hints, mechanical=entry.mechanical, retention=entry.retention
            ),
            emission=plan.emission.settings,
            template=template,
        )
        for name in narrators
        for setting, entry in plan.settings.items()
    }
    return Part(domain, contract, narrators, narrating)
