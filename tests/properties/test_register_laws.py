"""Laws of registers: order means nothing, and a better source never makes anything worse."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from claimgauge.register import (
    KINDS_OF_CLAIM,
    SOURCE_TYPES,
    STATUSES,
    judge_register,
    run_checklist,
    standings,
)
from tests.register_building import DAY, RULES, claim, register, source

BOOLS = st.booleans()
SOURCES = st.builds(
    lambda kind, primary, mutable, accessed, accessible, alone, binding: {
        "type": kind,
        "primary": primary,
        "mutable": mutable,
        "accessed": accessed,
        "accessible": accessible,
        "no_peer_reviewed_version": alone and kind == "preprint",
        "binding": binding,
    },
    st.sampled_from(SOURCE_TYPES),
    BOOLS,
    BOOLS,
    st.sampled_from(("", DAY)),
    BOOLS,
    BOOLS,
    BOOLS,
)
SEVERITY = {"pass": 0, "not_applicable": 0, "fail": 1}


@st.composite
def registers(draw):
    kept = draw(st.lists(SOURCES, max_size=5))
    sources = [source(f"s{number}", keys.pop("type"), **keys) for number, keys in enumerate(map(dict, kept))]
    names = [each["id"] for each in sources]
    cites = st.lists(st.sampled_from(names), unique=True) if names else st.just([])
    claims = [
        claim(
            f"c{number}",
            draw(st.sampled_from(KINDS_OF_CLAIM)),
            draw(st.sampled_from(STATUSES)),
            *draw(cites),
            text=draw(st.sampled_from(("It is so.", "It is 3."))),
            provisional=draw(BOOLS),
            interpretation=draw(BOOLS),
            requirement=draw(BOOLS),
        )
        for number in range(draw(st.integers(0, 5)))
    ]
    return register(claims, sources)


def verdict(found):
    """Findings and checks, without the digest of the register, which follows its order."""
    return judge_register(found, RULES), run_checklist(found, RULES).checks, standings(found, RULES)


@given(registers(), st.randoms(use_true_random=False))
def test_the_order_of_claims_and_sources_and_citations_changes_nothing(found, random):
    def shuffled(items):
        items = list(items)
        random.shuffle(items)
        return tuple(items)

    claims = tuple(msgspec.structs.replace(each, sources=shuffled(each.sources)) for each in shuffled(found.claims))
    other = msgspec.structs.replace(found, claims=claims, sources=shuffled(found.sources))
    assert verdict(found) == verdict(other)


def better_for(kind):
    """A source that has everything that a claim of this kind can ask for."""
    return source("better", RULES.kinds[kind].minimum[0], accessed=DAY, binding=True)


@given(registers(), st.data())
def test_a_better_source_makes_no_finding_and_no_check_worse(found, data):
    if not found.claims:
        return
    place = data.draw(st.integers(0, len(found.claims) - 1))
    improved = found.claims[place]
    added = msgspec.convert(better_for(improved.kind), type(found.sources[0]) if found.sources else _source_type())
    claims = list(found.claims)
    claims[place] = msgspec.structs.replace(improved, sources=(*improved.sources, added.id))
    other = msgspec.structs.replace(found, claims=tuple(claims), sources=(*found.sources, added))
    before, after = judge_register(found, RULES), judge_register(other, RULES)
    assert {(each.claim_id, each.source_id) for each in after} <= {(each.claim_id, each.source_id) for each in before}
    for old, new in zip(run_checklist(found, RULES).checks, run_checklist(other, RULES).checks, strict=True):
        assert SEVERITY[new.result] <= SEVERITY[old.result]
        assert set(new.failing) <= set(old.failing)
    was, now = (
        next(each for each in standings(each_, RULES) if each.claim_id == improved.id) for each_ in (found, other)
    )
    assert set(was.statuses) <= set(now.statuses)
    assert "SUPPORTED" == now.label


def _source_type():
    return type(register(sources=[source("s", "repository")]).sources[0])


@given(registers())
def test_every_claim_has_one_standing_and_one_finding_at_most(found):
    assert sorted(each.id for each in found.claims) == [each.claim_id for each in standings(found, RULES)]
    ids = [each.claim_id for each in judge_register(found, RULES) if each.claim_id]
    assert sorted(set(ids)) == ids


@given(registers())
def test_the_best_status_of_a_standing_is_never_a_finding(found):
    best = {each.claim_id: each.statuses[0] for each in standings(found, RULES)}
    claims = tuple(msgspec.structs.replace(each, status=best[each.id]) for each in found.claims)
    assert [] == [
        each for each in judge_register(msgspec.structs.replace(found, claims=claims), RULES) if each.claim_id
    ]


@given(registers())
def test_a_claim_without_a_source_is_never_supported(found):
    bare = msgspec.structs.replace(
        found, claims=tuple(msgspec.structs.replace(each, sources=()) for each in found.claims)
    )
    assert "SUPPORTED" not in {each.label for each in standings(bare, RULES)}


@given(registers())
def test_the_checklist_counts_what_the_findings_find(found):
    """A claim put forward as verified that the rules refuse fails some check, and the other way round for dates."""
    failing = {name for check in run_checklist(found, RULES).checks for name in check.failing}
    for each in judge_register(found, RULES):
        if each.declared == "verified_in_source" or each.source_id:
            assert (each.claim_id or each.source_id) in failing
