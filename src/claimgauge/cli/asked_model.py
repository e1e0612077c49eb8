"""Which language model a command asks: behind an endpoint or from a recording, within a budget."""

from pathlib import Path
from typing import NamedTuple

from claimgauge.errors import InputError
from claimgauge.language import LanguageModel
from claimgauge.models import Budget, RecordingModel, ReplayedModel
from claimgauge.wiring import load_model


class Asked(NamedTuple):
    """What the options say of the model."""

    model: Path | None
    record: Path | None
    replay: Path | None
    max_calls: int | None
    max_tokens: int | None
    max_cost: str | None

    def open(self) -> LanguageModel | None:
        """The model, or None where none is asked for.

        Raises InputError for options that do not go together, and what the files raise. What is on file is not
        charged to the budget.
        """
        bounded = self._bounds()
        if self.replay is not None:
            for option, value in (("--model", self.model), ("--record", self.record), *bounded):
                if value is not None:
                    raise InputError("nothing is asked where replies are replayed; leave it out", source=option)
            return ReplayedModel(self.replay)
        if self.model is None:
            for option, value in (("--record", self.record), *bounded):
                if value is not None:
                    raise InputError("is about a model; add --model FILE", source=option)
            return None
        is_bounded = any(value is not None for _option, value in bounded)
        asked = load_model(self.model, budget=self._budget() if is_bounded else None)
        return asked if self.record is None else RecordingModel(asked, self.record)

    def _bounds(self) -> tuple[tuple[str, object], ...]:
        return (
            ("--max-calls", self.max_calls),
            ("--max-tokens", self.max_tokens),
            ("--max-cost", self.max_cost),
        )

    def _budget(self) -> Budget:
        try:
            return Budget(calls=self.max_calls, tokens=self.max_tokens, cost=self.max_cost)
        except ValueError as error:
            raise InputError(f"{error}; give an amount such as 2.50", source="--max-cost") from error
