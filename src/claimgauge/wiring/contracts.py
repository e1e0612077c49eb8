"""Contracts by name (shipped) or by path (the user's own)."""

from functools import cache
from importlib import resources
from pathlib import Path

from claimgauge.contract import Contract, contract_problems
from claimgauge.errors import ContractError, InputError
from claimgauge.readers import read_document


def builtin_contracts() -> tuple[str, ...]:
    """The names of the contracts that ship."""
    folder = resources.files("claimgauge") / "data" / "contracts"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def load_contract(name: str | Path) -> Contract:
    """A shipped contract by its name, or one of your own by its path.

    Raises InputError where there is neither, DocumentError and ContractError where the file has problems.
    """
    if str(name) in builtin_contracts():
        return builtin_contract(str(name))
    path = Path(name)
    try:
        raw = path.read_bytes()
    except OSError as error:
        shipped = ", ".join(builtin_contracts())
        message = f"no such contract ({error.strerror}); name a file, or one of those that ship: {shipped}"
        raise InputError(message, source=str(name)) from error
    return _checked(raw, source=str(path))


@cache
def builtin_contract(name: str) -> Contract:
    """A shipped contract by its name; never opens a file outside the package. Raises InputError for another name."""
    if name not in builtin_contracts():
        raise InputError(
            f"no contract of the name {name[:60]!r} ships; those that do: {', '.join(builtin_contracts())}"
        )
    return _checked((resources.files("claimgauge") / "data" / "contracts" / f"{name}.toml").read_bytes(), source=name)


def _checked(raw: bytes, *, source: str) -> Contract:
    contract = read_document(raw, Contract, source=source)
    if problems := contract_problems(contract):
        raise ContractError(source, problems)
    return contract
