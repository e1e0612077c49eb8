"""One invented chart for each profile, beside what is (invented to be) known of the substances."""

import random

from claimgauge_bench.domains.medication.records import INTERACTIONS, chart, highest_doses, substances
from claimgauge_bench.domains.records import Drawn, RecordDomain

QUESTIONS = {
    "PATIENT": "Explain to this invented patient what is taken, how often, and what the laboratory found.",
    "NURSE": "Hand this invented patient over to the nurse of the next shift.",
    "PHARMACIST": "Sum up the medication of this invented patient for a pharmacist who checks it.",
}


def drawn(seed: int, place: int) -> Drawn:
    """The chart at this place (from 0), drawn on its own."""
    first = random.Random(f"medication/{seed}").randrange(110, 600)  # noqa: S311  # a seeded draw
    chance = random.Random(f"medication/{seed}/{place}")  # noqa: S311  # as above
    record = chart(chance, f"PT-{first + 3 * place}", chance.sample(range(105, 480, 10), 2))
    drugs = [line["drug"] for line in record["prescriptions"]]
    interact = any({one, two} <= set(drugs) for one, two, _severity, _mechanism in INTERACTIONS)
    strata = {"interaction": "listed" if interact else "none", "second test": record["labs"][1]["analyte"]}
    headlines = {
        "patient": record["patient"],
        "drugs": ", ".join(drugs),
        "tests": ", ".join(line["analyte"] for line in record["labs"]),
        "allergy": record["allergies"][0]["substance"],
    }
    return Drawn((substances(highest_doses(chance)), record), strata, headlines)


MEDICATION = RecordDomain("medication", drawn, QUESTIONS)
