"""A bound on what a run may spend: beyond it nothing is asked, and every claim says so.

Output is bounded beforehand, since a prompt says how long its reply may get. Input is counted
afterwards, so a budget of tokens or money can be overrun by the input of the calls that are under way.
"""

from decimal import Decimal
from typing import Annotated, Final

import msgspec

from claimgauge.errors import ModelError
from claimgauge.language import Completion, Failed, FailureKind, LanguageModel, Prices, Prompt, cost_of
from claimgauge.language.prices import EXACT, amount, cost_of_tokens

NOTHING: Final = Decimal(0)
PERHAPS_BILLED: Final[frozenset[FailureKind]] = frozenset({"timeout", "malformed"})
"""Failures behind which there may be a reply that is paid for."""


class Budget(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """Most calls, most tokens (input and output together), and the most money; None is no bound.

    `cost` is a decimal in the currency of the prices: `"2.50"`. Raises ValueError for one that is no amount.
    """

    calls: Annotated[int, msgspec.Meta(ge=0)] | None = None
    tokens: Annotated[int, msgspec.Meta(ge=0)] | None = None
    cost: str | None = None

    def __post_init__(self) -> None:
        if self.cost is not None:
            amount(self.cost, "cost")


class BudgetedModel:
    """A model within a budget. A reply that states no tokens is charged the most it can have taken.

    A cost that is stated counts; else that of the tokens at these `prices`.
    """

    def __init__(self, model: LanguageModel, budget: Budget, *, prices: Prices | None = None) -> None:
        self._model = model
        self._budget = budget
        self._prices = prices
        self._most = None if budget.cost is None else amount(budget.cost, "cost")
        self._reserved = 0
        self.calls = 0
        self.tokens = 0
        self.cost = NOTHING

    @property
    def id(self) -> str:
        """That of the model within."""
        return self._model.id

    async def complete(self, prompt: Prompt) -> Completion:
        """The model's own completion, or `Failed` of the kind `budget` where it may not be asked any more.

        Raises ModelError where there is a budget of money and the cost of a call is not known.
        """
        if (message := self._exhausted(prompt)) is not None:
            return Failed(kind="budget", message=f"{message}; raise the budget, or judge fewer claims")
        self.calls += 1
        self._reserved += prompt.max_tokens
        try:
            completion = await self._model.complete(prompt)
        finally:
            self._reserved -= prompt.max_tokens
        self.tokens += sum(_charged(prompt, completion))
        if self._most is not None:
            self.cost = EXACT.add(self.cost, self._cost(prompt, completion))
        return completion

    def _exhausted(self, prompt: Prompt) -> str | None:
        calls, tokens = self._budget.calls, self._budget.tokens
        if calls is not None and self.calls >= calls:
            return f"the budget of {calls} calls is spent"
        if tokens is not None and self.tokens + self._reserved + prompt.max_tokens > tokens:
            return f"{self.tokens} of {tokens} tokens are spent, and the reply may take {prompt.max_tokens}"
        if self._most is None:
            return None
        if self._prices is None:
            return f"the budget of {self._most} is spent" if self.cost >= self._most else None
        under_way = cost_of_tokens(0, self._reserved + prompt.max_tokens, self._prices)
        if EXACT.add(self.cost, under_way) > self._most:
            return f"{self.cost} of {self._most} {self._prices.currency} are spent, and the reply may take too much"
        return None

    def _cost(self, prompt: Prompt, completion: Completion) -> Decimal:
        """What the completion cost, or the most that it can have cost; a failure that nobody bills costs nothing."""
        spent = completion.spent
        known = cost_of(spent, self._prices)
        if known is not None:
            return known
        if isinstance(completion, Failed) and completion.kind not in PERHAPS_BILLED:
            return NOTHING
        if self._prices is None or spent.cost is not None:
            raise ModelError(
                f"{self.id} does not say what a call costs, so that a budget of money cannot be kept; give the prices"
                " of its tokens, or a budget of tokens"
            )
        return cost_of_tokens(*_most(prompt, completion), self._prices)


def _charged(prompt: Prompt, completion: Completion) -> tuple[int, int]:
    """Tokens in and out as stated; where they are not, the most they can have been, and of a failure none."""
    if isinstance(completion, Failed):
        return completion.spent.tokens_in or 0, completion.spent.tokens_out or 0
    return _most(prompt, completion)


def _most(prompt: Prompt, completion: Completion) -> tuple[int, int]:
    """Tokens in and out as stated, or as many as they can be: no token is shorter than a byte."""
    spent = completion.spent
    sent = sum(len(each.text.encode()) for each in prompt.messages) if spent.tokens_in is None else spent.tokens_in
    return sent, prompt.max_tokens if spent.tokens_out is None else spent.tokens_out
