"""Where sentences end, and where they go on."""

import pytest

from claimgauge.claims.sentences import held_in, sentences_of

SENTENCES = [
    # numbers, versions, addresses
    (["The rate is 0.002.", "Version 1.2 uses 3.5 GB."], "The rate is 0.002. Version 1.2 uses 3.5 GB."),
    (["It costs $1,234.56.", "Tax is extra."], "It costs $1,234.56. Tax is extra."),
    (["Python 3.11 is out."], "Python 3.11 is out."),
    (["It was 2.", "Then it was 3."], "It was 2. Then it was 3."),
    (["See https://a.example/b?c=1.", "Then go on."], "See https://a.example/b?c=1. Then go on."),
    (["Write to ann.lee@b.example.", "She answers."], "Write to ann.lee@b.example. She answers."),
    (["The file is report.v2.pdf today."], "The file is report.v2.pdf today."),
    # abbreviations and initials
    (["J. R. Smith left."], "J. R. Smith left."),
    (["William O. Douglas was a judge."], "William O. Douglas was a judge."),
    (["The U.S. team won.", "It rained!"], "The U.S. team won. It rained!"),
    (["Mr. Lee met Dr. Wu.", "They spoke."], "Mr. Lee met Dr. Wu. They spoke."),
    (["He works at Acme Inc.", "The firm grew."], "He works at Acme Inc. The firm grew."),
    (["Acme Inc. Chief Ann Lee spoke."], "Acme Inc. Chief Ann Lee spoke."),
    (["He took vitamin C.", "It helps."], "He took vitamin C. It helps."),
    (["Fruit, e.g. apples, is good."], "Fruit, e.g. apples, is good."),
    (["Smith et al. (2020) found it."], "Smith et al. (2020) found it."),
    (["See no. 5 and fig. 3 there."], "See no. 5 and fig. 3 there."),
    (["On Jan. 5 it rose.", "Then it fell."], "On Jan. 5 it rose. Then it fell."),
    (["In dec. it fell."], "In dec. it fell."),
    (["The answer is no.", "Costs fell."], "The answer is no. Costs fell."),
    # ellipses, several marks
    (["It rose... then it fell."], "It rose... then it fell."),
    (["Wait...", "What?!", "Yes!"], "Wait... What?! Yes!"),
    (["It rose\u2026 then it fell\u2026", "Done."], "It rose\u2026 then it fell\u2026 Done."),
    # quotation marks and brackets
    (['He said "no."', "Then he left."], 'He said "no." Then he left.'),
    (['He said "It rose. It fell." and left.'], 'He said "It rose. It fell." and left.'),
    (['He said "It rose. It fell."', "Then he left."], 'He said "It rose. It fell." Then he left.'),
    (["\u201cIt rose. It fell.\u201d", "He left."], "\u201cIt rose. It fell.\u201d He left."),
    (["It rose (see p. 5. There).", "It fell."], "It rose (see p. 5. There). It fell."),
    (["(It rose. It fell.)", "End."], "(It rose. It fell.) End."),
    (["An open ( bracket.", "Goes on."], "An open ( bracket. Goes on."),
    (['A 5" pipe.', 'A 6" pipe.'], 'A 5" pipe. A 6" pipe.'),
    # numbers of a list within a line
    (["1. Do this.", "2. Do that."], "1. Do this. 2. Do that."),
    (["Steps:", "1. Do this.", "2. Do that."], "Steps: 1. Do this. 2. Do that."),
    (["The score: 1. Rome won."], "The score: 1. Rome won."),
    (['\u201cSquare" is by Cardi B.', "Please buy it."], '\u201cSquare" is by Cardi B. Please buy it.'),
    (["It came out in 2016.", '3. "Echo" is new.'], 'It came out in 2016. 3. "Echo" is new.'),
    # other scripts
    (["売上は１，９６７百万円でした"], "売上は１，９６７百万円でした"),
    (["売上は増えた。", "利益は減った！", "なぜ？"], "売上は増えた。利益は減った！なぜ？"),
    (["彼は「行く。」と言った。", "終わり。"], "彼は「行く。」と言った。終わり。"),
    (["Выручка выросла на 5,2 %.", "Прибыль упала."], "Выручка выросла на 5,2 %. Прибыль упала."),
    # nothing, and no end
    (["no end"], "  no end "),
    ([], ""),
    ([], " \n\t"),
    (["."], "."),
]


@pytest.mark.parametrize(("expected", "text"), SENTENCES)
def test_sentences(expected, text):
    assert expected == [text[each.start : each.end] for each in sentences_of(text)]


def test_what_is_held_is_given_with_its_marks():
    text = 'A "b" (c (d)) \u201ce\u201d.'
    assert ['"b"', "(d)", "\u201ce\u201d"] == [text[each.start : each.end] for each in held_in(text)]
