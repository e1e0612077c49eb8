"""The report of a run: what every page says, and that text, JSON and page say the same."""

import base64
import json
import re

import msgspec
import pytest
import typer
from typer.testing import CliRunner

from claimgauge.errors import ClaimgaugeError, DocumentError, InputError, RunError
from claimgauge.reports import NOT_CHECKED_MEANINGS
from claimgauge_bench.commands import report as commands
from claimgauge_bench.contrasts import load_registration, skeleton
from claimgauge_bench.measures import Draws, load_prices, row_totals
from claimgauge_bench.plan import ModelEntry
from claimgauge_bench.report import BenchReport, bench_report, plot, read_run, report_page, report_text
from claimgauge_bench.report.sections import sections_of
from tests.bench_report_building import (
    made_briefs,
    narrators,
    plan,
    plan_toml,
    reference_briefs,
    right_claims,
    rows_of,
    write_run,
)
from tests.unit.test_reports import HOSTILE, read

DRAWS = Draws(iterations=200)
PLAN = plan(seeds=(1, 2), profiles=2)
ROWS = rows_of(PLAN, made_briefs(profiles=2, seeds=(1, 2)))
BEFORE, AFTER = "2026-11-30T09:00:00+00:00", "2026-11-30T15:00:00+00:00"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_run(tmp_path_factory.mktemp("runs") / "run", PLAN, ROWS, instances={"cards/42": "sha256:abc"})


@pytest.fixture(scope="module")
def found(folder, tmp_path_factory):
    return bench_report(read_run(folder), DRAWS, registration=registered(tmp_path_factory.mktemp("reg")))


@pytest.fixture(scope="module")
def page(found):
    return report_page(found)


def registered(folder, at=BEFORE, of=PLAN):
    (folder / "r.toml").write_text(
        skeleton(of, registered=at).replace("smallest_sample = 30", "smallest_sample = 6"), encoding="utf-8"
    )
    return load_registration(folder / "r.toml")


def test_a_page_is_whole_and_loads_nothing(page):
    reader = read(page)
    assert page.startswith("<!doctype html>\n<html lang=")
    assert sorted(set(reader.ids)) == sorted(reader.ids)
    assert not any(mark in page for mark in ("http://", "https://", "url(", "@import", "<script"))
    assert not re.search(r"<[^>]* (style|on\w+)=", page)
    assert page.count("<table") == page.count("<caption")
    assert {link for link in reader.links if link.startswith("#")} <= {f"#{each}" for each in reader.ids}


def test_the_same_run_gives_the_same_bytes(folder, found, page, tmp_path):
    again = bench_report(read_run(folder), DRAWS, registration=registered(tmp_path))
    assert msgspec.json.encode(found) == msgspec.json.encode(again)
    assert page == report_page(again)


def test_a_drawing_names_no_date_and_asks_for_nothing_outside(found, page):
    names = [name for section in sections_of(found) for name in section.plots]
    assert {"survival", "volume", "gates", "types", "mechanical", "seeds", "forest-0", "forest-1"} == set(names)
    drawings = [base64.b64decode(each) for each in re.findall(r"data:image/svg\+xml;base64,([^\"]+)", page)]
    assert len(names) == len(drawings)
    for svg in drawings:
        assert b"<dc:date>" not in svg
        assert not re.search(rb"(?:xlink:)?href=\"(?!#)", svg)
        assert b"<script" not in svg


def test_every_page_names_what_is_simulated_the_preset_and_what_verified_does_not_mean(found, page):
    for said in (read(page).said, " ".join(report_text(found).split())):
        assert "simulated: mini, sonnet make seeded mistakes" in said
        assert "released" in said
        for word in ("prose", "binding", "units", "derived_values", "truth_of_evidence"):
            assert NOT_CHECKED_MEANINGS[word] in said


def test_no_table_names_a_simulated_narrator_without_that_word(found):
    for section in sections_of(found):
        for table in section.tables:
            for row in table.rows:
                for cell in row:
                    if "published" not in section.id:
                        assert cell.count("mini") == cell.count("mini (simulated)")
                        assert cell.count("sonnet") == cell.count("sonnet (simulated)")


def test_the_page_holds_the_manifest_and_the_digests(found, page):
    said = read(page).said
    assert "instances.cards/42 sha256:abc" in said
    assert found.plan.digest in said
    assert found.registration.digest in said
    assert next(iter(found.contracts.values())) in said


