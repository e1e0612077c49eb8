"""The paired benchmark of narrators: domains, runs, statistics, plots.

It uses only what `claimgauge` and its rooms make public.
"""
