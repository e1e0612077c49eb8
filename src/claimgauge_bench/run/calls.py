"""What models are asked in a run: once each, kept on file, and counted."""

from collections import Counter
from pathlib import Path
from typing import Final

from claimgauge.language import Completion, Failed, LanguageModel, Prompt, Spent, prompt_digest
from claimgauge.models import RecordingModel
from claimgauge.narration import Call
from claimgauge.workflow import NarrationRow

Asked = tuple[str, str]
"""The configured model, and the digest of the prompt."""
FEWEST: Final = 100
"""While a run goes on the share of failed calls is of so many at least, so that two of the first ten do not end it."""


class CallTally:
    """The different calls of the rows so far, and which of them failed."""

    def __init__(self) -> None:
        self._asked: set[Asked] = set()
        self._failed: dict[Asked, Failed] = {}
        self._kinds: Counter[str] = Counter()
        self._served: dict[str, set[str]] = {}

    def add(self, row: NarrationRow) -> int:
        """Count a row; how many of its calls failed."""
        calls = [attempt.call for attempt in row.attempts if attempt.call is not None]
        for call in calls:
            asked = (call.model, call.prompt)
            self._served.setdefault(call.model, set()).update({call.served} - {""})
            if asked not in self._asked:
                self._asked.add(asked)
                if (failed := _failure(call)) is not None:
                    self._failed[asked] = failed
                    self._kinds[failed.kind] += 1
        return sum(call.outcome == "failed" for call in calls)

    def failure(self, model: str, prompt: str) -> Failed | None:
        """How this call failed before in the run, if it did."""
        return self._failed.get((model, prompt))

    def served(self, model: str) -> tuple[str, ...]:
        """The names by which the endpoint of a model said what it ran."""
        return tuple(sorted(self._served.get(model, ())))

    @property
    def calls(self) -> int:
        """How many different calls there were."""
        return len(self._asked)

    @property
    def failed(self) -> int:
        """How many of them failed."""
        return len(self._failed)

    @property
    def failures(self) -> dict[str, int]:
        """Kind of failure → how many calls failed so."""
        return {kind: self._kinds[kind] for kind in sorted(self._kinds)}

    def why_too_many(self, most: float, *, ended: bool) -> str:
        """Why the run ends here, or nothing: more than the share `most` of the calls failed."""
        if self.failed <= most * (self.calls if ended else max(self.calls, FEWEST)):
            return ""
        kinds = ", ".join(f"{count} {kind}" for kind, count in self.failures.items())
        return f"{self.failed} of {self.calls} calls failed ({kinds}), which is more than a share of {most:g}"


def _failure(call: Call) -> Failed | None:
    """The completion that a failed call was."""
    if call.outcome != "failed" or call.failure is None:
        return None
    spent = Spent(
        tokens_in=call.tokens_in,
        tokens_out=call.tokens_out,
        cost=call.cost,
        seconds=call.seconds,
        tries=call.tries,
    )
    return Failed(kind=call.failure, message=call.message, spent=spent)


class AskedOnce:
    """A model that is asked everything once in a run: what it answered is on file, what failed has failed.

    So settings share their first attempts, a failed one too.
    """

    def __init__(self, model: LanguageModel, path: Path, tally: CallTally) -> None:
        """`path` is the recording; it is opened with the first question."""
        self._model = model
        self._path = path
        self._tally = tally
        self._recording: RecordingModel | None = None

    @property
    def id(self) -> str:
        """That of the model within."""
        return self._model.id

    async def complete(self, prompt: Prompt) -> Completion:
        """What came of it before in the run, or else what the model says.

        Raises ModelError for a recording of another model, and one that cannot be read or written.
        """
        if (failed := self._tally.failure(self.id, prompt_digest(prompt))) is not None:
            return failed
        if self._recording is None:
            self._recording = RecordingModel(self._model, self._path)
        return await self._recording.complete(prompt)
