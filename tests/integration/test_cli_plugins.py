"""Commands of other packages: found when they are called, and never in the way of ours."""

import importlib
import json
import os
import subprocess
import sys
import tomllib

import pytest
import typer

from claimgauge.errors import InputError
from claimgauge_bench.commands.needed import needed
from tests.integration.command import EXAMPLES, ROOT, run

HELLO = """
import typer
app = typer.Typer()
@app.command()
def hello(name: str) -> None:
    "Say hello."
    typer.echo(f"hello {name}")
"""


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Something that installs a package: its name, its entry points, and its one module."""

    def install(package, points, source=HELLO):
        folder = tmp_path / "site" / f"{package}-1.dist-info"
        folder.mkdir(parents=True)
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
        lines = [f"{name} = {value}" for name, value in points.items()]
        (folder / "entry_points.txt").write_text("\n".join(["[claimgauge.commands]", *lines]))
        (tmp_path / "site" / f"{package}.py").write_text(source)
        before = os.environ.get("PYTHONPATH", "")
        monkeypatch.setenv("PYTHONPATH", f"{tmp_path / 'site'}{os.pathsep}{before}")

    return install


def test_a_command_of_another_package_is_listed_and_runs(installed):
    installed("hellos", {"hello": "hellos:app"})
    listed = run("--help")
    assert (0, "") == (listed.code, listed.err)
    assert ["hello", "Say", "hello."] in [line.split() for line in listed.out.splitlines()]
    assert (0, "hello you\n", "") == run("hello", "you")


def test_a_package_that_cannot_be_loaded_is_in_nobodys_way_and_says_why_when_it_is_called(installed):
    installed("broken", {"hello": "broken:app"}, "raise RuntimeError('no\\x1b[31m luck')")
    verified = run("verify", EXAMPLES / "cards.json")
    assert 0 == verified.code
    assert "hello" not in verified.err
    listed = run("--help")
    assert 0 == listed.code
    assert "hello" in listed.out
    assert "cannot be loaded" in listed.out
    called = run("hello", "you")
    assert 2 == called.code
    expected = (
        "error: command hello (broken:app): cannot be loaded: RuntimeError: no\\x1b[31m luck; install the package anew"
    )
    assert called.err.startswith(expected)


def test_a_package_that_is_gone_or_is_no_command_is_said(installed):
    installed("gone", {"hello": "nowhere:app", "seven": "gone:app"}, "app = 7")
    assert "cannot be loaded: ModuleNotFoundError: No module named 'nowhere'" in run("hello").err
    assert "command seven (gone:app): is a int and no typer.Typer" in run("seven").err


def test_a_command_of_ours_is_ours_and_the_other_one_is_left_out_with_a_warning(installed):
    installed("greedy", {"verify": "greedy:app"})
    warning = "warning: command verify (greedy:app) is left out: claimgauge has a command of that name"
    assert warning in run("--help").err
    verified = run("verify", EXAMPLES / "cards.json")
    assert 0 == verified.code
    assert "greedy" not in verified.err


def test_of_two_packages_with_one_name_the_first_counts(installed):
    installed("one", {"hello": "one:app"})
    installed("two", {"hello": "two:app"})
    called = run("hello", "you")
    assert (0, "hello you\n") == (called.code, called.out)
    assert "command hello (two:app) is left out: one:app has that name already" in called.err


def test_our_commands_load_nothing_of_another_package(installed, tmp_path):
    installed("writer", {"hello": "writer:app"}, f"open({str(tmp_path / 'loaded')!r}, 'w').close()\n{HELLO}")
    assert 0 == run("verify", EXAMPLES / "cards.json").code
    assert not (tmp_path / "loaded").exists()
    assert 0 == run("hello", "you").code
    assert (tmp_path / "loaded").exists()


def loaded_by(*arguments):
    """The modules that a call of the command line loads."""
    code = (
        "import atexit, json, sys\n"
        "atexit.register(lambda: sys.stderr.write(json.dumps(sorted(sys.modules))))\n"
        "from claimgauge.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, check=True, cwd=ROOT)
    return set(json.loads(done.stderr.decode().splitlines()[-1]))


@pytest.mark.parametrize(
    "arguments", [("--help",), ("bench", "--help"), ("bench", "run", "--help"), ("bench", "plans")]
)
def test_help_loads_no_solver_and_no_plots(installed, arguments):
    installed("benches", {"bench": "claimgauge_bench.commands:app"}, "")
    found = loaded_by(*arguments)
    assert "claimgauge_bench.commands" in found
    assert {"highspy", "matplotlib", "numpy", "pyphen", "openai", "onnxruntime"}.isdisjoint(found)
    if "--help" in arguments:
        assert {"claimgauge_bench.run", "claimgauge_bench.simulated"}.isdisjoint(found)


def test_verify_loads_nothing_of_the_benchmark(installed):
    installed("benches", {"bench": "claimgauge_bench.commands:app"}, "")
    found = loaded_by("verify", "examples/cards.json", "--format", "jsonl")
    assert [] == [name for name in found if name.startswith("claimgauge_bench")]


def test_the_benchmark_is_an_entry_point_of_this_package():
    document = tomllib.loads((ROOT / "pyproject.toml").read_text())
    module, _colon, name = document["project"]["entry-points"]["claimgauge.commands"]["bench"].partition(":")
    assert isinstance(getattr(importlib.import_module(module), name), typer.Typer)


def test_what_the_extra_lacks_is_said_with_the_extra():
    with (
        pytest.raises(InputError, match="highspy is not installed; install claimgauge with its extra `bench`"),
        needed(),
    ):
        raise ModuleNotFoundError(name="highspy")
    with pytest.raises(ModuleNotFoundError), needed():
        raise ModuleNotFoundError(name="claimgauge_bench.nowhere")


def test_a_benchmark_runs_from_the_command_line(installed, tmp_path):
    pytest.importorskip("claimgauge_bench.domains", reason="there are no domains yet")
    installed("benches", {"bench": "claimgauge_bench.commands:app"}, "")
    assert "demo  A small benchmark, simulated narrators" in run("bench", "plans").out
    assert "cards  contract cards, goals " in run("bench", "domains").out
    done = run("bench", "run", "demo", "--out", tmp_path / "run", "--profiles", 1)
    assert (0, "") == (done.code, done.out)
    assert "36 rows, complete" in done.err
    assert "narrators named simulated are simulated: they say nothing about any model" in done.err
    assert (0, "", "") == run("bench", "run", "demo", "--out", tmp_path / "run", "--profiles", 1, "--quiet")
    other = run("bench", "run", "plumbing", "--out", tmp_path / "run")
    assert 2 == other.code
    assert "was begun by something else: plan" in other.err
