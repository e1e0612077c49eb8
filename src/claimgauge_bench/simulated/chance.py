"""Seeded chance that depends on nothing but what it is named by: no state, no order, no hash of Python's."""

import hashlib
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")
_BYTES: Final = 6


class Chance:
    """Draws under one name; a draw of a further name is always the same number."""

    def __init__(self, *names: object) -> None:
        self._names = names
        self._begun = hashlib.sha256("\x1f".join(map(str, names)).encode(errors="surrogatepass"))

    def under(self, *names: object) -> "Chance":
        """Draws under a longer name."""
        return Chance(*self._names, *names)

    def draw(self, name: str) -> float:
        """A number from 0 on, below 1."""
        begun = self._begun.copy()
        begun.update(f"\x1d{name}".encode())
        return int.from_bytes(begun.digest()[:_BYTES], "big") / (1 << 8 * _BYTES)

    def pick(self, name: str, items: Sequence[T]) -> T:
        """One of the items, which are at least one."""
        return items[int(self.draw(name) * len(items))]

    def shuffled(self, name: str, items: Sequence[T]) -> list[T]:
        """The items in a drawn order."""
        keyed = sorted((self.draw(f"{name}/{place}"), place) for place in range(len(items)))
        return [items[place] for _draw, place in keyed]
