"""A seeded workload: one instance is 20 nodes, 30 entities, 100 numbers and 14 claims, with 64-digit ids.

Every node holds five numbers in a sentence of its type; the entities are the cards and categories of
the nodes. So the allowlists that are derived from the nodes equal those that are given. A failing
claim has one fault, and the faults are spread over the four gates.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from claimgauge.gates import ClaimVerdict

NODES = 20
CLAIMS = 14
Lists = Literal["given", "derived"]
Prose = Literal["released", "plain", "rich"]
Plain = dict[str, Any]

SENTENCES = {
    "WINNER_BY_CATEGORY": (
        "{card} wins {category} (first segment) over {other}: ${0} against ${1}, a year ${2} against ${3}, delta ${4}"
    ),
    "FEE_BREAK_EVEN": "{card}: fee ${0}, credits ${1}, net delta ${2}; breaks even at ${3} of {category}, spent ${4}",
    "CAP_HIT": (
        "Cap hit: {card} {category} cap=${0} applied=${1} remainder=${2} fallback={other} earned=${3} forgone=${4}"
    ),
    "ALLOCATION_SEGMENT": "Segment allocation {category}: {card}:{0} of {1} earns ${2}, {other}:{3} earns ${4}",
    "ASSUMPTION": (
        "Goal: CASHBACK, cpp: {{USD_CASH={0}, BANK_UR={1}, BANK_MR={2}}}, {category} ${3} of ${4} with {card}"
    ),
    "RESULT": "Portfolio {card}, {other}: ${0} of rewards, ${1} of fees, ${2} of credits, net ${3}, {category} ${4}",
}
MIX = {
    "WINNER_BY_CATEGORY": 6, "FEE_BREAK_EVEN": 4, "CAP_HIT": 4, "ALLOCATION_SEGMENT": 3, "ASSUMPTION": 2, "RESULT": 1,
}  # fmt: skip
TYPES = [kind for kind, count in MIX.items() for _ in range(count)]
MUST_CITE = {
    "COMPARISON": ("WINNER_BY_CATEGORY",),
    "FEE_JUSTIFICATION": ("FEE_BREAK_EVEN",),
    "ASSUMPTION": ("ASSUMPTION",),
    "CAP_SWITCH": ("CAP_HIT", "ALLOCATION_SEGMENT"),
    "THRESHOLD": (),
    "ALLOCATION": (),
}
CATEGORIES = ("DINING", "GAS", "GROCERIES", "ONLINE", "OTHER", "TRAVEL", "TRANSIT", "STREAMING", "DRUGSTORES", "RENT")
BANKS = ("amex", "bank-of-america", "barclays", "capital-one", "chase", "citi", "discover", "usbank", "wells-fargo")
PRODUCTS = (
    "blue-cash",
    "cash-plus",
    "custom-cash",
    "double-cash",
    "freedom-flex",
    "preferred",
    "quicksilver",
    "reserve",
)


class Instance(NamedTuple):
    """One bundle as plain data, and the numbers of each node."""

    bundle: Plain
    numbers: list[list[str]]


def bundles(
    count: int, *, lists: Lists = "given", failing: float = 0.0, nodes: int = NODES, claims: int = CLAIMS, seed: int = 1
) -> list[Plain]:
    """`count` bundles as plain data, in which exactly the share `failing` of all claims fails."""
    rng = random.Random(seed)
    made = [_instance(rng, f"speed-{index:05d}", nodes, claims) for index in range(count)]
    for nth, place in enumerate(rng.sample(range(count * claims), round(failing * count * claims))):
        index, claim = divmod(place, claims)
        FAULTS[nth % len(FAULTS)](rng, made[index].bundle, made[index].bundle["claims"][claim])
    if lists == "derived":
        for each in made:
            del each.bundle["allowedEntities"], each.bundle["allowedNumbers"]
    return [each.bundle for each in made]


def in_prose(made: Iterable[Plain], prose: Prose) -> list[Plain]:
    """The same bundles with the text of each claim in words: `plain` numbers as they are cited, or `rich` ones."""
    bundles = list(made)
    for bundle in bundles:
        for claim in bundle["claims"]:
            (card, category), (one, other) = claim["citedEntities"], claim["citedNumbers"]
            whole, cents = one.split(".")[0], one.split(".")[1]
            rich = f"USD {whole}.{cents}" if cents.strip("0") else f"{whole} dollars"
            first = one if prose == "plain" else rich
            claim["text"] = f"The card {card} reaches {first} for {category} while another shows ${other} instead."
    return bundles


def lines(plain: Iterable[Plain]) -> list[bytes]:
    """One line of JSON for each bundle, without the line break."""
    return list(map(msgspec.json.encode, plain))


def _struct(name: str, **fields: Any) -> type:
    return msgspec.defstruct(name, list(fields.items()), frozen=True, gc=False)


_Node = _struct("Node", evidenceId=str, type=str, cardId=str, category=str, content=str)
_Claim = _struct(
    "Claim",
    claimId=str,
    claimType=str,
    citedEvidenceIds=tuple[str, ...],
    citedEntities=tuple[str, ...],
    citedNumbers=tuple[str, ...],
)
_Bundle = msgspec.defstruct(
    "Bundle",
    [
        ("nodes", tuple[_Node, ...]),
        ("claims", tuple[_Claim, ...]),
        ("allowedEntities", tuple[str, ...] | None, None),
        ("allowedNumbers", tuple[str, ...] | None, None),
    ],
    frozen=True,
    gc=False,
)


def released(raw: Iterable[bytes]) -> list[Any]:
    """The same bundles under the released attribute names, as the transcription reads them."""
    return list(map(msgspec.json.Decoder(_Bundle).decode, raw))


def messages(verdicts: Iterable[ClaimVerdict]) -> list[list[str]]:
    """The messages of each claim, as the transcription gives them."""
    return [[finding.message for finding in verdict.findings] for verdict in verdicts]


def _instance(rng: random.Random, name: str, nodes: int, claims: int) -> Instance:
    cents = [f"{cent / 100:.2f}" for cent in rng.sample(range(400, 400 + 5000 * nodes), 5 * nodes)]
    numbers = [cents[5 * index : 5 * index + 5] for index in range(nodes)]
    cards = [_card(index) for index in range(nodes)]
    rng.shuffle(cards)
    made = [
        _node(rng, TYPES[index % NODES], cards[index], cards[index - 1], index, numbers[index])
        for index in range(nodes)
    ]
    of_type: dict[str, list[int]] = {}
    for index, node in enumerate(made):
        of_type.setdefault(node["type"], []).append(index)
    kinds = [rng.choice(tuple(MUST_CITE)) for _ in range(claims)]
    bundle = {
        "id": name,
        "nodes": made,
        "allowedEntities": sorted({*cards, *(node["category"] for node in made)}),
        "allowedNumbers": sorted(cents),
        "claims": [_claim(rng, kind, made, of_type, numbers) for kind in kinds],
    }
    return Instance(bundle, numbers)


def _card(index: int) -> str:
    """A name without digits, so that no number of a sentence comes from it."""
    rest, product = divmod(index, len(PRODUCTS))
    more, bank = divmod(rest, len(BANKS))
    name = f"{BANKS[bank]}-{PRODUCTS[product]}"
    return f"{name}-{str(more).translate(_LETTERS)}" if more else name


_LETTERS = str.maketrans("0123456789", "abcdefghij")


def _node(rng: random.Random, kind: str, card: str, other: str, index: int, numbers: Sequence[str]) -> Plain:
    category = CATEGORIES[index % len(CATEGORIES)]
    return {
        "evidenceId": _identifier(rng),
        "type": kind,
        "cardId": card,
        "category": category,
        "content": SENTENCES[kind].format(*numbers, card=card, category=category, other=other),
    }


def _claim(
    rng: random.Random, kind: str, nodes: list[Plain], of_type: dict[str, list[int]], numbers: list[list[str]]
) -> Plain:
    cited = [rng.choice(of_type[needed]) for needed in MUST_CITE[kind]]
    wanted = rng.choice((2, 3))
    while len(cited) < wanted:
        cited.append(rng.randrange(len(nodes)))
    about = nodes[cited[0]]
    used = rng.sample(numbers[cited[0]], 2)
    text = f"{kind} {{winnerId={about['cardId']}, category={about['category']}, usd={used[0]}, deltaUsd={used[1]}}}"
    return {
        "claimId": _identifier(rng),
        "claimType": kind,
        "text": text,
        "citedEvidenceIds": [nodes[index]["evidenceId"] for index in cited],
        "citedEntities": [about["cardId"], about["category"]],
        "citedNumbers": used,
    }


def _identifier(rng: random.Random) -> str:
    return rng.randbytes(32).hex()


def _missing_id(rng: random.Random, _bundle: Plain, claim: Plain) -> None:
    claim["citedEvidenceIds"][-1] = _identifier(rng)


def _shortened_id(_rng: random.Random, _bundle: Plain, claim: Plain) -> None:
    claim["citedEvidenceIds"][-1] = claim["citedEvidenceIds"][-1][:12]


def _unknown_entity(_rng: random.Random, _bundle: Plain, claim: Plain) -> None:
    claim["citedEntities"][0] = "sapphire-unlimited"


def _other_case(_rng: random.Random, _bundle: Plain, claim: Plain) -> None:
    claim["citedEntities"][-1] = claim["citedEntities"][-1].capitalize()


def _unknown_number(rng: random.Random, _bundle: Plain, claim: Plain) -> None:
    claim["citedNumbers"][0] = f"{rng.randrange(10**6)}.9"


def _other_form(_rng: random.Random, _bundle: Plain, claim: Plain) -> None:
    claim["citedNumbers"][-1] += "0"


def _missing_type(rng: random.Random, bundle: Plain, claim: Plain) -> None:
    others = [node["evidenceId"] for node in bundle["nodes"][: 4 * NODES] if node["type"] != "WINNER_BY_CATEGORY"]
    claim["claimType"] = "COMPARISON"
    claim["citedEvidenceIds"] = rng.sample(others, 2)


FAULTS: tuple[Callable[[random.Random, Plain, Plain], None], ...] = (
    _missing_id, _unknown_entity, _unknown_number, _missing_type,
    _shortened_id, _other_case, _other_form, _missing_type,
)  # fmt: skip
"""Two for each gate; the fault of the nth failing claim is the nth of these, round and round."""
