"""A narrator that asks a language model, under one of four forms of prompt.

    ungrounded   the question and the headline figures, no evidence
    grounded     all of the evidence, and the entities and numbers that may be cited
    mapped       the same, and which claim type must cite which evidence
    compiled     facts by short names; the model chooses, and the claims are made from what it chose

Source of the first two: VERITYGATE (arXiv 2610.00833v1), section 3. The other two are ours.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple, assert_never

import msgspec
from msgspec.structs import replace

from claimgauge.contract import Contract, Preset
from claimgauge.contract.facts import citables
from claimgauge.contract.prompt import citation_text, contract_prompt, fields_text
from claimgauge.contract.schema import CompiledSchema, compiled_schema
from claimgauge.errors import EvidenceError, Problem
from claimgauge.evidence import EvidenceNode
from claimgauge.gates.allowlists import derived_entities, derived_numbers
from claimgauge.language import (
    Answered,
    Completion,
    Failed,
    LanguageModel,
    Lines,
    Prompt,
    PromptTemplate,
    Refused,
    Truncated,
    Verbatim,
    continued,
    rendered,
    template_digest,
    with_places,
)
from claimgauge.narration.bounds import ReplyBounds
from claimgauge.narration.brief import Brief
from claimgauge.narration.call import call_of
from claimgauge.narration.narrator import Narration, NarratorReference, PromptedForm, PromptReference
from claimgauge.narration.reading import KEY, LISTS, ReadClaims, read_choice, read_claims
from claimgauge.narration.request import Complaint, RepairRequest
from claimgauge.quantities import QuantityTables

VERSION: Final = "1"
COMPLAINTS: Final = "complaints"
TOKENS_OF_A_CLAIM = 400
"""Most tokens of a reply for each claim that is asked for; the prompt's own bound counts where it is lower."""
LONGEST_ITEM = 40
"""The most characters of a cited item where no evidence is shown; else as many as the longest that is shown."""


class Asked(NamedTuple):
    """One prompt, and how the reply to it is read; `aliases` are evidence id → the name that the prompt gives it."""

    prompt: Prompt
    read: Callable[[str, bool], ReadClaims]
    aliases: Mapping[str, str] = {}


class PromptedNarrator:
    """A model, the prompt of a form, and the prompt that asks for a repair.

    Raises PromptError where a prompt has not exactly the places that the form fills.
    """

    def __init__(
        self,
        form: PromptedForm,
        contract: Contract,
        tables: QuantityTables,
        model: LanguageModel,
        *,
        prompt: PromptTemplate,
        repair: PromptTemplate,
        preset: Preset | None = None,
        bounds: ReplyBounds | None = None,
    ) -> None:
        bounds = bounds or ReplyBounds()
        self._form = form
        self._contract = contract
        self._tables = tables
        self._model = model
        self._preset: Preset = preset or contract.preset
        self._bounds = bounds
        self._prompt = with_places(_bounded(prompt, bounds.max_claims), PLACES[form])
        self._repair = with_places(repair, {COMPLAINTS})
        self.reference = NarratorReference(
            id=form,
            version=VERSION,
            kind="model",
            model=model.id,
            prompts=tuple(
                PromptReference(id=each.id, version=each.version, digest=template_digest(each))
                for each in (prompt, repair)
            ),
        )

    async def narrate(self, brief: Brief) -> Narration:
        """The claims about a brief; nothing is asked where the evidence lets no claim be stated."""
        return await self._told(brief, None)

    async def repair(self, brief: Brief, request: RepairRequest) -> Narration:
        """The claims once more: the same prompt, and behind it what was wrong."""
        return await self._told(brief, request)

    async def _told(self, brief: Brief, request: RepairRequest | None) -> Narration:
        try:
            asked = self.asked(brief)
        except EvidenceError as error:
            return Narration(unread=(Problem(place="nodes", code="missing", message=str(error)),))
        prompt = asked.prompt if request is None else self._with_complaints(asked, request)
        completion = await self._model.complete(prompt)
        read = _read(completion, asked)
        return Narration(claims=read.claims, unread=read.unread, call=call_of(prompt, completion, model=self._model.id))

    def asked(self, brief: Brief) -> Asked:
        """What a model is asked about a brief. Raises EvidenceError where no claim about it can be stated."""
        common = {"question": brief.question, "most": Verbatim(str(self._bounds.max_claims))}
        if self._form == "compiled":
            compiled = compiled_schema(
                self._contract, brief.nodes, self._tables, preset=self._preset, max_claims=self._bounds.max_claims
            )
            contract = Verbatim(contract_prompt(self._contract, compiled))
            return Asked(
                rendered(self._prompt, {**common, "contract": contract}, schema=msgspec.json.encode(compiled.schema)),
                lambda text, truncated: read_choice(text, compiled, truncated=truncated),
                _names_of(compiled),
            )
        shown = {"headlines": brief.headlines} if self._form == "ungrounded" else self._evidence(brief)
        data = {**common, **self._contract_texts(), **shown}
        schema = _generic_schema(tuple(self._contract.claim_types), self._longest(brief, shown), self._bounds)
        return Asked(
            rendered(self._prompt, {name: data[name] for name in PLACES[self._form]}, schema=schema),
            lambda text, truncated: read_claims(text, self._contract.claim_types, truncated=truncated),
        )

    def _contract_texts(self) -> dict[str, Verbatim]:
        return {
            "fields": Verbatim(fields_text(self._contract, preset=self._preset)),
            "rules": Verbatim(citation_text(self._contract, preset=self._preset)),
            "types": Verbatim(", ".join(self._contract.claim_types)),
        }

    def _evidence(self, brief: Brief) -> dict[str, object]:
        """All of the evidence, and what of it may be cited."""
        entities, numbers = self._allowed(brief)
        return {"evidence": Lines(tuple(map(_line, brief.nodes))), "entities": entities, "numbers": numbers}

    def _longest(self, brief: Brief, shown: Mapping[str, Any]) -> tuple[int, int, int]:
        """How long an item of each list may get: as the longest that is shown, where any is."""
        if self._form == "ungrounded":
            return LONGEST_ITEM, LONGEST_ITEM, LONGEST_ITEM
        ids = [node.evidence_id for node in brief.nodes]
        return _longest(ids), _longest(shown["entities"]), _longest(shown["numbers"])

    def _allowed(self, brief: Brief) -> tuple[list[str], list[str]]:
        """The entities and numbers that the gates let be cited, sorted; under preset `strict` numbers with fields."""
        if self._preset == "strict":
            nodes, _names = citables(self._contract, brief.nodes, self._tables, preset="strict")
            facts = [fact for node in nodes for fact in node.facts]
            named = {*(fact.entity for fact in facts), *(name for node in nodes for name in node.declared)}
            return sorted(named - {""}), sorted({fact.number for fact in facts if fact.kind == "number"})
        entities, numbers = brief.allowed_entities, brief.allowed_numbers
        if entities is None:
            entities = tuple(derived_entities(brief.nodes, self._contract.entities.from_))
        if numbers is None:
            numbers = tuple(derived_numbers(brief.nodes, self._contract.numbers.from_))
        return sorted({*entities} - {""}), sorted({*numbers} - {""})

    def _with_complaints(self, asked: Asked, request: RepairRequest) -> Prompt:
        """Hints name evidence, of which an ungrounded prompt says nothing."""
        grounded = self._form != "ungrounded"
        told = (each if grounded else replace(each, hints=()) for each in request.complaints)
        lines = Lines(tuple(_complaint(each, asked.aliases) for each in told))
        more = rendered(self._repair, {COMPLAINTS: lines})
        return continued(asked.prompt, more.messages[-1].text)


