"""The judge of usefulness: what it is shown, how replies are read, and what they come to."""

import asyncio
import itertools

import pytest
from msgspec.structs import replace

from claimgauge.errors import InputError, RunError
from claimgauge.language import Answered, Failed, Refused, Truncated
from claimgauge.models import ScriptedModel
from claimgauge_bench.commands.judge import judge_pairs
from claimgauge_bench.judge import (
    CAPTION,
    JudgeDraws,
    Pairs,
    TextPair,
    UsefulnessJudge,
    judged_text,
    pairs_of,
    shipped_prompt,
)
from claimgauge_bench.narrated import read_narrated
from tests.narrated_building import PLAN, Examples, examples, run_folder

DRAWS = JudgeDraws(iterations=200)


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    return read_narrated(run_folder(tmp_path_factory.mktemp("runs") / "run"), examples)


def pair(number, *, profile="p", domain="cards"):
    key = (domain, 42, f"{profile}{number}", "cashback")
    return TextPair(key, "Which card?", {"net value": "USD 10"}, f"text of a {number}", f"text of b {number}")


def pairs(count, **keys):
    empty = dict.fromkeys(("empty_a", "empty_b", "empty_both", "identical", "unpaired"), 0)
    return Pairs(a="one/r0", b="two/r0", pairs=tuple(pair(number) for number in range(count)), **(empty | keys))


def judge(answer, tmp_path, *, given=None, draws=DRAWS):
    model = ScriptedModel(answer, name="judge")
    path = tmp_path / "calls.jsonl"
    return asyncio.run(judge_pairs(given or pairs(4), model, recording=path, which="shipped", draws=draws)), model


def choosing(side):
    """Chooses the text of one side, wherever it stands."""

    def answer(prompt):
        first = prompt.messages[-1].text.index(f"text of {side}") < prompt.messages[-1].text.index("Text B:")
        return '{"choice": "A"}' if first else '{"choice": "B"}'

    return answer


# --- pairs --------------------------------------------------------------------------------------------


def test_a_pair_is_two_texts_of_one_instance_and_what_ships_of_them(rows):
    found = pairs_of(rows, a="all/r0", b="few/r0")
    assert ("all/r0", "few/r0 (simulated)") == (found.a, found.b)
    assert ["examples/42/household/cashback", "examples/42/commuter/travel"] == [each.id for each in found.pairs]
    assert "Everyday Plus wins everything else." not in found.pairs[0].a  # which a gate rejected
    assert found.pairs[0].a.startswith(found.pairs[0].b)
    kept = pairs_of(rows, a="all/r0", b="few/r0", which="kept")
    assert "Everyday Plus wins everything else." in kept.pairs[0].a


def test_where_a_side_says_nothing_nobody_is_asked_and_it_is_counted(rows):
    found = pairs_of(rows, a="all/r0", b="none/r0")
    assert ((), 2, 0) == (found.pairs, found.empty_b, found.empty_a)


@pytest.mark.parametrize(
    ("message", "a", "b"),
    [("the run has all/r0, few/r0, none/r0", "all/r0", "x"), ("both 'all/r0'", "all/r0", "all/r0")],
)
def test_a_cell_that_is_not_there_is_an_error(message, a, b, rows):
    with pytest.raises(InputError, match=message):
        pairs_of(rows, a=a, b=b)


def test_the_judge_sees_question_headlines_and_texts_and_nothing_of_the_evidence(rows, tmp_path):
    given = pairs_of(rows, a="all/r0", b="few/r0")
    found, model = judge(lambda _prompt: '{"choice": "tie"}', tmp_path, given=given)
    asked = "\n".join(message.text for prompt in model.asked for message in prompt.messages)
    brief = rows[0].brief
    assert brief.question in asked
    assert "USD 612.40" in asked
    told = {text for each in given.pairs for text in (*each.a.split("\n"), *each.b.split("\n"))}
    for node in brief.nodes:
        assert node.evidence_id not in asked
        assert not node.content or node.content in told or node.content not in asked
    assert (4, 4) == (len(model.asked), len(found.replies))


