"""A domain of the user's own: a file of cases and a contract, one instance for each case."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from claimgauge.errors import InputError, RunError
from claimgauge.narration import Brief
from claimgauge.readers import read_paths
from claimgauge.workflow import BrokenRow, Case, CaseRow
from claimgauge_bench.domain import Instance


class _Meta(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What `meta` of a case may say for the benchmark; anything else in it is let be."""

    headlines: dict[str, str] = {}
    strata: dict[str, str] = {}


class CasesDomain:
    """The cases of a file, narrated as they are; `contract` is a name that ships, or a path.

    Profile and goal are `profileId` and `goal` of the case; where it has no profile, its id is the profile.
    `meta.headlines` (name → text) is what an ungrounded narrator may know, `meta.strata` how the case
    is to be grouped. Claims that a case holds are not read. The cases are the same for every seed.
    """

    def __init__(self, name: str, path: str | Path, *, contract: str) -> None:
        self.name = name
        self.contract = contract
        self._path = str(path)
        self._cases: tuple[tuple[str, str, Case, _Meta], ...] | None = None

    @property
    def goals(self) -> tuple[str, ...]:
        """The goals of the cases, in the order in which they first come."""
        return tuple(dict.fromkeys(goal for _profile, goal, _case, _meta in self._read()))

    def instances(self, seed: int, *, profiles: int) -> tuple[Instance, ...]:
        """The cases of the first so many profiles, profile by profile.

        Raises InputError for a file or a case that cannot be read or narrated, RunError where two cases have
        the same profile and goal.
        """
        by_profile: dict[str, list[Instance]] = {}
        for profile, goal, case, meta in self._read():
            by_profile.setdefault(profile, []).append(self._instance(seed, profile, goal, case, meta))
        return tuple(each for found in list(by_profile.values())[:profiles] for each in found)

    def _read(self) -> tuple[tuple[str, str, Case, _Meta], ...]:
        """The cases, read once."""
        if self._cases is None:
            found = tuple(self._usable())
            keys = [each[:2] for each in found]
            if twice := next((key for key in keys if keys.count(key) > 1), None):
                message = f"{self._path}: two cases have profile {twice[0]!r} and goal {twice[1]!r}"
                raise RunError(f"{message}; give each a profileId or a goal of its own")
            self._cases = found
        return self._cases

    def _usable(self) -> Iterator[tuple[str, str, Case, _Meta]]:
        for row in read_paths([self._path]):
            if isinstance(row, BrokenRow):
                raise InputError(row.problem.message, source=self._path, place=row.problem.place)
            if row.case.policies or any(source.access or source.scope for source in row.case.sources):
                message = (
                    "says who may read it or whom it applies to, and a narration applies no policies; take out what"
                )
                message = f"{message} may not be told, then `policies`, `access` and `scope`"
                raise InputError(message, source=self._path, place=row.place)
            if not (row.case.nodes or row.case.passages):
                raise InputError("has no evidence to narrate; write `nodes`", source=self._path, place=row.place)
            yield row.case.profile_id or row.id, row.case.goal, row.case, self._meta(row)

    def _meta(self, row: CaseRow) -> _Meta:
        if not isinstance(row.case.meta, msgspec.Raw) or not bytes(row.case.meta).lstrip().startswith(b"{"):
            return _Meta()
        try:
            return msgspec.json.decode(row.case.meta, type=_Meta)
        except msgspec.ValidationError as error:
            message = f"headlines and strata of `meta` are objects of texts: {error}"
            raise InputError(message, source=self._path, place=f"{row.place}, meta") from error

    def _instance(self, seed: int, profile: str, goal: str, case: Case, meta: _Meta) -> Instance:
        graph = case.graph
        return Instance(
            domain=self.name,
            seed=seed,
            profile=profile,
            goal=goal,
            strata=meta.strata,
            brief=Brief(
                id=f"{self.name}/{seed}/{profile}/{goal}",
                question=case.request.text if case.request else "",
                headlines=meta.headlines,
                nodes=graph.nodes,
                edges=graph.edges,
                sources=graph.sources,
                allowed_entities=None if case.allowed_entities is None else tuple(sorted(case.allowed_entities)),
                allowed_numbers=None if case.allowed_numbers is None else tuple(sorted(case.allowed_numbers)),
            ),
        )
