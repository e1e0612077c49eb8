"""Claims by a language model: it lists statements with quotes, and a quote that is not in the answer drops out.

The model may write down what the answer does not say; the quote, and the numbers and names of the
statement, are what holds it to the answer. Whether the statement follows from its quote is not checked here.
Where a reply is not whole, or quotes what is not in the answer, the model is asked once more and told why; the
better of the two replies counts, and of two that are as good the first.
"""

from typing import Annotated, Final, assert_never

import msgspec

from claimgauge.claims.proposals.extractor import ExtractionFailure, ExtractionFailureReason, ProposedClaims
from claimgauge.claims.proposed import Anchored, NotAnchored, Proposed, anchored
from claimgauge.errors import Problem
from claimgauge.language import (
    Answered,
    Completion,
    Failed,
    LanguageModel,
    PromptTemplate,
    Refused,
    ReplyItems,
    Truncated,
    once_more,
    read_items,
    rendered,
    template_digest,
    with_places,
)

EXTRACTOR: Final = "model-claims/2"
PLACES: Final = frozenset({"answer"})
MOST_CLAIMS = 100
LONGEST_ANSWER = 100_000
LONGEST_TEXT = 2000
_KEY = "claims"
_MOST_FAULTS = 5


class _Item(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One item of the reply; more keys are no fault."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT, pattern=r"\S")]
    quote: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT, pattern=r"\S")]


class ModelClaimExtractor:
    """A model and the prompt that it is given.

    `most_claims` bounds what is taken of one reply, `longest_answer` (in characters) what is sent.
    Raises PromptError for a prompt that has not exactly the places of PLACES.
    """

    def __init__(
        self,
        model: LanguageModel,
        prompt: PromptTemplate,
        *,
        most_claims: int = MOST_CLAIMS,
        longest_answer: int = LONGEST_ANSWER,
    ) -> None:
        self._model = model
        self._prompt = with_places(prompt, PLACES)
        self._most = most_claims
        self._longest = longest_answer
        self._schema = _schema(most_claims)
        self.extractor = f"{EXTRACTOR} ({model.id}, prompt {prompt.id}/{prompt.version} {template_digest(prompt)[:19]})"

    async def extract(self, answer: str) -> ProposedClaims | ExtractionFailure:
        """The claims of the answer, each with its span; an answer that says nothing has none and is not sent."""
        if not answer.strip():
            return ProposedClaims(extractor=self.extractor, claims=())
        if len(answer) > self._longest:
            message = f"the answer has {len(answer)} characters, the most that is sent is {self._longest}; split it"
            return self._failure("too_long", message)
        prompt = rendered(self._prompt, {"answer": answer}, schema=self._schema)
        first = await self._model.complete(prompt)
        found = self._extracted(first, answer)
        fault = _fault(found) if isinstance(first, Answered) else ""
        if not fault:
            return found
        return _better(found, self._extracted(await self._model.complete(once_more(prompt, fault)), answer))

    def _extracted(self, completion: Completion, answer: str) -> ProposedClaims | ExtractionFailure:
        match completion:
            case Answered() | Truncated():
                found = read_items(completion.text, _KEY, _Item)
                if isinstance(found, Problem):
                    return self._failure("unreadable", str(found))
                return self._anchored(found, answer, cut=found.cut or isinstance(completion, Truncated))
            case Refused():
                return self._failure("refused", "the model declined to list the claims")
            case Failed():
                return self._failure(completion.kind, completion.message)
            case _:
                assert_never(completion)

    def _anchored(self, found: ReplyItems[_Item], answer: str, *, cut: bool) -> ProposedClaims:
        taken = [Proposed(text=each.text, quote=each.quote) for each in found.items[: self._most]]
        held = anchored(taken, answer)
        return ProposedClaims(
            extractor=self.extractor,
            claims=tuple(sorted((each for each in held if isinstance(each, Anchored)), key=lambda claim: claim.span)),
            not_anchored=tuple(each for each in held if isinstance(each, NotAnchored)),
            unread=found.unread,
            cut=cut,
            over=len(found.items) - len(taken),
        )

    def _failure(self, reason: ExtractionFailureReason, message: str) -> ExtractionFailure:
        return ExtractionFailure(extractor=self.extractor, reason=reason, message=message)


def _fault(found: ProposedClaims | ExtractionFailure) -> str:
    """What is wrong with a reply that came to its end, as far as a second try may mend it."""
    if isinstance(found, ExtractionFailure):
        return found.message
    faults = [str(each) for each in found.unread]
    faults += [f"the answer does not hold the quote {each.quote!r}" for each in _misquoted(found)]
    return "; ".join([*faults[:_MOST_FAULTS], *(["the reply is cut off"] if found.cut else [])])


def _better(
    first: ProposedClaims | ExtractionFailure, second: ProposedClaims | ExtractionFailure
) -> ProposedClaims | ExtractionFailure:
    """The reply with more claims that the answer has, or else with fewer faults; a second failure is the failure."""
    if isinstance(second, ExtractionFailure):
        return second if isinstance(first, ExtractionFailure) else first
    if isinstance(first, ExtractionFailure):
        return second
    return max(first, second, key=lambda found: (len(found.claims), -_faults(found)))


def _faults(found: ProposedClaims) -> int:
    return len(found.unread) + len(_misquoted(found)) + found.cut


def _misquoted(found: ProposedClaims) -> list[NotAnchored]:
    return [each for each in found.not_anchored if each.reason == "quote_not_found"]


def _schema(most: int) -> bytes:
    text = {"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT}
    item = {
        "type": "object",
        "properties": {"text": text, "quote": text},
        "required": ["text", "quote"],
        "additionalProperties": False,
    }
    claims = {"type": "array", "items": item, "maxItems": most}
    whole = {"type": "object", "properties": {_KEY: claims}, "required": [_KEY], "additionalProperties": False}
    return msgspec.json.encode(whole)