def test_each_pair_is_asked_twice_with_the_texts_swapped():
    one = pair(1)
    model = ScriptedModel(['{"choice": "A"}', '{"choice": "A"}'])
    asked = UsefulnessJudge(model, shipped_prompt())
    first, second = (asyncio.run(asked.ask(one, order)) for order in ("ab", "ba"))
    assert (("A", "a"), ("A", "b")) == ((first.choice, first.side), (second.choice, second.side))
    texts = [prompt.messages[-1].text for prompt in model.asked]
    assert texts[0].index("text of a 1") < texts[0].index("text of b 1")
    assert texts[1].index("text of b 1") < texts[1].index("text of a 1")


# --- replies ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "reply"),
    [
        ("A", '{"choice": "A"}'),
        ("B", '```json\n{"choice": "b"}\n```'),
        ("tie", 'Both say the same, so: {"choice": "TIE", "reason": "equal"}'),
        ("A", " A. "),
        ("tie", "**tie**"),
        (None, "I prefer A"),
        (None, '{"choice": "first"}'),
        (None, '{"choice": "A"} or {"choice": "B"}'),
        (None, '{"winner": "A"}'),
        (None, ""),
    ],
)
def test_a_reply_is_read_leniently_and_never_guessed(expected, reply):
    found = asyncio.run(UsefulnessJudge(ScriptedModel([reply]), shipped_prompt()).ask(pair(1), "ab"))
    assert (expected, None if expected else "unreadable") == (found.choice, found.fault)
    assert reply == found.call.reply


@pytest.mark.parametrize(
    ("fault", "completion"),
    [
        ("truncated", Truncated(text='{"choice": "A"')),
        ("refused", Refused(reason="no")),
        ("failed", Failed(kind="timeout", message="too slow")),
    ],
)
def test_what_is_no_answer_is_named(fault, completion):
    found = asyncio.run(UsefulnessJudge(ScriptedModel([completion]), shipped_prompt()).ask(pair(1), "ba"))
    assert (None, None, fault) == (found.choice, found.side, found.fault)


# --- results ------------------------------------------------------------------------------------------


def test_a_judge_that_always_finds_one_side_prefers_it_wholly(tmp_path):
    found, _model = judge(choosing("a"), tmp_path, given=pairs(8))
    assert (1.0, 8, (1.0, 1.0)) == (found.preference.value, found.preference.of, found.preference.interval)
    assert (0.5, 1.0) == (found.first_place.value, found.consistent.value)
    (tmp_path / "calls.jsonl").unlink()
    other, _model = judge(choosing("b"), tmp_path, given=pairs(8))
    assert (0.0, (0.0, 0.0)) == (other.preference.value, other.preference.interval)


def test_a_judge_that_always_takes_the_first_place_prefers_nobody_and_that_is_said(tmp_path):
    found, _model = judge(lambda _prompt: '{"choice": "A"}', tmp_path)
    assert (0.5, 1.0, 0.0, 4) == (
        found.preference.value,
        found.first_place.value,
        found.consistent.value,
        found.halves,
    )
    assert "in 100 % of the replies the first place was chosen" in found.notices[0]
    assert None is found.preference.interval  # four pairs are too few


def test_ties_and_disagreeing_orders_count_a_half(tmp_path):
    replies = [("A", "B"), ("A", "tie"), ("tie", "tie"), ("B", "A"), ("A", "A")]
    script = [f'{{"choice": "{each}"}}' for each in itertools.chain(*replies)]
    found, _model = judge(script, tmp_path, given=pairs(5))
    assert (1, 1, 3) == (found.wins_a, found.wins_b, found.halves)
    assert 0.5 == found.preference.value
    assert (5 / 7, 7) == (found.first_place.value, found.first_place.of)  # three ties choose nobody
    assert 3 / 5 == found.consistent.value


def test_replies_that_cannot_be_used_are_counted_and_their_pairs_left_out(tmp_path):
    good, bad = '{"choice": "A"}', "hm"
    found, _model = judge([good, bad, *["{}"] * 2, good, good, good, good], tmp_path)
    assert ({"unreadable": 3}, 2, 2) == (found.faults, found.unjudged, found.preference.of)
    assert "pairs without two usable replies: 2 of 4; they are left out" in found.notices
    assert found.first_place.of == 5


