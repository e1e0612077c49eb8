"""The laws of the risk index, over rubrics and answers of every kind.

A rubric is *usable* when it makes sense, and *accepted* when its numbers keep the law of support as
well: both are drawn, for most laws hold of every usable one.
"""

import fractions
import itertools
import json
import math
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from claimgauge.feedback import Recurrence
from claimgauge.labels import DIMENSIONS, LABELS
from claimgauge.risk import (
    AGGREGATORS,
    NO_EVIDENCE,
    Band,
    LabelledClaim,
    Rubric,
    assess_risk,
    band_of,
    dimension_scores,
    floor_hits,
    labelled_share,
    law_problems,
    rubric_problems,
)
from claimgauge.risk.index import risk_index
from claimgauge.risk.sums import SumWithout
from claimgauge.workflow import Assessment, AssessmentError, RiskTally
from tests.properties import strategies as some
from tests.risk_building import (
    GUARDED,
    PAPER,
    answer_of,
    assessed,
    changed,
    fact,
    floor_rule,
    labelled,
    said,
    scored,
    with_label,
)

ROOT = Path(__file__).parent.parent.parent
SUPPORT = ("SUPPORTED", "PARTIAL", "UNSUPPORTED", "CONTRADICTED")
BESIDE = tuple(label for label in LABELS if label not in SUPPORT)
EXACT = {"hybrid": 0.0, "additive": 0.0, "max": 0.0, "multiplicative": 1e-15}
"""How far an aggregator may fall by rounding alone: logarithms are not rounded exactly, sums are."""
TOLERANCE = 1e-11
"""`rubric check` compares weights up to 1e-12."""
TIMES = int(os.environ.get("CLAIMGAUGE_TIMES", "1"))
"""How many times the usual number of examples: a few on each change, more before a release."""
FEW = settings(max_examples=25 * TIMES)
SOME = settings(max_examples=60 * TIMES)
MANY = settings(max_examples=150 * TIMES)

# Rubrics.

amounts = st.sampled_from((0.0, 0.1, 0.2, 0.25, 0.5, 0.6, 0.75, 1.0)) | st.floats(0, 1)
some_dimensions = st.lists(st.sampled_from("FCUOSP" * 3 + "H"), min_size=1, max_size=3, unique=True).map(tuple)


@st.composite
def weightings(draw):
    parts = draw(
        st.lists(st.sampled_from((0, 0, 1, 2, 5, 10)) | st.floats(0, 10), min_size=7, max_size=7).filter(
            lambda found: math.fsum(found) > 1e-3
        )
    )
    total = math.fsum(parts)
    return {name: min(1.0, part / total) for name, part in zip(DIMENSIONS, parts, strict=True)}


@st.composite
def label_rules(draw):
    """Any contribution to any dimensions, with another choice of them or without."""
    rules = {}
    for label in LABELS:
        contribution = draw(amounts)
        if label == "SUPPORTED":
            contribution = 0.0
        if label == "UNKNOWN":
            contribution = max(contribution, 0.01)
        goes = {"dimensions": draw(some_dimensions)} if contribution else {"dimensions": ()}
        goes |= {"or": draw(some_dimensions)} if contribution and draw(st.booleans()) else {}
        rules[label] = {"contribution": contribution, **goes}
    return rules


@st.composite
def nested_label_rules(draw):
    """Each severer label of support contributes at least as much, and goes wherever the milder may go."""
    rules = draw(label_rules())
    rising = sorted(draw(st.tuples(amounts, amounts, amounts)))
    reached = ()
    for label, contribution in zip(SUPPORT[1:], rising, strict=True):
        reached = tuple(dict.fromkeys(reached + draw(some_dimensions)))
        wider = tuple(dict.fromkeys(reached + draw(some_dimensions)))
        rules[label] = {"contribution": contribution, "dimensions": reached}
        if draw(st.booleans()):
            rules[label]["or"] = reached = wider
    return rules


