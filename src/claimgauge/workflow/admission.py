"""Before anything is judged: may this be asked, what may be read, and which of it settles anything.

Scope check, permission check and freshness of Figure 1, in this order. What the principal may not read
is taken out of the case here, and no later step sees more of it than an id and the deciding policy
(law 7). What may be read and is stale, or does not apply to the request, stays in the case and is put
apart: no labeller takes it for support or contradiction (reading 5).
"""

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from claimgauge.errors import InputError, Problem
from claimgauge.evidence import Source
from claimgauge.labellers.access import DeniedSource
from claimgauge.labellers.freshness import Freshness, Stale
from claimgauge.workflow.access import Access, PoliciesReference, Resource, Stops
from claimgauge.workflow.assessment import Ineligible, Withheld
from claimgauge.workflow.case import Case, CaseRow
from claimgauge.workflow.withholding import (
    denied_sources,
    evidence_of,
    shown_ids,
    source_of,
    without_denied,
    without_evidence,
)

NO_ALLOWLISTS: Final = "allowedEntities, allowedNumbers: not used, since some evidence may not be read"
NOT_SHOWN: Final = "what stands there is not shown, since policies decide who may read it"
_GUARDS: Final = {"access": "who may read it", "scope": "whom it applies to"}
_EVIDENCE_PLACE: Final = re.compile(r"\b(?:nodes|passages|edges|sources)(?:\[\d+\])?")


class Admitted(NamedTuple):
    """A case without what may not be read, and what of the rest settles nothing.

    `stopped` is why the request goes no further, None where it does. `stale` and `outside` are ids of evidence that
    stays in the case: what has gone stale, with why, and what does not apply to the request, with the deciding
    policy. `freshness` is None until they are known.
    """

    row: CaseRow
    policies: PoliciesReference | None = None
    stopped: Stops | None = None
    stopped_by: str | None = None
    request_out_of_scope: bool = False
    withheld: tuple[Withheld, ...] = ()
    denied: tuple[DeniedSource, ...] = ()
    freshness: Freshness | None = None
    stale: Mapping[str, Stale] = {}
    outside: Mapping[str, str] = {}
    ineligible: tuple[Ineligible, ...] = ()

    @property
    def apart(self) -> frozenset[str]:
        """The ids of the evidence that settles nothing."""
        return frozenset(self.stale) | frozenset(self.outside)


def admit(row: CaseRow, access: Access | None) -> Admitted:
    """The case as everything behind this may see it.

    Raises InputError for a source that comes twice, and for sources that say who may read them where no policies are
    in force.
    """
    case = row.case
    _once(case.sources)
    if access is None:
        _unguarded(case.sources, "access")
        return Admitted(row)
    asked = access.ask(case.request)
    if not asked.allowed and not asked.answered:
        empty = replace(_quiet(row), case=without_evidence(case))
        empty = _noted(empty, [f"request: {asked.message}"] if asked.message else [])
        return Admitted(empty, access.reference, stopped=asked.stops, stopped_by=asked.policy_id)
    resources = _resources(case)
    decisions = access.read(case.request, resources)
    denied = {each.source_id: said for each, said in zip(resources, decisions, strict=True) if not said.allowed}
    shown = shown_ids(case, denied)
    withheld = (Withheld(source_id=shown[name], policy_id=said.policy_id) for name, said in denied.items())
    faults = [f"source {shown[name]}: {said.message}" for name, said in denied.items() if said.message]
    given = denied and (case.allowed_entities is not None or case.allowed_numbers is not None)
    faults += [NO_ALLOWLISTS] if given else []
    left = replace(_quiet(row), case=without_denied(case, denied, shown)) if denied else _quiet(row)
    return Admitted(
        _noted(left, faults),
        access.reference,
        request_out_of_scope=not asked.allowed,
        withheld=tuple(sorted(withheld, key=lambda each: each.source_id)),
        denied=denied_sources(case, denied, shown),
    )


