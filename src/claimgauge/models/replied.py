"""What an endpoint of OpenAI's form replied, as a completion.

Only what is needed is read; more keys are no fault. An ending that is not known to be an ending is
`malformed`, never an answer.
"""

from typing import Any, Final

import msgspec

from claimgauge.digests import digest
from claimgauge.language import Answered, Completion, Failed, Refused, Spent, Truncated

ENDINGS: Final = frozenset({"stop", "end_turn", "eos_token", "stop_sequence"})
SHOWN = 60


class _Usage(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost: msgspec.Raw = msgspec.Raw()


class _Message(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    message: _Message
    finish_reason: str | None = None


class _Reply(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    choices: tuple[_Choice, ...]
    model: str | None = None
    usage: _Usage | None = None


def completion_of(raw: bytes, spent: Spent) -> Completion:
    """The completion that the bytes of a reply with status 200 are; `spent` holds the time and the tries."""
    try:
        reply = msgspec.json.decode(raw, type=_Reply)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Failed(kind="malformed", message=f"the reply is no chat completion: {error}", spent=spent)
    spent = _with_usage(spent, reply.usage)
    if len(reply.choices) != 1:
        return Failed(kind="malformed", message=f"the reply has {len(reply.choices)} choices, not one", spent=spent)
    return _completed(reply.choices[0], spent, model=reply.model or "", raw_digest=digest(raw))


def _completed(choice: _Choice, spent: Spent, **origin: str) -> Completion:
    finish, said = choice.finish_reason, choice.message
    if said.refusal:
        return Refused(reason=said.refusal, spent=spent, **origin)
    if finish == "content_filter":
        return Refused(reason="a content filter stopped the reply", spent=spent, **origin)
    if finish == "length":
        return Truncated(text=said.content or "", spent=spent, **origin)
    if finish not in ENDINGS or said.content is None:
        what = "no text" if finish in ENDINGS else f"the finish_reason {str(finish)[:SHOWN]!r}, which ends no answer"
        return Failed(kind="malformed", message=f"the reply has {what}", spent=spent)
    return Answered(text=said.content, finish=str(finish), spent=spent, **origin)


def _with_usage(spent: Spent, usage: _Usage | None) -> Spent:
    if usage is None:
        return spent
    stated: dict[str, Any] = {"tokens_in": _count(usage.prompt_tokens), "tokens_out": _count(usage.completion_tokens)}
    return msgspec.structs.replace(spent, cost=_number(usage.cost), **stated)


def _count(stated: int | None) -> int | None:
    return stated if stated is not None and stated >= 0 else None


def _number(stated: msgspec.Raw) -> str | None:
    """The literal of a JSON number; anything else states no cost."""
    written = bytes(stated).decode().strip()
    return written if written[:1].isdigit() and len(written) <= SHOWN else None
