"""Prompts by name (shipped) or by path (the user's own)."""

from pathlib import Path

from claimgauge.errors import PromptError
from claimgauge.language import PromptTemplate, prompt_problems
from claimgauge.wiring.shipped import checked, read_named

KIND = "prompts"


def load_prompt(name: str | Path) -> PromptTemplate:
    """A shipped prompt by its name, or one of your own by its path.

    Raises InputError where there is neither, DocumentError and PromptError where the file has problems.
    """
    raw, source = read_named(KIND, name)
    return checked(raw, PromptTemplate, source=source, problems=prompt_problems, error=PromptError)
