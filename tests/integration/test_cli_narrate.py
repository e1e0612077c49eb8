"""`claimgauge narrate` and `claimgauge repair` from files and streams to rows and exit codes."""

import asyncio
import json
import os
import signal
import subprocess
import sys

import jsonschema
import pytest

import claimgauge
from claimgauge import wiring
from claimgauge.cli.narrations import RULES, TOLD, WHY
from claimgauge.errors import InputError
from claimgauge.narration import EmissionSettings, Narration, NarratorReference
from claimgauge.wiring import Telling, json_schema, narrate_async, narrate_rows, repair_async, tellers
from tests.integration.command import EXAMPLES, run

FEE = {"evidenceId": "fee-a", "type": "FEE_BREAK_EVEN", "cardId": "a"}
WINNER = {"evidenceId": "winner-a", "type": "WINNER_BY_CATEGORY", "cardId": "a", "category": "GAS"}
NODES = [
    FEE | {"content": "a: fee $95.00, credits $0.00, net delta $161.00"},
    WINNER | {"content": "a wins GAS (first segment) over b"},
]


def claim(name="c1", *cited, **keys):
    plain = {
        "claimId": name,
        "claimType": "FEE_JUSTIFICATION",
        "text": "It costs $95.00.",
        "citedEvidenceIds": list(cited),
    }
    return plain | {"citedEntities": ["a"], "citedNumbers": ["95.00"]} | keys


def case(name, *claims, **keys):
    return json.dumps({"id": name, "contract": "cards", "nodes": NODES, "claims": list(claims), **keys})


def repaired(*lines, options=()):
    return run("repair", "-", "-f", "jsonl", *options, given="\n".join(lines).encode())


def asked(tmp_path, name="model.toml"):
    path = tmp_path / name
    path.write_text('base_url = "http://127.0.0.1:1/v1"\nmodel = "m"\n')
    return path


# Rows.


def test_rows_come_out_in_the_order_of_the_input_and_fit_their_schema():
    ran = repaired(case("a", claim("c1", "fee-a")), "{broken", case("b", claim("c1", "winner-a")), case("c"))
    assert ["a", "stdin:2", "b", "c"] == [row["id"] for row in ran.rows]
    assert ["verified", None, "repaired", "schema_failed"] == [row.get("outcome") for row in ran.rows]
    for row in ran.rows:
        jsonschema.validate(row, json_schema("narration"))
    assert 2 == ran.code


def test_what_was_put_right_is_marked_and_the_claim_as_it_came_is_kept():
    (row,) = repaired(case("a", claim("c1", "winner-a"))).rows
    mark = {"claimId": "c1", "rule": "one_node", "key": "citedEvidenceIds", "before": "", "after": "fee-a"}
    assert [mark] == row["claims"][0]["repairs"] == row["emission"]["claims"][0]["repairs"]
    assert ["winner-a"] == row["attempts"][0]["claims"][0]["citedEvidenceIds"]
    assert ["winner-a", "fee-a"] == row["emission"]["claims"][0]["evidence"]


def test_without_mechanical_repair_the_claims_are_checked_and_no_more():
    (row,) = repaired(case("a", claim("c1", "winner-a")), options=("--no-mechanical", "--fail-on", "never")).rows
    assert ("rejected", "nothing") == (row["outcome"], row["emission"]["form"])


def test_a_claim_that_was_left_out_is_named_by_its_place_in_the_document():
    odd = [claim("c1", "fee-a"), {"claimId": "c2"}, claim("c3", "fee-a", claimType="FICTION"), 7]
    (row,) = repaired(case("a", *odd)).rows
    expected = ["claims[1].claimType", "claims[1].text", "claims[2].claimType", "claims[3]"]
    assert set(expected) >= {each["place"] for each in row["attempts"][0]["unread"]}
    assert "claims[2].claimType" in {each["place"] for each in row["attempts"][0]["unread"]}
    assert ["c1"] == [each["claim"]["claimId"] for each in row["claims"]]


def test_warnings_of_the_case_are_in_the_row():
    (row,) = repaired(case("a", claim("c1", "fee-a"), colour="red")).rows
    assert "colour" in row["warnings"][0]


def test_json_output_is_one_array():
    ran = run("repair", EXAMPLES / "cards.json", "-f", "json")
    assert ["household/cashback", "commuter/travel"] == [row["id"] for row in json.loads(ran.out)]


def test_every_request_that_is_left_is_a_line_of_its_file(tmp_path):
    path = tmp_path / "requests.jsonl"
    repaired(
        case("a", claim("c1", "fee-a")),
        case("b", claim("c1", "fee-a", citedNumbers=["96"])),
        options=("--requests", path),
    )
    (request,) = [json.loads(line) for line in path.read_text().splitlines()]
    jsonschema.validate(request, json_schema("repair-request"))
    assert ("b", 1, ["c1"]) == (request["id"], request["attempt"], [each["claimId"] for each in request["claims"]])


