"""Templates and the style sheet, and the policy that lets a page load nothing else."""

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from claimgauge._version import __version__
from claimgauge.reports import figures
from claimgauge.reports.marks import SLOTS
from claimgauge.reports.shown import plain_line, shown, shown_line

if TYPE_CHECKING:
    from jinja2 import Environment

PACKAGE = "claimgauge"
TEMPLATES = "reports/templates"


def render(template: str, **values: Any) -> str:
    """One page. Every value is escaped; the style sheet is the only thing that is taken as it stands."""
    return _environment().get_template(template).render(values)


def render_from(package: str, template: str, **values: Any) -> str:
    """One page from a template in the folder `templates` of another package; it may extend the templates here."""
    return _environment(package).get_template(template).render(values)


@cache
def style_sheet() -> str:
    """The one style sheet, as it stands in every page."""
    written = files(PACKAGE).joinpath(f"{TEMPLATES}/page.css").read_text(encoding="utf-8")
    return f"{written}{_lit_together()}\n"


def _lit_together() -> str:
    """The rule by which all marks of a claim show where one of them is pointed at, focused or gone to.

    A style sheet cannot say *the same number as this one*, so there is a selector for each slot.
    """
    when = ":is(:hover, :focus-within, :target)"
    lit = ", ".join(f".pair:has(.s{slot}{when}) .s{slot}" for slot in range(SLOTS))
    return f"@media screen {{ {lit} {{ background: var(--here); }} }}"


@cache
def policy() -> str:
    """Nothing may be loaded or run; the style sheet is known by its digest."""
    known = base64.b64encode(hashlib.sha256(style_sheet().encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{known}'; img-src data:; base-uri 'none'; form-action 'none'"


@cache
def _environment(package: str = "") -> "Environment":
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined  # noqa: PLC0415  # only a page needs it
    from markupsafe import Markup  # noqa: PLC0415  # as above

    ours = PackageLoader(PACKAGE, TEMPLATES)
    environment = Environment(
        loader=ChoiceLoader([ours, PackageLoader(package, "templates")]) if package else ours,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters |= {
        "shown": lambda text, limit=None: Markup(shown(text, limit) if limit else shown(text)),  # noqa: S704
        "line": lambda text, limit=None: Markup(shown_line(text, limit) if limit else shown_line(text)),  # noqa: S704
        "plain": plain_line,
        "unit": figures.unit,
        "points": figures.points,
        "share": figures.share,
        "percent": figures.percent,
        "score": figures.score_text,
        "exact": figures.exact,
        "alike": figures.alike,
        "ranges": figures.ranges,
        "probability": figures.probability,
    }
    environment.globals |= {
        "count": figures.count,
        "style": Markup(style_sheet()),  # noqa: S704  # our own file, and the policy names its digest
        "policy": policy(),
        "version": __version__,
    }
    return environment
