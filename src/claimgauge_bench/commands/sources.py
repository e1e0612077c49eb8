"""Where the commands that look at a run get its domains and models from."""

from pathlib import Path

from claimgauge.language import LanguageModel
from claimgauge_bench.domain import Domain
from claimgauge_bench.narrated import DomainOf
from claimgauge_bench.plan import Plan


def domains_of(base: Path) -> DomainOf:
    """Domains by their name in a plan; what a plan declares itself is relative to `base`."""

    def domain_of(name: str, plan: Plan) -> Domain:
        from claimgauge_bench.domains import domain  # noqa: PLC0415  # loads a solver

        return domain(name, cases=plan.cases, folder=base)

    return domain_of


def model_of(path: Path) -> LanguageModel:
    """The model that a settings document describes; raises as `load_model` does."""
    from claimgauge.wiring import load_model  # noqa: PLC0415  # as above

    return load_model(path)
