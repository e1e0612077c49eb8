"""Labels that came with the claim: from an annotator, a judge, another system.

A label outside the taxonomy is an error, never mapped in silence. A claim that is declared SUPPORTED
and cites nothing, or only nodes that hold nothing, is UNSUPPORTED with the reason `no_evidence`
(law 9): there is nothing an auditor could follow the label to. One that is declared UNSUPPORTED and
cites nothing carries the same reason, which sends the answer to review (reading 4).
"""

from claimgauge.claims import Claim, DeclaredLabel
from claimgauge.errors import InputError
from claimgauge.labellers.blank import usable_citations
from claimgauge.labels import LABELS, Judgement, Label

LABELLER = "declared/1"


def declared_judgements(claim: Claim, *, place: str, blank: frozenset[str] = frozenset()) -> tuple[Judgement, ...]:
    """The claim's own labels as judgements; `blank` are the nodes that hold nothing.

    Raises InputError at `place` for a label that does not exist.
    """
    cited = usable_citations(claim, blank)
    return tuple(_judgement(cited, item, f"{place}.labels[{index}]") for index, item in enumerate(claim.labels))


def _judgement(cited: tuple[str, ...], item: str | DeclaredLabel, place: str) -> Judgement:
    name, dimensions = (item, ()) if isinstance(item, str) else (item.label, item.dimensions)
    label = _known(name, place)
    if label in ("SUPPORTED", "UNSUPPORTED") and not cited:
        kept = dimensions if label == "UNSUPPORTED" else ()
        return Judgement(label="UNSUPPORTED", dimensions=kept, labeller=LABELLER, reason="no_evidence")
    return Judgement(label=label, dimensions=dimensions, evidence=cited, labeller=LABELLER, reason="declared")


def _known(name: str, place: str) -> Label:
    if name not in LABELS:
        raise InputError(f"no label {name[:40]!r}; the labels are {', '.join(LABELS)}", place=place)
    return name
