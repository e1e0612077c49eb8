"""A language model as judge of usefulness: each pair is asked twice, with the order of the texts swapped."""

from importlib import resources
from typing import Final, Literal, assert_never

import msgspec

from claimgauge.errors import Problem
from claimgauge.language import (
    Answered,
    Completion,
    Failed,
    LanguageModel,
    PromptTemplate,
    Refused,
    Truncated,
    read_reply,
    rendered,
    template_digest,
    with_places,
)
from claimgauge.narration import Call, PromptReference, call_of
from claimgauge.readers import read_document
from claimgauge_bench.judge.pairs import TextPair

PLACES: Final = frozenset({"question", "headlines", "first", "second"})
Order = Literal["ab", "ba"]
ORDERS: Final[tuple[Order, ...]] = ("ab", "ba")
Choice = Literal["A", "B", "tie"]
Side = Literal["a", "b", "tie"]
Fault = Literal["unreadable", "truncated", "refused", "failed"]
SCHEMA: Final = msgspec.json.encode(
    {
        "type": "object",
        "properties": {"choice": {"type": "string", "enum": ["A", "B", "tie"]}},
        "required": ["choice"],
        "additionalProperties": False,
    }
)
_CHOICES: Final[dict[str, Choice]] = {"a": "A", "b": "B", "tie": "tie"}
_SIDES: Final[dict[tuple[Order, Choice], Side]] = {
    ("ab", "A"): "a",
    ("ab", "B"): "b",
    ("ba", "A"): "b",
    ("ba", "B"): "a",
    ("ab", "tie"): "tie",
    ("ba", "tie"): "tie",
}
_TRIMMED: Final = " \t\r\n\"'`*.{}"


class PairReply(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """One reply. In order `ab` text A is that of side a, in `ba` that of side b.

    `choice` is the place that was chosen, `side` whose text stood there; both are None for the `fault`.
    """

    pair: str
    order: Order
    choice: Choice | None
    side: Side | None
    fault: Fault | None
    message: str
    call: Call


class _Reply(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a judge replies; more keys (a reason) are not read."""

    choice: str


class UsefulnessJudge:
    """A model and its prompt. Raises PromptError for a prompt that has not exactly the places of PLACES."""

    def __init__(self, model: LanguageModel, prompt: PromptTemplate) -> None:
        self._model = model
        self._prompt = with_places(prompt, PLACES)

    @property
    def model(self) -> str:
        """The name of the model."""
        return self._model.id

    @property
    def prompt(self) -> PromptReference:
        """Which prompt it is."""
        return PromptReference(id=self._prompt.id, version=self._prompt.version, digest=template_digest(self._prompt))

    async def ask(self, pair: TextPair, order: Order) -> PairReply:
        """The reply on one pair in one order. Raises ModelError where the model cannot be asked at all."""
        first, second = (pair.a, pair.b) if order == "ab" else (pair.b, pair.a)
        data = {"question": pair.question, "headlines": dict(pair.headlines), "first": first, "second": second}
        prompt = rendered(self._prompt, data, schema=SCHEMA)
        completion = await self._model.complete(prompt)
        read = _read(completion)
        choice, fault, message = (read, None, "") if isinstance(read, str) else (None, *read)
        return PairReply(
            pair=pair.id,
            order=order,
            choice=choice,
            side=None if choice is None else _SIDES[order, choice],
            fault=fault,
            message=message,
            call=call_of(prompt, completion, model=self._model.id),
        )


def shipped_prompt() -> PromptTemplate:
    """The prompt that ships."""
    raw = (resources.files("claimgauge_bench") / "data" / "prompts" / "usefulness.toml").read_bytes()
    return read_document(raw, PromptTemplate, source="usefulness")


def _read(completion: Completion) -> Choice | tuple[Fault, str]:
    match completion:
        case Answered(text=text):
            return _choice(text)
        case Truncated():
            return "truncated", "the reply was cut off"
        case Refused(reason=reason):
            return "refused", reason
        case Failed(message=message):
            return "failed", message
        case _:
            assert_never(completion)


def _choice(text: str) -> Choice | tuple[Fault, str]:
    """The choice of a JSON object, or of a reply that is nothing but one of the three words."""
    bare = _CHOICES.get(text.strip(_TRIMMED).lower())
    if bare is not None:
        return bare
    found = read_reply(text, _Reply)
    if isinstance(found, Problem):
        return "unreadable", str(found)
    choice = _CHOICES.get(found.choice.strip().lower())
    return choice if choice is not None else ("unreadable", f"{found.choice[:60]!r} is none of A, B and tie")
