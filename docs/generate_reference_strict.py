"""Writes the page about the reference claims under both presets, from a run over them.

`python docs/generate_reference_strict.py [--date YYYY-MM-DD]`. The claims are looked for in the folder
that CLAIMGAUGE_SHARED names, or else in `shared` beside the repository; where they are absent the
page stays as it is.
"""  # noqa: INP001  # no package

import argparse
import datetime as dt
import os
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from claimgauge import __version__
from claimgauge.claims import Claim
from claimgauge.evidence import EvidenceNode
from claimgauge.gates import ClaimVerdict
from claimgauge.readers import read_paths
from claimgauge.wiring import case_verifier, load_contract
from claimgauge.workflow import Case, CaseRow

DOCS = Path(__file__).parent
PAGE = DOCS / "reference" / "reference-cases-strict.md"
SHARED = Path(os.environ.get("CLAIMGAUGE_SHARED", DOCS.parent.parent / "shared"))
FILES = ("greedy", "cap-aware")
CASES = tuple(f"{name}.jsonl.gz" for name in FILES)
CONTRACT = "cards"
PRESETS = ("released", "strict")
STATUSES = ("verified", "rejected")
MUTATED = "mut-"
"""With this begin the ids of claims that are seeded mutations of others."""
SHOWN = 12
"""Characters of an evidence id in an example."""
NOTE = "<!-- written by docs/generate_reference_strict.py; run it again where gates or contract change -->"
HEAD = """\
The {claims:,} claims of {cases} cases, which the released VERITYGATE verifier (arXiv 2610.00833v1) judged, under both
presets of contract `{contract}`. Half of the claims are generated from the evidence, the others are seeded mutations
of them; nothing here is the error rate of a model. The column *gap* numbers the places where the released verifier
stops, as [What verified means](../explanation/what-verified-means.md) does.
"""
READING = """\
Strict verifies {verified:,} claims ({share:.1%}), released {released:,} ({released_share:.1%}). {uncited:,} of the
{more:,} more that it rejects cite nothing: the generator writes an allocation without evidence, and the rules of
ALLOCATION and THRESHOLD ask for none.

Of the claims that were not mutated, strict rejects {rejected_originals:,}, every one because it cites nothing. All
{kept:,} others it verifies.

{index:,} claims cite a node about what they name and are rejected for the `0` of `segmentIndex=0` alone. Their text is
the dump of a record and the 0 numbers a segment. By the rule it is a number that no evidence holds; a narrator who
writes prose does not write it. Declaring it does not help, since no node holds it.

Nothing that cites evidence is rejected for its spelling: what strict rejects and released verifies lacks a citation,
declares what its citations do not hold, or says a number that it does not declare.

Of the {reformatted} citations that write a number as `0.0` where the evidence has `0.00`, strict verifies the
{reformatted_verified} whose own cited node holds it; the others cite nothing, or a node without that number.

{retyped} verified claims have text of another type than their claim type, all made by mutation: a type whose rules ask
for nothing takes any text that its citations bear out.

No claim of these cases names two cards and two numbers, so swapped roles are not tried here; see
[the adversary](adversary.md)."""
GAPS = """\
1 | A number is a string           | compared as values                            | numbers
2 | Prose is not read              | every number and name of the text is declared | prose
3 | Allowlists belong to all       | an entity or number is one of a cited node    | binding
4 | A claim may cite nothing       | `no_citation`                                 | uncited
5 | One fault can have two         | each type that is missing is told once        | doubled
7 | Ids may be shared              | nodes whose ids repeat are refused            | repeated_ids
8 | No error names the evidence    | hints                                         | hinted
"""
UNTOUCHED = (
    "Gaps 6 and 9 are closed under both presets: digests, and what a row says of who judged it. 10 and 11 are open."
)


class Judged(NamedTuple):
    """One claim with its case and both verdicts."""

    file: str
    case: Case
    claim: Claim
    released: ClaimVerdict
    strict: ClaimVerdict

    @property
    def codes(self) -> frozenset[str]:
        """What strict found."""
        return frozenset(finding.code for finding in self.strict.findings)

    @property
    def mutated(self) -> bool:
        """Whether the claim is a seeded mutation."""
        return self.claim.claim_id.startswith(MUTATED)

    @property
    def nodes(self) -> tuple[EvidenceNode, ...]:
        """The nodes that it cites."""
        return tuple(node for node in self.case.nodes if node.evidence_id in self.claim.cited_evidence_ids)


class Kind(NamedTuple):
    """A class of claims that the presets judge differently; the first whose `holds` is true takes a claim."""

    title: str
    gap: str
    why: str
    holds: Callable[[Judged], bool]


def _gates(judged: Judged, code: str) -> set[str]:
    return {finding.gate for finding in judged.strict.findings if finding.code == code}


