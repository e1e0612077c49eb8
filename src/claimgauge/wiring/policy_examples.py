"""Running the examples of a bundle of policies: whether each question comes to what the bundle says it does."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from claimgauge.errors import PolicyError, Problem
from claimgauge.policies import PolicyExample, PolicyExamples, example_problems
from claimgauge.policies.bundle import EXAMPLES
from claimgauge.readers import read_document
from claimgauge.wiring.policies import load_bundle, load_policies
from claimgauge.workflow import Access, Decision, Request, Resource


class PolicyExampleResult(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One example: the question, what was expected, what was found, and the message of a denial that has one."""

    question: str
    expected: str
    found: str
    message: str
    passed: bool


def run_policy_examples(name: str | Path) -> Iterator[PolicyExampleResult]:
    """Every example of a bundle, in order. Raises as `load_policies` does, and PolicyError for the examples."""
    access, bundle = load_policies(name), load_bundle(name)
    text = bundle.text(EXAMPLES)
    if text is None:
        message = "missing; say there what a request must come to"
        raise PolicyError(bundle.name, [Problem(place=EXAMPLES, code="missing", message=message)])
    document = read_document(text.encode(), PolicyExamples, source=f"{bundle.name}/{EXAMPLES}")
    if problems := tuple(example_problems(document)):
        raise PolicyError(f"{bundle.name}/{EXAMPLES}", problems)
    sources = {source.source_id: source for source in document.sources}
    for example in document.examples:
        resource = Resource(example.source, sources.get(example.source))
        yield _result(example, _decided(access, document.requests[example.request], resource, example))


def _decided(access: Access, request: Request, resource: Resource, example: PolicyExample) -> Decision:
    if example.action == "ask":
        return access.ask(request)
    ask = access.read if example.action == "read" else access.apply
    return ask(request, [resource])[0]


def _result(example: PolicyExample, decision: Decision) -> PolicyExampleResult:
    wanted = {
        "policy": example.policy or None,
        "opaque": example.opaque,
        "stops": example.stops,
        "answered": example.answered,
    }
    found = {
        "policy": decision.policy_id,
        "opaque": decision.opaque,
        "stops": decision.stops,
        "answered": decision.answered,
    }
    looked_at = [key for key, value in wanted.items() if value is not None]
    return PolicyExampleResult(
        question=" ".join(filter(None, (example.request, example.action, example.source))),
        expected=_words(example.expect, {key: wanted[key] for key in looked_at}),
        found=_words(decision.because, {key: found[key] for key in looked_at}),
        message=decision.message,
        passed=decision.because == example.expect and all(found[key] == wanted[key] for key in looked_at),
    )


def _words(because: str, rest: dict[str, object]) -> str:
    said = [str(value) if key == "policy" else _flag(key, value) for key, value in rest.items()]
    return ", ".join(filter(None, (because, *said)))


def _flag(key: str, value: object) -> str:
    if isinstance(value, bool):
        return key if value else f"not {key}"
    return f"{key} {value}"
