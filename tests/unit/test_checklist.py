"""Seven checks over a register: what each looks at, when it fails, and its page."""

import itertools
import re

import msgspec
import pytest

from claimgauge.register import run_checklist
from claimgauge.reports import checklist_page
from claimgauge.wiring import checklist, documented_rubric, load_codebook, load_register, load_rubric
from tests.register_building import RULES, claim, one, register, source
from tests.unit.test_register import PAPER
from tests.unit.test_reports import HOSTILE, read

BOOK = load_codebook()


def result(number, found, **keys):
    check = run_checklist(found, RULES, **keys).checks[number - 1]
    assert number == check.number
    return check.result


def test_the_register_of_the_paper_passes_every_check_that_applies():
    found = checklist(PAPER, rubric="paper")
    assert ["pass", "pass", "not_applicable", "pass", "pass", "pass", "pass"] == [each.result for each in found.checks]
    looked_at = [each.looked_at for each in found.checks]
    assert (5, ("thresholds-valid", "truthfulqa-size"), (), ("index-dimensions",)) == (
        len(looked_at[0]),
        *looked_at[1:4],
    )
    assert (("thresholds-valid",), ("galileo", "vectara")) == (looked_at[4], looked_at[5])
    assert ("no claim is about what a product does",) == found.checks[2].reasons


def test_an_empty_register_has_nothing_to_check():
    found = run_checklist(register(), RULES)
    assert {"not_applicable"} == {each.result for each in found.checks}
    assert "no rubric was given" == found.checks[6].reasons[0]


PAPER_SOURCE = source("p", "peer_reviewed_publication")


@pytest.mark.parametrize(
    ("number", "expected", "found"),
    [
        (1, "pass", one("scientific", "verified_in_source", PAPER_SOURCE)),
        (1, "fail", one("scientific", "verified_in_source")),
        (1, "fail", one("capability", "vendor_claim")),
        (1, "not_applicable", one("scientific", "hypothesis")),
        (2, "pass", one("benchmark", "verified_in_source", PAPER_SOURCE)),
        (2, "fail", one("benchmark", "softened")),
        (2, "fail", one("scientific", "softened", text="It is 81.4 % right.")),
        (2, "pass", one("scientific", "softened", text="It is 81.4 % right.", provisional=True)),
        (2, "pass", one("scientific", "not_claimed", text="0.7 is a valid bound.", provisional=True)),
        (2, "not_applicable", one("scientific", "removed", text="It is 81.4 % right.")),
        (2, "not_applicable", one("scientific", "softened", text="It is often right.")),
        (3, "pass", one("capability", "vendor_claim", source("v", "release_note"))),
        (3, "fail", one("capability", "verified_in_source", source("v", "release_note"))),
        (3, "pass", one("capability", "verified_in_source", PAPER_SOURCE)),
        (4, "pass", one("design_choice", "original_contribution", source("o", "original_proposal"))),
        (4, "fail", one("design_choice", "verified_in_source", source("o", "original_proposal"))),
        (4, "fail", one("design_choice", "original_contribution")),
        (4, "fail", one("scientific", "original_contribution", PAPER_SOURCE)),
        (4, "pass", one("scientific", "hypothesis", PAPER_SOURCE, interpretation=True)),
        (4, "fail", one("scientific", "verified_in_source", PAPER_SOURCE, interpretation=True)),
        (5, "pass", one("scientific", "open_question")),
        (5, "fail", one("scientific", "verified_in_source")),
        (5, "fail", one("internal_policy", "softened")),
        (5, "not_applicable", one("scientific", "verified_in_source", PAPER_SOURCE)),
        (6, "pass", register(sources=[source("w", "product_page")])),
        (6, "fail", register(sources=[source("w", "product_page", accessed="")])),
        (6, "fail", register(sources=[source("w", "repository", mutable=True)])),
        (6, "not_applicable", register(sources=[PAPER_SOURCE])),
    ],
)
def test_a_check_passes_fails_or_does_not_apply(number, expected, found):
    assert expected == result(number, found)


