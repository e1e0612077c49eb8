"""What all tests share: where the labelled data lie, and no way out of the machine."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parent.parent
SHARED = Path(os.environ.get("CLAIMGAUGE_SHARED", ROOT.parent / "shared"))

settings.register_profile(
    "claimgauge", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=bool(os.environ.get("CI"))
)
settings.load_profile("claimgauge")


@pytest.fixture(scope="session")
def reference_data() -> Path:
    """The verdicts of the released verifier; the test is skipped where they are absent."""
    folder = SHARED / "data" / "veritygate-reference"
    if not folder.is_dir():
        pytest.skip(f"the reference vectors are not at {folder}; set CLAIMGAUGE_SHARED to the folder that holds data/")
    return folder
