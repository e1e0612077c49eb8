"""Who is told how far a long run is, and what each step took in and gave out."""

from contextlib import AbstractContextManager, nullcontext
from typing import Final, Protocol


class StepNote(Protocol):
    """Takes the counts of one step while it runs."""

    def count(self, **numbers: int) -> None:
        """Remember numbers under names, such as `claims_in=4, claims_out=4`; never a text."""


class Observer(Protocol):
    """Told about rows and steps. Nothing of a case but its id and numbers is ever handed over; it must not raise."""

    def advanced(self, *, rows: int, position: int) -> None:
        """Rows done so far, and bytes read so far of the files on disk."""

    def step(self, name: str, *, case_id: str) -> AbstractContextManager[StepNote]:
        """One step of one case; who observes takes the time between entering and leaving."""
        ...


class Unobserved:
    """Nobody looks: every word to it is lost."""

    def advanced(self, *, rows: int, position: int) -> None:
        """Nothing."""

    def step(self, name: str, *, case_id: str) -> AbstractContextManager[StepNote]:  # noqa: ARG002  # nobody looks
        """Nothing."""
        return nullcontext(self)

    def count(self, **numbers: int) -> None:
        """Nothing."""


UNOBSERVED: Final = Unobserved()
