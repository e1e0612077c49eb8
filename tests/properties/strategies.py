"""Cases as they come: cited ids that mostly exist, entities and numbers that are mostly allowed, and some that are not.

Both verdicts must be common, or the laws would be proved on one of them only; `test_verify_laws.py`
checks that they are.
"""

import json
import re

import msgspec
from hypothesis import strategies as st

from claimgauge.claims import Claim, DeclaredLabel, Derived, Operand
from claimgauge.contract import Contract
from claimgauge.evidence import Access, Edge, EvidenceGraph, EvidenceNode, Passage, Source
from claimgauge.workflow import Case

NODE_IDS = tuple(f"node-{number}" for number in range(8))
PASSAGE_IDS = tuple(f"passage-{number}" for number in range(3))
NODE_TYPES = ("WINNER_BY_CATEGORY", "FEE_BREAK_EVEN", "ASSUMPTION", "CAP_HIT", "ALLOCATION_SEGMENT", "RESULT")
CLAIM_TYPES = ("COMPARISON", "FEE_JUSTIFICATION", "ASSUMPTION", "CAP_SWITCH", "THRESHOLD", "ALLOCATION")
ENTITIES = ("amex-bcp", "amazon-prime-visa", "GROCERIES", "OTHER", "Café ☕", "𝒜stral")
STRANGERS = ("", "no-such-card", "groceries", "amex-bcp ", "\u0000")
NUMBERS = ("95.00", "0.00", "161.00", "6000.00", "12", "7.", "2400.0")
ODD_NUMBERS = ("", "0", "1", "3", "95", "95.0", "١٢", "fee_usd=95.00", "2400.00", "-161.00")
AWKWARD = "\x00\x07\x08\x1f\x7f\u0080\u00e9\u2028\ud7ff\ue000\ufeff\uffff\U00010000\U0001d49c\U0010ffff\"\\/<'\n\r\t "
# Names that sort one way by code points (or UTF-8) and another by UTF-16: U+E000 against U+10000.
FIELD_NAMES = ("card", "fee_usd", "", "role", "\x01", "é", "\ue000", "\uffff", "\U00010000", "𝒜", "content")

_NUMBER = re.compile(r"[0-9]+\.?[0-9]*")

texts = st.text(st.characters(codec="utf-8"), max_size=12) | st.text(st.sampled_from(AWKWARD), max_size=12)
phrases = st.builds(
    "{}: fee ${}, net {} of {}".format,
    st.sampled_from(ENTITIES),
    st.sampled_from(NUMBERS),
    st.sampled_from(NUMBERS),
    texts,
)
field_values = st.none() | st.booleans() | st.sampled_from(NUMBERS) | texts
fields = st.dictionaries(st.sampled_from(FIELD_NAMES) | texts, field_values, max_size=4)


def nodes_with(evidence_ids):
    return st.builds(
        EvidenceNode,
        evidence_id=evidence_ids,
        type=st.sampled_from(NODE_TYPES),
        card_id=st.sampled_from(("", *ENTITIES[:2])),
        category=st.sampled_from(("", *ENTITIES[2:])),
        content=phrases | phrases | texts,
        fields=st.just({}) | st.just({}) | fields,
        role=st.sampled_from(("context", "context", "reference")),
        source_id=st.sampled_from(("", "run-17")),
    )


any_nodes = nodes_with(st.sampled_from(NODE_IDS) | texts)
unique_nodes = st.lists(nodes_with(st.sampled_from(NODE_IDS)), max_size=6, unique_by=lambda node: node.evidence_id)
passages = st.builds(
    Passage,
    evidence_id=st.sampled_from(PASSAGE_IDS),
    content=phrases | texts,
    source_id=st.sampled_from(("", "handbook-2026")),
    fields=st.just({}) | fields,
)
unique_passages = st.lists(passages, max_size=3, unique_by=lambda passage: passage.evidence_id)
edges = st.builds(
    Edge,
    from_=st.sampled_from(NODE_IDS) | texts,
    to=st.sampled_from(NODE_IDS),
    type=st.sampled_from(("SUPPORTS", "DEPENDS_ON")),
)
times = st.none() | st.sampled_from(("2026-01-01", "2026-03-01T09:00:00+01:00"))
sources = st.builds(
    Source,
    source_id=st.sampled_from(("run-17", "handbook-2026")) | texts,
    type=st.sampled_from(("", "internal_policy")),
    title=texts,
    issued=times,
    valid_from=times,
    valid_until=times,
    accessed=times,
    supersedes=st.lists(texts, max_size=2).map(tuple),
    scope=st.dictionaries(texts, st.lists(texts, max_size=2).map(tuple), max_size=2),
    access=st.none()
    | st.builds(
        Access, classification=st.sampled_from(("", "internal")), groups=st.lists(texts, max_size=2).map(tuple)
    ),
)