def test_published_figures_stand_there_with_that_word_and_their_source(page):
    said = read(page).said
    assert "published: VERITYGATE (arXiv 2610.00833v1)" in said
    assert "Sonnet (published) r1 54.3% 6.67 100.0%" in said


def test_survival_and_volume_stand_side_by_side_in_every_table_of_differences(found):
    tables = [table for section in sections_of(found) if section.id == "differences" for table in section.tables]
    assert tables
    for table in tables:
        said = " ".join((*table.headings, *(cell for row in table.rows for cell in row)))
        assert "Survival" in said
        assert "Shipped" in said


def test_text_is_aligned_and_every_table_has_its_rows(found):
    lines = report_text(found).splitlines()
    start = lines.index("cards: survival and volume")
    rows = lines[start + 2 : start + 11]
    assert 9 == len(rows)
    ends = {each.index(" to ") for each in rows}
    assert len(ends) <= 3  # one place, but for the width of 100.0
    assert all(line == line.rstrip() for line in lines)


def test_the_json_reads_back(found):
    raw = msgspec.json.encode(found)
    assert raw == msgspec.json.encode(msgspec.json.decode(raw, type=BenchReport))
    assert b"NaN" not in raw
    assert "claimgauge.bench-report/1" == json.loads(raw)["schema"]


@pytest.mark.parametrize("status", ["aborted", "running"])
def test_a_run_without_an_end_is_refused_unless_asked_for_and_then_called_partial(tmp_path, status):
    part = write_run(tmp_path / "run", PLAN, ROWS[:40], status=status)
    with pytest.raises(RunError, match=r"--partial"):
        read_run(part)
    report = bench_report(read_run(part, partial=True), DRAWS)
    assert "partial run" in report.notices[0]
    assert "partial run" in report_text(report)


def test_the_page_of_a_partial_run_and_a_late_registration_says_so_before_the_numbers(tmp_path):
    part = write_run(tmp_path / "run", PLAN, ROWS[:40], status="aborted")
    late = registered(tmp_path, at=AFTER)
    said = read(report_page(bench_report(read_run(part, partial=True), DRAWS, registration=late))).said
    assert "after the run started" in said
    assert 2 <= said[: said.index("Survival is the share")].count("partial run")


def test_the_cut_off_last_line_of_a_partial_run_is_left_out(tmp_path):
    part = write_run(tmp_path / "run", PLAN, ROWS[:10], status="aborted")
    with (part / "rows.jsonl").open("ab") as rows:
        rows.write(b'{"schema": "claimgauge.bench-row/1", "dom')
    assert 10 == len(read_run(part, partial=True).rows)


def test_a_registration_from_after_the_start_or_of_another_plan_is_said_before_the_numbers(folder, tmp_path):
    late = bench_report(read_run(folder), DRAWS, registration=registered(tmp_path, at=AFTER))
    other = bench_report(read_run(folder), DRAWS, registration=registered(tmp_path, of=plan(seeds=(9,))))
    for report, said in ((late, "after the run started"), (other, "of another plan")):
        assert any(said in each for each in report.notices)
        assert said in report_text(report)


def test_without_a_registration_everything_is_exploratory_and_the_page_says_so(folder):
    report = bench_report(read_run(folder), DRAWS)
    assert any("nothing was registered" in each for each in report.notices)
    assert "registered:" not in " ".join(
        cell for s in sections_of(report) for t in s.tables for r in t.rows for cell in r
    )


def test_other_draws_than_were_registered_are_said(found):
    assert any("drawn in another way than was registered" in each for each in found.notices)


def test_rows_that_are_missing_are_counted(tmp_path):
    part = write_run(tmp_path / "run", PLAN, ROWS[:-5])
    report = bench_report(read_run(part), DRAWS)
    assert 5 == report.run.missing
    assert any("5 rows are missing" in each for each in report.notices)


def test_costs_are_shown_where_a_model_was_asked(tmp_path):
    told = {**narrators(), "mini": narrators(right_claims, calls=True)["mini"]}
    run = write_run(tmp_path / "run", PLAN, rows_of(PLAN, made_briefs(profiles=2), told))
    (tmp_path / "prices.toml").write_text(
        'schema = "claimgauge.bench-prices/1"\nsource = "a list"\n'
        '[models.mini]\nin = "0.15"\nout = "0.60"\ncurrency = "USD"\n'
    )
    report = bench_report(read_run(run), DRAWS, prices=load_prices(tmp_path / "prices.toml"))
    known = {cell.narrator for cell in report.cells if cell.cost_per_verified is not None}
    assert {"mini"} == known
    assert plot(report, "cost").svg
    assert "0.00162 USD" in report_text(report)  # 6 calls of 1,000 tokens in and 200 out
    assert "sonnet (simulated), r0" in report_text(report)


