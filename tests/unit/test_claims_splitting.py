"""Which sentences are split, into what, and which are left whole."""

import pytest

from claimgauge.claims import claims_from
from claimgauge.wiring.prose import load_prose_tables

TABLES = load_prose_tables()

SPLIT = [
    # clauses
    (["Sales rose 5%.", "Costs fell 3%."], "Sales rose 5% and costs fell 3%."),
    (["X rose.", "Y fell."], "X rose and Y fell."),
    (["The fee is $95.", "The credit is $12."], "The fee is $95 and the credit is $12."),
    (["Revenue rose by 5%.", "Costs fell by 3%."], "Revenue rose by 5%, while costs fell by 3%."),
    (["The U.S. team won.", "The U.K. team lost."], "The U.S. team won and the U.K. team lost."),
    (["The U.K. left the EU in 2020.", "Trade fell."], "The U.K. left the EU in 2020, and trade fell."),
    (["Acme tried two names.", "Beta was kept."], "Acme tried two names; Beta was kept."),
    (["In 1990, the plant opened.", "In 1990, the mine closed."], "In 1990, the plant opened and the mine closed."),
    (["Sales rose.", "Profit did not."], "Sales rose, but profit did not."),
    # verbs that share a subject
    (["X opened in 1999.", "X employs 300 people."], "X opened in 1999 and employs 300 people."),
    (["The bridge is 2 km long.", "The bridge costs $1 billion."], "The bridge is 2 km long and costs $1 billion."),
    (["The bank offers loans.", "The bank does not take cash."], "The bank offers loans but does not take cash."),
    (["Ann Lee joined in 2010.", "Ann Lee left in 2015."], "Ann Lee joined in 2010 and left in 2015."),
    (
        ["It sells cars.", "It employs 300.", "It operates in Rome."],
        "It sells cars, employs 300, and operates in Rome.",
    ),
    (["The drug reduces pain.", "The drug may cause nausea."], "The drug reduces pain and may cause nausea."),
    (
        ["In 1999, Acme opened a plant.", "In 1999, Acme employed 300 people."],
        "In 1999, Acme opened a plant and employed 300 people.",
    ),
    (["However, Acme opened in 1999.", "Acme has 300 staff."], "However, Acme opened in 1999 and has 300 staff."),
    (["He was born in 1898.", "He served on the Court."], "He was born in 1898 and served on the Court."),
    (
        ["The plant was built in 1999.", "The plant was acquired by Acme."],
        "The plant was built in 1999 and acquired by Acme.",
    ),
    (["The plant was built in 1999.", "The plant acquired Acme."], "The plant was built in 1999 and acquired Acme."),
    (["The firm was bought in 2010.", "The firm was renamed Beta."], "The firm was bought in 2010 and renamed Beta."),
    (["The inn is small.", "The inn is located in Rome."], "The inn is small and located in Rome."),
    (
        ["Romeo and Juliet was written in 1595.", "Romeo and Juliet is a tragedy."],
        "Romeo and Juliet was written in 1595 and is a tragedy.",
    ),
    # lists of members
    (
        ["France are members of the union.", "Spain are members of the union.", "Italy are members of the union."],
        "France, Spain and Italy are members of the union.",
    ),
    (
        ["Ann joined Acme in 1999.", "Bo joined Acme in 1999.", "Cy joined Acme in 1999."],
        "Ann, Bo, and Cy joined Acme in 1999.",
    ),
    # lists at the end
    (
        [
            "The fee covers meals such as soup.",
            "The fee covers meals such as bread.",
            "The fee covers meals such as rice.",
        ],
        "The fee covers meals such as soup, bread, and rice.",
    ),
    (
        ["The states include Ohio.", "The states include New York.", "The states include Utah."],
        "The states include Ohio, New York and Utah.",
    ),
    (
        [
            "It has shops in towns, including Bonn.",
            "It has shops in towns, including Ulm.",
            "It has shops in towns, including Hof.",
        ],
        "It has shops in towns, including Bonn, Ulm and Hof.",
    ),
    (
        ["Roles include CEO (chief).", "Roles include CFO (finance and tax).", "Roles include CTO and others."],
        "Roles include CEO (chief), CFO (finance and tax), CTO and others.",
    ),
    (
        ["The plan may include dental care.", "The plan may include eye care.", "The plan may include travel."],
        "The plan may include dental care, eye care, and travel.",
    ),
    (["The inn has a bar.", "The inn has a pool."], "The inn has a bar and a pool."),
    (
        ["Ann holds a degree in law from Rome.", "Ann holds a doctorate from Bonn."],
        "Ann holds a degree in law from Rome and a doctorate from Bonn.",
    ),
    # what a subject is
    (
        ["Acme is a firm.", "Acme makes cars.", "Acme employs 300 people."],
        "Acme is a firm that makes cars and employs 300 people.",
    ),
    (["Ann Lee was a Dutch poet.", "Ann Lee wrote ten books."], "Ann Lee was a Dutch poet who wrote ten books."),
    (["Acme is a bank.", "Acme is based in Rome."], "Acme is a bank based in Rome."),
    (["BPE is a technique.", "BPE is widely used in parsing."], "BPE is a technique widely used in parsing."),
    (["Wolves are animals.", "Wolves are adapted to cold."], "Wolves are animals adapted to cold."),
    (
        ["Quicksand is a type of wet sand.", "Quicksand has no floor."],
        "Quicksand is a type of wet sand that has no floor.",
    ),
    (["The fins are made of glass.", "The fins help surfers."], "The fins, which help surfers, are made of glass."),
    (
        ["He made a debut in 1952.", "He started winning in 1980."],
        "He made a debut in 1952 but started winning in 1980.",
    ),
    # between commas
    (["Acme employs 300 people.", "Acme was founded in 1999."], "Acme, which was founded in 1999, employs 300 people."),
    (
        ["Acme sells cars.", "Acme was founded in 1999.", "Acme employs 300."],
        "Acme, which was founded in 1999 and employs 300, sells cars.",
    ),
    (["He met Ann Lee.", "Ann Lee won two prizes."], "He met Ann Lee, who won two prizes."),
    (["He moved to Paris.", "Paris was founded long ago."], "He moved to Paris, which was founded long ago."),
    (
        ["Ada Lovelace was born in 1815.", "Ada Lovelace, the first programmer."],
        "Ada Lovelace, the first programmer, was born in 1815.",
    ),
    (
        ["Sinking sand is a type of sand.", "Sinking sand, also known as quicksand."],
        "Sinking sand, also known as quicksand, is a type of sand.",
    ),
    (
        ["Berlin has 3.7 million people.", "Berlin, the capital of Germany.", "Berlin covers 891 km²."],
        "Berlin, the capital of Germany, has 3.7 million people and covers 891 km².",
    ),
]

