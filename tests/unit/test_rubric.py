"""A rubric that makes no sense is refused with every place; one whose numbers break a law is not accepted."""

import re
from importlib import resources

import msgspec
import pytest

from claimgauge.errors import DocumentError, InputError, RubricError
from claimgauge.risk import Band, highest_score, label_reach, law_problems, rubric_problems, unreached_bands
from claimgauge.wiring import load_rubric
from tests.risk_building import GUARDED, PAPER, changed, floor_rule, with_label

FILES = resources.files("claimgauge") / "data" / "rubrics"
PAPER_TOML = (FILES / "paper.toml").read_text(encoding="utf-8")


def problems(rubric):
    return [str(problem) for problem in rubric_problems(rubric)]


def with_floor(*labels, **conditions):
    return changed(PAPER, floors=(floor_rule(*labels, **conditions),))


def with_bands(*bands):
    return changed(PAPER, bands=tuple(Band(name=name, up_to=up_to, action="review") for name, up_to in bands))


def without(table, key):
    return {name: value for name, value in table.items() if name != key}


def gate(code, label, *dimensions):
    judged = msgspec.convert({"label": label, "dimensions": dimensions}, type(PAPER.gates["no_citation"]))
    return changed(PAPER, gates=PAPER.gates | {code: judged})


