"""One invented loan file for each profile: approved and declined in turn, for one of two products."""

import random
from decimal import Decimal

from claimgauge_bench.domains.loans.records import APPLICANTS, loan_file
from claimgauge_bench.domains.records import Drawn, RecordDomain

QUESTIONS = {
    "APPLICANT": "Explain this decision on an invented loan to the person who applied.",
    "REVIEWER": "Sum up this invented loan file for the colleague who has to confirm the decision.",
    "AUDITOR": "Show an auditor which records this decision on an invented loan rests on.",
}


def drawn(seed: int, place: int) -> Drawn:
    """The file at this place (from 0), drawn on its own."""
    first = random.Random(f"loans/{seed}").randrange(2000, 9000)  # noqa: S311  # a seeded draw
    chance = random.Random(f"loans/{seed}/{place}")  # noqa: S311  # as above
    income = Decimal(chance.randrange(1900, 5300, 100))
    record = loan_file(chance, f"LN-{first + 7 * place}", chance.choice(APPLICANTS), income, good=place % 2 == 0)
    decision = record["decision"]
    headlines = {
        "application": record["application"],
        "product": record["product"],
        "outcome": decision["outcome"],
        "decided": decision["decided"],
        "requested amount (EUR)": record["requested_amount"],
        "requested term (months)": str(record["requested_term"]),
    }
    if decision["reason_code"]:
        headlines["reason code"] = decision["reason_code"]
    return Drawn((record,), {"outcome": decision["outcome"], "product": record["product"]}, headlines)


LOANS = RecordDomain("loans", drawn, QUESTIONS)
