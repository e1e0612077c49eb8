"""Which source is stale at a point in time, and why; which eligible one is the newest."""

import datetime as dt

import pytest

from claimgauge.errors import InputError
from claimgauge.evidence import Source
from claimgauge.labellers.freshness import Freshness, outdated

AT = dt.datetime.fromisoformat("2026-03-01T09:00:00+01:00")


def source(name="a", **keys):
    return Source(source_id=name, **keys)


def stale(*sources, name="a", at=AT, limits=None, most_days=None):
    return Freshness(sources, at=at, most_days=limits).stale(name, most_days=most_days)


@pytest.mark.parametrize(
    ("expected", "keys"),
    [
        (None, {}),
        (None, {"valid_from": "2026-03-01"}),  # the start of that day, in the offset of the request
        (None, {"valid_from": "2026-03-01T09:00:00+01:00"}),
        ("not_yet_valid", {"valid_from": "2026-03-01T09:00:01+01:00"}),
        ("not_yet_valid", {"valid_from": "2026-03-02"}),
        (None, {"valid_until": "2026-03-01"}),  # inclusive: the whole day
        (None, {"valid_until": "2026-03-01T08:00:00Z"}),
        ("expired", {"valid_until": "2026-03-01T07:59:59Z"}),
        ("expired", {"valid_until": "2026-02-28"}),
        ("not_yet_valid", {"valid_from": "2027-01-01", "valid_until": "2026-01-01"}),
        (None, {"issued": "1990-01-01"}),  # old, and nothing says how old it may be
    ],
)
def test_a_source_is_stale_outside_its_validity(expected, keys):
    assert expected == stale(source(**keys))


@pytest.mark.parametrize(
    ("expected", "keys"),
    [
        (None, {"issued": "2026-02-20"}),
        (None, {"issued": "2026-02-19T09:00:00+01:00"}),  # to the second
        ("too_old", {"issued": "2026-02-19T08:59:59+01:00"}),
        (None, {"issued": "2020-01-01", "accessed": "2026-02-25"}),  # looked up again since
        (None, {"issued": "2026-02-25", "accessed": "2020-01-01"}),
        ("too_old", {"accessed": "2026-01-01"}),
        ("age_unknown", {}),
        ("not_yet_valid", {"issued": "2026-12-31"}),  # it was not there yet
    ],
)
def test_a_type_of_source_may_be_only_so_old(expected, keys):
    assert expected == stale(source(type="price_list", **keys), limits={"price_list": 10})


def test_the_kind_of_claim_can_ask_for_more_and_never_for_less():
    old = source(type="price_list", issued="2026-02-24")
    assert None is stale(old, limits={"price_list": 10})
    assert "too_old" == stale(old, limits={"price_list": 10}, most_days=2)
    assert "too_old" == stale(old, limits={"price_list": 2}, most_days=10)


def test_a_source_that_is_not_declared_has_no_times():
    assert None is stale(name="gone")
    assert "age_unknown" == stale(name="gone", most_days=10)


def test_a_later_version_replaces_an_earlier_one_from_its_first_day():
    old = source("old", valid_until=None)
    assert "superseded" == stale(old, source("new", supersedes=("old",)), name="old")
    assert "superseded" == stale(old, source("new", supersedes=("old",), valid_from="2026-03-01"), name="old")
    assert None is stale(old, source("new", supersedes=("old",), valid_from="2026-03-02"), name="old")
    assert None is stale(old, source("new", supersedes=("old",)), name="new")


def test_versions_that_replace_each_other_are_both_stale():
    two = (source("a", supersedes=("b",)), source("b", supersedes=("a",)))
    assert ["superseded", "superseded"] == [stale(*two, name=name) for name in "ab"]


@pytest.mark.parametrize("key", ["valid_from", "valid_until"])
def test_whether_a_source_holds_is_unknown_where_no_time_is(key):
    wire = {"valid_from": "validFrom", "valid_until": "validUntil"}[key]
    message = f"sources\\[1\\].{wire}: counts from a time and no time is known; add request.time, or --at TIME"
    with pytest.raises(InputError, match=message):
        stale(source("b"), source(**{key: "2026-01-01"}), at=None)


def test_a_time_that_is_none_is_named():
    with pytest.raises(InputError, match=r"sources\[0\].validUntil: expected a time such as .*, got 'soon'"):
        stale(source(valid_until="soon"))


def test_the_newest_eligible_source_is_the_one_that_replaces_else_the_latest_of_its_type():
    old = source("old", type="handbook", issued="2024-01-01")
    others = (
        source("h25", type="handbook", issued="2025-01-01"),
        source("h26", type="handbook", accessed="2026-01-01"),
        source("price", type="price_list", issued="2026-02-01"),
    )
    fresh = Freshness((old, *others), at=AT)
    assert "h26" == fresh.newest_of(["h25", "h26", "price"])("old")
    assert "h25" == fresh.newest_of(["h25", "price"])("old")
    assert None is fresh.newest_of(["price"])("old")
    replaced = Freshness((old, *others, source("next", type="memo", supersedes=("old",))), at=AT)
    assert "next" == replaced.newest_of(["h25", "h26", "next"])("old")


@pytest.mark.parametrize("text", ["9999-12-31", "9999-12-31T23:59:59Z", "0001-01-01"])
def test_the_first_and_the_last_day_there_are_can_be_written(text):
    assert ("expired" if text < "2026" else None) == stale(source(valid_until=text))
    assert stale(source(type="t", issued="0001-01-01"), limits={"t": 1e300}) is None


def test_a_type_is_the_same_in_any_case():
    assert "too_old" == stale(source(type="Price_List", issued="2020-01-01"), limits={"price_list": 10})


def test_a_later_version_that_nobody_may_read_replaces_all_the_same():
    def reason(**keys):
        return Freshness([source("old")], at=AT, unseen=[source("new", supersedes=("old",), **keys)]).stale("old")

    assert ["superseded", "superseded", None] == [
        reason(), reason(valid_from="no time"), reason(valid_from="2026-04-01"),
    ]  # fmt: skip


def test_a_time_without_an_offset_is_no_time():
    with pytest.raises(InputError, match="now: has no offset"):
        Freshness([], at=AT.replace(tzinfo=None))


def test_an_outdated_claim_leans_on_what_is_stale_and_says_why():
    said = outdated({"e1": "expired", "e2": "too_old"}, ["e3", "e2", "e2"])
    assert ("OUTDATED", ("e2",), "too_old") == (said.label, said.evidence, said.reason)
