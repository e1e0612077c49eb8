"""The house rules that a machine can check: size, names, docstrings, keyword-only defaults, and who may import whom."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import claimgauge
import claimgauge.wiring

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "src" / "claimgauge"
BENCH = ROOT / "src" / "claimgauge_bench"
MODULES = sorted((*PACKAGE.rglob("*.py"), *BENCH.rglob("*.py")))
MOST_LINES = 400
MOST_PUBLIC_NAMES = 27
NO_NAMES = {"utils", "util", "helpers", "helper", "common", "core", "manager", "managers", "misc"}

LONGER_THAN_ALLOWED: set[str] = set()
"""Modules over the limit; this list only shrinks."""
LOOSE_DEFAULTS = {
    "reports/figures.py": {"count(many)"},
    "risk/aggregators.py": {"additive(floor)", "largest(floor)", "multiplicative(floor)"},
}
"""Defaults beyond the second argument that can be given by position; this list only shrinks."""
# A command's parameters are its options: the annotation, not the position, says how one is given.
COMMANDS = ("cli/", "claimgauge_bench/commands/")


def name_of(path):
    """The path within the package; that of the benchmark begins with the package's name."""
    return path.relative_to(BENCH.parent if path.is_relative_to(BENCH) else PACKAGE).as_posix()


def tree_of(path):
    return ast.parse(path.read_text())


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_has_at_most_four_hundred_lines_and_says_what_it_is(path):
    lines = len(path.read_text().splitlines())
    assert (lines > MOST_LINES) == (name_of(path) in LONGER_THAN_ALLOWED)
    assert ast.get_docstring(tree_of(path)), "the first thing in a module is one sentence about it" if lines else None


def test_there_are_modules_to_look_at():
    assert len(MODULES) > 30


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_module_is_named_after_nothing(path):
    parts = {word for part in Path(name_of(path)).with_suffix("").parts for word in part.split("_")}
    assert NO_NAMES.isdisjoint(parts)


def public_functions(tree):
    """The functions of a module that others may call: its own, and the methods of its public classes."""
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node, node.args.posonlyargs + node.args.args
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            for item in node.body:
                if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    bound = "staticmethod" not in {ast.unparse(each) for each in item.decorator_list}
                    yield item, (item.args.posonlyargs + item.args.args)[bound:]


def loose_defaults(tree):
    """`function(argument)` for every default of a public function that can be given by position beyond the second."""
    for function, arguments in public_functions(tree):
        hidden = function.name.startswith("_") and function.name != "__init__"
        with_default = arguments[len(arguments) - len(function.args.defaults) :] if function.args.defaults else []
        for argument in with_default:
            if not hidden and arguments.index(argument) >= 2:
                yield f"{function.name}({argument.arg})"


def test_the_search_for_loose_defaults_finds_them():
    function = "def f(a, b, c=1, *, d=2): pass"
    methods = "class C:\n    def g(self, a, b=1, c=2): pass\n    def _h(self, a, b, c=1): pass"
    source = f"{function}\n{methods}"
    assert ["f(c)", "g(c)"] == list(loose_defaults(ast.parse(source)))


@pytest.mark.parametrize("path", [path for path in MODULES if not name_of(path).startswith(COMMANDS)], ids=name_of)
def test_a_default_beyond_the_first_two_arguments_is_given_by_name(path):
    assert set(loose_defaults(tree_of(path))) <= LOOSE_DEFAULTS.get(name_of(path), set())


def test_the_package_has_few_public_names_and_no_two_alike():
    assert len(claimgauge.__all__) <= MOST_PUBLIC_NAMES
    assert sorted(set(claimgauge.__all__)) == sorted(claimgauge.__all__)


def test_imports_point_downwards_only():
    command = [Path(sys.executable).parent / "lint-imports", "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_name_of_wiring_is_also_a_file_of_it():
    files = {path.stem for path in (PACKAGE / "wiring").glob("*.py")}
    assert set() == files & set(claimgauge.wiring.__all__)
    assert sorted(claimgauge.wiring.__all__) == sorted(claimgauge.wiring._HOMES)