@st.composite
def floors(draw):
    labels = draw(st.lists(st.sampled_from(LABELS[1:]), min_size=1, max_size=3, unique=True))
    conditions = {}
    if draw(st.booleans()):
        low, high = sorted(draw(st.tuples(*[st.sampled_from((0.5, 1.0, 2.0, 3.0)) | st.floats(0.1, 10)] * 2)))
        conditions["criticality"] = draw(
            st.sampled_from([{"from": low}, {"below": high}, *([{"from": low, "below": high}] if low < high else [])])
        )
    kind = draw(st.sampled_from(("one", "share", "share", "count", "feedback", "request")))
    if kind == "share":
        conditions["share"] = {"from": draw(st.sampled_from((0.2, 1 / 3, 0.5, 2 / 3, 1.0)) | st.floats(0.01, 1))}
    elif kind == "count":
        conditions["count"] = {"from": draw(st.sampled_from((1.0, 2.0, 3.0, 2.5)))}
    elif kind == "feedback":
        labels = ["VALIDATED_NEGATIVE_FEEDBACK"]
        conditions["feedback"] = draw(st.sampled_from((["repeated"], ["unresolved"], ["repeated", "unresolved"])))
    elif kind == "request":
        labels, conditions = ["OUT_OF_SCOPE"], {"request": True}
    return floor_rule(*labels, **conditions, value=draw(amounts))


@st.composite
def bandings(draw):
    bounds = draw(st.sets(st.sampled_from((5.0, 7.5, 20.0, 45.0, 50.0, 75.0)) | st.floats(0, 99), max_size=4))
    actions = st.sampled_from(("release", "caution", "review", "block"))
    return tuple(
        Band(name=f"band {number}", up_to=bound, action=draw(actions))
        for number, bound in enumerate([*sorted(bounds), 100.0])
    )


@st.composite
def usable_rubrics(draw, rules=label_rules()):  # noqa: B008
    """Any rubric that `load_rubric` would take."""
    plain = msgspec.to_builtins(PAPER) | {
        "id": "drawn",
        "aggregator": draw(st.sampled_from(tuple(AGGREGATORS))),
        "weights": draw(weightings()),
        "labels": draw(rules),
        "unassessed": {"no_claims": True, "labelled_share_below": draw(st.sampled_from((0.0, 0.25, 0.5, 0.9, 1.0)))},
        "review": {key: draw(st.booleans()) for key in ("unknown", "no_evidence", "conflict")},
        "gates": {code: {"label": judged.label} for code, judged in PAPER.gates.items()},
    }
    rubric = msgspec.convert(plain, Rubric)
    return changed(rubric, floors=tuple(draw(st.lists(floors(), max_size=5))), bands=draw(bandings()))


@st.composite
def weighed_rubrics(draw):
    """The labels of the shipped rubrics, other weights and floors."""
    drawn = draw(usable_rubrics())
    ours = draw(st.booleans())
    aggregator = draw(st.sampled_from(("hybrid", "additive")))
    kept = (*GUARDED.floors, *drawn.floors) if ours else drawn.floors
    return changed(drawn, labels=PAPER.labels, aggregator=aggregator, floors=kept)


shipped = st.sampled_from((PAPER, GUARDED))
rubrics = shipped | usable_rubrics() | usable_rubrics(rules=nested_label_rules())
accepted = (
    shipped | usable_rubrics(rules=nested_label_rules()) | weighed_rubrics().filter(lambda each: not law_problems(each))
)

# Answers.

usual_criticality = st.sampled_from((1.0, 1.0, 2.0, 3.0, 0.5, 2.5))
criticalities = usual_criticality | st.floats(1e-300, 1e300)
feedbacks = st.just(0.0) | st.floats(0, 1)
recurrences = st.none() | st.builds(
    Recurrence, event_ids=st.just(("f1",)), repeated=st.booleans(), unresolved=st.booleans()
)


def choices(rubric, label):
    """What a labeller may name: nothing, or one of the rubric's choices."""
    rule = rubric.labels[label]
    return [(), *(each for each in (rule.dimensions, rule.or_) if each)]


@st.composite
def judgements(draw, rubric, among=LABELS):
    label = draw(st.sampled_from(among))
    reason = draw(st.sampled_from(("declared", "no_evidence", "verified")))
    return said(label, *draw(st.sampled_from(choices(rubric, label))), reason=reason)


@st.composite
def answers(draw, rubric, *, min_size=0, v=criticalities):
    claims = draw(
        st.lists(
            st.builds(
                LabelledClaim,
                claim_id=st.just(""),
                criticality=v,
                judgements=st.lists(judgements(rubric), max_size=3).map(tuple),
                recurrence=recurrences,
            ),
            min_size=min_size,
            max_size=12,
        )
    )
    return [changed(claim, claim_id=f"c{place}") for place, claim in enumerate(claims)]


def draw_answer(data, rubric, **keys):
    return data.draw(answers(rubric, **keys), label="claims")


