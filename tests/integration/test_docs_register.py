"""The register of the pages: it keeps the rules, its anchors stand, and no number of a page is without a claim."""

import math
import re
from pathlib import Path

import pytest

import claimgauge
from claimgauge.register import judge_register, place_findings
from claimgauge.wiring import checklist, load_evidence_rules, load_register, load_rubric, read_pages

ROOT = Path(__file__).parent.parent.parent
REGISTER = load_register(ROOT / "docs" / "register.toml")
PAGES = ["README.md", *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs/explanation").glob("*.md"))]
TEXTS = read_pages(ROOT, {*PAGES, *(place.page for claim in REGISTER.claims for place in claim.places)})
SOURCES = {each.id: each for each in REGISTER.sources}

NO_CLAIMS = {
    "docs/explanation/claims-from-prose.md": [
        "*Remember the fee is $95* and *Sure, it opened in 1999*",
        "*I think it opened in 1999*",
        "*(Paris 2024)*",
    ],
    "docs/explanation/how-it-works.md": ["and the field holds 250.00", "*3 points*, and no 3 is declared"],
    "docs/explanation/risk-index.md": [
        "A score of 51 is not a probability, and not half as risky as 100.",
        "a score between two bands, such as 20.1",
        "null and not 0",
    ],
    "docs/explanation/what-verified-means.md": [
        "such as *v95*",
        "(*24/7*), small numbers of sources (*[1]*)",
    ],
}
"""Numbers that belong to an example and say nothing of the world; this list only shrinks."""

FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]+`")
TARGET = re.compile(r"(?<=\])\([^)\s]+\)")
IDENTIFIER = re.compile(
    r"arXiv:?\s\d{4}\.\d{5}(?:v\d+)?|arXiv:\d{4}\.\d{5}(?:v\d+)?|doi:\S+|RFC \d+|\bsection \d+|\bdecision \d+|^\d+\. ",
    re.MULTILINE | re.IGNORECASE,
)
NUMBER = re.compile(r"\d(?:[\d,]*\d)?(?:\.\d+)?")
PUBLISHED = re.compile(r"\b(?:paper|published|authors?|study|survey|release|framework|doi|arXiv)\b", re.IGNORECASE)


def flat(text):
    return " ".join(text.split())


def without_digits(found):
    return re.sub(r"\d", "#", found.group())


def masked(text):
    """The text with the digits of code, links and identifiers taken out; of the same length."""
    for pattern in (FENCED, CODE, TARGET, IDENTIFIER):
        text = pattern.sub(without_digits, text)
    return text


def spans(snippet, text):
    return [(found.start(), found.end()) for found in re.finditer(re.escape(flat(snippet)), text)]


def numbers_outside(text, snippets):
    """Each number of a page that lies in none of the snippets, with the words around it."""
    plain, hidden = flat(text), flat(masked(text))
    covered = [span for snippet in snippets for span in spans(snippet, plain)]
    return [
        plain[max(0, found.start() - 40) : found.end() + 20]
        for found in NUMBER.finditer(hidden)
        if not any(start <= found.start() and found.end() <= end for start, end in covered)
    ]


def anchors_of(page):
    return [place.anchor for claim in REGISTER.claims for place in claim.places if place.page == page and place.anchor]


def test_every_claim_of_the_pages_may_be_called_what_it_is_called_and_stands_where_it_should():
    assert () == judge_register(REGISTER, load_evidence_rules())
    assert () == place_findings(REGISTER, TEXTS)


def test_no_check_of_the_checklist_fails_on_the_pages():
    found = checklist(REGISTER, rubric="guarded")
    assert () == found.failed
    assert [1, 2, 3, 4, 5, 6, 7] == [each.number for each in found.checks if each.result == "pass"]


def test_every_claim_has_an_anchor_on_each_of_its_pages():
    assert [] == [claim.id for claim in REGISTER.claims for place in claim.places if not place.anchor]


@pytest.mark.parametrize("page", PAGES)
def test_every_number_of_the_page_belongs_to_a_claim_of_the_register(page):
    assert [] == numbers_outside(TEXTS[page], [*anchors_of(page), *NO_CLAIMS.get(page, [])])


@pytest.mark.parametrize("page", NO_CLAIMS)
def test_the_list_of_numbers_that_are_no_claims_holds_nothing_that_it_need_not(page):
    for snippet in NO_CLAIMS[page]:
        others = [each for each in NO_CLAIMS[page] if each != snippet]
        assert numbers_outside(TEXTS[page], [*anchors_of(page), *others]), snippet


def test_a_page_with_a_new_number_is_found_out():
    text = TEXTS["README.md"] + "\nclaimgauge finds 97 % of all errors.\n"
    assert ["claimgauge finds 97 % of all errors."] == [
        each.removeprefix(each[: each.index("claimgauge finds")])
        for each in numbers_outside(text, [*anchors_of("README.md"), *NO_CLAIMS.get("README.md", [])])
    ]


def test_a_number_in_code_a_link_or_an_identifier_is_no_claim():
    text = "`95` [here](page-7.md) arXiv 2610.00833v1, section 2, RFC 8785\n```\n12\n```\n1. first\n"
    assert [] == numbers_outside(text, [])
    assert ["but 3 is"] == numbers_outside("but 3 is", [])


def figures(claim):
    """The numbers of a claim where it stands."""
    return {number for place in claim.places for number in NUMBER.findall(masked(place.anchor))}


ELSEWHERE = {"veritygate-release"}
"""Sources that are not kept here."""
MEASURED = [claim for claim in REGISTER.claims if claim.kind == "benchmark" and figures(claim)]


@pytest.mark.parametrize("claim", MEASURED, ids=lambda claim: claim.id)
def test_a_figure_that_is_said_to_be_measured_stands_in_the_file_that_measures_it(claim):
    files = [ROOT / SOURCES[name].locator for name in claim.sources if name not in ELSEWHERE]
    assert files
    known = {number for path in files for number in NUMBER.findall(path.read_text(encoding="utf-8"))}
    assert figures(claim) <= known


def test_what_others_published_is_said_to_be_published():
    """Every sentence that leans on somebody's paper or framework names that it does."""
    for claim in REGISTER.claims:
        if {SOURCES[name].type for name in claim.sources} & {"preprint", "peer_reviewed_publication"}:
            for place in claim.places:
                text = flat(TEXTS[place.page])
                (start, end), *_ = spans(place.anchor, text)
                assert PUBLISHED.search(text[max(0, start - 300) : end + 200]), (claim.id, place.page)


def test_every_source_of_the_register_is_cited_and_every_file_among_them_is_there():
    assert set(SOURCES) == {name for claim in REGISTER.claims for name in claim.sources}
    kept_here = [each for each in SOURCES.values() if re.fullmatch(r"[\w./-]+\.(?:md|py|toml)", each.locator)]
    assert kept_here
    assert [] == [each.locator for each in kept_here if not (ROOT / each.locator).is_file()]


@pytest.mark.parametrize(("others", "points"), [(19, 6.1), (100, 1.3)])
def test_how_one_contradicted_claim_is_diluted(others, points):
    """The figures of the page on the risk index: v = 3 among so many supported claims of v = 1."""
    assert points == round(100 * 0.45 * 3 / (3 + others), 1)
    weights = load_rubric("paper").weights
    assert 0.45 == math.fsum((weights["F"], weights["C"]))


@pytest.mark.parametrize("page", PAGES)
def test_no_page_says_that_a_framework_is_kept(page):
    """`conforms`, `certified` and their like near the name of a framework would be a claim that nobody can make."""
    text = flat(TEXTS[page])
    for found in re.finditer(r"\b(?:NIST|AI RMF|framework)\b", text):
        near = text[max(0, found.start() - 200) : found.end() + 200]
        assert not re.search(
            r"\b(?:compl(?:y|ies|iant|iance)|certif\w+|conform\w*|accredit\w+|endorsed|approved by)\b",
            near,
            re.IGNORECASE,
        ), near


def test_the_worked_example_comes_out_as_the_page_says():
    (row,) = claimgauge.read_paths([str(ROOT / "examples" / "supplier-contract.json")])
    found = [claimgauge.score(row, name) for name in ("paper", "guarded")]
    assert [(70, "High")] * 2 == [(each.index.score, each.index.band) for each in found]
    assert [0.70, 0.70, 0.0518, 0.70, 0.70, 0.70] == [round(claim.if_supported, 4) for claim in found[0].claims]
