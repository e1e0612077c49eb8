"""A domain: instances to narrate, made from a seed, and the contract that their claims are held to."""

from typing import Protocol

import msgspec

from claimgauge.narration import Brief


class Instance(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One thing to narrate. `profile` and `goal` are keys of pairing; `strata` say how the profile was drawn.

    The id of the brief is `domain/seed/profile/goal`.
    """

    domain: str
    seed: int
    profile: str
    goal: str
    strata: dict[str, str] = {}
    brief: Brief


class Domain(Protocol):
    """What a domain offers."""

    @property
    def name(self) -> str:
        """Its name in plans and rows."""
        ...

    @property
    def contract(self) -> str:
        """The name of the contract that ships for it."""
        ...

    @property
    def goals(self) -> tuple[str, ...]:
        """The goals, in order; each profile is narrated once for each."""
        ...

    def instances(self, seed: int, *, profiles: int) -> tuple[Instance, ...]:
        """The instances of so many profiles, profile by profile; a smaller count gives the first of them."""
        ...
