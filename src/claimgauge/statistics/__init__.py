"""Samples and intervals: what a difference between two runs is worth."""

from claimgauge.statistics.intervals import Interval, fewest_iterations, fewest_units, percentile_interval
from claimgauge.statistics.resampling import Statistic, bootstrap_intervals, bootstrap_totals
from claimgauge.statistics.signs import sign_test

__all__ = [
    "Interval",
    "Statistic",
    "bootstrap_intervals",
    "bootstrap_totals",
    "fewest_iterations",
    "fewest_units",
    "percentile_interval",
    "sign_test",
]
