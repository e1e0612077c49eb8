"""The best portfolio: a mixed integer program over cards and tiers, solved by HiGHS on one thread.

For each card i a binary y_i; for each tier t of card i in category k a share f_t in [0, 1] of that
category's spending S_k:

    maximise    Σ_t worth_t · S_k · f_t + Σ_i (credits_i − fee_i − ε_i) · y_i
    subject to  Σ_i y_i ≤ most cards,   Σ_i fee_i · y_i ≤ most fees,
                Σ_{t of k} f_t ≤ 1      for each category k,
                f_t ≤ min(1, room_t / S_k) · y_i   for each tier t of card i

ε_i breaks ties: of portfolios that come to the same the one with fewer cards, then the one whose cards
come earlier by id. All ε_i together are less than a tenth of a cent. The solver chooses the cards; the
spending is then placed anew in decimal numbers (`filled`), and both must come to the same cent.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

import highspy

from claimgauge.errors import RunError
from claimgauge_bench.domains.cards.catalogue import Card, Catalogue
from claimgauge_bench.domains.cards.filling import Segment, Spend, Tier, filled, tiers
from claimgauge_bench.domains.cards.pricing import Breakdown, misplaced, priced
from claimgauge_bench.domains.cards.valuation import Valuation

TIE = 1e-4
"""USD that a card must bring before it is held."""
AGREEMENT = Decimal("0.005")
"""USD by which the solver's objective and the exact breakdown may differ; the ties are in it."""
_OPTIONS: Mapping[str, bool | int | float | str] = {
    "output_flag": False,
    "threads": 1,
    "random_seed": 0,
    "mip_rel_gap": 0.0,
    "mip_abs_gap": 0.0,
    "mip_feasibility_tolerance": 1e-9,
    "primal_feasibility_tolerance": 1e-9,
    "dual_feasibility_tolerance": 1e-9,
}


class Limits(NamedTuple):
    """Most cards, and most annual fees in USD."""

    cards: int = 3
    fees: Decimal = Decimal(1000)


class Optimum(NamedTuple):
    """The best portfolio in the order of ids, its use, and what both come to (exact). No card: nothing pays."""

    portfolio: tuple[str, ...]
    segments: tuple[Segment, ...]
    breakdown: Breakdown


DEFAULT_LIMITS = Limits()


def optimum(
    catalogue: Catalogue, valuation: Valuation, goal: str, spend: Spend, *, limits: Limits = DEFAULT_LIMITS
) -> Optimum:
    """The portfolio with the highest net value; `spend` is USD a year by category.

    There always is one: the empty portfolio is worth 0, and is the answer where no card pays. Raises RunError for
    a goal or currency that the valuation does not have, where the solver does not prove an optimum, or where
    its objective is not what the portfolio comes to.
    """
    _expect_known(catalogue, valuation, goal)
    chosen, objective = _chosen(catalogue.cards, valuation, goal, spend, limits)
    segments = filled(chosen, spend, valuation, goal)
    portfolio = tuple(card.id for card in chosen)
    placed = [(segment.card, segment.category, segment.amount) for segment in segments]
    breakdown = priced(portfolio, placed, catalogue, valuation, goal)
    if chosen and (wrong := misplaced(placed, spend)):
        raise RunError(f"the optimum leaves spending unplaced or places too much: {wrong}; report this as a defect")
    if abs(breakdown.net - Decimal(objective)) > AGREEMENT:
        message = f"the solver says {objective:.6f} for {portfolio} and the exact value is {breakdown.net}"
        raise RunError(f"{message}; the amounts may be too large for its tolerances")
    return Optimum(portfolio, segments, breakdown)


def _expect_known(catalogue: Catalogue, valuation: Valuation, goal: str) -> None:
    """Raise RunError for a goal or a currency that the valuation does not have."""
    if goal not in valuation.goals:
        raise RunError(f"valuation {valuation.id} has no goal {goal!r}; it has {', '.join(valuation.goals)}")
    for card in catalogue.cards:
        if card.currency not in valuation.usd_per_unit:
            message = f"valuation {valuation.id} has no value for {card.currency!r}, the currency of card {card.id}"
            raise RunError(f"{message}; add it to usd_per_unit")


