"""Where in a passage stands what bears on a claim, and how a page shows it."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgauge.evidence import PassageText, bearing
from claimgauge.labels import Judgement
from claimgauge.readers import case_from
from claimgauge.reports import case_page
from claimgauge.reports.bearings import WHOLE, marked_passage
from claimgauge.reports.claim_rows import claim_rows
from claimgauge.wiring import score
from tests.risk_building import GUARDED, changed, fact

LEAVE = "Terms apply. Full-time staff have 28  days of paid leave. Unused days expire in March."
FILLER = "Nothing of the kind stands here. "


@pytest.mark.parametrize(
    ("expected", "claim", "passage"),
    [
        ("Full-time staff have 28  days of paid leave.", "Full-time staff have 28 days of paid leave.", LEAVE),
        ("\u201cCosts rose\u201d 5%.", '"costs rose" 5%', "It is so: \u201cCosts rose\u201d 5%."),
        ("Nobody says that costs rose 5%.", "Costs rose 5%.", "Sales fell. Nobody says that costs rose 5%."),
        ("Costs rose 7%.", "Costs rose 5%.", "Sales rose 5%. Costs rose 7%."),
        ("The annual fee is $120.", "The fee is $95.", "Fees. The annual fee is $120."),
        ("Unused days expire in March.", "Days that are not used expire in March.", LEAVE),
        ("river: Seine", "The river of Paris is the Seine.", "country: France\nriver: Seine\nmayor: unknown"),
        ("Rome is old.", "Rome is old", "Paris is old. Rome is old. Rome is old."),
        ("b b b", "a b", f"{'c ' * 40}b b b"),
        (None, "Rivers freeze.", LEAVE),
        (None, "However, a few possible scenarios could unfold.", "scenarios of all kinds"),
        (None, "The studio opened in May.", "see https://example.org/studio/opened/may"),
        (None, "...", "..."),
        (None, "", LEAVE),
        (None, "Rome is old.", ""),
    ],
)
def test_the_stretch_that_a_reader_should_look_at(expected, claim, passage):
    found = bearing(claim, passage)
    assert expected == (None if found is None else passage[slice(*found.span)])


@pytest.mark.parametrize(
    ("claimed", "held", "claim", "passage"),
    [
        (["5%"], ["7%"], "Costs rose 5%.", "Sales rose 5%. Costs rose 7%."),
        (["$95"], ["$1,200", "5"], "The fee is $95.", "The fee is $1,200 for 5 years."),
        ([], [], "The fee is $1200.", "The fee is $1,200 at once."),
        ([], [], "The fee is $95.", "The fee is unknown."),
        ([], [], "The fee is high.", "The fee is $95."),
    ],
)
def test_the_numbers_in_which_a_claim_and_its_passage_differ(claimed, held, claim, passage):
    found = bearing(claim, passage)
    assert claimed == [claim[slice(*each)] for each in found.claimed]
    assert held == [passage[slice(*each)] for each in found.held]


TEXTS = st.text(alphabet=st.sampled_from([*"aAbB1 .,\n;%-\u2019\u201c\x1c\u2003\u202e\xbd\u2026"]), max_size=60)


@given(TEXTS, TEXTS)
def test_every_span_lies_in_its_text_and_begins_and_ends_with_what_can_be_seen(claim, passage):
    found = bearing(claim, passage)
    if found is not None:
        assert 0 <= found.span[0] < found.span[1] <= len(passage)
        words = passage[slice(*found.span)]
        assert words == words.strip()
        assert all(found.span[0] <= start < end <= found.span[1] for start, end in found.held)
        assert all(claim[slice(*each)].strip() for each in found.claimed)


@given(TEXTS, TEXTS, TEXTS)
def test_other_claims_change_nothing(claim, other, passage):
    text = PassageText(passage)
    text.bearing(other)
    assert bearing(claim, passage) == text.bearing(claim)


@pytest.mark.parametrize("passage", ["x " * 200_000, "w" * 1_000_000, "x. " * 100_000, "http" * 200_000])
def test_a_huge_passage_is_read_in_time_that_grows_with_its_length(passage):
    before = time.process_time()
    bearing("x x", passage)
    bearing(passage, "x x")
    assert 4 > time.process_time() - before


# --- on the page ---------------------------------------------------------------------------------


def a_case(passage, *claims):
    """A case whose claims lean on one passage: (text, label) of each, all in the answer."""
    return {
        "id": "x",
        "answer": {"text": " ".join(text for text, _ in claims)},
        "passages": [{"evidenceId": "p", "content": passage}],
        "claims": [
            fact(f"c{number}", text=text, labels=[label], citedEvidenceIds=["p"])
            for number, (text, label) in enumerate(claims, start=1)
        ],
    }


def page_of(passage, *claims, reason=None):
    row = case_from(a_case(passage, *claims))
    made = score(row, GUARDED)
    if reason:
        said = Judgement(label="CONTRADICTED", labeller="l/1", reason=reason, evidence=("p",))
        made = changed(made, claims=tuple(changed(claim, judgements=(said,)) for claim in made.claims))
    return case_page(made, row.case, GUARDED)


def evidence(page):
    return page.partition('<section id="evidence"')[2].partition("</section>")[0]


def marks(html):
    return [
        (re.sub(r"<[^>]+>", "", text), classes.split()[0])
        for classes, text in re.findall(r'<mark class="([^"]+)">(.*?)</mark>', html)
    ]


def test_a_passage_is_marked_where_each_claim_leans_on_it():
    html = evidence(
        page_of(LEAVE, ("Full-time staff have 28 days of paid leave.", "SUPPORTED"), ("Days expire in May.", "PARTIAL"))
    )
    assert [
        ("Full-time staff have 28  days of paid leave.", "ok"),
        ("Unused days expire in March.", "mild"),
    ] == marks(html)
    assert ["1 SUPPORTED", "2 PARTIAL"] == re.findall(r'<a href="#answer-\d">([^<]*)</a>', html)


def test_the_marks_of_a_claim_lead_to_each_other_and_are_lit_together():
    page = page_of(LEAVE, ("Days expire in March.", "SUPPORTED"), ("Rivers freeze.", "UNSUPPORTED"))
    answer = page.partition('<section id="answer"')[2].partition("</section>")[0]
    assert 'href="#bears-1-1"' in answer
    assert 'id="bears-1-1"' in evidence(page)
    assert 'id="answer-1"' in answer
    assert 'href="#answer-1"' in evidence(page)
    assert 'href="#bears-1-1"' in page.partition('<section id="claims"')[2]
    assert 2 == answer.count(" s0") == evidence(page).count(" s0")
    assert "bears-2" not in page
    assert ".pair:has(.s0:is(:hover, :focus-within, :target)) .s0" in page
    assert page.count("<style>") == 1


def test_where_the_evidence_has_another_number_both_numbers_stand_out():
    page = page_of("Sales rose 5%. Costs rose 7%.", ("Costs rose 5%.", "CONTRADICTED"), reason="different_number")
    assert ["5%", "7%"] == re.findall(r"<b>([^<]*)</b>", page)
    assert "<b>" not in page_of("Costs rose 7%.", ("Costs rose 5%.", "CONTRADICTED"))


def test_a_number_that_the_claim_writes_twice_is_not_guessed_at():
    page = page_of(
        "Costs and sales rose 7%.", ("Costs and sales rose 5% and 5%.", "CONTRADICTED"), reason="different_number"
    )
    assert ["7%"] == re.findall(r"<b>([^<]*)</b>", page)


def test_stretches_of_several_claims_may_overlap():
    html = evidence(
        page_of("Costs rose 5% and sales fell 3%.", ("Costs rose 5%.", "SUPPORTED"), ("Sales fell 4%.", "CONTRADICTED"))
    )
    assert [("Costs rose 5% and sales fell 3%.", "bad")] == marks(html)
    assert "bad over s0 s1" in html
    assert ["1 SUPPORTED", "2 CONTRADICTED"] == re.findall(r'<a href="#answer-\d">([^<]*)</a>', html)


def test_a_passage_is_text_and_never_markup():
    html = evidence(page_of("<b>Costs</b> rose <script>5%</script>\u202e &amp;.", ("Costs rose 5%.", "SUPPORTED")))
    assert "&lt;b&gt;Costs&lt;/b&gt; rose &lt;script&gt;5%&lt;/script&gt;" in html
    assert "U+202E" in html
    assert "&amp;amp;" in html
    assert "<script" not in html


def test_a_long_passage_is_cut_around_its_marks_and_says_what_is_left_out():
    passage = f"{FILLER * 100}Costs rose 5%. {FILLER * 100}Sales fell 3%. {FILLER * 100}"
    html = evidence(page_of(passage, ("Costs rose 5%.", "SUPPORTED"), ("Sales fell 3%.", "SUPPORTED")))
    assert [("Costs rose 5%.", "ok"), ("Sales fell 3%.", "ok")] == marks(html)
    first, second = re.findall(r"… ([\d,]+) characters left out; from character ([\d,]+) on:", html)
    begins = [int(each[1].replace(",", "")) - 1 for each in (first, second)]
    assert begins[0] == int(first[0].replace(",", ""))
    parts = re.findall(r"on: </span>(.*?)<(?:span class=\"cut|/div)", html)
    shown = [re.sub(r"<bdi.*?</bdi>|<[^>]+>", "", each) for each in parts]
    assert all(passage.startswith(text, start) for start, text in zip(begins, shown, strict=True))
    assert all(passage[start - 1].isspace() for start in begins)
    (left,) = re.findall(r"… ([\d,]+) more characters", html)
    assert len(passage) == begins[1] + len(shown[1]) + int(left.replace(",", ""))


def test_a_long_passage_without_marks_is_shown_from_its_beginning():
    html = evidence(page_of(FILLER * 100, ("Costs rose 5%.", "UNSUPPORTED")))
    assert f"… {len(FILLER) * 100 - WHOLE:,} more characters" in html
    assert "left out" not in html


@given(st.lists(st.sampled_from([FILLER, "Costs rose 5%. ", "Sales fell 3%. ", "Costs fell.\n"]), max_size=200))
def test_what_is_shown_and_what_is_left_out_is_the_whole_passage(sentences):
    passage = "".join(sentences)
    case = a_case("p", ("Costs rose 5%.", "SUPPORTED"), ("Sales fell 3%.", "SUPPORTED"), ("Costs fell.", "PARTIAL"))
    row = case_from(case)
    rows = claim_rows(score(row, GUARDED), row.case, GUARDED)
    found = marked_passage(passage, "p", rows)
    end = 0
    for part in found.parts:
        assert end + part.left_out == part.start
        text = "".join(piece.text for piece in part.pieces)
        assert passage.startswith(text, part.start)
        end = part.start + len(text)
    assert len(passage) == end + found.left_out
    assert set(found.marked) == {row.number for row in rows if bearing(row.claim.text, passage)}
