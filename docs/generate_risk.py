"""Writes the reference pages about rubrics, from the rubrics that ship and from the type of a rubric.

`python docs/generate_risk.py` writes; `--check` writes nothing and exits with 1 when a page is stale.
"""  # noqa: INP001  # no package

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from claimgauge.cli.rubrics import condition
from claimgauge.labels import DIMENSION_NAMES, DIMENSIONS
from claimgauge.risk import Rubric, highest_score, label_reach, unreached_bands
from claimgauge.wiring import DEFAULT_RUBRIC, load_rubric, shipped_names

DOCS = Path(__file__).parent
NOTE = "<!-- written by docs/generate_risk.py; change the rubrics or the code, then run it -->"
CRITICALITIES = (1.0, 2.0, 3.0)

MEANINGS = {
    "schema": "`claimgauge.rubric/1`",
    "id": "the name that stands in every result",
    "version": "the version that stands in every result; raise it with every change",
    "title": "a title for people",
    "provisional": "true says in every result that the constants are not calibrated",
    "source": "where the constants come from",
    "aggregator": "how dimension scores become one number; only `hybrid` reads the floors",
    "weights.DIMENSION": "w, the share of the dimension in the sum; at least 0, all seven sum to 1",
    "labels.LABEL.contribution": "m, what a claim with this label adds to each dimension it goes to; 0 to 1",
    "labels.LABEL.dimensions": "where the label goes when the labeller names no dimension",
    "labels.LABEL.or": "the one other choice of dimensions that a labeller may name",
    "labels.LABEL.source": "`claimgauge` where the row is ours and not the paper's",
    "support.order": "the four labels of support from mild to severe; a floor on one holds for the severer ones too",
    "floors[].label": "the label that the floor is about; this or `labels`",
    "floors[].labels": "several labels, any of which counts",
    "floors[].criticality.from": "only claims of at least this v count",
    "floors[].criticality.below": "only claims below this v count",
    "floors[].share.from": "holds when these claims have at least this share of the criticality weight of the answer",
    "floors[].count.from": "holds when there are at least so many such claims; without share and count one is enough",
    "floors[].feedback": "for VALIDATED_NEGATIVE_FEEDBACK: holds while the feedback is one of these",
    "floors[].request": "for OUT_OF_SCOPE: the whole request was judged so, which no step of this version does",
    "floors[].value": "φ, what the index does not fall below; 0 to 1",
    "floors[].source": "`claimgauge` where the floor is ours and not the paper's",
    "bands[].name": "the name of the band",
    "bands[].up_to": "the highest score of the band, from 0 to 100; the last one is 100",
    "bands[].action": "what is done with an answer of this band",
    "unassessed.no_claims": "true: an answer without claims has no index",
    "unassessed.labelled_share_below": "below this share of labelled claims, by criticality, there is no index",
    "review.unknown": "a claim that is UNKNOWN sends the answer to review whatever its band",
    "review.no_evidence": "a claim without any evidence sends the answer to review whatever its band",
    "review.conflict": "a claim both SUPPORTED and CONTRADICTED sends the answer to review whatever its band",
    "review.access_gap": "a claim that only evidence which may not be read could settle sends the answer to review "
    "whatever its band; true unless written otherwise",
    "feedback.half_life_days": "after so many days a validated event counts half",
    "feedback.window_days": "events that are older do not count",
    "freshness.TYPE": "days after which a source of this type is too old; no row: no limit; not read in this version",
    "gates.CODE.label": "the label that a claim gets for a finding with this code; every code has a row",
    "gates.CODE.dimensions": "the choice of dimensions for it, where it is not the label's first",
}
CHECKS = """\
## What makes a rubric unusable

Exit code 2, with every place at once:

- a row that is missing in `weights`, `labels` or `gates`
- weights that do not sum to 1
- a contribution above 0 that goes nowhere, a SUPPORTED that contributes, an UNKNOWN that does not
- a floor on SUPPORTED, or one whose conditions never hold, always hold or are not looked at
- bands that do not rise, or do not end at 100
- a gate that maps a finding to SUPPORTED, or a label to dimensions that it does not go to

## What `rubric check` does not accept

Exit code 1: numbers under which a claim that moves from SUPPORTED to PARTIAL, to UNSUPPORTED, to CONTRADICTED
could lower the index. Under `hybrid` and `additive` each step has to weigh at least as much, for every choice of
dimensions; what is added to H does not count, because feedback may fill H already. Under `max` and
`multiplicative` a severer label has to go to every dimension of the milder one. All of this is about a claim
whose other labels go to other dimensions: of two labels in one dimension the larger counts, once.
"""
PLACEHOLDERS = {"weights": "DIMENSION", "labels": "LABEL", "freshness": "TYPE", "gates": "CODE"}


