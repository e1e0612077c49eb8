"""Where a run gets its domains, models and narrators from; what ships unless something else is given."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol

from claimgauge.contract import Contract, Preset
from claimgauge.language import LanguageModel
from claimgauge.narration import Narrator, NarratorForm, ReplyBounds
from claimgauge_bench.domain import Domain
from claimgauge_bench.run.plans import PlanFile


class OpenNarrator(Protocol):
    """Makes a narrator of one form; `claimgauge.wiring.load_narrator` is one."""

    def __call__(
        self,
        form: NarratorForm,
        contract: Contract,
        *,
        preset: Preset | None = None,
        model: LanguageModel | None = None,
        bounds: ReplyBounds | None = None,
    ) -> Narrator:
        """The narrator."""
        ...


class Sources(NamedTuple):
    """Name and plan → domain, file → model, and form → narrator."""

    domain: Callable[[str, PlanFile], Domain]
    model: Callable[[Path], LanguageModel]
    narrator: OpenNarrator


def shipped_sources() -> Sources:
    """What ships; a domain or a model loads its libraries when it is first asked for."""
    return Sources(domain=_domain, model=_model, narrator=_narrator)


def _domain(name: str, file: PlanFile) -> Domain:
    from claimgauge_bench.domains import domain  # noqa: PLC0415  # loads a solver

    return domain(name, cases=file.plan.cases, folder=file.base)


def _model(path: Path) -> LanguageModel:
    from claimgauge.wiring import load_model  # noqa: PLC0415

    return load_model(path)


def _narrator(
    form: NarratorForm,
    contract: Contract,
    *,
    preset: Preset | None = None,
    model: LanguageModel | None = None,
    bounds: ReplyBounds | None = None,
) -> Narrator:
    from claimgauge.wiring import load_narrator  # noqa: PLC0415

    return load_narrator(form, contract, preset=preset, model=model, bounds=bounds)
