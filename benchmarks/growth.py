"""How time grows with nodes, claims and failures: a line on log-log paper, whose slope is 1 where time is linear."""

import gc
import io
import math
import statistics
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import matplotlib as mpl
import msgspec

from claimgauge.claims import Claim
from claimgauge.evidence import EvidenceNode
from claimgauge.gates import Verifier
from claimgauge.wiring import load_entailment, load_verifier
from claimgauge.workflow import Case, CaseVerifier
from measure import Work, best
from pipeline import verify_lines
from prose import CLAIMS as CLAIMS_IN_PROSE
from prose import passages
from workload import CLAIMS, NODES, Plain, bundles, lines

SLOPE_GOAL = 1.1
STRICT_CONTRACT = Path(__file__).parent / "strict.toml"
RATIO = CLAIMS / NODES


class Curve(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds at each size. `slope` is the least-squares fit over all sizes, `late_slope` over the upper half."""

    name: str
    over: str
    sizes: list[int]
    seconds: list[float]
    slope: float
    late_slope: float


def curves(verifier: CaseVerifier, *, quick: bool) -> list[Curve]:
    """Every curve; `quick` measures fewer and smaller sizes."""
    steps = 5 if quick else 7
    last = 2_000 if quick else 20_000
    nodes = _sizes(NODES, last, steps)
    claims = _sizes(CLAIMS, round(last * RATIO), steps)
    return [
        *(_curve(name, "nodes", nodes, make, verifier) for name, make in OVER_NODES.items()),
        *(_curve(name, "claims", claims, make, verifier) for name, make in OVER_CLAIMS.items()),
        *(_curve(name, "nodes, and claims with them", nodes, make, verifier) for name, make in TOGETHER.items()),
        *(
            _curve(f"strict, {name} prose", "characters of a claim", _sizes(1_000, 8 * last, steps), make, verifier)
            for name, make in OVER_TEXT.items()
        ),
        _curve("label a claim in prose", "words of a passage", _sizes(200, 8 * last, steps), _long_passage, verifier),
        _failures(verifier.verifier, nodes=last // 10, claims=round(last * RATIO)),
    ]


def _long_text(sentence: str) -> Callable[[int, CaseVerifier], Work]:
    """A claim whose text is one sentence again and again, under preset strict."""
    verifier = load_verifier(STRICT_CONTRACT)
    node = EvidenceNode(evidence_id="n", type="RESULT", card_id="amber-cash", fields={"a": "95.00"})

    def work(size: int, _verifier: CaseVerifier) -> Work:
        text = sentence * (size // len(sentence))
        claim = Claim(
            claim_id="c",
            claim_type="ALLOCATION",
            text=text,
            cited_evidence_ids=("n",),
            cited_entities=("amber-cash",),
            cited_numbers=("a=95.00",),
        )
        return lambda: verifier.compile([node]).check([claim])

    return work


def _long_passage(size: int, _verifier: CaseVerifier) -> Work:
    """One claim beside one passage."""
    labeller, nodes = load_entailment(), passages(1, size)
    return lambda: labeller.examine(CLAIMS_IN_PROSE[0], nodes)


OVER_TEXT = {
    "plain": _long_text("The card amber-cash reaches 95.00 here. "),
    "rich": _long_text("At amber-cash USD 95 is not up by 3 %, see v2. "),
}


def _sizes(first: int, last: int, steps: int) -> list[int]:
    return [round(first * (last / first) ** (step / (steps - 1))) for step in range(steps)]


def _curve(
    name: str, over: str, sizes: list[int], make: Callable[[int, CaseVerifier], Work], verifier: CaseVerifier
) -> Curve:
    return _fitted(name, over, sizes, [_seconds(make(size, verifier)) for size in sizes])


def _seconds(work: Work) -> float:
    gc.collect()
    return best(work)


def _fitted(name: str, over: str, sizes: list[int], seconds: list[float]) -> Curve:
    late = max(0, min(len(sizes) // 2, len(sizes) - 2))
    return Curve(
        name=name,
        over=over,
        sizes=sizes,
        seconds=seconds,
        slope=_slope(sizes, seconds),
        late_slope=_slope(sizes[late:], seconds[late:]),
    )


def _slope(sizes: Iterable[int], seconds: Iterable[float]) -> float:
    return statistics.linear_regression(list(map(math.log, sizes)), list(map(math.log, seconds))).slope


def _case(plain: Plain) -> Case:
    return msgspec.json.decode(lines([plain])[0], type=Case)


def _compile(case: Case, verifier: Verifier) -> Work:
    entities, numbers = case.allowed_entities, case.allowed_numbers
    return lambda: verifier.compile(case.nodes, allowed_entities=entities, allowed_numbers=numbers)


def _compile_and_check(case: Case, verifier: Verifier) -> Work:
    compile_graph: Any = _compile(case, verifier)
    return lambda: compile_graph().check(case.claims)


def _check(case: Case, verifier: Verifier) -> Work:
    compiled: Any = _compile(case, verifier)()
    return lambda: compiled.check(case.claims)


def _row(plain: Plain, verifier: CaseVerifier) -> Work:
    line = lines([plain])[0]
    return lambda: verify_lines(io.BytesIO(line), io.BytesIO(), verifier)


def _digest(case: Case) -> Work:
    return lambda: case.graph.digest


def _one(size: int, claims: int, **how: Any) -> Plain:
    return bundles(1, nodes=size, claims=claims, **how)[0]


def _paired(size: int, failing: float) -> Plain:
    return _one(size, round(size * RATIO), failing=failing)


def _about_one_card(plain: Plain) -> Plain:
    """Every node and claim is about the same card and category."""
    card, category = plain["nodes"][0]["cardId"], plain["nodes"][0]["category"]
    for node in plain["nodes"]:
        node |= {"cardId": card, "category": category}
    for claim in plain["claims"]:
        known = claim["citedEntities"]
        claim["citedEntities"] = [name if name not in plain["allowedEntities"] else card for name in known]
    return plain


def _alike(plain: Plain) -> Plain:
    """Every id begins with the same 56 characters, and ends with the same four."""
    for node in plain["nodes"]:
        node["evidenceId"] = _alike_id(node["evidenceId"])
    for claim in plain["claims"]:
        claim["citedEvidenceIds"] = list(map(_alike_id, claim["citedEvidenceIds"]))
    return plain


def _alike_id(name: str) -> str:
    return f"{'e' * 56}{name[:8]}ffff"


OVER_NODES: dict[str, Callable[[int, CaseVerifier], Work]] = {
    "compile, lists given": lambda size, each: _compile(_case(_one(size, CLAIMS)), each.verifier),
    "compile, lists derived": lambda size, each: _compile(_case(_one(size, CLAIMS, lists="derived")), each.verifier),
    "digest": lambda size, _each: _digest(_case(_one(size, CLAIMS))),
    "bytes to verdict row": lambda size, each: _row(_one(size, CLAIMS, lists="derived", failing=0.5), each),
}
OVER_CLAIMS: dict[str, Callable[[int, CaseVerifier], Work]] = {
    "check, all passing": lambda size, each: _check(_case(_one(NODES, size)), each.verifier),
    "check, all failing": lambda size, each: _check(_case(_one(NODES, size, failing=1.0)), each.verifier),
    "bytes to verdict row": lambda size, each: _row(_one(NODES, size, failing=0.5), each),
}
TOGETHER: dict[str, Callable[[int, CaseVerifier], Work]] = {
    "compile and check, 10 % failing": lambda size, each: _compile_and_check(_case(_paired(size, 0.1)), each.verifier),
    "compile and check, all failing": lambda size, each: _compile_and_check(_case(_paired(size, 1.0)), each.verifier),
    "the same, every node about one card": lambda size, each: _compile_and_check(
        _case(_about_one_card(_paired(size, 1.0))), each.verifier
    ),
    "the same, ids that begin alike": lambda size, each: _compile_and_check(
        _case(_alike(_paired(size, 1.0))), each.verifier
    ),
}


def _failures(verifier: Verifier, *, nodes: int, claims: int) -> Curve:
    """What failures cost beyond a run in which every claim passes."""
    shares = (0.01, 0.03, 0.1, 0.3, 1.0)
    passing = _seconds(_compile_and_check(_case(_one(nodes, claims)), verifier))
    beyond = [
        (
            round(share * claims),
            _seconds(_compile_and_check(_case(_one(nodes, claims, failing=share)), verifier)) - passing,
        )
        for share in shares
    ]
    # A few failures cost less than the noise of thousands of claims that pass: such a point says nothing.
    told = [(count, seconds) for count, seconds in beyond if seconds > passing / 20]
    if len(told) < 2:
        told = [(count, max(seconds, 1e-9)) for count, seconds in beyond[-2:]]
    name = f"beyond {claims:,} passing claims, {nodes:,} nodes"
    return _fitted(name, "failing claims", [count for count, _ in told], [seconds for _, seconds in told])


def plot(measured: Iterable[Curve], path: Path) -> None:
    """One panel for each thing that grows; the dashed line has slope 1."""
    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "claimgauge"
    from matplotlib import pyplot as plt  # noqa: PLC0415  # after the choice of backend

    by_axis: dict[str, list[Curve]] = {}
    for curve in measured:
        by_axis.setdefault(curve.over, []).append(curve)
    figure, panels = plt.subplots(1, len(by_axis), figsize=(4.6 * len(by_axis), 4.2), layout="constrained")
    for panel, (over, group) in zip(panels, by_axis.items(), strict=True):
        for curve in group:
            panel.loglog(curve.sizes, curve.seconds, marker="o", label=f"{curve.name} ({curve.slope:.2f})")
        sizes = group[0].sizes
        least = min(curve.seconds[0] for curve in group)
        panel.loglog(sizes, [least * size / sizes[0] for size in sizes], "--", color="0.6", label="slope 1")
        panel.set_xlabel(over)
        panel.set_ylabel("seconds")
        panel.grid(visible=True, which="major", color="0.9")
        panel.legend(fontsize="x-small", frameon=False)
    figure.suptitle("Time against size; in brackets the slope")
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    plt.close(figure)
