"""What is said of the claims of one case: by eligible evidence, and where that settles nothing, why.

Each claim is judged by the evidence that is eligible for it. One that stays without support or is not
settled is judged once more beside what has gone stale, and beside what does not apply to the request:
what is supported only there is OUTDATED, or OUT_OF_SCOPE. Where a source that may not be read is cited,
or matches by its metadata, the claim has an ACCESS_GAP. These three say why a claim has no support, so
they stand in the place of UNSUPPORTED; UNKNOWN and PARTIAL stay beside them.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from claimgauge.claims import Claim, LeftOut, Span
from claimgauge.evidence import EvidenceGraph, EvidenceNode
from claimgauge.labellers import blank_nodes, declared_judgements, gate_judgements
from claimgauge.labellers.access import access_gap
from claimgauge.labellers.evidence_rules import held_to_rules
from claimgauge.labellers.freshness import Stale, outdated
from claimgauge.labellers.scope import out_of_scope, request_out_of_scope
from claimgauge.labels import Judgement, Label
from claimgauge.register import EvidenceRules
from claimgauge.risk import Rubric
from claimgauge.workflow.admission import Admitted
from claimgauge.workflow.case import CaseRow
from claimgauge.workflow.prose import ProseReader, is_passage
from claimgauge.workflow.verdicts import VerdictRow
from claimgauge.workflow.verify import CaseVerifier
from claimgauge.workflow.withholding import source_of

SETTLED: Final[frozenset[Label]] = frozenset({"SUPPORTED", "CONTRADICTED"})


class Judged(NamedTuple):
    """A claim and what was said of it; `span` where it was found in the answer."""

    claim: Claim
    judgements: tuple[Judgement, ...]
    span: Span | None = None


class JudgedCase(NamedTuple):
    """The claims of a case, the verdicts of the gates by eligible evidence, and what of the answer is no claim.

    `verdicts` is None where no gate took part.
    """

    claims: tuple[Judged, ...]
    verdicts: VerdictRow | None
    left_out: tuple[LeftOut, ...] = ()


def judge(
    admitted: Admitted,
    graph: EvidenceGraph,
    verifier: CaseVerifier,
    rubric: Rubric,
    prose: Callable[[], ProseReader] | None,
    *,
    rules: EvidenceRules | None = None,
) -> JudgedCase:
    """What is said of every claim of an admitted case, its own labels among it; `graph` and no more is evidence.

    `rules`: what supports a claim has to be enough for its kind.
    """
    judging = _Judging(admitted, graph, verifier, rubric, prose)
    found = judging.by_eligible()
    claims = [judging.explained(place, each) for place, each in enumerate(found.claims)]
    labelled = tuple(judging.with_labels(claims))
    return found._replace(claims=labelled if rules is None else _held_to(rules, labelled, admitted, graph))


def _held_to(
    rules: EvidenceRules, claims: Iterable[Judged], admitted: Admitted, graph: EvidenceGraph
) -> tuple[Judged, ...]:
    declared = {each.source_id: each for each in (*graph.sources, *admitted.row.case.sources)}
    owners = ((node.evidence_id, declared.get(source_of(node))) for node in graph.nodes)
    sources = {name: source for name, source in owners if source is not None}
    return tuple(
        each._replace(
            judgements=held_to_rules(each.claim, each.judgements, rules, sources=sources, denied=admitted.denied)
        )
        for each in claims
    )


def unreadable(admitted: Admitted) -> frozenset[str]:
    """The ids by which claims may cite what may not be read; citing them is citing nothing."""
    return frozenset(name for each in admitted.denied for name in each.cited_as)


def denied_support(judged: Judged, admitted: Admitted) -> Judged:
    """Labels that came with a claim, where what it cites may not be read: ACCESS_GAP in the place of UNSUPPORTED."""
    unsupported = any(each.label == "UNSUPPORTED" for each in judged.judgements)
    gap = access_gap(judged.claim, admitted.denied) if unsupported and not _is_settled(judged) else None
    return _in_place_of_unsupported(judged, [gap] if gap is not None else [])


def _is_settled(judged: Judged) -> bool:
    return not SETTLED.isdisjoint(each.label for each in judged.judgements)


def _in_place_of_unsupported(judged: Judged, why: Sequence[Judgement]) -> Judged:
    """The same with why the claim has no support, where that is known, instead of that it has none."""
    said = (each for each in judged.judgements if not (why and each.label == "UNSUPPORTED"))
    return judged._replace(judgements=(*said, *why))


class _Judging:
    """One case on its way through the labellers."""

    def __init__(
        self,
        admitted: Admitted,
        graph: EvidenceGraph,
        verifier: CaseVerifier,
        rubric: Rubric,
        prose: Callable[[], ProseReader] | None,
    ) -> None:
        self._admitted = admitted
        self._whole = not (admitted.apart or admitted.withheld)
        self._row = admitted.row if self._whole else _without_allowlists(admitted.row)
        self._verifier = verifier
        self._rubric = rubric
        self._prose = prose
        self._graph = graph
        self._of_records = self._reads_records()
        self._stale_by_limit: dict[float, Mapping[str, Stale]] = {}
        self._wider: dict[frozenset[str], JudgedCase] = {}

    def _reads_records(self) -> bool:
        nodes = self._graph.nodes
        return self._prose is None or (bool(nodes) and not any(map(is_passage, nodes)))

    def by_eligible(self) -> JudgedCase:
        """Every claim judged by the evidence that is eligible for a claim of its type."""
        found = self._without(self._admitted.apart)
        if not any(self._most_days(each.claim) for each in found.claims):
            return found
        own = [self._without(self._apart_for(each.claim)) for each in found.claims]
        return found._replace(claims=tuple(each.claims[place] for place, each in enumerate(own)))

    def explained(self, place: int, judged: Judged) -> Judged:
        """The same with why nothing settles it, where that is known."""
        why: list[Judgement] = []
        if not _is_settled(judged):
            why = [*self._ineligible(place, judged.claim)]
            if (gap := access_gap(judged.claim, self._admitted.denied)) is not None:
                why.append(gap)
        found = _in_place_of_unsupported(judged, why)
        beyond = (request_out_of_scope(),) if self._admitted.request_out_of_scope else ()
        return found._replace(judgements=(*found.judgements, *beyond))

    def _ineligible(self, place: int, claim: Claim) -> Iterable[Judgement]:
        """OUTDATED where stale evidence supports the claim, OUT_OF_SCOPE where evidence does that does not apply."""
        stale, outside = self._stale_for(claim), self._admitted.outside
        if stale and (by := self._supported(place, outside.keys() - stale.keys())) is not None:
            yield outdated(stale, by)
        if outside and (by := self._supported(place, stale.keys() - outside.keys())) is not None:
            yield out_of_scope(outside.keys(), by)

    def _supported(self, place: int, less: Collection[str]) -> tuple[str, ...] | None:
        """The evidence that supports the claim where all but these ids counts; None where it does not."""
        said = self._without(frozenset(less)).claims[place].judgements
        if not any(each.label == "SUPPORTED" for each in said):
            return None
        return tuple(name for each in said if each.label == "SUPPORTED" for name in each.evidence)

    def with_labels(self, claims: Sequence[Judged]) -> Iterable[Judged]:
        """The claims with the labels that came with them behind those of the labellers."""
        if not self._row.case.claims:
            yield from claims
            return
        blank = blank_nodes(self._graph.nodes) | unreadable(self._admitted)
        places = self._verifier.judged_claims(self._row)
        for (place, _claim), each in zip(places, claims, strict=True):
            own = declared_judgements(each.claim, place=f"claims[{place}]", blank=blank)
            yield each._replace(judgements=each.judgements + own)

    def _most_days(self, claim: Claim) -> float | None:
        rule = self._verifier.verifier.contract.claim_types.get(claim.claim_type)
        return rule.max_age_days if rule is not None else None

    def _stale_for(self, claim: Claim) -> Mapping[str, Stale]:
        """What is stale for a claim of this type: more than for every claim, where its type has a limit of its own."""
        most_days = self._most_days(claim)
        if most_days is None:
            return self._admitted.stale
        if most_days not in self._stale_by_limit:
            assert self._admitted.freshness is not None
            stale = self._admitted.freshness.stale
            reasons = {name: stale(name, most_days=most_days) for name in set(map(source_of, self._graph.nodes))}
            self._stale_by_limit[most_days] = {
                node.evidence_id: why for node in self._graph.nodes if (why := reasons[source_of(node)]) is not None
            }
        return self._stale_by_limit[most_days]

    def _apart_for(self, claim: Claim) -> frozenset[str]:
        return frozenset(self._stale_for(claim)) | frozenset(self._admitted.outside)

    def _without(self, apart: frozenset[str]) -> JudgedCase:
        """Every claim judged by the evidence of the case less these ids."""
        if apart not in self._wider:
            self._wider[apart] = self._judged(apart)
        return self._wider[apart]

    def _judged(self, apart: frozenset[str]) -> JudgedCase:
        graph = _less(self._graph, apart)
        verdicts = self._verifier.verify(self._row, None if self._whole and not apart else graph)
        blank = blank_nodes(graph.nodes)
        claims = tuple(
            Judged(claim, gate_judgements(claim, verdict, self._rubric, blank=blank))
            for (_place, claim), verdict in zip(self._verifier.judged_claims(self._row), verdicts.claims, strict=True)
        )
        if self._row.case.claims or verdicts.unread:
            return JudgedCase(claims, verdicts)
        return self._said(verdicts, graph.nodes)

    def _said(self, verdicts: VerdictRow, nodes: tuple[EvidenceNode, ...]) -> JudgedCase:
        """What an answer says that declares nothing: its claims against passages, or its sentences against records."""
        case = self._row.case
        if case.answer is None:
            return JudgedCase((), verdicts)
        if self._of_records or self._prose is None:
            reads = self._verifier.reads_sentences(case, self._graph.nodes)
            sentences = self._verifier.sentences(case, nodes) if reads else ()
            said = [(claim, judged if nodes else _NOTHING) for claim, judged in sentences]
            return JudgedCase(tuple(Judged(claim, (judged,)) for claim, judged in said), verdicts)
        history = case.request.history if case.request is not None else ()
        found = self._prose().read(case.answer.text, nodes, history=history)
        claims = tuple(Judged(each.claim, each.judgements, each.span) for each in found.claims)
        return JudgedCase(claims, verdicts, found.left_out)


_NOTHING: Final = Judgement(label="UNSUPPORTED", labeller="records/1", reason="no_evidence")
"""What is said of a sentence where no record is eligible."""


def _without_allowlists(row: CaseRow) -> CaseRow:
    """Lists of what the evidence allows may stem from what is denied or put apart: they are derived anew."""
    return replace(row, case=replace(row.case, allowed_entities=None, allowed_numbers=None))


def _less(graph: EvidenceGraph, apart: frozenset[str]) -> EvidenceGraph:
    if not apart:
        return graph
    return replace(
        graph,
        nodes=tuple(node for node in graph.nodes if node.evidence_id not in apart),
        edges=tuple(edge for edge in graph.edges if apart.isdisjoint((edge.from_, edge.to))),
    )
