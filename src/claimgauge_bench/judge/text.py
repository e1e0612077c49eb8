"""A judged preference on a terminal; the caption stands beside the number, always."""

from collections.abc import Iterator

from claimgauge.reports import plain_line, share
from claimgauge_bench.judge.preference import Judged, Share


def judged_text(found: Judged) -> str:
    """The result in lines."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: Judged) -> Iterator[str]:
    level = f"{100 * found.level:g}% interval"
    yield f"A {_name(found.a)}  B {_name(found.b)}"
    yield (
        f"  {found.texts} texts, {found.pairs:,} pairs in both orders, judged by {_name(found.model)}, "
        f"prompt {_name(found.prompt.id)}/{_name(found.prompt.version)}"
    )
    yield from (f"  ! {each}" for each in found.notices)
    yield ""
    rows = [
        ("preference for A", found.preference, f"{found.wins_a} A, {found.wins_b} B, {found.halves} half"),
        *((f"  {_name(each.domain)}", each.preference, "") for each in found.by_domain if len(found.by_domain) > 1),
        ("first place chosen", found.first_place, "of the replies that chose"),
        ("same in both orders", found.consistent, "of the pairs"),
    ]
    width = max(len(name) for name, _share, _note in rows)
    yield f"{'':{width}}  {'share':>7}  {'of':>6}  {level:>16}"
    for name, each, note in rows:
        yield f"{name:{width}}  {_value(each):>7}  {each.of:>6,}  {_interval(each):>16}  {note}".rstrip()
    yield f"  {found.caption}"
    yield ""
    faults = ", ".join(f"{count} {fault}" for fault, count in found.faults.items()) or "none"
    yield f"replies that could not be used: {faults}; pairs left out for that: {found.unjudged}"
    yield (
        f"not asked: {found.empty_a} only A empty, {found.empty_b} only B empty, {found.empty_both} both empty, "
        f"{found.identical} the same text, {found.unpaired} rows without a partner"
    )
    if found.words_a is not None and found.words_b is not None:
        yield f"mean words of a text: A {found.words_a:.0f}, B {found.words_b:.0f}"


def _value(each: Share) -> str:
    return "none" if each.value is None else share(each.value)


def _interval(each: Share) -> str:
    return "none" if each.interval is None else " to ".join(share(end) for end in each.interval)


def _name(text: str) -> str:
    return plain_line(text, 60)
