"""What the sections of a report say about their numbers."""

from typing import Final

SAID: Final[dict[str, str]] = {
    "cells": (
        "Survival is the share of parsed claims that every gate verified. Shipped is the mean number of verified "
        "claims that leave, an instance; instances without a claim count as 0. A narrator that says little can "
        "survive well, so the two are read together. Strict pass is the share of instances with claims, all of "
        "them verified."
    ),
    "outcomes": (
        "Schema-failed: there was a reply and no claim in it. Zero verified: no claim of the instance was verified; "
        "instances without claims are among them. Attempt 0 is the narration, each later one a pass of repair."
    ),
    "gates": (
        "Claims that a gate rejected, each counted once for each gate, and in brackets the messages of that gate. "
        "A claim can fail at several gates. The Gate 4 share is of failing claims."
    ),
    "types": (
        "Each message that asks for a type of evidence which the claim does not cite. The columns say what the claim "
        "cites instead (evidence of another type, nothing, or only ids that do not exist), and whether the graph holds "
        "a node of the required type (one there) or not (none there)."
    ),
    "no types": "No claim failed a rule of its type for want of evidence of a type.",
    "mechanical": (
        "Repair without a model, where every finding about a claim has exactly one right answer; texts are never "
        "touched. The arrows go from before it to after it. A claim with several kinds of failure counts under "
        "each."
    ),
    "fluency": (
        "Flesch reading ease (higher is easier), Flesch-Kincaid grade (years of school), and lexical diversity "
        "(different words / words of a text, which falls as texts grow). Syllables are counted by the places at "
        "which hyphenation may part a word."
    ),
    "cost": (
        "What each cell would cost by itself. Settings that share a first attempt pay for it once each here, and "
        "once together in the run."
    ),
    "no cost": "No narrator of this run asked a model, so there is no cost.",
    "differences": (
        "B minus A over the instances that both sides have: percentage points of survival and strict passes, verified "
        "claims an instance of what ships. An effect on survival stands beside the effect on volume, always."
    ),
    "many": (
        "Where so many are looked at, some leave 0 out by chance; the adjusted interval (Bonferroni) and the "
        "p-value after Holm allow for all of their family. What was not registered is exploratory."
    ),
    "no differences": "The plan implies no contrast.",
    "best-of": (
        "The setting that came out best, chosen after registration with the results in hand. It flatters, and its "
        "interval does not cover the choice."
    ),
    "seeds": (
        "The same cells and differences, computed for each seed alone: the mean of the seeds, their standard "
        "deviation, the lowest and the highest. For survival the deviation is in percentage points."
    ),
    "published": (
        "Published by others, on their own data and with their own models, and shown only to be held against. "
        "None of it was measured in this run."
    ),
}
SIMULATED: Final = (
    "make seeded mistakes at stated rates, read no prompt and ask no model; what is shown of them says "
    "nothing about any model or prompt"
)
MISSING: Final = "rows are missing, so that not all cells hold the same instances; pairs are whole all the same"
