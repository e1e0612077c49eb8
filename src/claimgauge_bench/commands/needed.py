"""What is said where a library of the extra `bench` is not installed."""

from collections.abc import Iterator
from contextlib import contextmanager

from claimgauge.errors import InputError

OURS = ("claimgauge", "claimgauge_bench")


@contextmanager
def needed() -> Iterator[None]:
    """A block that works with the extra. Raises InputError, with the extra, where a library of it is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] in OURS:
            raise
        raise InputError(f"{error.name} is not installed; install claimgauge with its extra `bench`") from error
