"""Language models of third parties, and those that need none, behind the protocol of `language`.

`claimgauge.models.openai_compatible` is not imported here: it needs the extra `models`.
"""

from claimgauge.models.budget import Budget, BudgetedModel
from claimgauge.models.endpoint import Endpoint
from claimgauge.models.local_model import LocalModel, LocalSettings
from claimgauge.models.recorded import RecordingModel, ReplayedModel, ReplayedSettings
from claimgauge.models.scripted import ScriptedModel

__all__ = [
    "Budget",
    "BudgetedModel",
    "Endpoint",
    "LocalModel",
    "LocalSettings",
    "RecordingModel",
    "ReplayedModel",
    "ReplayedSettings",
    "ScriptedModel",
]