def _chosen(
    cards: Sequence[Card], valuation: Valuation, goal: str, spend: Spend, limits: Limits
) -> tuple[tuple[Card, ...], float]:
    """The cards that the solver holds, and its objective with what breaks ties taken off."""
    spent = {category: spend[category] for category in sorted(spend) if spend[category] > 0}
    offered = [
        (place, tier)
        for place, card in enumerate(cards)
        for category in spent
        for tier in tiers(card, category, valuation, goal)
        if tier.worth > 0
    ]
    ties = [TIE * (1 + place / (2 * len(cards))) for place in range(len(cards))]
    solver = _Solver()
    for card, tie in zip(cards, ties, strict=True):
        solver.column(float(card.credits - card.fee) - tie, whole=True)
    for _place, tier in offered:
        solver.column(float(tier.worth * spent[tier.category]), whole=False)
    solver.row(limits.cards, dict.fromkeys(range(len(cards)), 1.0))
    solver.row(float(limits.fees), {place: float(card.fee) for place, card in enumerate(cards) if card.fee})
    for category in spent:
        shares = {len(cards) + at: 1.0 for at, (_place, tier) in enumerate(offered) if tier.category == category}
        solver.row(1.0, shares)
    for at, (place, tier) in enumerate(offered):
        solver.row(0.0, {len(cards) + at: 1.0, place: -_most(tier, spent[tier.category])})
    values, objective = solver.solved()
    held = [place for place in range(len(cards)) if values[place] > 0.5]
    return tuple(cards[place] for place in held), objective + sum(ties[place] for place in held)


def _most(tier: Tier, amount: Decimal) -> float:
    """The share of a category's spending for which a tier has room."""
    return 1.0 if tier.room is None else float(min(Decimal(1), tier.room / amount))


class _Quiet(highspy.Highs):
    """The solver without its callbacks: enabling them writes a banner to standard output before any option is set."""

    def enableCallbacks(self) -> None:  # noqa: N802  # the name of the library
        """Do not."""


class _Solver:
    """A program that is maximised, column by column and row by row; every column is within 0 and 1."""

    def __init__(self) -> None:
        self._costs: list[float] = []
        self._whole: list[highspy.HighsVarType] = []
        self._most: list[float] = []
        self._starts = [0]
        self._indices: list[int] = []
        self._values: list[float] = []

    def column(self, cost: float, *, whole: bool) -> None:
        """One more variable."""
        self._costs.append(cost)
        self._whole.append(highspy.HighsVarType.kInteger if whole else highspy.HighsVarType.kContinuous)

    def row(self, most: float, coefficients: Mapping[int, float]) -> None:
        """One more constraint: Σ coefficient · column ≤ most."""
        self._most.append(most)
        self._indices += coefficients.keys()
        self._values += coefficients.values()
        self._starts.append(len(self._indices))

    def solved(self) -> tuple[list[float], float]:
        """The values and the objective. Raises RunError where no optimum is proved."""
        program = highspy.HighsLp()
        program.num_col_, program.num_row_ = len(self._costs), len(self._most)
        program.sense_ = highspy.ObjSense.kMaximize
        program.col_cost_ = self._costs
        program.col_lower_, program.col_upper_ = [0.0] * len(self._costs), [1.0] * len(self._costs)
        program.row_lower_, program.row_upper_ = [-highspy.kHighsInf] * len(self._most), self._most
        program.integrality_ = self._whole
        program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        program.a_matrix_.start_ = self._starts
        program.a_matrix_.index_ = self._indices
        program.a_matrix_.value_ = self._values
        solver = _Quiet()  # type: ignore[no-untyped-call]
        for name, value in _OPTIONS.items():
            solver.setOptionValue(name, value)
        if solver.passModel(program) == highspy.HighsStatus.kError:
            raise RunError("the solver does not take the program; a fee, a rate or an amount is out of its range")
        solver.run()
        status = solver.getModelStatus()
        if status != highspy.HighsModelStatus.kOptimal:
            raise RunError(f"the solver proves no optimum: {solver.modelStatusToString(status)}")
        return list(solver.getSolution().col_value), float(solver.getObjectiveValue())
