"""The dated page."""
