"""`claimgauge contract prompt`, `schema` and `fill`: what a model is given, and what becomes of its choice."""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from claimgauge.claims import Claim
from claimgauge.cli.contracts import app
from claimgauge.cli.options import PresetOption, given_evidence
from claimgauge.cli.output import write_file, write_json
from claimgauge.cli.visible import visible
from claimgauge.contract.filling import claims_from_facts
from claimgauge.contract.prompt import contract_prompt
from claimgauge.contract.schema import MAX_CLAIMS, MAX_FACTS, CompiledSchema, compiled_facts, compiled_schema
from claimgauge.errors import InputError
from claimgauge.wiring import load_contract, load_evidence, shipped_names
from claimgauge.wiring.quantities import load_quantity_tables
from claimgauge.workflow import Case

_Contract = Annotated[
    str,
    typer.Argument(
        metavar="NAME|FILE", help=f"A contract that ships ({', '.join(shipped_names('contracts'))}), or a TOML file."
    ),
]
_Evidence = Annotated[
    list[Path],
    typer.Option(
        "--evidence", "-e", metavar="FILE", help="The evidence: a bundle, or records (CSV, JSON, JSON Lines)."
    ),
]
_MaybeEvidence = Annotated[
    list[Path] | None,
    typer.Option("--evidence", "-e", metavar="FILE", help="Evidence whose facts the prompt lists by name."),
]
_Mapping = Annotated[
    Path | None,
    typer.Option("--mapping", "-m", metavar="FILE", help="How the records of --evidence become nodes (TOML)."),
]
_About = Annotated[
    list[str] | None,
    typer.Option("--about", metavar="ENTITY", help="Offer only facts of evidence about this entity; may be repeated."),
]


@app.command()
def prompt(
    contract: _Contract,
    *,
    evidence: _MaybeEvidence = None,
    mapping: _Mapping = None,
    preset: PresetOption = None,
    about: _About = None,
) -> None:
    """Print what a model is told: the evidence each claim type must cite, and with --evidence the facts by name."""
    loaded = load_contract(contract)
    graph = given_evidence(evidence, mapping)
    compiled = None
    if graph is not None:
        compiled = compiled_facts(loaded, graph.nodes, load_quantity_tables(), preset=preset, about=about or ())
    elif about:
        raise InputError("says which facts are offered; add --evidence FILE", source="--about")
    typer.echo(contract_prompt(loaded, compiled, preset=preset), nl=False)


@app.command()
def schema(
    contract: _Contract,
    *,
    evidence: _Evidence,
    mapping: _Mapping = None,
    preset: PresetOption = None,
    about: _About = None,
    max_claims: Annotated[int, typer.Option(min=1, help="Most claims in one answer.")] = MAX_CLAIMS,
    max_facts: Annotated[
        int, typer.Option(min=0, help="Most facts of a claim besides those it must have.")
    ] = MAX_FACTS,
    aliases: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write alias and evidence id of each node to this file, as JSON."),
    ] = None,
) -> None:
    """Print the JSON Schema of the facts that claims may state about the evidence, for structured output."""
    loaded = load_contract(contract)
    compiled = compiled_schema(
        loaded,
        load_evidence(evidence, mapping=mapping).nodes,
        load_quantity_tables(),
        preset=preset,
        about=about or (),
        max_claims=max_claims,
        max_facts=max_facts,
    )
    write_json(compiled.schema)
    if aliases is not None:
        write_file(aliases, compiled.aliases)


@app.command()
def fill(
    contract: _Contract,
    choice: Annotated[
        str, typer.Argument(metavar="CHOICE", help="What the model answered under the schema, or - for standard input.")
    ] = "-",
    *,
    evidence: _Evidence,
    mapping: _Mapping = None,
    preset: PresetOption = None,
) -> None:
    """Turn the facts that a model chose into claims: a case with their evidence, which `verify` reads."""
    loaded = load_contract(contract)
    graph = load_evidence(evidence, mapping=mapping)
    compiled = compiled_facts(loaded, graph.nodes, load_quantity_tables(), preset=preset)
    source = "stdin" if choice == "-" else choice
    case = Case(
        schema="claimgauge.case/1",
        nodes=graph.nodes,
        edges=graph.edges,
        sources=graph.sources,
        claims=_claims(choice, compiled, source),
        contract=contract if contract in shipped_names("contracts") else "",
    )
    write_json(case)


def _claims(path: str, compiled: CompiledSchema, source: str) -> tuple[Claim, ...]:
    try:
        raw = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        decoded = msgspec.json.decode(raw)
    except (OSError, ValueError, RecursionError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        message = f"is not the answer of a model under the schema: {visible(str(why))}; was it cut off?"
        raise InputError(message, source=source) from error
    try:
        return claims_from_facts(decoded, compiled)
    except InputError as error:
        raise InputError(error.message, source=source, place=error.place) from error
