"""Whom a pronoun means, where only one antecedent is possible; and where that cannot be told."""

import pytest

from claimgauge.claims import claims_from
from claimgauge.wiring.prose import load_prose_tables

TABLES = load_prose_tables()

RESOLVED = [
    ("Acme Corp sells cars.", "Acme Corp was founded in 1999. It sells cars."),
    ("The plant has two lines.", "The plant opened in 1999. It has two lines."),
    ("Acme Corp is a bank.", "Acme Corp is a bank. Acme Corp is a bank."),
    ("Acme Corp has 300 staff.", "Acme Corp is a bank in Rome. It has 300 staff."),
    ("Bern is old.", "In 2020, Bern is the capital of Switzerland. It is old."),
    ("In 2021, Acme Corp sold cars.", "Acme Corp was founded in 1999. In 2021, it sold cars."),
    ("Ada Lovelace died in 1852.", "Ada Lovelace wrote a program. She died in 1852."),
    ("Gary Smith holds a degree.", "Gary Smith is a professor at Pomona College. He holds a degree."),
    ("Costs fell later.", "Costs rose. They fell later."),
    ("Whales have lungs.", "Whales are mammals. They have lungs."),
    ("Ann and Bob left early.", "Ann and Bob arrived late. They left early."),
    ("Acme Corp is new.", "Acme Corp was founded in 2020. This company is new."),
    ("Acme Corp has 300 staff.", "Acme Corp sells cars and it has 300 staff."),
]
UNRESOLVED = [
    ("it", "It sells cars."),
    ("it", "Acme Corp bought a plant. It has two lines."),
    ("it", "Acme Corp sued Beta. It lost."),
    ("it", "Acme Corp rose and Beta Corp fell. It sells cars."),
    ("it", "Costs rose. It was bad."),
    ("it", "Ada Lovelace was born in 1815. It was cold."),
    ("it", "Did Acme Corp rise? It sells cars."),
    ("he", "Ann Lee met Bob Wu. He left."),
    ("he", "The oldest judge was William Douglas. He was born in 1898."),
    ("he", "Revenue rose. He left."),
    ("she", "The daughter of Bob Lee won. She left."),
    ("they", "Acme Corp sells cars. They are fast."),
    ("they", "Workers met voters. They left."),
    ("this", "Costs rose. This is bad."),
    ("this rate", "Costs rose. This rate is high."),
    ("this company", "The fee rose. This company is new."),
    ("its", "Acme Corp is new. Its plant is old."),
    ("these two plants", "Costs rose. These two plants are old."),
]
WITHOUT = [
    "Acme Corp is a bank. It is likely that the plant will close.",
    "Acme Corp is a bank. It is important to save.",
    "Acme Corp is a bank. It seems that costs rose.",
    "Acme Corp is a bank. It takes two days.",
    "Acme Corp is a bank. There is a plant.",
    "This Mortal Coil was a band.",
]


def last(answer):
    return claims_from(answer, TABLES).claims[-1]


@pytest.mark.parametrize(("expected", "answer"), RESOLVED)
def test_resolved(expected, answer):
    claim = last(answer)
    assert (expected, ()) == (claim.text, claim.unresolved)


@pytest.mark.parametrize(("expected", "answer"), UNRESOLVED)
def test_unresolved(expected, answer):
    claim = last(answer)
    assert (expected,) == claim.unresolved
    assert answer.endswith(claim.text)


@pytest.mark.parametrize("answer", WITHOUT)
def test_a_word_that_stands_for_nothing_is_no_pronoun(answer):
    assert () == last(answer).unresolved


def test_the_antecedent_is_a_piece_with_its_own_place():
    answer = "Acme Corp opened in 1999. It sells cars."
    assert ["Acme Corp", "sells cars."] == [answer[start:end] for start, end in last(answer).pieces]


def test_a_chain_of_pronouns_leads_to_the_name():
    answer = "Acme Corp opened in 1999. It sells cars. It employs 300 people."
    assert "Acme Corp employs 300 people." == last(answer).text


def test_a_paragraph_starts_anew():
    assert ("it",) == last("Acme Corp opened in 1999.\n\nIt sells cars.").unresolved