def test_profiles_can_be_drawn_instead_of_instances(tmp_path):
    given = pairs(0)._replace(
        pairs=tuple(pair(number)._replace(key=("cards", 42, f"p{number // 6}", f"g{number}")) for number in range(12))
    )
    instances, _model = judge(choosing("a"), tmp_path, given=given)
    (tmp_path / "calls.jsonl").unlink()
    profiles, _model = judge(choosing("a"), tmp_path, given=given, draws=DRAWS._replace(cluster="profile"))
    assert instances.preference.interval == (1.0, 1.0)
    assert profiles.preference.interval is None  # two profiles are too few


def test_what_was_asked_once_is_not_asked_again_and_comes_to_the_same(tmp_path):
    once, asked = judge(choosing("a"), tmp_path)
    again, more = judge([], tmp_path)
    assert (8, 0) == (len(asked.asked), len(more.asked))
    assert once == again


def test_a_run_with_too_many_failed_calls_stops_and_keeps_what_was_answered(tmp_path):
    failed = Failed(kind="unavailable", message="the endpoint is down")
    script = [Answered(text='{"choice": "A"}'), Answered(text='{"choice": "B"}'), failed, Answered(text="A"), failed]
    with pytest.raises(RunError, match="2 of 20 calls failed, the last because the endpoint is down"):
        judge(script, tmp_path, given=pairs(10))
    assert 3 == len((tmp_path / "calls.jsonl").read_text().splitlines())


def test_the_caption_stands_beside_the_number_wherever_it_is_shown(tmp_path):
    found, _model = judge(choosing("a"), tmp_path)
    assert "no measure of faithfulness" in CAPTION
    assert CAPTION == found.caption
    text = judged_text(found)
    assert text.index("preference for A") < text.index(CAPTION) < text.index("mean words")


def test_names_of_a_run_cannot_steer_a_terminal(tmp_path):
    found, _model = judge(choosing("a"), tmp_path, given=pairs(4)._replace(a="evil\x1b[31m/r0"))
    assert "\x1b" not in judged_text(found)


# --- run folders --------------------------------------------------------------------------------------


def test_a_run_without_an_end_is_refused_unless_asked_for(tmp_path):
    folder = run_folder(tmp_path / "run", status="aborted")
    with pytest.raises(RunError, match="'aborted' and not whole"):
        read_narrated(folder, examples)
    assert 6 == len(read_narrated(folder, examples, partial=True))


def test_the_last_line_of_a_partial_run_may_be_cut_off_and_no_other(tmp_path):
    folder = run_folder(tmp_path / "run", status="aborted")
    raw = (folder / "rows.jsonl").read_bytes()
    (folder / "rows.jsonl").write_bytes(raw + b'{"schema": "cla')
    assert 6 == len(read_narrated(folder, examples, partial=True))
    (folder / "rows.jsonl").write_bytes(b'{"schema": "cla\n' + raw)
    with pytest.raises(InputError, match=r"rows.jsonl: line 1: is no row of a benchmark"):
        read_narrated(folder, examples, partial=True)


def test_other_evidence_than_was_narrated_is_refused(tmp_path):
    class Changed(Examples):
        def _instance(self, seed, case):
            found = super()._instance(seed, case)
            return replace(found, brief=replace(found.brief, nodes=found.brief.nodes[1:], edges=()))

    with pytest.raises(RunError, match="other evidence than was narrated"):
        read_narrated(run_folder(tmp_path / "run"), lambda _name, _plan: Changed())


@pytest.mark.parametrize(
    ("message", "plan"), [("is no plan", "x"), ("is no plan", PLAN.replace("profiles", "profile"))]
)
def test_a_plan_that_cannot_be_read_is_an_error(message, plan, tmp_path):
    with pytest.raises(InputError, match=message):
        read_narrated(run_folder(tmp_path / "run", plan=plan), examples)
