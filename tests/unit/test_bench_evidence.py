"""How much evidence of an instance a plan lets through."""

from msgspec.structs import replace

from claimgauge.evidence import Edge
from claimgauge.narration import Brief
from claimgauge_bench.domains import domain
from claimgauge_bench.evidence import cut, instances_of
from tests.bench_report_building import plan
from tests.building import node

NODES = (node("w1", "WINNER"), node("w2", "WINNER"), node("f1", "FEE"), node("w3", "WINNER"), node("c1", "CAP"))
BRIEF = Brief(
    id="b",
    nodes=NODES,
    edges=(
        Edge(from_="result", to="w1", type="SUPPORTS"),
        Edge(from_="c1", to="w3", type="DEPENDS_ON"),
    ),
    allowed_entities=("a",),
    allowed_numbers=("1",),
)


def ids(brief):
    return [each.evidence_id for each in brief.nodes]


def test_types_are_kept_in_turn_and_nodes_in_their_order():
    assert ["w1", "f1", "c1"] == ids(cut(BRIEF, 3))
    assert ["w1", "w2", "f1", "c1"] == ids(cut(BRIEF, 4))
    assert ["w1"] == ids(cut(BRIEF, 1))


def test_edges_to_what_is_gone_go_with_it_and_allowlists_are_those_of_what_is_left():
    found = cut(BRIEF, 3)
    assert ["w1"] == [edge.to for edge in found.edges]
    assert (None, None) == (found.allowed_entities, found.allowed_numbers)


def test_a_brief_that_is_small_enough_stays_as_it_is():
    assert cut(BRIEF, 5) is BRIEF


def test_a_plan_without_a_bound_changes_no_instance():
    loans = domain("loans")
    whole = instances_of(loans, plan(profiles=2), 42)
    assert loans.instances(42, profiles=2) == whole
    assert [3] * len(whole) == [
        len(each.brief.nodes) for each in instances_of(loans, replace(plan(profiles=2), most_nodes=3), 42)
    ]
