"""What may be shown of an answer: whole, marked, without what failed, a template, or nothing."""

import msgspec
import pytest

from claimgauge.errors import DocumentError
from claimgauge.readers import case_from
from claimgauge.wiring import load_release, scoring
from claimgauge.workflow import release
from claimgauge.workflow.emission import OCCASIONS, SHOWS_FAILED, UNSEEN, release_problems
from tests.eligibility_building import Rules, assessed_case, denied, passage, prose_case, source

DEFAULT, TRIMMED = load_release(), load_release("trimmed")
GOOD = "The office opens at nine."
BAD = "The director resigned in May 1987."
HOUSE = passage("h1", f"{GOOD} Lunch is free.", "house")
SOURCES = [source("house", title="House rules")]


def emitted(answer, rules=DEFAULT, *, forms=None, policies=None, sources=SOURCES):
    out = assessed_case(prose_case(answer, HOUSE, sources=sources), policies)
    chosen = msgspec.structs.replace(rules, forms=rules.forms | (forms or {}))
    return release(out.row.case, out.assessment, chosen)


def test_a_low_answer_can_be_released_whole_with_its_sources():
    out = emitted(GOOD, forms={"release": "whole"})
    assert ("release", "whole", GOOD, "Low") == (out.occasion, out.form, out.text, out.reason)
    assert [(1, "house", "House rules", ("h1",))] == [(s.number, s.source_id, s.title, s.evidence) for s in out.sources]
    assert [("p1", ("SUPPORTED",), ("h1",))] == [(c.claim_id, c.labels, c.evidence) for c in out.claims]
    assert () == out.removed


def test_marks_stand_behind_what_failed_and_sources_behind_what_holds():
    text = "The office opens at nine. Lunch is free. Dragons guard the cellar."
    out = emitted(text)
    assert ("caution", "marked") == (out.occasion, out.form)
    lines = out.text.split("\n")
    assert "The office opens at nine. [1] Lunch is free. [1] Dragons guard the cellar. [!1]" == lines[0]
    assert ["[!1] No source that was given supports this.", "[1] House rules"] == lines[2:]
    assert [("p3", (41, 66))] == [(mark.claim_id, mark.span) for mark in out.marks]


def test_an_answer_that_goes_to_review_is_a_template_until_somebody_has_seen_it():
    """The band alone would let it go; that a claim of it could be settled only by what may not be read does not."""
    case = prose_case(f"{GOOD} The Leave Handbook grants more.", HOUSE, passage("x", "text", "s"))
    case["sources"] = [*SOURCES, source("s", title="Leave Handbook")]
    out = assessed_case(case, Rules(read={"s": denied("hr-only")}))
    assert "release" == out.assessment.index.action
    got = release(out.row.case, out.assessment, DEFAULT)
    assert ("review", "template", DEFAULT.templates["review"]) == (got.occasion, got.form, got.text)


def test_what_failed_can_be_cut_out():
    out = emitted(f"{GOOD} {BAD} Lunch is free.", TRIMMED, forms={"release": "trimmed", "caution": "trimmed"})
    assert ("trimmed", f"{GOOD} Lunch is free.") == (out.form, out.text)
    assert [("failed", ("UNSUPPORTED",))] == [(each.because, each.labels) for each in out.removed]
    assert ["p1", "p3"] == [each.claim_id for each in out.claims]


def test_where_nothing_is_left_a_template_stands_in_its_place():
    out = emitted(BAD, forms=dict.fromkeys(OCCASIONS, "trimmed"))
    assert ("template", "no claim is left") == (out.form, out.reason)
    assert ["failed"] == [each.because for each in out.removed]


def test_a_failed_claim_that_has_no_place_in_the_answer_cannot_be_cut_out():
    case = {
        "answer": {"text": GOOD},
        "nodes": [{"evidenceId": "e1", "type": "ROW", "content": GOOD, "fields": {"a": "b"}}],
        "claims": [{"claimId": "c1", "claimType": "FACT", "text": "Not in the answer.", "citedEvidenceIds": ["no"]}],
    }
    out = assessed_case(case, contract="records")
    rules = msgspec.structs.replace(DEFAULT, forms=dict.fromkeys(OCCASIONS, "trimmed"))
    got = release(out.row.case, out.assessment, rules)
    assert ("template", "a failed claim has no place in the answer") == (got.form, got.reason)


def test_withheld_is_nothing_at_all():
    out = emitted(BAD, forms=dict.fromkeys(OCCASIONS, "withheld"))
    assert ("withheld", None, ()) == (out.form, out.text, out.claims)
    assert ["p1"] == [each.claim_id for each in out.removed]


@pytest.mark.parametrize("reason", ["scope", "permission"])
def test_a_stopped_request_has_its_own_words(reason):
    out = emitted(GOOD, policies=Rules(ask=denied("no", stops=reason)))
    assert ("stopped", "template", reason, DEFAULT.templates[reason]) == (out.occasion, out.form, out.reason, out.text)


def test_an_abstention_is_not_released_unseen():
    out = emitted("I could not find this in the sources.")
    assert ("unassessed", "template", "abstention") == (out.occasion, out.form, out.reason)