def tuples_of(items, *, max_size):
    return st.lists(items, max_size=max_size).map(tuple)


graphs = st.builds(
    EvidenceGraph,
    nodes=tuples_of(any_nodes, max_size=6),
    edges=tuples_of(edges, max_size=3),
    sources=tuples_of(sources, max_size=2),
)


def mostly(usual, odd):
    """About nine of ten items are usual."""
    return st.sampled_from(tuple(usual) * (1 + 9 * len(odd) // len(usual)) + tuple(odd))


operands = st.builds(
    Operand, evidence_id=st.sampled_from(NODE_IDS), field=st.sampled_from([name for name in FIELD_NAMES if name])
)
derived = st.builds(
    Derived,
    value=st.sampled_from(NUMBERS),
    operation=st.sampled_from(("sum", "ratio")),
    operands=tuples_of(operands, max_size=2),
)
labels = st.sampled_from(("SUPPORTED", "UNSUPPORTED")) | st.builds(
    DeclaredLabel, label=st.just("CONTRADICTED"), dimensions=st.sampled_from(((), ("F",), ("F", "C")))
)


def claims_citing(evidence_ids, *, entities=ENTITIES[:4], numbers=NUMBERS[:4], claim_types=CLAIM_TYPES):
    """Claims over what one graph holds (each collection not empty), so that most citations exist."""
    return st.builds(
        Claim,
        claim_id=st.sampled_from(("c1", "c2", "c3", "ç☕")),
        claim_type=st.sampled_from(claim_types),
        text=st.sampled_from(("The fee of $95.00 pays for itself.", "")) | texts,
        cited_evidence_ids=st.just(tuple(evidence_ids))
        | tuples_of(mostly(evidence_ids, ("", "node-9", "missing")), max_size=6),
        cited_entities=tuples_of(mostly(entities, STRANGERS), max_size=2),
        cited_numbers=tuples_of(mostly(numbers, ODD_NUMBERS), max_size=2),
        derived=st.just(()) | tuples_of(derived, max_size=1),
        criticality=st.sampled_from((1.0, 0.5, 3.0)),
        labels=st.just(()) | tuples_of(labels, max_size=1),
    )


@st.composite
def cases(draw, *, max_claims=6, repeated_ids=False):
    """A whole case under the `cards` contract; ids are unique unless told otherwise."""
    if repeated_ids:
        nodes = draw(st.lists(nodes_with(st.sampled_from(NODE_IDS[:4])), max_size=6))
    else:
        nodes = draw(unique_nodes)
    beside = draw(st.just([]) | unique_passages)
    held = (*nodes, *beside)
    return Case(
        id=draw(st.sampled_from(("", "case-1"))),
        nodes=tuple(nodes),
        passages=tuple(beside),
        edges=draw(st.just(()) | tuples_of(edges, max_size=2)),
        sources=draw(st.just(()) | tuples_of(sources, max_size=1)),
        allowed_entities=draw(st.sampled_from((None, None, None, None, frozenset(ENTITIES[:4])))),
        allowed_numbers=draw(st.sampled_from((None, None, None, None, frozenset(NUMBERS[:4])))),
        claims=draw(
            tuples_of(
                claims_citing(
                    [node.evidence_id for node in held] or NODE_IDS,
                    entities=sorted({name for node in held for name in (node.card_id, node.category)}) or ENTITIES,
                    numbers=sorted({word for node in held for word in _NUMBER.findall(node.content)}) or NUMBERS,
                ),
                max_size=max_claims,
            )
        ),
    )


type_lists = st.lists(st.sampled_from(NODE_TYPES), max_size=2, unique=True)
names_of_texts = st.lists(
    st.sampled_from(("cardId", "category", "content", "evidenceId", "sourceId", "type", "card", "fee_usd", "*")),
    max_size=3,
    unique=True,
)


@st.composite
def contracts(draw):
    """A contract of preset `released` that makes sense, with every table that one may have."""
    rules = st.fixed_dictionaries({}, optional={"cites_any": type_lists, "cites_all_present": type_lists})
    names = draw(st.lists(st.sampled_from((*CLAIM_TYPES, "FACT")), min_size=1, max_size=4, unique=True))
    plain = {
        "schema": "claimgauge.contract/1",
        "id": draw(st.sampled_from(("cards", "mine"))),
        "version": draw(st.sampled_from(("1", "2"))),
        "title": draw(texts),
        "claim_types": {name: draw(rules) for name in names},
        "entities": {"from": draw(names_of_texts)},
        "numbers": {"from": draw(names_of_texts), "free": draw(st.sampled_from(([], ["0", "1"])))},
    }
    optional = {
        "source": texts,
        "prose": st.sampled_from([{"undeclared": word} for word in ("warn", "ignore")]),
        "aliases": st.dictionaries(texts, st.lists(texts, max_size=2), min_size=1, max_size=2),
        "nodes": st.just({"CAP_HIT": {"content": "{card} cap=${cap_usd}", "same_entity": ["card"]}}),
        "fields": st.just({"fee_usd": {"kind": "money", "unit": "USD", "signed": True, "equality": "shown"}}),
        "examples": st.just([{"case": "a.json", "expect": {"claimId": "c1", "status": "rejected", "codes": ["x"]}}]),
    }
    plain |= draw(st.fixed_dictionaries({}, optional=optional))
    return msgspec.convert(plain, Contract)


def wire(case):
    """The case as the bytes of one JSON document."""
    return msgspec.json.encode(case)


# What may happen to a claim on its way: each is a change to the plain claim that leaves it unreadable.
BREAKS = (
    lambda claim: {key: value for key, value in claim.items() if key != "text"},
    lambda claim: {key: value for key, value in claim.items() if key != "claimId"},
    lambda claim: claim | {"text": 12},
    lambda claim: claim | {"claimType": None},
    lambda claim: claim | {"citedNumbers": "95.00"},
    lambda claim: claim | {"criticality": 0, "text": [], "claimId": {}},
    lambda claim: claim | {"text": "\ud800"},
    lambda claim: claim | {"derived": [{"value": 1}]},
    lambda claim: claim | {"labels": [12]},
    list,
    lambda _claim: "a claim",
    lambda _claim: None,
    lambda _claim: 12,
)
# And each of these leaves it readable.
DENTS = (
    lambda claim: claim,
    lambda claim: claim | {"confidence": 0.9},
    lambda claim: claim | {"citedNumbers": [95.0, None, True]},
    lambda claim: claim | {"citedEntities": None},
    lambda claim: claim | {"derived": [], "note": {"deep": [1]}},
    lambda claim: claim | {"claimType": str(claim["claimType"]).lower()},
)


@st.composite
def damaged_claims(draw, *, unknown_types=True, breaks=True):
    """Plain claims, some dented, some broken, some of a type that no contract has; and which of them are whole."""
    kinds = ["whole", *(["broken"] if breaks else []), *(["unknown type"] if unknown_types else [])]
    items, fates = [], []
    for claim in draw(st.lists(claims_citing(NODE_IDS), max_size=8)):
        plain, fate = msgspec.to_builtins(claim), draw(st.sampled_from(kinds))
        if fate == "broken":
            plain = draw(st.sampled_from(BREAKS))(plain)
        elif fate == "unknown type":
            plain = draw(st.sampled_from(DENTS[:-1]))(plain) | {"claimType": draw(st.sampled_from(("VIBE", "", "ß")))}
        else:
            plain = draw(st.sampled_from(DENTS))(plain)
        items.append(plain)
        fates.append(fate)
    return items, fates


def as_json(value):
    """JSON as a careless writer writes it: lone surrogates as escapes."""
    return json.dumps(value).encode()
