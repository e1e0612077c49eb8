"""The pages for people: nothing from a case is markup, nothing unknown is a number, and the sizes are bounded."""

import json
from html.parser import HTMLParser

import pytest

from claimgauge.readers import case_from
from claimgauge.reports import case_page, overview_entry, overview_page
from claimgauge.wiring import load_rubric, score
from claimgauge.workflow import RiskTally
from tests.integration.command import EXAMPLES

VOID = {"meta", "br", "hr", "img", "link", "input", "col", "path", "rect", "line", "circle", "polygon"}
MARKED = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&\u202eevil\u200b\x07"
EXAMPLE = json.loads((EXAMPLES / "supplier-contract.json").read_text())


class Balance(HTMLParser):
    """Open elements that were never closed, ids that stand twice, and every tag."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.ids, self.text = [], [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert tag == self.open.pop()

    def handle_data(self, data):
        self.text.append(data)


def parsed(page):
    reader = Balance()
    reader.feed(page)
    reader.close()
    return reader


def page_of(case, rubric="guarded"):
    row = case_from(case)
    return case_page(score(row, rubric), row.case, load_rubric(rubric))


def changed(path, value):
    case = json.loads(json.dumps(EXAMPLE))
    *way, last = path
    place = case
    for step in way:
        place = place[step]
    place[last] = value
    return case


@pytest.mark.parametrize(
    "path",
    [
        ("id",),
        ("request", "text"),
        ("request", "useCase"),
        ("answer", "text"),
        ("passages", 0, "content"),
        ("passages", 0, "evidenceId"),
        ("sources", 0, "title"),
        ("claims", 1, "text"),
        ("claims", 1, "claimId"),
        ("claims", 1, "claimType"),
    ],
    ids=str,
)
def test_hostile_text_is_shown_as_text_wherever_it_stands(path):
    page = page_of(changed(path, MARKED))
    reader = parsed(page)
    assert {"script", "img"}.isdisjoint(reader.tags)
    assert not any(hidden in page for hidden in "\u202e\u200b\x07")


def test_a_page_is_whole_and_loads_nothing():
    page = page_of(EXAMPLE)
    reader = parsed(page)
    assert [] == reader.open
    assert len(reader.ids) == len(set(reader.ids))
    assert "Content-Security-Policy" in page
    assert "default-src 'none'" in page.replace("&#39;", "'")
    assert not any(mark in page for mark in ("http://", "https://", "url(", "@import", "<script"))


def test_the_index_its_floor_and_its_sum_stand_on_the_page():
    text = " ".join(" ".join(parsed(page_of(EXAMPLE)).text).split())
    for shown in ("70.0", "17.45", "70.00", "High", "CONTRADICTED", "0.273", "Table IV"):
        assert shown in text


def test_the_papers_rubric_carries_its_warning():
    text = " ".join(parsed(page_of(EXAMPLE, "paper")).text)
    assert "11.25" in text
    assert "Critical" in text


@pytest.mark.parametrize("claims", [[], [{"claimId": "c", "claimType": "FACT", "text": "t", "labels": ["UNKNOWN"]}]])
def test_a_case_without_an_index_shows_no_index(claims):
    text = " ".join(" ".join(parsed(page_of({"id": "x", "claims": claims})).text).split())
    assert "unassessed" in text.casefold()
    assert "of 100" not in text


def test_a_claim_that_is_marked_stands_at_its_own_place():
    answer = "😀 Rates rose. Rates rose."
    claims = [
        {"claimId": name, "claimType": "FACT", "text": "Rates rose.", "labels": [label], "citedEvidenceIds": ["p"]}
        for name, label in (("a", "SUPPORTED"), ("b", "CONTRADICTED"))
    ]
    case = {"answer": {"text": answer}, "passages": [{"evidenceId": "p", "content": "x"}], "claims": claims}
    row = case_from(case)
    assert [(2, 13), (14, 25)] == [claim.span for claim in score(row, "paper").claims]
    assert 2 == page_of(case).count("<mark")


def test_a_megabyte_of_one_word_stays_in_bounds():
    assert 400_000 > len(page_of(changed(("claims", 1, "text"), "a" * 1_000_000)))


def test_thousands_of_claims_stay_in_bounds():
    claims = [
        {
            "claimId": f"c{index}",
            "claimType": "FACT",
            "text": "t",
            "labels": ["UNSUPPORTED" if index % 9 else "SUPPORTED"],
        }
        for index in range(1500)
    ]
    assert 4_000_000 > len(page_of({"id": "many", "claims": claims}))


def test_the_same_case_gives_the_same_bytes():
    assert page_of(EXAMPLE) == page_of(EXAMPLE)


def test_an_overview_has_bounds_beside_every_mean_and_hides_no_case():
    tally = RiskTally()
    rows = [case_from(EXAMPLE), case_from({"id": "<b>empty</b>"})]
    assessments = [score(row, "guarded") for row in rows]
    for assessment in assessments:
        tally.add(assessment)
    entries = [
        overview_entry(each, load_rubric("guarded"), href=f"case-{index}.html")
        for index, each in enumerate(assessments)
    ]
    page = overview_page(entries, tally.summary(), title="Risk overview")
    text = " ".join(" ".join(parsed(page).text).split())
    for shown in ("Lowest", "Highest", "35.0", "85.0", "higher is riskier", "supplier-contract", "<b>empty</b>"):
        assert shown.casefold() in text.casefold()
