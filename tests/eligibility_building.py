"""Builders for cases with sources, and policies that a test can read at a glance."""

from claimgauge.readers import case_from
from claimgauge.wiring import assessing, verifiers
from claimgauge.wiring.assessors import Guard
from claimgauge.workflow import Decision, PoliciesReference

AT = "2026-03-01T09:00:00+01:00"


def allowed(policy="open"):
    return Decision(allowed=True, because="permit", policy_id=policy)


def denied(policy, **keys):
    return Decision(allowed=False, because="forbid", policy_id=policy, **keys)


class Rules:
    """Policies in the form of three mappings: use case → decision, source → decision, source → decision."""

    reference = PoliciesReference(id="rules", version="1", digest="sha256:rules")

    def __init__(self, *, ask=None, read=None, apply=None):
        self._ask, self._read, self._apply = ask, read or {}, apply or {}

    def ask(self, _request):
        return self._ask or allowed()

    def read(self, _request, resources):
        return tuple(self._read.get(each.source_id, allowed()) for each in resources)

    def apply(self, _request, resources):
        return tuple(self._apply.get(each.source_id, allowed()) for each in resources)


def passage(name, text, source=None, **keys):
    return {"evidenceId": name, "content": text, "sourceId": source or f"s-{name}"} | keys


def source(name, **keys):
    return {"sourceId": name} | keys


def prose_case(answer, *passages, sources=(), time=AT, **keys):
    request = {"time": time} | keys.pop("request", {})
    return {"answer": {"text": answer}, "passages": list(passages), "sources": list(sources), "request": request} | keys


def assessed_case(case, rules=None, **keys):
    """The row as it may be shown, and the assessment."""
    guard = Guard(lambda _case: rules, quiet=rules is not None)
    row = case_from(case)
    return assessing(verifiers(keys.pop("contract", None)), policies=guard, **keys)(row)


def labels(out):
    """Of each claim its labels with their reasons."""
    return [[(each.label, each.reason) for each in claim.judgements] for claim in out.assessment.claims]