REJECTED = (
    Kind(
        "cites nothing",
        "4",
        "What cites nothing cannot be held against anything, whatever else it says.",
        lambda each: "no_citation" in each.codes,
    ),
    Kind(
        "names an entity of another node",
        "3",
        "The card or category is in the evidence, and not in what the claim cites.",
        lambda each: "entities" in _gates(each, "unbound_entity"),
    ),
    Kind(
        "leaves out whom its evidence is about",
        "3",
        "A cap belongs to one card and one category; who cites it must name both, or it props up another pair.",
        lambda each: "type_rules" in _gates(each, "unbound_entity"),
    ),
    Kind(
        "cites a number of another node",
        "3",
        "The number is in the evidence, and not in what the claim cites.",
        lambda each: "unbound_number" in each.codes,
    ),
    Kind(
        "cites a number of no node",
        "3",
        "0 to 3 are free under released; under strict no number is.",
        lambda each: "unknown_number" in each.codes,
    ),
    Kind(
        "says a number in its text only",
        "2",
        "The text holds a number that the claim neither cites nor derives.",
        lambda each: "undeclared_number" in each.codes,
    ),
)
ACCEPTED = (
    Kind(
        "an entity in another case",
        "",
        "`AMEX-BCP` is `amex-bcp`; the verdict names the normalisation.",
        lambda each: "case" in _normalisations(each),
    ),
    Kind(
        "an entity with a space too many",
        "",
        "The same, and the verdict says *spaces*.",
        lambda each: "spaces" in _normalisations(each),
    ),
    Kind(
        "a number in another spelling",
        "1",
        "`0.0` and `0.00` are one amount.",
        lambda each: {finding.code for finding in each.released.findings} == {"unknown_number"},
    ),
)


def _normalisations(judged: Judged) -> tuple[str, ...]:
    found = judged.strict.normalisations
    return () if found is msgspec.UNSET else found


def folder() -> Path:
    """Where the reference cases are, or would be."""
    return SHARED / "data" / "veritygate-reference"


def judged_claims() -> list[Judged]:
    """Every claim of both files under both presets."""
    verifiers = [case_verifier(CONTRACT, preset=preset) for preset in PRESETS]
    found: list[Judged] = []
    for name in FILES:
        for row in read_paths([str(folder() / f"{name}.jsonl.gz")]):
            assert isinstance(row, CaseRow)
            released, strict = (verifier.verify(row).claims for verifier in verifiers)
            found += [Judged(name, row.case, *each) for each in zip(row.case.claims, released, strict, strict=True)]
    return found


def cross(claims: Iterable[Judged]) -> Counter[tuple[str, str]]:
    """Claims by their status under released and under strict."""
    return Counter((each.released.status, each.strict.status) for each in claims)


def classed(claims: Iterable[Judged], kinds: Sequence[Kind]) -> dict[str, list[Judged]]:
    """Title → its claims, each claim in the first class that takes it. Raises where none does."""
    found: dict[str, list[Judged]] = {kind.title: [] for kind in kinds}
    for each in claims:
        title = next((kind.title for kind in kinds if kind.holds(each)), None)
        if title is None:
            raise ValueError(f"{each.claim.claim_id} of {each.case.profile_id} fits no class, {sorted(each.codes)}")
        found[title].append(each)
    return found


def changed(claims: Iterable[Judged], released: str, strict: str) -> list[Judged]:
    """The claims with these two statuses."""
    return [each for each in claims if (each.released.status, each.strict.status) == (released, strict)]


def page(date: dt.date) -> str:
    """The whole page."""
    claims = judged_claims()
    contract = load_contract(CONTRACT)
    rejected = classed(changed(claims, "verified", "rejected"), REJECTED)
    accepted = classed(changed(claims, "rejected", "verified"), ACCEPTED)
    cases = len({id(each.case) for each in claims})
    lines = [
        "# The reference claims under strict", "", NOTE, "",
        HEAD.format(claims=len(claims), cases=cases, contract=CONTRACT),
        f"claimgauge {__version__}, {date.isoformat()}, by", "",
        "```text",
        *(f"claimgauge verify {' '.join(CASES)} --contract {CONTRACT} --preset {name}" for name in PRESETS),
        "```", "",
        *_table(("contract", "digest"), (
            (f"{CONTRACT}, preset {name}", f"`{msgspec.structs.replace(contract, preset=name).digest}`")
            for name in PRESETS
        )), "",
        "## Both verdicts", "",
        *_table(("evidence of", "claims", "released", "strict verified", "strict rejected"), _crossed(claims)), "",
        "## What strict rejects in addition", "",
        *_table(("class", "gap", "claims", "greedy", "cap-aware", "mutated"), _counted(REJECTED, rejected)), "",
        "A claim with several faults is counted in the first class that fits. All its findings:", "",
        *_table(("findings", "claims"), _code_sets(changed(claims, "verified", "rejected"))), "",
        *_explained(REJECTED, rejected),
        "## What strict accepts instead", "",
        *_table(("class", "gap", "claims", "greedy", "cap-aware", "mutated"), _counted(ACCEPTED, accepted)), "",
        *_explained(ACCEPTED, accepted),
        "## Which gaps that closes", "",
        *_table(("gap", "", "under strict", "here"), _gaps(claims)), "",
        UNTOUCHED, "",
        "## How to read this", "",
        *_reading(claims), "",
    ]  # fmt: skip
    return "\n".join(lines)


