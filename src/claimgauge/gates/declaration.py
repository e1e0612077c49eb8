"""A value that a claim declares, as its prose is held against it."""

from collections.abc import Callable
from typing import NamedTuple

from claimgauge.contract import FieldType
from claimgauge.quantities import Mention


class Declaration(NamedTuple):
    """A value that a claim declares: how it is written, what that says, what its evidence holds, and the field.

    `opposite`: the evidence holds the negative of what is written. `about` says whether the evidence
    that holds it is about one of some entities. `computed`: the value is the claim's own, and was
    settled when it was recomputed. `name` is that of the field.
    """

    written: str
    claimed: Mention | None
    value: Mention | None
    field: FieldType | None = None
    opposite: bool = False
    computed: bool = False
    name: str = ""
    about: Callable[[frozenset[str]], bool] = lambda _entities: True

    @property
    def is_held(self) -> bool:
        """Whether a cited cell holds the value; not so of one that is computed, or that was found wrong already."""
        return self.value is not None and not self.computed


class Stating(NamedTuple):
    """A mention states a declared value, or its negative where a word has to say so."""

    declaration: Declaration
    opposite: bool
    normalisations: tuple[str, ...]
