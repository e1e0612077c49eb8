"""Loan files of people who do not exist: everything is drawn from a seed, and no product, score or rule is real."""

import random
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

APPLICANTS = (
    "A. Moreau", "B. Okafor", "C. Pace", "E. Haas", "K. Axelsson", "M. Petrova", "O. Costa", "P. Exner", "T. Kaspar",
    "H. Marek", "X. Capone", "B. Aho",
)  # fmt: skip
PRODUCTS = {"PLN-A": "Everyday Loan", "PLN-B": "Home Improvement Loan"}
LIMITS = {
    "PLN-A": {"max_dti": "0.40", "min_score": 600, "max_amount": "20000.00", "max_term": 60},
    "PLN-B": {"max_dti": "0.45", "min_score": 640, "max_amount": "45000.00", "max_term": 84},
}
REASONS = {
    "R01": "income too low for the instalment",
    "R02": "debt too high for the income",
    "R03": "credit score too weak",
    "R04": "recent missed payments",
    "R05": "credit history too short",
    "R06": "amount beyond the product limit",
}
GOOD_RATIOS, BAD_RATIOS = ("0.23", "0.26", "0.33", "0.34", "0.36", "0.37"), ("0.53", "0.54", "0.56", "0.57", "0.64")
"""Each is more than 5 % off when it is shown with one digit, and no mean of two numbers by accident."""
CENT = Decimal("0.01")


def records(seed: int, count: int) -> list[dict[str, Any]]:
    """`count` loan files, approved and declined in turn; the same for the same seed."""
    rng = random.Random(seed)  # noqa: S311
    incomes = rng.sample(range(1900, 5300, 100), count)
    applicants = rng.sample(APPLICANTS, count)
    first = rng.randrange(2000, 9000)
    return [
        loan_file(rng, f"LN-{first + 7 * place}", who, Decimal(income), good=place % 2 == 0)
        for place, (who, income) in enumerate(zip(applicants, incomes, strict=True))
    ]


def loan_file(rng: random.Random, name: str, who: str, income: Decimal, *, good: bool) -> dict[str, Any]:
    """One loan file, approved where it is good; a declined one has two reasons and no offer."""
    product = rng.choice(tuple(PRODUCTS))
    limits = LIMITS[product]
    amount, term = Decimal(rng.randrange(60, 190)) * 100, rng.choice((36, 48, 60))
    ratio = Decimal(rng.choice(GOOD_RATIOS if good else BAD_RATIOS))
    score = rng.randrange(660, 800) if good else rng.randrange(510, 590)
    day = rng.randrange(10, 20)
    reasons = [] if good else ["R02", "R03"]
    return {
        "application": name,
        "applicant": who,
        "product": product,
        "received": f"2026-01-{day}",
        "requested_amount": f"{amount}.00",
        "requested_term": term,
        "age": rng.randrange(21, 70),
        "sex": rng.choice("FMX"),
        "nationality": rng.choice(("Utopian", "Erewhonian")),
        "decision": {
            "application": name,
            "outcome": "approved" if good else "declined",
            "reason_code": reasons[0] if reasons else None,
            "decided": f"2026-01-{day + rng.randrange(3, 9)}",
        },
        "reasons": [
            {"application": name, "reason_code": code, "rank": rank, "reason": REASONS[code]}
            for rank, code in enumerate(reasons, start=1)
        ],
        "affordability": _affordability(rng, name, income, ratio),
        "credit_file": {
            "application": name,
            "score": score,
            "score_change": rng.choice((-1, 1)) * rng.randrange(11, 49),
            "utilisation": f"{rng.randrange(201, 899) / 10}",
            "missed_payments": rng.randrange(2, 4) if good else rng.randrange(4, 9),
            "inquiries": None if rng.random() < 0.5 else rng.randrange(1, 4),
            "history": rng.randrange(14, 200),
        },
        "offer": _offer(rng, name, amount, term) if good else None,
        "policy": {"product": product, **limits},
    }


def _affordability(rng: random.Random, name: str, income: Decimal, ratio: Decimal) -> dict[str, Any]:
    debt = (income * ratio).quantize(CENT)
    change = Decimal(rng.choice((-1, 1)) * rng.randrange(21, 88)) / 10
    surplus = (income - debt - Decimal(rng.randrange(70000, 130000)) / 100).quantize(CENT)
    return {
        "application": name,
        "monthly_income": f"{income}.00",
        "monthly_debt": str(debt),
        "surplus": str(surplus),
        "dti": str(ratio),
        "income_change": str(change),
    }


def _offer(rng: random.Random, name: str, amount: Decimal, term: int) -> dict[str, Any]:
    rate = Decimal(rng.randrange(52, 99)) / 10
    monthly = rate / 1200
    instalment = (amount * monthly / (1 - (1 + monthly) ** -term)).quantize(CENT, ROUND_HALF_UP)
    return {
        "application": name,
        "amount": f"{amount}.00",
        "rate": str(rate),
        "margin": str(rate - Decimal("2.3")),
        "term": term,
        "instalment": str(instalment),
        "total_repayable": str(instalment * term),
    }