def index_of(claims, rubric, *, feedback=0.0, request_out_of_scope=False):
    """The index of any answer, labelled or not: what `assess_risk` computes once it has decided to."""
    hits = floor_hits(claims, rubric, request_out_of_scope=request_out_of_scope)
    return risk_index(dimension_scores(claims, rubric, feedback=feedback), hits, rubric)


def replaced(claims, place, **values):
    return [changed(claim, **values) if index == place else claim for index, claim in enumerate(claims)]


def exact_share(claims, held):
    """The share of criticality of the claims for which `held` holds, as a fraction."""
    total = sum(fractions.Fraction(claim.criticality) for claim in claims)
    return sum(fractions.Fraction(claim.criticality) for claim in claims if held(claim)) / total


# The rubrics that are drawn.


@SOME
@given(rubric=usable_rubrics() | usable_rubrics(rules=nested_label_rules()) | weighed_rubrics())
def test_every_rubric_that_is_drawn_makes_sense(rubric):
    assert () == rubric_problems(rubric)


@FEW
@given(rubric=usable_rubrics(rules=nested_label_rules()))
def test_nested_rules_are_accepted(rubric):
    assert () == law_problems(rubric)


# Law 1: nothing unknown is released unseen.


@FEW
@given(rubric=rubrics, data=st.data(), feedback=feedbacks)
def test_without_claims_or_with_too_few_labelled_there_is_no_number(rubric, data, feedback):
    claims = draw_answer(data, rubric, v=usual_criticality)
    risk = assess_risk(claims, rubric, feedback=feedback)
    if not claims:
        assert ("unassessed", "no_claims", None, None, None) == (
            risk.status,
            risk.reason,
            risk.index,
            risk.dimensions,
            risk.labelled_share,
        )
    else:
        share = exact_share(
            claims,
            lambda claim: (
                not claim.labels <= {"UNKNOWN", "VALIDATED_NEGATIVE_FEEDBACK"} or ("UNKNOWN" not in claim.labels)
            ),
        )
        assert float(share) == risk.labelled_share
        below = risk.labelled_share < rubric.unassessed.labelled_share_below
        assert (below, "labelled_share" if below else None) == (risk.index is None, risk.reason)
    assert risk.review or risk.index is not None


@FEW
@given(rubric=rubrics, data=st.data())
def test_what_is_unknown_without_evidence_or_in_conflict_goes_to_review_whatever_the_band(rubric, data):
    claims = draw_answer(data, rubric, min_size=1)
    risk = assess_risk(claims, rubric)
    routed = {
        "unknown": any("UNKNOWN" in claim.labels for claim in claims),
        "no_evidence": any(each.reason in NO_EVIDENCE for claim in claims for each in claim.judgements),
        "conflict": any({"SUPPORTED", "CONTRADICTED"} <= claim.labels for claim in claims),
    }
    by_band = risk.index is None or risk.index.action in ("review", "block")
    expected = by_band or any(getattr(rubric.review, key) and holds for key, holds in routed.items())
    assert expected == risk.review


# Law 2: what gets worse never scores lower.


@FEW
@given(rubric=rubrics, data=st.data(), feedback=feedbacks, scope=st.booleans())
def test_the_index_lies_between_nothing_and_one_and_the_hybrid_is_never_below_the_sum(rubric, data, feedback, scope):
    index = index_of(draw_answer(data, rubric), rubric, feedback=feedback, request_out_of_scope=scope)
    assert 0 <= index.additive <= index.hybrid <= 1
    assert 0 <= index.value <= 1
    assert 0 <= index.score <= 100
    assert max(index.additive, index.floor) == index.hybrid
    assert band_of(index.value, rubric).name == index.band


@SOME
@given(rubric=rubrics, data=st.data(), feedback=feedbacks, more=st.floats(0, 1))
def test_raising_a_contribution_never_lowers_the_index(rubric, data, feedback, more):
    label = data.draw(st.sampled_from([name for name in LABELS[1:] if rubric.labels[name].dimensions]))
    rule = rubric.labels[label]
    raised = with_label(rubric, label, contribution=min(1.0, rule.contribution + more * (1 - rule.contribution)))
    claims = draw_answer(data, rubric)
    before, after = (index_of(claims, each, feedback=feedback).value for each in (rubric, raised))
    assert after >= before - EXACT[rubric.aggregator]


