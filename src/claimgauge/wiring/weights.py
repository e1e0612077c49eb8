"""Protocols by path → weights, and the rubric that is proposed from them."""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from claimgauge.calibration.proposal import rubric_toml
from claimgauge.calibration.weights import (
    METHODS,
    AhpProtocol,
    AnyProtocol,
    DelphiProtocol,
    FitProtocol,
    Method,
    WeightsResult,
    WorkshopProtocol,
    evidence_lines,
    merged,
    proposed_rubric,
    weigh_ahp,
    weigh_delphi,
    weigh_workshop,
    weights_result,
)
from claimgauge.errors import DocumentError, InputError, PresetError
from claimgauge.readers import read_document
from claimgauge.risk import Rubric
from claimgauge.wiring.rubrics import DEFAULT_RUBRIC, load_rubric
from claimgauge.wiring.shipped import read_shipped
from claimgauge.wiring.whole_files import write_whole

if TYPE_CHECKING:
    from claimgauge.calibration.weights.fit import FitDetails
    from claimgauge.calibration.weights.result import Outcome

_EXTRA = "the fit needs numpy; install claimgauge with its extra `calibration`"


class _RandomIndices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal["claimgauge.random-indices/1"]
    source: str
    indices: dict[str, Annotated[float, msgspec.Meta(ge=0)]]


def load_protocol(method: Method, paths: Sequence[Path]) -> AnyProtocol:
    """One protocol from its files, TOML or JSON; what several people wrote down apart is put together.

    Raises InputError where a file cannot be read or does not fit the first, DocumentError where it has problems.
    """
    kind = METHODS[method]
    read = [read_document(_bytes(path), kind.protocol, source=str(path)) for path in paths]
    protocol: AnyProtocol = merged(read, kind.lists, list(map(str, paths)))
    if found := tuple(kind.problems(protocol)):
        raise DocumentError(", ".join(map(str, paths)), found)
    return protocol


def weigh(method: Method, paths: Sequence[Path], *, rubric: Rubric | str | Path = DEFAULT_RUBRIC) -> WeightsResult:
    """The weights that a protocol comes to, beside those of a rubric. The same files give the same result.

    Raises InputError and DocumentError as `load_protocol` does, and PresetError where the fit lacks numpy.
    """
    protocol = load_protocol(method, paths)
    base = rubric if isinstance(rubric, Rubric) else load_rubric(rubric)
    try:
        if isinstance(protocol, AhpProtocol):
            return weights_result(method, protocol, base, weigh_ahp(protocol, base, random_indices=random_indices()))
        if isinstance(protocol, DelphiProtocol):
            return weights_result(method, protocol, base, weigh_delphi(protocol, base))
        if isinstance(protocol, WorkshopProtocol):
            return weights_result(method, protocol, base, weigh_workshop(protocol, base))
        return weights_result(method, protocol, base, _fitted(protocol, base))
    except ValueError as error:
        raise InputError(str(error), source=", ".join(map(str, paths))) from error


def write_proposal(path: Path, result: WeightsResult, base: Rubric) -> Rubric:
    """A new rubric file with the weights of a result and its evidence. Raises InputError where the path is taken."""
    if path.exists():
        raise InputError("is there already; a proposal is a new file, so choose another path", source=str(path))
    rubric = proposed_rubric(result, base)
    write_whole(path, rubric_toml(rubric, head=evidence_lines(result)).encode())
    return rubric


def write_protocol(path: Path, protocol: FitProtocol) -> None:
    """A protocol as JSON, in a new file. Raises InputError where the path is taken."""
    if path.exists():
        raise InputError("is there already; a protocol is a new file, so choose another path", source=str(path))
    write_whole(path, msgspec.json.format(msgspec.json.encode(protocol), indent=2) + b"\n")


def random_indices() -> Mapping[int, float]:
    """RI by the number of criteria, from the file that ships."""
    raw = read_shipped("weights", "random-indices")
    found = read_document(raw, _RandomIndices, source="random-indices")
    return {int(size): value for size, value in found.indices.items()}


def _fitted(protocol: FitProtocol, rubric: Rubric) -> "tuple[Outcome, FitDetails]":
    try:
        from claimgauge.calibration.weights.empirical import weigh_fit  # noqa: PLC0415  # the one that loads numpy
    except ImportError as error:
        raise PresetError(_EXTRA) from error
    return weigh_fit(protocol, rubric, chance=random.Random(protocol.settings.seed))  # noqa: S311  # a seeded draw


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a path that no file can have
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot be read ({why}); name a protocol", source=str(path)) from error
