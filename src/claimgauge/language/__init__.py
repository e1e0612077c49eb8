"""What a language model is, what it is asked, and how its reply is read; no model is in here."""

from claimgauge.language.model import (
    Answered,
    Completion,
    Failed,
    FailureKind,
    LanguageModel,
    Message,
    Prompt,
    Refused,
    Role,
    Spent,
    Truncated,
    prompt_digest,
)
from claimgauge.language.prompts import (
    MessageTemplate,
    PromptTemplate,
    once_more,
    places_of,
    prompt_problems,
    rendered,
    template_digest,
    with_places,
)
from claimgauge.language.replies import ReplyItems, read_items, read_reply

__all__ = [
    "Answered",
    "Completion",
    "Failed",
    "FailureKind",
    "LanguageModel",
    "Message",
    "MessageTemplate",
    "Prompt",
    "PromptTemplate",
    "Refused",
    "ReplyItems",
    "Role",
    "Spent",
    "Truncated",
    "once_more",
    "places_of",
    "prompt_digest",
    "prompt_problems",
    "read_items",
    "read_reply",
    "rendered",
    "template_digest",
    "with_places",
]