# --- bands by label ------------------------------------------------------------------------------


def label_bands_page() -> str:
    """The band that each label alone reaches, under each rubric that ships."""
    return "\n".join(
        [
            "# Bands by label",
            "",
            NOTE,
            "",
            "What an answer scores whose claims all carry one label and nothing else, at criticality v = 1, 2 and 3,",
            "without feedback. Scores run from 0 to 100, and higher is riskier. `claimgauge rubric check NAME|FILE`",
            "prints this table for a rubric of your own. The constants of both rubrics are provisional;",
            "[The risk index](../explanation/risk-index.md) says why there are two.",
            "",
            *(line for name in _shipped() for line in _reach_section(load_rubric(name))),
        ]
    )


def _shipped() -> list[str]:
    """The default first."""
    return sorted(shipped_names("rubrics"), key=lambda name: (name != DEFAULT_RUBRIC, name))


def _reach_section(rubric: Rubric) -> list[str]:
    rows: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for row in label_reach(rubric, criticalities=CRITICALITIES):
        rows.setdefault((row.label, row.dimensions), []).append(f"{row.score:g} {row.band}")
    heads = [f"v = {criticality:g}" for criticality in CRITICALITIES]
    unreached = ", ".join(unreached_bands(rubric))
    return [
        f"## {rubric.id}",
        "",
        *_table(
            ["label", "goes to", *heads],
            ([f"`{label}`", ", ".join(goes) or "—", *cells] for (label, goes), cells in rows.items()),
        ),
        "",
        f"No label alone reaches {unreached}." if unreached else "Every band is reached by some label alone.",
        f"The highest score that anything reaches is {highest_score(rubric):g}: every label on every claim, s_H = 1.",
        "",
    ]


# --- rubrics -------------------------------------------------------------------------------------


def rubrics_page() -> str:
    """Every key of a rubric, and what the rubrics that ship hold."""
    return "\n".join(
        [
            "# Rubrics",
            "",
            NOTE,
            "",
            "A rubric is a TOML file with every constant of the risk index. `claimgauge rubric show NAME` prints one,",
            "`rubric check FILE` finds what is wrong in one, `rubric diff` says what changed between two.",
            "[Make your own rubric](../how-to/make-your-own-rubric.md) goes through it step by step,",
            "[The risk index](../explanation/risk-index.md) explains what the constants do.",
            "",
            "## Keys",
            "",
            "An unknown key is an error. A list of tables is marked `[]`, a key of your choice from a closed set is in",
            "capitals. Every number is finite.",
            "",
            *_table(["key", "value", "needed", "meaning"], _key_rows()),
            "",
            *CHECKS.splitlines(),
            "",
            "## What ships",
            "",
            f"`{DEFAULT_RUBRIC}` is used where nothing else is named. Digests are in `rubric check`.",
            "",
            *(line for name in _shipped() for line in _rubric_section(load_rubric(name))),
            *_shared_section([load_rubric(name) for name in _shipped()]),
        ]
    )


def _key_rows() -> Iterator[list[str]]:
    keys = list(_keys(inspect.type_info(Rubric), ""))
    if unexplained := {key for key, _kind, _needed in keys} ^ MEANINGS.keys():
        raise ValueError(f"the keys of a rubric and their meanings differ: {', '.join(sorted(unexplained))}")
    for key, kind, needed in keys:
        yield [f"`{key}`", kind, "yes" if needed else "", MEANINGS[key]]


def _keys(kind: Any, place: str) -> Iterator[tuple[str, str, bool]]:
    """Path, kind of value, and whether it has to be there, of every key below a struct."""
    for field in kind.fields:
        path = f"{place}.{field.encode_name}" if place else field.encode_name
        yield from _below(field.type, path, needed=field.required)


