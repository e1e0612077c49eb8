"""Where reports go: one page for one case, a folder with an overview for many."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from claimgauge.errors import InputError
from claimgauge.reports import OverviewEntry, case_page, overview_page
from claimgauge.risk import Rubric
from claimgauge.wiring.rubrics import DEFAULT_RUBRIC, load_rubric
from claimgauge.workflow import Assessment, AssessmentRow, CaseRow, RiskTally, Row

PAGES_SUFFIX = (".html", ".htm")
WriteReport = Callable[[Row, AssessmentRow], None]


@contextmanager
def report_writer(path: Path | None, *, rubric: Rubric | str | Path | None = None) -> Iterator[WriteReport]:
    """Something that takes rows as they come and leaves the pages behind.

    A path that ends in .html is one page, of the only case (more than one is an InputError that
    names the folder form); any other path is a folder with `index.html` and a page a case. None
    writes nothing. Raises InputError where a page cannot be written.
    """
    if path is None:
        yield lambda _row, _out: None
        return
    pages = _OnePage(path, rubric) if path.suffix.casefold() in PAGES_SUFFIX else _Folder(path, rubric)
    yield pages.add
    pages.finish()


class _OnePage:
    """One case, one page."""

    def __init__(self, path: Path, rubric: Rubric | str | Path | None) -> None:
        self._path = path
        self._rubrics = _Rubrics(rubric)
        self._written = False

    def add(self, row: Row, out: AssessmentRow) -> None:
        if self._written:
            message = "is one page and there are several cases; name a folder, such as report/"
            raise InputError(message, source=str(self._path))
        if isinstance(row, CaseRow) and isinstance(out, Assessment):
            self._written = True
            _write(self._path, case_page(out, row.case, self._rubrics.of(out)))

    def finish(self) -> None:
        """The page is written already."""


class _Folder:
    """Many cases: a page each, and an overview."""

    def __init__(self, folder: Path, rubric: Rubric | str | Path | None) -> None:
        self._folder = folder
        self._rubrics = _Rubrics(rubric)
        self._entries: list[OverviewEntry] = []
        self._tally = RiskTally()

    def add(self, row: Row, out: AssessmentRow) -> None:
        self._tally.add(out)
        if isinstance(row, CaseRow) and isinstance(out, Assessment):
            href = f"case-{len(self._entries) + 1:05}.html"
            _write(self._folder / href, case_page(out, row.case, self._rubrics.of(out)))
            self._entries.append(_entry(out, href))
        else:
            note = "" if isinstance(out, Assessment) else f"{out.error.place}: {out.error.message}"
            self._entries.append(_error_entry(out.case_id, note))

    def finish(self) -> None:
        """Write the overview over all pages."""
        _write(self._folder / "index.html", overview_page(self._entries, self._tally.summary(), title="Risk overview"))


class _Rubrics:
    """The rubric that scored an assessment: the one that was given, or the shipped one that the case named."""

    def __init__(self, given: Rubric | str | Path | None) -> None:
        self._given = given if given is None or isinstance(given, Rubric) else load_rubric(given)

    def of(self, out: Assessment) -> Rubric:
        return self._given or load_rubric(out.rubric.id or DEFAULT_RUBRIC)


def _entry(out: Assessment, href: str) -> OverviewEntry:
    return OverviewEntry(
        case_id=out.case_id,
        href=href,
        status=out.status,
        score=out.index.score if out.index else None,
        band=out.index.band if out.index else None,
        review=out.review,
        claims=len(out.claims),
        labelled_share=out.labelled_share,
        note=out.reason or "",
    )


def _error_entry(case_id: str, note: str) -> OverviewEntry:
    return OverviewEntry(
        case_id=case_id,
        href=None,
        status="unreadable",
        score=None,
        band=None,
        review=True,
        claims=0,
        labelled_share=None,
        note=note,
    )


def _write(path: Path, page: str) -> None:
    """A page, whole or not at all. Raises InputError where it cannot be written."""
    beside = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(page, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}; choose another path", source=str(path)) from error