def put_apart(
    admitted: Admitted, access: Access | None, *, at: dt.datetime | None, most_days: Mapping[str, float]
) -> Admitted:
    """The same with what may be read and settles nothing; `most_days` is the greatest age by source type.

    Raises InputError for a time that is needed and not known, and for sources that say whom they apply to where no
    policies are in force.
    """
    case = admitted.row.case
    unseen = [each.source for each in admitted.denied]
    freshness = Freshness(case.sources, at=at, most_days=most_days, unseen=unseen)
    if access is None and not case.sources:
        return admitted._replace(freshness=freshness)
    if access is None:
        _unguarded(case.sources, "scope")
        outside: dict[str, str] = {}
    else:
        resources = _resources(case)
        decisions = access.apply(case.request, resources)
        pairs = zip(resources, decisions, strict=True)
        outside = {each.source_id: said.policy_id for each, said in pairs if not said.allowed}
    reasons = {each.source_id: why for each in case.sources if (why := freshness.stale(each.source_id)) is not None}
    nodes = evidence_of(case)
    newest = freshness.newest_of(
        each.source_id for each in case.sources if each.source_id not in reasons.keys() | outside
    )
    stale = (Ineligible(source_id=name, because=why, newest=newest(name)) for name, why in reasons.items())
    beyond = (Ineligible(source_id=name, because="out_of_scope", policy_id=by) for name, by in outside.items())
    return admitted._replace(
        freshness=freshness,
        stale={node.evidence_id: reasons[source_of(node)] for node in nodes if source_of(node) in reasons},
        outside={node.evidence_id: outside[source_of(node)] for node in nodes if source_of(node) in outside},
        ineligible=tuple(sorted((*stale, *beyond), key=lambda each: (each.source_id, each.because))),
    )


def refuse_policies(case: Case, step: str) -> None:
    """Raise InputError where the case names policies and the step applies none, so that nobody would decide."""
    if case.policies:
        raise InputError(f"{step} applies no policies; use assess, or take the name out", place="policies")


def refuse_guarded(sources: Iterable[Source], step: str) -> None:
    """Raise InputError where a source says who may read it or whom it applies to, and the step lets nobody decide."""
    for place, source in enumerate(sources):
        for key, what in _GUARDS.items():
            if getattr(source, key):
                message = f"says {what}, and {step} applies no policies; use assess, or take the source out"
                raise InputError(message, place=f"sources[{place}].{key}")


def _once(sources: Sequence[Source]) -> None:
    seen: set[str] = set()
    for place, source in enumerate(sources):
        if source.source_id in seen:
            raise InputError("comes twice; give each source an id of its own", place=f"sources[{place}].sourceId")
        seen.add(source.source_id)


def _unguarded(sources: Iterable[Source], key: str) -> None:
    """Without policies nobody decides; a source that asks for a decision is an error, not a permission."""
    for place, source in enumerate(sources):
        if getattr(source, key):
            message = f"says {_GUARDS[key]}, and no policies are in force; add --policies NAME|FOLDER, such as open"
            raise InputError(message, place=f"sources[{place}].{key}")


def _resources(case: Case) -> tuple[Resource, ...]:
    """Every source that the case declares or that a node of it names, in the order of their ids."""
    declared = {each.source_id: each for each in case.sources}
    names = {source_of(node) for node in evidence_of(case)} | declared.keys()
    return tuple(Resource(name, declared.get(name)) for name in sorted(names))


def _noted(row: CaseRow, faults: Iterable[str]) -> CaseRow:
    """The row with what was at fault where a decision could not be made."""
    return replace(row, warnings=(*row.warnings, *sorted(faults)))


def _quiet(row: CaseRow) -> CaseRow:
    """The row with warnings about evidence that quote none of it."""
    return replace(row, warnings=tuple(_quiet_text(each, each) for each in row.warnings))


def _quiet_text(place: str, text: str) -> str:
    found = _EVIDENCE_PLACE.search(place)
    return f"{found[0]}: {NOT_SHOWN}" if found else text


def quiet_problem(problem: Problem) -> Problem:
    """A problem of an input under policies: where it is and of what kind, and nothing of what stands in evidence."""
    where, _comma, path = problem.place.partition(", ")
    found = _EVIDENCE_PLACE.search(f"{path} {problem.message}")
    if path and not found:
        return problem
    place = f"{where}, {found[0]}" if found else where
    return Problem(place=place, code=problem.code, message=f"cannot be read ({problem.code}); {NOT_SHOWN}")