def test_a_check_that_fails_names_what_fails_and_why():
    found = register([claim("b", "benchmark", "softened"), claim("a", "scientific", "softened")])
    check = run_checklist(found, RULES).checks[1]
    assert (("b",), ("b",)) == (check.looked_at, check.failing)
    assert check.reasons[0].startswith("b: holds a value that has neither")


@pytest.mark.parametrize("name", ["paper", "guarded"])
def test_the_rubrics_that_ship_can_be_repeated(name):
    assert "pass" == result(7, register(), rubric=documented_rubric(name))


def test_a_rubric_without_a_source_and_without_the_mark_provisional_cannot_be_repeated():
    bare = msgspec.structs.replace(load_rubric("paper"), source="", provisional=False)
    check = run_checklist(register(), RULES, rubric=documented_rubric(bare)).checks[6]
    assert "fail" == check.result
    assert {"labels.PARTIAL", "weights.F", "floors[0]"} <= set(check.failing)
    assert "UNKNOWN" not in " ".join(check.failing)  # which names a source of its own


def test_a_codebook_with_a_gap_leaves_a_label_and_a_level_undefined():
    labels = BOOK.labels | {
        "PARTIAL": {name: entry for name, entry in BOOK.labels["PARTIAL"].items() if name != "high"}
    }
    book = msgspec.structs.replace(BOOK, labels=labels)
    check = run_checklist(register(), RULES, rubric=documented_rubric("paper", book)).checks[6]
    assert ("labels.PARTIAL", "criticality.high") == check.failing


def test_a_rubric_that_breaks_a_law_cannot_be_repeated():
    own = load_rubric("paper")
    rule = msgspec.structs.replace(own.labels["UNSUPPORTED"], contribution=0.1)
    rubric = msgspec.structs.replace(own, labels=own.labels | {"UNSUPPORTED": rule})
    check = run_checklist(register(), RULES, rubric=documented_rubric(rubric)).checks[6]
    assert ("labels.UNSUPPORTED",) == check.failing
    assert "weighs less than PARTIAL" in check.reasons[0]


def page(found, **keys):
    return checklist_page(run_checklist(found, RULES, **keys), found, RULES)


FULL = register(
    [claim("a", "benchmark", "verified_in_source", "w"), claim("b", "scientific", "hypothesis", note="Perhaps.")],
    [source("w", "product_page", accessed="")],
)
PAGES = {
    "empty": lambda: page(register()),
    "failing": lambda: page(FULL),
    "paper": lambda: page(load_register(PAPER), rubric=documented_rubric("paper")),
}


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_whole_loads_nothing_and_is_the_same_each_time(name):
    text = PAGES[name]()
    reader = read(text)
    assert text.startswith("<!doctype html>\n<html lang=")
    assert sorted(set(reader.ids)) == sorted(reader.ids)
    assert not any(mark in text for mark in ("http://", "https://", "url(", "@import", "<script"))
    assert not re.search(r"<[^>]* (style|on\w+)=", text)
    assert {link for link in reader.links if link.startswith("#")} <= {f"#{each}" for each in reader.ids}
    assert text == PAGES[name]()
    assert text.count("<table") == text.count("<caption")
    levels = [int(level) for level in re.findall(r"<h([1-6])", text)]
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_the_page_says_what_failed_and_what_a_claim_may_be_called():
    said = read(PAGES["failing"]()).said
    assert "4 of 7 checks fail." in said
    assert "may be removed, softened, not claimed" in said
    assert "w is not of a type that is enough here" in said
    assert "No check fails." in read(PAGES["paper"]()).said


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_is_shown_as_text_wherever_it_stands(kind):
    raw, shown = HOSTILE[kind]
    given = source(raw, "product_page", accessed="", title=raw, locator=raw)
    claims = [claim(raw, "benchmark", "verified_in_source", raw, text=raw, note=raw, places=[{"page": raw}])]
    text = page(register(claims, [given], title=raw, version=raw))
    reader = read(text)
    assert 8 <= reader.said.count(shown)
    assert {"script", "img"}.isdisjoint(reader.tags)
    assert all(link.startswith("#") for link in reader.links)
    hidden = [character for character in raw if not (character.isascii() and character.isprintable())]
    assert not [character for character in hidden if character in text]
