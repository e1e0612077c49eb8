"""Narrators by the form of what they are given."""

from pathlib import Path
from typing import Final, get_args

from claimgauge.contract import Contract, Preset
from claimgauge.errors import InputError
from claimgauge.language import LanguageModel
from claimgauge.narration import Narrator, NarratorForm, PromptedForm, PromptedNarrator, ReplyBounds, TemplateNarrator
from claimgauge.wiring.contracts import load_contract
from claimgauge.wiring.prompts import load_prompt
from claimgauge.wiring.quantities import load_quantity_tables

FORMS: Final[tuple[NarratorForm, ...]] = ("template", *get_args(PromptedForm))
_SOURCE: Final = "load_narrator"


def load_narrator(
    form: NarratorForm,
    contract: Contract | str | Path,
    *,
    preset: Preset | None = None,
    model: LanguageModel | None = None,
    bounds: ReplyBounds | None = None,
) -> Narrator:
    """A narrator of claims that a contract is to judge, within `bounds`.

    `template` needs no model; the other forms need one and say what it is shown. `preset` is the
    contract's own unless given. Raises InputError for an unknown form, a model that is missing or not
    asked, and as `load_contract` does.
    """
    if form not in FORMS:
        raise InputError(f"no narrator has the form {form!r}; those that there are: {', '.join(FORMS)}", source=_SOURCE)
    bounds = bounds or ReplyBounds()
    chosen = contract if isinstance(contract, Contract) else load_contract(contract)
    tables = load_quantity_tables()
    if form == "template":
        if model is not None:
            raise InputError("the form 'template' asks no model; leave the model out", source=_SOURCE)
        return TemplateNarrator(chosen, tables, preset=preset, max_claims=bounds.max_claims)
    if model is None:
        message = f"the form {form!r} asks a language model; give one, or take the form 'template'"
        raise InputError(message, source=_SOURCE)
    return PromptedNarrator(
        form,
        chosen,
        tables,
        model,
        prompt=load_prompt(f"narrate-{form}"),
        repair=load_prompt("narrate-repair"),
        preset=preset,
        bounds=bounds,
    )
