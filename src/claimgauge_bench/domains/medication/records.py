"""Charts of patients who do not exist: real names of substances, everything else made up, and no medical advice."""

import random
from decimal import Decimal
from typing import Any

ALIASES = {"paracetamol": "acetaminophen", "salbutamol": "albuterol", "furosemide": "frusemide"}
DRUGS = ("paracetamol", "salbutamol", "furosemide", "metformin", "amlodipine", "ramipril", "sertraline", "warfarin")
INTERACTIONS = (
    ("furosemide", "ramipril", "moderate", "both lower the pressure"),
    ("sertraline", "warfarin", "major", "more bleeding"),
    ("metformin", "amlodipine", "minor", "none that matters"),
)
RANGES = {
    "potassium": ("3.62", "5.17", "mmol/L"),
    "sodium": ("133", "147", "mmol/L"),
    "glucose": ("71", "109", "mg/dL"),
    "creatinine": ("0.58", "1.27", "mg/dL"),
    "HbA1c": ("4.3", "5.9", "%"),
}
SUBSTANCES = ("penicillin", "latex", "iodine")
WORDS = {2: "twice", 3: "three times", 4: "four times"}
CENT = Decimal("0.01")


def records(seed: int, count: int) -> list[dict[str, Any]]:
    """What is known of substances, then `count` charts; the same for the same seed."""
    rng = random.Random(seed)  # noqa: S311
    first = rng.randrange(110, 600)
    doses = rng.sample(range(105, 480, 10), 2 * count)
    charts = [chart(rng, f"PT-{first + 3 * place}", doses[2 * place : 2 * place + 2]) for place in range(count)]
    highest = highest_doses(rng)
    return [substances(highest), *charts]


def highest_doses(rng: random.Random) -> dict[str, str]:
    """Drug → the most of it per day, made up."""
    return {drug: f"{rng.randrange(2005, 4995, 10)} mg" for drug in DRUGS}


def substances(highest: dict[str, str]) -> dict[str, Any]:
    """What is known of substances: interactions, ranges, and the most of each drug per day."""
    keys = ("drug_a", "drug_b", "severity", "mechanism")
    return {
        "prescriptions": [],
        "labs": [],
        "allergies": [],
        "interactions": [dict(zip(keys, each, strict=True)) for each in INTERACTIONS],
        "ranges": [
            {"analyte": analyte, "low": f"{low} {unit}", "high": f"{high} {unit}"}
            for analyte, (low, high, unit) in RANGES.items()
        ],
        "max_doses": [{"drug": drug, "max_per_day": most} for drug, most in highest.items()],
    }


def chart(rng: random.Random, patient: str, doses: list[int]) -> dict[str, Any]:
    """One chart: two prescriptions, three laboratory values, an allergy."""
    drugs = (rng.choice(tuple(ALIASES)), rng.choice(DRUGS[len(ALIASES) :]))
    day = rng.randrange(10, 20)
    return {
        "patient": patient,
        "birth_date": f"19{rng.randrange(40, 99)}-04-{day}",
        "insurance_number": f"X{rng.randrange(10**6, 10**7)}",
        "prescriptions": [
            _prescription(rng, patient, drug, dose, day) for drug, dose in zip(drugs, doses, strict=True)
        ],
        "labs": [
            _lab(rng, patient, "creatinine", day),
            _lab(rng, patient, rng.choice(("potassium", "glucose")), day, is_first=True),
            _lab(rng, patient, "HbA1c", day),
        ],
        "allergies": [{"patient": patient, "substance": rng.choice(SUBSTANCES), "reaction": "rash"}],
        "interactions": [],
        "ranges": [],
        "max_doses": [],
    }


def _prescription(rng: random.Random, patient: str, drug: str, dose: int, day: int) -> dict[str, Any]:
    times = rng.choice(tuple(WORDS))
    return {
        "patient": patient,
        "drug": drug,
        "dose": f"{dose} mg",
        "per_day": times,
        "daily_dose": f"{dose * times} mg",
        "route": "by mouth",
        "start": f"2026-01-{day}",
    }


def _lab(rng: random.Random, patient: str, analyte: str, day: int, *, is_first: bool = False) -> dict[str, Any]:
    low, high, unit = RANGES[analyte]
    step = Decimal(low)
    value = step + Decimal(rng.randrange(12, 30)) * (Decimal(high) - step) / 20
    shown = value.quantize(CENT)
    if not shown % 1:
        shown += Decimal("0.13")
    change = (Decimal(rng.choice((-1, 1)) * rng.randrange(11, 39)) / 100).quantize(CENT)
    sign = "+" if change > 0 else ""
    step_unit = "percentage points" if unit == "%" else unit
    return {
        "patient": patient,
        "analyte": analyte,
        "value": f"{shown} {unit}",
        "change": None if is_first else f"{sign}{change} {step_unit}",
        "taken": f"2026-02-{day}",
    }
