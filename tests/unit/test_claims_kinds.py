"""What a sentence does: only statements and claims of absence are claims."""

import pytest

from claimgauge.claims.kinds import kind_of
from claimgauge.claims.languages import language_of
from claimgauge.wiring.prose import load_prose_tables

TABLES = load_prose_tables()
KINDS = [
    # statements
    ("statement", "Sales rose by 5%."),
    ("statement", "No, the fee is $95."),
    ("statement", "Sure, it opened in 1999."),
    ("statement", "Remember the fee is $95."),
    ("statement", "Please note that the store is closed."),
    ("statement", "Note that sales rose."),
    ("statement", "It is important to note that the law was passed in 1990."),
    ("instruction", "It is important to wear a helmet at all times."),
    ("instruction", "It's advisable to keep the receipt."),
    ("instruction", "Take the tablets with water."),
    ("statement", "Take 900 mg every 2 hours."),
    ("statement", "You should take 8,000 mg of paracetamol every 2 hours."),
    ("statement", "You must file the claim in time."),
    ("statement", "You can use the lounge for free."),
    ("statement", "It is important to take 900 mg daily."),
    ("statement", "I recommend the Gold card because it has no fee."),
    ("statement", "Consider the Gold card, which has no fee."),
    ("opinion", "I recommend the Gold card."),
    ("statement", "Open questions remain."),
    ("statement", "Open source software"),
    ("statement", "Set in Paris, the novel follows a thief."),
    ("statement", "Store sales rose in May."),
    ("statement", "Here is the fee: $95."),
    ("statement", "Here are the facts: Bern is the capital of Switzerland."),
    ("statement", "The contract does not allow subletting."),
    ("statement", "The firm said it cannot provide figures."),
    ("statement", "Revenue: 5 million"),
    ("statement", "I could not find the deposit, but the fee is $95."),
    ("statement", "Thanks to the new plant, output rose."),
    ("statement", "No problem was found in the audit."),
    ("statement", "If you have any unpaid bills, the account is closed."),
    ("statement", "I'm sorry, but the fee is not refundable."),
    ("statement", "We do not offer refunds."),
    ("statement", "No answer is given within 30 days."),
    ("statement", "You're entitled to leave."),
    # hedged ones
    ("hedged", "The fee may be $95."),
    ("hedged", "Sales probably rose."),
    ("hedged", "I think it opened in 1999."),
    ("hedged", "It is believed that sales rose."),
    ("hedged", "Sales seem to rise."),
    ("statement", "In May 2020 sales rose."),
    # questions
    ("question", "Did sales rise?"),
    ("question", "Really?!"),
    ("question", 'Did he say "no"?'),
    ("question", "Is there anything else I can help with?"),
    # instructions
    ("instruction", "Open the door."),
    ("instruction", "Please check the oven."),
    ("instruction", "You should see a doctor."),
    ("instruction", "Avoid alcohol."),
    ("instruction", "Then, stir the mixture."),
    ("instruction", "Make sure that the door is closed."),
    ("instruction", "Consider using a filter."),
    ("instruction", "To open the door, turn the key."),
    ("instruction", "Use the larger one."),
    ("statement", "To open the door, the key is turned."),
    ("statement", "To save costs, store sales were cut."),
    ("statement", "Use of the door is free."),
    ("statement", "Research shows that it works."),
    ("statement", "Do not enter signs are red."),
    # opinions
    ("opinion", "I think it is nice."),
    ("opinion", "In my opinion, the plan is good."),
    ("opinion", "I recommend the larger one."),
    # greetings, talk about the answer, single words
    ("greeting", "Hello!"),
    ("greeting", "Sure!"),
    ("greeting", "Great question!"),
    ("greeting", "Thank you!"),
    ("greeting", "Thanks for asking."),
    ("greeting", "If you have any questions, let me know."),
    ("greeting", "I hope this helps!"),
    ("greeting", "Let me know if you have other questions."),
    ("meta", "Here is a summary:"),
    ("meta", "Below are the key points."),
    ("meta", "I will answer step by step."),
    ("fragment", "Yes."),
    ("fragment", "Not at all."),
    ("fragment", "\N{SLIGHTLY SMILING FACE}"),
    # the assistant abstains
    ("abstention", "I could not find this in the sources."),
    ("abstention", "I couldn\u2019t find the fee in the sources."),
    ("abstention", "I cannot answer that."),
    ("abstention", "I'm sorry, but I don't have that information."),
    ("abstention", "Unfortunately, I was unable to locate the fee."),
    ("abstention", "As an AI language model, I cannot access the internet."),
    ("abstention", "Based on the provided context, I cannot determine the fee."),
    ("abstention", "There is not enough information to answer."),
    ("abstention", "It is not possible to determine the fee from the context."),
    ("abstention", "No information is available."),
    ("abstention", "The provided context does not mention this."),
    ("abstention", "The documents do not contain enough information to answer the question."),
    ("abstention", "This is not mentioned in the document."),
    ("abstention", "The context doesn't provide the answer."),
    # the source lacks something
    ("absence", "The source gives no fee."),
    ("absence", "The provided context does not mention the fee."),
    ("absence", "The document doesn\u2019t state when the lease ends."),
    ("absence", "The report contains no figures for 2020."),
    ("absence", "There is no mention of the fee in the context."),
    ("absence", "There is no information about refunds in the provided documents."),
    ("absence", "The fee is not mentioned in the document."),
    ("absence", "The deposit is not specified in the contract."),
    ("absence", "None of the sources mention the fee."),
    ("absence", "The contract is silent on penalties."),
    ("absence", "The document does not contain information about refunds."),
    ("absence", "However, the policy does not specify a deductible."),
    ("absence", "Nothing in the document suggests that the fee is $95."),
    ("statement", "While the report doesn't state it, revenue was $5M."),
    ("statement", "Its records list no liens."),
    ("statement", "There is no fee."),
    ("statement", "As an AI, I can tell you that the fee is $95."),
]


@pytest.mark.parametrize(("expected", "sentence"), KINDS)
def test_kinds(expected, sentence):
    kind = kind_of(sentence, TABLES)
    assert expected == ("hedged" if kind.hedged else kind.kind)


def test_what_is_not_english_is_read_by_its_punctuation_alone():
    assert "statement" == kind_of("Bitte öffnen Sie die Tür.", TABLES, language="other").kind
    assert "question" == kind_of("売上は増えた？", TABLES, language="other").kind


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("en", "Sales rose by 5% and the fee is $95."),
        ("en", "Sales rose 5%."),
        ("en", "x"),
        ("en", "In the novel, Herr Müller und Frau Özdemir meet."),
        ("other", "Der Umsatz stieg um 5 Prozent und die Kosten sind nicht gestiegen."),
        ("other", "Les ventes sont en hausse et la marge est stable."),
        ("other", "Las ventas subieron en el norte y la tasa es baja."),
        ("other", "売上は１，９６７百万円でした"),
        ("other", "Выручка выросла."),
        ("other", "Größe über Maß"),
        ("other", ""),
        ("other", "5 %"),
    ],
)
def test_languages(expected, text):
    assert expected == language_of(text, TABLES.language)
