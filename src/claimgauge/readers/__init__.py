"""Files and streams → records, documents and cases."""

from claimgauge.readers.documents import read_document
from claimgauge.readers.rows import read_paths, read_stream

__all__ = ["read_document", "read_paths", "read_stream"]
