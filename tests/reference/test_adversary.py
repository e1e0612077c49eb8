"""A sample of the adversary; all of it is `make prove NAME=adversary`."""

import pytest

from tests.proofs.adversary import FAMILIES, FORMS, MEANING, facts, page, printable, studied

SEED, COUNT = 7, 48
CLOSED = [family.name for family in FAMILIES if not family.most]


@pytest.fixture(scope="module")
def results():
    return {result.family.name: result for result in studied(seed=SEED, count=COUNT)}


def told(result):
    return [(trial.form, trial.attack.variant, trial.attack.claim.text[-120:]) for trial in result.passing]


@pytest.mark.parametrize("name", CLOSED)
def test_strict_rejects_every_attack_of_a_family_that_its_rules_close(results, name):
    assert [] == told(results[name])


@pytest.mark.parametrize("name", [family.name for family in FAMILIES if family.most])
def test_of_the_other_families_no_more_passes_than_is_known(results, name):
    result = results[name]
    assert len(result.passing) <= result.family.most * len(result.trials), told(result)
    assert result.family.why


@pytest.mark.parametrize("name", [family.name for family in FAMILIES])
def test_the_true_claim_beside_each_attack_is_verified(results, name):
    result = results[name]
    lost = [trial.attack.control.text for trial in result.trials if not trial.control["strict"]]
    assert len(lost) <= result.family.lost * len(result.trials), lost


def test_every_family_has_attacks_in_every_form_that_it_names(results):
    for result in results.values():
        counts = {form: sum(trial.form == form for trial in result.trials) for form in result.family.forms}
        assert min(counts.values()) >= COUNT // len(FORMS) - 1, (result.family.name, counts)
        assert all(trial.attack.claim != trial.attack.control for trial in result.trials)


def test_released_lets_through_what_strict_was_made_for(results):
    """Each of these is a gap of the released verifier."""
    for name in ("another entity's number", "needle in a haystack", "a word of the contract", "a name undeclared"):
        assert results[name].rate("released").hits > COUNT // 3, name


def test_attacks_are_the_same_for_the_same_seed():
    family = [each for each in FAMILIES if each.name == "number words"]
    one, two, other = (studied(seed=seed, count=24, families=family)[0].trials for seed in (1, 1, 2))
    assert one == two != other


def test_facts_are_of_all_contracts():
    assert {"cards", "records", "loans", "medication"} == {fact.domain for fact in facts()}
    assert len({fact.field for fact in facts()}) > 12


def test_the_page_says_how_it_was_made_and_what_passes(results):
    text = page(tuple(results.values()), seed=SEED, count=COUNT, date="2026-01-31")
    assert "python -m tests.proofs.adversary --seed 7 --count 48 --date 2026-01-31" in text
    assert MEANING in text
    assert all(f"| {family.name} " in text for family in FAMILIES)
    assert all(line.isprintable() for line in text.splitlines())


def test_what_cannot_be_seen_is_printed_as_its_code_point():
    assert "a<200B>b<0301>\\|" == printable("a\u200bb\u0301|")
