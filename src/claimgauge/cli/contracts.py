"""`claimgauge contract`: check a contract, show what one demands."""

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from claimgauge.cli.output import Format, console, write_json
from claimgauge.cli.visible import visible
from claimgauge.contract import CitationRule, Contract, contract_warnings
from claimgauge.wiring import load_contract, shipped_names

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
    for warning in contract_warnings(contract):
        out.print(Text(f"\nworth a thought: {visible(warning)}", style="yellow"))


def _rules(contract: Contract) -> Table:
    table = Table("claim type", "cites at least one of", "and each of these that is there", box=None, pad_edge=False)
    table.columns[0].style = "bold"
    for name, rule in contract.claim_types.items():
        table.add_row(visible(name), *_demands(rule))
    return table


def _demands(rule: CitationRule) -> tuple[str, str]:
    return _listed(rule.cites_any), _listed(rule.cites_all_present)


def _sources(contract: Contract) -> list[Text]:
    rows = {
        "entities from": _listed(contract.entities.from_),
        "numbers from": _listed(contract.numbers.from_),
        "free numbers": _listed(contract.numbers.free),
        "preset": contract.preset,
        "source": visible(contract.source) or "—",
    }
    return [Text.assemble((f"{name:<14}", "dim"), value) for name, value in rows.items()]


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join("every field" if name == "*" else visible(name) for name in names) or "—"


from claimgauge.cli import contract_schema  # noqa: E402, F401  # its commands join this app
