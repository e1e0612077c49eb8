"""The entailment labeller: one claim in prose against passages, offline.

Rules that need no model come first: no evidence, a claim that the evidence says word for word, a
number that the evidence contradicts, a plain denial, an opposite direction. Then each passage that
shares enough with the claim is read by the network, one pair at a time, and passages together where
none is enough; a calibrated model turns what was read into a label with a measured confidence.
Where that is low, or two labels are nearer than machines differ, the label is UNKNOWN. A claim is
never SUPPORTED by passages that lack a number of it: the number may be computed, so the claim is
UNKNOWN where the model would support it.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from claimgauge.evidence import EvidenceNode, Shown, is_blank, shown_to, text_of, together
from claimgauge.labellers.entailment.absence import stated_after_all
from claimgauge.labellers.entailment.combination import Combined, Probabilities
from claimgauge.labellers.entailment.directions import turned_by
from claimgauge.labellers.entailment.model import EntailmentModel
from claimgauge.labellers.entailment.numbers import NumberCheck, check_numbers
from claimgauge.labellers.entailment.polarity import denied_by
from claimgauge.labellers.entailment.verbatim import quoted_from
from claimgauge.labels import Judgement, Label
from claimgauge.quantities import QuantityTables

MOST_SHOWN: Final = 400
"""Most passages that are read for one claim; of more the answer is UNKNOWN, and says so."""


class _Read(NamedTuple):
    """What was made of one passage, or of several together."""

    shown: Shown
    chances: Probabilities


class Examined(NamedTuple):
    """The judgements on a claim, and the calibrated probability that the evidence supports it."""

    judgements: tuple[Judgement, ...]
    support: float


class EntailmentLabeller:
    """Judges claims in prose by passages; thread-safe where its model is."""

    def __init__(
        self, model: EntailmentModel, combined: Combined, tables: QuantityTables, *, locale: str | None = None
    ) -> None:
        self._model = model
        self._combined = combined
        self._tables = tables
        self._locale = locale
        status = "experimental, " if combined.experimental else ""
        self.name = f"entailment/2 ({status}{model.name}, {combined.name})"

    def label(self, claim: str, nodes: Sequence[EvidenceNode], *, absence: bool = False) -> tuple[Judgement, ...]:
        """What the passages say of the claim; more than one judgement where they disagree.

        `absence`: the claim says that a source lacks something.
        """
        said = (self._of_absence(claim, nodes),) if absence else self.examine(claim, nodes).judgements
        given = frozenset(node.evidence_id for node in nodes if node.role == "context")
        return tuple(_with_dimensions(each, given) for each in said)

    def _of_absence(self, claim: str, nodes: Sequence[EvidenceNode]) -> Judgement:
        stated = stated_after_all(claim, nodes)
        if stated:
            return self._judgement("CONTRADICTED", "stated_after_all", evidence=stated)
        return self._judgement("UNKNOWN", "absence_not_shown")

    def examine(self, claim: str, nodes: Sequence[EvidenceNode]) -> Examined:
        """The judgements with the probability of support that they rest on."""
        held = [node for node in nodes if not is_blank(node)]
        if not held:
            return Examined((self._judgement("UNSUPPORTED", "no_evidence"),), 0.0)
        quoted = quoted_from(claim, held)
        shown = shown_to(claim, held)
        if not shown and not quoted:
            return Examined((self._judgement("UNSUPPORTED", "nothing_shared"),), 0.0)
        if len(shown) > MOST_SHOWN:
            return Examined((self._judgement("UNKNOWN", "too_many_passages"),), 0.0)
        texts = _texts(shown, held)
        check = self._numbers(claim, texts)
        against = self._against(check, denied_by(claim, texts), turned_by(claim, texts, self._tables))
        if quoted:
            against = against or self._at_odds(claim, texts, quoted)
            return Examined((self._judgement("SUPPORTED", "verbatim", evidence=quoted), *against), 1.0)
        if against:
            return Examined(against, 0.0)
        return self._by_model(claim, shown, {name: text for (name,), text in texts})

    def _against(self, check: NumberCheck, denied: tuple[str, ...], turned: tuple[str, ...]) -> tuple[Judgement, ...]:
        """What evidence plainly says otherwise, where some passage does; of several reasons the first."""
        different = check.different.evidence_ids if check.different is not None else ()
        reasons = (("different_number", different), ("denied", denied), ("opposite_direction", turned))
        return tuple(self._judgement("CONTRADICTED", why, evidence=ids) for why, ids in reasons if ids)[:1]

    def _at_odds(
        self, claim: str, texts: Sequence[tuple[tuple[str, ...], str]], supporting: Sequence[str]
    ) -> tuple[Judgement, ...]:
        """What a passage says otherwise that does not support: each by itself, so that no other speaks for it."""
        others = (each for each in texts if each[0][0] not in supporting)
        odd = [ids[0] for ids, text in others if self._numbers(claim, [(ids, text)]).different is not None]
        return (self._judgement("CONTRADICTED", "different_number", evidence=tuple(odd)),) if odd else ()

    def _numbers(self, claim: str, texts: Sequence[tuple[tuple[str, ...], str]]) -> NumberCheck:
        return check_numbers(claim, texts, self._tables, locale=self._locale)

    def _by_model(self, claim: str, shown: Sequence[Shown], texts: Mapping[str, str]) -> Examined:
        bounds = self._combined.thresholds
        reads = [self._read(claim, each) for each in shown]
        best = max(reads, key=lambda read: read.chances.supported)
        if best.chances.supported < bounds.supported + bounds.close and (joint := together(claim, shown)) is not None:
            best = max(best, self._read(claim, joint), key=lambda read: read.chances.supported)
        own = [((name,), texts[name]) for name in best.shown.evidence_ids]
        check = self._numbers(claim, own)
        worst = max(reads, key=lambda read: read.chances.contradicted)
        found = []
        if not check.missing and best.chances.supported >= bounds.supported + bounds.close:
            found.append(self._of(best, "SUPPORTED", "entailed", best.chances.supported))
            found += self._at_odds(claim, [((name,), text) for name, text in texts.items()], best.shown.evidence_ids)
        if worst.chances.contradicted >= bounds.contradicted + bounds.close:
            found.append(self._of(worst, "CONTRADICTED", "contradicted", worst.chances.contradicted))
        return Examined(tuple(found) or (self._neither(best, check),), best.chances.supported)

    def _neither(self, best: _Read, check: NumberCheck) -> Judgement:
        """The label where the model neither supports nor contradicts with enough confidence."""
        chances, bounds = best.chances, self._combined.thresholds
        if check.missing and chances.supported > bounds.not_supported:
            return self._of(best, "UNKNOWN", "number_missing", None)
        if chances.supported > bounds.not_supported - bounds.close:
            return self._of(best, "UNKNOWN", "low_confidence", chances.supported)
        if chances.partial > chances.unsupported + chances.contradicted:
            return self._of(best, "PARTIAL", "partly_entailed", 1 - chances.supported)
        return self._of(best, "UNSUPPORTED", "not_entailed", 1 - chances.supported)

    def _read(self, claim: str, shown: Shown) -> _Read:
        logits = self._model.logits(shown.text, claim)
        return _Read(shown, self._combined.probabilities(claim, shown.text, logits))

    def _of(self, read: _Read, label: Label, reason: str, confidence: float | None) -> Judgement:
        return self._judgement(label, reason, evidence=read.shown.evidence_ids, confidence=confidence)

    def _judgement(
        self, label: Label, reason: str, *, evidence: tuple[str, ...] = (), confidence: float | None = None
    ) -> Judgement:
        rounded = None if confidence is None else round(confidence, 3)
        return Judgement(label=label, evidence=evidence, labeller=self.name, reason=reason, confidence=rounded)


def _with_dimensions(judgement: Judgement, given: frozenset[str]) -> Judgement:
    """What contradicts the texts that the model was given deviates from its context too; a reference is a fact only."""
    if judgement.label != "CONTRADICTED":
        return judgement
    deviates = not given.isdisjoint(judgement.evidence)
    return replace(judgement, dimensions=("F", "C") if deviates else ("F",))


def _texts(shown: Sequence[Shown], nodes: Sequence[EvidenceNode]) -> list[tuple[tuple[str, ...], str]]:
    """The whole texts of the passages that are shown, with their ids."""
    ids = frozenset(name for each in shown for name in each.evidence_ids)
    return [((node.evidence_id,), text_of(node)) for node in nodes if node.evidence_id in ids]
