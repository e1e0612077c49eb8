"""The policies of a bundle: id, effect, actions, annotations, and where each stands in its file."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple, get_args

from claimgauge.errors import Problem
from claimgauge.policies.bundle import POLICIES
from claimgauge.policies.given import Action

ACTIONS: Final[tuple[Action, ...]] = get_args(Action)
DEFAULT: Final = "default-deny"
"""What stands for a policy where none decides; no policy can have this id."""
_SIGN = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|;', re.DOTALL)
_BLANK = re.compile(r"(?:\s|//[^\n]*)*")


class Annotation(NamedTuple):
    """The values that an annotation may have, any where there are none, and the action whose forbids may carry it."""

    values: tuple[str, ...] = ()
    action: Action | None = None


ANNOTATIONS: Final[dict[str, Annotation]] = {
    "id": Annotation(),
    "title": Annotation(),
    "source": Annotation(),
    "opaque": Annotation(("true",), "read"),
    "stops": Annotation(("permission", "scope"), "ask"),
    "answered": Annotation(("label",), "ask"),
}


class Policy(NamedTuple):
    """One policy: `key` is the engine's name for it, `id` its own, `line` the first of its text."""

    key: str
    id: str
    effect: Literal["permit", "forbid"]
    actions: frozenset[Action]
    annotations: dict[str, str]
    line: int

    @property
    def place(self) -> str:
        """Where it stands, for a message."""
        named = f", policy {self.id!r}" if self.id else ""
        return f"{POLICIES}, line {self.line}{named}"


class Statement(NamedTuple):
    """The text of one policy, and the line that it begins in."""

    line: int
    text: str


def statements(text: str) -> Iterator[Statement]:
    """The policies of a text, cut at each `;` that is in no string and no comment; what is left over counts as one."""
    start = 0
    ends = [found.end() for found in _SIGN.finditer(text) if found.group() == ";"]
    for end in [*ends, len(text)]:
        begin = _BLANK.match(text, start).end()  # type: ignore[union-attr]  # it matches nothing, too
        if begin < end:
            yield Statement(text.count("\n", 0, begin) + 1, text[begin:end])
        start = end


Groups = dict[Action, frozenset[str]]
"""Each action, and what it is in: itself and every group that holds it."""


def policies_of(read: dict[str, Any], text: str, groups: Groups) -> tuple[Policy, ...]:
    """The policies in the order of the file; `read` is the engine's JSON form of the same text."""
    lines = [each.line for each in statements(text)]
    numbered = sorted((int(key.removeprefix("policy")), key, each) for key, each in read["staticPolicies"].items())
    return tuple(
        Policy(
            key=key,
            id=each.get("annotations", {}).get("id") or "",
            effect=each["effect"],
            actions=_actions(each["action"], groups),
            annotations={name: value or "" for name, value in each.get("annotations", {}).items()},
            line=lines[number],
        )
        for number, key, each in numbered
    )


def _actions(scope: dict[str, Any], groups: Groups) -> frozenset[Action]:
    """The actions that a policy is about: the one that it names, those in what it names, or all."""
    named = {each["id"] for each in scope.get("entities", [scope.get("entity")]) if each}
    if scope["op"] == "==":
        return frozenset(action for action in groups if action in named)
    return frozenset(action for action, within in groups.items() if scope["op"] == "All" or named & within)


def policy_problems(policies: tuple[Policy, ...]) -> Iterator[Problem]:
    """Ids that are missing, reserved or there twice; annotations that nobody knows or that have no effect here."""
    count = Counter(policy.id for policy in policies)
    for policy in policies:
        if not policy.id.strip():
            yield _problem(policy, "missing", 'has no id; write @id("a-name") above it')
        elif policy.id == DEFAULT:
            yield _problem(policy, "wrong_value", f"the id {DEFAULT!r} says that no policy decided; choose another")
        elif count[policy.id] > 1:
            yield _problem(policy, "wrong_value", "the id stands twice; a decision names one policy")
        for name, value in policy.annotations.items():
            if message := _annotation_fault(policy, name, value):
                yield _problem(policy, "wrong_value", message)


def _annotation_fault(policy: Policy, name: str, value: str) -> str:
    known = ANNOTATIONS.get(name)
    if known is None:
        return f"@{name} is no annotation that is known; known are {', '.join(ANNOTATIONS)}"
    if known.values and value not in known.values:
        return f"@{name}({value!r}): expected {' or '.join(map(repr, known.values))}"
    if known.action and not (policy.effect == "forbid" and known.action in policy.actions):
        return f"@{name} belongs to a forbid of the action {known.action!r}; take it away"
    if name == "answered" and policy.annotations.get("stops") == "permission":
        return "@answered is about scope; who may not ask gets no answer assessed: take one of the two away"
    return ""


def _problem(policy: Policy, code: Literal["missing", "wrong_value"], message: str) -> Problem:
    return Problem(place=policy.place, code=code, message=message)
