"""Plans by name (shipped) or by path (one's own), and what makes no sense in one."""

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from claimgauge.digests import canonical, digest
from claimgauge.errors import DocumentError, Problem
from claimgauge.readers import read_document
from claimgauge_bench.plan import ModelEntry, Plan
from claimgauge_bench.shipped import read_named, shipped_names

KIND: Final = "plans"
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class PlanFile(NamedTuple):
    """A plan, the bytes that it was read from, and the folder that its paths are relative to."""

    plan: Plan
    raw: bytes
    base: Path

    @property
    def digest(self) -> str:
        """`sha256:…` over the canonical form, with the number of profiles that are run."""
        return digest(canonical(self.plan))


def shipped_plans() -> tuple[str, ...]:
    """The names of the plans that ship."""
    return shipped_names(KIND)


def load_plan(name: str, *, profiles: int | None = None) -> PlanFile:
    """A shipped plan by its name, or one of your own by its path; `profiles` in the place of those that it names.

    Raises InputError where there is neither, DocumentError with everything that makes no sense in it.
    """
    raw, source = read_named(KIND, name)
    plan = read_document(raw, Plan, source=source)
    if problems := tuple(_problems(plan)):
        raise DocumentError(source, problems)
    base = Path(name).parent if source == name and name not in shipped_plans() else Path()
    return PlanFile(plan if profiles is None else replace(plan, profiles=profiles), raw, base)


def _problems(plan: Plan) -> Iterator[Problem]:
    for place, names in (("domains", plan.domains), ("seeds", plan.seeds)):
        yield from _listed(place, names)
    for place, table in (("narrators", plan.narrators), ("settings", plan.settings)):
        if not table:
            yield _problem(place, f"is empty; name one of the {place} at least")
        for name in table:
            if not _NAME.fullmatch(name):
                message = "is no name; write up to 64 letters, digits, dots, dashes and underscores"
                yield _problem(f"{place}.{name[:64]!r}", message)
    if plan.cases and len(plan.seeds) > 1:
        message = "are several, and cases are the same for every seed, so that each would count several times; name one"
        yield _problem("seeds", message)
    seen: dict[tuple[object, ...], str] = {}
    for name, entry in plan.narrators.items():
        key = (entry.model, entry.form, entry.reply) if isinstance(entry, ModelEntry) else (repr(entry),)
        if key in seen:
            yield _problem(f"narrators.{name}", f"is the same as narrators.{seen[key]}; leave one of them out")
        seen.setdefault(key, name)


def _listed(place: str, values: Collection[object]) -> Iterator[Problem]:
    if not values:
        yield _problem(place, f"is empty; name one of the {place} at least")
    if len(set(values)) < len(values):
        yield _problem(place, "names one of them twice; leave it out")


def _problem(place: str, message: str) -> Problem:
    return Problem(place=place, code="wrong_value", message=message)
