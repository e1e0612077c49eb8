"""One call of a language model, kept in full: what was asked, what came back, and what it took.

From these the cost of a run can be derived again, at any price and years later.
"""

from typing import Literal, assert_never

import msgspec

from claimgauge.language import Answered, Completion, Failed, FailureKind, Prompt, Refused, Truncated, prompt_digest

Outcome = Literal["answered", "truncated", "refused", "failed"]


class Call(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel", omit_defaults=True):
    """One call. `prompt` is the digest of all that was asked, `model` the name that was configured.

    `served` is what the endpoint says it ran. `reply` is the text as it came, or the reason of a
    refusal; of a call that failed there is none, and `failure` with `message` say why. Tokens and
    `cost` are as the endpoint states them; `seconds` covers all tries and waits.
    """

    prompt: str
    model: str
    served: str = ""
    max_tokens: int
    temperature: float = 0.0
    seed: int | None = None
    outcome: Outcome
    finish: str = ""
    reply: str = ""
    raw_digest: str = ""
    failure: FailureKind | None = None
    message: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: str | None = None
    seconds: float = 0.0
    tries: int = 1


def call_of(prompt: Prompt, completion: Completion, *, model: str) -> Call:
    """The call that this prompt and its completion were."""
    spent = completion.spent
    asked = {
        "prompt": prompt_digest(prompt),
        "model": model,
        "max_tokens": prompt.max_tokens,
        "temperature": prompt.temperature,
        "seed": prompt.seed,
        "tokens_in": spent.tokens_in,
        "tokens_out": spent.tokens_out,
        "cost": spent.cost,
        "seconds": spent.seconds,
        "tries": spent.tries,
    }
    match completion:
        case Answered(text=text, finish=finish, model=served, raw_digest=raw):
            came = {"outcome": "answered", "reply": text, "finish": finish, "served": served, "raw_digest": raw}
        case Truncated(text=text, model=served, raw_digest=raw):
            came = {"outcome": "truncated", "reply": text, "finish": "length", "served": served, "raw_digest": raw}
        case Refused(reason=reason, model=served, raw_digest=raw):
            came = {"outcome": "refused", "reply": reason, "served": served, "raw_digest": raw}
        case Failed(kind=kind, message=message):
            came = {"outcome": "failed", "failure": kind, "message": message}
        case _:
            assert_never(completion)
    return Call(**asked, **came)  # type: ignore[arg-type]
