"""Evidence that has gone stale: what it says held once, and settles nothing now.

A source is stale where the time of the request lies outside its validity, where a later version has
replaced it, or where it is older than its type or the kind of claim allows. Stale evidence neither
supports nor contradicts (reading 5); a claim that it alone supports is OUTDATED.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal

from claimgauge.errors import InputError
from claimgauge.evidence import Source
from claimgauge.feedback import parse_time
from claimgauge.labels import Judgement

LABELLER: Final = "freshness/1"
DAY: Final = dt.timedelta(days=1)
NEVER: Final = dt.datetime.min.replace(tzinfo=dt.UTC)
Stale = Literal["not_yet_valid", "expired", "superseded", "too_old", "age_unknown"]


class Freshness:
    """The sources of one case at one point in time.

    `most_days` is the greatest age by source type, in days; `unseen` are sources that are not of the case and replace
    earlier versions all the same; what is wrong in one of them is not said. Raises InputError for a time that cannot
    be read, and for sources with times where `at` is None: whether they hold is unknown then.
    """

    def __init__(
        self,
        sources: Iterable[Source],
        *,
        at: dt.datetime | None,
        most_days: Mapping[str, float] | None = None,
        unseen: Iterable[Source] = (),
    ) -> None:
        if at is not None and at.tzinfo is None:
            raise InputError("has no offset; give a time with one", place="now")
        self._at = at
        self._most_days = {kind.casefold(): days for kind, days in (most_days or {}).items()}
        self._sources = {each.source_id: each for each in sources}
        self._places = {name: f"sources[{place}]" for place, name in enumerate(self._sources)}
        self._known: dict[str, dt.datetime | None] = {}
        replacing = [each for each in self._sources.values() if each.supersedes and not self._begins_later(each)]
        replacing += [each for each in unseen if each.supersedes and not self._may_begin_later(each)]
        self._superseded = frozenset(name for each in replacing for name in each.supersedes)

    def stale(self, source_id: str, *, most_days: float | None = None) -> Stale | None:
        """Why the source settles nothing, None where it is fresh; `most_days` is what the kind of claim allows.

        Of several reasons the first of `Stale` counts. A source that the case does not declare has no times.
        """
        source = self._sources.get(source_id)
        if source is None:
            return None if most_days is None else "age_unknown"
        if self._begins_later(source):
            return "not_yet_valid"
        if source.valid_until is not None and self._has_ended(source, source.valid_until):
            return "expired"
        if source_id in self._superseded:
            return "superseded"
        limits = [days for days in (self._most_days.get(source.type.casefold()), most_days) if days is not None]
        return self._too_old(source, min(limits)) if limits else None

    def newest_of(self, eligible: Iterable[str]) -> Callable[[str], str | None]:
        """From a stale source to the newest eligible one: one that replaces it, else of its type; None without any.

        The newest is the one that was issued or looked up last.
        """
        by_type: dict[str, tuple[dt.datetime, str]] = {}
        replacing: dict[str, tuple[dt.datetime, str]] = {}
        for name in eligible:
            source = self._sources[name]
            dated = (self._known_at(source) or NEVER, name)
            by_type[source.type] = max(by_type.get(source.type, dated), dated)
            for old in source.supersedes:
                replacing[old] = max(replacing.get(old, dated), dated)

        def newest(stale: str) -> str | None:
            found = replacing.get(stale) or by_type.get(self._sources[stale].type)
            return found[1] if found else None

        return newest

    def _begins_later(self, source: Source) -> bool:
        """Whether it was not valid yet, or not there yet."""
        begins = (("validFrom", source.valid_from), ("issued", source.issued))
        return any(
            self._now(source, key) < self._time(source, key, text)
            for key, text in begins
            if text is not None and (key == "validFrom" or self._at is not None)
        )

    def _may_begin_later(self, unseen: Source) -> bool:
        """Whether a source that is not of the case is known to begin later; where that cannot be known it is not."""
        try:
            return self._begins_later(unseen)
        except InputError:
            return False

    def _has_ended(self, source: Source, text: str) -> bool:
        """The last moment still counts; of a bare date that is the whole day."""
        end, now = self._time(source, "validUntil", text), self._now(source, "validUntil")
        return now.date() > end.date() if len(text) == len("2026-01-31") else now > end

    def _too_old(self, source: Source, most_days: float) -> Stale | None:
        known_at = self._known_at(source)
        if known_at is None:
            return "age_unknown"
        return "too_old" if (self._now(source, "issued") - known_at) / DAY > most_days else None

    def _known_at(self, source: Source) -> dt.datetime | None:
        """When what the source says was last known to stand there: when it was issued, or looked up."""
        if source.source_id not in self._known:
            times = (("issued", source.issued), ("accessed", source.accessed))
            known = [self._time(source, key, text) for key, text in times if text is not None]
            self._known[source.source_id] = max(known, default=None)
        return self._known[source.source_id]

    def _now(self, source: Source, key: str) -> dt.datetime:
        if self._at is None:
            place = f"{self._places.get(source.source_id, '')}.{key}"
            raise InputError("counts from a time and no time is known; add request.time, or --at TIME", place=place)
        return self._at

    def _time(self, source: Source, key: str, text: str) -> dt.datetime:
        zone = (self._at.tzinfo if self._at is not None else None) or dt.UTC
        return parse_time(text, place=f"{self._places.get(source.source_id, '')}.{key}", zone=zone)


def outdated(stale: Mapping[str, Stale], supported_by: Iterable[str]) -> Judgement:
    """The judgement on a claim that is supported with stale evidence alone; `supported_by` are ids of evidence."""
    leaned_on = tuple(name for name in dict.fromkeys(supported_by) if name in stale)
    reasons = {stale[name] for name in leaned_on}
    return Judgement(
        label="OUTDATED", evidence=leaned_on, labeller=LABELLER, reason=min(reasons) if reasons else "stale"
    )