def test_hostile_text_is_shown_as_text_wherever_it_stands(tmp_path, page):
    names = {name: HOSTILE[kind][0][:30] for name, kind in (("r0", "script"), ("r1", "bidirectional"))}
    settings = {raw: PLAN.settings[name] for name, raw in names.items()}
    hostile = msgspec.structs.replace(
        PLAN, title=HOSTILE["template"][0], id=HOSTILE["closing tags"][0], settings=settings
    )
    rows = [msgspec.structs.replace(each, setting=names[each.setting]) for each in ROWS if each.setting in names]
    run = read_run(write_run(tmp_path / "run", PLAN, ROWS[:9]))
    manifest = msgspec.structs.replace(run.manifest, contracts={kind: raw for kind, (raw, _) in HOSTILE.items()})
    run = run._replace(plan=hostile, manifest=manifest)
    report = bench_report(run._replace(rows=tuple(row_totals(each, PLAN.emission.settings) for each in rows)), DRAWS)
    reader = read(report_page(report))
    assert set(reader.tags) <= {*read(page).tags, "span"}
    assert [] == [kind for kind, (_, shown) in HOSTILE.items() if shown not in reader.said]
    assert report_text(report).isprintable() or all(c == "\n" or c.isprintable() for c in report_text(report))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"plan.toml": "schema = 1"}, "plan.toml: schema: expected"),
        ({"plan.toml": None}, "plan.toml: cannot be read"),
        ({"manifest.json": "[]"}, "manifest.json: is no manifest"),
        ({"rows.jsonl": ""}, "rows.jsonl: holds no row"),
        ({"rows.jsonl": "{}\n"}, "rows.jsonl: line 1: is no row"),
    ],
)
def test_a_run_folder_that_cannot_be_read_names_the_file_and_the_place(tmp_path, change, said):
    run = write_run(tmp_path / "run", PLAN, ROWS[:1])
    for name, text in change.items():
        (run / name).unlink() if text is None else (run / name).write_text(text)
    with pytest.raises((InputError, DocumentError)) as caught:
        read_run(run)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({}, "stands there twice"),
        ({"narrator": "nobody"}, "line 2.narrator: 'nobody' is no narrator of the plan, it has mini, sonnet, template"),
        ({"setting": "r9"}, "line 2.setting"),
        ({"domain": "loans"}, "line 2.domain"),
    ],
)
def test_a_row_that_does_not_belong_there_is_refused(tmp_path, keys, said):
    run = write_run(tmp_path / "run", PLAN, [ROWS[0], msgspec.structs.replace(ROWS[0], **keys)])
    with pytest.raises(InputError) as caught:
        read_run(run)
    assert said in str(caught.value)


def test_a_row_whose_kept_attempt_does_not_fit_is_refused(tmp_path):
    broken = msgspec.structs.replace(ROWS[0], narration=msgspec.structs.replace(ROWS[0].narration, kept=7))
    with pytest.raises(InputError, match="kept attempt"):
        read_run(write_run(tmp_path / "run", PLAN, [broken]))


def test_two_domains_and_forms_of_one_model_have_tables_and_drawings_of_their_own(tmp_path):
    entries = {form: ModelEntry(model="small.toml", form=form) for form in ("grounded", "mapped")}
    a_plan = plan(("r0", "r1"), names=("mini", "sonnet"))
    rows = rows_of(a_plan, made_briefs(profiles=2), narrators(right_claims, calls=True))
    named = {"mini": "grounded", "sonnet": "mapped"}
    rows = [msgspec.structs.replace(each, narrator=named[each.narrator]) for each in rows]
    both = msgspec.structs.replace(a_plan, narrators=entries, domains=("cards", "loans"))
    loans = [msgspec.structs.replace(each, domain="loans") for each in rows]
    report = bench_report(read_run(write_run(tmp_path / "run", both, [*rows, *loans])), DRAWS)
    groups = {(each.contrast.domain, each.contrast.kind) for each in report.contrasts}
    assert {(domain, kind) for domain in both.domains for kind in ("settings", "forms")} == groups
    assert () == report.simulated
    assert "(simulated)" not in report_text(report)
    assert plot(report, "forest-3").svg
    assert plot(report, "volume").svg
    assert "loans: survival and volume" in report_text(report)