def read(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return load_rubric(path)


# What ships.


@pytest.mark.parametrize("rubric", [PAPER, GUARDED], ids=lambda rubric: rubric.id)
def test_a_shipped_rubric_is_accepted(rubric):
    assert ([], ()) == (problems(rubric), law_problems(rubric))


@pytest.mark.parametrize("rubric", [PAPER, GUARDED], ids=lambda rubric: rubric.id)
def test_a_shipped_rubric_says_that_it_is_provisional_and_where_it_comes_from(rubric):
    assert (True, "doi:10.5281/zenodo.21313179") == (rubric.provisional, rubric.source)


def test_paper_has_no_floor_of_ours():
    assert {""} == {rule.source for rule in PAPER.floors}


def test_guarded_is_paper_with_floors_of_ours_after_those_of_the_paper():
    shared = len(PAPER.floors)
    assert PAPER.floors == GUARDED.floors[:shared]
    assert {"claimgauge"} == {rule.source for rule in GUARDED.floors[shared:]}
    for key in ("weights", "labels", "support", "bands", "aggregator", "unassessed", "review", "feedback", "gates"):
        assert getattr(PAPER, key) == getattr(GUARDED, key)


def test_the_floors_of_paper_are_the_five_of_table_iv():
    expected = [
        ("CONTRADICTED", 3, None, (), 0.70),
        ("CONTRADICTED", 2, 3, (), 0.50),
        ("ACCESS_GAP", 3, None, (), 0.55),
        ("OUT_OF_SCOPE", 3, None, (), 0.55),
        ("VALIDATED_NEGATIVE_FEEDBACK", None, None, ("repeated", "unresolved"), 0.50),
    ]
    floors = PAPER.floors
    assert expected == [(f.label, f.criticality.from_, f.criticality.below, f.feedback, f.value) for f in floors]


def test_the_weights_contributions_and_bands_of_paper_are_the_published_ones():
    assert {"F": 0.25, "C": 0.20, "U": 0.15, "O": 0.10, "S": 0.10, "P": 0.10, "H": 0.10} == PAPER.weights
    contributions = {
        "SUPPORTED": 0.0,
        "PARTIAL": 0.5,
        "UNSUPPORTED": 0.75,
        "CONTRADICTED": 1.0,
        "OUTDATED": 0.75,
        "OUT_OF_SCOPE": 0.75,
        "ACCESS_GAP": 0.6,
        "VALIDATED_NEGATIVE_FEEDBACK": 0.0,
        "UNKNOWN": 0.75,
    }
    assert contributions == {label: rule.contribution for label, rule in PAPER.labels.items()}
    bands = [("Low", 20, "release"), ("Medium", 50, "caution"), ("High", 75, "review"), ("Critical", 100, "block")]
    assert bands == [(band.name, band.up_to, band.action) for band in PAPER.bands]


@pytest.mark.parametrize(
    ("score", "label", "dimensions"),
    [
        (11.25, "UNSUPPORTED", ("U",)),
        (7.5, "PARTIAL", ("U",)),
        (10.0, "PARTIAL", ("C",)),
        (7.5, "OUTDATED", ("O",)),
        (7.5, "OUT_OF_SCOPE", ("S",)),
        (6.0, "ACCESS_GAP", ("P",)),
        (45.0, "CONTRADICTED", ("F", "C")),
    ],
)
def test_under_paper_an_answer_wholly_of_one_label_scores_what_the_constants_make_of_it(score, label, dimensions):
    (row,) = [
        row for row in label_reach(PAPER, criticalities=[1.0]) if (row.label, row.dimensions) == (label, dimensions)
    ]
    assert score == row.score


def test_under_paper_critical_is_reached_by_no_label_alone_and_the_most_is_the_additive_maximum():
    assert (("Critical",), 87.25) == (unreached_bands(PAPER), highest_score(PAPER))


def test_under_guarded_every_band_is_reached():
    assert () == unreached_bands(GUARDED)


def test_under_guarded_an_answer_wholly_unsupported_or_unknown_is_high():
    wholly = {(row.label, row.band) for row in label_reach(GUARDED) if row.label in ("UNSUPPORTED", "UNKNOWN")}
    assert {("UNSUPPORTED", "High"), ("UNKNOWN", "High")} == wholly


# Every problem, with its place.


@pytest.mark.parametrize(
    ("message", "rubric"),
    [
        ("id: is empty; it travels in every result, so give it a name", changed(PAPER, id=" ")),
        ("version: is empty; it travels in every result, so give it a name", changed(PAPER, version="")),
        (
            "labels.OUTDATED: missing; every rubric has a row for it",
            changed(PAPER, labels=without(PAPER.labels, "OUTDATED")),
        ),
        (
            "gates.no_citation: missing; every rubric has a row for it",
            changed(PAPER, gates=without(PAPER.gates, "no_citation")),
        ),
        ("weights: sum to 0.85; they must sum to 1", changed(PAPER, weights=PAPER.weights | {"U": 0.0})),
        ("weights: sum to 1.00001; they must sum to 1", changed(PAPER, weights=PAPER.weights | {"U": 0.15001})),
        (
            "support.order: must be SUPPORTED, PARTIAL, UNSUPPORTED, CONTRADICTED, from mild to severe",
            changed(PAPER, support=changed(PAPER.support, order=("SUPPORTED", "UNSUPPORTED"))),
        ),
        (
            "labels.SUPPORTED.contribution: is 0.1; a supported claim contributes 0",
            with_label(PAPER, "SUPPORTED", contribution=0.1, dimensions=("U",)),
        ),
        (
            (
                "labels.UNKNOWN: contributes nothing, and nothing unknown is good news; "
                "give it a contribution and a dimension"
            ),
            with_label(PAPER, "UNKNOWN", contribution=0.0),
        ),
        (
            "labels.OUTDATED.dimensions: is empty, so the contribution goes nowhere; name a dimension",
            with_label(PAPER, "OUTDATED", dimensions=()),
        ),
        (
            "labels.OUTDATED.or: is empty; name the other choice of dimensions, or take the key away",
            with_label(PAPER, "OUTDATED", or_=()),
        ),
        ("floors[0]: names no label, or both `label` and `labels`; keep exactly one of them", with_floor(value=0.5)),
        (
            "floors[0]: names no label, or both `label` and `labels`; keep exactly one of them",
            with_floor("OUTDATED", labels=["UNKNOWN"], value=0.5),
        ),
        ("floors[0]: is a floor on SUPPORTED; remove it", with_floor("SUPPORTED", "UNKNOWN", value=0.5)),
        (
            "floors[0]: asks for a share and a count; make it two floors",
            with_floor("OUTDATED", share={"from": 0.5}, count={"from": 2.0}, value=0.5),
        ),
        (
            "floors[0].feedback: belongs to VALIDATED_NEGATIVE_FEEDBACK only",
            with_floor("OUTDATED", feedback=["repeated"], value=0.5),
        ),
        (
            "floors[0].feedback: belongs to VALIDATED_NEGATIVE_FEEDBACK only",
            with_floor("VALIDATED_NEGATIVE_FEEDBACK", "CONTRADICTED", feedback=["repeated"], value=0.5),
        ),
        ("floors[0].request: belongs to OUT_OF_SCOPE only", with_floor("OUTDATED", request=True, value=0.5)),
        (
            "floors[0].request: is about the request alone; take criticality, share and count away",
            with_floor("OUT_OF_SCOPE", request=True, criticality={"from": 3.0}, value=0.5),
        ),
        (
            "floors[0].criticality: from 3 to below 2 holds nothing; put the smaller first",
            with_floor("OUTDATED", criticality={"from": 3.0, "below": 2.0}, value=0.5),
        ),
        (
            "floors[0].share.from: is 50; a share is above 0 and at most 1",
            with_floor("OUTDATED", share={"from": 50.0}, value=0.5),
        ),
        (
            "floors[0].share.from: is 0; a share is above 0 and at most 1",
            with_floor("OUTDATED", share={"from": 0.0}, value=0.5),
        ),
        (
            "floors[0].count.from: is 0; a floor needs at least one claim",
            with_floor("OUTDATED", count={"from": 0.0}, value=0.5),
        ),
        ("bands: must end with a band up to 100, so that every score has one", with_bands(("Low", 20), ("High", 90))),
        ("bands: must end with a band up to 100, so that every score has one", changed(PAPER, bands=())),
        ("bands: must rise from one to the next, got 50, 20, 100", with_bands(("A", 50), ("B", 20), ("C", 100))),
        ("bands: must rise from one to the next, got 20, 20, 100", with_bands(("A", 20), ("B", 20), ("C", 100))),
        ("bands: must rise from one to the next, got -1, 100", with_bands(("A", -1), ("B", 100))),
        (
            "bands[1].name: 'A' is empty or stands twice; give each band its own name",
            with_bands(("A", 20), ("A", 100)),
        ),
        ("bands[0].name: '' is empty or stands twice; give each band its own name", with_bands(("", 100))),
        (
            "unassessed.no_claims: must be true: an answer without claims has no index",
            changed(PAPER, unassessed=changed(PAPER.unassessed, no_claims=False)),
        ),
        (
            "freshness.preprint: is 0; a limit in days is above 0, and no limit is no row",
            changed(PAPER, freshness={"preprint": 0.0}),
        ),
        ("gates.null_field.dimensions: UNSUPPORTED goes to U", gate("null_field", "UNSUPPORTED", "F")),
        ("gates.null_field.dimensions: PARTIAL goes to C or U", gate("null_field", "PARTIAL", "C", "U")),
        (
            "gates.null_field.label: is SUPPORTED; a claim that a gate rejects is not supported",
            gate("null_field", "SUPPORTED"),
        ),
    ],
)
def test_a_rubric_that_makes_no_sense_is_refused_at_its_place(message, rubric):
    assert [message] == problems(rubric)


def test_a_missing_weight_is_named_beside_the_sum():
    expected = ["weights.H: missing; every rubric has a row for it", "weights: sum to 0.9; they must sum to 1"]
    assert expected == problems(changed(PAPER, weights=without(PAPER.weights, "H")))


def test_all_problems_come_at_once():
    broken = changed(PAPER, id="", weights=PAPER.weights | {"F": 1.0}, bands=())
    assert ["id", "weights", "bands"] == [problem.place for problem in rubric_problems(broken)]


# Whether the numbers keep the law: a severer label of support never lowers the index.


def test_contradicted_must_not_weigh_less_than_unsupported_for_any_choice_of_dimensions():
    weights = {"F": 0.10, "C": 0.35, "U": 0.15, "O": 0.10, "S": 0.10, "P": 0.10, "H": 0.10}
    broken = changed(PAPER, weights=weights)
    expected = (
        "labels.CONTRADICTED: weighs less than UNSUPPORTED for some choice of dimensions; "
        "raise its contribution or their weights"
    )
    assert [] == problems(broken)
    assert expected in [str(problem) for problem in law_problems(broken)]


def test_the_same_numbers_break_the_law_under_the_additive_aggregator_too():
    broken = with_label(changed(PAPER, aggregator="additive"), "UNSUPPORTED", contribution=0.1)
    assert ["labels.UNSUPPORTED"] == [problem.place for problem in law_problems(broken)]


@pytest.mark.parametrize("aggregator", ["max", "multiplicative"])
def test_where_dimensions_do_not_add_up_a_severer_label_must_go_wherever_the_milder_goes(aggregator):
    """PARTIAL may go to C, and UNSUPPORTED goes to U alone; CONTRADICTED does not go to U."""
    expected = (
        f"does not go to every dimension of UNSUPPORTED, so under aggregator {aggregator} an answer that gets worse "
        "could get a lower index; let CONTRADICTED go to the dimensions of UNSUPPORTED too"
    )
    found = {problem.place: problem.message for problem in law_problems(changed(PAPER, aggregator=aggregator))}
    assert {"labels.UNSUPPORTED", "labels.CONTRADICTED"} == set(found)
    assert expected == found["labels.CONTRADICTED"]


@pytest.mark.parametrize("aggregator", ["max", "multiplicative"])
def test_nested_dimensions_are_accepted_by_every_aggregator(aggregator):
    rubric = changed(PAPER, aggregator=aggregator)
    for label, dimensions in (("PARTIAL", "U"), ("UNSUPPORTED", "UC"), ("CONTRADICTED", "UCF")):
        rubric = with_label(rubric, label, dimensions=tuple(dimensions), or_=None)
    assert () == law_problems(rubric)


def test_a_weight_that_feedback_could_take_up_does_not_count_for_the_severer_label():
    """UNSUPPORTED weighs more than PARTIAL only by what it adds to H, and s_H may be 1 already."""
    weights = {"F": 0.20, "C": 0.05, "U": 0.30, "O": 0.10, "S": 0.05, "P": 0.05, "H": 0.25}
    rubric = with_label(changed(PAPER, weights=weights), "PARTIAL", contribution=0.5, dimensions=("U",), or_=None)
    rubric = with_label(rubric, "UNSUPPORTED", contribution=0.75, dimensions=("H",))
    rubric = with_label(rubric, "CONTRADICTED", dimensions=("F", "U", "H"), or_=None)
    assert ["labels.UNSUPPORTED"] == [problem.place for problem in law_problems(rubric)]


# Reading: places, keys, names.


def test_what_the_file_must_not_hold_is_named_by_place(tmp_path):
    text = PAPER_TOML.replace("F = 0.25", "F = 1.25").replace('aggregator  = "hybrid"', 'agregator = "hybrid"')
    with pytest.raises(DocumentError) as raised:
        read(tmp_path, text)
    found = {problem.place: problem.code for problem in raised.value.problems}
    assert {"agregator": "unknown_key", "weights.F": "wrong_value"} == found


def test_a_dimension_outside_the_seven_is_an_error(tmp_path):
    with pytest.raises(DocumentError, match=r"weights\.X: is not a key that is known here"):
        read(tmp_path, PAPER_TOML.replace("H = 0.10", "X = 0.10"))


@pytest.mark.parametrize("number", ["nan", "inf", "-inf"])
@pytest.mark.parametrize(
    "line", ["F = 0.25", "up_to  = 20", "half_life_days = 90", "value       = 0.70", "labelled_share_below = 0.5"]
)
def test_what_is_no_number_is_refused_wherever_it_stands(tmp_path, line, number):
    with pytest.raises(DocumentError):
        read(tmp_path, PAPER_TOML.replace(line, f"{line.partition('=')[0]}= {number}", 1))


def test_a_rubric_that_makes_no_sense_is_not_loaded(tmp_path):
    with pytest.raises(RubricError, match=r"mine\.toml: weights: sum to 1\.05; they must sum to 1"):
        read(tmp_path, PAPER_TOML.replace("F = 0.25", "F = 0.30"))


def test_a_name_that_does_not_ship_is_an_error_that_names_those_that_do(tmp_path):
    with pytest.raises(InputError, match=r"one of the rubrics that ship: guarded, paper"):
        load_rubric(str(tmp_path / "gaurded"))


# The digest.


def test_the_digest_is_the_same_with_other_comments_spaces_and_order_of_keys(tmp_path):
    head, _, rest = PAPER_TOML.partition("[weights]")
    weights, _, rest = rest.partition("\n[labels]")
    reordered = "\n".join(sorted(line.replace("0.10", "0.1") for line in weights.split("\n")))
    text = f"# mine\n{head}[weights]\n{reordered}\n[labels]{re.sub(r' +#.*', '', rest)}".replace("= 20\n", "= 20.0\n")
    assert PAPER_TOML != text
    assert PAPER.digest == read(tmp_path, text).digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('version     = "1"', 'version     = "2"'),
        ("provisional = true", "provisional = false"),
        ('aggregator  = "hybrid"', 'aggregator  = "additive"'),
        ("F = 0.25\nC = 0.20", "F = 0.20\nC = 0.25"),
        ("contribution = 0.60", "contribution = 0.61"),
        ('or = ["C"]', 'or = ["C", "U"]'),
        ("value       = 0.70", "value       = 0.7000000000000001"),
        ("criticality = { from = 2, below = 3 }", "criticality = { from = 2 }"),
        ('feedback = ["repeated", "unresolved"]', 'feedback = ["repeated"]'),
        ("up_to  = 20", "up_to  = 21"),
        ('action = "caution"', 'action = "review"'),
        ("labelled_share_below = 0.5", "labelled_share_below = 0.6"),
        ("conflict    = true", "conflict    = false"),
        ("half_life_days = 90", "half_life_days = 91"),
        ("vendor_documentation = 365", "vendor_documentation = 366"),
        ('needs_computation   = { label = "UNKNOWN" }', 'needs_computation   = { label = "UNSUPPORTED" }'),
    ],
)
def test_the_digest_changes_with_any_value(tmp_path, old, new):
    assert old in PAPER_TOML
    text = PAPER_TOML.replace(old, new, 1)
    if "or =" in old:
        text = text.replace('{ label = "PARTIAL", dimensions = ["C"] }', '{ label = "PARTIAL" }')
    assert PAPER.digest != read(tmp_path, text).digest
