"""What a narrator is given to tell about: the evidence, what was asked, and the headline figures."""

import msgspec

from claimgauge.evidence import Edge, EvidenceGraph, EvidenceNode, Source


class Brief(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel", omit_defaults=True):
    """One instance. `headlines` are name → text: what an ungrounded narrator may know.

    `allowed_entities` and `allowed_numbers` are the allowlists of preset `released`, sorted; None
    where they are derived from the nodes.
    """

    id: str
    question: str = ""
    headlines: dict[str, str] = {}
    nodes: tuple[EvidenceNode, ...] = ()
    edges: tuple[Edge, ...] = ()
    sources: tuple[Source, ...] = ()
    allowed_entities: tuple[str, ...] | None = None
    allowed_numbers: tuple[str, ...] | None = None

    @property
    def graph(self) -> EvidenceGraph:
        """The evidence as one graph."""
        return EvidenceGraph(nodes=self.nodes, edges=self.edges, sources=self.sources)