@SOME
@given(rubric=rubrics, data=st.data(), feedback=feedbacks)
def test_adding_a_label_to_a_claim_never_lowers_the_index(rubric, data, feedback):
    """A claim that has none is UNKNOWN, and loses that label with the first it gets."""
    claims = draw_answer(data, rubric, min_size=1)
    place = data.draw(st.integers(0, len(claims) - 1))
    assume(claims[place].judgements)
    another = data.draw(judgements(rubric))
    worse = replaced(claims, place, judgements=(*claims[place].judgements, another))
    before, after = (index_of(each, rubric, feedback=feedback).value for each in (claims, worse))
    assert after >= before - EXACT[rubric.aggregator]


@SOME
@given(rubric=rubrics, data=st.data(), lower=feedbacks, higher=feedbacks)
def test_more_feedback_never_lowers_the_index(rubric, data, lower, higher):
    claims = draw_answer(data, rubric)
    low, high = sorted((lower, higher))
    before, after = (index_of(claims, rubric, feedback=each).value for each in (low, high))
    assert after >= before - EXACT[rubric.aggregator]


def beside(rubric):
    """The other labels that a claim may carry without taking up what a label of support contributes."""
    taken = {k for label in SUPPORT for goes in choices(rubric, label) for k in goes}
    return [label for label in BESIDE if taken.isdisjoint(k for goes in choices(rubric, label) for k in goes)]


@MANY
@given(rubric=accepted, data=st.data(), feedback=feedbacks, scope=st.booleans())
def test_a_severer_label_of_support_never_lowers_the_index_of_an_accepted_rubric(rubric, data, feedback, scope):
    """For every choice of dimensions, with share and count floors, beside labels that go elsewhere."""
    claims = draw_answer(data, rubric, min_size=1, v=data.draw(st.sampled_from((usual_criticality, criticalities))))
    place = data.draw(st.integers(0, len(claims) - 1))
    pair = data.draw(st.sampled_from(list(itertools.combinations(SUPPORT, 2))))
    others = data.draw(st.lists(judgements(rubric, among=beside(rubric)), max_size=2)) if beside(rubric) else []
    values = []
    for label in pair:
        goes = data.draw(st.sampled_from(choices(rubric, label)))
        answer = replaced(claims, place, judgements=(said(label, *goes), *others))
        values.append(index_of(answer, rubric, feedback=feedback, request_out_of_scope=scope).value)
    assert values[1] >= values[0] - TOLERANCE


@SOME
@given(
    labels=st.lists(st.sampled_from((*SUPPORT, "UNKNOWN", "OUTDATED")), min_size=1, max_size=9),
    rubric=shipped,
    data=st.data(),
)
def test_the_whole_answer_getting_worse_step_by_step_never_scores_lower(labels, rubric, data):
    """The share floors of guarded among them: claims turn from one label of support to the next, in any order."""
    v = data.draw(st.sampled_from((1.0, 2.0, 3.0)))
    before = index_of(answer_of(*labels, v=v), rubric).value
    while any(label in SUPPORT[:-1] for label in labels):
        place = data.draw(st.sampled_from([place for place, label in enumerate(labels) if label in SUPPORT[:-1]]))
        labels = [*labels[:place], SUPPORT[SUPPORT.index(labels[place]) + 1], *labels[place + 1 :]]
        after = index_of(answer_of(*labels, v=v), rubric).value
        assert after >= before - TOLERANCE
        before = after


support_floors = st.builds(
    lambda labels, condition, limit, value: floor_rule(*labels, **condition, **limit, value=value),
    st.lists(st.sampled_from((*SUPPORT[1:], "UNKNOWN")), min_size=1, max_size=2, unique=True),
    st.sampled_from(({}, *({"share": {"from": each}} for each in (0.2, 0.5, 0.75, 1.0)), {"count": {"from": 2.0}})),
    st.sampled_from(({}, {"criticality": {"from": 2.0}}, {"criticality": {"below": 3.0}})),
    st.sampled_from((0.3, 0.5, 0.76, 1.0)),
)


@SOME
@given(
    floors_drawn=st.lists(support_floors, min_size=1, max_size=3),
    claims=st.lists(
        st.tuples(st.sampled_from((*SUPPORT, "UNKNOWN")), st.sampled_from((1.0, 2.0, 3.0))), min_size=1, max_size=4
    ),
)
def test_no_floor_on_labels_of_support_is_lost_when_any_claim_gets_worse(floors_drawn, claims):
    """Share, count and criticality floors that the rubrics which ship do not have."""
    rubric = changed(PAPER, floors=tuple(floors_drawn))
    assert () == (*rubric_problems(rubric), *law_problems(rubric))
    answer = [labelled(label, v=v, name=f"c{place}") for place, (label, v) in enumerate(claims)]
    before = index_of(answer, rubric).value
    for place, (label, _v) in enumerate(claims):
        if label in SUPPORT[:-1]:
            worse = replaced(answer, place, judgements=(said(SUPPORT[SUPPORT.index(label) + 1]),))
            assert index_of(worse, rubric).value >= before - TOLERANCE


