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
from claimgauge.contract.templates import (
    fields_by_template,
    numeric_template,
    parsed_template,
    read_by_template,
    typed_fields,
)

__all__ = [
    "CitationRule",
    "Contract",
    "EntitySources",
    "Example",
    "FieldType",
    "NodeTemplate",
    "NumberSources",
    "Preset",
    "contract_problems",
    "contract_warnings",
    "fields_by_template",
    "numeric_template",
    "parsed_template",
    "read_by_template",
    "typed_fields",
]
