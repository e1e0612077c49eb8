"""The same assessment in a running event loop, and over the rows of a data frame."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar, cast

from claimgauge.errors import InputError
from claimgauge.labels import LABELS
from claimgauge.readers import case_from
from claimgauge.wiring.assessors import assess, assessing
from claimgauge.wiring.verifying import verifiers
from claimgauge.workflow import Assessment

Frame = TypeVar("Frame")
COLUMNS: Final = ("score", "band", "action", "review", "labels")
"""What is put beside a frame's own columns."""
_OF_A_CASE: Final = frozenset({"nodes", "passages", "claims"})
"""A row with one of these is a case, which has no keys without a value."""
_MISSING: Final = frozenset({"NAType", "NaTType"})
"""What pandas calls the types of its missing values, beside NaN and None."""


async def assess_async(*args: Any, **settings: Any) -> Assessment:
    """`assess` with the same arguments, in a thread of its own, so that an event loop goes on meanwhile."""
    return await asyncio.to_thread(assess, *args, **settings)


def assess_frame(frame: Frame, contract: str | None = None, *, rubric: str | None = None) -> Frame:
    """A data frame (pandas or polars) of answers with what was found out about each beside it.

    Its columns are those of a case, or those of RAGAS or DeepEval; a missing value (null, NaN, NA, NaT) is no
    value. Five columns are added: `score`, `band`, `action`, `review`, and `labels`, the
    number of claims with each label; its own columns, their order and their index stay as they are. Where
    there is no index, `score` and `band` are null and `action` is `review`. Raises InputError for a row that
    cannot be read, with its number from 0, and its index where that is another; and for a frame that has
    one of the five columns already, or two columns of one name.
    """
    taken = _as_frame(frame)
    chosen = assessing(verifiers(contract), rubric)
    found = []
    for number, (name, row) in enumerate(taken.rows()):
        try:
            found.append(_columns(chosen(case_from(row)).assessment))
        except InputError as error:
            at = f"row {number}" if name == number else f"row {number} (index {name!r})"
            raise InputError(error.message, source=at, place=error.place) from error
    return cast("Frame", taken.beside({name: [each[name] for each in found] for name in COLUMNS}))


class _Pandas(NamedTuple):
    """A frame of pandas: rows have names."""

    frame: Any

    def rows(self) -> Iterator[tuple[Any, dict[str, Any]]]:
        records = self.frame.to_dict("records")
        return ((name, _row(each)) for name, each in zip(self.frame.index, records, strict=True))

    def beside(self, columns: Mapping[str, list[Any]]) -> Any:
        return self.frame.assign(**columns)


class _Polars(NamedTuple):
    """A frame of polars: a column has one type, so that `labels` counts every label in every row."""

    frame: Any

    def rows(self) -> Iterator[tuple[int, dict[str, Any]]]:
        return ((number, _row(each)) for number, each in enumerate(self.frame.to_dicts()))

    def beside(self, columns: Mapping[str, list[Any]]) -> Any:
        *plain, labels = (columns[name] for name in COLUMNS)
        counted = [dict.fromkeys(LABELS, 0) | each for each in labels]
        kinds = dict(zip(COLUMNS, (float, str, str, bool, None), strict=True))
        made = type(self.frame)(dict(zip(COLUMNS, (*plain, counted), strict=True)), schema=kinds)
        return self.frame.hstack(made)


def _as_frame(frame: Any) -> _Pandas | _Polars:
    if not (hasattr(frame, "to_dicts") or hasattr(frame, "to_dict")) or not hasattr(frame, "columns"):
        message = f"expected a data frame of pandas or polars, got {type(frame).__name__}"
        raise InputError(f"{message}; collect a lazy one first", source="frame")
    _check_columns([str(name) for name in frame.columns])
    return _Polars(frame) if hasattr(frame, "to_dicts") else _Pandas(frame)


def _check_columns(names: Sequence[str]) -> None:
    for name, times in Counter(names).items():
        if times > 1:
            raise InputError(f"{times} columns are called {name!r}; rename them", source="frame")
        if name in COLUMNS:
            raise InputError(f"has a column {name!r} already; rename or drop it", source="frame")


def _row(record: Mapping[Any, Any]) -> dict[str, Any]:
    """A row as plain data; what is missing is null, or no key of a case."""
    plain = {str(name): _plain(value) for name, value in record.items()}
    if _OF_A_CASE.isdisjoint(plain):
        return plain
    return {name: value for name, value in plain.items() if value is not None}


def _plain(value: Any) -> Any:
    """Arrays as lists, what is missing as None, and what JSON does not have as its text."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if value is None or type(value).__name__ in _MISSING or (isinstance(value, float) and value - value != 0):
        return None
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, Iterable) else str(value)


def _columns(out: Assessment) -> dict[str, Any]:
    labels = Counter(judgement.label for claim in out.claims for judgement in claim.judgements)
    return {
        "score": out.index.score if out.index else None,
        "band": out.index.band if out.index else None,
        "action": out.index.action if out.index else "review",
        "review": out.review or out.index is None,
        "labels": dict(sorted(labels.items())),
    }
