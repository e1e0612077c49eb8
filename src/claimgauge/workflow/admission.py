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

from claimgauge.claims import Claim
from claimgauge.errors import InputError, Problem
from claimgauge.evidence import EvidenceNode, Passage, Source
from claimgauge.labellers.access import DeniedSource
from claimgauge.labellers.freshness import Freshness, Stale
from claimgauge.workflow.access import Access, Decision, PoliciesReference, Resource, Stops
from claimgauge.workflow.assessment import Ineligible, Withheld
from claimgauge.workflow.case import Case, CaseRow

NOT_SHOWN: Final = "what stands there is not shown, since policies decide who may read it"
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
        _unguarded(case.sources, "access", "who may read it")
        return Admitted(row)
    asked = access.ask(case.request)
    if not asked.allowed and not asked.answered:
        empty = replace(_quiet(row), case=replace(case, nodes=(), passages=(), edges=(), sources=()))
        empty = _noted(empty, [f"request: {asked.message}"] if asked.message else [])
        return Admitted(empty, access.reference, stopped=asked.stops, stopped_by=asked.policy_id)
    resources = _resources(case)
    decisions = access.read(case.request, resources)
    denied = {each.source_id: said for each, said in zip(resources, decisions, strict=True) if not said.allowed}
    shown = _shown_ids(denied)
    withheld = (Withheld(source_id=shown[name], policy_id=said.policy_id) for name, said in denied.items())
    faults = [f"source {shown[name]}: {said.message}" for name, said in denied.items() if said.message]
    return Admitted(
        _noted(_without(_quiet(row), denied, shown), faults),
        access.reference,
        request_out_of_scope=not asked.allowed,
        withheld=tuple(sorted(withheld, key=lambda each: each.source_id)),
        denied=_denied_sources(case, denied, shown),
    )


def put_apart(
    admitted: Admitted, access: Access | None, *, at: dt.datetime | None, most_days: Mapping[str, float]
) -> Admitted:
    """The same with what may be read and settles nothing; `most_days` is the greatest age by source type.

    Raises InputError for a time that is needed and not known, and for sources that say whom they apply to where no
    policies are in force.
    """
    case = admitted.row.case
    freshness = Freshness(case.sources, at=at, most_days=most_days)
    if access is None and not case.sources:
        return admitted._replace(freshness=freshness)
    if access is None:
        _unguarded(case.sources, "scope", "whom it applies to")
        outside: dict[str, str] = {}
    else:
        resources = _resources(case)
        decisions = access.apply(case.request, resources)
        pairs = zip(resources, decisions, strict=True)
        outside = {each.source_id: said.policy_id for each, said in pairs if not said.allowed}
    reasons = {each.source_id: why for each in case.sources if (why := freshness.stale(each.source_id)) is not None}
    nodes = _evidence(case)
    fresh = [each.source_id for each in case.sources if each.source_id not in reasons.keys() | outside.keys()]
    stale = (
        Ineligible(source_id=name, because=why, newest=freshness.newest(name, fresh)) for name, why in reasons.items()
    )
    beyond = (Ineligible(source_id=name, because="out_of_scope", policy_id=by) for name, by in outside.items())
    return admitted._replace(
        freshness=freshness,
        stale={node.evidence_id: reasons[node.source_id] for node in nodes if node.source_id in reasons},
        outside={node.evidence_id: outside[source_of(node)] for node in nodes if source_of(node) in outside},
        ineligible=tuple(sorted((*stale, *beyond), key=lambda each: (each.source_id, each.because))),
    )


def _evidence(case: Case) -> tuple[EvidenceNode | Passage, ...]:
    return (*case.nodes, *case.passages)


def refuse_policies(case: Case, step: str) -> None:
    """Raise InputError where the case names policies and the step applies none, so that nobody would decide."""
    if case.policies:
        raise InputError(f"{step} applies no policies; use assess, or take the name out", place="policies")


def source_of(node: EvidenceNode | Passage) -> str:
    """The id by which policies know where a node comes from: its source, or itself where it names none."""
    return node.source_id or node.evidence_id


