"""What is narrated: card portfolios, loan decisions and charts, all fictional, and cases of the user's own."""

from claimgauge_bench.domains.named import DOMAINS, domain

__all__ = ["DOMAINS", "domain"]
