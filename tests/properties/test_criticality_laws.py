"""The laws of criticality: rules only raise, their order means nothing, and a reviewer's word stands."""

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from claimgauge.calibration.criticality import criticality_sensitivity, higher_level, lower_level
from claimgauge.claims import Claim
from claimgauge.criticality import Criticality, CriticalityRule, CriticalityRules, criticality_problems, reviewer_value
from claimgauge.labels import LABELS
from claimgauge.risk import assess_risk
from claimgauge.wiring import scoring
from tests.risk_building import GUARDED, PAPER, case_of, fact, labelled, rows_of

FEW = settings(max_examples=60, deadline=None)
WORDS = ("fee", "law", "notice", "period", "dose", "door", "95", "euros")
PHRASES = ("fee", "law", "notice period", "dos*", "not*", "#", "notice *", "# euros")

texts = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join) | st.text(max_size=30)
claims = st.builds(
    Claim,
    claim_id=st.just("c1"),
    claim_type=st.sampled_from(("FACT", "PRICE")),
    text=texts,
    cited_entities=st.lists(st.sampled_from(("amex-bcp", "harbor")), max_size=2).map(tuple),
    cited_numbers=st.lists(st.sampled_from(("fee_usd=95", "12")), max_size=2).map(tuple),
)
some = st.lists(st.sampled_from(PHRASES), min_size=1, max_size=3).map(tuple)
bare_rules = st.builds(
    CriticalityRule,
    id=st.just(""),
    value=st.sampled_from((1.0, 1.5, 2.0, 3.0, 3.0, 10.0)),
    patterns=some,
    entities=st.just(()) | st.just(()) | st.just(("amex bcp",)),
    claim_types=st.just(()) | st.just(("PRICE",)),
    use_cases=st.just(()) | st.just(("retail",)),
    fields=st.just(()) | st.just(()) | st.just(("fee_usd",)),
)


def named(rules, names="abcdefghij"):
    return tuple(replace(rule, id=name) for rule, name in zip(rules, names, strict=False))


def document(rules):
    return CriticalityRules(schema="claimgauge.criticality/1", id="m", version="1", rules=tuple(rules))


rule_sets = st.lists(bare_rules, min_size=1, max_size=6).map(named)
use_cases = st.sampled_from(("", "retail"))
given_values = st.sampled_from((1.0, 0.5, 2.0, 4.0))


def decide(rules, claim, use_case):
    return Criticality(document(rules)).decide(claim, use_case=use_case, place="claims[0].criticality")


@FEW
@given(rule_sets, claims, use_cases)
def test_the_rules_that_are_drawn_make_sense(rules, claim, use_case):
    assert [] == list(criticality_problems(document(rules)))
    assert decide(rules, claim, use_case).value >= 1


@FEW
@given(rule_sets, claims, use_cases, st.randoms(use_true_random=False))
def test_the_order_of_rules_changes_nothing(rules, claim, use_case, chance):
    other = list(rules)
    chance.shuffle(other)
    assert decide(rules, claim, use_case) == decide(other, claim, use_case)
    assert document(rules).digest == document(other).digest


@FEW
@given(rule_sets, bare_rules, claims, use_cases)
def test_one_rule_more_never_lowers_a_claim(rules, more, claim, use_case):
    before, after = decide(rules, claim, use_case), decide((*rules, replace(more, id="z")), claim, use_case)
    assert after.value >= before.value
    assert set(before.holding) <= set(after.holding)


@FEW
@given(rule_sets, claims, use_cases, given_values, st.sampled_from(("", "B. Ortiz")))
def test_a_reviewer_has_the_last_word_and_nobody_else_lowers(rules, claim, use_case, value, who):
    found = decide(rules, replace(claim, criticality=value, criticality_by=who), use_case)
    alone = decide(rules, claim, use_case).value
    reviewed = reviewer_value(replace(claim, criticality=value, criticality_by=who))
    assert (alone if reviewed is None else reviewed) == found.value
    assert alone == found.ruled
    assert (reviewed is not None) == (found.by == "reviewer")


@FEW
@given(rule_sets, claims, use_cases)
def test_the_rule_that_decided_is_one_that_holds_and_has_the_value(rules, claim, use_case):
    found = decide(rules, claim, use_case)
    values = {rule.id: rule.value for rule in rules}
    assert (found.rule is None) == (not found.holding)
    if found.rule is not None:
        assert found.value == values[found.rule] == max(values[name] for name in found.holding)


@FEW
@given(rule_sets, texts, texts, st.sampled_from(LABELS))
def test_with_any_rules_a_label_more_never_lowers_the_index(rules, one, other, label):
    def index(labels):
        claims = [
            {"claimId": "a", "text": one, "labels": labels},
            {"claimId": "b", "text": other, "labels": ["PARTIAL"]},
        ]
        (out,) = rows_of([case_of(*claims)], scoring(GUARDED, criticality=document(rules)))
        return out.index.value

    assert index(["PARTIAL", label] if label != "PARTIAL" else ["PARTIAL"]) >= index(["PARTIAL"])


@FEW
@given(
    st.sampled_from((PAPER, GUARDED)),
    st.lists(st.sampled_from([name for name in LABELS if name not in ("CONTRADICTED", "VALIDATED_NEGATIVE_FEEDBACK")]),
             max_size=5),
    st.sampled_from((1.0, 1.5, 2.0, 2.5, 3.0)),
    st.sampled_from((1.0, 1.5, 2.0, 2.5, 3.0, 7.0)),
)  # fmt: skip
def test_a_contradiction_that_is_more_critical_never_lowers_the_index(rubric, others, low, more):
    """Among claims that carry one label each and are known; what is unknown can leave an answer without an index."""
    rest = [labelled(name, name=f"o{number}") for number, name in enumerate(others) if name != "UNKNOWN"]

    def index(v):
        worst = labelled(("CONTRADICTED", "F", "C"), v=v, name="worst")
        return assess_risk([worst, *rest], rubric).index.value

    assert index(low + more) >= index(low) - 1e-12


@FEW
@given(
    st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from((1, 1, 2, 3, 2.5))), min_size=1, max_size=5),
    st.sampled_from((PAPER, GUARDED)),
)
def test_the_sensitivity_gives_again_what_was_judged_and_names_what_decides(given_claims, rubric):
    claims = [fact(f"c{number}", labels=[label], criticality=v) for number, (label, v) in enumerate(given_claims)]
    (out,) = rows_of([{"claims": claims}], scoring(rubric))
    found = criticality_sensitivity(out, rubric)
    judged = found.variants["as_judged"]
    assert (out.index.score if out.index else None) == judged.score
    for claim in found.claims:
        assert (claim.lower is None) == (lower_level(claim.criticality) is None)
        assert (claim.higher is None) == (higher_level(claim.criticality) is None)
        bands = {shift.outcome.band for shift in (claim.lower, claim.higher) if shift is not None}
        assert claim.changes_band == (not bands <= {judged.band})
    assert list(found.deciding) == [claim.claim_id for claim in found.claims if claim.changes_band]
    if all(v == 1 for _label, v in given_claims):
        assert judged == found.variants["all_one"] == found.variants["all_lower"]
