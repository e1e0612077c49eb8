"""One cell of a run: one instance, told by one narrator, repaired in one way."""

from typing import Literal

import msgspec

from claimgauge.workflow import NarrationRow


class BenchRow(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """A line of `rows.jsonl`. `narrator` and `setting` are the names in the plan; `strata` those of the profile."""

    schema: Literal["claimgauge.bench-row/1"] = "claimgauge.bench-row/1"
    domain: str
    seed: int
    profile: str
    goal: str
    narrator: str
    setting: str
    strata: dict[str, str]
    narration: NarrationRow
