"""The key of a rater study: what each item of the sheets is, and what the verifier said. Raters never see it."""

from pathlib import Path
from typing import Final, Literal

import msgspec

from claimgauge.errors import InputError
from claimgauge.gates import GateName
from claimgauge_bench.raters.rubric import Answer, RaterRubric
from claimgauge_bench.raters.sample import Sample

SCHEMA: Final = "claimgauge.rater-key/1"


class KeyItem(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel", forbid_unknown_fields=True):
    """One item. `verifier` answers the question of the rubric as its gates do; `gates` are all that rejected it."""

    item: str
    brief: str
    narrator: str
    setting: str
    claim_id: str
    claim_type: str
    gates: tuple[GateName, ...]
    stratum: str
    verifier: Answer


class RaterKey(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel", forbid_unknown_fields=True):
    """`strata` counts the claims that there were to draw from. `simulated` names narrators that ask no model."""

    schema: Literal["claimgauge.rater-key/1"] = SCHEMA
    run: str
    rubric: str
    rubric_version: str
    rubric_digest: str
    seed: int
    raters: tuple[str, ...]
    strata: dict[str, int]
    simulated: tuple[str, ...] = ()
    items: tuple[KeyItem, ...]


def key_of(
    sample: Sample,
    rubric: RaterRubric,
    *,
    run: str,
    seed: int,
    raters: tuple[str, ...],
    simulated: tuple[str, ...] = (),
) -> RaterKey:
    """The key of a sample; its items are numbered in the order in which they were drawn."""
    width = len(str(len(sample.drawn)))
    return RaterKey(
        run=run,
        rubric=rubric.id,
        rubric_version=rubric.version,
        rubric_digest=rubric.digest,
        seed=seed,
        raters=raters,
        strata=sample.strata,
        simulated=simulated,
        items=tuple(
            KeyItem(
                item=f"c{number:0{width}}",
                brief=each.brief.id,
                narrator=each.narrator,
                setting=each.setting,
                claim_id=each.told.claim.claim_id,
                claim_type=each.told.claim.claim_type,
                gates=each.gates,
                stratum=each.stratum,
                verifier="NO" if set(each.gates) & set(rubric.gates) else "YES",
            )
            for number, each in enumerate(sample.drawn, start=1)
        ),
    )


def read_key(path: Path) -> RaterKey:
    """The key in a file. Raises InputError."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=RaterKey)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}; name the key of the export", source=str(path)) from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise InputError(f"is no key of a rater study: {error}", source=str(path)) from error
