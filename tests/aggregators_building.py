"""Small answers with an outcome, for the tests of the aggregators."""

from claimgauge.calibration.aggregators import LabelledAnswer, Rubrics
from tests.risk_building import GUARDED, PAPER, labelled

BOTH = Rubrics(PAPER, GUARDED)
REFUTED = ("CONTRADICTED", "F", "C")


def claims_of(*labels, v=1.0):
    """One claim for each label, all of one criticality; `(label, "F", "C")` names dimensions."""
    return tuple(labelled(label, v=v, name=f"c{number}") for number, label in enumerate(labels, start=1))


def answer(name, *labels, harmful=False, v=1.0, **keys):
    return LabelledAnswer(case_id=name, claims=claims_of(*labels, v=v), harmful=harmful, **keys)


def many(count):
    """Answers in which harm goes with contradictions, though not always."""
    kinds = (
        (("SUPPORTED", "SUPPORTED", "SUPPORTED"), False),
        (("SUPPORTED", "UNSUPPORTED"), False),
        (("SUPPORTED", REFUTED), True),
        (("UNSUPPORTED", "UNSUPPORTED", "PARTIAL"), True),
        (("SUPPORTED", "PARTIAL"), False),
        (("SUPPORTED", "SUPPORTED", "UNSUPPORTED"), True),
        ((REFUTED, "SUPPORTED", "SUPPORTED"), False),
    )
    return [answer(f"a{place}", *kinds[place % 7][0], harmful=kinds[place % 7][1]) for place in range(count)]
