"""Writes the parts of the reference that the code already knows.

`python docs/generate.py` writes; `--check` writes nothing and exits with 1 when a page is stale.
"""  # noqa: INP001  # no package

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin

import msgspec
import typer

import claimgauge
from claimgauge import errors, load_contract
from claimgauge.cli import app as cli
from claimgauge.cli.verdicts import MEANINGS
from claimgauge.contract import Contract, Preset, contract_problems
from claimgauge.digests import canonical
from claimgauge.evidence import Mapping, NodeRule
from claimgauge.evidence.layouts import nodes_of
from claimgauge.gates import FindingCode, GateName, Verifier
from claimgauge.gates.released import ReleasedGraph
from claimgauge.gates.strict import StrictGraph
from claimgauge.language import with_places
from claimgauge.models import Endpoint
from claimgauge.models.endpoint import key_of
from claimgauge.readers import read_document
from claimgauge.wiring import load_prompt, shipped_names
from claimgauge.workflow import NOT_CHECKED, OutRow, Row
from claimgauge_bench.commands import app as bench

DOCS = Path(__file__).parent
NOTE = "<!-- written by docs/generate.py; change the code, then run `make docs` -->"


class Code(NamedTuple):
    """What a finding code means, which gates give it, and whether preset `released` gives it too."""

    gates: tuple[GateName, ...]
    meaning: str
    released: bool = False


CODES: dict[FindingCode, Code] = {
    "no_citation": Code(("existence",), "the claim cites no evidence, or only nodes that hold nothing"),
    "unknown_evidence": Code(
        ("existence", "derived"),
        "a cited id is no node of the graph; an operand of a derived value is in a node that the claim does not cite",
        released=True,
    ),
    "unknown_entity": Code(("entities",), "no evidence is about a cited entity", released=True),
    "unknown_number": Code(("numbers",), "a cited number is in no evidence", released=True),
    "unbound_entity": Code(
        ("entities", "type_rules"),
        "a cited entity is in the evidence, but in no node that the claim cites; an entity that goes with a cited node"
        " (`same_entity`) is not declared",
    ),
    "unbound_number": Code(
        ("numbers", "prose", "derived"),
        "a cited number is in the evidence, but in no node that the claim cites; it stands beside the name of another;"
        " a field that is named is in no cited node, or an operand is no number",
    ),
    "different_value": Code(
        ("numbers", "prose", "derived"),
        "the cited evidence has another value in that field; a derived value recomputes to another number",
    ),
    "wrong_direction": Code(
        ("prose",), "the text says up or down, more or less, or not, where the declared value says otherwise"
    ),
    "null_field": Code(("numbers", "derived"), "the field that is named is known to be null"),
    "missing_type": Code(("type_rules",), "no cited node is of a type that the claim type asks for", released=True),
    "undeclared_number": Code(("prose",), "the text holds a number that is neither cited nor derived"),
    "undeclared_entity": Code(
        ("prose",), "the text names an entity of the evidence that the claim does not cite, or mixes scripts in a word"
    ),
    "needs_computation": Code(
        ("derived",),
        "a cited number follows from the cited evidence by arithmetic that is not declared; a derived value cannot be"
        " recomputed",
    ),
    "ambiguous_quantity": Code(
        ("numbers", "prose", "derived"), "a number or its unit can be read in more than one way, or is not read at all"
    ),
    "coarse_rounding": Code(("numbers", "prose", "derived"), "a number is a rounding that is more than 5 % off"),
    "missing_field": Code(("type_rules",), "a field that the claim type requires is not stated"),
    "forbidden_field": Code(("type_rules",), "a field that the claim type forbids is stated"),
    "citation_count": Code(("type_rules",), "fewer or more nodes are cited than the claim type allows"),
    "nothing_declared": Code(
        ("existence",), "the claim declares no entity, number or derived value, so nothing of it can be checked"
    ),
}


# --- the command line ---------------------------------------------------------------------------