@pytest.mark.parametrize("rubric", [PAPER, GUARDED], ids=lambda rubric: rubric.id)
@pytest.mark.parametrize("v", [0.5, 1, 2, 2.5, 3, 10])
def test_every_answer_of_up_to_four_claims_is_monotone_in_support(rubric, v):
    """All of them, not a sample: each claim one of the four labels or UNKNOWN, then any one a step worse."""
    scores = {
        labels: index_of(answer_of(*labels, v=v), rubric).value
        for size in range(1, 5)
        for labels in itertools.product((*SUPPORT, "UNKNOWN"), repeat=size)
    }
    for labels, score in scores.items():
        for place, label in enumerate(labels):
            if label in SUPPORT[:-1]:
                worse = (*labels[:place], SUPPORT[SUPPORT.index(label) + 1], *labels[place + 1 :])
                assert scores[worse] >= score - TOLERANCE


def test_a_label_that_takes_up_the_same_dimension_is_where_the_law_of_support_ends():
    """PARTIAL goes to C beside an UNKNOWN in U; UNSUPPORTED goes to U, where UNKNOWN is already.

    The published contributions make it so: of two labels in one dimension the larger counts, once.
    """
    before = index_of([labelled(("PARTIAL", "C"), "UNKNOWN")], changed(PAPER, floors=())).score
    after = index_of([labelled("UNSUPPORTED", "UNKNOWN")], changed(PAPER, floors=())).score
    assert (21.25, 11.25) == (before, after)


# Law 3: order means nothing.


@FEW
@given(rubric=rubrics, data=st.data(), feedback=feedbacks)
def test_the_order_of_the_claims_changes_no_bit(rubric, data, feedback):
    claims = draw_answer(data, rubric)
    mixed = data.draw(st.permutations(claims))
    first, second = (msgspec.json.encode(assess_risk(each, rubric, feedback=feedback)) for each in (claims, mixed))
    assert first == second


def without_order(out):
    """What an assessment says, less the order in which it lists the claims."""
    plain = msgspec.to_builtins(out)
    claims = sorted(plain["claims"], key=lambda claim: claim["claimId"])
    return json.dumps(plain | {"id": "", "caseId": "", "claims": claims})


wire_labels = st.lists(st.sampled_from(LABELS), max_size=2)
wire_claims = st.lists(
    st.fixed_dictionaries(
        {
            "labels": wire_labels,
            "citedEvidenceIds": st.sampled_from(([], ["e1"], ["e2"], ["e1", "e2"], [""])),
            "criticality": st.sampled_from((0.3, 1, 2, 3, 1e-9)),
            "text": st.sampled_from(("The fee is 5.", "The rate is 3.")),
        }
    ),
    max_size=6,
)
EVENTS = [
    {"eventId": f"f{n}", "claimText": "The fee is 5.", "severity": 0.5, "time": day, "validation": "reviewer"}
    for n, day in enumerate(("2026-01-01", "2026-02-01", "2024-01-01"))
]
NODES = [
    {"evidenceId": "e1", "type": "ROW", "content": "The fee is 5."},
    {"evidenceId": "e2", "type": "ROW", "content": " \u200b"},
]


def wire_case(claims, *, events=EVENTS[:1], nodes=NODES, rubric="guarded"):
    named = [fact(f"c{place}") | claim for place, claim in enumerate(claims)]
    feedback = {"reviewed": 4, "events": list(events)}
    request = {"time": "2026-03-01T00:00:00Z"}
    return {"claims": named, "nodes": list(nodes), "feedback": feedback, "request": request, "rubric": rubric}


@FEW
@given(claims=wire_claims, data=st.data(), rubric=st.sampled_from(("paper", "guarded")))
def test_the_order_of_claims_nodes_and_events_changes_neither_index_nor_digest(claims, data, rubric):
    case = wire_case(claims, events=EVENTS, rubric=rubric)
    mixed = case | {
        "claims": data.draw(st.permutations(case["claims"])),
        "nodes": data.draw(st.permutations(NODES)),
        "feedback": case["feedback"] | {"events": data.draw(st.permutations(EVENTS))},
    }
    for run in (scored, assessed):
        first, second = run(case, mixed)
        assert without_order(first) == without_order(second)


