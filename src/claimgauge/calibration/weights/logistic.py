"""Logistic regression whose slopes share one sign and one shape: P(harm) = σ(a + b w · s), w ≥ 0, Σ w = 1, b ≥ 0.

With u = b w this is u ≥ 0, and pulling the shape of u towards weights w₀ by
(λ / 2) ‖u − (Σ u) w₀‖² leaves the slope b = Σ u free. So the whole is convex in (a, u):

    Σ ω_i (log(1 + exp(z_i)) − y_i z_i) + (λ / 2) ‖u − (Σ u) w₀‖² + (τ / 2) (Σ u)²,    z = a + S u,

with τ = 1e-4, which only keeps the slope finite where the outcomes are separated. Solved by Newton's
method on the slopes that are free to move, with a search along the projected step, until the step
promises less than 1e-12 of the loss an answer.

Sources: Bertsekas, Projected Newton methods for optimization problems with simple constraints, SIAM
Journal on Control and Optimization 20 (1982).
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
FINITE = 1e-4
ENOUGH = 1e-12
MOST_STEPS = 200
MOST_HALVINGS = 60


class Fit(NamedTuple):
    """Intercept a, and u = b w with one entry for each column of the scores."""

    intercept: float
    slopes: Array


class Regression:
    """The scores S, the outcomes y and the pull towards w₀: everything but how much each answer counts."""

    def __init__(self, scores: Array, harmful: Array, *, prior: Array, strength: float) -> None:
        count, width = scores.shape
        self._design = np.column_stack([np.ones(count), scores])
        self._harmful = harmful
        shape = np.eye(width) - np.outer(prior, np.ones(width))
        self._pull = np.zeros((width + 1, width + 1))
        self._pull[1:, 1:] = strength * shape.T @ shape + FINITE

    def fit(self, counts: Array) -> Fit | None:
        """The minimum with each answer counted so often; None where all that count have one outcome."""
        total = float(counts.sum())
        harmful = float(counts @ self._harmful)
        if not 0 < harmful < total:
            return None
        at = np.zeros(self._design.shape[1])
        at[0] = np.log(harmful / (total - harmful))
        loss = self._loss(at, counts)
        for _ in range(MOST_STEPS):
            slope, curve = self._derivatives(at, counts)
            held = (at <= 0) & (slope > 0)
            held[0] = False
            free = np.flatnonzero(~held)
            move = np.zeros_like(at)
            within = curve[np.ix_(free, free)]
            move[free] = -np.linalg.solve(within + 1e-12 * np.trace(within) * np.eye(len(free)), slope[free])
            if -float(slope @ move) < ENOUGH * total:
                break
            after, lower = self._search(at, move, slope, loss, counts)
            if lower >= loss:
                break
            at, loss = after, lower
        return Fit(float(at[0]), at[1:].copy())

    def _search(self, at: Array, move: Array, slope: Array, loss: float, counts: Array) -> tuple[Array, float]:
        size = 1.0
        for _ in range(MOST_HALVINGS):
            after = at + size * move
            after[1:] = np.maximum(after[1:], 0.0)
            lower = self._loss(after, counts)
            if lower <= loss + 1e-4 * float(slope @ (after - at)):
                return after, lower
            size /= 2
        return at, loss

    def _loss(self, at: Array, counts: Array) -> float:
        z = self._design @ at
        return float(counts @ (np.logaddexp(0.0, z) - self._harmful * z) + 0.5 * at @ self._pull @ at)

    def _derivatives(self, at: Array, counts: Array) -> tuple[Array, Array]:
        chance = probability(self._design @ at)
        slope = self._design.T @ (counts * (chance - self._harmful)) + self._pull @ at
        curve = (self._design * (counts * chance * (1 - chance))[:, None]).T @ self._design + self._pull
        return slope, curve


def probability(z: Any) -> Array:
    """σ(z), without overflow."""
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * np.asarray(z))), dtype=np.float64)