def cli_page() -> str:
    """Every command with its arguments and options."""
    return "\n".join(
        [
            "# Command line",
            "",
            NOTE,
            "",
            "Every command takes `--help`. Rows go to standard output, summaries and errors to standard error.",
            "The exit codes are in [Verdict rows](verdicts.md#exit-codes).",
            "",
            *_options_of(cli.root, "claimgauge"),
            *(line for words, callback in _every_command() for line in _command(words, callback)),
        ]
    )


def _every_command() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Ours, and those that the benchmark adds through its entry point."""
    yield from _commands(cli.app, "claimgauge")
    yield from _commands(bench, "claimgauge bench")


def _commands(app: typer.Typer, prefix: str) -> Iterator[tuple[str, Callable[..., Any]]]:
    for info in app.registered_commands:
        yield f"{prefix} {info.name or info.callback.__name__.rstrip('_')}", info.callback
    for group in app.registered_groups:
        yield from _commands(group.typer_instance, f"{prefix} {group.name}")


def _command(words: str, callback: Callable[..., Any]) -> list[str]:
    return [f"## `{words}`", "", inspect.cleandoc(callback.__doc__ or ""), "", *_options_of(callback, words)]


def _options_of(callback: Callable[..., Any], words: str) -> list[str]:
    rows = [_parameter(each) for each in inspect.signature(callback).parameters.values()]
    usage = " ".join([words, *(row[0] for row in rows if not row[0].startswith("-")), "[OPTIONS]"])
    table = [f"| {' | '.join(row[1:])} |" for row in rows]
    return ["```text", usage, "```", "", "| argument or option | value | meaning |", "|---|---|---|", *table, ""]


def _parameter(parameter: inspect.Parameter) -> tuple[str, str, str, str]:
    """How a parameter stands in the usage line, and its three cells."""
    kind, info, *_ = get_args(parameter.annotation)
    many = get_origin(_without_none(kind)) is list
    help_text = info.help
    if parameter.default not in (inspect.Parameter.empty, None, False):
        help_text += f" Default: `{parameter.default}`."
    if isinstance(info, typer.models.ArgumentInfo):
        name = info.metavar or parameter.name.upper()
        name = f"{name.removesuffix('...')}..." if many else name
        return name, _code(name), "", help_text
    declared = [word for word in (info.default, *(info.param_decls or ())) if isinstance(word, str)]
    long = [word for word in declared if word.startswith("--")] or [f"--{parameter.name.replace('_', '-')}"]
    names = [*long, *(word for word in declared if not word.startswith("--"))]
    again = " May be given more than once." if many else ""
    return names[0], _codes(names), _value_of(kind, info.metavar), help_text + again


def _value_of(kind: Any, metavar: str | None) -> str:
    kind = _without_none(kind)
    if kind is bool:
        return ""
    if metavar:
        return _code(metavar)
    if all(isinstance(word, str) for word in get_args(kind)) and get_args(kind):
        return _codes(get_args(kind))
    (inner,) = get_args(kind) or (kind,)
    return {"Path": "a path", "float": "a number", "int": "a whole number", "str": "a path"}[inner.__name__]


def _without_none(kind: Any) -> Any:
    options = [each for each in get_args(kind) if each is not type(None)]
    return options[0] if type(None) in get_args(kind) else kind


# --- errors --------------------------------------------------------------------------------------


def errors_page() -> str:
    """The tree of errors, and a real message of each."""
    tree = textwrap.dedent((errors.hierarchy.__doc__ or "").split("\n", 2)[2].split("\n\nEvery message")[0]).strip("\n")
    classes = [
        each for each in vars(errors.hierarchy).values() if _is_error(each) and each is not errors.ClaimgaugeError
    ]
    return "\n".join(
        [
            "# Errors",
            "",
            NOTE,
            "",
            "Everything that claimgauge raises on purpose is a `ClaimgaugeError`. A message says what is wrong,",
            "which value it is about, and what to do next. The command line prints it as `error: …` and exits with 2.",
            "",
            "```text",
            tree,
            "```",
            "",
            "A case that cannot be read raises nothing: it becomes an [error row](verdicts.md#error-rows).",
            "",
            *(line for each in classes for line in _error(each)),
            "## Codes of problems",
            "",
            "A `Problem` has a `place` (a path such as `claims[3].text`), a `code` and a `message`. The codes are",
            f"{_codes(get_args(errors.Code))}.",
            "They stand in `problems` of a `DocumentError` and in `unread` of a verdict row.",
            "",
        ]
    )


def _is_error(each: object) -> bool:
    return isinstance(each, type) and issubclass(each, errors.ClaimgaugeError)


def _error(each: type[errors.ClaimgaugeError]) -> list[str]:
    lines = [f"## `{each.__name__}`", "", inspect.cleandoc(each.__doc__ or ""), ""]
    provoke = EXAMPLES.get(each.__name__)
    return [*lines, "```text", _message_of(each, provoke), "```", ""] if provoke else lines


def _message_of(kind: type[errors.ClaimgaugeError], provoke: Callable[[], object]) -> str:
    try:
        provoke()
    except kind as error:
        return str(error)
    raise AssertionError(f"{kind.__name__} was not raised")


def _contract(text: str) -> Contract:
    return read_document(text.encode(), Contract, source="my-contract.toml")


def _senseless() -> None:
    head = 'schema = "claimgauge.contract/1"\nid = "mine"\nversion = "1"\ntitle = ""\n'
    lists = (
        '[entities]\nfrom = ["name"]\n[numbers]\nfrom = ["price", "price"]\n[claim_types.FACT]\n[claim_types.Fact]\n'
    )
    raise errors.ContractError("my-contract.toml", contract_problems(_contract(head + lists)))


def _misfit() -> None:
    rule = NodeRule(type="SALE", id="{regoin}-{number}")
    mapping = Mapping(schema="claimgauge.mapping/1", id="sales", version="1", nodes=(rule,))
    nodes_of(mapping, {"region": "North", "revenue": "1200.50"}, number=1)


EXAMPLES: dict[str, Callable[[], object]] = {
    "InputError": lambda: load_contract("crads"),
    "DocumentError": lambda: _contract('schema = "claimgauge.contract/2"\nidd = "mine"\nversion = 1\ntitle = ""\n'),
    "ContractError": _senseless,
    "EvidenceError": _misfit,
    "PromptError": lambda: with_places(load_prompt("judge"), {"claim", "context"}),
    "ModelError": lambda: key_of(Endpoint(base_url="http://localhost/v1", model="m", key_variable="JUDGE_KEY"), {}),
    "PresetError": lambda: Verifier(load_contract("cards")),
    "CanonicalFormError": lambda: canonical({"share": float("nan")}),
}


# --- public names --------------------------------------------------------------------------------


def python_page() -> str:
    """Every public name with its signature and what it answers."""
    names = [name for name in claimgauge.__all__ if name != "__version__"]
    functions = [name for name in names if inspect.isfunction(getattr(claimgauge, name))]
    values = [name for name in names if _is_struct(getattr(claimgauge, name))]
    rest = [name for name in names if name not in {*functions, *values}]
    return "\n".join(
        [
            "# Python",
            "",
            NOTE,
            "",
            "Everything public is an attribute of `claimgauge` and is loaded on first use. `claimgauge.__version__` is",
            "the version. Values are frozen. Beyond the first two, arguments with a default are given by name.",
            "",
            f"In the signatures `Row` is {_union(Row)}, `OutRow` is {_union(OutRow)}, all of `claimgauge.workflow`,",
            f"and `Preset` is {' or '.join(_code(repr(each)) for each in get_args(Preset))}.",
            "",
            "## Functions",
            "",
            *(line for name in functions for line in _function(name, getattr(claimgauge, name))),
            "## Classes",
            "",
            *(line for name in rest for line in _class(name, getattr(claimgauge, name))),
            "`load_verifier` gives a `Verifier` of `claimgauge.gates`. What its `compile` gives is a `StrictGraph`",
            "under preset `strict` and a `ReleasedGraph` under preset `released`.",
            "",
            *(line for each in (Verifier, StrictGraph, ReleasedGraph) for line in _class(each.__name__, each)),
            "## Values",
            "",
            *(line for name in values for line in _struct(name, getattr(claimgauge, name))),
        ]
    )


def _is_struct(each: object) -> bool:
    return isinstance(each, type) and issubclass(each, msgspec.Struct)


def _union(kind: Any) -> str:
    return " or ".join(_code(each.__name__) for each in get_args(kind))


def _function(name: str, function: Callable[..., Any]) -> list[str]:
    return [f"### `{name}`", "", *_signature(name, function), "", inspect.cleandoc(function.__doc__ or ""), ""]


def _signature(name: str, function: Callable[..., Any]) -> list[str]:
    """The signature as it is written in the source, one argument a line where it is long."""
    node = _parsed(function)
    assert isinstance(node, ast.FunctionDef)
    arguments = _arguments(node.args)
    returns = ast.unparse(node.returns).strip("'") if node.returns else "None"
    answer = "" if returns == "None" else f" -> {returns}"
    one_line = f"{name}({', '.join(arguments)}){answer}"
    if len(one_line) <= 100:
        return ["```python", one_line, "```"]
    return ["```python", f"{name}(", *(f"    {each}," for each in arguments), f"){answer}", "```"]


def _arguments(written: ast.arguments) -> list[str]:
    plain = [each for each in written.args if each.arg != "self"]
    missing: list[ast.expr | None] = [None] * (len(plain) - len(written.defaults))
    by_position = map(_argument, plain, [*missing, *written.defaults])
    by_name = map(_argument, written.kwonlyargs, written.kw_defaults)
    return [*by_position, *(["*"] if written.kwonlyargs else []), *by_name]


def _argument(written: ast.arg, default: ast.expr | None) -> str:
    text = ast.unparse(written)
    return text if default is None else f"{text} = {ast.unparse(default)}"


def _parsed(thing: Any) -> ast.stmt:
    return ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0]


def _class(name: str, cls: type) -> list[str]:
    lines = [f"### `{name}`", ""]
    if "__init__" in vars(cls) and cls not in (errors.ClaimgaugeError, StrictGraph, ReleasedGraph):
        lines += [*_signature(name, vars(cls)["__init__"]), ""]
    lines += [inspect.cleandoc(cls.__doc__ or ""), ""]
    for method, function in vars(cls).items():
        if inspect.isfunction(function) and not method.startswith("_"):
            lines += [*_signature(f"{name}.{method}", function), "", inspect.cleandoc(function.__doc__ or ""), ""]
    return lines


def _struct(name: str, cls: type[msgspec.Struct]) -> list[str]:
    written = {
        node.target.id: (_type_text(node.annotation), "" if node.value is None else ast.unparse(node.value))
        for each in reversed(cls.__mro__[: cls.__mro__.index(msgspec.Struct)])
        for node in getattr(_parsed(each), "body", ())
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    rows = [_field(field, *written[field.name]) for field in msgspec.structs.fields(cls)]
    properties = [
        f"- `{key}`: {inspect.cleandoc(value.__doc__ or '')}"
        for key, value in vars(cls).items()
        if isinstance(value, property)
    ]
    table = ["| attribute | on the wire | type | |", "|---|---|---|---|", *rows, ""]
    return [
        f"### `{name}`",
        "",
        inspect.cleandoc(cls.__doc__ or ""),
        "",
        *table,
        *properties,
        *([""] * bool(properties)),
    ]


def _field(field: msgspec.structs.FieldInfo, kind: str, default: str) -> str:
    needed = "required" if field.required else _default_text(field, default)
    return f"| {_code(field.name)} | {_code(field.encode_name)} | {_code(kind)} | {needed} |"


def _default_text(field: msgspec.structs.FieldInfo, written: str) -> str:
    if field.default is msgspec.UNSET:
        return "carried, not read"
    if isinstance(field.default, (str, int, float, type(None))):
        return f"default {_code(repr(field.default))}"
    return f"default {_code(written)}"


class _WithoutMeta(ast.NodeTransformer):
    """`Annotated[float, …]` is `float`."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if ast.unparse(node.value) == "Annotated" and isinstance(node.slice, ast.Tuple):
            return node.slice.elts[0]
        return self.generic_visit(node)


