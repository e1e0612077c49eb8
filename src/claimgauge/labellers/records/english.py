"""Closed classes of English words that a sentence is read by; what a domain adds stands in its contract."""

from typing import Final

WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
"""In the order of `datetime.date.weekday`."""

ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
"""From 1."""

ONE: Final = frozenset(["a", "an", "one"])
TWO: Final = frozenset(["pair", "couple"])
NONE: Final = frozenset(["no", "zero"])

PRONOUNS: Final = frozenset(
    ["he", "she", "they", "it", "his", "her", "their", "its", "him", "them", "who", "we", "our"]
)

PERSONAL: Final = frozenset(["he", "she", "his", "her", "him", "hers"])
"""Those that mean one person and never a group."""

BREAKS: Final = frozenset([";", "while", "whereas", "but"])
"""What a clause begins with."""

AHEAD: Final = (
    ("will",), ("up", "next"), ("next", "up"), ("next", "game"), ("next", "action"), ("next", "contest"),
    ("next", "matchup"), ("next", "month"), ("next", "quarter"), ("next", "year"), ("on", "deck"), ("upcoming",),
    ("tomorrow",), ("await",), ("awaits",), ("head",), ("heads",), ("looks", "to"), ("look", "to"),
    ("remain", "home"), ("remain", "at", "home"), ("travel",), ("travels",), ("returns",), ("return", "home"),
    ("home", "again"), ("plan", "to"), ("plans", "to"), ("going", "to"),
)  # fmt: skip
"""Words of a clause about what is still to come; records say what was."""

APART: Final = frozenset(
    [
        "against", "over", "versus", "vs", "past", "beat", "beating", "defeat", "defeated", "defeating", "opposing",
        "outscored", "outscoring", "scored", "scoring", "outplayed", "outpaced", "held", "hold", "holding", "limited",
        "limiting", "forced", "forcing", "force", "host", "hosts", "face", "faces", "visit", "visits", "topped",
        "edged",
    ]
)  # fmt: skip
"""Words that set the name behind them against the one before, so that both are never the same."""

BELONGING: Final = frozenset(
    ["led", "leads", "lead", "paced", "guided", "carried", "headed", "spearheaded", "for", "of"]
)
"""Words by which somebody is said to be of a group: `led the way for`, `were led by`."""

DIFFERENCE: Final = frozenset(
    ["margin", "lead", "advantage", "edge", "deficit", "difference", "more", "fewer", "less", "gap"]
)
"""Words behind a number that make it what one has more than another; `by` before it does so, too."""

TOTAL: Final = frozenset(["combined", "combine", "combining", "together", "altogether"])
"""Words by which a number is the sum over several names."""

LINKS: Final = frozenset(
    ["of", "was", "is", "were", "are", "at", "to", "with", "a", "an", "the", "total", "in", ":", "="]
)
"""What may stand between the name of a field and its number."""

LETTING: Final = frozenset(["the", "a", "an", "visiting", "host", "hosting", "home", "rival"])
"""Words that may stand before a name without saying anything about it."""

CLOSED_CLASS: Final = frozenset(
    [
        "the", "a", "an", "and", "but", "or", "with", "when", "while", "after", "before", "for", "from", "by", "on",
        "at", "in", "to", "of", "as", "if", "since", "until", "both", "his", "her", "their", "its", "our", "this",
        "that", "these", "those", "only", "even", "also", "then", "meanwhile", "however", "still", "like", "unlike",
        "behind", "without",
    ]
)  # fmt: skip
"""Words that may begin a sentence and are no part of a name."""
