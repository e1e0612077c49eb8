"""All sections of a report, in the order in which they are shown."""

from claimgauge_bench.report.cell_sections import cell_sections
from claimgauge_bench.report.contrast_sections import contrast_sections, published_sections
from claimgauge_bench.report.document import BenchReport
from claimgauge_bench.report.tables import Section


def sections_of(report: BenchReport) -> tuple[Section, ...]:
    """Survival and volume first, then what differs, then the rest."""
    first, *rest = cell_sections(report)
    return (first, *contrast_sections(report), *rest, *published_sections(report))