def _below(kind: Any, path: str, *, needed: bool) -> Iterator[tuple[str, str, bool]]:
    if isinstance(kind, inspect.UnionType):
        (kind,) = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        yield from ((key, value, False) for key, value, _needed in _below(kind, path, needed=False))
    elif isinstance(kind, inspect.StructType):
        yield from _keys(kind, path)
    elif isinstance(kind, inspect.DictType):
        yield from _below(kind.value_type, f"{path}.{PLACEHOLDERS[path]}", needed=needed)
    elif isinstance(kind, inspect.VarTupleType) and isinstance(kind.item_type, inspect.StructType):
        yield from _keys(kind.item_type, f"{path}[]")
    else:
        yield path, _kind_of(kind), needed


def _kind_of(kind: Any) -> str:
    if isinstance(kind, inspect.LiteralType):
        words = [f"`{word}`" for word in kind.values]
        return ", ".join(words) if len(words) < 6 else "a label"
    if isinstance(kind, inspect.VarTupleType):
        words = getattr(kind.item_type, "values", ())
        return {7: "dimensions", 9: "labels"}.get(len(words)) or f"list of {_kind_of(kind.item_type)}"
    return {"StrType": "text", "BoolType": "true or false", "FloatType": "number"}[type(kind).__name__]


def _rubric_section(rubric: Rubric) -> list[str]:
    mark = "Provisional" if rubric.provisional else "Not provisional"
    return [
        f"### {rubric.id}",
        "",
        f"Version {rubric.version}: {rubric.title}. Source {rubric.source}. {mark}. Aggregator `{rubric.aggregator}`.",
        "",
        *_table(
            ["dimension", "weight", ""],
            ([name, f"{rubric.weights[name]:.2f}", DIMENSION_NAMES[name]] for name in DIMENSIONS),
        ),
        "",
        *_table(
            ["label", "contributes", "to", "or to"],
            (
                [f"`{label}`", f"{rule.contribution:.2f}", ", ".join(rule.dimensions) or "—", ", ".join(rule.or_ or ())]
                for label, rule in rubric.labels.items()
            ),
        ),
        "",
        *_table(
            ["floor", "while a claim is", "and", "whose"],
            (
                [
                    f"{rule.value:.2f}",
                    " or ".join(f"`{name}`" for name in rule.named),
                    condition(rule),
                    "ours, provisional" if rule.source else "the paper's",
                ]
                for rule in rubric.floors
            ),
        ),
        "",
        *_table(
            ["band", "up to", "action"],
            ([band.name, f"{band.up_to:g}", f"`{band.action}`"] for band in rubric.bands),
        ),
        "",
    ]


def _shared_section(rubrics: list[Rubric]) -> list[str]:
    """What the rubrics have in common where the paper is silent."""
    first = rubrics[0]
    keys = ("unassessed", "review", "feedback", "freshness", "gates")
    if any(getattr(each, key) != getattr(first, key) for each in rubrics for key in keys):
        raise ValueError("the rubrics that ship differ where the page says that they do not; give each its own table")
    scalars = [
        [f"`{key}.{name}`", str(value).lower() if isinstance(value, bool) else f"{value:g}"]
        for key in keys[:-1]
        for name, value in msgspec.to_builtins(getattr(first, key)).items()
    ]
    gates = (
        [f"`{code}`", f"`{judged.label}`", ", ".join(judged.dimensions) or "as the label's row says"]
        for code, judged in first.gates.items()
    )
    return [
        "### Where the paper is silent",
        "",
        "The same in every rubric that ships, and ours.",
        "",
        *_table(["key", "value"], scalars),
        "",
        "Which label a finding of a gate becomes:",
        "",
        *_table(["finding", "label", "dimensions"], gates),
        "",
    ]


def _table(heads: list[str], rows: Iterable[list[str]]) -> list[str]:
    lines = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |" for cells in lines]


# --- writing -------------------------------------------------------------------------------------

PAGES = {"reference/label-bands.md": label_bands_page, "reference/rubrics.md": rubrics_page}


def current() -> dict[Path, str]:
    """Path → the text that the page must hold now."""
    return {DOCS / name: page() for name, page in PAGES.items()}


def stale() -> list[Path]:
    """The pages that do not hold what the code and the rubrics say."""
    return [path for path, text in current().items() if not path.is_file() or path.read_text(encoding="utf-8") != text]


def main(arguments: list[str]) -> int:
    """Write the pages, or with `--check` say which are stale."""
    if arguments == ["--check"]:
        for path in stale():
            sys.stderr.write(f"{path.relative_to(DOCS.parent)} is stale; run: python docs/generate_risk.py\n")
        return 1 if stale() else 0
    for path, text in current().items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
