"""The pages hold what they say: every block runs, every name is explained, every link leads somewhere."""

import importlib.util
import inspect
import json
import re
import tomllib
import typing
from pathlib import Path

import msgspec
import pytest
import typer

import claimgauge
from claimgauge import claims, errors, evidence, gates, language, models, narration, workflow
from claimgauge.calibration.criticality import ClaimSensitivity, ClaimShift, CriticalitySensitivity
from claimgauge.calibration.criticality import Outcome as CriticalityOutcome
from claimgauge.calibration.feedback_stream import Resolution, Review, StreamEvent
from claimgauge.calibration.outcomes import Outcome, OutcomeKind
from claimgauge.calibration.replay import ReplayStudy
from claimgauge.calibration.result import Calibration, Reading
from claimgauge.calibration.thresholds import Costs
from claimgauge.calibration.weights import METHODS, WeightsResult
from claimgauge.claims.claim import Operation
from claimgauge.cli import app as cli
from claimgauge.cli.verdicts import MEANINGS
from claimgauge.contract import Contract
from claimgauge.criticality import CriticalityDecision, CriticalityRules
from claimgauge.evidence import Mapping
from claimgauge.gates import binding, names, released
from claimgauge.gates.hints import LOOKED_AT
from claimgauge.gates.operations import ARITIES, Arity
from claimgauge.labellers.judge import JudgeFailureReason
from claimgauge.models.recorded import RecordedCompletion
from claimgauge.quantities import Normalisation
from claimgauge.readers import read_document
from claimgauge.register import Checklist, EvidenceRules, Register, RegisterFinding, Standing
from claimgauge.workflow import NOT_CHECKED
from claimgauge_bench.commands import app as bench
from claimgauge_bench.contrasts import Registration
from claimgauge_bench.measures import PriceList
from claimgauge_bench.report import BenchReport
from tests.docs_runner import blocks_of, commands_of, matches, run_page

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
REFERENCE = DOCS / "reference"
PAGES = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "changelog.d").glob("*.md")),
    *sorted(DOCS.rglob("*.md")),
]
EVERY_BLOCK_RUNS = [
    ROOT / "README.md",
    *sorted((DOCS / "tutorial").glob("*.md")),
    *sorted((DOCS / "how-to").glob("*.md")),
    DOCS / "explanation" / "claims-from-prose.md",
    DOCS / "explanation" / "what-verified-means.md",
    REFERENCE / "bench-domains.md",
    REFERENCE / "quantities.md",
]
LINK = re.compile(r"(?<!!)\[[^\]]+\]\((?P<target>[^)\s]+)\)")
HEADING = re.compile(r"^#+ (?P<title>.+)$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
HOST = re.compile(
    r"https?:|www\.|\b[\w-]+\.(?:com|org|net|io|dev)\b|\bpypi\b|\bconda\b|pip install (?!\.)", re.IGNORECASE
)
MACHINE = re.compile(r"(?<![\w.])/(?:home|root|tmp|usr|work|Users)/")


def generator():
    spec = importlib.util.spec_from_file_location("docs_generate", DOCS / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def reference():
    return "\n".join(path.read_text() for path in sorted(REFERENCE.glob("*.md")))


def mentioned(words, text):
    """The words that do not stand in the text as code."""
    return [word for word in words if f"`{word}`" not in text]


@pytest.mark.parametrize("path", EVERY_BLOCK_RUNS, ids=name_of)
def test_every_block_of_the_page_runs_and_shows_what_the_page_says(path, tmp_path):
    text = path.read_text()
    if "examples/" in text:
        (tmp_path / "examples").symlink_to(ROOT / "examples")
    assert [] == run_page(text, tmp_path)
    assert list(blocks_of(text))


def test_the_digest_is_derived_without_claimgauge(tmp_path):
    text = (REFERENCE / "digests.md").read_text()
    derivation = [block for block in blocks_of(text) if block.name == "rederive.py"]
    assert [] == [name for name in ("claimgauge", "msgspec") if f"import {name}" in derivation[0].text]
    assert [] == run_page(text, tmp_path)


@pytest.mark.parametrize("path", sorted(REFERENCE.glob("*.md")), ids=name_of)
def test_a_fragment_on_a_reference_page_can_be_parsed(path):
    parse = {"toml": tomllib.loads, "json": json.loads}
    for block in blocks_of(path.read_text()):
        parse.get(block.language, str)(block.text)


def test_the_generated_pages_are_current():
    assert [] == [name_of(path) for path in generator().stale()]


def test_every_command_is_on_the_page_of_the_command_line():
    text = (REFERENCE / "cli.md").read_text()
    found = list(commands(typer.main.get_command(cli.app), "claimgauge"))
    found += commands(typer.main.get_command(bench), "claimgauge bench")
    assert [] == mentioned([words for words, _options in found], text)
    for words, options in found:
        _before, _heading, section = text.partition(f"## `{words}`\n")
        assert [] == mentioned(options, section.partition("\n## ")[0])


def commands(group, prefix):
    """Every command as it is typed, with its options."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{prefix} {name}")
        else:
            options = [word for parameter in command.params for word in parameter.opts if word.startswith("-")]
            yield f"{prefix} {name}", options


def test_every_error_class_is_on_the_page_of_errors():
    classes = [name for name, each in vars(errors).items() if inspect.isclass(each) and issubclass(each, Exception)]
    assert [] == mentioned(classes, (REFERENCE / "errors.md").read_text())
    assert [] == mentioned(typing.get_args(errors.Code), (REFERENCE / "errors.md").read_text())


def test_every_public_name_is_on_the_page_of_python():
    names = [f"claimgauge.{name}" if name.startswith("__") else name for name in claimgauge.__all__]
    assert [] == mentioned(names, (REFERENCE / "python.md").read_text())


def codes_on_the_page():
    """Code → the gates that give it, and whether preset released is one that does, as the page says."""
    row = re.compile(r"^\| `(\w+)` \| ([^|]+) \| (yes|no) \| [^|]+ \|$", re.MULTILINE)
    found = row.findall((REFERENCE / "verdicts.md").read_text())
    return {code: (set(re.findall(r"`(\w+)`", named)), released == "yes") for code, named, released in found}


def test_every_finding_code_stands_on_the_page_with_the_gates_that_give_it():
    folder = ROOT / "src" / "claimgauge" / "gates"
    codes = typing.get_args(gates.FindingCode)
    given = {
        gate: {code for code in codes if f'"{code}"' in (folder / f"{gate}.py").read_text()}
        for gate in typing.get_args(gates.GateName)
    }
    expected = {code: {gate for gate, found in given.items() if code in found} for code in codes}
    assert expected == {code: named for code, (named, _released) in codes_on_the_page().items()}


def test_the_codes_of_preset_released_are_those_that_its_four_gates_give():
    called = [each for each in vars(released).values() if inspect.isfunction(each)]
    given = {code for each in called for code in re.findall(r'code="(\w+)"', inspect.getsource(each))}
    assert {"unknown_evidence", "unknown_entity", "unknown_number", "missing_type"} == given
    assert given == {code for code, (_gates, given_there) in codes_on_the_page().items() if given_there}


def test_every_word_of_not_checked_has_a_section_of_its_own():
    headings = HEADING.findall((REFERENCE / "verdicts.md").read_text())
    assert {word for words in NOT_CHECKED.values() for word in words} < MEANINGS.keys()
    assert [] == [word for word in MEANINGS if word not in headings]


def test_every_step_of_a_normalisation_is_on_the_page_of_verdicts():
    text = (REFERENCE / "verdicts.md").read_text()
    steps = [*typing.get_args(Normalisation), *(step for step, _change in names._STEPS), *binding._STEPS.values()]
    assert [] == mentioned([step for step in steps if step != "unit of the field"], text)


def test_every_operation_is_on_the_page_of_cases_with_as_many_operands_as_it_takes():
    row = re.compile(r"^\| ((?:`\w+`(?:, )?)+) \| (one|two)( or more)?[^|]* \|", re.MULTILINE)
    found = {
        name: Arity({"one": 1, "two": 2}[least], None if more else {"one": 1, "two": 2}[least])
        for named, least, more in row.findall((REFERENCE / "case.md").read_text())
        for name in re.findall(r"\w+", named)
    }
    assert ARITIES == found
    assert set(typing.get_args(Operation)) == set(found)


EQUALITY = re.compile(r"^\| `(\{ kind = .+? \})` \| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
ANY_FIELD = """
schema = "claimgauge.contract/1"
id = "any"
version = "1"
title = "One field"
locale = "en-US"
claim_types.FACT = {}
entities.from = []
numbers.from = []
fields.f = """


def test_the_examples_of_equality_come_out_as_the_page_of_contracts_says():
    rows = EQUALITY.findall((REFERENCE / "contract.md").read_text())
    assert 7 == len(rows)
    for declared, held, counts, others in rows:
        contract = read_document((ANY_FIELD + declared).encode(), Contract, source=declared)
        node = evidence.EvidenceNode(evidence_id="n", type="T", fields={"f": held})
        graph = claimgauge.load_verifier(contract).compile([node])
        for status, texts in (("verified", counts), ("rejected", others)):
            for text in re.findall(r"`([^`]+)`", texts):
                claim = claims.Claim(
                    claim_id=text, claim_type="FACT", text="", cited_evidence_ids=("n",), cited_numbers=(f"f={text}",)
                )
                assert (declared, text, status) == (declared, text, graph.check([claim])[0].status)


SIGNED = re.compile(r"^\| \*(.+)\* \| (?:verified|`(\w+)`) \|$", re.MULTILINE)


def test_the_examples_of_signed_fields_come_out_as_the_page_of_contracts_says():
    rows = SIGNED.findall((REFERENCE / "contract.md").read_text())
    assert 4 == len(rows)
    declared = '{ kind = "percent", signed = true }'
    contract = read_document((ANY_FIELD + declared).encode(), Contract, source=declared)
    node = evidence.EvidenceNode(evidence_id="n", type="T", fields={"f": "-5"})
    graph = claimgauge.load_verifier(contract).compile([node])
    for text, code in rows:
        number = "f=-5 %" if "-5" in text else "f=5 %"
        claim = claims.Claim(
            claim_id=text, claim_type="FACT", text=text, cited_evidence_ids=("n",), cited_numbers=(number,)
        )
        found = [finding.code for finding in graph.check([claim])[0].findings]
        assert (text, [code] if code else []) == (text, found)


def keys_of(*structs):
    return sorted({field.encode_name for struct in structs for field in msgspec.structs.fields(struct)})


def structs_below(kind):
    """The struct and every struct that its fields can hold."""
    found, rest = [], [msgspec.inspect.type_info(kind)]
    while rest:
        each = rest.pop()
        if isinstance(each, msgspec.inspect.StructType):
            if each.cls in found:
                continue
            found.append(each.cls)
            rest.extend(field.type for field in each.fields)
        rest.extend(getattr(each, "types", ()))
        rest.extend(getattr(each, name) for name in ("item_type", "value_type", "type") if hasattr(each, name))
    return found


@pytest.mark.parametrize(
    ("page", "structs"),
    [
        (
            "case.md",
            [
                claims.Claim,
                evidence.EvidenceNode,
                evidence.Edge,
                evidence.Source,
                workflow.Request,
                workflow.Turn,
                workflow.Case,
            ],
        ),
        ("contract.md", structs_below(Contract)),
        ("mapping.md", structs_below(Mapping)),
        ("verdicts.md", [*structs_below(workflow.VerdictRow), *structs_below(workflow.ErrorRow)]),
        ("verdicts.md", structs_below(workflow.RunSummary)),
        ("emission.md", [*structs_below(workflow.Emission), workflow.ReleaseRules]),
        ("narration.md", [*structs_below(workflow.NarrationRow), *structs_below(workflow.NarrationError)]),
        ("narration.md", [*structs_below(workflow.NarrationSummary), narration.EmissionSettings]),
        ("assessment.md", structs_below(workflow.Assessment)),
        ("criticality.md", [*structs_below(CriticalityRules), *structs_below(CriticalityDecision)]),
        ("criticality.md", [CriticalitySensitivity, ClaimSensitivity, ClaimShift, CriticalityOutcome]),
        ("replay.md", [*structs_below(ReplayStudy), Review, StreamEvent, Resolution]),
        ("calibration.md", [*structs_below(Calibration), Outcome, *structs_below(Costs)]),
        ("verdicts.md", [workflow.EvidenceCheck]),
        ("bench-report.md", structs_below(BenchReport)),
        ("bench-report.md", [*structs_below(Registration), *structs_below(PriceList)]),
        ("register.md", [*structs_below(Register), *structs_below(Checklist)]),
        ("register.md", [*structs_below(Standing), *structs_below(RegisterFinding)]),
        ("evidence-rules.md", structs_below(EvidenceRules)),
        (
            "language-models.md",
            [*structs_below(models.Endpoint), models.LocalSettings, *structs_below(language.PromptTemplate)],
        ),
        ("weights.md", [each for kind in METHODS.values() for each in structs_below(kind.protocol)]),
        ("weights.md", structs_below(WeightsResult)),
        ("language-models.md", [models.Endpoint, models.Budget, *structs_below(language.PromptTemplate)]),
    ],
)
def test_every_key_of_a_wire_form_is_on_its_page(page, structs):
    assert [] == mentioned(keys_of(*structs), (REFERENCE / page).read_text())


def test_every_way_a_model_or_a_judge_can_fail_is_on_the_page_of_language_models():
    text = (REFERENCE / "language-models.md").read_text()
    kinds = typing.get_args(language.FailureKind)
    reasons = [each for part in typing.get_args(JudgeFailureReason) for each in typing.get_args(part) or [part]]
    assert [] == mentioned([*kinds, *reasons, *(each.__name__ for each in typing.get_args(language.Completion))], text)
    assert [] == mentioned([name for name in models.__all__ if name != "Endpoint"], text)


def test_every_outcome_and_reason_and_rule_of_a_narration_is_on_its_page():
    kinds = (workflow.NarrationOutcome, narration.EmissionReason, narration.EmissionForm, narration.MechanicalRule)
    words = [word for each in (*kinds, narration.NarratorKind, narration.Retention) for word in typing.get_args(each)]
    assert [] == mentioned(words, (REFERENCE / "narration.md").read_text())


def test_every_kind_of_outcome_and_reading_of_a_score_is_on_the_page_of_calibrations():
    words = [word for each in (OutcomeKind, Reading) for word in typing.get_args(each)]
    assert [] == mentioned(words, (REFERENCE / "calibration.md").read_text())


def test_every_key_of_a_recorded_completion_is_in_the_example():
    text = (REFERENCE / "language-models.md").read_text()
    example = next(block.text for block in blocks_of(text) if "claimgauge.completion/1" in block.text)
    keys = {*keys_of(RecordedCompletion, language.Answered, language.Spent)}
    assert [] == [key for key in keys if f'"{key}":' not in example]


def test_every_key_that_may_be_left_out_of_a_digest_is_named():
    fields = [field for each in (evidence.EvidenceNode, evidence.Source) for field in msgspec.structs.fields(each)]
    assert [] == mentioned(
        [field.encode_name for field in fields if not field.required], (REFERENCE / "digests.md").read_text()
    )


def test_the_rooms_on_the_page_are_those_of_the_import_contract():
    text = (DOCS / "explanation" / "architecture.md").read_text()
    order = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]["layers"]
    rooms = {room.strip() for layer in order for room in layer.split("|")}
    described = {
        name for cells in re.findall(r"^\| (`\w+`.*?) \|", text, re.MULTILINE) for name in re.findall(r"`(\w+)`", cells)
    }
    assert described <= rooms
    assert rooms == described


def test_the_bound_in_the_decision_is_the_bound_in_the_code():
    assert f"({LOOKED_AT})" in (DOCS / "decisions" / "0004-hints-look-at-a-bounded-number-of-nodes.md").read_text()


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_every_link_leads_to_a_page_and_a_heading(path):
    lost = []
    for target in LINK.findall(FENCED.sub("", path.read_text())):
        page, _, anchor = target.partition("#")
        goal = (path.parent / page).resolve() if page else path
        if not goal.is_file() or (anchor and anchor not in anchors(goal.read_text())):
            lost.append(target)
    assert [] == lost


def anchors(text):
    titles = HEADING.findall(FENCED.sub("", text))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_no_page_names_a_host_a_package_index_or_a_folder_of_somebody(path):
    text = path.read_text()
    assert [] == HOST.findall(text) + MACHINE.findall(text)


def test_every_page_is_reached_from_the_index():
    listed = set(re.findall(r"^[\w/-]+$", (DOCS / "index.md").read_text(), re.MULTILINE))
    there = {path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md")} - {"index"}
    assert there == listed


def test_a_wrong_page_is_found_out(tmp_path):
    page = "```console\n$ echo one\ntwo\n```\n```text\nloose\n```\n```pycon\n>>> 1 + 1\n3\n```\n"
    assert ["line 1", "line 5", "line 8"] == [message.split(":")[0] for message in run_page(page, tmp_path)]


def test_the_exit_code_of_a_command_lasts_until_the_next(tmp_path):
    assert [] == run_page("```console\n$ false\n$ echo $?\n1\n$ echo $?\n0\n```\n", tmp_path)


@pytest.mark.parametrize(
    ("expected", "shown", "same"),
    [
        (["a", "b"], ["a", "b"], True),
        (["a"], ["a", "b"], False),
        (["a", "...", "d"], ["a", "b", "c", "d"], True),
        (["a", "...", "d"], ["a", "d"], True),
        (["a", "...", "d"], ["a", "d", "e"], False),
        (["...", "c", "..."], ["a", "b", "c", "d"], True),
        (["...", "c", "..."], ["a", "b"], False),
    ],
)
def test_three_dots_stand_for_any_lines(expected, shown, same):
    assert same == matches(expected, shown)


def test_a_command_may_go_over_two_lines():
    assert [("echo \\\n  one", ["one"])] == [tuple(each) for each in commands_of("$ echo \\\n  one\none\n")]
