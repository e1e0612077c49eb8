"""(g): answers in prose: six claims over five passages of 200 words, warm, and passages of any length."""

import random
import time

import numpy as np

from claimgauge.evidence import EvidenceNode
from claimgauge.labellers.entailment import EntailmentLabeller

CLAIMS = (
    "The annual fee of the card is 95 dollars for members in Europe.",
    "Members earn three points for each dollar that they spend on travel.",
    "The bank was founded in 1999 and has 120 branches.",
    "Unused points expire at the end of the year.",
    "A lost card is replaced within five days without a charge.",
    "The interest rate rose to 4.5 % in March.",
)
OTHERS = "while some other offices of this house tell what they know"
PASSAGES, WORDS = 5, 200
WARM = 3


def passages(count: int, words: int, *, seed: int = 1) -> list[EvidenceNode]:
    """Seeded texts that share words with every claim, in sentences of some twelve words."""
    chance = random.Random(seed)
    pool = [*" ".join(CLAIMS).replace(".", "").split(), *OTHERS.split()]
    made = []
    for number in range(count):
        drawn = [chance.choice(pool) for _ in range(words)]
        text = " ".join(word + ("." if place % 12 == 11 else "") for place, word in enumerate(drawn))
        made.append(EvidenceNode(evidence_id=f"p{number}", type="PASSAGE", content=text))
    return made


def seconds_of_an_answer(labeller: EntailmentLabeller, rounds: int) -> float:
    """The 95th percentile of the processor seconds that six claims over five passages take."""
    taken = []
    for round_ in range(rounds + WARM):
        nodes = passages(PASSAGES, WORDS, seed=round_)
        start = time.process_time()
        for claim in CLAIMS:
            labeller.examine(claim, nodes)
        taken.append(time.process_time() - start)
    return float(np.quantile(taken[WARM:], 0.95))