def _type_text(annotation: ast.expr) -> str:
    return ast.unparse(_WithoutMeta().visit(annotation))


def _code(text: str) -> str:
    return f"`{text}`".replace("|", "\\|")


def _codes(texts: Iterable[str]) -> str:
    return ", ".join(map(_code, texts))


# --- parts of written pages ----------------------------------------------------------------------


def finding_codes() -> str:
    """The table of finding codes."""
    rows = [
        f"| {_code(word)} | {_codes(CODES[word].gates)} | {'yes' if CODES[word].released else 'no'} "
        f"| {CODES[word].meaning} |"
        for word in get_args(FindingCode)
    ]
    assert {gate for each in CODES.values() for gate in each.gates} == set(get_args(GateName))
    return "\n".join(["| code | gate | preset released | meaning |", "|---|---|---|---|", *rows])


def not_checked() -> str:
    """The table of the words of `notChecked`."""
    rows = [f"| {_code(word)} | {meaning} | {_presets(word)} |" for word, meaning in MEANINGS.items()]
    return "\n".join(["| word | what was not checked | under preset |", "|---|---|---|", *rows])


def _presets(word: str) -> str:
    found = [preset for preset, words in NOT_CHECKED.items() if word in words]
    return ", ".join(found) or "strict, with a locale that is not English"


