"""Rates of mistakes by name (shipped) or by path (one's own)."""

from pathlib import Path
from typing import Final

from claimgauge.errors import DocumentError
from claimgauge.readers import read_document
from claimgauge_bench.shipped import read_named, shipped_names
from claimgauge_bench.simulated.rates import MistakeRates, mistake_problems

KIND: Final = "mistakes"


def shipped_mistakes() -> tuple[str, ...]:
    """The names of the rates that ship."""
    return shipped_names(KIND)


def load_mistakes(name: str, *, beside: Path | None = None) -> MistakeRates:
    """Shipped rates by their name, or some of your own by their path, relative to `beside`.

    Raises InputError where there are neither, DocumentError for what makes no sense in them.
    """
    raw, source = read_named(KIND, name, beside=beside)
    rates = read_document(raw, MistakeRates, source=source)
    if problems := tuple(mistake_problems(rates)):
        raise DocumentError(source, problems)
    return rates
