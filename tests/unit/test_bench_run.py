"""A plan becomes a run folder: what is refused, what is kept, what ends a run, and how it goes on."""

import json
import random

import msgspec
import pytest

from claimgauge.errors import DocumentError, InputError, RunError
from claimgauge_bench.row import BenchRow
from claimgauge_bench.run import load_plan, shipped_plans
from claimgauge_bench.run.cast import _settings as settings_digest
from tests.bench_building import ASKED, SETTINGS, SIMULATED, Little, failing_model, run, written
from tests.proofs.bench_kills import differences, drawn, finished, killed, size


def rows_of(out):
    return [msgspec.json.decode(line, type=BenchRow) for line in (out / "rows.jsonl").read_bytes().splitlines()]


def manifest_of(out):
    return json.loads((out / "manifest.json").read_bytes())


@pytest.fixture(scope="module")
def plan(tmp_path_factory):
    return written(tmp_path_factory.mktemp("plan"), "profiles = 3\nseeds = [1, 2]\n", SIMULATED, SETTINGS)


@pytest.fixture(scope="module")
def alone(plan, tmp_path_factory):
    out = tmp_path_factory.mktemp("alone") / "run"
    run(plan, out)
    return out


def test_every_cell_is_a_row_in_the_order_of_the_plan(alone):
    expected = [
        ("little", seed, f"p{number}", goal, narrator, setting)
        for seed in (1, 2)
        for number in range(3)
        for goal in Little.goals
        for narrator in ("simulated-mini", "simulated-sonnet")
        for setting in ("r0", "r1", "r1-mechanical")
    ]
    rows = rows_of(alone)
    assert expected == [(each.domain, each.seed, each.profile, each.goal, each.narrator, each.setting) for each in rows]
    assert {"simulated"} == {each.narration.narrator.kind for each in rows}


def test_settings_share_their_first_attempt(alone):
    rows = rows_of(alone)
    for r0, r1, mechanical in zip(rows[::3], rows[1::3], rows[2::3], strict=True):
        assert r0.narration.attempts[0] == r1.narration.attempts[0]
        assert r1.narration.attempts == mechanical.narration.attempts


def test_the_manifest_says_what_ran_over_what(alone):
    manifest = manifest_of(alone)
    assert ("complete", "", [1, 2]) == (manifest["status"], manifest["reason"], manifest["seeds"])
    assert {"little/1", "little/2"} == manifest["instances"].keys()
    assert {"cells": 72, "rows": 72, "calls": 0, "failed": 0, "failures": {}} == manifest["counts"]
    digests = [*manifest["instances"].values(), *manifest["contracts"].values(), *manifest["mistakes"].values()]
    digests += [manifest["rowsDigest"], manifest["code"]["digest"], manifest["plan"]["digest"]]
    assert [] == [each for each in digests if not each.startswith("sha256:")]


def test_a_run_that_is_complete_is_left_as_it_is(alone, plan):
    before = (alone / "manifest.json").read_bytes()
    run(plan, alone)
    assert before == (alone / "manifest.json").read_bytes()


def test_fewer_profiles_are_the_first_of_more(alone, plan, tmp_path):
    run(plan, tmp_path / "run", profiles=1)
    assert [each for each in rows_of(alone) if each.profile == "p0"] == rows_of(tmp_path / "run")


def test_a_run_that_is_killed_and_started_again_comes_out_like_one_left_alone(alone, plan, tmp_path):
    chance = random.Random(3)  # noqa: S311  # a seeded draw
    held = list(killed(plan, tmp_path / "run", drawn(size(alone), 3, chance), chance))
    assert held == sorted(held)
    assert (0, "") == finished(plan, tmp_path / "run", hash_seed=11)
    assert [] == differences(alone, tmp_path / "run")


def cut(path, length):
    path.write_bytes(path.read_bytes()[:length])


@pytest.mark.parametrize("name", ["rows.jsonl", "journal.jsonl"])
def test_what_was_cut_off_is_done_anew(alone, plan, tmp_path, name):
    out = tmp_path / "run"
    for share in (0.0, 0.3, 0.999):
        run(plan, out)
        cut(out / name, int((out / name).stat().st_size * share))
        run(plan, out)
        assert [] == differences(alone, out)


