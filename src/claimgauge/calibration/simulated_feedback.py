"""Streams of feedback that nobody gave: simulated, seeded, and called so wherever they are shown.

Every week so many answers are reviewed. Each is wrong with a chance that the scenario states: by the one fault, which
is about one claim and always the same, or by chance, which is about another claim each time. Each wrong answer is one
validated event.
"""

import datetime as dt
import random
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from claimgauge.calibration.feedback_stream import (
    SCHEMA,
    FeedbackStream,
    Resolution,
    Review,
    StreamEvent,
    StreamRow,
    feedback_stream,
)

ScenarioName = Literal["burst", "repeating", "drizzle"]
SEVERITIES: Final = (0.5, 0.75, 1.0)


class Scenario(NamedTuple):
    """Rates are shares of the answers of a week; weeks count from 0.

    The fault is there from `fault_from` until before `fault_until`, and all of it is resolved in week `resolved`, or
    never. What is wrong by chance is resolved after `chance_resolved` days.
    """

    title: str
    weeks: int
    answers: int
    fault_from: int
    fault_until: int
    fault_rate: float
    resolved: int | None
    chance_rate: float
    chance_resolved: int


SCENARIOS: Final[dict[ScenarioName, Scenario]] = {
    "burst": Scenario(
        title="a fault in three weeks, resolved two weeks later",
        weeks=78, answers=40, fault_from=8, fault_until=11, fault_rate=0.25, resolved=13,
        chance_rate=0.0, chance_resolved=14,
    ),
    "repeating": Scenario(
        title="one fault that comes again and is never resolved",
        weeks=78, answers=40, fault_from=8, fault_until=78, fault_rate=0.02, resolved=None,
        chance_rate=0.0, chance_resolved=14,
    ),
    "drizzle": Scenario(
        title="small errors all the time, each about another claim and resolved in two weeks",
        weeks=78, answers=40, fault_from=0, fault_until=0, fault_rate=0.0, resolved=None,
        chance_rate=0.02, chance_resolved=14,
    ),
}  # fmt: skip


def simulated_stream(
    name: ScenarioName, chance: random.Random, *, seed: int, start: dt.datetime, claim_text: str
) -> FeedbackStream:
    """A stream of one scenario; its fault is about `claim_text`, and `seed` is what `chance` started from."""
    rows = simulated_rows(SCENARIOS[name], chance, start=start, claim_text=claim_text)
    placed = ((f"row {number}", row) for number, row in enumerate(rows, start=1))
    return feedback_stream(placed, name=name, source="simulated", seed=seed)


def simulated_rows(
    scenario: Scenario, chance: random.Random, *, start: dt.datetime, claim_text: str
) -> Iterator[StreamRow]:
    """The rows of a stream, week by week, behind a review of nothing that marks its beginning."""
    yield Review(schema=SCHEMA, time=start.isoformat(), answers=0)
    number = 0
    for week in range(scenario.weeks):
        begin = start + dt.timedelta(weeks=week)
        faulty = scenario.fault_from <= week < scenario.fault_until
        wrong = 0
        for _answer in range(scenario.answers):
            drawn, day, severity = chance.random(), chance.uniform(0, 7), chance.choice(SEVERITIES)
            by_fault = faulty and drawn < scenario.fault_rate
            by_chance = not by_fault and drawn >= 1 - scenario.chance_rate
            if not (by_fault or by_chance):
                continue
            wrong += 1
            number += 1
            time = begin + dt.timedelta(days=day)
            name = f"simulated-{number:04}"
            text = claim_text if by_fault else f"Simulated claim {number}."
            yield StreamEvent(
                schema=SCHEMA,
                time=time.isoformat(),
                event_id=name,
                claim_text=text,
                severity=severity,
                validation="reviewer",
                by="simulated",
            )
            if (resolved := _resolved(scenario, time, start, by_fault=by_fault)) is not None:
                yield Resolution(schema=SCHEMA, time=resolved.isoformat(), event_id=name, by="simulated")
        end = begin + dt.timedelta(days=7)
        yield Review(schema=SCHEMA, time=end.isoformat(), answers=scenario.answers, wrong=wrong)


def _resolved(scenario: Scenario, time: dt.datetime, start: dt.datetime, *, by_fault: bool) -> dt.datetime | None:
    """When an event is resolved, where that is within the stream."""
    at: dt.datetime | None = time + dt.timedelta(days=scenario.chance_resolved)
    if by_fault:
        at = None if scenario.resolved is None else start + dt.timedelta(weeks=scenario.resolved)
    return at if at is not None and at <= start + dt.timedelta(weeks=scenario.weeks) else None
