"""A language model that says what it is told to: for tests, examples, and trying out a prompt without any model."""

from collections.abc import Callable, Iterable

from claimgauge.errors import ModelError
from claimgauge.language import Answered, Completion, Prompt

Scripted = str | Completion


class ScriptedModel:
    """Answers from a list, one a prompt in the order asked, or by a function of the prompt.

    A text stands for an answer that came to its end. `asked` holds the prompts so far.
    """

    def __init__(self, script: Iterable[Scripted] | Callable[[Prompt], Scripted], *, name: str = "scripted") -> None:
        self._name = name
        self._answer = script if callable(script) else _each_in_turn(script)
        self.asked: list[Prompt] = []

    @property
    def id(self) -> str:
        """The name that it was given."""
        return self._name

    async def complete(self, prompt: Prompt) -> Completion:
        """The next line of the script. Raises ModelError at its end."""
        self.asked.append(prompt)
        said = self._answer(prompt)
        return Answered(text=said, model=self._name) if isinstance(said, str) else said


def _each_in_turn(lines: Iterable[Scripted]) -> Callable[[Prompt], Scripted]:
    given = tuple(lines)
    rest = iter(given)

    def following(_prompt: Prompt) -> Scripted:
        for line in rest:
            return line
        raise ModelError(f"the script has {len(given)} answers and was asked for one more; add it, or give a function")

    return following
