"""Aggregators on answers whose outcome is known: `make prove NAME=aggregators` in small."""

import pytest

from claimgauge.calibration.aggregators import Held, fixed, properties, small_answers
from tests.aggregators_building import BOTH
from tests.conftest import ROOT
from tests.proofs.aggregators_data import (
    EXPERTQA,
    FACTCHECK,
    NEEDED,
    claims_by_label,
    expertqa,
    factcheck,
    frank,
    sentences,
    xsum,
)
from tests.proofs.aggregators_page import page, property_table
from tests.proofs.aggregators_plot import drawing
from tests.proofs.aggregators_study import study

FEW = 60
RIGHT = {"RelE": 1, "EntE": 1, "CircE": 1, "OutE": 1, "GramE": 1, "CorefE": 1, "LinkE": 1, "Other": 1}


@pytest.fixture(scope="module")
def data():
    if missing := [path for path in NEEDED if not path.is_file()]:
        pytest.skip(f"the data are not at {missing[0]}; set CLAIMGAUGE_SHARED to the folder that holds data/")


@pytest.fixture(scope="module")
def whole(data):
    checked, asked, news = factcheck(), expertqa(), frank("cnndm", least_wrong=0.5)
    asked, news = (each._replace(answers=each.answers[:200]) for each in (asked, news))
    return study((checked, factcheck(least_false=1 / 3), asked), (news,), (news,), iterations=FEW, most=9)


@pytest.mark.parametrize(
    ("expected", "shares"),
    [
        (["SUPPORTED"], {"Factuality": 1}),
        (["CONTRADICTED", "SUPPORTED"], {"Factuality": 0.5, "EntE": 0.5}),
        (["CONTRADICTED", "PARTIAL", "SUPPORTED"], {"Factuality": 1 / 3, "RelE": 2 / 3, "CorefE": 2 / 3}),
        (["CONTRADICTED+UNSUPPORTED"], {"Factuality": 0, "CircE": 0, "OutE": 0}),
        (["UNKNOWN", "SUPPORTED"], {"Factuality": 0.5}),
    ],
)
def test_shares_of_sentences_become_sentences(expected, shares):
    assert expected == ["+".join(sorted(claim.labels)) for claim in sentences(RIGHT | shares)]


def test_an_error_of_no_agreed_kind_is_contradicted_and_unknown():
    (claim,) = sentences(dict.fromkeys((*RIGHT, "Factuality"), 0))
    assert {"CONTRADICTED", "UNSUPPORTED", "PARTIAL", "UNKNOWN"} == claim.labels


def test_the_counts_of_the_data_sets(data):
    assert (92, 53) == counts(factcheck())
    assert (92, 35) == counts(factcheck(least_false=1 / 3))
    assert (478, 89) == counts(expertqa())
    assert ((1250, 518), (1250, 259), (996, 918)) == tuple(
        counts(each) for each in (frank("cnndm"), frank("cnndm", least_wrong=0.5), frank("bbc"))
    )
    assert (1857, 1672) == tuple(sum(each[at] for each in xsum()) for at in (1, 2))


def counts(source):
    return len(source.answers), sum(each.harmful for each in source.answers)


def test_a_severer_stance_is_wrong_more_often(data):
    rows = [each.wrong / each.claims for each in claims_by_label() if each.source == "Factcheck-GPT"]
    assert rows == sorted(rows)
    assert len(rows) == 4


def test_the_page_and_the_drawing_of_a_small_study(whole):
    text = page(whole, {}, date="2026-01-31")
    tables = [block.splitlines() for block in text.split("\n\n") if block.startswith("|")]
    assert all(len({len(line) for line in lines}) == 1 for lines in tables)
    assert len(tables) > 10
    assert "the sum orders answers better than the default" in text
    lines = drawing(whole.diluted[3.0], "One & all")
    assert "<title>One &amp; all</title>" in lines
    assert lines.count("<polyline") == len(whole.diluted[3.0]) - 1


def test_the_whole_page_is_of_these_data_and_of_this_version():
    if not (FACTCHECK.is_file() and EXPERTQA.is_file()):
        pytest.skip(f"the data are not at {FACTCHECK}")
    text = (ROOT / "docs" / "reference" / "aggregators-study.md").read_text()
    for source in (factcheck(), expertqa()):
        answers, harmful = counts(source)
        assert f"{answers} answers, {harmful} with harm" in text


def test_the_table_of_properties_on_the_page_is_what_is_found():
    held: dict[str, dict[str, Held]] = {
        name: properties(value, tuple(small_answers())) for name, value in fixed(BOTH).items()
    }
    table = "\n".join(property_table(held)).rstrip()
    assert table in (ROOT / "docs" / "reference" / "aggregators.md").read_text()
