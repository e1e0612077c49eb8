"""Names and paths → objects; the one place where rooms meet."""

from claimgauge.wiring.contracts import builtin_contracts, load_contract

__all__ = ["builtin_contracts", "load_contract"]
