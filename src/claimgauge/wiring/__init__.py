"""Names and paths → objects; the one place where rooms meet.

A name is loaded when it is first used, so that a command loads what it works with and nothing else.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimgauge.wiring.assessors import assess, assessing, score, scoring
    from claimgauge.wiring.calibrations import DEFAULT_COSTS, load_costs, rubric_of, write_proposed_bands
    from claimgauge.wiring.codebooks import DEFAULT_CODEBOOK, load_codebook
    from claimgauge.wiring.contracts import load_contract
    from claimgauge.wiring.criticality import DEFAULT_CRITICALITY, load_criticality
    from claimgauge.wiring.drafts import draft_contract
    from claimgauge.wiring.entailment import load_entailment
    from claimgauge.wiring.evidence import load_evidence, load_mapping
    from claimgauge.wiring.examples import ExampleResult, run_examples
    from claimgauge.wiring.frames import assess_async, assess_frame
    from claimgauge.wiring.models import load_extractor, load_model, open_model
    from claimgauge.wiring.narrations import (
        Teller,
        Telling,
        narrate,
        narrate_async,
        narrate_rows,
        repair,
        repair_async,
        request_writer,
        tellers,
    )
    from claimgauge.wiring.narrators import FORMS, load_narrator
    from claimgauge.wiring.owned_files import append, locked, open_to_append, own_folder, replace_whole
    from claimgauge.wiring.plans import Plan
    from claimgauge.wiring.policies import load_bundle, load_policies, shipped_policies
    from claimgauge.wiring.policy_examples import PolicyExampleResult, run_policy_examples
    from claimgauge.wiring.prompts import load_prompt
    from claimgauge.wiring.prose import load_prose_tables, prose_reader
    from claimgauge.wiring.quantities import load_quantity_tables
    from claimgauge.wiring.registers import (
        DEFAULT_EVIDENCE_RULES,
        EVIDENCE_RULES,
        checklist,
        documented_rubric,
        load_evidence_rules,
        load_register,
        read_pages,
        write_checklist,
    )
    from claimgauge.wiring.release import DEFAULT_RELEASE, emission_writer, load_release
    from claimgauge.wiring.replays import replay_study
    from claimgauge.wiring.reports import (
        WriteReport,
        report_writer,
        write_agreement,
        write_calibration,
        write_comparison,
        write_replay,
        write_weights,
    )
    from claimgauge.wiring.rubrics import DEFAULT_RUBRIC, load_rubric
    from claimgauge.wiring.runs import Finished, Run, assess_all, open_run
    from claimgauge.wiring.schemas import KINDS, json_schema
    from claimgauge.wiring.sensitivity import Weighed, sensitivities
    from claimgauge.wiring.shipped import shipped_names
    from claimgauge.wiring.verifying import case_verifier, load_verifier, verifiers, verify, verify_all
    from claimgauge.wiring.weights import load_protocol, random_indices, weigh, write_proposal, write_protocol
    from claimgauge.wiring.whole_files import apart, write_whole

_HOMES = {
    "DEFAULT_CODEBOOK": "codebooks",
    "DEFAULT_COSTS": "calibrations",
    "DEFAULT_CRITICALITY": "criticality",
    "DEFAULT_EVIDENCE_RULES": "registers",
    "DEFAULT_RELEASE": "release",
    "DEFAULT_RUBRIC": "rubrics",
    "EVIDENCE_RULES": "registers",
    "ExampleResult": "examples",
    "FORMS": "narrators",
    "Finished": "runs",
    "KINDS": "schemas",
    "Plan": "plans",
    "PolicyExampleResult": "policy_examples",
    "Run": "runs",
    "Teller": "narrations",
    "Telling": "narrations",
    "Weighed": "sensitivity",
    "WriteReport": "reports",
    "apart": "whole_files",
    "append": "owned_files",
    "assess": "assessors",
    "assess_all": "runs",
    "assess_async": "frames",
    "assess_frame": "frames",
    "assessing": "assessors",
    "case_verifier": "verifying",
    "checklist": "registers",
    "documented_rubric": "registers",
    "draft_contract": "drafts",
    "emission_writer": "release",
    "json_schema": "schemas",
    "load_bundle": "policies",
    "load_codebook": "codebooks",
    "load_contract": "contracts",
    "load_costs": "calibrations",
    "load_criticality": "criticality",
    "load_entailment": "entailment",
    "load_evidence": "evidence",
    "load_evidence_rules": "registers",
    "load_extractor": "models",
    "load_mapping": "evidence",
    "load_model": "models",
    "load_narrator": "narrators",
    "load_policies": "policies",
    "load_prompt": "prompts",
    "load_prose_tables": "prose",
    "load_protocol": "weights",
    "load_quantity_tables": "quantities",
    "load_register": "registers",
    "load_release": "release",
    "load_rubric": "rubrics",
    "load_verifier": "verifying",
    "locked": "owned_files",
    "narrate": "narrations",
    "narrate_async": "narrations",
    "narrate_rows": "narrations",
    "open_model": "models",
    "open_run": "runs",
    "open_to_append": "owned_files",
    "own_folder": "owned_files",
    "prose_reader": "prose",
    "random_indices": "weights",
    "read_pages": "registers",
    "repair": "narrations",
    "repair_async": "narrations",
    "replace_whole": "owned_files",
    "replay_study": "replays",
    "report_writer": "reports",
    "request_writer": "narrations",
    "rubric_of": "calibrations",
    "run_examples": "examples",
    "run_policy_examples": "policy_examples",
    "score": "assessors",
    "scoring": "assessors",
    "sensitivities": "sensitivity",
    "shipped_names": "shipped",
    "shipped_policies": "policies",
    "tellers": "narrations",
    "verifiers": "verifying",
    "verify": "verifying",
    "verify_all": "verifying",
    "weigh": "weights",
    "write_agreement": "reports",
    "write_calibration": "reports",
    "write_checklist": "registers",
    "write_comparison": "reports",
    "write_proposal": "weights",
    "write_proposed_bands": "calibrations",
    "write_protocol": "weights",
    "write_replay": "reports",
    "write_weights": "reports",
    "write_whole": "whole_files",
}

__all__ = [
    "DEFAULT_CODEBOOK",
    "DEFAULT_COSTS",
    "DEFAULT_CRITICALITY",
    "DEFAULT_EVIDENCE_RULES",
    "DEFAULT_RELEASE",
    "DEFAULT_RUBRIC",
    "EVIDENCE_RULES",
    "FORMS",
    "KINDS",
    "ExampleResult",
    "Finished",
    "Plan",
    "PolicyExampleResult",
    "Run",
    "Teller",
    "Telling",
    "Weighed",
    "WriteReport",
    "apart",
    "append",
    "assess",
    "assess_all",
    "assess_async",
    "assess_frame",
    "assessing",
    "case_verifier",
    "checklist",
    "documented_rubric",
    "draft_contract",
    "emission_writer",
    "json_schema",
    "load_bundle",
    "load_codebook",
    "load_contract",
    "load_costs",
    "load_criticality",
    "load_entailment",
    "load_evidence",
    "load_evidence_rules",
    "load_extractor",
    "load_mapping",
    "load_model",
    "load_narrator",
    "load_policies",
    "load_prompt",
    "load_prose_tables",
    "load_protocol",
    "load_quantity_tables",
    "load_register",
    "load_release",
    "load_rubric",
    "load_verifier",
    "locked",
    "narrate",
    "narrate_async",
    "narrate_rows",
    "open_model",
    "open_run",
    "open_to_append",
    "own_folder",
    "prose_reader",
    "random_indices",
    "read_pages",
    "repair",
    "repair_async",
    "replace_whole",
    "replay_study",
    "report_writer",
    "request_writer",
    "rubric_of",
    "run_examples",
    "run_policy_examples",
    "score",
    "scoring",
    "sensitivities",
    "shipped_names",
    "shipped_policies",
    "tellers",
    "verifiers",
    "verify",
    "verify_all",
    "weigh",
    "write_agreement",
    "write_calibration",
    "write_checklist",
    "write_comparison",
    "write_proposal",
    "write_proposed_bands",
    "write_protocol",
    "write_replay",
    "write_weights",
    "write_whole",
]


def __getattr__(name: str) -> object:
    if name in _HOMES:
        found = getattr(import_module(f"claimgauge.wiring.{_HOMES[name]}"), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module 'claimgauge.wiring' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