def test_a_flipped_bit_in_a_row_is_found_and_done_anew(alone, plan, tmp_path):
    out = tmp_path / "run"
    run(plan, out)
    raw = bytearray((out / "rows.jsonl").read_bytes())
    raw[len(raw) // 2] ^= 1
    (out / "rows.jsonl").write_bytes(raw)
    run(plan, out)
    assert [] == differences(alone, out)


def test_an_interrupted_run_leaves_whole_lines_and_goes_on(alone, plan, tmp_path):
    out = tmp_path / "run"
    interrupt = (
        "import os, pathlib, signal, threading, time\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # whoever started the tests may ignore it
        f"rows = pathlib.Path({str(out / 'rows.jsonl')!r})\n"
        "def watch():\n"
        "    while not rows.exists() or rows.stat().st_size < 100_000: time.sleep(0.001)\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "threading.Thread(target=watch, daemon=True).start()"
    )
    code, said = finished(plan, out, first=interrupt)
    assert code != 0
    assert "KeyboardInterrupt" in said
    assert (out / "rows.jsonl").read_bytes().endswith(b"\n")
    assert 0 < len(rows_of(out)) < 72
    assert "running" == manifest_of(out)["status"]
    run(plan, out)
    assert [] == differences(alone, out)


def test_a_full_disk_is_said_and_the_run_goes_on_where_there_is_room_again(alone, plan, tmp_path):
    out = tmp_path / "run"
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))"
    code, said = finished(plan, out, first=limit)
    assert 2 == code
    assert said.startswith(f"error: {out}: cannot be used: File too large; what is done stays; make room")
    run(plan, out)
    assert [] == differences(alone, out)


def test_a_folder_that_cannot_be_is_said(plan, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match=r"file: cannot be used: File exists; .* or name another folder for --out"):
        run(plan, tmp_path / "file")