def _crossed(claims: Sequence[Judged]) -> Iterator[tuple[str, ...]]:
    groups = {
        **{f"{name}, {kind}": (name, kind == "mutated") for name in FILES for kind in ("generated", "mutated")},
        "both": None,
    }
    for title, wanted in groups.items():
        group = [each for each in claims if wanted is None or (each.file, each.mutated) == wanted]
        count = cross(group)
        for status in STATUSES:
            numbers = (count[status, other] for other in STATUSES)
            total = sum(count[status, other] for other in STATUSES)
            yield (title, f"{total:,}", status, *(f"{number:,}" for number in numbers))


def _counted(kinds: Iterable[Kind], found: dict[str, list[Judged]]) -> Iterator[tuple[str, ...]]:
    for kind in kinds:
        claims = found[kind.title]
        files = Counter(each.file for each in claims)
        by_file = (f"{files[name]:,}" for name in FILES)
        yield kind.title, kind.gap, f"{len(claims):,}", *by_file, f"{sum(each.mutated for each in claims):,}"
    every = [each for claims in found.values() for each in claims]
    files = Counter(each.file for each in every)
    totals = (f"{files[name]:,}" for name in FILES)
    yield "all", "", f"{len(every):,}", *totals, f"{sum(each.mutated for each in every):,}"


def _code_sets(claims: Iterable[Judged]) -> Iterator[tuple[str, ...]]:
    count = Counter(", ".join(f"`{code}`" for code in sorted(each.codes)) for each in claims)
    return ((codes, f"{number:,}") for codes, number in sorted(count.items(), key=lambda pair: (-pair[1], pair[0])))


def _explained(kinds: Iterable[Kind], found: dict[str, list[Judged]]) -> Iterator[str]:
    for kind in kinds:
        claims = found[kind.title]
        types = Counter(each.claim.claim_type for each in claims)
        named = ", ".join(f"{number:,} {name}" for name, number in sorted(types.items(), key=lambda pair: -pair[1]))
        yield f"### {kind.title.capitalize()}"
        yield ""
        yield textwrap.fill(f"{kind.why} {named}.", width=115)
        yield ""
        if claims:
            yield from ("```text", *_example(_shortest(claims)), "```", "")


def _shortest(claims: Iterable[Judged]) -> Judged:
    """The claim with the least to show."""
    return min(claims, key=lambda each: (len(each.strict.findings), len(each.claim.cited_numbers), len(each.nodes)))


def _example(each: Judged) -> Iterator[str]:
    claim = each.claim
    yield f"{each.case.profile_id}/{each.case.goal}, claim {claim.claim_id[:SHOWN]}, {claim.claim_type}"
    yield f"  text      {claim.text}"
    yield f"  entities  {', '.join(map(repr, claim.cited_entities)) or 'none'}"
    yield f"  numbers   {', '.join(claim.cited_numbers) or 'none'}"
    for node in each.nodes:
        yield f"  cites     {node.type}: {node.content}"
    for preset, verdict in zip(PRESETS, (each.released, each.strict), strict=True):
        for finding in verdict.findings:
            yield f"  {preset:<9} {finding.code}: {_short(finding.message)}"
        if not verdict.findings:
            done = _normalisations(each) if preset == "strict" else ()
            yield f"  {preset:<9} verified{f', normalised: {chr(44).join(done)}' if done else ''}"


def _short(message: str) -> str:
    return re.sub(r"\b([0-9a-f]{12})[0-9a-f]{52}\b", r"\1…", message)


def _gaps(claims: Sequence[Judged]) -> Iterator[tuple[str, ...]]:
    more = changed(claims, "verified", "rejected")
    findings = [finding for each in claims for finding in each.strict.findings]
    hinted = [finding for finding in findings if finding.code not in ("no_citation", "undeclared_number")]
    here = {
        "numbers": f"{len(_reformatted_verified(claims)):,} claims verified",
        "prose": f"{_with(more, 'undeclared_number', 'undeclared_entity'):,} claims rejected",
        "binding": f"{_with(more, 'unbound_entity', 'unbound_number', 'unknown_number'):,} claims rejected",
        "repeated_ids": f"{_repeated_ids(claims)} cases",
        "doubled": f"{_doubled(claims, 'released')} claims had two, {_doubled(claims, 'strict')} have",
        "hinted": f"{sum(bool(finding.hints) for finding in hinted):,} of {len(hinted):,} findings",
        "uncited": f"{_with(more, 'no_citation'):,} claims rejected",
    }
    for line in GAPS.splitlines():
        number, title, closed, key = (part.strip() for part in line.split("|"))
        yield number, title, closed, here[key]


