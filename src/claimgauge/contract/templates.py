"""From the content of a node to its fields, by the template of its type.

A template is text with names in braces: `{card}: fee ${fee_usd}`; `{{` and `}}` are braces. The text
between two names ends the first value where it occurs first, so reading takes linear time and has
one outcome.
"""

import re
from collections.abc import Container, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from claimgauge.contract.contract import Contract
from claimgauge.evidence import EvidenceNode, FieldValue
from claimgauge.evidence.templates import template_parts


class Template(NamedTuple):
    """The names in order, and the pattern whose groups are their values.

    Each piece of the pattern is possessive: once the text behind a value is found, it is never sought again.
    """

    names: tuple[str, ...]
    pattern: re.Pattern[str]


@lru_cache(maxsize=256)
def parsed_template(text: str) -> Template:
    """The template, ready to read.

    Raises ValueError where two names touch, one comes twice, or there is none, and EvidenceError for a lone brace.
    """
    parts = template_parts(text)
    names = [name for _text, name in parts if name is not None]
    behind = [after for after, _name in parts[1:]]
    if not names:
        raise ValueError("names no field; write a name in braces where a value stands, such as {amount}")
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"names {{{twice}}} twice; give each value a name of its own")
    if "" in behind[:-1]:
        at = behind.index("")
        raise ValueError(f"has no text between {{{names[at]}}} and {{{names[at + 1]}}}; where would one end?")
    pieces = [f"({_up_to(after)}){re.escape(after)}" for after in behind[:-1]]
    pattern = f"{re.escape(parts[0][0])}{''.join(pieces)}(.*){re.escape(behind[-1])}"
    return Template(tuple(names), re.compile(pattern, re.DOTALL))


def _up_to(after: str) -> str:
    """The pattern of all that stands before a text, possessive: the characters that do not begin it, as many as are."""
    first, rest = re.escape(after[0]), re.escape(after[1:])
    return f"(?:[^{first}]++|{first}(?!{rest}))*+" if rest else f"[^{first}]*+"


def numeric_template(text: str, names: Container[str], number: str) -> Template | None:
    """The template whose values of some names are written as `number` says, which is a pattern; these are its groups.

    What it reads, the template reads in the same way. None where no such name is in it, or where the text behind one
    begins with a digit or a point, so that it might be part of the number.
    """
    parts = template_parts(text)
    pieces = [re.escape(parts[0][0])]
    for (_text, name), (behind, following) in pairwise(parts):
        if name in names:
            if following is not None and behind[0] in "0123456789.":
                return None
            pieces.append(f"({number}){re.escape(behind)}")
        else:
            pieces.append(f"{_up_to(behind) if following is not None else '.*'}{re.escape(behind)}")
    found = tuple(name for _text, name in parts if name is not None and name in names)
    return Template(found, re.compile("".join(pieces), re.DOTALL)) if found else None


def read_by_template(text: str, template: Template) -> dict[str, str] | None:
    """The values by name, without the space around them; None where the text does not have this form."""
    found = template.pattern.fullmatch(text)
    if found is None:
        return None
    return dict(zip(template.names, map(str.strip, found.groups()), strict=True))


def fields_by_template(node: EvidenceNode, template: Template) -> Mapping[str, FieldValue]:
    """The fields of a node: its own, and those that a template finds in its content.

    Where both give a field, the node's own counts. A value that is empty in the content is null.
    """
    found = template.pattern.fullmatch(node.content) if node.content else None
    if found is None:
        return node.fields
    fields: dict[str, FieldValue] = dict(zip(template.names, map(str.strip, found.groups()), strict=True))
    if "" in fields.values():
        fields = {name: text or None for name, text in fields.items()}
    if node.fields:
        fields.update(node.fields)
    return fields


def typed_fields(node: EvidenceNode, contract: Contract) -> Mapping[str, FieldValue]:
    """The fields of a node: its own, and those that the template of its type finds in its content."""
    rule = contract.nodes.get(node.type)
    return fields_by_template(node, parsed_template(rule.content)) if rule and rule.content else node.fields
