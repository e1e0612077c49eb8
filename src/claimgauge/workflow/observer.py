"""Who is told how far a long run is."""

from typing import Protocol


class Observer(Protocol):
    """Told now and then: rows done so far, and bytes read so far of the files on disk."""

    def advanced(self, *, rows: int, position: int) -> None:
        """Take note; must not raise."""
