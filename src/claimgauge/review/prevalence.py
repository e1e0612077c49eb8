"""The prevalence paradox, said beside the number: raters agree, and a kappa is low.

Where one label takes almost all ratings, two raters who follow that habit agree nearly always by chance, so that kappa
and alpha have little left to measure: a few disagreements push them to 0. That is no fault of the raters, and no proof
that they can tell the labels apart either. Gwet's AC corrects less there, and the specific agreement of each label says
where they agree.

Sources: Feinstein and Cicchetti (1990), High agreement but low kappa; Byrt, Bishop and Carlin (1993).
"""

from collections.abc import Iterable
from typing import Final

import msgspec

from claimgauge.review.coefficient import Coefficient
from claimgauge.review.ratings import Ratings

HIGH_SHARE: Final = 0.75
"""From this share of one label on, agreement by chance is above 0.6 for two labels, and is worth a word."""


class Prevalence(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """The label that is given most, its share of all ratings, and what that does.

    `by_chance` is the agreement that chance alone would give by the shares of labels (that of Fleiss' kappa).
    `message` is empty where no label takes HIGH_SHARE of the ratings.
    """

    label: str
    share: float
    by_chance: float | None
    message: str


def prevalence_of(ratings: Ratings, found: Iterable[Coefficient]) -> Prevalence:
    """The most frequent label of these ratings, of several the first, against the coefficients that were found."""
    totals = [sum(column) for column in zip(*map(ratings.counts, range(len(ratings.items))), strict=True)]
    most = max(totals)
    label, share = ratings.names[totals.index(most)], most / ratings.total
    by_name = {each.name: each for each in found}
    chance = by_name["fleiss_kappa"].by_chance
    message = ""
    if share >= HIGH_SHARE and chance is not None:
        agreed = by_name["percent_agreement"].value or 0.0
        kappa, gwet = (_text(by_name[name]) for name in ("fleiss_kappa", "gwet_ac"))
        message = (
            f"agreement by chance is high ({chance:.2f}) because {label!r} takes {100 * share:.0f} % of the ratings: "
            f"raters agree in {100 * agreed:.0f} % of the pairs, Fleiss' kappa is {kappa}, Gwet's AC {gwet}; "
            f"the corrected numbers rest on the few ratings that are not {label!r}"
        )
    return Prevalence(label=label, share=share, by_chance=chance, message=message)


def _text(each: Coefficient) -> str:
    return "not defined" if each.value is None else f"{each.value:.2f}"
