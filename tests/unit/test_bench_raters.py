"""Rater studies: the sample, sheets that hide the verdict, what comes back, and what it says of the verifier."""

import csv
import io
import json
import random
import unicodedata
from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from claimgauge.claims import Claim
from claimgauge.errors import InputError
from claimgauge.evidence import EvidenceNode
from claimgauge.gates import Finding
from claimgauge.narration import Brief
from claimgauge.review import Annotation, Draws
from claimgauge.workflow import NarratedClaim
from claimgauge_bench.commands.raters import app, export_sheets
from claimgauge_bench.narrated import read_narrated
from claimgauge_bench.raters import (
    Candidate,
    Filled,
    candidates,
    key_of,
    order_for,
    read_key,
    read_sheets,
    safe_cell,
    sheet_csv,
    sheet_items,
    sheet_page,
    shipped_rubric,
    stratified,
    study_of,
    study_text,
)
from tests.narrated_building import examples, run_folder
from tests.unit.test_reports import HOSTILE, read

FEW = Draws(seed=1, iterations=200)
RATERS = ("ana", "bo", "cy")


def candidate(number, *gates, text="", entities=(), numbers=("95.00",), content="fee $95.00"):
    findings = tuple(Finding(gate=gate, code="unknown_number", value="1", message="m") for gate in gates)
    claim = Claim(
        claim_id=f"c{number}",
        claim_type="ASSUMPTION",
        text=text or f"The fee of card {number} is $95.00.",
        cited_evidence_ids=("fee",),
        cited_entities=entities,
        cited_numbers=numbers,
    )
    told = NarratedClaim(claim=claim, status="rejected" if gates else "verified", findings=findings)
    nodes = (EvidenceNode(evidence_id="fee", type="FEE_BREAK_EVEN", content=content),)
    return Candidate(told, Brief(id=f"cards/42/p{number}/g", question="Which?", nodes=nodes), "model", "r0")


def many(**counts):
    """So many verified claims, and of each gate."""
    names = [name for name, count in counts.items() for _ in range(count)]
    return [candidate(place, *([] if name == "verified" else [name])) for place, name in enumerate(names)]


def drawn(size=25, seed=7, **counts):
    return Counter(each.stratum for each in stratified(many(**counts), size=size, seed=seed).drawn)


# --- the sample ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "counts"),
    [
        (
            {"verified": 12, "numbers": 5, "type_rules": 4, "entities": 4},
            {"verified": 90, "entities": 9, "numbers": 40, "type_rules": 400},
        ),
        ({"verified": 12, "numbers": 2, "type_rules": 11}, {"verified": 90, "numbers": 2, "type_rules": 400}),
        ({"verified": 3, "numbers": 22}, {"verified": 3, "numbers": 400}),
        ({"verified": 25}, {"verified": 400}),
        ({"numbers": 25}, {"numbers": 400}),
        ({"verified": 2, "numbers": 1}, {"verified": 2, "numbers": 1}),
    ],
)  # fmt: skip
def test_half_is_verified_and_the_rest_is_spread_over_the_gates(expected, counts):
    found = drawn(**counts)
    assert sum(expected.values()) == found.total()
    assert expected["verified"] == found["verified"] if "verified" in expected else not found["verified"]
    rejected = sorted(count for name, count in expected.items() if name != "verified")
    assert rejected == sorted(count for name, count in found.items() if name != "verified")


@given(
    verified=st.integers(0, 9), entities=st.integers(0, 9), numbers=st.integers(0, 9), size=st.integers(1, 30),
    seed=st.integers(0, 99),
)  # fmt: skip
def test_a_sample_holds_as_many_claims_as_there_are_up_to_its_size_each_once(verified, entities, numbers, size, seed):
    claims = many(verified=verified, entities=entities, numbers=numbers)
    if not claims:
        return
    found = stratified(claims, size=size, seed=seed)
    assert min(size, len(claims)) == len(found.drawn) == len({each.fingerprint for each in found.drawn})
    random.Random(seed).shuffle(claims)  # noqa: S311  # a seeded order
    assert found == stratified(claims, size=size, seed=seed)


def test_the_seed_decides_which_are_drawn():
    claims = many(verified=50, numbers=50)
    one, other = (stratified(claims, size=10, seed=seed) for seed in (1, 2))
    assert one.drawn != other.drawn
    assert one == stratified(claims, size=10, seed=1)


def test_the_same_claim_of_two_narrators_is_one_candidate(tmp_path):
    rows = read_narrated(run_folder(tmp_path / "run"), examples)
    assert 14 == len(candidates(rows)) == len(candidates(rows, ["all/r0"]))
    assert 4 == len(candidates(rows, ["few/r0"]))
    with pytest.raises(InputError, match="no row is of 'x/r0'"):
        candidates(rows, ["x/r0"])
    with pytest.raises(InputError, match="there is no claim to rate"):
        stratified(candidates(rows, ["none/r0"]), size=5, seed=1)


