"""Bundles of policies, written in a test as texts."""

import json

from claimgauge.evidence import Access, Source
from claimgauge.policies import Bundle, PoliciesDocument
from claimgauge.policies.engine import CedarAccess
from claimgauge.workflow import Principal, Request, Resource

SCHEMA = """
entity Role in [Role];
entity User in [Role] {
  level?: Long, region?: String, cleared?: Bool, groups?: Set<String>, trainedUntil?: datetime
};
entity UseCase;
entity Source { title?: String, classification?: String, groups: Set<String>, scope: Set<String> };
action ask appliesTo {
  principal: User, resource: UseCase, context: { text?: String, useCase?: String, time?: datetime }
};
action read appliesTo { principal: User, resource: Source, context: { useCase?: String, time?: datetime } };
action apply appliesTo { principal: User, resource: Source, context: { uncovered: Set<String> } };
"""
PERMIT_ALL = '@id("all") permit(principal, action, resource);'
ROLES = (("staff", ()), ("clerk", ("staff",)))


def entities(roles=ROLES, use_cases=()):
    return json.dumps(
        [
            {"uid": {"type": "Role", "id": name}, "parents": [{"type": "Role", "id": above} for above in parents]}
            for name, parents in roles
        ]
        + [{"uid": {"type": "UseCase", "id": name}} for name in use_cases]
    )


def bundle(policies=PERMIT_ALL, *, schema=SCHEMA, known=None, files=None, **document):
    about = PoliciesDocument(schema="claimgauge.policies/1", id="mine", version="1", title="Mine", **document)
    texts = {"policies.cedar": policies, "schema.cedarschema": schema, "entities.json": known, **(files or {})}
    return Bundle("mine", about, tuple(sorted((name, text) for name, text in texts.items() if text is not None)))


def access(policies=PERMIT_ALL, **about):
    return CedarAccess(bundle(policies, **about))


def request(*roles, text="", use_case="", time=None, who="emp-7", **attributes):
    principal = Principal(id=who, roles=roles, attributes=attributes)
    return Request(text=text, use_case=use_case, time=time, principal=principal)


def source(name="s", *, classification="", groups=(), **rest):
    about = Access(classification=classification, groups=groups) if classification or groups else None
    return Resource(name, Source(source_id=name, access=about, **rest))


def undeclared(name="s"):
    return Resource(name, None)
