"""Domains by name: those that ship, and those that a plan declares."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from claimgauge.errors import RunError
from claimgauge.wiring import shipped_names
from claimgauge_bench.domain import Domain
from claimgauge_bench.domains.cases import CasesDomain
from claimgauge_bench.plan import CasesEntry


def _cards() -> Domain:
    try:
        from claimgauge_bench.domains.cards.instances import Cards  # noqa: PLC0415  # an extra
    except ModuleNotFoundError as error:
        message = f"domain cards needs {error.name}; install claimgauge with the extra `bench`"
        raise RunError(message) from error
    return Cards()


def _loans() -> Domain:
    from claimgauge_bench.domains.loans import LOANS  # noqa: PLC0415  # who benchmarks his own needs none of it

    return LOANS


def _medication() -> Domain:
    from claimgauge_bench.domains.medication import MEDICATION  # noqa: PLC0415  # as above

    return MEDICATION


DOMAINS: Mapping[str, Callable[[], Domain]] = MappingProxyType(
    {"cards": _cards, "loans": _loans, "medication": _medication}
)
"""Name → how to get the domain; all of them are fictional."""
_NO_CASES: Mapping[str, CasesEntry] = MappingProxyType({})


def domain(name: str, *, cases: Mapping[str, CasesEntry] = _NO_CASES, folder: str | Path = ".") -> Domain:
    """The domain with this name: one that ships, or one of `cases`, whose paths are relative to `folder`.

    Raises RunError for a name that is neither, or both.
    """
    if name in DOMAINS and name in cases:
        raise RunError(f"cases.{name}: a domain that ships has this name; give yours another")
    if name in DOMAINS:
        return DOMAINS[name]()
    if name not in cases:
        known = ", ".join((*DOMAINS, *cases))
        raise RunError(f"no domain has the name {name!r}; known are {known}. Declare your own as [cases.{name}]")
    entry = cases[name]
    shipped = entry.contract in shipped_names("contracts")
    contract = entry.contract if shipped else str(Path(folder) / entry.contract)
    return CasesDomain(name, Path(folder) / entry.path, contract=contract)
