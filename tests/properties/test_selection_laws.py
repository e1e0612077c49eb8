"""Which passages are shown depends on the claim and each passage alone; their order means nothing (laws 3 and 4)."""

from hypothesis import given
from hypothesis import strategies as st

from claimgauge.evidence import EvidenceNode, content_words, shown_to, together, window
from claimgauge.evidence.windows import LEAST, PAIR, tokens

WORDS = st.sampled_from(["fee", "annual", "rises", "London", "1999", "the", "card", "of", "Ada", "not", "95", "member"])
SENTENCES = st.lists(WORDS, min_size=1, max_size=12).map(lambda words: " ".join(words).capitalize() + ".")
TEXTS = st.one_of(st.lists(SENTENCES, max_size=20).map(" ".join), st.text(max_size=200))
PASSAGES = st.lists(TEXTS, max_size=6)


def nodes(texts):
    return [EvidenceNode(evidence_id=f"p{place}", type="PASSAGE", content=text) for place, text in enumerate(texts)]


@given(claim=SENTENCES, texts=PASSAGES, others=PASSAGES)
def test_other_passages_change_nothing(claim, texts, others):
    alone = shown_to(claim, nodes(texts))
    more = shown_to(claim, [*nodes(texts), *(node for node in renamed(nodes(others)))])
    assert alone == tuple(each for each in more if not each.evidence_ids[0].startswith("other"))


def renamed(given):
    return [
        EvidenceNode(evidence_id=f"other-{node.evidence_id}", type=node.type, content=node.content) for node in given
    ]


@given(claim=SENTENCES, texts=PASSAGES, seed=st.randoms())
def test_the_order_of_passages_means_nothing(claim, texts, seed):
    ordered, shuffled = nodes(texts), nodes(texts)
    seed.shuffle(shuffled)
    assert shown_to(claim, ordered) == shown_to(claim, shuffled)
    assert together(claim, shown_to(claim, ordered)) == together(claim, shown_to(claim, shuffled))


@given(claim=SENTENCES, texts=PASSAGES)
def test_what_shares_no_content_word_is_never_shown(claim, texts):
    by_id = {node.evidence_id: node.content for node in nodes(texts)}
    for each in shown_to(claim, nodes(texts)):
        assert frozenset(content_words(claim)) & frozenset(content_words(by_id[each.evidence_ids[0]]))


@given(claim=st.one_of(SENTENCES, st.text(max_size=300)), text=st.one_of(TEXTS, st.text(max_size=2000)))
def test_a_window_fits_and_is_made_of_the_text(claim, text):
    part = window(claim, text)
    assert set(part.split()) <= set(text.split()) | {""}
    if part != text:
        assert tokens(part) <= max(PAIR - tokens(claim), LEAST) or len(part.split()) <= 40