def _once(sources: Sequence[Source]) -> None:
    seen: set[str] = set()
    for place, source in enumerate(sources):
        if source.source_id in seen:
            raise InputError("comes twice; give each source an id of its own", place=f"sources[{place}].sourceId")
        seen.add(source.source_id)


def _unguarded(sources: Iterable[Source], key: str, what: str) -> None:
    """Without policies nobody decides; a source that asks for a decision is an error, not a permission."""
    for place, source in enumerate(sources):
        if getattr(source, key):
            message = f"says {what}, and no policies are in force; add --policies NAME|FOLDER, such as open"
            raise InputError(message, place=f"sources[{place}].{key}")


def _resources(case: Case) -> tuple[Resource, ...]:
    """Every source that the case declares or that a node of it names, in the order of their ids."""
    declared = {each.source_id: each for each in case.sources}
    names = {source_of(node) for node in _evidence(case)} | declared.keys()
    return tuple(Resource(name, declared.get(name)) for name in sorted(names))


def _shown_ids(denied: Mapping[str, Decision]) -> dict[str, str]:
    """Denied source → the id that may be shown of it: its own, or a number where the policy says so."""
    opaque = sorted(name for name, said in denied.items() if said.opaque)
    return {name: name for name in denied} | {name: f"withheld-{number}" for number, name in enumerate(opaque, 1)}


def _without(row: CaseRow, denied: Mapping[str, Decision], shown: Mapping[str, str]) -> CaseRow:
    """The case without denied evidence; ids of what is opaque are replaced wherever the rest names them."""
    if not denied:
        return row
    case = row.case
    hidden = {node.evidence_id for node in _evidence(case) if source_of(node) in denied}
    opaque = {name: alias for name, alias in shown.items() if name != alias}
    for node in _evidence(case):
        if source_of(node) in opaque:
            opaque[node.evidence_id] = opaque[source_of(node)]
    kept = replace(
        case,
        nodes=tuple(node for node in case.nodes if source_of(node) not in denied),
        passages=tuple(node for node in case.passages if source_of(node) not in denied),
        edges=tuple(edge for edge in case.edges if edge.from_ not in hidden and edge.to not in hidden),
        sources=tuple(_renamed(each, opaque) for each in case.sources if each.source_id not in denied),
        claims=tuple(_cites_renamed(claim, opaque) for claim in case.claims),
        allowed_entities=None,
        allowed_numbers=None,
    )
    given = case.allowed_entities is not None or case.allowed_numbers is not None
    dropped = ("allowedEntities, allowedNumbers: not used, since some evidence may not be read",) if given else ()
    return replace(row, case=kept, warnings=(*row.warnings, *dropped))


def _renamed(source: Source, names: Mapping[str, str]) -> Source:
    return replace(source, supersedes=tuple(names.get(each, each) for each in source.supersedes))


def _cites_renamed(claim: Claim, names: Mapping[str, str]) -> Claim:
    if names.keys().isdisjoint(claim.cited_evidence_ids):
        return claim
    return replace(claim, cited_evidence_ids=tuple(names.get(each, each) for each in claim.cited_evidence_ids))


def _denied_sources(case: Case, denied: Mapping[str, Decision], shown: Mapping[str, str]) -> tuple[DeniedSource, ...]:
    """What of each denied source a claim may be matched with: metadata, never text."""
    declared = {each.source_id: each for each in case.sources}
    found = []
    for name in sorted(denied):
        source = declared.get(name) or Source(source_id=name)
        nodes = [node for node in _evidence(case) if source_of(node) == name]
        times = (source.issued, source.valid_from, source.valid_until, source.accessed)
        found.append(
            DeniedSource(
                shown_id=shown[name],
                cited_as=frozenset((name, shown[name], *(node.evidence_id for node in nodes))),
                title=source.title,
                type=source.type,
                entities=frozenset(key for node in nodes for key in (node.card_id, node.category) if key),
                dates=frozenset(time[:10] for time in times if time),
            )
        )
    return tuple(found)


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
    found = _EVIDENCE_PLACE.search(f"{problem.place} {problem.message}")
    place = f"{problem.place.partition(',')[0]}, {found[0]}" if found else problem.place.partition(",")[0]
    return Problem(place=place, code=problem.code, message=f"cannot be read ({problem.code}); {NOT_SHOWN}")