# --- sheets -------------------------------------------------------------------------------------------


def study(claims, *, size=25):
    sample = stratified(claims, size=size, seed=7)
    key = key_of(sample, shipped_rubric(), run="run", seed=7, raters=RATERS)
    return sample, key, sheet_items(sample, key)


def table_of(raw):
    return list(csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline="")))


def test_a_sheet_says_nothing_of_the_verdict():
    _sample, key, items = study(many(verified=6, numbers=3, type_rules=3))
    for rater in RATERS:
        ordered = order_for(items, rater, seed=7)
        for text in (sheet_csv(ordered, rater).decode(), sheet_page(ordered, rater, shipped_rubric())):
            assert not any(
                word in text for word in ("verified", "rejected", "type_rules", "unknown_number", "ASSUMPTION")
            )
            assert all(each.brief not in text for each in key.items)
    verdicts = [each.verifier for each in sorted(key.items, key=lambda each: each.item)]
    assert verdicts != sorted(verdicts) and verdicts != sorted(verdicts, reverse=True)  # noqa: PT018


def test_every_rater_has_the_same_claims_in_an_order_of_their_own():
    _sample, _key, items = study(many(verified=20, numbers=20))
    orders = [order_for(items, rater, seed=7) for rater in RATERS]
    assert 3 == len({tuple(each.item for each in order) for order in orders})
    assert all(set(order) == set(items) for order in orders)
    assert orders[0] == order_for(items, "ana", seed=7)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-41.20", "@SUM(A1)", "  =cmd|' /C calc'!A0", "\n=1", "＝1"])
def test_a_cell_that_a_spreadsheet_would_run_is_a_text(text):
    assert safe_cell(text).startswith("'")
    sheet = sheet_csv(study([candidate(1, text=text, content=text)])[2], "ana")
    (row,) = [dict(zip(table_of(sheet)[0], each, strict=True)) for each in table_of(sheet)[1:]]
    assert row["claim"].startswith("'")
    assert row["evidence"].startswith("'")
    assert not any(cell[:1] in "=+-@\t\r" for cell in row.values() if cell)


@given(text=st.text())
def test_no_cell_begins_as_a_formula_and_nothing_hides(text):
    cell = safe_cell(text)
    assert not cell.lstrip().startswith(("=", "+", "-", "@"))
    assert all(unicodedata.category(each) not in {"Cc", "Cf", "Cs", "Zl", "Zp"} or each == "\n" for each in cell)


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_is_shown_as_text_on_the_page(kind):
    raw, shown = HOSTILE[kind]
    hostile = candidate(1, text=raw, entities=(raw,), numbers=(raw,), content=raw)
    page = sheet_page(study([hostile])[2], "ana", shipped_rubric())
    plain = sheet_page(study([candidate(1, entities=("x",))])[2], "ana", shipped_rubric())
    assert set(read(page).tags) == set(read(plain).tags) | ({"span"} if shown != raw else set())
    assert read(page).said.count(shown) >= 4


def test_the_page_shows_the_rubric_and_the_box_and_says_where_claims_are_simulated():
    _sample, _key, items = study([candidate(1, entities=("amber",), content="amber: fee $95.00")])
    said = read(sheet_page(items, "ana", shipped_rubric())).said
    assert "Does every entity and every number of the claim appear in the evidence box?" in said
    assert "Do no arithmetic." in said
    assert "Evidence box amber: fee $95.00" in said
    assert "simulated" not in said
    assert "simulated" in read(sheet_page(items, "ana", shipped_rubric(), simulated=True)).said


def test_a_claim_that_cites_nothing_that_exists_has_an_empty_box():
    one = candidate(1)
    empty = one._replace(brief=Brief(id="b", nodes=()))
    assert "cites no evidence that exists" in study([empty])[2][0].evidence


# --- what comes back ----------------------------------------------------------------------------------


def filled(path, items, rater, answers, *, delimiter=",", bom=True):
    """A sheet as a rater and a spreadsheet leave it; `answers` is by item."""
    table = table_of(sheet_csv(order_for(items, rater, seed=7), rater))
    for row in table[1:]:
        row[7] = answers.get(row[1], "")
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter).writerows(table)
    path.write_bytes((b"\xef\xbb\xbf" if bom else b"") + out.getvalue().encode())
    return path


@pytest.fixture
def sheets(tmp_path):
    """Twelve claims; the verifier says NO of three. Everybody agrees with it but where a test says otherwise."""
    _sample, key, items = study(many(verified=6, numbers=3, type_rules=3))
    verifier = {each.item: each.verifier for each in key.items}

    def write(**changes):
        forms = zip(RATERS, (",", ";", "\t"), (True, False, True), strict=True)
        return [
            filled(tmp_path / f"{name}.csv", items, name, verifier | changes.get(name, {}), delimiter=sign, bom=bom)
            for name, sign, bom in forms
        ]

    return key, write