def test_evidence_of_ones_own_is_enough():
    sales = EXAMPLES / "sales"
    ran = run(
        "repair", sales / "claims.jsonl", "-c", sales / "contract.toml",
        "-e", sales / "sales.csv", "-m", sales / "mapping.toml", "-f", "jsonl", "--fail-on", "never",
    )  # fmt: skip
    assert "verified" == ran.rows[0]["claims"][0]["status"]
    assert all(row["digest"].startswith("sha256:") for row in ran.rows)


# The example, from end to end.


def test_the_example_is_put_right_where_one_answer_is_right():
    ran = run("repair", EXAMPLES / "cards.json", "-f", "jsonl")
    marks = [
        (mark["rule"], mark["before"], mark["after"])
        for row in ran.rows
        for each in row["claims"]
        for mark in each.get("repairs", ())
    ]
    assert [("near_id", "winner-dinning", "winner-dining")] == marks
    assert [6, 4] == [len(row["emission"]["claims"]) for row in ran.rows]
    assert 0 == ran.code


def test_the_text_shows_each_claim_with_its_evidence_what_was_put_right_and_what_ships():
    ran = run("repair", EXAMPLES / "cards.json")
    lines = ran.out.splitlines()
    assert (
        "✗ household/cashback  6 of 7 claims verified, 1 of them put right  preset strict  narrator declared"
        == lines[0]
    )
    at = lines.index("  ✓ c5  COMPARISON")
    assert [
        "    “Meridian Travel is the best card for dining.”",
        "    evidence   winner-dining",
        "    put right  citedEvidenceIds: winner-dinning → winner-dining  the only id at distance one",
    ] == lines[at + 1 : at + 4]
    assert "  = ships 6 claims, drops 1  permissive, preset strict" in lines
    assert "               → winner-other  the only node about OTHER" in lines


def test_the_word_verified_never_stands_without_the_preset_and_what_it_does_not_mean():
    for preset in ("strict", "released"):
        ran = run("repair", EXAMPLES / "cards.json", "--preset", preset)
        for line in ran.out.splitlines():
            assert "verified" not in line or f"preset {preset}" in line
        assert f"verified under preset {preset} does not mean true" in ran.err


def test_every_reason_and_outcome_and_rule_has_words():
    from typing import get_args  # noqa: PLC0415

    from claimgauge.narration import EmissionReason, MechanicalRule  # noqa: PLC0415
    from claimgauge.workflow import NarrationOutcome  # noqa: PLC0415

    assert [set(WHY), set(TOLD), set(RULES)] == [
        set(get_args(each)) for each in (EmissionReason, NarrationOutcome, MechanicalRule)
    ]


def test_untrusted_text_cannot_steer_the_terminal():
    hostile = case("a\x1b[2J", claim("n\x1b]0;t\x07", "fee-b\x1b[31m", "fee-a", text="\u202eevil $95.00\x1b[31m"))
    ran = run("repair", "-", given=hostile.encode())
    assert "\x1b" not in ran.out + ran.err
    assert "\u202e" not in ran.out
    assert r"\x1b[2J" in ran.out


needs_narrators = pytest.mark.skipif(
    not hasattr(wiring, "load_narrator"), reason="the narrators that ship are not here"
)


@needs_narrators
def test_the_template_tells_about_the_example_and_all_of_it_ships():
    ran = run("narrate", EXAMPLES / "cards.json", "--narrator", "template", "-f", "jsonl")
    assert ["verified", "verified"] == [row["outcome"] for row in ran.rows]
    for row in ran.rows:
        jsonschema.validate(row, json_schema("narration"))
        assert len(row["emission"]["claims"]) == len(row["claims"]) > 0
        assert all(each["evidence"] for each in row["emission"]["claims"])


@needs_narrators
def test_the_template_speaks_in_the_place_of_claims_that_do_not_ship():
    ran = repaired(case("a", claim("c1", "fee-a", citedNumbers=["96"])), options=("--fallback", "template"))
    assert "template" == ran.rows[0]["emission"]["form"]
    assert "ships" in run("repair", "-", "--fallback", "template", given=case("a", claim("c1")).encode()).out


# Summaries and exit codes.


def test_the_summary_goes_to_standard_error_and_to_a_file(tmp_path):
    path = tmp_path / "summary.json"
    ran = run("repair", EXAMPLES / "cards.json", "-f", "jsonl", "--summary", path)
    summary = json.loads(path.read_text())
    jsonschema.validate(summary, json_schema("narration-summary"))
    assert (14, 10, 1, 4, 10, 5.0) == tuple(
        summary[key] for key in ("claims", "verified", "repaired", "rejected", "shipped", "shippedPerCase")
    )
    assert ({"near_id": 1}, {"failed_after_repair": 2}) == (summary["repairs"], summary["outcomes"])
    assert "claim survival 71.4%" in ran.err


