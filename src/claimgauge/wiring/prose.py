"""What reads answers in prose: the tables that ship, and whoever judges the claims."""

from functools import cache, lru_cache
from pathlib import Path

from claimgauge.claims import ProseTables, merged_prose, prose_problems
from claimgauge.errors import DocumentError, InputError
from claimgauge.readers import read_document
from claimgauge.wiring.entailment import load_entailment
from claimgauge.wiring.models import load_judge
from claimgauge.wiring.shipped import read_shipped, shipped_names
from claimgauge.workflow import ProseReader

KIND = "prose"


@cache
def load_prose_tables() -> ProseTables:
    """All documents of `data/prose` as one value; always the same object, so that it is compiled once.

    Raises DocumentError where a document has problems.
    """
    parts = [read_document(read_shipped(KIND, name), ProseTables, source=name) for name in shipped_names(KIND)]
    tables = merged_prose(parts)
    if problems := prose_problems(tables):
        raise DocumentError(KIND, problems)
    return tables


@lru_cache(maxsize=4)
def prose_reader(folder: Path | None = None, judge: Path | None = None) -> ProseReader:
    """What finds the claims of an answer in prose and judges them by passages; made once for the same arguments.

    `judge` is a TOML file with the settings of an endpoint: a language model judges then, and nothing else does.
    Raises InputError for both a folder and a judge, and as `load_entailment` and `load_judge` do.
    """
    if folder is not None and judge is not None:
        raise InputError("is given beside a network of your own; give one of the two", source="judge")
    return ProseReader(load_prose_tables(), load_entailment(folder) if judge is None else load_judge(judge))
