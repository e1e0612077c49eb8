r"""Prompts as versioned documents: texts with named places, and what stands in a place is data.

The wire form is TOML (`schema = "claimgauge.prompt/1"`). A place is `{{name}}`. What is put there
was written by strangers: it becomes JSON between `<data name="…">` and `</data>`, in which every `<`
is written `\u003c`, so that no text can close its own fence, and what cannot be seen is written out.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from claimgauge.digests import canonical, digest
from claimgauge.errors import Problem, PromptError
from claimgauge.language.model import Message, Prompt, Role

MOST_TOKENS = 100_000
LONGEST_FAULT = 500
ONCE_MORE = (
    "Your reply to this was read before, and could not be used; why is data here. Reply once more, as asked above."
)
_PLACE = re.compile(r"\{\{(?P<name>[a-z][a-z_]*)\}\}")
_BRACES = re.compile(r"\{\{|\}\}")


class Lines(NamedTuple):
    """A list that is data and is written closely, one item a line: a model pays for every sign that it reads."""

    items: tuple[object, ...]


class Verbatim(NamedTuple):
    """A text of the program or of whoever set it up, never of strangers: it is written as it is, without a fence."""

    text: str


class _Table(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A TOML table: an unknown key is an error."""


class MessageTemplate(_Table, frozen=True, kw_only=True):
    """One message with its places."""

    role: Role
    text: str


class PromptTemplate(_Table, frozen=True, kw_only=True):
    """A prompt with places; its id, version and digest travel with what is made of the replies."""

    schema: Literal["claimgauge.prompt/1"]
    id: str
    version: str
    title: str = ""
    max_tokens: Annotated[int, msgspec.Meta(ge=1, le=MOST_TOKENS)]
    messages: tuple[MessageTemplate, ...]


def template_digest(template: PromptTemplate) -> str:
    """The digest of all that the document says."""
    return digest(canonical(template))


def places_of(template: PromptTemplate) -> frozenset[str]:
    """The names of its places."""
    return frozenset(found["name"] for each in template.messages for found in _PLACE.finditer(each.text))


def prompt_problems(template: PromptTemplate) -> Iterator[Problem]:
    """What can be read and does not make sense, each with its place."""
    for name in ("id", "version", "messages"):
        if not getattr(template, name):
            yield Problem(place=name, code="wrong_value", message="is empty; write it")
    for index, each in enumerate(template.messages):
        if _BRACES.search(_PLACE.sub("", each.text)):
            message = "holds double braces that are no place; a place is {{name}}, in small letters and underscores"
            yield Problem(place=f"messages[{index}].text", code="malformed", message=message)
        if each.role == "system" and _PLACE.search(each.text):
            message = "has a place in the message of role 'system'; what strangers wrote belongs in one of role 'user'"
            yield Problem(place=f"messages[{index}].text", code="wrong_value", message=message)


def with_places(template: PromptTemplate, names: Collection[str]) -> PromptTemplate:
    """The template itself, which has exactly these places. Raises PromptError where it has not."""
    found = places_of(template)
    problems = [*prompt_problems(template)]
    problems += [_unfit(name, f"no message has the place {{{{{name}}}}}; add it") for name in sorted({*names} - found)]
    problems += [_unfit(name, "nothing is put into this place; take it out") for name in sorted(found - {*names})]
    if problems:
        raise PromptError(template.id, problems)
    return template


def _unfit(name: str, message: str) -> Problem:
    return Problem(place=f"messages, {name}", code="wrong_value", message=message)


def rendered(
    template: PromptTemplate, data: Mapping[str, object], *, schema: bytes | None = None, seed: int | None = None
) -> Prompt:
    """The prompt with each place filled, once: what is put in is not searched for places.

    `data` is strings, numbers, booleans, null, lists and objects, which are fenced, `Lines` of them, and
    `Verbatim`. Raises PromptError where it does not fill exactly the places there are, ValueError and
    TypeError where it is not JSON.
    """
    with_places(template, data.keys())
    filled = {name: value.text if isinstance(value, Verbatim) else _fenced(name, value) for name, value in data.items()}
    messages = tuple(
        Message(role=each.role, text=_PLACE.sub(lambda found: filled[found["name"]], each.text))
        for each in template.messages
    )
    return Prompt(messages=messages, schema=schema, max_tokens=template.max_tokens, seed=seed)


def once_more(prompt: Prompt, fault: str) -> Prompt:
    """The same prompt, with what was wrong with the reply to it as data at the end of the user's last message.

    The reply itself is not repeated: it may hold what the evidence told the model to say.
    """
    last = _last_of_user(prompt)
    text = f"{prompt.messages[last].text.rstrip()}\n\n{ONCE_MORE}\n{_fenced('fault', fault[:LONGEST_FAULT])}\n"
    return _with_text(prompt, last, text)


def continued(prompt: Prompt, more: str) -> Prompt:
    """The same prompt with a text at the end of the user's last message; all before it stays as it is, byte by byte.

    So a server that keeps what it has read of a prompt reads nothing twice.
    """
    last = _last_of_user(prompt)
    return _with_text(prompt, last, f"{prompt.messages[last].text}{more}")


def _last_of_user(prompt: Prompt) -> int:
    return max(place for place, each in enumerate(prompt.messages) if each.role == "user")


def _with_text(prompt: Prompt, place: int, text: str) -> Prompt:
    messages = prompt.messages
    return replace(prompt, messages=(*messages[:place], replace(messages[place], text=text), *messages[place + 1 :]))


def _fenced(name: str, value: object) -> str:
    if isinstance(value, Lines):
        text = "\n".join(_as_data(each, separators=(",", ":")) for each in value.items)
    else:
        text = _as_data(value)
    return f'<data name="{name}">\n{text}\n</data>'


def _as_data(value: object, *, separators: tuple[str, str] | None = None) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=separators)
    return "".join(map(_seen, text))


def _seen(character: str) -> str:
    """The character, or its escape where it could open a fence or cannot be seen."""
    if character == "<":
        return "\\u003c"
    return character if character.isprintable() else json.dumps(character)[1:-1]
