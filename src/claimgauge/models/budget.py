"""A bound on what a run may spend: beyond it nothing is asked, and every claim says so.

Output is bounded beforehand, since a prompt says how long its reply may get. Input is counted
afterwards, so a budget of tokens can be overrun by the input of the calls that are under way.
"""

import msgspec

from claimgauge.language import Completion, Failed, LanguageModel, Prompt


class Budget(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Most calls and most tokens, input and output together; None is no bound."""

    calls: int | None = None
    tokens: int | None = None


class BudgetedModel:
    """A model within a budget. A reply that states no tokens is charged the most it can have taken."""

    def __init__(self, model: LanguageModel, budget: Budget) -> None:
        self._model = model
        self._budget = budget
        self._reserved = 0
        self.calls = 0
        self.tokens = 0

    @property
    def id(self) -> str:
        """That of the model within."""
        return self._model.id

    async def complete(self, prompt: Prompt) -> Completion:
        """The model's own completion, or `Failed` of the kind `budget` where it may not be asked any more."""
        if (message := self._exhausted(prompt)) is not None:
            return Failed(kind="budget", message=f"{message}; raise the budget, or judge fewer claims")
        self.calls += 1
        self._reserved += prompt.max_tokens
        try:
            completion = await self._model.complete(prompt)
        finally:
            self._reserved -= prompt.max_tokens
        self.tokens += _charged(prompt, completion)
        return completion

    def _exhausted(self, prompt: Prompt) -> str | None:
        calls, tokens = self._budget.calls, self._budget.tokens
        if calls is not None and self.calls >= calls:
            return f"the budget of {calls} calls is spent"
        if tokens is not None and self.tokens + self._reserved + prompt.max_tokens > tokens:
            return f"{self.tokens} of {tokens} tokens are spent, and the reply may take {prompt.max_tokens}"
        return None


def _charged(prompt: Prompt, completion: Completion) -> int:
    """Tokens as stated; where they are not, no token is shorter than a byte, and a failure is charged nothing."""
    spent = completion.spent
    if isinstance(completion, Failed):
        return (spent.tokens_in or 0) + (spent.tokens_out or 0)
    sent = sum(len(each.text.encode()) for each in prompt.messages) if spent.tokens_in is None else spent.tokens_in
    return sent + (prompt.max_tokens if spent.tokens_out is None else spent.tokens_out)
