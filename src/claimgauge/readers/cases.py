"""Cases in two tiers: a typed decode, and only where it fails one slow reader that keeps what is whole."""

from typing import Any, cast

import msgspec
from msgspec import inspect

from claimgauge.errors import InputError, Problem
from claimgauge.evidence import EvidenceNode
from claimgauge.readers.foreign import case_of
from claimgauge.readers.salvage import BROKEN, Salvage, as_written, parse_literally, scalars, show
from claimgauge.workflow import BrokenRow, Case, CaseRow, Row, quiet_problem

_decoder = msgspec.json.Decoder(Case, float_hook=str)
_CASE = cast("inspect.StructType", inspect.type_info(Case))
_CARRIED = frozenset(field.encode_name for field in _CASE.fields if isinstance(field.type, inspect.RawType))


def read_case(raw: bytes, *, place: str, fallback_id: str) -> Row:
    """One case from the bytes of one JSON value.

    `place` is where it stands (`line 17`), `fallback_id` the id of a row that names none. Never
    raises for the bytes: what cannot be read comes back as a BrokenRow.
    """
    try:
        case = _decoder.decode(raw)
        if not raw.isascii():
            raw.decode()  # the keys that are carried are skipped by the decoder, whatever they hold
        nodes = _with_literals(case.nodes)
        passages = _with_literals(case.passages)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, _NotScalarError):
        return _read_slowly(raw, place=place, fallback_id=fallback_id)
    if nodes is not case.nodes or passages is not case.passages:
        case = msgspec.structs.replace(case, nodes=nodes, passages=passages)
    return CaseRow(place=place, id=_row_id(case, fallback_id), case=case)


class _NotScalarError(Exception):
    """A field that is an array or an object: the slow reader will say where."""


def _with_literals(nodes: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same nodes with every number of `fields` as its literal; the same tuple where there is none."""
    if not any([node.fields for node in nodes]):
        return nodes
    return tuple([_with_literal_fields(node) if node.fields else node for node in nodes])


def _with_literal_fields(node: EvidenceNode) -> EvidenceNode:
    kinds = set(map(type, node.fields.values()))
    if kinds & {list, dict}:
        raise _NotScalarError
    return msgspec.structs.replace(node, fields=scalars(node.fields)) if int in kinds else node


def _row_id(case: Case, fallback_id: str) -> str:
    if case.id:
        return case.id
    return f"{case.profile_id}/{case.goal}" if case.profile_id or case.goal else fallback_id


def _read_slowly(raw: bytes, *, place: str, fallback_id: str) -> Row:
    try:
        value = parse(raw)
        if isinstance(value, dict) and (foreign := case_of(value)) is not None:
            value = foreign
        walk = Salvage()
        plain = walk.read(value, _CASE, "")
        case = None if plain is BROKEN else msgspec.convert(_with_raw(plain), Case, str_keys=True)
    except (InputError, msgspec.ValidationError, RecursionError) as error:
        message = "nested too deeply; flatten it" if isinstance(error, RecursionError) else str(error)
        problem = Problem(place=place, code="malformed", message=message)
        return BrokenRow(place=place, id=fallback_id, problem=quiet_problem(problem) if _guards(raw) else problem)
    if case is None:
        problem = _summed_up(walk.problems, place)
        quiet = quiet_problem(problem) if _guards(raw) else problem
        return BrokenRow(place=place, id=_id_of(value) or fallback_id, problem=quiet)
    return CaseRow(
        place=place,
        id=_row_id(case, fallback_id),
        case=case,
        claim_places=_claim_places(value, walk),
        unread=tuple(_left_out(problem) for problem in walk.problems if _in_claims(problem)),
        warnings=(
            *(str(problem) for problem in walk.problems if not _in_claims(problem)),
            *([_stringified(walk.stringified)] if walk.stringified else ()),
        ),
    )


def parse(raw: bytes) -> object:
    """JSON with numbers as literals; raises InputError that names the place within `raw`."""
    try:
        return parse_literally(raw.decode())
    except UnicodeDecodeError as error:
        raise InputError(f"is not UTF-8 at byte {error.start}; save it as UTF-8") from error
    except ValueError as error:
        raise InputError(f"is not JSON: {error}") from error


def _with_raw(plain: dict[str, Any]) -> dict[str, Any]:
    """The keys that are carried and not read go back to bytes."""
    carried = {name: msgspec.Raw(as_written(plain[name]).encode()) for name in _CARRIED & plain.keys()}
    return plain | carried


def _guards(raw: bytes) -> bool:
    """Whether a document that cannot be read may say who reads its evidence: then nothing of it is quoted."""
    return b'"policies"' in raw or b'"access"' in raw


def _id_of(value: object) -> str:
    """The id of a case that is otherwise broken, where it has a usable one."""
    name = value.get("id") if isinstance(value, dict) else None
    return name.encode(errors="replace").decode() if isinstance(name, str) else ""


def _summed_up(problems: list[Problem], place: str) -> Problem:
    """The first problem that broke the case, at its place, and how many more there are."""
    first, *others = [problem for problem in problems if problem.code != "unknown_key"]
    more = f" (and {len(others)} more)" if others else ""
    where = f"{place}, {first.place}" if first.place else place
    return Problem(place=where, code=first.code, message=first.message + more)


def _claim_places(value: Any, walk: Salvage) -> tuple[int, ...] | None:
    """Where the claims that were kept stood in the document; None where none was left out."""
    gone = {index for place, index in walk.left_out if place == "claims"}
    return tuple(index for index in range(len(value["claims"])) if index not in gone) if gone else None


def _in_claims(problem: Problem) -> bool:
    return problem.place.startswith("claims[")


def _left_out(problem: Problem) -> Problem:
    what = "the key" if problem.code == "unknown_key" else "the claim"
    return Problem(place=problem.place, code=problem.code, message=f"{problem}; {what} was left out")


def _stringified(count: int) -> str:
    if count == 1:
        return "1 item of a list of strings was not a string and was read as the text written"
    return f"{count} items of lists of strings were not strings and were read as the text written"


__all__ = ["parse", "read_case", "show"]
