"""The engine that decides who may ask, what may be read and what applies.

`claimgauge.policies.engine` is not imported here: it needs the extra `policies`.
"""

from claimgauge.policies.bundle import FILES, Bundle, PoliciesDocument
from claimgauge.policies.examples import PolicyExample, PolicyExamples, example_problems
from claimgauge.policies.policy import Policy

__all__ = [
    "FILES",
    "Bundle",
    "PoliciesDocument",
    "Policy",
    "PolicyExample",
    "PolicyExamples",
    "example_problems",
]
