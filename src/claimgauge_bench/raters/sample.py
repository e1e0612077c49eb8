"""A stratified sample of claims: half of it verified, half rejected, the latter spread over the gates that rejected.

A stratum is `verified` or the first gate that rejected the claim. What a stratum lacks goes to the others. The same
claim under two settings is one claim.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from claimgauge.digests import canonical, digest
from claimgauge.errors import InputError
from claimgauge.gates import GateName
from claimgauge.narration import Brief
from claimgauge.workflow import NarratedClaim
from claimgauge_bench.narrated import Narrated

VERIFIED: Final = "verified"


class Candidate(NamedTuple):
    """A claim that may be drawn, and where it stands."""

    told: NarratedClaim
    brief: Brief
    narrator: str
    setting: str

    @property
    def gates(self) -> tuple[GateName, ...]:
        """The gates that rejected it, in order."""
        return tuple(dict.fromkeys(each.gate for each in self.told.findings))

    @property
    def stratum(self) -> str:
        """`verified`, or the first gate that rejected it."""
        return self.gates[0] if self.gates else VERIFIED

    @property
    def fingerprint(self) -> str:
        """The digest of brief, claim and verdict; repeats have the same."""
        plain = msgspec.to_builtins(self.told.claim)
        return digest(canonical({"brief": self.brief.id, "claim": plain, "gates": list(self.gates)}))


class Sample(NamedTuple):
    """What was drawn, in an order that says nothing, and how many there are of each stratum."""

    drawn: tuple[Candidate, ...]
    strata: dict[str, int]


def candidates(rows: Iterable[Narrated], cells: Sequence[str] = ()) -> tuple[Candidate, ...]:
    """The different claims of these rows, or of these cells only. Raises InputError for a cell that is not there."""
    found: dict[str, Candidate] = {}
    seen: dict[str, None] = {}
    for each in rows:
        seen[each.cell] = None
        if cells and each.cell not in cells:
            continue
        for told in each.row.narration.claims:
            one = Candidate(told, each.brief, each.row.narrator, each.row.setting)
            found.setdefault(one.fingerprint, one)
    if unknown := [cell for cell in cells if cell not in seen]:
        raise InputError(f"no row is of {unknown[0][:80]!r}; the run has {', '.join(seen)}", source="--of")
    return tuple(found.values())


def stratified(claims: Sequence[Candidate], *, size: int, seed: int) -> Sample:
    """A sample of `size` claims, fewer where there are fewer. The order of `claims` changes nothing.

    Raises InputError where there is no claim.
    """
    if not claims:
        raise InputError("there is no claim to rate; name other narrators or settings")
    chance = random.Random(seed)  # noqa: S311  # a draw that can be repeated, no secret
    by_stratum: dict[str, list[Candidate]] = {}
    for each in sorted(claims, key=lambda each: each.fingerprint):
        by_stratum.setdefault(each.stratum, []).append(each)
    counts = {name: len(by_stratum[name]) for name in sorted(by_stratum, key=lambda name: (name != VERIFIED, name))}
    drawn = [each for name, number in _shares(counts, size).items() for each in chance.sample(by_stratum[name], number)]
    chance.shuffle(drawn)
    return Sample(tuple(drawn), counts)


def _shares(counts: Mapping[str, int], size: int) -> dict[str, int]:
    """How many of each stratum: one by one, in turn to the verified and to the gate that has fewest so far."""
    taken = dict.fromkeys(counts, 0)
    while sum(taken.values()) < min(size, sum(counts.values())):
        open_ = [name for name in counts if taken[name] < counts[name]]
        rejected = [name for name in open_ if name != VERIFIED]
        behind = taken.get(VERIFIED, 0) < sum(taken.values()) - taken.get(VERIFIED, 0)
        if VERIFIED in open_ and (behind or not rejected):
            taken[VERIFIED] += 1
        else:
            taken[min(rejected, key=lambda name: taken[name])] += 1
    return taken
