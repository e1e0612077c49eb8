"""From the files of a bundle to prepared handles of the engine, or every problem that stands in the way."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import cedarpy

from claimgauge.errors import PolicyError, Problem
from claimgauge.policies.bundle import CEDAR_SCHEMA, JSON_SCHEMA, POLICIES, Bundle
from claimgauge.policies.declared import Declared, declared, missing_actions
from claimgauge.policies.given import Action
from claimgauge.policies.known import Known, prepared, read_known, unknown_literals
from claimgauge.policies.policy import ACTIONS, Groups, Policy, policies_of, policy_problems, statements


class Compiled(NamedTuple):
    """A bundle that makes sense, ready to decide.

    Each action has the policies that are about it alone: the engine looks at every policy of a set.
    """

    policy_sets: dict[Action, cedarpy.PolicySet]
    schema: cedarpy.Schema
    entities: cedarpy.Entities
    policies: tuple[Policy, ...]
    declared: Declared
    known: Known


def compiled(bundle: Bundle) -> Compiled:
    """The bundle for the engine. Raises PolicyError with all problems that one look can find."""
    file, schema_text = _schema_text(bundle)
    text = bundle.text(POLICIES)
    if text is None:
        raise PolicyError(bundle.name, [Problem(place=POLICIES, code="missing", message="missing; write the policies")])
    schema = _schema(bundle, file, schema_text)
    read = _policies(bundle, text)
    policies = policies_of(read, text, _groups(schema))
    known, problems = read_known(bundle.text("entities.json"))
    entities, misfits = prepared(known, schema)
    attributes, faults = declared(schema, schema_text, file=file)
    found = [
        *policy_problems(policies),
        *_invalid(text, schema, policies),
        *faults,
        *(problems or misfits),
        *_unknown(read, policies, known),
    ]
    if found or entities is None:
        raise PolicyError(bundle.name, found)
    sets = {action: _set_of(read, policies, action) for action in ACTIONS}
    return Compiled(sets, schema, entities, policies, attributes, known)


def _schema_text(bundle: Bundle) -> tuple[str, str]:
    there = [(file, text) for file in (CEDAR_SCHEMA, JSON_SCHEMA) if (text := bundle.text(file)) is not None]
    if len(there) == 1:
        return there[0]
    message = (
        f"missing; write the schema there, or in {JSON_SCHEMA}"
        if not there
        else f"stands beside {JSON_SCHEMA}; keep one of the two"
    )
    raise PolicyError(bundle.name, [Problem(place=CEDAR_SCHEMA, code="missing", message=message)])


def _schema(bundle: Bundle, file: str, text: str) -> cedarpy.Schema:
    parse = cedarpy.Schema.from_str if file == CEDAR_SCHEMA else cedarpy.Schema.from_json_str
    try:
        schema = parse(text)
    except ValueError as error:
        raise PolicyError(bundle.name, [Problem(place=file, code="malformed", message=f"{error}")]) from error
    if lacking := list(missing_actions(schema)):
        message = (
            "has no action {0!r} of a User on a {1}; add: action {0} appliesTo {{ principal: User, resource: {1} }};"
        )
        problems = [Problem(place=file, code="missing", message=message.format(*each)) for each in lacking]
        raise PolicyError(bundle.name, problems)
    return schema


def _groups(schema: cedarpy.Schema) -> Groups:
    """The actions of a schema with the groups that hold them: the schema's own entities."""
    above = {
        each["uid"]["id"]: [parent["id"] for parent in each["parents"]]
        for each in json.loads(str(cedarpy.Entities.from_json_str("[]", schema)))
    }
    return {action: frozenset(_within(action, above)) for action in ACTIONS}


def _within(action: str, above: dict[str, list[str]]) -> Iterator[str]:
    yield action
    for group in above.get(action, ()):
        yield from _within(group, above)


def _set_of(read: dict[str, Any], policies: tuple[Policy, ...], action: Action) -> cedarpy.PolicySet:
    """The policies about one action, by the same keys."""
    about = {policy.key: read["staticPolicies"][policy.key] for policy in policies if action in policy.actions}
    return cedarpy.PolicySet.from_json_str(json.dumps({**read, "staticPolicies": about}))


def _policies(bundle: Bundle, text: str) -> dict[str, Any]:
    """The engine's JSON form of the policies."""
    try:
        read: dict[str, Any] = json.loads(cedarpy.policies_to_json_str(text))
    except (ValueError, RecursionError) as error:
        raise PolicyError(bundle.name, [_unparsable(text, error)]) from error
    if read["templates"]:
        message = "holds a template (?principal or ?resource), which decides nothing; write the policy out"
        raise PolicyError(bundle.name, [Problem(place=POLICIES, code="wrong_value", message=message)])
    if not read["staticPolicies"]:
        message = "holds no policy, so everything would be denied; write one"
        raise PolicyError(bundle.name, [Problem(place=POLICIES, code="missing", message=message)])
    return read


def _unparsable(text: str, error: Exception) -> Problem:
    """The first policy that cannot be parsed by itself, or the whole text where each can."""
    for line, statement in statements(text):
        try:
            cedarpy.PolicySet.from_str(statement)
        except ValueError as fault:
            return Problem(place=f"{POLICIES}, the policy at line {line}", code="malformed", message=str(fault))
    return Problem(place=POLICIES, code="malformed", message=str(error))


def _invalid(text: str, schema: cedarpy.Schema, policies: tuple[Policy, ...]) -> Iterator[Problem]:
    """What the validator refuses, once for each policy and message."""
    by_key = {policy.key: policy for policy in policies}
    result = cedarpy.validate_policies(text, schema)
    for key, error in dict.fromkeys((each.policy_id, each.error) for each in result.errors):
        message = error.removeprefix(f"for policy `{key}`, ")
        place = by_key[key].place if key in by_key else POLICIES
        yield Problem(place=place, code="wrong_value", message=f"does not fit the schema: {message}")


def _unknown(read: dict[str, Any], policies: tuple[Policy, ...], known: Known) -> Iterator[Problem]:
    """Entities that a policy names and nobody knows: a forbid of them would never hold."""
    for policy in policies:
        for uid in unknown_literals(read["staticPolicies"][policy.key], known):
            message = f"names {uid}, which is not in entities.json; correct it, or add the entity"
            yield Problem(place=policy.place, code="wrong_value", message=message)
