"""Whether a contract that can be read also makes sense."""

import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal

from claimgauge.contract.contract import Contract
from claimgauge.contract.templates import parsed_template
from claimgauge.errors import EvidenceError, Problem

_SHARE = re.compile(r"0?\.[0-9]{1,12}")


def contract_problems(contract: Contract) -> tuple[Problem, ...]:
    """What makes the contract unusable: no claim types, ambiguous names, empty or repeated entries."""
    return (
        *_claim_type_names(contract),
        *_empty_or_repeated(contract),
        *_identity(contract),
        *_counts(contract),
        *_templates(contract),
        *_tolerances(contract),
        *_aliases(contract),
    )


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
        lists[f"claim_types.{name}.requires"] = rule.requires
        lists[f"claim_types.{name}.forbids"] = rule.forbids
    for name, template in contract.nodes.items():
        lists[f"nodes.{name}.same_entity"] = template.same_entity
    for name, field in contract.fields.items():
        lists[f"fields.{name}.words"] = field.words
    for name, others in contract.aliases.items():
        lists[f"aliases.{name}"] = others
    for place, items in lists.items():
        seen: set[str] = set()
        for index, item in enumerate(items):
            if not item or item in seen:
                message = "is empty; remove it" if not item else f"{item!r} stands here twice; remove one"
                yield Problem(place=f"{place}[{index}]", code="wrong_value", message=message)
            seen.add(item)


def _counts(contract: Contract) -> Iterator[Problem]:
    for name, rule in contract.claim_types.items():
        if rule.max_cited is not None and rule.max_cited < rule.min_cited:
            message = f"is less than min_cited, which is {rule.min_cited}; no claim can meet both"
            yield Problem(place=f"claim_types.{name}.max_cited", code="wrong_value", message=message)
        for field in set(rule.requires) & set(rule.forbids):
            message = f"{field!r} is required too; remove one"
            yield Problem(place=f"claim_types.{name}.forbids", code="wrong_value", message=message)


def _templates(contract: Contract) -> Iterator[Problem]:
    for name, rule in contract.nodes.items():
        if rule.content:
            try:
                parsed_template(rule.content)
            except (ValueError, EvidenceError) as error:
                yield Problem(place=f"nodes.{name}.content", code="wrong_value", message=str(error))


def _tolerances(contract: Contract) -> Iterator[Problem]:
    for name, field in contract.fields.items():
        place = f"fields.{name}.tolerance"
        if field.equality == "tolerance" and not _is_share(field.tolerance):
            message = (
                f'expected a share of the value as a text, such as "0.01" for one percent, got {field.tolerance!r}'
            )
            yield Problem(place=place, code="wrong_value", message=message)
        elif field.tolerance and field.equality != "tolerance":
            message = f'counts only with equality = "tolerance", and equality is {field.equality!r}'
            yield Problem(place=place, code="wrong_value", message=message)


def _is_share(text: str) -> bool:
    return bool(_SHARE.fullmatch(text)) and Decimal(text) < 1


def _aliases(contract: Contract) -> Iterator[Problem]:
    """An alias leads to one entity: of two, nobody could say which is meant."""
    of: dict[str, str] = {}
    for name, others in contract.aliases.items():
        for index, other in enumerate(others):
            if of.setdefault(other, name) != name:
                message = f"{other!r} is an alias of {of[other]!r} already; an alias leads to one entity"
                yield Problem(place=f"aliases.{name}[{index}]", code="wrong_value", message=message)
