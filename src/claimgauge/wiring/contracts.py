"""Contracts by name (shipped) or by path (the user's own)."""

from functools import cache
from pathlib import Path

from claimgauge.contract import Contract, contract_problems
from claimgauge.errors import ContractError
from claimgauge.wiring.shipped import checked, read_named, read_shipped

KIND = "contracts"


def load_contract(name: str | Path) -> Contract:
    """A shipped contract by its name, or one of your own by its path.

    Raises InputError where there is neither, DocumentError and ContractError where the file has problems.
    """
    raw, source = read_named(KIND, name)
    return _checked(raw, source=source)


@cache
def builtin_contract(name: str) -> Contract:
    """A shipped contract by its name; never opens a file outside the package. Raises InputError for another name."""
    return _checked(read_shipped(KIND, name), source=name)


def _checked(raw: bytes, *, source: str) -> Contract:
    return checked(raw, Contract, source=source, problems=contract_problems, error=ContractError)
