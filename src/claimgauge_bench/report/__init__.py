"""The report of a run: as text, as a document, and as a page with drawings."""

from claimgauge_bench.report.build import bench_report
from claimgauge_bench.report.document import BenchReport
from claimgauge_bench.report.drawing import Drawing
from claimgauge_bench.report.page import report_page
from claimgauge_bench.report.plots import plot
from claimgauge_bench.report.run_folder import RunRows, read_run
from claimgauge_bench.report.text import report_picture, report_text

__all__ = [
    "BenchReport",
    "Drawing",
    "RunRows",
    "bench_report",
    "plot",
    "read_run",
    "report_page",
    "report_picture",
    "report_text",
]
