"""From the reply of a model to claims: what is whole is kept, what is not is left out and listed.

Source of what is put up with: VERITYGATE (arXiv 2610.00833v1), section 2, and the release of its code.
A list that is missing is empty, an item of a list that is no string is the literal as written, a claim
type may stand in any case. A claim without id or text, or of an unknown type, is none.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from claimgauge.claims import Claim
from claimgauge.contract.filling import claims_from_facts
from claimgauge.contract.schema import CompiledSchema
from claimgauge.errors import Code, InputError, Problem
from claimgauge.language import Number, read_loosely

KEY: Final = "claims"
LISTS: Final = ("citedEvidenceIds", "citedEntities", "citedNumbers")
MOST_UNREAD = 20
"""Most problems that are listed of one reply."""
SHOWN = 60


class ReadClaims(NamedTuple):
    """The claims that are whole, and what was left out of the reply."""

    claims: tuple[Claim, ...]
    unread: tuple[Problem, ...] = ()


class _LeftOut(Exception):  # noqa: N818  # a signal within this module
    """A claim that cannot be read: the key, and what is wrong with it."""

    def __init__(self, key: str, code: Code, message: str) -> None:
        super().__init__(message)
        self.key, self.code, self.message = key, code, message


def read_claims(text: str, claim_types: Iterable[str], *, truncated: bool = False) -> ReadClaims:
    """The claims of a reply with six fields each; `truncated` where the reply is known to be cut off."""
    known = {name.upper(): name for name in claim_types}
    items, unread = _items(text, truncated=truncated)
    claims = []
    for place, item in items:
        try:
            claims.append(_claim(item, known))
        except _LeftOut as fault:
            unread.append((place, _problem(place, fault.key, fault.code, fault.message)))
    return ReadClaims(tuple(claims), _listed(unread))


def read_choice(text: str, compiled: CompiledSchema, *, truncated: bool = False) -> ReadClaims:
    """The claims that a reply under a compiled schema states; an item that the schema does not allow is left out."""
    items, unread = _items(text, truncated=truncated)
    whole = []
    for place, item in items:
        try:
            claims_from_facts({KEY: [item]}, compiled)
        except InputError as error:
            key = error.place.removeprefix(f"{KEY}[0]").removeprefix(".")
            unread.append((place, _problem(place, key, "wrong_value", error.message)))
        else:
            whole.append(item)
    return ReadClaims(claims_from_facts({KEY: whole}, compiled), _listed(unread))


def _items(text: str, *, truncated: bool) -> tuple[list[tuple[int, Any]], list[tuple[int, Problem]]]:
    """The items that are JSON, and what is not, each with its place in the list."""
    found = read_loosely(text, KEY)
    if isinstance(found, Problem):
        return [], [(0, found)]
    placed = list(enumerate(found.items))
    unread = [(place, _problem(place, "", each.code, each.message)) for place, each in placed if _is_problem(each)]
    if found.cut:
        how = "the reply was cut off here" if truncated else "the list goes on here and cannot be read"
        unread.append((len(placed), _problem(len(placed), "", "malformed", how)))
    return [(place, item) for place, item in placed if not _is_problem(item)], unread


def _is_problem(item: object) -> bool:
    return isinstance(item, Problem)


def _claim(item: object, known: Mapping[str, str]) -> Claim:
    """Raises _LeftOut."""
    if not isinstance(item, dict):
        raise _LeftOut("", "wrong_type", f"expected an object, got {_shown(item)}")
    written = _text(item, "claimType")
    claim_type = known.get(written.upper())
    if claim_type is None:
        message = f"the contract has no claim type {_shown(written)}, it has {', '.join(known.values())}"
        raise _LeftOut("claimType", "unknown_claim_type", message)
    ids, entities, numbers = (_texts(item, name) for name in LISTS)
    return Claim(
        claim_id=_text(item, "claimId"),
        claim_type=claim_type,
        text=_text(item, "text"),
        cited_evidence_ids=ids,
        cited_entities=entities,
        cited_numbers=numbers,
    )


def _text(item: Mapping[str, object], key: str) -> str:
    value = item.get(key)
    if value is None or (isinstance(value, str) and not value.strip()):
        raise _LeftOut(key, "missing", "missing")
    if not isinstance(value, str) or isinstance(value, Number):
        raise _LeftOut(key, "wrong_type", f"expected a string, got {_shown(value)}")
    return _unicode(value, key)


def _texts(item: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = item.get(key)
    if value is None:
        return ()
    if not isinstance(value, list):
        raise _LeftOut(key, "wrong_type", f"expected an array, got {_shown(value)}")
    return tuple(_unicode(each if isinstance(each, str) else _as_written(each), key) for each in value)


def _unicode(text: str, key: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise _LeftOut(key, "malformed", "holds half of a surrogate pair, which is not Unicode text") from error
    return str(text)


def _as_written(value: object) -> str:
    """A value as JSON, with every number as the literal that it was."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_as_written, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_as_written(key)}: {_as_written(each)}' for key, each in value.items())}}}"
    return json.dumps(value, ensure_ascii=False)


def _shown(value: object) -> str:
    text = _as_written(value).encode(errors="replace").decode()
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def _problem(place: int, key: str, code: Code, message: str) -> Problem:
    where = f"{KEY}[{place}].{key}" if key else f"{KEY}[{place}]"
    return Problem(place=where, code=code, message=f"{message}; the claim was left out")


def _listed(unread: list[tuple[int, Problem]]) -> tuple[Problem, ...]:
    """The problems in the order of the list, the first MOST_UNREAD of them."""
    problems = [each for _place, each in sorted(unread, key=lambda placed: placed[0])]
    if len(problems) <= MOST_UNREAD:
        return tuple(problems)
    more = f"{len(problems) - MOST_UNREAD} more were left out"
    return (*problems[:MOST_UNREAD], Problem(place=KEY, code="malformed", message=more))
