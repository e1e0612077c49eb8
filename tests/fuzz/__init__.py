"""Damaged inputs for every reader, and what must hold whatever comes in."""
