"""Samples and intervals: what a difference between two runs is worth."""
