"""Which contrasts a plan implies.

Settings are compared for each narrator: pairs that differ in one thing, and each against the first.
Narrators are compared under each setting; two prompt forms of one model are a contrast of forms, and
two models under two forms are none, since nobody could say which of the two made the difference.
"""

from collections.abc import Iterator
from itertools import combinations

import msgspec

from claimgauge_bench.contrasts.contrast import Contrast, ContrastKind, Side
from claimgauge_bench.plan import ModelEntry, NarratorEntry, Plan, SettingEntry, SimulatedEntry, TemplateEntry


def planned_contrasts(plan: Plan) -> tuple[Contrast, ...]:
    """The contrasts of a plan, domain by domain: settings, forms, models."""
    return tuple(
        each
        for domain in plan.domains
        for each in sorted((*_settings(plan, domain), *_narrators(plan, domain)), key=lambda found: ORDER[found.kind])
    )


ORDER: dict[ContrastKind, int] = {"settings": 0, "forms": 1, "models": 2}


def kind_of(plan: Plan, a: Side, b: Side) -> ContrastKind:
    """What differs between two sides. Raises KeyError for a narrator or a setting that the plan does not have."""
    _ = plan.settings[a.setting], plan.settings[b.setting]
    one, other = plan.narrators[a.narrator], plan.narrators[b.narrator]
    if a.narrator == b.narrator:
        return "settings"
    return "forms" if _one_model(one, other) else "models"


def _settings(plan: Plan, domain: str) -> Iterator[Contrast]:
    first = next(iter(plan.settings))
    for narrator, entry in plan.narrators.items():
        if isinstance(entry, TemplateEntry):
            continue  # nothing of it fails, so nothing is repaired
        for a, b in combinations(plan.settings, 2):
            if a == first or _differences(plan.settings[a], plan.settings[b]) == 1:
                sides = Side(narrator=narrator, setting=a), Side(narrator=narrator, setting=b)
                yield _contrast(f"{_shown(plan, narrator)}: {a} → {b}", "settings", domain, sides)


def _narrators(plan: Plan, domain: str) -> Iterator[Contrast]:
    for setting in plan.settings:
        for a, b in combinations(plan.narrators, 2):
            if (kind := _kind(plan.narrators[a], plan.narrators[b])) is not None:
                sides = Side(narrator=a, setting=setting), Side(narrator=b, setting=setting)
                name = f"{setting}: {_shown(plan, a)} → {_shown(plan, b)}"
                yield _contrast(name, kind, domain, sides)


def _shown(plan: Plan, narrator: str) -> str:
    """The name of a narrator; of a simulated one never without that word."""
    return f"{narrator} (simulated)" if isinstance(plan.narrators[narrator], SimulatedEntry) else narrator


def _contrast(name: str, kind: ContrastKind, domain: str, sides: tuple[Side, Side]) -> Contrast:
    return Contrast(name=name, kind=kind, domain=domain, a=sides[0], b=sides[1])


def _kind(a: NarratorEntry, b: NarratorEntry) -> ContrastKind | None:
    if _one_model(a, b):
        return "forms"
    both = isinstance(a, ModelEntry) and isinstance(b, ModelEntry)
    return None if both and a.form != b.form else "models"  # type: ignore[union-attr]


def _one_model(a: NarratorEntry, b: NarratorEntry) -> bool:
    return isinstance(a, ModelEntry) and isinstance(b, ModelEntry) and a.model == b.model


def _differences(a: SettingEntry, b: SettingEntry) -> int:
    """In how many things two settings differ."""
    names = [field.name for field in msgspec.structs.fields(SettingEntry)]
    return sum(getattr(a, name) != getattr(b, name) for name in names)
