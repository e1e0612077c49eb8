"""What a domain demands of a claim."""

from claimgauge.contract.check import contract_problems, contract_warnings
from claimgauge.contract.contract import CitationRule, Contract, EntitySources, NumberSources, Preset

__all__ = [
    "CitationRule",
    "Contract",
    "EntitySources",
    "NumberSources",
    "Preset",
    "contract_problems",
    "contract_warnings",
]