_EVIDENCE: Final = frozenset({"evidence", "entities", "numbers"})
_COMMON: Final = frozenset({"question", "most"})
_FREE: Final = _COMMON | {"fields", "types"}
PLACES: Final[Mapping[PromptedForm, frozenset[str]]] = {
    "ungrounded": _FREE | {"headlines"},
    "grounded": _FREE | _EVIDENCE,
    "mapped": _FREE | _EVIDENCE | {"rules"},
    "compiled": _COMMON | {"contract"},
}
"""Form → the places that its prompt has to have."""


def _read(completion: Completion, asked: Asked) -> ReadClaims:
    match completion:
        case Answered(text=text):
            return asked.read(text, False)  # noqa: FBT003  # whether it is known to be cut off
        case Truncated(text=text):
            return asked.read(text, True)  # noqa: FBT003  # as above
        case Refused() | Failed():
            return ReadClaims(())
        case _:
            assert_never(completion)


def _bounded(prompt: PromptTemplate, claims: int) -> PromptTemplate:
    return replace(prompt, max_tokens=min(prompt.max_tokens, TOKENS_OF_A_CLAIM * claims))


def _names_of(compiled: CompiledSchema) -> dict[str, str]:
    return {evidence_id: alias for alias, evidence_id in compiled.aliases.items()}


def _line(node: EvidenceNode) -> dict[str, Any]:
    """A node as data, its id and type first and nothing that is empty."""
    held: dict[str, Any] = msgspec.to_builtins(node)
    return {"evidenceId": held.pop("evidenceId"), "type": held.pop("type")} | held


def _complaint(complaint: Complaint, aliases: Mapping[str, str]) -> dict[str, Any]:
    said = {"claimId": complaint.claim_id, "claimType": complaint.claim_type, "fault": complaint.message}
    names = [aliases.get(hint.evidence_id, hint.evidence_id) for hint in complaint.hints]
    return said | ({"cite": names} if names else {})


def _longest(texts: Iterable[str]) -> int:
    return max(map(len, texts), default=1)


def _generic_schema(claim_types: tuple[str, ...], longest: tuple[int, ...], bounds: ReplyBounds) -> bytes:
    """A list of claims with six fields each, of the types of the contract; what there is to cite stays open."""
    properties: dict[str, Any] = {
        "claimId": {"type": "string", "minLength": 1, "maxLength": 8},
        "claimType": {"type": "string", "enum": list(claim_types)},
        "text": {"type": "string", "minLength": 1, "maxLength": bounds.longest_text},
    }
    for name, length in zip(LISTS, longest, strict=True):
        items = {"type": "string", "minLength": 1, "maxLength": length}
        least = {"minItems": bounds.min_cited} if bounds.min_cited and name == LISTS[0] else {}
        properties[name] = {"type": "array", "items": items, **least, "maxItems": bounds.max_items}
    claims = {"type": "array", "items": _object(properties), "minItems": 1, "maxItems": bounds.max_claims}
    return msgspec.json.encode(_object({KEY: claims}))


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
