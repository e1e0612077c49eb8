"""How often a simulated narrator makes which mistake, as a document; every figure says where it is from.

The wire form is TOML (`schema = "claimgauge.bench-mistakes/1"`).
"""

import math
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final, Literal

import msgspec

from claimgauge.digests import canonical, digest
from claimgauge.errors import Problem
from claimgauge_bench.simulated.kinds import GATES, MistakeKind, MistakenGate, kinds_of

EVERY: Final = "*"
SIMULATED: Final = "simulated-"
_SOURCE: Final = re.compile(r"(published: .+|assumed(: .+)?)")
MOST_CLAIMS: Final = 100
WHOLE: Final = 1 + 1e-9
"""What shares may add up to, the rounding of sums included."""


class _Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A TOML table: an unknown key is an error."""


class Figure(_Table, frozen=True):
    """One figure. `source` is `published: …` or `assumed`, with what it leans on where there is something."""

    value: float
    source: str


class ClaimFigures(_Table, frozen=True):
    """How many claims an instance gets, and how instances differ.

    The count is even between `mean` − `spread` and `mean` + `spread`. `schema_failed` is the share of
    instances without a claim that can be read. `unevenness` (0 to 1) says how far instances differ: a chance p
    of a mistake becomes p ± `unevenness` · min(p, 1 − p), evenly drawn, which keeps its mean.
    """

    mean: Figure
    spread: Figure
    schema_failed: Figure
    unevenness: Figure


class GateRepair(_Table, frozen=True):
    """What a pass of repair does to what was complained of; otherwise it is left."""

    right: Figure
    dropped: Figure


class RepairRates(_Table, frozen=True):
    """A pass of repair. `forgotten`: a claim without complaint that is gone; `new_mistake`: one that is told anew."""

    forgotten: Figure
    new_mistake: Figure
    schema_failed: Figure
    existence: GateRepair
    entities: GateRepair
    numbers: GateRepair
    type_rules: GateRepair

    def of(self, gate: str) -> GateRepair:
        """The rates of one gate; those of `numbers` for a gate that no mistake is about."""
        gates: dict[str, GateRepair] = {each: getattr(self, each) for each in GATES}
        return gates.get(gate, self.numbers)


class MistakeRates(_Table, frozen=True, dict=True):
    """A simulated narrator. `types` weighs claim types, `mistakes` has a table of chances for each.

    `*` stands for the claim types that are not named. The chances of one gate add up to at most 1.
    """

    schema: Literal["claimgauge.bench-mistakes/1"]
    id: str
    version: str
    title: str
    claims: ClaimFigures
    types: dict[str, Figure]
    mistakes: dict[str, dict[MistakeKind, Figure]]
    repair: RepairRates

    @cached_property
    def digest(self) -> str:
        """`sha256:…` over the canonical form; comments and the order of tables do not enter."""
        return digest(canonical(self))

    def weight(self, claim_type: str) -> float:
        """How often a claim is of this type, beside the others."""
        figure = self.types.get(claim_type) or self.types.get(EVERY)
        return figure.value if figure else 0.0

    def chances(self, claim_type: str) -> dict[MistakeKind, float]:
        """Kind → chance, for a claim of this type."""
        table = self.mistakes.get(claim_type, self.mistakes.get(EVERY, {}))
        return {kind: figure.value for kind, figure in table.items()}


def mistake_problems(rates: MistakeRates) -> Iterator[Problem]:
    """Everything in a document that makes no sense, each with its place."""
    if not rates.id.startswith(SIMULATED):
        yield _problem("id", f"{rates.id!r} does not begin with {SIMULATED!r}; a simulated narrator says what it is")
    for place, figure in _figures(msgspec.structs.asdict(rates), ""):
        if not _SOURCE.fullmatch(figure.source):
            yield _problem(
                f"{place}.source", f"{figure.source[:60]!r} is neither 'published: …' nor 'assumed'; say which"
            )
        most, what = (MOST_CLAIMS, "a count") if place in ("claims.mean", "claims.spread") else (1.0, "a share")
        if not (math.isfinite(figure.value) and 0 <= figure.value <= most):
            yield _problem(f"{place}.value", f"{figure.value} is not {what} from 0 to {most:g}; correct it")
    if rates.claims.spread.value > rates.claims.mean.value:
        yield _problem("claims.spread.value", "is larger than the mean; a count below 0 would come of it; lower it")
    if not math.fsum(each.value for each in rates.types.values()):
        yield _problem("types", "no claim type has a weight; give one to '*' at least")
    for gate in GATES:
        yield from _gate_problems(rates, gate)


def _gate_problems(rates: MistakeRates, gate: MistakenGate) -> Iterator[Problem]:
    for name, table in rates.mistakes.items():
        total = math.fsum(table[kind].value for kind in kinds_of(gate) if kind in table)
        if total > WHOLE:
            yield _problem(f"mistakes.{name}", f"the chances of gate {gate} add up to {total:g}; lower them to 1")
    own = rates.repair.of(gate)
    if own.right.value + own.dropped.value > WHOLE:
        yield _problem(f"repair.{gate}", "right and dropped add up to more than 1; lower one of them")


def _figures(value: object, place: str) -> Iterator[tuple[str, Figure]]:
    """Every figure of the document with its place."""
    if isinstance(value, Figure):
        yield place, value
        return
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.asdict(value)
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _figures(each, f"{place}.{name}" if place else str(name))


def _problem(place: str, message: str) -> Problem:
    return Problem(place=place, code="wrong_value", message=message)
