"""Small builders, so that a test shows only what it is about."""

from claimgauge.claims import Claim
from claimgauge.contract import CitationRule, Contract, EntitySources, NumberSources
from claimgauge.evidence import EvidenceNode
from claimgauge.gates import Verifier


def node(name, kind="ROW", **keys):
    return EvidenceNode(evidence_id=name, type=kind, **keys)


def claim(*cited, kind="FACT", name="c1", entities=(), numbers=(), text="text"):
    return Claim(
        claim_id=name,
        claim_type=kind,
        text=text,
        cited_evidence_ids=cited,
        cited_entities=tuple(entities),
        cited_numbers=tuple(numbers),
    )


def contract(rules=None, entities=("cardId", "category"), numbers=("content",), free=()):
    return Contract(
        schema="claimgauge.contract/1",
        id="test",
        version="1",
        title="Test",
        preset="released",
        claim_types={name: CitationRule(**rule) for name, rule in (rules or {"FACT": {}}).items()},
        entities=EntitySources(from_=entities),
        numbers=NumberSources(from_=numbers, free=free),
    )


def findings(nodes, a_claim, a_contract=None):
    """The findings of one claim over some nodes."""
    (verdict,) = Verifier(a_contract or contract()).compile(nodes).check([a_claim])
    return verdict.findings


def messages(nodes, a_claim, a_contract=None):
    return [each.message for each in findings(nodes, a_claim, a_contract)]


def hints(nodes, a_claim, a_contract=None):
    """(id, why) of every hint, over all findings."""
    return [(hint.evidence_id, hint.why) for each in findings(nodes, a_claim, a_contract) for hint in each.hints]
