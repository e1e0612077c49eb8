"""What raters are asked, as a versioned document (`schema = "claimgauge.rater-rubric/1"`)."""

from importlib import resources
from typing import Final, Literal, get_args

import msgspec

from claimgauge.digests import canonical, digest
from claimgauge.gates import GateName
from claimgauge.readers import read_document

Answer = Literal["YES", "NO", "UNCLEAR"]
ANSWERS: Final[tuple[Answer, ...]] = get_args(Answer)


class RaterRubric(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """`gates` are those that the question is about: what one of them rejected is a NO of the verifier, else a YES."""

    schema: Literal["claimgauge.rater-rubric/1"]
    id: str
    version: str
    question: str
    gates: tuple[GateName, ...]
    rules: tuple[str, ...]
    answers: dict[Answer, str]

    @property
    def digest(self) -> str:
        """`sha256:…` over all that the document says."""
        return digest(canonical(self))


def shipped_rubric() -> RaterRubric:
    """The rubric that ships."""
    raw = (resources.files("claimgauge_bench") / "data" / "rater-rubrics" / "evidence-box.toml").read_bytes()
    return read_document(raw, RaterRubric, source="evidence-box")
