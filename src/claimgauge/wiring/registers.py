"""Registers by path, evidence rules by name (shipped) or by path, and what the seventh check looks at of a rubric."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from claimgauge.errors import DocumentError, InputError
from claimgauge.labels import LABELS, LEVELS, Codebook, codebook_problems
from claimgauge.register import (
    Checklist,
    DocumentedConstant,
    DocumentedRubric,
    EvidenceRules,
    Reference,
    Register,
    evidence_rules_problems,
    register_problems,
    run_checklist,
)
from claimgauge.reports import checklist_page
from claimgauge.risk import Rubric, law_problems
from claimgauge.wiring.codebooks import load_codebook
from claimgauge.wiring.rubrics import load_rubric
from claimgauge.wiring.shipped import checked, read_named
from claimgauge.wiring.whole_files import write_whole

EVIDENCE_RULES: Final = "evidence_rules"
DEFAULT_EVIDENCE_RULES: Final = "default"


def load_register(path: str | Path) -> Register:
    """A register by its path. Raises InputError where there is none, DocumentError where the file has problems."""
    try:
        raw = Path(path).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a path that no file can have
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot be read ({why}); name a file with a register", source=str(path)) from error
    return checked(raw, Register, source=str(path), problems=register_problems, error=DocumentError)


def load_evidence_rules(name: str | Path = DEFAULT_EVIDENCE_RULES) -> EvidenceRules:
    """Shipped evidence rules by their name, or some of your own by their path.

    Raises InputError where there are neither, DocumentError where the file has problems.
    """
    raw, source = read_named(EVIDENCE_RULES, name)
    return checked(raw, EvidenceRules, source=source, problems=evidence_rules_problems, error=DocumentError)


def read_pages(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """The text of each page that is there, by its path below `folder`. Raises InputError for an unreadable one."""
    root = folder.resolve()
    found = {}
    for name in sorted(set(names)):
        path = (root / name).resolve()
        if not path.is_relative_to(root):
            raise InputError("lies outside of the folder of --pages; name a page below it", source=name[:200])
        if not path.is_file():
            continue
        try:
            found[name] = path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError("cannot be read as UTF-8 text; name another page", source=str(path)) from error
    return found


def checklist(
    register: Register | str | Path,
    *,
    rules: EvidenceRules | str | Path = DEFAULT_EVIDENCE_RULES,
    rubric: Rubric | str | Path | None = None,
    codebook: Codebook | str | Path | None = None,
) -> Checklist:
    """The seven checks over a register; the seventh only with a rubric, whose labels the codebook defines."""
    return run_checklist(
        register if isinstance(register, Register) else load_register(register),
        rules if isinstance(rules, EvidenceRules) else load_evidence_rules(rules),
        rubric=None if rubric is None else documented_rubric(rubric, codebook),
    )


def documented_rubric(rubric: Rubric | str | Path, codebook: Codebook | str | Path | None = None) -> DocumentedRubric:
    """What a rubric documents of its labels, weights, levels of criticality and floors, with what each lacks.

    A label and a level of criticality can be repeated where the codebook defines them, a weight and a floor where
    the rubric has a source or says that it is provisional, and all of it only where the numbers keep the laws.
    """
    chosen = rubric if isinstance(rubric, Rubric) else load_rubric(rubric)
    book = codebook if isinstance(codebook, Codebook) else load_codebook(*([] if codebook is None else [codebook]))
    constants = (*_labels(chosen, book), *_levels(book), *_weights(chosen), *_floors(chosen), *_laws(chosen))
    reference = Reference(id=chosen.id, version=chosen.version, digest=chosen.digest, provisional=chosen.provisional)
    return DocumentedRubric(reference, constants)


def _labels(rubric: Rubric, book: Codebook) -> Iterator[DocumentedConstant]:
    gaps = {problem.place for problem in codebook_problems(book)}
    for label in LABELS:
        lacks = _without(rubric, source=rubric.labels[label].source)
        undefined = [place for place in gaps if place.startswith(f"labels.{label}.")]
        yield DocumentedConstant(
            f"labels.{label}", "the codebook does not define it at every level" if undefined else lacks
        )


def _levels(book: Codebook) -> Iterator[DocumentedConstant]:
    gaps = [f"{problem.place}." for problem in codebook_problems(book)]
    for level in LEVELS:
        undefined = any(f".{level}." in gap for gap in gaps)
        yield DocumentedConstant(
            f"criticality.{level}", "the codebook does not define it for every label" if undefined else ""
        )


def _weights(rubric: Rubric) -> Iterator[DocumentedConstant]:
    return (DocumentedConstant(f"weights.{name}", _without(rubric)) for name in rubric.weights)


def _floors(rubric: Rubric) -> Iterator[DocumentedConstant]:
    for place, floor in enumerate(rubric.floors):
        yield DocumentedConstant(f"floors[{place}]", _without(rubric, source=floor.source))


def _laws(rubric: Rubric) -> Iterator[DocumentedConstant]:
    for problem in law_problems(rubric):
        yield DocumentedConstant(problem.place, problem.message)


def _without(rubric: Rubric, *, source: str = "") -> str:
    named = source or rubric.source or rubric.provisional
    return "" if named else "names no source and is not marked provisional; give the rubric one or the other"


def write_checklist(path: Path, found: Checklist, register: Register, rules: EvidenceRules) -> None:
    """The page of a checklist with its register. Raises InputError where it cannot be written."""
    write_whole(path, checklist_page(found, register, rules).encode())
