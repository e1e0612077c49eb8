"""The benchmark uses what the rooms of claimgauge make public, and nothing else of it."""

import ast
from functools import cache
from pathlib import Path

import pytest

SRC = Path(__file__).parent.parent.parent / "src"
BENCH = SRC / "claimgauge_bench"
MODULES = sorted(BENCH.rglob("*.py"))


@cache
def public_names(room):
    """What `__all__` of the package, or of one of its rooms, holds; nothing where it has none."""
    tree = ast.parse((SRC / Path(*room.split(".")) / "__init__.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["__all__"]:
            return frozenset(ast.literal_eval(node.value))
    return frozenset()


def imports_of(tree):
    """Module and name for everything that is imported anywhere in a module; the name is empty for a whole module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)


def wrong_imports(tree):
    """Each import of claimgauge that is not `import claimgauge`, or of a public name from the package or a room."""
    for module, name in imports_of(tree):
        package, *inner = module.split(".")
        if package != "claimgauge" or (not inner and not name):
            continue
        if len(inner) > 1 or not name or name not in public_names(module):
            yield f"{module}: {name}" if name else module


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(BENCH).as_posix())
def test_a_module_of_the_benchmark_imports_public_names_only(path):
    assert [] == list(wrong_imports(ast.parse(path.read_text(encoding="utf-8"))))


@pytest.mark.parametrize(
    ("expected", "code"),
    [
        ([], "import claimgauge"),
        ([], "from claimgauge import load_contract"),
        ([], "from claimgauge.evidence import EvidenceNode, nodes_of"),
        ([], "from claimgauge_bench.domain import Instance"),
        (["claimgauge.evidence.layouts: nodes_of"], "from claimgauge.evidence.layouts import nodes_of"),
        (["claimgauge.evidence: layouts"], "from claimgauge.evidence import layouts"),
        (["claimgauge: wiring"], "def f():\n    from claimgauge import wiring"),
        (["claimgauge.wiring"], "import claimgauge.wiring"),
        (["claimgauge.gates: _hidden"], "from claimgauge.gates import _hidden"),
    ],
)
def test_the_search_finds_what_is_not_public(expected, code):
    assert expected == list(wrong_imports(ast.parse(code)))


def test_there_are_modules_to_look_at():
    assert len(MODULES) > 10


def test_no_import_is_relative():
    for path in MODULES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert [] == [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level]
