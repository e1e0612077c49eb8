"""The codebook that ships is whole, and one with gaps says where they are."""

import itertools

import msgspec
import pytest

from claimgauge.errors import CodebookError, DocumentError
from claimgauge.labels import LABELS, LEVEL_RANGES, LEVELS, codebook_problems
from claimgauge.wiring import load_codebook

DEFAULT = load_codebook()
EVERY = list(itertools.product(LABELS, LEVELS))


def written(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def as_toml(book):
    """The few tables of a codebook as TOML."""
    lines = [f'{key} = "{value}"' for key, value in book.items() if isinstance(value, str)]
    for label, level in ((label, level) for label, levels in book["labels"].items() for level in levels):
        entry = book["labels"][label][level]
        lines += [f"[labels.{label}.{level}]", *(f"{key} = {value!r}" for key, value in entry.items())]
    return "\n".join(lines)


@pytest.fixture
def small():
    """A codebook as small as one can be."""
    entry = {"definition": "d", "question": "q", "tie_break": "t", "examples": ["e"]}
    head = {"schema": "claimgauge.codebook/1", "id": "mine", "version": "1"}
    return head | {"labels": {label: {level: dict(entry) for level in LEVELS} for label in LABELS}}


def test_medium_is_from_two_to_below_three():
    assert {"low": "v < 2", "medium": "2 ≤ v < 3", "high": "v ≥ 3"} == LEVEL_RANGES


def test_the_shipped_codebook_has_no_gap():
    assert () == tuple(codebook_problems(DEFAULT))


@pytest.mark.parametrize(("label", "level"), EVERY)
def test_every_entry_has_two_different_examples(label, level):
    examples = DEFAULT.labels[label][level].examples
    assert 2 == len(set(examples))


@pytest.mark.parametrize(("label", "level"), EVERY)
def test_every_text_fits_a_line_of_a_terminal(label, level):
    entry = DEFAULT.labels[label][level]
    texts = (entry.definition, entry.question, entry.tie_break, *entry.examples)
    assert 87 >= max(map(len, texts))


@pytest.mark.parametrize(("label", "level"), EVERY)
def test_every_question_is_one_and_every_sentence_ends(label, level):
    entry = DEFAULT.labels[label][level]
    assert "?" in entry.question
    assert entry.definition.endswith(".")
    assert entry.tie_break.endswith(".")


@pytest.mark.parametrize("label", LABELS)
def test_the_levels_of_a_label_differ_in_how_to_decide(label):
    decided = {(DEFAULT.labels[label][level].question, DEFAULT.labels[label][level].tie_break) for level in LEVELS}
    assert len(LEVELS) == len(decided)


def test_a_small_codebook_of_ones_own_is_read(tmp_path, small):
    assert "mine" == load_codebook(written(tmp_path / "mine.toml", as_toml(small))).id


def test_a_missing_label_and_a_missing_level_are_named(tmp_path, small):
    del small["labels"]["UNKNOWN"]
    del small["labels"]["PARTIAL"]["medium"]
    with pytest.raises(CodebookError) as raised:
        load_codebook(written(tmp_path / "mine.toml", as_toml(small)))
    places = [problem.place for problem in raised.value.problems]
    assert ["labels.PARTIAL.medium", *(f"labels.UNKNOWN.{level}" for level in LEVELS)] == places
    assert "labels.PARTIAL.medium: missing; every label has an entry for every level" in str(raised.value)


@pytest.mark.parametrize(("key", "empty"), [("definition", ""), ("question", ""), ("tie_break", ""), ("examples", [])])
def test_an_empty_text_is_named(tmp_path, small, key, empty):
    small["labels"]["OUTDATED"]["high"][key] = empty
    with pytest.raises(CodebookError, match=rf"labels\.OUTDATED\.high\.{key}: is empty; write it"):
        load_codebook(written(tmp_path / "mine.toml", as_toml(small)))


def test_a_label_outside_the_taxonomy_is_an_error(tmp_path, small):
    small["labels"]["HALLUCINATED"] = small["labels"]["UNKNOWN"]
    with pytest.raises(DocumentError, match=r"labels\.HALLUCINATED: is not a key that is known here"):
        load_codebook(written(tmp_path / "mine.toml", as_toml(small)))


def test_a_codebook_goes_through_json_and_back():
    assert msgspec.json.decode(msgspec.json.encode(DEFAULT), type=type(DEFAULT)) == DEFAULT
