"""The records labeller on reports of games that people have checked: `make prove NAME=accuracy` in small."""

import pytest

from tests.proofs.accuracy import (
    DATA,
    Score,
    Span,
    anywhere,
    errors_of,
    judged,
    of_labeller,
    overlap,
    plus,
    reports,
    rows,
    score,
    sentence_scores,
    split_of,
    table,
)


@pytest.fixture(scope="module")
def train():
    return split_of("train") if DATA.is_dir() else absent()


@pytest.fixture(scope="module")
def test_split():
    return split_of("test") if DATA.is_dir() else absent()


def absent():
    pytest.skip(f"the data are not at {DATA}; set CLAIMGAUGE_SHARED to the folder that holds data/")


def figures(split, kind):
    return plus(split.scores(kind, lambda _report, judgement: of_labeller(judgement, kind)))


def test_every_error_is_what_stands_at_its_place(train):
    texts = {each.name: each.text for each in train.reports}
    for row in rows("train_gsml.csv.gz"):
        text = texts[row["TEXT_ID"].partition(".")[0]]
        (error,) = errors_of(text, [row])
        assert row["TOKENS"] == text[error.span.start : error.span.end]


def test_there_are_as_many_errors_as_the_task_says(train, test_split):
    assert (474, 317) == tuple(figures(train, kind).errors for kind in ("NUMBER", "NAME"))
    assert (224, 212) == tuple(figures(test_split, kind).errors for kind in ("NUMBER", "NAME"))


@pytest.mark.parametrize(("kind", "precision", "recall"), [("NUMBER", 0.9, 0.7), ("NAME", 0.88, 0.6)])
def test_what_is_found_on_the_split_that_was_tuned_on(train, kind, precision, recall):
    found = figures(train, kind)
    assert (found.precision, found.recall) >= (precision, recall)
    assert found.recall >= recall


def test_a_sentence_that_is_judged_wrong_holds_an_error_that_people_marked(test_split):
    assert plus(sentence_scores(test_split)).precision > 0.95


def test_a_sentence_that_is_supported_hardly_ever_holds_a_wrong_number_or_name(test_split):
    labels = [
        any(
            overlap(Span(each.start, each.end), error.span)
            for error in report.errors
            if error.kind in ("NUMBER", "NAME")
        )
        for report in test_split.reports
        for each in test_split.judgements[report.name].sentences
        if each.judgement.label == "SUPPORTED"
    ]
    assert len(labels) > 90
    assert sum(labels) / len(labels) < 0.05


def test_the_first_yardstick_is_the_one_that_was_published(test_split):
    assert Score(18, 18, 224, 18) == plus(test_split.scores("NUMBER", anywhere))


def test_the_same_twice(train):
    first = train.reports[:3]
    assert judged(first) == {each.name: train.judgements[each.name] for each in first}


def test_predictions_and_errors_are_counted_by_overlap():
    text = "aa bb cc dd"
    marked = [{"DOC_TOKEN_START": "2", "DOC_TOKEN_END": "3", "TYPE": "NUMBER", "CORRECTION": "", "COMMENT": "x"}]
    errors = errors_of(text, marked)
    assert Score(2, 1, 1, 1) == score(errors, [Span(3, 5), Span(9, 11)], "NUMBER")
    assert Score(1, 0, 0, 0) == score(errors, [Span(3, 5)], "NAME")
    assert (0.5, 1.0) == (Score(2, 1, 1, 1).precision, Score(2, 1, 1, 1).recall)
    assert None is Score().precision is Score().recall


def test_the_columns_of_a_table_line_up():
    assert ["| a  | b |", "| -- | - |", "| cc | d |", ""] == table(["a", "b"], [["cc", "d"]])


def test_reports_come_with_the_nodes_of_their_own_game(train):
    assert reports("train")[0].name == "S001"
    for report in train.reports:
        assert {report.name} == {node.evidence_id.partition("/")[0] for node in report.nodes}
