"""The same assessment in a running event loop, and over the rows of a data frame."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from claimgauge.errors import InputError
from claimgauge.readers import case_from
from claimgauge.wiring.assessors import assess, assessing
from claimgauge.wiring.verifiers import verifiers
from claimgauge.workflow import Assessment

Frame = TypeVar("Frame")


async def assess_async(*args: Any, **settings: Any) -> Assessment:
    """`assess` with the same arguments, in a thread of its own, so that an event loop goes on meanwhile."""
    return await asyncio.to_thread(assess, *args, **settings)


def assess_frame(frame: Frame, contract: str | None = None, *, rubric: str | None = None) -> Frame:
    """A data frame (pandas or polars) of answers with what was found out about each beside it.

    Its columns are those of a case, or those of RAGAS or DeepEval. Five columns are added: `score`,
    `band`, `action`, `review`, and `labels`, the number of claims with each label. Where there is no
    index, `score` and `band` are null and `action` is `review`. Raises InputError for a row that cannot
    be read, with its number.
    """
    chosen = assessing(verifiers(contract), rubric)
    rows = _records(frame)
    found = []
    for number, row in enumerate(rows):
        try:
            found.append(_columns(chosen(case_from(row)).assessment))
        except InputError as error:
            raise InputError(error.message, source=f"row {number}", place=error.place) from error
    return _like(frame, [row | columns for row, columns in zip(rows, found, strict=True)])


def _records(frame: Any) -> list[dict[str, Any]]:
    """The rows as plain mappings; arrays within them as lists."""
    if hasattr(frame, "to_dicts"):
        rows: Iterable[Mapping[str, Any]] = frame.to_dicts()
    elif hasattr(frame, "to_dict"):
        rows = frame.to_dict("records")
    else:
        raise InputError(f"expected a data frame of pandas or polars, got {type(frame).__name__}", source="frame")
    return [{str(name): _plain(value) for name, value in row.items()} for row in rows]


def _plain(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value


def _columns(out: Assessment) -> dict[str, Any]:
    labels = Counter(judgement.label for claim in out.claims for judgement in claim.judgements)
    return {
        "score": out.index.score if out.index else None,
        "band": out.index.band if out.index else None,
        "action": out.index.action if out.index else "review",
        "review": out.review or out.index is None,
        "labels": dict(sorted(labels.items())),
    }


def _like(frame: Frame, rows: list[dict[str, Any]]) -> Frame:
    made: Callable[[list[dict[str, Any]]], Frame] = type(frame)
    return made(rows)
