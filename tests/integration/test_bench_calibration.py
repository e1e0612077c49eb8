"""Simulated narrators come near the published figures that they are named after, on the 150 instances of cards.

Three seeds of each, since one alone is off by as much as three points.

Published: VERITYGATE (arXiv 2610.00833v1) and the scripts released with it. Nothing here says anything about a model.
"""

import asyncio

import pytest

from claimgauge.wiring import case_verifier, load_contract, load_quantity_tables
from claimgauge.workflow import Narrating, NarrationSettings
from claimgauge_bench.simulated import EvidenceReader, SimulatedNarrator, load_mistakes

PUBLISHED = {  # passes of repair: survival in percent, shipped claims per instance
    "mini": [(19.7, 1.60), (28.0, 1.74)],
    "llama": [(40.1, 4.29), (41.3, 3.58)],
    "sonnet": [(52.1, 7.15), (54.3, 6.67)],
}
GATE_4_SHARE = {"mini": 97.0, "llama": 98.7, "sonnet": 100.0}  # of failing claims, in percent, after one pass
SCHEMA_FAILED = 1.78  # percent, over all three, after one pass
SEEDS = 3
POINTS = 3.0
CLAIMS = 0.35


@pytest.fixture(scope="module")
def rows():
    """(narrator, passes) → the rows of all instances."""
    domains = pytest.importorskip("claimgauge_bench.domains", reason="there are no domains yet")
    contract = load_contract("cards")
    verifier = case_verifier(contract, preset="released")
    reader = EvidenceReader(contract, load_quantity_tables(), preset="released")
    asking = {
        (name, passes, seed): Narrating(
            verifier,
            SimulatedNarrator(reader, load_mistakes(name), seed=seed),
            settings=NarrationSettings(passes=passes),
        )
        for name in PUBLISHED
        for passes in (0, 1)
        for seed in range(SEEDS)
    }

    async def all_told():
        found = {(name, passes): [] for name, passes, _seed in asking}
        for instance in domains.domain("cards").instances(42, profiles=50):
            for (name, passes, _seed), each in asking.items():
                found[name, passes].append(await each.narrate(instance.brief))
        return found

    return asyncio.run(all_told())


def claims_of(rows):
    return [claim for row in rows for claim in row.claims]


def percent(part, whole):
    return 100 * part / whole


@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.parametrize("passes", [0, 1])
def test_survival_and_shipped_claims_are_near_the_published_ones(rows, name, passes):
    survival, shipped = PUBLISHED[name][passes]
    claims = claims_of(rows[name, passes])
    verified = sum(claim.status == "verified" for claim in claims)
    assert survival == pytest.approx(percent(verified, len(claims)), abs=POINTS)
    assert shipped == pytest.approx(verified / len(rows[name, passes]), abs=CLAIMS)
    assert verified == sum(len(row.emission.claims) for row in rows[name, passes])


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_share_of_gate_4_is_near_the_published_one(rows, name):
    failing = [claim for claim in claims_of(rows[name, 1]) if claim.findings]
    by_type_rules = [claim for claim in failing if any(each.gate == "type_rules" for each in claim.findings)]
    assert GATE_4_SHARE[name] == pytest.approx(percent(len(by_type_rules), len(failing)), abs=2.0)


def test_the_share_of_schema_failed_instances_is_near_the_published_one(rows):
    for passes in (0, 1):
        found = [row for name in PUBLISHED for row in rows[name, passes]]
        failed = sum(row.outcome == "schema_failed" for row in found)
        assert SCHEMA_FAILED == pytest.approx(percent(failed, len(found)), abs=1.0)
