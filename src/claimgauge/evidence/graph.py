"""The evidence graph, and the digest that covers every word of it.

The digest is SHA-256 over the RFC 8785 form of `{"edges", "nodes", "schema", "sources"}`, each
list sorted by the canonical bytes of its items. Content is covered: two graphs with other figures
never share a digest (the released digest leaves content out).
"""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from claimgauge.digests import canonical, canonical_list, digest
from claimgauge.errors import CanonicalFormError
from claimgauge.evidence.node import EvidenceNode, FieldValue
from claimgauge.evidence.source import Source

SCHEMA = "claimgauge.evidence/1"
_encode = msgspec.json.Encoder().encode
_encode_sorted = msgspec.json.Encoder(order="sorted").encode
_PLAIN = frozenset({str, bool, type(None)})
_SCHEMA_KEY = b',"schema":"%b","sources":' % SCHEMA.encode()
_CONTEXT = EvidenceNode(evidence_id="", type="").role


class Edge(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """`from_` SUPPORTS or DEPENDS_ON `to`; carried and covered by the digest, not read by any gate."""

    from_: str = msgspec.field(name="from")
    to: str
    type: str


class EvidenceGraph(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Nodes with their edges and sources; a passage is a node of type PASSAGE."""

    nodes: tuple[EvidenceNode, ...]
    edges: tuple[Edge, ...] = ()
    sources: tuple[Source, ...] = ()

    @property
    def digest(self) -> str:
        """`sha256:…` over nodes, edges and sources; computed anew at each call."""
        return evidence_digest(self.nodes, edges=self.edges, sources=self.sources)


def evidence_digest(
    nodes: Sequence[EvidenceNode], *, edges: Sequence[Edge] = (), sources: Sequence[Source] = ()
) -> str:
    """The digest of a graph; the order of nodes, edges and sources does not matter."""
    written_edges = canonical_list(_lines(edges)) if edges else b"[]"
    written_sources = canonical_list(map(canonical, sources)) if sources else b"[]"
    written_nodes = canonical_list(_node_lines(nodes))
    return digest(
        b"".join((b'{"edges":', written_edges, b',"nodes":', written_nodes, _SCHEMA_KEY, written_sources, b"}"))
    )


def _lines(items: Iterable[object], encode: Callable[[object], bytes] = _encode) -> list[bytes]:
    try:
        return list(map(encode, items))
    except UnicodeEncodeError as error:
        raise CanonicalFormError(f"no canonical form of a text that is not Unicode: {error}") from error


def _node_lines(nodes: Sequence[EvidenceNode]) -> list[bytes]:
    """Canonical bytes of each node: the fast encoder where it provably writes RFC 8785, else the definition.

    The encoder leaves a default out by identity, and a role that came through pickle is another object.
    """
    if not [node for node in nodes if node.fields or node.role is not _CONTEXT]:
        return _lines(nodes)
    lines = _lines(nodes, _encode_sorted)
    return [line if _written_canonically(node) else canonical(node) for node, line in zip(nodes, lines, strict=True)]


def _written_canonically(node: EvidenceNode) -> bool:
    return (node.role is _CONTEXT or node.role != _CONTEXT) and _sorts_like_rfc8785(node.fields)


def _sorts_like_rfc8785(fields: dict[str, FieldValue]) -> bool:
    """ASCII keys sort alike in every encoding; strings, booleans and null are written alike."""
    return "".join(fields).isascii() and _PLAIN.issuperset(map(type, fields.values()))