def test_a_folder_of_something_else_is_left_alone(plan, tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(RunError, match=r"holds other things and no manifest\.json; name a new folder for --out"):
        run(plan, tmp_path)


def test_a_folder_of_another_plan_is_refused_with_what_differs(alone, plan, tmp_path):
    other = written(tmp_path, "profiles = 4\n", SIMULATED, SETTINGS)
    with pytest.raises(RunError, match=r"was begun by something else: plan sha256:\w+… then, sha256:\w+… now; start"):
        run(other, alone)
    with pytest.raises(RunError, match="was begun by something else: plan"):
        run(plan, alone, profiles=2)


def test_a_manifest_that_cannot_be_read_is_said(plan, tmp_path):
    (tmp_path / "manifest.json").write_text("{}")
    with pytest.raises(RunError, match=r"manifest\.json: is no manifest of a run that can be read"):
        run(plan, tmp_path)


@pytest.fixture
def asked(tmp_path):
    return written(tmp_path / "plan", "profiles = 100\n", ASKED)


def test_a_provider_that_fails_six_calls_of_a_hundred_ends_the_run_and_what_it_has_stays(asked, tmp_path):
    out = tmp_path / "run"
    with pytest.raises(RunError, match=r"aborted: 6 of \d+ calls failed \(6 timeout\), which is more than a share of"):
        run(asked, out, model=failing_model(16))
    manifest = manifest_of(out)
    assert "aborted" == manifest["status"]
    assert manifest["reason"].startswith("6 of 96 calls failed")
    rows = rows_of(out)
    assert len(rows) == manifest["counts"]["rows"] == 191
    assert 6 == len({each.narration.id for each in rows if each.narration.outcome == "no_reply"})


def test_settings_share_a_failed_first_attempt_too(asked, tmp_path):
    model = failing_model(30)
    run(asked, tmp_path / "run", model=model)
    rows = rows_of(tmp_path / "run")
    assert [each.narration.outcome for each in rows[::2]] == [each.narration.outcome for each in rows[1::2]]
    assert 200 == len(model.asked)


def test_a_provider_that_fails_four_calls_of_a_hundred_does_not_end_the_run(asked, tmp_path):
    done = run(asked, tmp_path / "run", model=failing_model(25))
    assert ("complete", 200, 8, {"timeout": 8}) == (
        done.status,
        done.counts.calls,
        done.counts.failed,
        done.counts.failures,
    )


def test_in_a_small_run_the_share_is_taken_at_its_end(tmp_path):
    small = written(tmp_path / "plan", "profiles = 10\n", ASKED)
    with pytest.raises(RunError, match=r"aborted: 2 of 20 calls failed .*; 40 of 40 rows are kept"):
        run(small, tmp_path / "run", model=failing_model(9))


def test_an_aborted_run_goes_on_from_the_first_failed_call_and_asks_nothing_twice(asked, tmp_path):
    out = tmp_path / "run"
    with pytest.raises(RunError):
        run(asked, out, model=failing_model(16))
    better = failing_model(0)
    done = run(asked, out, model=better)
    assert ("complete", "", 0) == (done.status, done.reason, done.counts.failed)
    assert 200 - 90 == len(better.asked)
    run(asked, tmp_path / "whole", model=failing_model(0))
    assert (out / "rows.jsonl").read_bytes() == (tmp_path / "whole" / "rows.jsonl").read_bytes()


def test_a_model_is_asked_once_and_its_identity_stands_in_the_manifest(asked, tmp_path):
    model = failing_model(0, name="served-by-a-script")
    done = run(asked, tmp_path / "run", model=model)
    assert 200 == len(model.asked) == (tmp_path / "run" / "calls.jsonl").read_bytes().count(b"\n")
    identity = done.models["asked"]
    assert ("served-by-a-script", ("served-by-a-script",), "calls.jsonl") == (
        identity.configured,
        identity.served,
        identity.recording,
    )
    with pytest.raises(RunError, match="was begun by something else: narrators"):
        run(asked, tmp_path / "run", model=failing_model(0, name="served-by-a-script-2"))


def test_the_settings_of_a_model_that_are_not_there_are_said(asked, tmp_path):
    (asked.parent / "model.toml").unlink()
    with pytest.raises(InputError, match=r"model\.toml: cannot be read .*relative to the plan"):
        run(asked, tmp_path / "run")


@pytest.mark.parametrize("name", shipped_plans())
def test_plans_that_ship_can_be_read(name):
    assert name == load_plan(name).plan.id


def test_a_plan_that_is_not_there_is_said_with_those_that_ship():
    with pytest.raises(InputError, match=r"plan that is not: cannot be read .*: demo, plumbing, plumbing-seeds"):
        load_plan("plan that is not")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("profiles = 3", "profiles = 0", "profiles: expected a number of at least 1, got 0"),
        ("profiles = 3", "profile = 3", "profile: is not a key that is known here; did you mean 'profiles'"),
        ("seeds = [1, 2]", "seeds = [1, 1]", "seeds: names one of them twice"),
        ("seeds = [1, 2]", "seeds = []", "seeds: is empty"),
        ('"mini"', '"sonnet"', r"narrators\.simulated-sonnet: is the same as narrators\.simulated-mini"),
        ("[narrators.simulated-mini]", '[narrators."a b"]', r"narrators\.'a b': is no name"),
        ('kind = "simulated"', 'kind = "simulate"', r"kind: expected one of 'model', 'simulated', 'template', got"),
        ('kind = "simulated"\n', "", r"narrators\.simulated-mini\.kind: missing"),
        ("mistakes", "mistake", r"narrators\.simulated-mini\.mistake: is not a key .* did you mean 'mistakes'"),
        ("passes = 1", "passes = 9", r"settings\.r1\.passes: expected a number of at most 8, got 9"),
    ],
)
def test_a_plan_that_makes_no_sense_is_said_with_its_place(old, new, message, tmp_path):
    path = written(tmp_path, "profiles = 3\nseeds = [1, 2]\n", SIMULATED, SETTINGS)
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(DocumentError, match=message):
        load_plan(str(path))


def test_mistakes_are_found_beside_the_plan(tmp_path):
    path = written(tmp_path, SIMULATED.replace('"mini"', '"none.toml"'), SETTINGS)
    with pytest.raises(InputError, match=rf"{tmp_path}/none\.toml: cannot be read"):
        run(path, tmp_path / "run")


def test_the_identity_of_a_model_covers_the_file_that_its_settings_name(tmp_path):
    settings = tmp_path / "model.toml"
    settings.write_text('kind = "local"\npath = "weights.gguf"\n')
    without = settings_digest(settings)
    (tmp_path / "weights.gguf").write_bytes(b"one")
    one = settings_digest(settings)
    (tmp_path / "weights.gguf").write_bytes(b"other")
    assert 3 == len({without, one, settings_digest(settings)})
