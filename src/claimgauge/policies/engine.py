"""The Cedar engine behind the protocol of `workflow`: a request and sources in, decisions out; never an exception."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final

import cedarpy
import msgspec

from claimgauge.evidence import Source
from claimgauge.policies.asked import Asker, Subject, asker, subjects, uid
from claimgauge.policies.bundle import Bundle
from claimgauge.policies.compiled import compiled
from claimgauge.policies.decisions import Decisions
from claimgauge.policies.given import RESOURCES, Action, Given, given
from claimgauge.policies.known import Uid
from claimgauge.policies.policy import Policy
from claimgauge.policies.scope import uncovered
from claimgauge.workflow import Decision, PoliciesReference, Request, Resource

KEPT: Final = 16
"""So many sets of entities are kept, so that `read` and `apply` over the same sources prepare them once."""
_FAILED: Final = "the engine could not decide"
_UNDECLARED: Final = "; the case does not declare the source"
_NO_USE_CASE: Final = "; entities.json does not hold the use case"
_json: Final = msgspec.json.Encoder()


class CedarAccess:
    """A bundle of policies, ready to decide; of what was asked only entities are kept, by their value."""

    def __init__(self, bundle: Bundle) -> None:
        """Raises PolicyError with every problem of the bundle."""
        self._made = compiled(bundle)
        self._reference = bundle.reference
        self._optional = bundle.document.principal == "optional"
        self._decisions = Decisions(self._made.policies, opaque=bundle.document.opaque)
        self._entities: Callable[[str], cedarpy.Entities] = lru_cache(maxsize=KEPT)(self._with_entities)

    @property
    def reference(self) -> PoliciesReference:
        """Which policies these are."""
        return self._reference

    @property
    def policies(self) -> tuple[Policy, ...]:
        """The policies, in the order of their file."""
        return self._made.policies

    def ask(self, request: Request | None) -> Decision:
        """Whether the request may be made at all."""
        asked = request or Request()
        return self._decided("ask", asked, (Resource(asked.use_case, None),))[0]

    def read(self, request: Request | None, resources: Sequence[Resource]) -> tuple[Decision, ...]:
        """For each source, whether the principal may read it."""
        return self._decided("read", request or Request(), resources)

    def apply(self, request: Request | None, resources: Sequence[Resource]) -> tuple[Decision, ...]:
        """For each source, whether what it says holds for this request."""
        return self._decided("apply", request or Request(), resources)

    def _decided(self, action: Action, request: Request, resources: Sequence[Resource]) -> tuple[Decision, ...]:
        """What goes wrong with many at once is tried one by one, so that no source decides about another."""
        try:
            return self._answers(action, request, resources)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException:  # noqa: BLE001  # a denial, also a panic of the engine, which is no Exception; its text may quote
            if len(resources) == 1:
                return (self._decisions.denied(action, _FAILED),)
        return tuple(chain.from_iterable(self._decided(action, request, (each,)) for each in resources))

    def _answers(self, action: Action, request: Request, resources: Sequence[Resource]) -> tuple[Decision, ...]:
        who = asker(request, self._made.declared, self._made.known, optional=self._optional)
        context = self._context(action, request)
        if fault := who.fault or context.fault:
            return (self._decisions.denied(action, fault, principal=who.unknown),) * len(resources)
        about = {} if action == "ask" else subjects(resources, self._made.declared)
        denied = {name: self._decisions.denied(action, each.fault) for name, each in about.items() if each.fault}
        open_ = [each for each in resources if each.source_id not in denied]
        entities = self._entities(_delta(who, about))
        results = iter(
            cedarpy.is_authorized_batch(
                self._questions(action, request, who, context.values, open_), self._made.policy_sets[action], entities
            )
        )
        return tuple(
            denied.get(each.source_id) or self._decisions.of(next(results), action, hint=self._hint(action, each))
            for each in resources
        )

    def _context(self, action: Action, request: Request) -> Given:
        """What the request itself says; `uncovered` follows for each source."""
        said = {"useCase": request.use_case or None, "text": request.text or None, "time": request.time}
        attributes = self._made.declared.contexts[action]
        return given(said, {name: each for name, each in attributes.items() if name in said}, of="request")

    def _questions(
        self, action: Action, request: Request, who: Asker, context: dict[str, Any], resources: Sequence[Resource]
    ) -> list[dict[str, Any]]:
        """Each question as the engine takes it; an empty context is left out, since reading it takes time."""
        question = {"principal": who.uid, "action": f'Action::"{action}"'}
        if "uncovered" not in self._made.declared.contexts[action]:
            same = question | ({"context": _json.encode(context).decode()} if context else {})
            return [same | {"resource": uid(RESOURCES[action], each.source_id)} for each in resources]
        return [
            question
            | {
                "resource": uid(RESOURCES[action], name),
                "context": _json.encode(context | {"uncovered": _uncovered(source, request)}).decode(),
            }
            for name, source in resources
        ]

    def _hint(self, action: Action, resource: Resource) -> str:
        """What stands beside a policy that could not be evaluated: the engine was not given what is asked about."""
        if action != "ask":
            return _UNDECLARED if resource.source is None else ""
        return "" if Uid("UseCase", resource.source_id) in self._made.known.uids else _NO_USE_CASE

    def _with_entities(self, delta: str) -> cedarpy.Entities:
        return self._made.entities.with_added_json_str(delta, self._made.schema)


def _uncovered(source: Source | None, request: Request) -> tuple[str, ...]:
    return uncovered(source.scope, request) if source else ()


def _delta(who: Asker, about: dict[str, Subject]) -> str:
    """Who asks and every source that is declared, for the engine."""
    return _json.encode([who.entity, *(each.entity for each in about.values() if each.entity)]).decode()
