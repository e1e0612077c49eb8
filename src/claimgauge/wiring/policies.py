"""temporary"""

from pathlib import Path

from claimgauge.workflow import Access


def load_policies(name: str | Path) -> Access:
    raise NotImplementedError


def builtin_policies(name: str) -> Access:
    raise NotImplementedError