GOOD, BAD = claim("c1", "fee-a"), claim("c2", "fee-a", citedNumbers=["96"])


@pytest.mark.parametrize(
    ("fail_on", "lines", "code"),
    [
        ("never", [case("a", BAD)], 0),
        ("unshipped", [case("a", BAD)], 1),
        ("unshipped", [case("a", GOOD, BAD)], 0),
        ("unshipped", [case("a")], 1),
        ("failed", [case("a", GOOD, BAD)], 1),
        ("failed", [case("a", GOOD)], 0),
        ("failed", [case("a", claim("c1", "winner-a"))], 0),
        ("never", [case("a", GOOD), "nonsense"], 2),
    ],
)
def test_the_exit_code_says_what_failed(fail_on, lines, code):
    assert code == repaired(*lines, options=("--fail-on", fail_on)).code


@pytest.mark.parametrize(
    ("options", "form", "shipped"),
    [
        ((), "claims", 1),
        (("--emission", "strict"), "nothing", 0),
        (("--min-verified", "2"), "nothing", 0),
    ],
)
def test_the_options_decide_what_ships(options, form, shipped):
    (row,) = repaired(case("a", GOOD, BAD), options=(*options, "--fail-on", "never")).rows
    assert (form, shipped) == (row["emission"]["form"], len(row["emission"]["claims"]))


# Bad input.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("repair", "missing.json"), "missing.json: cannot be opened: No such file or directory; check the path"),
        (("repair", "-", "--passes", "1"), "passes: a pass asks a model once more; give one, or leave the passes out"),
        (("repair", "-", "--hints"), "hints: says what a pass of repair is told; ask for a pass"),
        (("repair", "-", "--form", "mapped"), "--form: says how a model is asked; add --model FILE or --replay FILE"),
        (("repair", "-", "--record", "r.jsonl"), "--record: is about a model; add --model FILE"),
        (("repair", "-", "--max-calls", "3"), "--max-calls: is about a model; add --model FILE"),
        (
            ("repair", "-", "--replay", "r.jsonl", "--model", "m.toml"),
            "--model: nothing is asked where replies are replayed; leave it out",
        ),
        (
            ("repair", "-", "--replay", "none.jsonl"),
            "none.jsonl: holds no completion; record some first",
        ),
        (("narrate", "-", "--narrator", "grounded"), "narrator: the form 'grounded' asks a model; give one"),
        (("narrate", "-", "--passes", "2"), "passes: a pass asks a model once more; give one, or leave the passes out"),
        (
            ("narrate", "-", "-c", "nothing"),
            "nothing: cannot be read (No such file or directory); name a file, or one of the contracts",
        ),
        (("narrate", "-", "-m", "map.toml"), "--mapping: says how the records of --evidence become nodes"),
    ],
)
def test_what_does_not_go_together_is_said_with_the_next_step(arguments, message, tmp_path):
    ran = run(*arguments, cwd=tmp_path)
    assert (2, "") == (ran.code, ran.out)
    assert message in ran.err
    assert "Traceback" not in ran.err


def test_an_unknown_narrator_is_told_the_forms():
    ran = run("narrate", "-", "--narrator", "prophet")
    assert 2 == ran.code
    assert "'prophet' is not one of 'template', 'ungrounded', 'grounded', 'mapped', 'compiled'" in ran.err


@pytest.mark.skipif(not hasattr(wiring, "load_model"), reason="settings of models are not read here")
def test_the_template_and_a_model_do_not_go_together(tmp_path):
    ran = run("narrate", "-", "--narrator", "template", "--model", asked(tmp_path))
    assert (2, True) == (ran.code, "the template asks no model" in ran.err)


def test_two_outputs_that_are_one_file_are_refused(tmp_path):
    ran = run("repair", "-", "--requests", tmp_path / "x", "--summary", tmp_path / "x")
    assert (2, True) == (ran.code, "give each a path of its own" in ran.err)


def test_a_case_without_a_contract_is_told_how_to_get_one():
    ran = repaired(json.dumps({"id": "a", "claims": [claim()], "nodes": NODES}))
    assert "the case names no contract; add --contract NAME|FILE" in ran.rows[0]["error"]["message"]


def test_evidence_that_policies_guard_is_not_told():
    guarded = case("a", claim(), sources=[{"sourceId": "s", "access": {"groups": ["hr"]}}])
    (row,) = repaired(guarded).rows
    assert "says who may read it, and repair applies no policies" in row["error"]["message"]


HEARS_SIGINT = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
"""Whoever started the tests may have been told to ignore it."""


