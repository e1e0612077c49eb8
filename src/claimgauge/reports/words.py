"""What the words on a page mean, in plain sentences."""

from typing import Final

from claimgauge.gates import FindingCode, GateName
from claimgauge.labels import Label
from claimgauge.risk import Action

ACTIONS: Final[dict[Action, str]] = {
    "release": "may be released, with normal logging",
    "caution": "may be released with its sources in view, or with a word of caution to the user",
    "review": "a person verifies the answer before it is used",
    "block": "no use without formal review",
}

LABEL_MEANINGS: Final[dict[Label, str]] = {
    "SUPPORTED": "the evidence supports it",
    "PARTIAL": "the evidence supports part of it",
    "UNSUPPORTED": "no evidence supports it",
    "CONTRADICTED": "the evidence says otherwise",
    "OUTDATED": "its evidence is no longer valid",
    "OUT_OF_SCOPE": "its evidence does not apply to this request",
    "ACCESS_GAP": "what would settle it may not be read",
    "VALIDATED_NEGATIVE_FEEDBACK": "people have found it wrong before",
    "UNKNOWN": "it could not be labelled",
}

TONES: Final[dict[Label, str]] = {
    "SUPPORTED": "ok",
    "PARTIAL": "mild",
    "UNSUPPORTED": "open",
    "CONTRADICTED": "bad",
    "OUTDATED": "mild",
    "OUT_OF_SCOPE": "mild",
    "ACCESS_GAP": "mild",
    "VALIDATED_NEGATIVE_FEEDBACK": "mild",
    "UNKNOWN": "open",
}
"""The look of a label, beside its name and never in its place."""

CODE_MEANINGS: Final[dict[FindingCode, str]] = {
    "no_citation": "it cites no evidence",
    "unknown_evidence": "it cites evidence that is not there",
    "unknown_entity": "it cites a name that the evidence does not hold",
    "unknown_number": "it cites a number that the evidence does not hold",
    "unbound_entity": "the name it cites is not in the evidence it cites",
    "unbound_number": "the number it cites is not in the evidence it cites",
    "different_value": "the evidence it cites holds another value",
    "wrong_direction": "it says up, down, more or less where its evidence says otherwise",
    "null_field": "the field it names is known to be empty",
    "missing_type": "it cites no evidence of a type that its claim type asks for",
    "undeclared_number": "its text holds a number that it does not declare",
    "undeclared_entity": "its text holds a name that it does not declare",
    "needs_computation": "its value follows only by arithmetic that it does not give",
    "ambiguous_quantity": "its number or unit can be read in more than one way",
    "coarse_rounding": "its number is rounded further than allowed",
    "missing_field": "it does not state a field that its claim type asks for",
    "forbidden_field": "it states a field that its claim type must not state",
    "nothing_declared": "it declares nothing that could be checked",
    "citation_count": "it cites more or fewer pieces of evidence than its claim type asks for",
}

INELIGIBLE: Final[dict[str, str]] = {
    "not_yet_valid": "it is not valid yet",
    "expired": "it is no longer valid",
    "superseded": "a later version has replaced it",
    "too_old": "it is older than its type may be",
    "age_unknown": "its age is not known, and its type may be only so old",
    "out_of_scope": "it does not apply to this request",
}
"""Why a source that may be read settles nothing."""

REASON_MEANINGS: Final[dict[str, str]] = {
    **{str(code): meaning for code, meaning in CODE_MEANINGS.items()},
    "not_yet_valid": "what supports it is not valid yet",
    "expired": "what supports it is no longer valid",
    "superseded": "what supports it has been replaced by a later version",
    "too_old": "what supports it is too old",
    "age_unknown": "the age of what supports it is not known",
    "source_does_not_apply": "what supports it does not apply to this request",
    "request": "the whole request is out of scope",
    "denied_source_cited": "it cites evidence that may not be read",
    "denied_source_matches": "it is about a source that may not be read",
    "different_number": "the evidence says the same with another number",
    "denied": "the evidence says the same and denies it, or the other way round",
    "opposite_direction": "the evidence says that it went the other way",
    "verified": "no gate found anything",
    "declared": "the label came with the claim",
    "no_evidence": "it cites nothing that it could be held against",
    "no_label": "no label came with it",
    "repeated": "people have found it wrong more than once",
    "unresolved": "people have found it wrong, and it is not resolved",
    "repeated and unresolved": "people have found it wrong more than once, and it is not resolved",
    "resolved": "people have found it wrong once, and it is resolved",
    "minimum_evidence scientific": "its source is not enough for a claim of science or method",
    "minimum_evidence benchmark": "its source is not enough for a property or a number of a benchmark",
    "minimum_evidence capability": "its source is not enough for what a product can do",
    "minimum_evidence governance_framework": "its source is not the document of the body that issues the framework",
    "minimum_evidence internal_policy": "its source is not enough for an internal rule or a permission",
    "minimum_evidence design_choice": "its source does not say that it is proposed",
}

GATE_OF: Final[dict[FindingCode, GateName]] = {
    "no_citation": "existence",
    "unknown_evidence": "existence",
    "unknown_entity": "entities",
    "unbound_entity": "entities",
    "unknown_number": "numbers",
    "unbound_number": "numbers",
    "different_value": "numbers",
    "null_field": "numbers",
    "ambiguous_quantity": "numbers",
    "coarse_rounding": "numbers",
    "missing_type": "type_rules",
    "missing_field": "type_rules",
    "forbidden_field": "type_rules",
    "citation_count": "type_rules",
    "nothing_declared": "existence",
    "undeclared_number": "prose",
    "undeclared_entity": "prose",
    "wrong_direction": "prose",
    "needs_computation": "derived",
}
"""The gate in whose column a code is shown."""

GATE_QUESTIONS: Final[dict[GateName, str]] = {
    "existence": "is the cited evidence there?",
    "entities": "are the cited names in the evidence?",
    "numbers": "are the cited numbers in the evidence?",
    "type_rules": "is evidence of the right type cited?",
    "prose": "does the text say only what is declared?",
    "derived": "do computed values come out again?",
}

NOT_CHECKED_MEANINGS: Final[dict[str, str]] = {
    "prose": "The text of a claim was not read. A claim is judged by the evidence, names and numbers it declares.",
    "binding": "A name or a number may stand in evidence that the claim does not cite.",
    "units": "Numbers were compared as written, without units: 95 and 95.00 differ.",
    "derived_values": "Nothing was recomputed: sums, differences and rankings were not checked.",
    "direction": "Words such as rose and fell are read in English only, and this contract is for another language.",
    "meaning": "What a claim says of its names and numbers was not read: within a clause they may be exchanged, and"
    " what they have to do with each other is open.",
    "names_outside_evidence": "A name in the text that no evidence holds cannot be told from other words.",
    "truth_of_evidence": "The evidence itself may be wrong. Nothing compares the evidence with the world.",
}
"""Each word of `notChecked`, as in the verdicts reference."""

AGGREGATIONS: Final[dict[str, str]] = {
    "hybrid": "The index is the larger of the additive value and the highest floor",
    "additive": "The index is the additive value alone: this rubric does not count floors",
    "max": "The index is the largest dimension score alone: this rubric counts neither sums nor floors",
    "multiplicative": "The index multiplies what each dimension leaves, (1 - s)^w, and takes that from 1:"
    " this rubric does not count floors",
}