WHOLE = [
    # lists in which a word may belong to several members, or which are one thing
    "It offers web, mobile, and desktop applications.",
    "It builds tools such as web, mobile, and desktop applications.",
    "Effects include increased cost, time, and risk.",
    "Risks include reduced sleep, appetite, and energy.",
    "Causes include loss of blood, sleep, and hope.",
    "Acme was the first to build tools such as saws, drills, and lathes.",
    "The only states include Ohio, New York and Utah.",
    "It does not cover meals such as soup, bread, and rice.",
    "The colours include a mix of red, green and blue.",
    "Towns include Paris, Texas and Rome, Georgia.",
    "The fee covers meals such as soup, bread, or rice.",
    "It includes soup and bread, rice and peas, and tea.",
    "Acme says the states include Ohio, New York and Utah.",
    "If the plan includes soup, bread, and rice, it is dear.",
    "The cocktail is a mix of a rum and a juice.",
    "The inn has both a bar and a pool.",
    "The inn has a bar with a view and a pool.",
    "The inn has no bar and no pool.",
    "The road links a town and a city.",
    # what a subject is, and is not safely
    "Acme is the firm that makes cars.",
    "Acme is one of the firms that make cars.",
    "Acme is the only bank based in Rome.",
    "Acme is not a firm that makes cars.",
    "Acme may be a firm that makes cars.",
    "Only Acme is a firm that makes cars.",
    "No bank is a firm that makes cars.",
    "Acme is a member of a group that makes cars.",
    "Acme is a better firm that makes cars.",
    "Acme is such a large firm that makes cars.",
    "In 1990, Acme was a firm that made cars.",
    "It was a dog that bit him.",
    "There are models that may win.",
    "Acme is a complex firm, which makes it hard to read.",
    "Ann is a poet based in Rome who writes plays.",
    "They are installing displays made by Acme.",
    "They are best known as the makers of cars.",
    "Ann is a poet, mostly known for plays.",
    "The model has parts: one refers to A; two refers to B; three refers to C.",
    "It names the causes, effects, and threats related to costs.",
    # numbers, ranges, dates, names
    "Johnson and Johnson opened a plant.",
    "The range is between 5 and 10 and costs vary.",
    "It lasted from 5 and 10 May to 3 June.",
    "X acquired Johnson and Johnson employs 300.",
    "The firm sells cars and trucks in France.",
    "It costs five hundred and twenty dollars.",
    "The law of supply and demand holds.",
    "The price of oil and gas rose.",
    # comparisons
    "The fee is higher than the credit and the limit is 5.",
    "Acme is as old as Beta and Gamma is new.",
    # conditions and other clauses
    "If sales rise, costs fall and profits grow.",
    "Unless sales rise, costs fall and profits shrink.",
    "Because sales rose, profits grew and costs fell.",
    "As sales rose and costs fell, profits grew.",
    "Sales rose because prices fell and demand grew.",
    "She likes the company that makes cars and sells trucks.",
    # reported speech and quotation marks
    "He said that sales rose and costs fell.",
    "According to Acme, sales rose and costs fell.",
    "Acme is expected to open in May and has 300 staff.",
    '"Sales rose and costs fell," he wrote.',
    'He called it "rise and fall" in May.',
    # negation
    "Neither Ann nor Bob won and Cy lost.",
    "The company did not open a plant and sells nothing.",
    "No plant opened in 1999 and employs 300 people.",
    # what may be one thing
    "Acme makes and sells cars.",
    "The plant was opened in 1999 and closed in 2005.",
    "It has a factory located in Rome and opened in 1990.",
    "It offers privacy and reduced costs.",
    "It offers speed, privacy, and reduced data usage.",
    "It sells shoes and clothes made in France.",
    "These genes and proteins are controlled by laws.",
    "Workers hired in 1990 earn less and leave early.",
    "The gas used in diving is air and has no smell.",
    "The vaccine is safe and effective.",
    "Ann, Bob and Cy are partners.",
    "Ann, Bob and Cy each won a prize.",
    "Ann and Bob are members.",
    "Ann, the boss, and Bob were there.",
    "Apple, which is based in Cupertino, and Google are rivals.",
    "He moved to Paris, which was a mistake.",
    "The son of Ann Lee, who won, left.",
    "In 1990, the plant opened and in 2000 it closed.",
    "Only Acme rose and Beta fell.",
    "There are five rooms and each has a bath.",
    "You can open an account online and pay no fee.",
    "Both Acme rose and Beta fell.",
    "Mr. Smith, who joined in 1999, and Ms. Lee, who joined in 2001, are partners.",
    "The firm has 300 staff and planned expansions.",
    "Acme opened after Beta closed and employs 300 people.",
    "The law bans smoking and drinking is allowed.",
    "The plan includes the fee and costs of travel.",
    "Not all employees get leave and contractors get none.",
    "Jo came in 38 minutes, with 12 points, and six assists.",
    "The CEO, Ann Lee, resigned in May.",
    "Revenue was $5 million in Q1, $6 million in Q2 and $7 million in Q3.",
    "Ann Lee, the CEO, said profits rose and costs fell.",
    "Alice told Bob that she left and Carol stayed.",
    "Sales and costs rose by 5% and 3%, respectively.",
]


def texts(answer):
    return [claim.text for claim in claims_from(answer, TABLES).claims]


@pytest.mark.parametrize(("expected", "sentence"), SPLIT)
def test_split(expected, sentence):
    assert expected == texts(sentence)


@pytest.mark.parametrize("sentence", WHOLE)
def test_whole(sentence):
    assert [sentence] == texts(sentence)


def test_the_spans_of_a_sentence_cover_it():
    answer = "Acme opened in 1999 and employs 300 people."
    spans = [claim.span for claim in claims_from(answer, TABLES).claims]
    assert ["Acme opened in 1999", "and employs 300 people."] == [answer[start:end] for start, end in spans]


def test_a_part_between_commas_lies_within_the_rest():
    answer = "Acme, which opened in 1999, employs 300 people."
    spans = [claim.span for claim in claims_from(answer, TABLES).claims]
    assert [answer, "which opened in 1999"] == [answer[start:end] for start, end in spans]


def test_the_forms_say_how_a_claim_was_made():
    answer = "Ada Lovelace, the first programmer, was born in 1815 and died in 1852. It rained."
    forms = [claim.form for claim in claims_from(answer, TABLES).claims]
    assert ["clause", "apposition", "predicate", "sentence"] == forms