@FEW
@given(claims=wire_claims, others=st.lists(wire_claims, max_size=2))
def test_the_other_rows_of_a_run_change_nothing(claims, others):
    case = wire_case(claims) | {"id": "one"}
    for run in (scored, assessed):
        (alone,) = run(case)
        assert alone == run(*map(wire_case, others), case)[-1]


@pytest.mark.parametrize("count", [1, 2, 5, 10, 50, 100, 199])
def test_one_contradiction_among_many_supported_claims_is_diluted_in_the_sum_and_not_in_the_index(count):
    wrong = labelled(("CONTRADICTED", "F", "C"), v=3, name="wrong")
    index = assess_risk([wrong, *answer_of(*["SUPPORTED"] * count)], PAPER).index
    assert 0.45 * 3 / (3 + count) == pytest.approx(index.additive, rel=1e-14)
    assert (0.70, "High") == (index.hybrid, index.band)


@FEW
@given(count=st.integers(0, 200), v=st.sampled_from((1.0, 2.0, 3.0)), rubric=shipped)
def test_supported_claims_never_take_a_contradiction_below_its_floor(count, v, rubric):
    floor = {1.0: 0.0 if rubric is PAPER else 0.21, 2.0: 0.50, 3.0: 0.70}[v]
    wrong = labelled("CONTRADICTED", v=v, name="wrong")
    assert assess_risk([wrong, *answer_of(*["SUPPORTED"] * count)], rubric).index.value >= floor


# Law 5: claims in = claims with a judgement or a named failure.


@FEW
@given(damage=some.damaged_claims(), nodes=some.unique_nodes, verified=st.booleans())
def test_every_claim_that_went_in_comes_out_judged_or_with_a_named_failure(damage, nodes, verified):
    items, _fates = damage
    case = some.as_json({"claims": items, "nodes": msgspec.to_builtins(nodes)})
    (out,) = assessed(case, contract="cards") if verified else scored(case)
    assert isinstance(out, Assessment)
    assert len(items) == len(out.claims)
    assert all(claim.judgements or claim.failures for claim in out.claims)
    assert all(failure.labeller and failure.reason and failure.message for c in out.claims for failure in c.failures)
    tally = RiskTally()
    tally.add(out)
    assert len(items) == tally.summary().claims


# Law 6: the same bytes, in this process and in another.

SAMPLES = [
    wire_case([{"labels": ["CONTRADICTED", "OUTDATED"], "citedEvidenceIds": ["e1"], "criticality": 3}, {"labels": []}]),
    wire_case([{"labels": ["SUPPORTED", "CONTRADICTED"], "citedEvidenceIds": ["e1"]}] * 3, events=EVENTS),
    wire_case([{"labels": [label], "citedEvidenceIds": ["e2"]} for label in LABELS]),
    {"claims": []},
    {"claims": [fact(labels=["NO SUCH LABEL"])]},
]
IN_A_PROCESS = """
import sys
from pathlib import Path
from claimgauge.cli import main
sys.argv = ["claimgauge", *sys.argv[1:]]
main()
"""


@FEW
@given(claims=wire_claims)
def test_the_same_case_gives_the_same_bytes_twice(claims):
    for run in (scored, assessed):
        first, second = run(wire_case(claims), wire_case(claims))
        assert msgspec.json.encode(changed(first, **renamed(second))) == msgspec.json.encode(second)


def renamed(other):
    """The row's own place in the file is the one thing in which two equal cases differ."""
    return {"case_id": other.case_id} | ({"id": other.id} if isinstance(other, Assessment) else {})


@pytest.mark.parametrize("command", ["score", "assess"])
def test_another_process_with_another_hash_seed_writes_the_same_bytes(tmp_path, command):
    (tmp_path / "cases.jsonl").write_text("\n".join(map(json.dumps, SAMPLES)), encoding="utf-8")
    arguments = ["cases.jsonl", "--format", "jsonl", "--summary", "summary.json", "--fail-on", "never"]
    contract = ["--contract", "records"] if command == "assess" else []
    written = set()
    for seed in ("0", "1", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", IN_A_PROCESS, command, *arguments, *contract],
            cwd=tmp_path,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=False,
        )
        written.add((done.returncode, done.stdout, (tmp_path / "summary.json").read_bytes()))
    ((code, out, _summary),) = written
    assert (2, len(SAMPLES)) == (code, len(out.splitlines()))


# Law 9: a claim that cites nothing is never SUPPORTED.


