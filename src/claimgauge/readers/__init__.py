"""Files and streams → records, documents and cases."""

from claimgauge.readers.annotations import read_annotations
from claimgauge.readers.assessments import read_assessments
from claimgauge.readers.digests import read_digests
from claimgauge.readers.documents import read_document
from claimgauge.readers.inputs import LIMIT
from claimgauge.readers.outcomes import read_outcomes
from claimgauge.readers.rows import case_from, read_paths, read_stream
from claimgauge.readers.streams import read_feedback_stream

__all__ = [
    "LIMIT",
    "case_from",
    "read_annotations",
    "read_assessments",
    "read_digests",
    "read_document",
    "read_feedback_stream",
    "read_outcomes",
    "read_paths",
    "read_stream",
]
