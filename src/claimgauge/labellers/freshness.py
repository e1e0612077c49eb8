"""Evidence that has gone stale: what it says held once, and settles nothing now.

A source is stale where the time of the request lies outside its validity, where a later version has
replaced it, or where it is older than its type or the kind of claim allows. Stale evidence neither
supports nor contradicts (reading 5); a claim that it alone supports is OUTDATED.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
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

    `most_days` is the greatest age by source type, in days. Raises InputError for a time that cannot be read, and
    for sources with times where `at` is None: whether they hold is unknown then.
    """

    def __init__(
        self, sources: Iterable[Source], *, at: dt.datetime | None, most_days: Mapping[str, float] | None = None
    ) -> None:
        self._at = at
        self._most_days = dict(most_days or {})
        self._sources = {each.source_id: each for each in sources}
        self._places = {name: f"sources[{place}]" for place, name in enumerate(self._sources)}
        self._superseded = frozenset(
            name
            for each in self._sources.values()
            if each.supersedes and not self._begins_later(each)
            for name in each.supersedes
        )

    def stale(self, source_id: str, *, most_days: float | None = None) -> Stale | None:
        """Why the source settles nothing, None where it is fresh; `most_days` is what the kind of claim allows.

        Of several reasons the first of `Stale` counts. A source that the case does not declare has no times.
        """
        source = self._sources.get(source_id)
        if source is None:
            return None if most_days is None else "age_unknown"
        if self._begins_later(source):
            return "not_yet_valid"
        if source.valid_until is not None and self._now(source, "validUntil") > self._end(source):
            return "expired"
        if source_id in self._superseded:
            return "superseded"
        limits = [days for days in (self._most_days.get(source.type), most_days) if days is not None]
        return self._too_old(source, min(limits)) if limits else None

    def newest(self, source_id: str, eligible: Iterable[str]) -> str | None:
        """Of the eligible sources of the same type, the one that was issued or looked up last; None without any.

        Those that replace the stale source come first.
        """
        stale = self._sources.get(source_id)
        own = [self._sources[name] for name in eligible if name in self._sources]
        alike = [each for each in own if stale is not None and each.type == stale.type]
        replaces = [each for each in own if source_id in each.supersedes]
        dated = [(self._known_at(each) or NEVER, each.source_id) for each in replaces or alike]
        return max(dated)[1] if dated else None

    def _begins_later(self, source: Source) -> bool:
        if source.valid_from is None:
            return False
        return self._now(source, "validFrom") < self._time(source, "validFrom", source.valid_from)

    def _end(self, source: Source) -> dt.datetime:
        """The last moment of validity; of a bare date the end of that day."""
        text = source.valid_until or ""
        end = self._time(source, "validUntil", text)
        return end + DAY - dt.timedelta(microseconds=1) if len(text) == len("2026-01-31") else end

    def _too_old(self, source: Source, most_days: float) -> Stale | None:
        known_at = self._known_at(source)
        if known_at is None:
            return "age_unknown"
        return "too_old" if self._now(source, "issued") - known_at > most_days * DAY else None

    def _known_at(self, source: Source) -> dt.datetime | None:
        """When what the source says was last known to stand there: when it was issued, or looked up."""
        times = (("issued", source.issued), ("accessed", source.accessed))
        return max((self._time(source, key, text) for key, text in times if text is not None), default=None)

    def _now(self, source: Source, key: str) -> dt.datetime:
        if self._at is None:
            place = f"{self._places[source.source_id]}.{key}"
            raise InputError("counts from a time and no time is known; add request.time, or --at TIME", place=place)
        return self._at

    def _time(self, source: Source, key: str, text: str) -> dt.datetime:
        zone = (self._at.tzinfo if self._at is not None else None) or dt.UTC
        return parse_time(text, place=f"{self._places[source.source_id]}.{key}", zone=zone)


def outdated(stale: Mapping[str, Stale], supported_by: Iterable[str]) -> Judgement:
    """The judgement on a claim that is supported with stale evidence alone; `supported_by` are ids of evidence."""
    leaned_on = tuple(name for name in dict.fromkeys(supported_by) if name in stale)
    reasons = {stale[name] for name in leaned_on}
    return Judgement(
        label="OUTDATED", evidence=leaned_on, labeller=LABELLER, reason=min(reasons) if reasons else "stale"
    )