@FEW
@given(claims=wire_claims, rubric=st.sampled_from(("paper", "guarded")))
def test_a_claim_that_cites_nothing_or_only_what_holds_nothing_is_never_supported(claims, rubric):
    for run in (scored, assessed):
        (out,) = run(wire_case(claims, rubric=rubric))
        by_id = {claim.claim_id: claim for claim in out.claims}
        for place, claim in enumerate(claims):
            if "e1" not in claim["citedEvidenceIds"]:
                said_of_it = {judgement.label for judgement in by_id[f"c{place}"].judgements}
                assert "SUPPORTED" not in said_of_it


@FEW
@given(damage=some.damaged_claims(breaks=False, unknown_types=False), nodes=some.unique_nodes)
def test_a_case_of_any_kind_supports_no_claim_without_a_citation(damage, nodes):
    case = some.as_json({"claims": damage[0], "nodes": msgspec.to_builtins(nodes)})
    for (out,) in (scored(case), assessed(case, contract="cards")):
        for claim, given_claim in zip(out.claims, damage[0], strict=True):
            if not given_claim.get("citedEvidenceIds"):
                assert "SUPPORTED" not in {judgement.label for judgement in claim.judgements}


# Law 12: where the word *verified* is, its meaning stands beside it.


@FEW
@given(claims=wire_claims, verified=st.booleans())
def test_an_assessment_that_says_verified_names_the_preset_and_what_was_not_checked(claims, verified):
    (out,) = (assessed if verified else scored)(wire_case(claims))
    row = json.loads(msgspec.json.encode(out))
    assert verified == (row["preset"] is not None)
    if '"verified"' in json.dumps(row):
        assert row["preset"]
        assert row["notChecked"]


# Law 13: a change of any value is found.

TRIED = ("x", "UNKNOWN", "SUPPORTED", "F", "U", "block", "release", "additive", "hybrid", "stopped", "assessed")


def leaves(value, path=()):
    """The paths to everything that is no container, and to empty containers."""
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list) and value:
        for index, item in enumerate(value):
            yield from leaves(item, (*path, index))
    else:
        yield path


def at(value, path):
    for key in path:
        value = value[key]
    return value


def with_value(value, path, new):
    """A copy with another value at `path`."""
    if not path:
        return new
    key, *rest = path
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[key] = with_value(value[key], rest, new)
    return copy


