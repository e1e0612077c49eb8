"""The examples of a bundle: what a request comes to under its policies, as its author says."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from claimgauge.errors import Problem
from claimgauge.evidence import Source
from claimgauge.policies.given import Action
from claimgauge.workflow import Request
from claimgauge.workflow.access import Because


class _Table(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A TOML table: an unknown key is an error."""


class PolicyExample(_Table, frozen=True, kw_only=True):
    """One question and its answer.

    `request` is a key of `requests`, `source` an id, also one that is not declared; `expect` is why it is allowed or
    denied, `policy` the policy that has to decide. The other three are looked at where they are given.
    """

    action: Action
    request: str
    source: str = ""
    expect: Because
    policy: str = ""
    opaque: bool | None = None
    stops: Literal["permission", "scope"] | None = None
    answered: bool | None = None


class PolicyExamples(_Table, frozen=True, kw_only=True):
    """`tests.toml`: requests by name and sources, both as in a case, and what is asked of them."""

    schema: Literal["claimgauge.policies-tests/1"]
    requests: dict[str, Request] = {}
    sources: tuple[Source, ...] = ()
    examples: tuple[PolicyExample, ...] = ()


def example_problems(document: PolicyExamples) -> Iterator[Problem]:
    """Requests that are not there, and sources where none or one is needed."""
    for index, example in enumerate(document.examples):
        place = f"examples[{index}]"
        if example.request not in document.requests:
            known = ", ".join(document.requests) or "none"
            message = f"no request has the name {example.request!r}; there are {known}"
            yield Problem(place=f"{place}.request", code="wrong_value", message=message)
        if (example.action == "ask") == bool(example.source):
            message = "an ask is about a use case; take the source away" if example.source else "missing; name a source"
            yield Problem(place=f"{place}.source", code="wrong_value", message=message)