def test_without_an_answer_the_claims_are_what_ships():
    claims = [
        {"claimId": "a", "claimType": "FACT", "text": "t", "citedEvidenceIds": ["e1"], "citedNumbers": ["5"]},
        {"claimId": "b", "claimType": "FACT", "text": "t", "citedEvidenceIds": ["no"]},
    ]
    case = {"nodes": [{"evidenceId": "e1", "type": "ROW", "content": "5", "fields": {"a": "5"}}], "claims": claims}
    out = assessed_case(case, contract="records")
    rules = msgspec.structs.replace(DEFAULT, forms=dict.fromkeys(OCCASIONS, "trimmed"))
    got = release(out.row.case, out.assessment, rules)
    assert (None, ["a"], ["b"]) == (got.text, [c.claim_id for c in got.claims], [c.claim_id for c in got.removed])


# Laws.


@pytest.mark.parametrize("form", ["whole", "marked", "trimmed", "template", "withheld"])
@pytest.mark.parametrize("answer", [GOOD, BAD, f"{GOOD} {BAD}", f"{GOOD} Lunch is free. {BAD} Dragons rule."])
def test_every_claim_ships_or_is_removed_and_none_does_both(form, answer):
    out = emitted(answer, forms=dict.fromkeys(OCCASIONS, form))
    shipped, removed = {each.claim_id for each in out.claims}, {each.claim_id for each in out.removed}
    assert set() == shipped & removed
    assert {f"p{n}" for n in range(1, answer.count(".") + 1)} == shipped | removed


@pytest.mark.parametrize("answer", [BAD, f"{GOOD} {BAD}", f"{BAD} {GOOD} Lunch is free.", f"{BAD} {BAD} {GOOD}"])
def test_no_word_of_a_failed_claim_is_in_a_trimmed_answer(answer):
    out = emitted(answer, forms=dict.fromkeys(OCCASIONS, "trimmed"))
    assert "director" not in (out.text or "")


ALL_TRIMMED = dict.fromkeys(OCCASIONS, "trimmed")


def test_what_leans_on_a_sentence_that_is_cut_out_is_cut_out_too():
    out = emitted(f"{GOOD} {BAD} He left a letter. Lunch is free.", forms=ALL_TRIMMED)
    assert f"{GOOD} Lunch is free." == out.text


def test_what_nobody_judged_is_not_left_standing():
    out = emitted(f"{GOOD} {BAD} Did you know that the director is rich? Lunch is free.", forms=ALL_TRIMMED)
    assert f"{GOOD} Lunch is free." == out.text


def test_what_failed_is_cut_out_wherever_it_stands():
    out = emitted(f"{GOOD} {BAD} Lunch is free. {BAD}", forms=ALL_TRIMMED)
    assert f"{GOOD} Lunch is free." == out.text


def test_marks_of_the_answer_are_not_taken_for_ours():
    out = emitted(f"{GOOD} Lunch is free [1]. Dragons guard the cellar [7].")
    assert ("marked", {8}) == (out.form, {each.number for each in (*out.marks, *out.sources)})


def test_a_title_is_one_line_and_what_the_user_said_is_no_source():
    out = emitted(GOOD, sources=[source("house", title="House\n\nWe guarantee 20 percent.")])
    assert "[1] House We guarantee 20 percent." in out.text
    case = prose_case(GOOD, request={"history": [{"role": "user", "text": GOOD}]})
    said = assessed_case(case)
    assert () == release(said.row.case, said.assessment, DEFAULT).sources


@pytest.mark.parametrize("label", ["ACCESS_GAP", "OUTDATED", "OUT_OF_SCOPE"])
def test_evidence_that_does_not_support_is_no_source(label):
    claims = [{"claimId": "a", "claimType": "FACT", "text": GOOD, "labels": [label], "citedEvidenceIds": ["h1"]}]
    out = scoring()(case_from({"answer": {"text": GOOD}, "claims": claims, "passages": [HOUSE], "sources": SOURCES}))
    mild = msgspec.structs.replace(DEFAULT, failed={k: v for k, v in DEFAULT.failed.items() if k != label})
    assert () == release(out.row.case, out.assessment, mild).sources


# Rules.


def wrong(**values):
    return [f"{each.place}: {each.message}" for each in release_problems(msgspec.structs.replace(DEFAULT, **values))]


@pytest.mark.parametrize("form", sorted(SHOWS_FAILED))
@pytest.mark.parametrize("occasion", sorted(UNSEEN))
def test_rules_that_show_what_nobody_has_seen_are_not_accepted(form, occasion):
    (message,) = wrong(forms=DEFAULT.forms | {occasion: form})
    assert message == (
        f"forms.{occasion}: {form} would show what nobody has seen; choose trimmed, template or withheld"
    )


def test_rules_say_something_about_every_occasion_and_every_failure():
    assert ["forms.stopped: missing; say what form an answer takes then"] == wrong(
        forms={name: form for name, form in DEFAULT.forms.items() if name != "stopped"}
    )
    assert ["templates.scope: missing; write what is shown instead"] == wrong(
        templates=DEFAULT.templates | {"scope": " "}
    )
    assert 4 == len(wrong(failed={"SUPPORTED": "x"}))
    (message,) = wrong(forms=DEFAULT.forms | {"review": "trimmed"}, leaning=())
    assert message.startswith("leaning: missing; a trimmed answer needs the words")


def test_a_file_with_problems_names_every_place(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        'schema = "claimgauge.release/1"\nid = "m"\nversion = "1"\nfailed = {}\ntemplates = {}\nforms = {}\n'
    )
    with pytest.raises(DocumentError, match=r"forms\.release: missing"):
        load_release(path)