def others_than(value):
    """Values of the same kind that are a little or wholly different."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, (int, float)):
        near = math.nextafter(value, 2 if value < 1 else 0)
        return [near, value + 1, 0.5 if value != 0.5 else 0.25]
    if isinstance(value, str):
        return [value + "x", *(word for word in TRIED if word != value)]
    if value is None:
        policies = {"id": "i", "version": "1", "digest": "d"}
        return ["x", 0.5, [0, 1], {"band": "Low", "claimIds": [], "smallest": True}, policies]
    failure = {"labeller": "l", "reason": "r", "message": "m"}
    left_out = {"span": [0, 1], "kind": "question"}
    withheld, ineligible = {"sourceId": "s", "policyId": "p"}, {"sourceId": "s", "because": "expired"}
    return [["x"], ["F"], [0, 1], {"F": 0.5}, [failure], [withheld], [ineligible], [left_out]]


def changes(plain, kind, path):
    """Every document of this kind that differs at `path`."""
    for new in others_than(at(plain, path)):
        try:
            yield msgspec.convert(with_value(plain, path, new), kind)
        except msgspec.ValidationError:
            continue


@FEW
@given(claims=wire_claims, verified=st.booleans(), data=st.data())
def test_any_changed_value_of_an_assessment_is_found_by_its_id(claims, verified, data):
    (out,) = (assessed if verified else scored)(wire_case(claims))
    plain = json.loads(msgspec.json.encode(out))
    assert out.id == msgspec.convert(plain, Assessment).expected_id()
    paths = [path for path in leaves(plain) if path[0] not in ("id", "schema")]
    for forged in changes(plain, Assessment, data.draw(st.sampled_from(paths))):
        assert out.id != forged.expected_id()


def test_every_value_of_one_assessment_is_covered_by_its_id():
    (out,) = scored(wire_case([{"labels": ["CONTRADICTED"], "citedEvidenceIds": ["e1"], "criticality": 3}]))
    plain = json.loads(msgspec.json.encode(out))
    paths = [path for path in leaves(plain) if path[0] not in ("id", "schema")]
    forged = {path: [each.expected_id() for each in changes(plain, Assessment, path)] for path in paths}
    assert [] == [path for path, ids in forged.items() if out.id in ids or not ids]


def test_a_claim_that_is_taken_out_is_found():
    (out,) = scored(SAMPLES[0])
    assert out.id != changed(out, claims=out.claims[:-1]).expected_id()


@FEW
@given(rubric=rubrics, data=st.data())
def test_any_changed_value_of_a_rubric_is_found_by_its_digest(rubric, data):
    plain = msgspec.to_builtins(rubric)
    paths = [path for path in leaves(plain) if path != ("schema",)]
    for other in changes(plain, Rubric, data.draw(st.sampled_from(paths))):
        assert (rubric == other) == (rubric.digest == other.digest)


# Sums are exact.


def in_ulps(exact, got):
    """How far a float lies from a fraction, in units of its last place."""
    return abs(fractions.Fraction(got) - exact) / fractions.Fraction(math.ulp(max(got, 1e-300)))


def oracle(claims, rubric, dimension):
    """s_k as a fraction: the largest contribution of each claim, by criticality."""
    total = sum(fractions.Fraction(claim.criticality) for claim in claims)
    summed = fractions.Fraction(0)
    for claim in claims:
        judged = [(j.label, j.dimensions) for j in claim.judgements] or [("UNKNOWN", ())]
        found = [
            rubric.labels[label].contribution
            for label, goes in judged
            if dimension in (goes or rubric.labels[label].dimensions)
        ]
        summed += fractions.Fraction(claim.criticality) * fractions.Fraction(max(found, default=0.0))
    return summed / total


@FEW
@given(data=st.data(), v=st.sampled_from(((1.0, 2.0, 3.0), (0.25, 0.5, 7.0, 1000.0))))
def test_scores_are_rounded_once_where_the_products_are_exact(data, v):
    """Halves and quarters times usual criticalities: the score is the float nearest to the true value."""
    rubric = changed(PAPER, labels=PAPER.labels | {"ACCESS_GAP": changed(PAPER.labels["ACCESS_GAP"], contribution=0.5)})
    claims = draw_answer(data, rubric, min_size=1, v=st.sampled_from(v))
    expected = {name: float(oracle(claims, rubric, name)) for name in DIMENSIONS}
    assert expected == dimension_scores(claims, rubric)


@FEW
@given(rubric=rubrics, data=st.data())
def test_scores_of_any_numbers_are_within_four_units_of_the_last_place(rubric, data):
    """One rounding each for products, their sum, the sum of criticality and the quotient; and nothing more."""
    claims = draw_answer(data, rubric, min_size=1)
    scores = dimension_scores(claims, rubric)
    assert max(in_ulps(oracle(claims, rubric, name), scores[name]) for name in DIMENSIONS) <= 4


@FEW
@given(v=st.lists(criticalities, min_size=1, max_size=12))
def test_the_share_of_everything_is_exactly_one(v):
    claims = [labelled("OUTDATED", v=each, name=str(place)) for place, each in enumerate(v)]
    assert 1.0 == labelled_share(claims)
    wholly = with_label(PAPER, "OUTDATED", contribution=1.0)
    assert 1.0 == dimension_scores(claims, wholly)["O"]


# No number that is none.


def numbers(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from numbers(item)
    elif isinstance(value, float):
        yield value


@FEW
@example(claims=[])
@given(claims=wire_claims)
def test_nothing_that_is_written_holds_what_is_no_number(claims):
    tally = RiskTally()
    for run in (scored, assessed):
        for out in run(wire_case(claims), {"claims": []}, b"NaN", b'{"claims": NaN}'):
            tally.add(out)
            plain = msgspec.to_builtins(out)
            assert all(map(math.isfinite, numbers(plain)))
            assert not any(math.copysign(1, number) < 0 for number in numbers(plain))
            json.loads(msgspec.json.encode(out), parse_constant=pytest.fail)
            assert isinstance(out, AssessmentError) or (out.index is None) == (out.status != "assessed")
    assert all(map(math.isfinite, numbers(msgspec.to_builtins(tally.summary()))))


@given(st.lists(st.floats(0, 1, allow_subnormal=True), max_size=12), st.data())
def test_a_sum_without_some_parts_is_the_sum_of_the_others_bit_by_bit(parts, data):
    gone = data.draw(st.sets(st.integers(0, 14)))
    kept = [part for place, part in enumerate(parts) if place not in gone]
    assert math.fsum(kept) == SumWithout(dict(enumerate(parts))).without(gone)
