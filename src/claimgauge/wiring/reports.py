"""Where reports go: one page for one case, a folder with an overview for many."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from claimgauge.calibration.replay import ReplayStudy
from claimgauge.calibration.result import Calibration
from claimgauge.calibration.weights import WeightsResult
from claimgauge.errors import InputError
from claimgauge.evidence import EvidenceGraph
from claimgauge.reports import (
    OverviewEntry,
    agreement_page,
    calibration_page,
    case_page,
    comparison_page,
    overview_entry,
    overview_page,
    replay_page,
    weights_page,
)
from claimgauge.review import Agreement
from claimgauge.risk import Rubric
from claimgauge.wiring.rubrics import DEFAULT_RUBRIC, builtin_rubric, load_rubric
from claimgauge.wiring.whole_files import write_whole
from claimgauge.workflow import Assessment, AssessmentRow, CaseRow, Comparison, RiskTally, Row

PAGES_SUFFIX = (".html", ".htm")
TITLE = "Risk overview"
WriteReport = Callable[[Row, AssessmentRow], None]


@contextmanager
def report_writer(
    path: Path | None, *, rubric: Rubric | str | Path | None = None, evidence: EvidenceGraph | None = None
) -> Iterator[WriteReport]:
    """Something that takes rows as they come and leaves the pages behind.

    A path that ends in .html is one page, of the only case (more than one is an InputError that
    names the folder form); any other path is a folder with `index.html` and a page a case. None
    writes nothing. `evidence` is the graph of cases that carry none themselves. Raises InputError
    where a page cannot be written.
    """
    if path is None:
        yield lambda _row, _out: None
        return
    to_page = _Pages(rubric, evidence)
    pages = _OnePage(path, to_page) if path.suffix.casefold() in PAGES_SUFFIX else _Folder(path, to_page)
    yield pages.add
    pages.finish()


class _Pages:
    """From a row and what came of it to its page, with the rubric that scored it.

    That is the rubric that was given, or the shipped one that the case named.
    """

    def __init__(self, rubric: Rubric | str | Path | None, evidence: EvidenceGraph | None) -> None:
        self._given = rubric if rubric is None or isinstance(rubric, Rubric) else load_rubric(rubric)
        self._evidence = evidence
        self._loaded: dict[str, Rubric] = {}

    def page(self, row: CaseRow, out: Assessment) -> str:
        shared = self._evidence if out.policies is None else None  # under policies the row holds what may be seen
        return case_page(out, row.case, self.rubric(out), unread=row.unread, evidence=shared)

    def rubric(self, out: Assessment) -> Rubric:
        name = out.rubric.id or DEFAULT_RUBRIC
        if name not in self._loaded:
            self._loaded[name] = self._given or builtin_rubric(name)
        return self._loaded[name]

    @property
    def rubrics(self) -> tuple[Rubric, ...]:
        """Those that scored so far."""
        return tuple(self._loaded.values())


class _OnePage:
    """One case, one page."""

    def __init__(self, path: Path, pages: _Pages) -> None:
        self._path = path
        self._pages = pages
        self._written = False

    def add(self, row: Row, out: AssessmentRow) -> None:
        if self._written:
            message = "is one page and there are several cases; name a folder, such as report/"
            raise InputError(message, source=str(self._path))
        if isinstance(row, CaseRow) and isinstance(out, Assessment):
            page = self._pages.page(row, out)
        else:
            page = _unreadable_page(out)
        self._written = True
        _write(self._path, page)

    def finish(self) -> None:
        """The page is written already."""


class _Folder:
    """Many cases: a page each, and an overview."""

    def __init__(self, folder: Path, pages: _Pages) -> None:
        self._folder = folder
        self._pages = pages
        self._entries: list[OverviewEntry] = []
        self._tally = RiskTally()

    def add(self, row: Row, out: AssessmentRow) -> None:
        if not self._entries:
            with suppress(OSError):  # what cannot be written is said when the first page is
                (self._folder / "index.html").unlink()  # which is about other pages, until the end
        self._tally.add(out)
        if isinstance(row, CaseRow) and isinstance(out, Assessment):
            href = f"case-{len(self._entries) + 1:05}.html"
            _write(self._folder / href, self._pages.page(row, out))
            self._entries.append(overview_entry(out, self._pages.rubric(out), href=href))
        else:
            self._entries.append(_error_entry(out))

    def finish(self) -> None:
        """Write the overview over all pages."""
        page = overview_page(self._entries, self._tally.summary(), title=TITLE, rubrics=self._pages.rubrics)
        _write(self._folder / "index.html", page)
        for old in self._folder.glob("case-[0-9][0-9][0-9][0-9][0-9].html"):
            if int(old.stem.removeprefix("case-")) > len(self._entries):
                old.unlink(missing_ok=True)


def _unreadable_page(out: AssessmentRow) -> str:
    """In the place of the page of the only case: that it could not be read, so that no earlier page stays there."""
    tally = RiskTally()
    tally.add(out)
    return overview_page([_error_entry(out)], tally.summary(), title=TITLE)


def _error_entry(out: AssessmentRow) -> OverviewEntry:
    note = "" if isinstance(out, Assessment) else f"{out.error.place}: {out.error.message}"
    return OverviewEntry(
        case_id=out.case_id,
        href=None,
        status="unreadable",
        score=None,
        band=None,
        review=True,
        claims=0,
        labelled_share=None,
        note=note,
    )


def write_comparison(path: Path, comparison: Comparison, *, names: tuple[str, str]) -> None:
    """The page of a comparison of two runs, called so. Raises InputError where it cannot be written."""
    _write(path, comparison_page(comparison, names=names))


def write_agreement(path: Path, agreement: Agreement, *, names: Sequence[str]) -> None:
    """The page of an agreement over files called so. Raises InputError where it cannot be written."""
    _write(path, agreement_page(agreement, names=names))


def write_weights(path: Path, result: WeightsResult, *, rubric: Rubric) -> None:
    """The page of weights beside a rubric's. Raises InputError where it cannot be written."""
    _write(path, weights_page(result, rubric))


def write_replay(path: Path, study: ReplayStudy, *, rubric: Rubric) -> None:
    """The page of a replay. Raises InputError where it cannot be written."""
    _write(path, replay_page(study, rubric))


def write_calibration(path: Path, calibration: Calibration, *, name: str) -> None:
    """The page of a calibration of assessments called so. Raises InputError where it cannot be written."""
    _write(path, calibration_page(calibration, name=name))


def _write(path: Path, page: str) -> None:
    """A page, whole or not at all. Raises InputError where it cannot be written."""
    write_whole(path, page.encode())
