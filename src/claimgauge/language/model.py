"""A language model as everything else sees it: a prompt goes in, a completion comes out.

A completion is one of four values. What went wrong is one of them and never an exception, so that no
caller can take it for an answer, and never a score.
"""

from typing import Annotated, Literal, Protocol, runtime_checkable

import msgspec

from claimgauge.digests import canonical, digest

Role = Literal["system", "user", "assistant"]
FailureKind = Literal["timeout", "rate_limited", "unavailable", "rejected", "malformed", "budget"]
"""`rejected`: the endpoint turned the request down, and would again. `malformed`: it answered in no known form."""


class _Value(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    gc=False,
    rename="camel",
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="outcome",
):
    """camelCase on the wire, where recorded completions stand."""


class Message(_Value, frozen=True, kw_only=True, tag=False):
    """One message. Raises ValueError for a text that is not Unicode, which no endpoint could be sent."""

    role: Role
    text: str

    def __post_init__(self) -> None:
        try:
            self.text.encode()
        except UnicodeEncodeError as error:
            raise ValueError(f"the text holds half of a surrogate pair at {error.start}; leave it out") from error


class Prompt(_Value, frozen=True, kw_only=True, tag=False):
    """All that a model is asked: the messages, and the JSON Schema that its reply is held to where it can be.

    `max_tokens` bounds the reply. `seed` is a wish, which not every endpoint grants.
    """

    messages: tuple[Message, ...]
    schema: bytes | None = None
    max_tokens: Annotated[int, msgspec.Meta(ge=1)]
    temperature: Annotated[float, msgspec.Meta(ge=0)] = 0.0
    seed: int | None = None


class Spent(_Value, frozen=True, kw_only=True, tag=False):
    """What a completion took: tokens and cost as the endpoint states them, None where it states none.

    `cost` is the number as it was written, in the endpoint's currency. `seconds` covers all tries and waits.
    """

    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: str | None = None
    seconds: float = 0.0
    tries: int = 1


NOTHING_SPENT = Spent(tries=0)


class Answered(_Value, frozen=True, kw_only=True, tag="answered"):
    """The model came to an end of its own. `finish` is the endpoint's word for that.

    `model` is what the endpoint says it ran; `raw_digest` is over the bytes of its reply.
    """

    text: str
    finish: str = "stop"
    model: str = ""
    raw_digest: str = ""
    spent: Spent = NOTHING_SPENT


class Truncated(_Value, frozen=True, kw_only=True, tag="truncated"):
    """The reply reached `max_tokens`, or the end of the context, before its own end."""

    text: str
    model: str = ""
    raw_digest: str = ""
    spent: Spent = NOTHING_SPENT


class Refused(_Value, frozen=True, kw_only=True, tag="refused"):
    """The model, or a filter in front of it, declined to answer."""

    reason: str
    model: str = ""
    raw_digest: str = ""
    spent: Spent = NOTHING_SPENT


class Failed(_Value, frozen=True, kw_only=True, tag="failed"):
    """There is no reply. `message` says what happened and what to do; it repeats nothing of the prompt."""

    kind: FailureKind
    message: str
    spent: Spent = NOTHING_SPENT


Completion = Answered | Truncated | Refused | Failed


@runtime_checkable
class LanguageModel(Protocol):
    """Whatever completes prompts."""

    @property
    def id(self) -> str:
        """The model's name, as it is carried in what is made of its replies."""
        ...

    async def complete(self, prompt: Prompt) -> Completion:
        """The completion of one prompt.

        Whatever the endpoint does comes back as a value. Raises ModelError where the model cannot be
        asked at all (a recording without the prompt, a script at its end).
        """
        ...


def prompt_digest(prompt: Prompt) -> str:
    """The digest that identifies a call; the schema enters byte by byte, since a model may follow its order of keys."""
    schema = {} if prompt.schema is None else {"schema": prompt.schema.decode()}
    seed = {} if prompt.seed is None else {"seed": prompt.seed}
    messages = [{"role": each.role, "text": each.text} for each in prompt.messages]
    plain = {"messages": messages, "maxTokens": prompt.max_tokens, "temperature": float(prompt.temperature)}
    return digest(canonical(plain | schema | seed))