def _with(claims: Iterable[Judged], *codes: str) -> int:
    return sum(not each.codes.isdisjoint(codes) for each in claims)


def _repeated_ids(claims: Iterable[Judged]) -> int:
    cases = {id(each.case): each.case for each in claims}.values()
    return sum(len({node.evidence_id for node in case.nodes}) < len(case.nodes) for case in cases)


def _doubled(claims: Iterable[Judged], preset: str) -> int:
    """Claims that are told twice of one missing type."""
    count = 0
    for each in claims:
        verdict = each.released if preset == "released" else each.strict
        missing = [finding.value for finding in verdict.findings if finding.code == "missing_type"]
        count += len(set(missing)) < len(missing)
    return count


def _reformatted(claims: Iterable[Judged]) -> list[Judged]:
    """Claims that cite `0.0`, which is written `0.00` wherever there is evidence for it."""
    return [each for each in claims if "0.0" in each.claim.cited_numbers]


def _reformatted_verified(claims: Iterable[Judged]) -> list[Judged]:
    return [each for each in _reformatted(claims) if each.strict.status == "verified"]


def _reading(claims: list[Judged]) -> list[str]:
    """What the figures show and what they do not; the sentences that are not figures are asserted."""
    more = changed(claims, "verified", "rejected")
    originals = [each for each in claims if not each.mutated]
    rejected = [each for each in originals if each.strict.status == "rejected"]
    index = classed(more, REJECTED)["says a number in its text only"]
    verified = [each for each in claims if each.strict.status == "verified"]
    retyped = [each for each in verified if not each.claim.text.startswith(each.claim.claim_type)]
    _assert_still_true(
        all("no_citation" in each.codes for each in rejected),
        all({finding.value for finding in each.strict.findings} == {"0"} for each in index),
        all("segmentIndex=0" in each.claim.text for each in index),
        all(each.mutated for each in retyped),
        all(each.released.status == "rejected" for each in _reformatted_verified(claims)),
        all(each.claim.claim_type in ("ALLOCATION", "THRESHOLD") for each in more if "no_citation" in each.codes),
        all(each.mutated for each in changed(claims, "rejected", "verified")),
    )
    released = sum(each.released.status == "verified" for each in claims)
    figures = {
        "verified": len(verified),
        "share": len(verified) / len(claims),
        "released": released,
        "released_share": released / len(claims),
        "more": len(more),
        "uncited": _with(more, "no_citation"),
        "rejected_originals": len(rejected),
        "kept": len(originals) - len(rejected),
        "index": len(index),
        "reformatted": len(_reformatted(claims)),
        "reformatted_verified": len(_reformatted_verified(claims)),
        "retyped": len(retyped),
    }
    return [
        textwrap.fill(f"{number}. {sentence}", width=115, subsequent_indent="   ", break_on_hyphens=False)
        for number, sentence in enumerate(READING.format(**figures).split("\n\n"), start=1)
    ]


def _assert_still_true(*holds: bool) -> None:
    if not all(holds):
        raise ValueError("a sentence of `How to read this` does not hold any more; look at the figures and rewrite it")


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table whose source is aligned as well; columns of numbers to the right."""
    texts = [list(heads), *map(list, rows)]
    widths = [max(3, *(len(row[column]) for row in texts)) for column in range(len(heads))]
    right = [all(re.fullmatch("[0-9,]+", row[column]) for row in texts[1:]) for column in range(len(heads))]
    rule = ["-" * (width - 1) + (":" if flush else "-") for width, flush in zip(widths, right, strict=True)]
    for row in (texts[0], rule, *texts[1:]):
        cells = zip(row, widths, right, strict=True)
        yield f"| {' | '.join(cell.rjust(width) if flush else cell.ljust(width) for cell, width, flush in cells)} |"


def main(arguments: list[str]) -> int:
    """Write the page, or say that the claims are absent."""
    parser = argparse.ArgumentParser(description="Write the page about the reference claims under both presets.")
    parser.add_argument("--date", type=dt.date.fromisoformat, default=dt.datetime.now().astimezone().date())
    date = parser.parse_args(arguments).date
    if not folder().is_dir():
        sys.stderr.write(f"no reference cases in {folder()}; set CLAIMGAUGE_SHARED to the folder that holds data/\n")
        return 0
    PAGE.write_text(page(date), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