def result(sheets, **changes):
    key, write = sheets
    return study_of(read_sheets(write(**changes), key), key, draws=FEW)


def test_raters_who_agree_with_the_verifier_come_out_so(sheets):
    found = result(sheets)
    assert (12, 12, 1.0, 1.0) == (found.compared, found.agree, found.kappa.value, found.weighted)
    assert (3, 36, 0) == (found.agreement.raters, found.agreement.ratings, found.empty)
    assert () == found.differ == found.no_majority == found.unclear


def test_a_claim_that_only_other_gates_rejected_is_a_yes_of_the_verifier(sheets):
    key, _write = sheets
    assert {("verified", "YES"), ("numbers", "NO"), ("type_rules", "YES")} == {
        (each.stratum, each.verifier) for each in key.items
    }


def test_case_spaces_and_the_apostrophe_of_a_spreadsheet_do_not_matter(sheets):
    key, _write = sheets
    answers = {each.item: f" '{each.verifier.lower()} " for each in key.items}
    assert 12 == result(sheets, ana=answers).agree


def test_items_without_a_majority_and_those_that_are_unclear_are_listed_and_not_compared(sheets):
    found = result(
        sheets,
        ana={"c01": "YES", "c02": "UNCLEAR", "c03": "", "c04": ""},
        bo={"c01": "NO", "c02": "UNCLEAR", "c03": "", "c04": ""},
        cy={"c01": "UNCLEAR", "c02": "YES", "c04": ""},
    )
    assert ["c01", "c03", "c04"] == [each.item for each in found.no_majority]
    assert ["no label has more than half of the votes", "only one rater answered", "nobody rated it"] == [
        each.reason for each in found.no_majority
    ]
    assert ["c02"] == [each.item for each in found.unclear]
    assert (8, 5) == (found.compared, found.empty)
    assert 12 == found.compared + len(found.no_majority) + len(found.unclear)


def test_where_the_majority_differs_from_the_verifier_the_item_is_named_and_kappa_falls(sheets):
    key, _write = sheets
    one = next(each for each in key.items if each.verifier == "NO")
    found = result(sheets, ana={one.item: "YES"}, bo={one.item: "YES"})
    assert [one.item] == [each.item for each in found.differ]
    assert {"YES": 2, "NO": 1} == found.differ[0].votes
    observed, chance = 11 / 12, (9 / 12) * (10 / 12) + (3 / 12) * (2 / 12)
    assert (observed - chance) / (1 - chance) == pytest.approx(found.kappa.value)
    assert (11, 11, 12) == tuple(each.agree for each in found.raters)


def test_agreement_in_the_run_weighs_each_stratum_by_its_claims():
    claims = many(verified=90, numbers=10)
    _sample, key, _items = study(claims, size=20)
    answers = tuple(Annotation(item=each.item, rater=name, label="YES") for each in key.items for name in RATERS)
    found = study_of(Filled(answers, 0), key, draws=FEW)
    assert (10, 20, 0.9) == (found.agree, found.compared, found.weighted)


