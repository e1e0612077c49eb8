"""The pages for people: nothing from a case is markup, nothing unknown is a number, and the sizes are bounded."""

import base64
import hashlib
import itertools
import json
import re
import time
from html.parser import HTMLParser
from typing import get_args

import msgspec
import pytest

from claimgauge.errors import InputError, Problem
from claimgauge.evidence import EvidenceGraph
from claimgauge.gates import FindingCode
from claimgauge.labels import DIMENSIONS, LABELS
from claimgauge.readers import case_from
from claimgauge.reports import OverviewEntry, case_page, overview_entry, overview_page
from claimgauge.reports.figures import fixed, ranges, score_text
from claimgauge.reports.render import style_sheet
from claimgauge.reports.words import CODE_MEANINGS, GATE_OF, NOT_CHECKED_MEANINGS
from claimgauge.risk import FloorHit
from claimgauge.wiring import assess, report_writer, score
from claimgauge.workflow import NOT_CHECKED, AssessmentError, BrokenRow, RiskTally
from claimgauge.workflow.assessment import Withheld
from claimgauge.workflow.verdicts import RowError
from tests.integration.command import EXAMPLES
from tests.risk_building import GUARDED, PAPER, changed, fact

BLOCKS = {"title", "h1", "h2", "h3", "p", "li", "dt", "dd", "td", "th", "caption", "div", "text"}
VOID = {"meta", "br", "hr", "img", "link", "input", "col"}
EXAMPLE = json.loads((EXAMPLES / "supplier-contract.json").read_text())
CARDS = json.loads((EXAMPLES / "cards.json").read_text())[0]
FEEDBACK = {
    "reviewed": 2,
    "events": [
        {
            "eventId": "f1",
            "claimText": EXAMPLE["claims"][0]["text"],
            "severity": 0.5,
            "time": "2026-02-01",
            "validation": "reviewer",
        }
    ],
}
FULL = EXAMPLE | {"feedback": FEEDBACK}


