"""A graph under preset `released`: one hot loop in front of the four gates.

A claim passes when three sets hold what it cites and no requirement of its type is left open; only
a claim that does not pass is given to the four gates, one after the other, for its findings. That
the short way and the gates agree is a property test.
"""

from collections.abc import Iterable, Sequence

from claimgauge.claims import Claim
from claimgauge.evidence import EvidenceNode
from claimgauge.gates.entities import unknown_entities
from claimgauge.gates.existence import unknown_evidence
from claimgauge.gates.finding import ClaimVerdict, Finding
from claimgauge.gates.hints import ClaimHints, GraphHints, NoHints
from claimgauge.gates.numbers import unknown_numbers
from claimgauge.gates.type_rules import RuleTable, missing_types


class ReleasedGraph:
    """One graph under one contract. Made by `Verifier.compile`; checks any number of claims."""

    __slots__ = (
        "_entities",
        "_entity_sources",
        "_free",
        "_hints",
        "_ids",
        "_needed",
        "_nodes",
        "_numbers",
        "_rules",
        "_types",
    )

    def __init__(
        self,
        *,
        nodes: Sequence[EvidenceNode],
        types: dict[str, str],
        entities: frozenset[str] | set[str],
        numbers: frozenset[str] | set[str],
        free: frozenset[str],
        rules: RuleTable,
        entity_sources: Sequence[str],
    ) -> None:
        self._nodes = nodes
        self._types = types
        self._ids = frozenset(types)
        self._entities = entities
        self._numbers = numbers
        self._free = free
        self._rules = rules.requirements
        self._needed = rules.types
        self._entity_sources = entity_sources
        self._hints: GraphHints | None = None

    @property
    def repeated_ids(self) -> int:
        """How many nodes repeat the id of an earlier one."""
        return len(self._nodes) - len(self._types)

    def check(self, claims: Iterable[Claim], *, hints: bool = True) -> tuple[ClaimVerdict, ...]:
        """One verdict per claim, in the order of the claims; `hints=False` leaves the hints out.

        Every `claim_type` must be a name of the contract: resolve it with `Verifier.claim_type`
        first; an unknown one raises KeyError.
        """
        known, entities, numbers = self._ids.issuperset, self._entities.issuperset, self._numbers.issuperset
        type_of, needed = self._types, self._needed
        verdicts: list[ClaimVerdict] = []
        append = verdicts.append
        for claim in claims:
            cited, claim_type = claim.cited_evidence_ids, claim.claim_type
            alternatives = needed[claim_type]
            if known(cited) and entities(claim.cited_entities) and numbers(claim.cited_numbers):
                for types in alternatives:
                    for name in cited:
                        if type_of[name] in types:
                            break
                    else:
                        break
                else:
                    append(ClaimVerdict(claim_id=claim.claim_id, claim_type=claim_type, status="verified"))
                    continue
            append(self._examine(claim, hints=hints))
        return tuple(verdicts)

    def _examine(self, claim: Claim, *, hints: bool) -> ClaimVerdict:
        """The four gates, one after the other."""
        types, cited, requirements = self._types, claim.cited_evidence_ids, self._rules[claim.claim_type]
        hint = ClaimHints(self._graph_hints(), claim, requirements) if hints else NoHints
        findings: list[Finding] = []
        if not self._ids.issuperset(cited):
            findings += unknown_evidence(cited, types, hint=hint.evidence)
        if not self._entities.issuperset(claim.cited_entities):
            findings += unknown_entities(claim.cited_entities, self._entities, hint=hint.entity)
        if not self._numbers.issuperset(claim.cited_numbers):
            findings += unknown_numbers(claim.cited_numbers, self._numbers, self._free, hint=hint.number)
        if requirements:
            cited_types = frozenset([types[name] for name in cited if name in types])
            findings += missing_types(claim.claim_type, cited_types, requirements, hint=hint.types)
        return ClaimVerdict(
            claim_id=claim.claim_id,
            claim_type=claim.claim_type,
            status="rejected" if findings else "verified",
            findings=tuple(findings),
        )

    def _graph_hints(self) -> GraphHints:
        if self._hints is None:
            self._hints = GraphHints(self._nodes, self._types, self._entity_sources)
        return self._hints
