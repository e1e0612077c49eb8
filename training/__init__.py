"""Trains the network of the embedded entailment labeller. For developers: no part of the package."""