class Reader(HTMLParser):
    """What a page is made of; raises where an element is not closed in its place."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.ids, self.links, self.text, self.tables = [], [], [], [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        named = dict(attrs)
        self.ids += [named["id"]] if "id" in named else []
        self.links += [named["href"]] if tag == "a" else []
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")

    def handle_startendtag(self, tag, _attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert tag == self.open.pop()
        if tag in BLOCKS:
            self.text.append(" ")

    def handle_data(self, data):
        if "style" in self.open:
            return
        self.text.append(data)
        if {"td", "th"} & set(self.open):
            self.tables[-1][-1][-1] += data

    @property
    def said(self):
        """The text of the page, on one line."""
        return " ".join("".join(self.text).split())

    def rows(self, heading):
        """The rows of the table whose first row has this cell."""
        (table,) = (each for each in self.tables if any(heading == cell.strip() for cell in each[0]))
        return [[" ".join(cell.split()) for cell in row] for row in table[1:]]


def read(page):
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert [] == reader.open
    return reader


def page_of(case, rubric=GUARDED, **keys):
    row = case_from(case)
    return case_page(score(row, rubric), row.case, rubric, **keys)


def assessed_page(case, rubric=GUARDED, **keys):
    row = case_from(case)
    return case_page(assess(row, "cards", rubric=rubric), row.case, rubric, **keys)


def with_value(case, path, value):
    copy = json.loads(json.dumps(case))
    *way, last = path
    place = copy
    for step in way:
        place = place[step]
    place[last] = value
    return copy


def answered(answer, *claims):
    """A case whose claims stand in its answer: (text, label) of each."""
    return {
        "id": "x",
        "answer": {"text": answer},
        "passages": [{"evidenceId": "p", "content": "words"}],
        "claims": [
            fact(f"c{number}", text=text, labels=[label], citedEvidenceIds=["p"])
            for number, (text, label) in enumerate(claims)
        ],
    }


def marks(page):
    """(text, tone) of each marked piece of the answer, and the tags after them."""
    answer = page.partition('<section id="answer"')[2].partition("</section>")[0]
    pieces = [
        (re.sub(r"<[^>]+>", "", text), tone.split()[0])
        for tone, text in re.findall(r'<mark class="([^"]+)">(.*?)</mark>', answer)
    ]
    return pieces, [
        re.sub(r"<[^>]+>", "", tag).removeprefix(" claim ").removesuffix(" →")
        for tag in re.findall(r"<bdi class=\"tag.*?</bdi>", answer)
    ]


# --- hostile text --------------------------------------------------------------------------------

HOSTILE = {
    "script": ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    "attribute": ("\"><img src=x onerror='alert(1)'>", "\"><img src=x onerror='alert(1)'>"),
    "closing tags": ("</style></title></svg>-->]]>", "</style></title></svg>-->]]>"),
    "entity": ("&lt;b&gt; &amp; &#60;", "&lt;b&gt; &amp; &#60;"),
    "url": ("javascript:alert(1)", "javascript:alert(1)"),
    "template": ("{{ 7*7 }}{% raw %}", "{{ 7*7 }}{% raw %}"),
    "bidirectional": ("a\u202eb\u2066c", "aU+202EbU+2066c"),
    "zero width": ("a\u200b\u200b\u200bb\ufeffc\u2060d", "aU+200B × 3bU+FEFFcU+2060d"),
    "control": ("a\x00b\x1b[31mc\x7f", "aU+0000bU+001B[31mcU+007F"),
    "separators": ("a\u2028b\u2029c\x85d", "aU+2028bU+2029cU+0085d"),
    "tags and selectors": ("a\U000e0041b\U000e0101c\ufe01d", "aU+E0041bU+E0101cU+FE01d"),
    "fillers": ("a\u3164b\u2800c", "aU+3164bU+2800c"),
    "private and unassigned": ("a\ue000b\ufdd0c", "aU+E000bU+FDD0c"),
}
PLACES = [
    ("id",),
    ("request", "text"),
    ("request", "useCase"),
    ("answer", "text"),
    ("passages", 0, "content"),
    ("passages", 0, "evidenceId"),
    ("sources", 0, "title"),
    ("sources", 0, "type"),
    ("sources", 0, "issued"),
    ("sources", 0, "validUntil"),
    ("claims", 1, "text"),
    ("claims", 1, "claimId"),
    ("claims", 1, "claimType"),
    ("claims", 0, "citedEvidenceIds"),
    ("feedback", "events", 0, "eventId"),
]


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("path", PLACES, ids=lambda path: ".".join(map(str, path)))
def test_hostile_text_is_shown_as_text_wherever_it_stands(path, kind):
    raw, shown = HOSTILE[kind]
    case = with_value(FULL, path, [raw] if path[-1] == "citedEvidenceIds" else raw)
    if path == ("passages", 0, "evidenceId"):
        case["claims"][0]["citedEvidenceIds"] = [raw]
    page = page_of(case)
    reader = read(page)
    assert shown.replace("_", " ") in reader.said.replace("_", " ")
    assert {"script", "img"}.isdisjoint(reader.tags)
    assert all(link.startswith("#") for link in reader.links)
    hidden = [character for character in raw if not (character.isascii() and character.isprintable())]
    assert not [character for character in hidden if character in page]


@pytest.mark.parametrize("kind", HOSTILE)
def test_fields_of_a_node_are_shown_as_text(kind):
    raw, shown = HOSTILE[kind]
    node = {"evidenceId": "n", "type": raw, "fields": {raw: raw, "none": None, "yes": True}}
    reader = read(page_of({"id": "x", "nodes": [node], "claims": [fact(citedEvidenceIds=["n"], labels=["PARTIAL"])]}))
    assert 3 == reader.said.count(shown)
    assert "none null" in reader.said
    assert {"script", "img"}.isdisjoint(reader.tags)


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_a_labeller_or_a_rubric_says_is_shown_as_text(kind):
    raw, shown = HOSTILE[kind]
    row = case_from(EXAMPLE)
    rubric = changed(GUARDED, id=raw, source=raw, bands=(changed(GUARDED.bands[0], name=raw, up_to=100.0),))
    made = score(row, rubric)
    said = msgspec.structs.replace(made.claims[0].judgements[0], labeller=raw, reason=raw, evidence=(raw,))
    claims = (msgspec.structs.replace(made.claims[0], judgements=(said,)), *made.claims[1:])
    made = msgspec.structs.replace(made, claims=claims, warnings=(raw,), preset=raw, not_checked=(raw,))
    reader = read(case_page(made, row.case, rubric))
    assert 8 <= reader.said.count(shown)
    assert {"script", "img"}.isdisjoint(reader.tags)


@pytest.mark.parametrize("kind", HOSTILE)
def test_the_overview_shows_hostile_text_as_text(kind):
    raw, shown = HOSTILE[kind]
    entry = OverviewEntry(
        case_id=raw, href=raw, status=raw, score=50.0, band=raw, review=True, claims=1, labelled_share=1.0, note=raw
    )
    entries = [entry, msgspec.structs.replace(entry, score=None, band=None)]
    summary = msgspec.structs.replace(RiskTally().summary(), bands={raw: 1})
    reader = read(overview_page(entries, summary, title=raw))
    assert 7 <= reader.said.count(shown)
    assert {"script", "img"}.isdisjoint(reader.tags)
    assert all(link.startswith("#") for link in reader.links)


@pytest.mark.parametrize(
    "href",
    ["javascript:alert(1)", "//evil.example/x", "/etc/passwd", "../up.html", "a/../../b", "https://x", 'a"b', ""],
)
def test_an_overview_links_to_its_own_pages_only(href):
    entry = OverviewEntry(
        case_id="x", href=href, status="assessed", score=1.0, band="Low", review=False, claims=1, labelled_share=1.0
    )
    links = read(overview_page([entry], RiskTally().summary(), title="t")).links
    assert [] == [link for link in links if not link.startswith("#")]


def test_a_line_break_is_kept_in_a_text_and_written_out_in_a_name():
    page = page_of(with_value(EXAMPLE, ("passages", 0, "content"), "one\r\ntwo") | {"id": "a\nb"})
    assert "one\ntwo" in page
    assert "aU+000Ab" in read(page).said


# --- whole, closed, accessible -------------------------------------------------------------------


def an_overview():
    tally, rows = RiskTally(), [case_from(EXAMPLE), case_from({"id": "<b>empty</b>"})]
    made = [score(row, GUARDED) for row in rows]
    broken = AssessmentError(case_id="broken", error=RowError(place="line 3", message="expected an array, got 7"))
    for each in [*made, broken]:
        tally.add(each)
    entries = [overview_entry(each, GUARDED, href=f"case-{place}.html") for place, each in enumerate(made)]
    entries.append(
        OverviewEntry(
            case_id="broken",
            href=None,
            status="unreadable",
            score=None,
            band=None,
            review=True,
            claims=0,
            labelled_share=None,
            note="line 3: expected an array, got 7",
        )
    )
    return overview_page(entries, tally.summary(), title="Risk overview", rubrics=(GUARDED,))


PAGES = {
    "scored": lambda: page_of(FULL),
    "paper": lambda: page_of(EXAMPLE, PAPER),
    "gates": lambda: assessed_page(CARDS),
    "unassessed": lambda: page_of({"id": "x", "claims": []}),
    "overview": an_overview,
    "empty overview": lambda: overview_page([], RiskTally().summary(), title="t"),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_whole_and_loads_nothing(name):
    page = PAGES[name]()
    reader = read(page)
    assert page.startswith("<!doctype html>\n<html lang=")
    assert sorted(set(reader.ids)) == sorted(reader.ids)
    assert not any(mark in page for mark in ("http://", "https://", "url(", "@import", "<script"))
    assert not re.search(r"<[^>]* (style|on\w+)=", page)
    assert {"h1", "main", "title"} <= set(reader.tags)
    assert {link for link in reader.links if link.startswith("#")} <= {f"#{name}" for name in reader.ids}


@pytest.mark.parametrize("name", PAGES)
def test_the_policy_of_a_page_allows_its_own_style_sheet_and_nothing_else(name):
    page = PAGES[name]()
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)[1]
    known = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{known}'; img-src data:; base-uri 'none'; form-action 'none'"
    assert policy in page.replace("&#39;", "'").replace("&#43;", "+")


@pytest.mark.parametrize("name", PAGES)
def test_tables_have_captions_and_scoped_headings_and_headings_skip_no_level(name):
    page = PAGES[name]()
    assert page.count("<table") == page.count("<caption")
    assert all("scope=" in tag for tag in re.findall(r"<th[ >][^>]*", page))
    levels = [int(level) for level in re.findall(r"<h([1-6])", page)]
    assert 1 == levels[0]
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


@pytest.mark.parametrize("name", PAGES)
def test_the_same_input_gives_the_same_bytes(name):
    assert PAGES[name]() == PAGES[name]()


def schemes():
    """The colours of both schemes by their names."""
    light, dark = re.findall(r":root \{(.*?)\}", style_sheet(), re.DOTALL)
    colours = [dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", block)) for block in (light, dark)]
    return {"light": colours[0], "dark": colours[0] | colours[1]}


def contrast(one, other):
    """WCAG 2: the ratio of the relative luminances."""

    def luminance(colour):
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


TEXTS = [("ink", "ground"), ("ink", "wash"), ("muted", "ground"), ("muted", "wash"), ("link", "ground")]
TEXTS += [("link", "wash"), ("ok", "ground"), ("bad", "ground"), ("bad", "wash")]
TEXTS += [(tone, f"{tone}-ground") for tone in ("ok", "mild", "open", "bad")]
TEXTS += [(text, "here") for text in ("ink", "ok", "mild", "open", "bad")]
TEXTS += [("ink", f"{tone}-ground") for tone in ("ok", "mild", "open", "bad")]
DRAWN = [(kind, "ground") for kind in ("release", "caution", "review", "block", "none", "plain")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read_on_its_ground_in_both_schemes(scheme):
    colours = schemes()[scheme]
    assert {} == {pair: contrast(*(colours[name] for name in pair)) for pair in TEXTS if
                  contrast(*(colours[name] for name in pair)) < 4.5}  # fmt: skip
    assert {} == {pair: contrast(*(colours[name] for name in pair)) for pair in DRAWN if
                  contrast(*(colours[name] for name in pair)) < 3}  # fmt: skip


# --- the numbers ---------------------------------------------------------------------------------


def test_the_dimensions_stand_with_their_weights_and_their_sum():
    rows = read(page_of(EXAMPLE)).rows("Dimension")
    made = score(case_from(EXAMPLE), GUARDED)
    assert [
        [f"{made.dimensions[name]:.3f}", f"{GUARDED.weights[name]:.2f}",
         f"{100 * GUARDED.weights[name] * made.dimensions[name]:.2f}"] for name in DIMENSIONS
    ] == [row[2:] for row in rows[:-1]]  # fmt: skip
    assert "17.45" == f"{100 * made.index.additive:.2f}" == rows[-1][-1]


def test_the_floors_stand_with_label_reason_claims_criticality_and_their_row_of_the_rubric():
    assert [
        ["70.00", "CONTRADICTED", "one claim at criticality 3 or more. Decides the index.", "3", "3",
         "row 1, the paper, Table IV"],
        ["21.00", "UNSUPPORTED or UNKNOWN", "45% of the criticality weight, from 20% on.", "2, 3", "2 to 3",
         "row 9, claimgauge's own, provisional"],
    ] == read(page_of(EXAMPLE)).rows("Floor")  # fmt: skip


@pytest.mark.parametrize(
    ("place", "case"),
    [
        (1, answered("", ("a", "CONTRADICTED"), ("b", "SUPPORTED"))),
        (7, answered("", ("a", "CONTRADICTED"), ("b", "SUPPORTED"))),
        (8, answered("", ("a", "CONTRADICTED"), ("b", "CONTRADICTED"))),
        (10, answered("", ("a", "UNSUPPORTED"), ("b", "SUPPORTED"))),
        (11, answered("", ("a", "OUTDATED"))),
        (3, answered("", ("a", "ACCESS_GAP"))),
        (4, answered("", ("a", "OUT_OF_SCOPE"))),
    ],
)
def test_a_floor_names_the_row_of_the_rubric_that_it_comes_from(place, case):
    claims = [claim | {"criticality": 3} for claim in case["claims"]]
    rows = read(page_of(case | {"claims": claims})).rows("Floor")
    owner = "claimgauge's own, provisional" if place > 5 else "the paper, Table IV"
    assert f"row {place}, {owner}" in [row[-1] for row in rows]


def test_a_floor_of_the_whole_request_names_its_row_too():
    row = case_from(EXAMPLE)
    made = score(row, GUARDED)
    hit = FloorHit(claim_id=None, label="OUT_OF_SCOPE", value=0.51, why="the whole request is out of scope")
    made = msgspec.structs.replace(made, index=msgspec.structs.replace(made.index, floors=(hit,)))
    (shown,) = read(case_page(made, row.case, GUARDED)).rows("Floor")
    assert ["the request", "—", "row 12, claimgauge's own, provisional"] == shown[3:]


def test_the_claims_stand_with_what_they_add_and_the_index_if_they_were_supported():
    made = score(case_from(EXAMPLE), GUARDED)
    rows = read(page_of(EXAMPLE)).rows("Adds")
    for claim, row in zip(made.claims, rows, strict=True):
        adds = 100 * sum(GUARDED.weights[name] * part for name, part in claim.contributions.items())
        parts = "".join(f" {name} {part:.3f}" for name, part in claim.contributions.items())
        assert f"{adds:.2f}{parts}" == row[4]
        assert row[5].startswith(f"{100 * claim.if_supported:.1f} ")
        assert f"{claim.criticality:g}" == row[2]
    assert "5.2 Low" == rows[2][5]


def test_the_index_its_band_its_action_and_the_reason_for_review_come_first():
    said = read(page_of(EXAMPLE)).said
    first = said.index("70.0 of 100")
    order = ["70.0 of 100", "Band High", "Action review", "Goes to review. 2 reasons:", "The action for band High"]
    assert sorted(said.index(each) for each in order) == [said.index(each) for each in order]
    assert first < said.index("Floors that hold") < said.index("What would lower the band")
    assert "If claim 3 were supported, the index would be 5.2, band Low. It is proven that no smaller set" in said


def test_every_reason_for_review_is_named_with_its_claims():
    claims = [
        fact("a", labels=["SUPPORTED", "CONTRADICTED"], citedEvidenceIds=["p"]),
        fact("b", labels=["UNKNOWN"]),
        fact("c", labels=["SUPPORTED"]),
        *(fact(f"d{place}", labels=["SUPPORTED"], citedEvidenceIds=["p"], colour="red") for place in range(9)),
        {"claimId": "e"},
    ]
    row = case_from({"id": "x", "passages": [{"evidenceId": "p", "content": "w"}], "claims": claims})
    said = read(case_page(score(row, GUARDED), row.case, GUARDED, unread=row.unread)).said
    assert "Goes to review. 5 reasons:" in said
    for reason in (
        "Labelled UNKNOWN: claim 2.",
        "(no evidence): claim 3.",
        "(conflict): claim 1.",
        "Could not be read, or of an unknown type: claim 13.",
        "Left out of the claims: 9 parts",
    ):
        assert reason in said


def test_an_answer_that_goes_nowhere_near_review_says_what_was_looked_for():
    said = read(page_of(answered("One.", ("One.", "SUPPORTED")))).said
    assert "Does not go to review. None of the reasons of rubric guarded holds: band High or Critical" in said
    assert "Nothing: Low is the lowest band." in said


def test_the_papers_rubric_carries_what_its_constants_do():
    said = read(page_of(EXAMPLE, PAPER)).said
    assert "wholly UNSUPPORTED or UNKNOWN can be Low (11.25), and no label alone reaches Critical" in said
    assert "Read with care" not in read(page_of(EXAMPLE)).said


@pytest.mark.parametrize(
    ("why", "claims"),
    [
        ("no claim that could be examined", []),
        ("the labelled share is 0.0%, and rubric guarded asks for at least 50.0%", [fact(labels=["UNKNOWN"])]),
    ],
)
def test_a_page_without_an_index_shows_no_number_in_its_place(why, claims):
    page = page_of({"id": "x", "claims": claims})
    reader = read(page)
    assert "No index" in reader.said
    assert why in reader.said
    assert "Goes to review" in reader.said
    assert not any(
        each in reader.said for each in ("of 100", "Additive", "100 · w · s", "if supported", "11.25", "Adds")
    )
    assert "<svg" not in page


def test_a_stopped_request_shows_no_number_either():
    row = case_from(EXAMPLE)
    made = msgspec.structs.replace(score(row, GUARDED), status="stopped", reason="permission", index=None)
    said = read(case_page(made, row.case, GUARDED)).said
    assert "Status stopped The request is not permitted" in said
    assert not any(each in said for each in ("of 100", "70.0", "17.45", "if supported"))


@pytest.mark.parametrize(
    ("expected", "score_", "bounds"),
    [("20.0", 20.0, (20, 50)), ("20.04", 20.04, (20, 50)), ("20.000001", 20.000001, (20,)), ("49.9", 49.94, (50,)),
     ("50.0", 49.96, (49.9, 50)), ("70.0", 70.0, ())],
)  # fmt: skip
def test_a_score_is_never_rounded_into_another_band(expected, score_, bounds):
    assert expected == score_text(score_, bounds)


@pytest.mark.parametrize(
    ("expected", "value"), [("0.000", 0), ("<0.001", 1e-9), ("0.273", 3 / 11), (">0.999", 0.99999), ("1.000", 1)]
)
def test_what_is_there_is_never_rounded_to_nothing_nor_a_part_to_the_whole(expected, value):
    assert expected == fixed(value, 3)


def test_neighbouring_numbers_are_drawn_together():
    assert "1–3, 7, 1,200–1,201" == ranges([1, 2, 3, 7, 1200, 1201])


# --- the answer and the evidence -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "tags", "case"),
    [
        (
            [("Rates rose.", "ok"), ("Rates rose.", "bad")],
            ["1 SUPPORTED", "2 CONTRADICTED"],
            answered("😀 Rates rose. Rates rose.", ("Rates rose.", "SUPPORTED"), ("Rates rose.", "CONTRADICTED")),
        ),
        (
            [("𝒜 ", "mild"), ("😀", "mild"), (" z", "mild")],
            ["2 SUPPORTED", "1 PARTIAL"],
            answered("x 𝒜 😀 z.", ("𝒜 😀 z", "PARTIAL"), ("😀", "SUPPORTED")),
        ),
        (
            [("one ", "ok"), ("two", "bad"), (" three", "bad")],
            ["1 SUPPORTED", "2 CONTRADICTED"],
            answered("one two three", ("one two", "SUPPORTED"), ("two three", "CONTRADICTED")),
        ),
        ([("<b>", "open")], ["1 UNSUPPORTED"], answered("a <b> c", ("<b>", "UNSUPPORTED"))),
    ],
    ids=["repeated", "nested, beyond the first plane", "overlapping", "markup"],
)  # fmt: skip
def test_claims_are_marked_at_their_own_places_with_number_and_worst_label(expected, tags, case):
    assert ([(text.replace("<b>", "&lt;b&gt;"), tone) for text, tone in expected], tags) == marks(page_of(case))


def test_claims_on_the_same_words_share_a_mark_and_keep_their_tags():
    row = case_from(answered("Rates rose.", ("Rates rose.", "SUPPORTED"), ("x", "UNSUPPORTED")))
    made = score(row, GUARDED)
    claims = tuple(msgspec.structs.replace(claim, span=(0, 11)) for claim in made.claims)
    page = case_page(msgspec.structs.replace(made, claims=claims), row.case, GUARDED)
    assert ([("Rates rose.", "open")], ["1 SUPPORTED", "2 UNSUPPORTED"]) == marks(page)


def test_the_marked_answer_is_the_answer():
    text = "one two three 😀 four"
    page = page_of(answered(text, ("one two", "SUPPORTED"), ("two three 😀", "PARTIAL"), ("ur", "CONTRADICTED")))
    answer = page.partition('<div class="answer')[2].partition(">")[2].partition("</div>")[0]
    assert text == re.sub(r"<[^>]+>", "", re.sub(r"<bdi.*?</bdi>", "", answer))


def test_a_claim_that_is_not_in_the_answer_says_so():
    said = read(page_of(answered("One.", ("One.", "SUPPORTED"), ("Two.", "PARTIAL")))).said
    assert "Not in the answer as written: claim 2." in said


@pytest.mark.parametrize("span", [(5, 3), (-1, 2), (0, 10**9), (3, 3)])
def test_a_span_that_is_none_breaks_nothing(span):
    row = case_from(answered("One.", ("One.", "SUPPORTED")))
    made = score(row, GUARDED)
    made = msgspec.structs.replace(made, claims=(msgspec.structs.replace(made.claims[0], span=span),))
    page = case_page(made, row.case, GUARDED)
    assert ([], []) == marks(page)
    assert "In the part of the answer that is not shown: claim 1." in read(page).said


def test_evidence_stands_with_its_source_its_dates_and_the_claims_that_lean_on_it():
    said = read(page_of(EXAMPLE)).said
    assert "prices PASSAGE for claim 4 Prices valid until 31 December 2025." in said
    assert "Annex 2, prices, internal policy, issued 2024-01-01, valid until 2025-12-31" in said


def test_evidence_that_is_cited_and_not_there_is_named():
    assert "winner-dinning, by claim 5" in read(assessed_page(CARDS)).said


def test_evidence_of_a_file_of_its_own_is_shown_too():
    row = case_from(CARDS)
    without = msgspec.structs.replace(row.case, nodes=(), edges=())
    made = assess(row, "cards", rubric=GUARDED)
    graph = EvidenceGraph(nodes=row.case.nodes)
    assert "harbor-cash wins GROCERIES" not in read(case_page(made, without, GUARDED)).said
    assert "harbor-cash wins GROCERIES" in read(case_page(made, without, GUARDED, evidence=graph)).said


def test_withheld_evidence_is_an_id_and_a_policy_and_nothing_else():
    row = case_from(EXAMPLE)
    made = msgspec.structs.replace(
        score(row, GUARDED), withheld=(Withheld(source_id="price-annex", policy_id="purchasing-only"),)
    )
    page = case_page(made, row.case, GUARDED)
    said = read(page).said
    assert "prices for claim 4 Withheld by policy purchasing-only." in said
    assert not any(secret in page for secret in ("Prices valid", "Annex 2", "2025-12-31"))


def test_feedback_that_counts_is_named_with_its_claim():
    said = read(page_of(FULL)).said
    assert "1 event counts at 2026-03-01T09:00:00+01:00, over 2 reviewed answers of use case contract-review" in said
    assert "f1, 2026-02-01, severity 0.5, confirmed by reviewer, not resolved: claim 1" in said


# --- gates and provenance ------------------------------------------------------------------------


def test_the_gates_say_what_they_found_in_each_claim():
    ok = "✓ pass"
    assert [
        ["1", ok, ok, ok, ok, ok, ok],
        ["2", ok, ok, ok, ok, ok, ok],
        ["3", ok, ok, ok, ok, ok, ok],
        ["4", ok, ok, ok, ok, ok, ok],
        ["5", "✗ unknown evidence", ok, ok, "✗ missing type", ok, ok],
        ["6", ok, "✗ unbound entity", ok, ok, ok, ok],
        ["7", ok, ok, ok, ok, ok, ok],
    ] == read(assessed_page(CARDS)).rows("existence is the cited evidence there?")


def test_a_preset_shows_the_gates_that_it_runs():
    row = case_from(CARDS)
    made = assess(row, "cards", rubric=GUARDED, preset="released")
    rows = read(case_page(made, row.case, GUARDED)).rows("existence is the cited evidence there?")
    assert ["4", "✓ pass", "✓ pass", "✗ unknown number", "✓ pass"] == rows[3]


def test_a_claim_that_no_gate_saw_is_no_pass_and_keeps_its_text():
    case = with_value(CARDS, ("claims", 1, "claimType"), "GOSSIP")
    reader = read(assessed_page(case))
    assert ["7", *["– not run"] * 6] == reader.rows("existence is the cited evidence there?")[-1]
    assert "is earned back" in reader.rows("Adds")[-1][1]
    assert "Everyday Plus wins everything else." in reader.rows("Adds")[4][1]


@pytest.mark.parametrize(
    ("expected", "reason"),
    [
        (["– not run"] * 6, "a_code_of_a_later_version"),
        (["✗ no evidence", *["✓ pass"] * 5], "no_evidence"),
        (["✗ no citation", *["✓ pass"] * 5], "no_citation"),
    ],
)
def test_a_reason_that_this_page_does_not_know_is_no_pass(expected, reason):
    row = case_from(CARDS)
    made = assess(row, "cards", rubric=GUARDED)
    said = changed(made.claims[0].judgements[0], label="UNSUPPORTED", reason=reason)
    made = changed(made, claims=(changed(made.claims[0], judgements=(said,)), *made.claims[1:]))
    reader = read(case_page(made, row.case, GUARDED))
    assert expected == reader.rows("existence is the cited evidence there?")[0][1:]


@pytest.mark.parametrize("code", get_args(FindingCode))
def test_every_code_of_a_gate_has_a_column_and_a_meaning(code):
    assert code in GATE_OF
    assert code in CODE_MEANINGS


def test_every_word_of_what_was_not_checked_is_explained():
    assert {"direction", *(word for words in NOT_CHECKED.values() for word in words)} == NOT_CHECKED_MEANINGS.keys()


def test_where_verified_stands_the_preset_and_what_it_does_not_mean_stand_too():
    said = read(assessed_page(CARDS)).said
    assert "verified under preset strict when no gate found anything. It does not mean that the claim is true" in said
    assert all(NOT_CHECKED_MEANINGS[word] in said for word in NOT_CHECKED["strict"])
    assert "verified" not in read(page_of({"id": "x", "claims": [fact(labels=["PARTIAL"])]})).said.casefold()


def test_the_provenance_is_complete():
    row = case_from(CARDS)
    made = assess(row, "cards", rubric=GUARDED)
    said = read(case_page(made, row.case, GUARDED)).said
    digests = made.digests
    for each in (
        made.case_id,
        made.id,
        digests.graph,
        digests.contract,
        digests.rubric,
        "guarded, version 1, provisional",
    ):
        assert each in said
    assert "Worked out again for this page, and the same." in said


def test_the_id_can_be_worked_out_as_the_page_says():
    made = json.loads(msgspec.json.encode(score(case_from(EXAMPLE), GUARDED)))

    def plain(value):
        if isinstance(value, dict):
            return {key: plain(item) for key, item in value.items()}
        if isinstance(value, list):
            return [plain(item) for item in value]
        return repr(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else value

    text = json.dumps(plain(made | {"id": ""}), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert made["id"] == f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


@pytest.mark.parametrize(
    ("expected", "change"),
    [
        ("something was changed after it was made", lambda made, case: (changed(made, review=False), case)),
        ("The evidence on this page is not the evidence", lambda made, case: (made, changed(case, sources=()))),
        ("1 claim of the case is not in", lambda made, case: (changed(made, claims=made.claims[1:]), case)),
        ("1 claim of the assessment is not in", lambda made, case: (made, changed(case, claims=case.claims[1:]))),
        ("has no id", lambda made, case: (changed(made, id=""), case)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_parts_that_do_not_belong_together_are_no_page_to_rely_on(expected, change):
    row = case_from(EXAMPLE)
    made, case = change(score(row, GUARDED), row.case)
    said = read(case_page(made, case, GUARDED)).said
    assert "Do not rely on this page." in said
    assert expected in said


def test_another_rubric_than_the_one_that_scored_is_noticed():
    row = case_from(EXAMPLE)
    said = read(case_page(score(row, GUARDED), row.case, PAPER)).said
    assert "The rubric on this page is not the rubric that scored the answer" in said


def test_what_was_left_out_is_listed_by_name():
    problem = Problem(place="claims[0].colour", code="unknown_key", message="claims[0].colour: unknown")
    row = case_from({"id": "x", "claims": [{"claimId": "a"}, fact(labels=["SUPPORTED"], citedEvidenceIds=["p"])]})
    said = read(case_page(score(row, GUARDED), row.case, GUARDED, unread=(*row.unread, problem))).said
    assert "Could not be read or labelled claim 2 (claims[0])" in said


# --- many and large ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", [path for path in PLACES if path[-1] not in ("citedEvidenceIds", "issued", "validUntil")]
)
def test_a_megabyte_of_one_word_is_cut_with_its_length_said(path):
    case = with_value(FULL, path, "w" * 1_000_000)
    case["claims"][0]["citedEvidenceIds"] = [case["passages"][0]["evidenceId"]]
    page = page_of(case)
    assert 120_000 > len(page)
    assert re.search(r"… 9[89]\d,\d{3} more characters", read(page).said)


def test_a_megabyte_of_hidden_characters_stays_small():
    assert 60_000 > len(page_of(with_value(FULL, ("answer", "text"), "\u202e" * 1_000_000)))
    assert 1_000_000 > len(page_of(with_value(FULL, ("answer", "text"), "\u202e\u200b" * 500_000)))


def many_times(case, times, *, apart):
    """The page of a case whose claims come `times` over, as if its answer did too, and the seconds it took."""
    row = case_from(case)
    made = score(row, GUARDED)
    claims = tuple(
        msgspec.structs.replace(
            claim,
            claim_id=f"{claim.claim_id}-{again}",
            span=tuple(place + again * apart for place in claim.span) if claim.span else None,
        )
        for again in range(times)
        for claim in made.claims
    )
    own = tuple(
        msgspec.structs.replace(claim, claim_id=f"{claim.claim_id}-{again}")
        for again in range(times)
        for claim in row.case.claims
    )
    answer = msgspec.structs.replace(row.case.answer, text=row.case.answer.text * (times if apart else 1))
    large = msgspec.structs.replace(row.case, claims=own, answer=answer)
    before = time.process_time()
    page = case_page(msgspec.structs.replace(made, claims=claims), large, GUARDED)
    return page, time.process_time() - before


def test_ten_thousand_claims_are_all_counted_and_only_the_worst_are_shown_in_full():
    labels = [*LABELS, *["SUPPORTED"] * 11]
    text = "Statement {} is here. "
    case = answered(
        "".join(map(text.format, range(20))), *((text.format(place), label) for place, label in enumerate(labels))
    )
    page, seconds = many_times(case, 500, apart=len(case["answer"]["text"]))
    assert 2 > seconds
    assert 1_000_000 > len(page)
    rows = read(page).rows("Adds")
    assert 200 == len(rows)
    assert all("CONTRADICTED" in row[3] for row in rows)
    listed = re.findall(r"<dt>.*?([\d,]+) claims?</dt>", page)
    assert 10_000 - 200 == sum(int(number.replace(",", "")) for number in listed)


def test_ten_thousand_claims_on_the_same_words_stay_in_bounds():
    case = answered("x" * 99, *(("x" * (1 + number), "UNSUPPORTED") for number in range(50)))
    page, seconds = many_times(case, 200, apart=0)
    assert 2 > seconds
    assert 1_000_000 > len(page)


# --- the overview --------------------------------------------------------------------------------


def test_every_mean_stands_beside_its_bounds():
    rows = read(an_overview()).rows("Mean")
    assert ["70.0", "23.3", "90.0"] == rows[0][2:]
    assert ["0.273", "0.091", "0.758"] == rows[1][2:]
    assert 8 == len(rows)


def test_the_overview_counts_every_case_and_names_each_without_an_index():
    said = read(an_overview()).said
    for each in (
        "Higher is riskier",
        "Cases 3 6 claims",
        "With an index 1 coverage 33.3%",
        "Without an index 2 1 unassessed, 0 stopped, 1 unreadable",
        "<b>empty</b> unassessed 0 the answer has no claim that could be examined.",
        "broken unreadable 0 line 3: expected an array, got 7",
    ):
        assert each in said


def test_the_bands_stand_in_their_order_with_those_of_no_case():
    rows = read(an_overview()).tables[0][1:]
    assert [["Low", "0"], ["Medium", "0"], ["High", "1"], ["Critical", "0"], ["no index", "2"]] == [
        [row[0].strip(), row[2]] for row in rows
    ]


def test_the_worst_cases_come_first_and_beyond_five_hundred_the_page_says_so():
    entry = overview_entry(score(case_from(EXAMPLE), GUARDED), GUARDED, href="a.html")
    entries = [msgspec.structs.replace(entry, case_id=f"n{place}", score=place / 10) for place in range(700)]
    page = overview_page(entries, RiskTally().summary(), title="t", rubrics=(GUARDED,))
    reader = read(page)
    rows = reader.rows("Score")
    assert 500 == len(rows)
    assert ["n699", "69.9"] == rows[0][:2]
    assert "The 500 worst of 700 cases with an index; the counts above cover all" in reader.said


def test_an_overview_says_what_decides_each_index():
    (first,) = (row for row in read(an_overview()).rows("Score"))
    assert "floor 70.0: CONTRADICTED, one claim at criticality 3 or more" == first[-1]


# --- where pages go ------------------------------------------------------------------------------


def test_the_page_of_a_case_that_cannot_be_read_takes_the_place_of_an_earlier_page(tmp_path):
    path = tmp_path / "page.html"
    path.write_text("an earlier page")
    problem = Problem(place="line 1, claims", code="wrong_type", message="expected an array, got 7")
    broken = BrokenRow(place="line 1", id="b", problem=problem)
    out = AssessmentError(case_id="b", error=RowError(place=problem.place, message=problem.message))
    with report_writer(path) as add:
        add(broken, out)
    assert "b unreadable 0 line 1, claims: expected an array, got 7" in read(path.read_text()).said


def test_a_folder_holds_a_page_for_each_case_and_an_overview_that_links_to_them(tmp_path):
    row = case_from(EXAMPLE)
    with report_writer(tmp_path / "report") as add:
        add(row, score(row, GUARDED))
        add(row, score(row, PAPER))
    assert ["case-00001.html", "case-00002.html", "index.html"] == sorted(
        path.name for path in (tmp_path / "report").iterdir()
    )
    reader = read((tmp_path / "report" / "index.html").read_text())
    assert ["case-00001.html", "case-00002.html"] == [link for link in reader.links if not link.startswith("#")]
    assert "Rubrics guarded 1 (provisional), paper 1 (provisional)" in reader.said
    assert "Read with care: rubric paper." in reader.said


@pytest.mark.parametrize("blocked", ["taken/page.html", "taken/report"])
def test_a_page_that_cannot_be_written_says_so(tmp_path, blocked):
    (tmp_path / "taken").write_text("a file where a folder would be")
    row = case_from(EXAMPLE)
    with pytest.raises(InputError, match="cannot be written"), report_writer(tmp_path / blocked) as add:
        add(row, score(row, GUARDED))
