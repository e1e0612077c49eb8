"""`claimgauge contract`: check a contract, show what one demands."""

from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from claimgauge.cli.options import MappingOption
from claimgauge.cli.output import Format, console, write_json
from claimgauge.cli.visible import visible
from claimgauge.contract import CitationRule, Contract, contract_warnings
from claimgauge.wiring import draft_contract, load_contract, run_examples, shipped_names

app = typer.Typer(
    help="Check a contract, or show what one demands of a claim.", no_args_is_help=True, rich_markup_mode=None
)

_WHICH = typer.Argument(
    metavar="NAME|FILE", help=f"A contract that ships ({', '.join(shipped_names('contracts'))}), or a TOML file."
)


@app.command()
def check(contracts: Annotated[list[str], _WHICH]) -> None:
    """Read contracts and say what is wrong with them, every problem with its place; exit 2 if anything is."""
    for name in contracts:
        contract = load_contract(name)
        typer.echo(f"ok  {visible(contract.id)} version {visible(contract.version)}  {contract.digest}")
        for warning in contract_warnings(contract):
            typer.echo(f"    worth a thought: {visible(warning)}")


@app.command()
def show(
    contract: Annotated[str, _WHICH],
    form: Annotated[Format, typer.Option("--format", "-f", help="Text for people, JSON for programs.")] = "text",
) -> None:
    """Show what a contract demands of each claim type, and where entities and numbers come from."""
    loaded = load_contract(contract)
    if form == "text":
        _print(loaded)
    else:
        write_json(loaded)


@app.command()
def new(
    records: Annotated[
        list[str], typer.Argument(metavar="RECORDS", help="Files of records (CSV, JSON, JSON Lines) or a bundle.")
    ],
    *,
    name: Annotated[str, typer.Option(metavar="NAME", help="The id of the contract.")],
    mapping: MappingOption = None,
    locale: Annotated[str | None, typer.Option(metavar="LOCALE", help="How its numbers are written, as en-US.")] = None,
) -> None:
    """Draft a contract from records: print TOML with a kind for each field, for you to look over and save."""
    typer.echo(draft_contract(records, mapping=mapping, name=name, locale=locale), nl=False)


@app.command("test")
def run(
    contract: Annotated[str, typer.Argument(metavar="FILE", help="A contract with [[examples]].")],
    form: Annotated[Format, typer.Option("--format", "-f", help="Text for people, JSON for programs.")] = "text",
) -> None:
    """Run the examples of a contract: exit 1 where a claim does not come to what the contract says it does."""
    results = list(run_examples(contract))
    if form == "text":
        for each in results:
            mark, style = ("✓ ", "green") if each.passed else ("✗ ", "red")
            found = "" if each.passed else f", found {visible(each.found)}"
            told = f"{visible(each.case)} {visible(each.claim_id)}  {visible(each.expected)}{found}"
            console().print(Text.assemble((mark, style), told))
        console().print(Text(f"{sum(each.passed for each in results)} of {len(results)} examples hold"))
    else:
        for each in results:
            typer.echo(msgspec.json.encode(each).decode())
    if not results or not all(each.passed for each in results):
        raise typer.Exit(1)


def _print(contract: Contract) -> None:
    out = console()
    out.print(
        Text.assemble(
            (visible(contract.id), "bold"), f" version {visible(contract.version)} · {visible(contract.title)}"
        )
    )
    out.print(Text(f"{contract.digest}\n", style="dim"))
    out.print(_rules(contract))
    out.print()
    for line in _sources(contract):
        out.print(line)
    if contract.fields and contract.preset == "strict":
        out.print()
        out.print(_fields(contract))
    for warning in contract_warnings(contract):
        out.print(Text(f"\nworth a thought: {visible(warning)}", style="yellow"))


def _rules(contract: Contract) -> Table:
    table = Table("claim type", "cites at least one of", "and each of these that is there", box=None, pad_edge=False)
    table.columns[0].style = "bold"
    more = [_further(rule) for rule in contract.claim_types.values()]
    if any(more):
        table.add_column("and")
    for (name, rule), further in zip(contract.claim_types.items(), more, strict=True):
        table.add_row(visible(name), *_demands(rule), *([further] if any(more) else []))
    return table


def _further(rule: CitationRule) -> str:
    """What preset strict demands beside node types."""
    said = [f"at least {_pieces(rule.min_cited)}"] if rule.min_cited else []
    said += [f"at most {_pieces(rule.max_cited)}"] if rule.max_cited is not None else []
    said += [f"states {_listed(rule.requires)}"] if rule.requires else []
    said += [f"never states {_listed(rule.forbids)}"] if rule.forbids else []
    return "; ".join(said)


def _pieces(count: int) -> str:
    return "1 piece" if count == 1 else f"{count} pieces"


def _fields(contract: Contract) -> Table:
    table = Table("field", "kind", "unit", "equal when", "in prose", box=None, pad_edge=False)
    table.columns[0].style = "bold"
    for name, field in contract.fields.items():
        equality = f"within {field.tolerance}" if field.equality == "tolerance" else field.equality
        equal = "" if field.kind in ("entity", "text") else equality
        words = ", ".join(map(visible, field.words[:3])) + (" …" if len(field.words) > 3 else "")
        kind = f"signed {field.kind}" if field.signed else field.kind
        table.add_row(visible(name), kind, visible(field.unit), equal, words)
    return table


def _demands(rule: CitationRule) -> tuple[str, str]:
    return _listed(rule.cites_any), _listed(rule.cites_all_present)


def _sources(contract: Contract) -> list[Text]:
    rows = {
        "entities from": _listed(contract.entities.from_),
        "numbers from": _listed(contract.numbers.from_),
        "free numbers": _listed(contract.numbers.free),
        "preset": contract.preset,
        **_strict_sources(contract),
        "source": visible(contract.source) or "—",
    }
    return [Text.assemble((f"{name:<14}", "dim"), value) for name, value in rows.items()]


def _strict_sources(contract: Contract) -> dict[str, str]:
    if contract.preset != "strict":
        return {}
    goes = {name: rule.same_entity for name, rule in contract.nodes.items() if rule.same_entity}
    return {
        "locale": visible(contract.locale) or "— (1,234 is ambiguous)",
        "prose": f"{contract.prose.undeclared} what is not declared",
        "aliases": str(sum(map(len, contract.aliases.values()))) if contract.aliases else "—",
        "goes with": "; ".join(f"{visible(name)}: {_listed(fields)}" for name, fields in goes.items()) or "—",
    }


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join("every field" if name == "*" else visible(name) for name in names) or "—"


from claimgauge.cli import contract_schema  # noqa: E402, F401  # its commands join this app
