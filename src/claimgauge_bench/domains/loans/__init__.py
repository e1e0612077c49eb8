"""Loan decisions told to three readers; every file, person, product and rule is invented."""

from claimgauge_bench.domains.loans.drawn import LOANS

__all__ = ["LOANS"]