def app():
    found = typer.Typer()
    found.command("report")(commands.report)
    found.command("register")(commands.register)
    return found


def run(*arguments):
    return CliRunner().invoke(app(), [str(each) for each in arguments])


def test_the_command_prints_text_or_json_and_writes_the_page(folder, tmp_path):
    html = tmp_path / "out.html"
    done = run("report", folder, "--iterations", 100, "--html", html)
    assert (0, True) == (done.exit_code, "SURVIVAL AND VOLUME" in done.stdout)
    assert html.read_text().startswith("<!doctype html>")
    done = run("report", folder, "--iterations", 100, "--format", "json", "--cluster", "profile", "--seed", 3)
    draws = json.loads(done.stdout)["draws"]
    assert {"iterations": 100, "seed": 3, "level": 0.95, "cluster": "profile"} == draws


def test_the_command_takes_its_draws_from_the_registration(folder, tmp_path):
    registered(tmp_path)
    path = tmp_path / "r.toml"
    path.write_text(path.read_text().replace("iterations = 10000", "iterations = 120"))
    done = run("report", folder, "--registration", path, "--format", "json")
    found_in = json.loads(done.stdout)
    assert 120 == found_in["draws"]["iterations"]
    assert not any("another way" in each for each in found_in["notices"])


def test_the_command_refuses_what_it_cannot_report(folder, tmp_path):
    for arguments, said in (
        (("report", tmp_path / "none"), "cannot be read"),
        (("report", folder, "--iterations", 10), "too few"),
        (("report", write_run(tmp_path / "part", PLAN, ROWS, status="aborted")), "--partial"),
    ):
        done = run(*arguments)
        assert isinstance(done.exception, ClaimgaugeError)
        assert said in str(done.exception)


def test_register_writes_a_registration_once(tmp_path):
    (tmp_path / "plan.toml").write_text(plan_toml(PLAN), encoding="utf-8")
    out = tmp_path / "reg.toml"
    assert 0 == run("register", tmp_path / "plan.toml", "--out", out).exit_code
    assert load_registration(out).contrasts
    assert isinstance(run("register", tmp_path / "plan.toml", "--out", out).exception, InputError)
    assert out.read_text().splitlines()[0] in run("register", tmp_path / "plan.toml").stdout


def test_the_reference_bundles_make_a_report(reference_data, tmp_path):
    briefs, claims = reference_briefs(reference_data)
    a_plan = plan(("r0", "r0-mechanical"), names=("mini", "sonnet"), profiles=8)
    some = briefs[:24]
    told = narrators(lambda brief: claims[brief.id])
    report = bench_report(read_run(write_run(tmp_path / "run", a_plan, rows_of(a_plan, some, told))), DRAWS)
    assert [24] * 4 == [cell.instances for cell in report.cells]
    for cell in report.cells:
        assert 0 < cell.survival.interval.lower <= cell.survival.value <= cell.survival.interval.upper < 1
        assert {"existence", "entities", "numbers", "type_rules"} == {
            each.gate for each in cell.gates
        } or cell.mechanical


def test_a_run_that_was_edited_after_its_end_is_refused(tmp_path):
    changes = {
        "rows.jsonl": lambda raw: raw[: raw.rindex(b"\n", 0, -1) + 1],
        "plan.toml": lambda raw: raw.replace(b'version = "1"', b'version = "2"'),
    }
    for name, change in changes.items():
        part = write_run(tmp_path / name, PLAN, ROWS[:9])
        (part / name).write_bytes(change((part / name).read_bytes()))
        with pytest.raises(RunError, match=f"{name} changed after the run had ended"):
            read_run(part)


def test_a_report_replaces_nothing_of_the_run(tmp_path):
    part = write_run(tmp_path / "run", PLAN, ROWS[:9])
    before = (part / "rows.jsonl").read_bytes()
    ran = run("report", part, "--html", part / "rows.jsonl")
    assert isinstance(ran.exception, InputError)
    assert before == (part / "rows.jsonl").read_bytes()


def test_a_registration_that_does_not_fit_decides_nothing(folder, tmp_path):
    for held in (registered(tmp_path, of=plan(seeds=(9,))), registered(tmp_path, at=AFTER)):
        decisions = bench_report(read_run(folder), DRAWS, registration=held).registration.decisions
        assert {"not_testable"} == {each.outcome for each in decisions}
        assert all("plan" in each.why or "after the run started" in each.why for each in decisions)
