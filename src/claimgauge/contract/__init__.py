"""What a domain demands of a claim."""

from claimgauge.contract.check import contract_problems, contract_warnings
from claimgauge.contract.contract import (
    CitationRule,
    Contract,
    EntitySources,
    Example,
    FieldType,
    NodeTemplate,
    NumberSources,
    Preset,
)
from claimgauge.contract.facts import Citable, Fact
from claimgauge.contract.filling import claims_from_facts
from claimgauge.contract.schema import CompiledSchema, compiled_facts
from claimgauge.contract.templates import (
    fields_by_template,
    numeric_template,
    parsed_template,
    read_by_template,
    typed_fields,
)

__all__ = [
    "Citable",
    "CitationRule",
    "CompiledSchema",
    "Contract",
    "EntitySources",
    "Example",
    "Fact",
    "FieldType",
    "NodeTemplate",
    "NumberSources",
    "Preset",
    "claims_from_facts",
    "compiled_facts",
    "contract_problems",
    "contract_warnings",
    "fields_by_template",
    "numeric_template",
    "parsed_template",
    "read_by_template",
    "typed_fields",
]
