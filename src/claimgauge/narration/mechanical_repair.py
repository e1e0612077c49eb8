"""A repair that needed no model, as a value: always marked, and never of a text."""

from typing import Literal

import msgspec

MechanicalRule = Literal["equal_number", "one_node", "near_id"]
"""`equal_number`: the one allowed way to write this number. `one_node`: the one node that gives the type that
was missing, or the number, about the same entities. `near_id`: the one evidence id at distance one."""


class MechanicalRepair(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """One item of a claim that was put right. `before` is empty where a citation was added."""

    claim_id: str
    rule: MechanicalRule
    key: Literal["citedEvidenceIds", "citedNumbers"]
    before: str
    after: str