def test_a_run_that_is_interrupted_leaves_whole_lines(tmp_path):
    path = tmp_path / "requests.jsonl"
    with subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"{HEARS_SIGINT}\nfrom claimgauge.cli import main; main()",
            "repair",
            "-",
            "-f",
            "jsonl",
            "--requests",
            path,
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONUTF8": "1"},
    ) as process:
        for number in range(12):
            process.stdin.write(case(f"case-{number}", GOOD, BAD).encode() + b"\n")
        process.stdin.flush()
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        try:
            process.stdin.close()
            rest, said = process.stdout.read(), process.stderr.read()  # communicate() passes over what is buffered here
            process.wait(timeout=30)
        finally:
            process.kill()
    assert b"Traceback" not in said
    rows = [json.loads(line) for line in (first + rest).splitlines()]
    assert [f"case-{number}" for number in range(len(rows))] == [row["id"] for row in rows]
    assert process.returncode != 0
    assert not path.exists()


# From Python.


class Own:
    """A narrator of one's own: the same claims, and after a request the same with the right number."""

    reference = NarratorReference(id="own", version="1", kind="template")

    async def narrate(self, _brief):
        return Narration(claims=(self.a_claim("96.00"),))

    async def repair(self, _brief, request):
        assert request.complaints
        return Narration(claims=(self.a_claim("95.00"),))

    def a_claim(self, number):
        return claimgauge.Claim(
            claim_id="c", claim_type="FEE_JUSTIFICATION", text=f"It costs ${number}.", cited_evidence_ids=("fee-a",),
            cited_entities=("a",), cited_numbers=(number,),
        )  # fmt: skip


@pytest.mark.parametrize(("passes", "outcome"), [(0, "rejected"), (1, "repaired")])
def test_a_narrator_of_ones_own_tells_and_repairs(passes, outcome):
    row = claimgauge.narrate(claimgauge.case_from(case("a")), narrator=Own(), passes=passes)
    assert ("a", outcome, "own") == (row.id, row.outcome, row.narrator.id)


def test_a_narrator_of_ones_own_repairs_claims_that_came_with_the_case():
    row = claimgauge.repair(claimgauge.case_from(case("a", BAD)), narrator=Own())
    assert ("repaired", 1, "declared+own") == (row.outcome, row.kept, row.narrator.id)


def test_both_have_an_async_front_and_say_so_within_a_loop():
    row = claimgauge.case_from(case("a", GOOD))
    assert "verified" == asyncio.run(repair_async(row)).outcome
    assert "rejected" == asyncio.run(narrate_async(row, narrator=Own())).outcome

    async def within():
        claimgauge.repair(row)

    with pytest.raises(RuntimeError, match="await narrate_async or repair_async instead"):
        asyncio.run(within())


def test_a_case_from_python_is_as_good_as_a_row():
    found = claimgauge.repair(claimgauge.case_from(case("a", GOOD)).case, "cards", preset="released")
    assert ("released", "verified") == (found.preset, found.outcome)


def test_what_ships_is_settled_by_the_emission():
    row = claimgauge.case_from(case("a", GOOD, BAD))
    assert "nothing" == claimgauge.repair(row, emission=EmissionSettings(policy="strict")).emission.form


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"narrator": "prophet"}, "narrator: there is no narrator 'prophet'; the forms are template, ungrounded"),
        ({"narrator": "mapped"}, "narrator: the form 'mapped' asks a model; give one"),
        ({"passes": 1}, "passes: a pass asks a model once more"),
        ({"passes": -1}, "passes: expected 0 or more, got -1"),
        ({"hints": True}, "hints: says what a pass of repair is told; ask for a pass"),
    ],
)
def test_settings_that_do_not_go_together_are_an_error(settings, message):
    with pytest.raises(InputError) as caught:
        claimgauge.narrate(claimgauge.case_from(case("a")), **settings)
    assert str(caught.value).startswith(message)


def test_rows_go_through_one_teller_each_in_its_place():
    lines = [case("a", GOOD), json.dumps({"id": "b", "nodes": [NODES[0], NODES[0]], "contract": "cards"})]
    rows = [claimgauge.case_from(line) for line in lines]
    found = [out for _row, out in narrate_rows(rows, tellers(Telling(declared=True)))]
    assert ["a", "b"] == [out.id for out in found]
    assert "several have the id 'fee-a'" in found[1].error.message


def test_what_was_left_out_is_named_with_its_place_once(tmp_path):
    path = tmp_path / "case.json"
    path.write_text(
        json.dumps({"id": "x", "nodes": [], "claims": [{"claimId": "c", "claimType": "ALLOCATION", "text": 1}]})
    )
    assert 1 == run("repair", path, "--contract", "cards").out.count("claims[0].text")
