"""Hints: a walk through a small graph and an index of it answer alike, and the order of nodes does not matter."""

from hypothesis import given
from hypothesis import strategies as st

from claimgauge.gates.directory import Index, Walk
from claimgauge.gates.likeness import likeness
from tests.building import node

NAMES = st.sampled_from(["ab", "AB", " ab", "abcdef-1", "abcdef-2", "ABCDEF-1", "x", "", "ß", "ss", "1-fedcba"])
TYPES = st.sampled_from(["A", "B", "C"])
NODES = st.lists(
    st.builds(
        lambda name, kind, card, category: node(name, kind, card_id=card, category=category),
        *[NAMES, TYPES, NAMES, NAMES],
    ),
    max_size=12,
    unique_by=lambda each: each.evidence_id,
)


def both(nodes):
    types = {each.evidence_id: each.type for each in nodes}
    sources = ("cardId", "category")
    return Walk(nodes, types, sources), Index(nodes, types, sources)


@given(NODES, NAMES)
def test_a_walk_and_an_index_lead_to_the_same_likely_ids(nodes, cited):
    walk, index = both(nodes)
    likely = [{name for name in each.ids_near(cited) if likeness(cited, name)} for each in (walk, index)]
    assert likely[0] == likely[1]


@given(NODES, st.sets(NAMES.filter(bool)))
def test_a_walk_and_an_index_find_the_same_nodes_about_entities(nodes, named):
    walk, index = both(nodes)
    assert walk.about(named) == index.about(named)


@given(NODES, st.frozensets(TYPES))
def test_a_walk_and_an_index_find_the_same_ids_of_types(nodes, types):
    walk, index = both(nodes)
    assert sorted(walk.ids_of(types)) == sorted(index.ids_of(types))


@given(NODES, NAMES.filter(bool))
def test_a_walk_and_an_index_find_the_same_spelling_of_an_entity(nodes, cited):
    walk, index = both(nodes)
    assert walk.entity_like(cited) == index.entity_like(cited)


@given(NODES, NAMES, st.randoms())
def test_the_order_of_the_nodes_changes_no_answer(nodes, cited, random):
    shuffled = random.sample(nodes, len(nodes))
    for one, other in zip(both(nodes), both(shuffled), strict=True):
        assert sorted(one.ids_near(cited)) == sorted(other.ids_near(cited))
        assert one.entity_like(cited or "ab") == other.entity_like(cited or "ab")