@pytest.mark.parametrize(
    ("expected", "change"),
    [
        (
            "row 3, column answer: expected YES, NO, UNCLEAR or nothing, got 'maybe'",
            lambda rows: rows[2].__setitem__(7, "maybe"),
        ),
        ("row 2, column item: the key has no item 'c99'", lambda rows: rows[1].__setitem__(1, "c99")),
        ("row 2, column rater: is empty", lambda rows: rows[1].__setitem__(0, " ")),
        ("row 3: 'ana' answered", lambda rows: rows[2].__setitem__(1, rows[1][1])),
        ("row 1: has no column 'answer'", lambda rows: rows[0].__setitem__(7, "verdict")),
        ("row 1: has more than one column 'item'", lambda rows: rows[0].__setitem__(2, "Item ")),
        ("row 4: has 10 cells, the first row has 9", lambda rows: rows[3].append("more")),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_sheet_is_said_with_its_row_and_column(expected, change, sheets):
    key, write = sheets
    path = write()[0]
    rows = table_of(path.read_bytes())
    change(rows)
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    path.write_text(out.getvalue(), encoding="utf-8", newline="")
    with pytest.raises(InputError) as caught:
        read_sheets([path], key)
    assert f"{path}: {expected}" in str(caught.value)


@pytest.mark.parametrize(
    ("expected", "raw"),
    [
        ("is not UTF-8 at byte 1", b"a\xffb"),
        ("is no CSV file", b'rater,item,answer\n"a'),
        ("has no column 'rater'", b""),
    ],
)
def test_a_file_that_is_no_sheet_is_an_error(expected, raw, sheets, tmp_path):
    (tmp_path / "x.csv").write_bytes(raw)
    with pytest.raises(InputError, match=expected):
        read_sheets([tmp_path / "x.csv"], sheets[0])


def test_columns_may_be_moved_and_blank_rows_added(sheets):
    key, write = sheets
    path = write()[0]
    rows = [list(reversed(row)) for row in table_of(path.read_bytes())]
    out = io.StringIO(newline="")
    csv.writer(out).writerows([[name.upper() for name in rows[0]], [""] * 9, *rows[1:]])
    path.write_text(out.getvalue(), encoding="utf-8", newline="")
    assert 12 == len(read_sheets([path], key).annotations)


def test_the_text_says_how_far_majority_and_verifier_agree(sheets):
    text = study_text(result(sheets, ana={"c01": "UNCLEAR"}))
    assert "majority against verifier: 12 of 12 agree" in text
    assert "  ana: 11 of 12 as the verifier, 1 UNCLEAR" in text
    assert "no majority: none" in text


# --- files and commands -------------------------------------------------------------------------------


def test_an_export_writes_sheets_and_a_key_apart_and_replaces_nothing(tmp_path):
    rows = read_narrated(run_folder(tmp_path / "run"), examples)
    keys = {"out": tmp_path / "sheets", "key": tmp_path / "key.json", "run": "run", "raters": RATERS, "items": 12}
    made = export_sheets(rows, **keys)
    assert made == read_key(tmp_path / "key.json")
    assert sorted(f"{name}.{end}" for name in RATERS for end in ("csv", "html")) == sorted(
        path.name for path in (tmp_path / "sheets").iterdir()
    )
    assert {"verified": 9, "entities": 1, "existence": 1, "numbers": 1, "prose": 2} == made.strata
    with pytest.raises(InputError, match="is there already, and may be filled in"):
        export_sheets(rows, **keys)
    (tmp_path / "key.json").unlink()
    with pytest.raises(InputError, match="is there already"):
        export_sheets(rows, **keys)


@pytest.mark.parametrize(
    ("message", "change"),
    [
        ("names no file", {"raters": ("../ana",)}),
        ("two raters have one name", {"raters": ("ana", "ANA")}),
        ("keep it where no rater looks", {"key": "sheets/key.json"}),
    ],
)
def test_names_and_places_that_cannot_be_used_are_an_error(message, change, tmp_path):
    rows = read_narrated(run_folder(tmp_path / "run"), examples)
    keys = {"out": tmp_path / "sheets", "key": tmp_path / "key.json", "run": "run", "raters": RATERS} | change
    with pytest.raises(InputError, match=message):
        export_sheets(rows, **(keys | {"key": tmp_path / keys["key"]}))
    assert not (tmp_path / "sheets").exists()


def test_claims_of_a_simulated_narrator_are_named_so_in_key_page_and_result(tmp_path):
    rows = read_narrated(run_folder(tmp_path / "run"), examples)
    keys = {"out": tmp_path / "sheets", "key": tmp_path / "key.json", "run": "run", "raters": RATERS}
    made = export_sheets(rows, cells=("few/r0",), **keys)
    assert ("few",) == made.simulated
    assert "simulated" in (tmp_path / "sheets" / "ana.html").read_text(encoding="utf-8")


def test_the_command_reads_sheets_and_writes_the_result(sheets, tmp_path):
    key, write = sheets
    (tmp_path / "key.json").write_bytes(msgspec.json.encode(key))
    paths = [str(path) for path in write()]
    common = ["import", *paths, "--key", str(tmp_path / "key.json"), "--iterations", "100"]
    ran = CliRunner().invoke(app, [*common, "--out", str(tmp_path / "result.json")], catch_exceptions=False)
    assert 0 == ran.exit_code
    assert "12 of 12 agree" in ran.stdout
    found = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
    assert ("claimgauge.rater-study/1", 12) == (found["schema"], found["agree"])


def test_a_key_that_is_none_is_an_error(tmp_path):
    (tmp_path / "key.json").write_text("{}")
    with pytest.raises(InputError, match="is no key of a rater study"):
        read_key(tmp_path / "key.json")
    with pytest.raises(InputError, match="name the key of the export"):
        read_key(tmp_path / "none.json")


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_no_cell_is_a_formula_for_a_spreadsheet_of_any_locale(delimiter):
    text = "Fine;=1+cmd|' /C calc'!A0\n=HYPERLINK(1)\t@SUM(1)"
    written = io.StringIO()
    csv.writer(written).writerow(["r", safe_cell(text), safe_cell("=1")])
    cells = [cell for row in csv.reader(io.StringIO(written.getvalue()), delimiter=delimiter) for cell in row]
    assert [] == [cell for cell in cells if cell.strip().strip('"').startswith(("=", "+", "-", "@"))]
