"""`claimgauge policies`: check a bundle of policies, show it, run its examples."""

from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from claimgauge.cli.options import FormatOption
from claimgauge.cli.output import console, write_json
from claimgauge.cli.visible import visible
from claimgauge.policies import Policy
from claimgauge.wiring import load_bundle, load_policies, run_policy_examples, shipped_policies

app = typer.Typer(
    help="Check policies of scope and permission, show them, or run their examples.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
Which = Annotated[
    str,
    typer.Argument(
        metavar="NAME|FOLDER", help=f"Policies that ship ({', '.join(shipped_policies())}), or the folder of a bundle."
    ),
]


@app.command()
def check(bundle: Which) -> None:
    """Say what is wrong with a bundle, every problem with its place (exit 2), or list its policies."""
    access, document = load_policies(bundle), load_bundle(bundle).document
    reference = access.reference
    out = console()
    out.print(
        Text.assemble(
            ("ok", "green"), f"  {visible(reference.id)} version {visible(reference.version)}  {reference.digest}\n"
        )
    )
    out.print(_table(access.policies))
    if document.provisional:
        out.print(
            Text("\nthe policies are provisional: somebody has to answer for them before they are used", style="dim")
        )


@app.command()
def show(bundle: Which, *, form: FormatOption = "text") -> None:
    """Show what a bundle says of itself, its policies, their schema and what is known beforehand."""
    loaded = load_bundle(bundle)
    access = load_policies(bundle)
    if form != "text":
        files = dict(loaded.files)
        write_json({**msgspec.to_builtins(loaded.document), "digest": access.reference.digest, "files": files})
        return
    document = loaded.document
    out = console()
    out.print(
        Text.assemble(
            (visible(document.id), "bold"),
            f" version {visible(document.version)} · {visible(document.title)}",
            ("  provisional" if document.provisional else "", "yellow"),
        )
    )
    out.print(Text(f"{access.reference.digest}\n{visible(document.source)}".rstrip(), style="dim"))
    out.print(Text(f"principal {document.principal}, {_default(opaque=document.opaque)}"))
    for name, text in loaded.files:
        if not name.endswith(".toml"):
            out.print(Text(f"\n{name}", style="bold"))
            for line in text.splitlines():
                out.print(Text(visible(line.expandtabs(2))))


@app.command("test")
def run(bundle: Which, *, form: FormatOption = "text") -> None:
    """Run the examples of a bundle: exit 1 where a question does not come to what the bundle says it does."""
    results = list(run_policy_examples(bundle))
    if form == "text":
        for each in results:
            mark, style = ("✓ ", "green") if each.passed else ("✗ ", "red")
            found = "" if each.passed else f"; found {visible(each.found)}"
            said = f" ({visible(each.message)})" if each.message else ""
            told = f"{visible(each.question)}  {visible(each.expected)}{found}"
            console().print(Text.assemble((mark, style), told, (said, "dim")))
        console().print(Text(f"{sum(each.passed for each in results)} of {len(results)} examples hold"))
    elif form == "jsonl":
        for each in results:
            typer.echo(msgspec.json.encode(each).decode())
    else:
        write_json(results)
    if not results or not all(each.passed for each in results):
        raise typer.Exit(1)


def _default(*, opaque: bool) -> str:
    return f"what no policy permits is denied{' and hidden with its id' if opaque else ''}"


def _table(policies: tuple[Policy, ...]) -> Table:
    table = Table("policy", "effect", "actions", "annotations", box=None, pad_edge=False)
    table.columns[0].style = "bold"
    for policy in policies:
        about = [f"@{name}({value})" for name, value in policy.annotations.items() if name not in ("id", "title")]
        actions = [action for action in ("ask", "read", "apply") if action in policy.actions]
        table.add_row(visible(policy.id), policy.effect, ", ".join(actions), visible(" ".join(about)) or "—")
    return table
