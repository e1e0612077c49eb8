"""Whether a contract that can be read also makes sense."""

from collections import Counter
from collections.abc import Iterator

from claimgauge.contract.contract import Contract
from claimgauge.errors import Problem


def contract_problems(contract: Contract) -> tuple[Problem, ...]:
    """What makes the contract unusable: no claim types, ambiguous names, empty or repeated entries."""
    return (*_claim_type_names(contract), *_empty_or_repeated(contract), *_identity(contract))


def contract_warnings(contract: Contract) -> tuple[str, ...]:
    """What is allowed and worth a thought, such as a claim type that may cite nothing."""
    loose = sorted(
        name for name, rule in contract.claim_types.items() if not (rule.cites_any or rule.cites_all_present)
    )
    if not loose or contract.preset != "released":
        return ()
    return (
        (
            f"claim_types: {', '.join(loose)} may cite nothing; under preset released such a claim passes"
            " when its entities and numbers are allowed"
        ),
    )


def _identity(contract: Contract) -> Iterator[Problem]:
    for key, value in (("id", contract.id), ("version", contract.version)):
        if not value.strip():
            yield Problem(
                place=key, code="wrong_value", message="is empty; it travels in every result, so give it a name"
            )


def _claim_type_names(contract: Contract) -> Iterator[Problem]:
    if not contract.claim_types:
        message = "no claim type; add a table such as [claim_types.FACT]"
        yield Problem(place="claim_types", code="missing", message=message)
    count = Counter(name.upper() for name in contract.claim_types)
    for name in contract.claim_types:
        if count[name.upper()] > 1:
            message = "differs from another claim type in case only, and claims are read in any case; rename one"
            yield Problem(place=f"claim_types.{name}", code="wrong_value", message=message)


def _empty_or_repeated(contract: Contract) -> Iterator[Problem]:
    lists = {
        "entities.from": contract.entities.from_,
        "numbers.from": contract.numbers.from_,
        "numbers.free": contract.numbers.free,
    }
    for name, rule in contract.claim_types.items():
        lists[f"claim_types.{name}.cites_any"] = rule.cites_any
        lists[f"claim_types.{name}.cites_all_present"] = rule.cites_all_present
    for place, items in lists.items():
        seen: set[str] = set()
        for index, item in enumerate(items):
            if not item or item in seen:
                message = "is empty; remove it" if not item else f"{item!r} stands here twice; remove one"
                yield Problem(place=f"{place}[{index}]", code="wrong_value", message=message)
            seen.add(item)
