"""Charts told to three readers; patients, doses, ranges and severities are invented, and nothing is medical advice."""

from claimgauge_bench.domains.medication.drawn import MEDICATION

__all__ = ["MEDICATION"]