def shipped_contracts() -> str:
    """The table of the contracts that ship."""
    rows = [
        f"| {_code(each.id)} | {each.version} | {each.title} | {_codes(each.claim_types)} | {each.source} |"
        for each in map(load_contract, shipped_names("contracts"))
    ]
    return "\n".join(["| name | version | title | claim types | source |", "|---|---|---|---|---|", *rows])


PAGES = {
    "reference/cli.md": cli_page,
    "reference/errors.md": errors_page,
    "reference/python.md": python_page,
}
PARTS = {
    "reference/verdicts.md": {"finding codes": finding_codes, "not checked": not_checked},
    "reference/contract.md": {"shipped contracts": shipped_contracts},
}


def current() -> dict[Path, str]:
    """Path → the text that the page must hold now."""
    texts = {DOCS / name: page() for name, page in PAGES.items()}
    for name, parts in PARTS.items():
        text = (DOCS / name).read_text(encoding="utf-8")
        for part, table in parts.items():
            text = _with_part(text, part, table())
        texts[DOCS / name] = text
    return texts


def _with_part(text: str, name: str, table: str) -> str:
    begin, end = f"<!-- generated: {name} -->", f"<!-- end: {name} -->"
    before, found, rest = text.partition(begin)
    _old, closed, after = rest.partition(end)
    if not (found and closed):
        raise ValueError(f"no place for {name!r}; add {begin} and {end}")
    return f"{before}{begin}\n{table}\n{end}{after}"


def stale() -> list[Path]:
    """The pages that do not hold what the code says."""
    return [path for path, text in current().items() if not path.is_file() or path.read_text(encoding="utf-8") != text]


def main(arguments: list[str]) -> int:
    """Write the pages, or with `--check` say which are stale."""
    if arguments == ["--check"]:
        for path in stale():
            sys.stderr.write(f"{path.relative_to(DOCS.parent)} is stale; run: python docs/generate.py\n")
        return 1 if stale() else 0
    for path, text in current().items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
