"""A rater study on a terminal."""

from collections.abc import Iterator, Sequence

from claimgauge.reports import plain_line, share
from claimgauge.review import COEFFICIENT_NAMES, Coefficient, CoefficientName
from claimgauge_bench.raters.study import Disagreement, RaterStudy

AMONG: tuple[CoefficientName, ...] = ("percent_agreement", "fleiss_kappa", "krippendorff_alpha", "gwet_ac")


def study_text(study: RaterStudy) -> str:
    """The result in lines."""
    return "\n".join(_lines(study)) + "\n"


def _lines(study: RaterStudy) -> Iterator[str]:
    agreement = study.agreement
    rubric = f"rubric {_name(study.rubric)}, version {_name(study.rubric_version)}"
    yield f"raters against the verifier, run {_name(study.run)}, {rubric}"
    yield f"  {study.items} claims, {agreement.raters} raters, {agreement.ratings} answers, {study.empty} left empty"
    if study.simulated:
        yield f"  ! simulated narrators, which say nothing about any model: {', '.join(map(_name, study.simulated))}"
    yield from (f"  ! {plain_line(notice, 300)}" for notice in agreement.notices)
    yield ""
    yield f"among raters{'':18}  {'value':>7}  {f'{100 * agreement.confidence:g}% interval':>16}"
    by_name = {each.name: each for each in agreement.coefficients}
    yield from (_coefficient(COEFFICIENT_NAMES[name], by_name[name]) for name in AMONG)
    if agreement.prevalence.message:
        yield f"  ! {plain_line(agreement.prevalence.message, 600)}"
    for pair in agreement.pairs:
        kappa = "none" if pair.kappa is None else f"{pair.kappa:.3f}"
        yield f"  {_name(pair.a)}, {_name(pair.b)}: same answer {share(pair.agreement)} of {pair.items}, kappa {kappa}"
    yield ""
    yield f"majority against verifier: {study.agree} of {study.compared} agree"
    if study.agreement_with_verifier is not None and study.kappa is not None:
        yield _coefficient("agreement", study.agreement_with_verifier)
        yield _coefficient("Cohen's kappa", study.kappa)
    weighted = "not known, since a stratum has nothing compared" if study.weighted is None else share(study.weighted)
    yield f"  weighted by the claims of each stratum in the run: {weighted}"
    for each in study.strata:
        drawn = f"({each.items} drawn of {each.claims:,} claims)"
        yield f"  {each.stratum:12}  {each.agree} of {each.compared} agree  {drawn}"
    for rater in study.raters:
        yield f"  {_name(rater.rater)}: {rater.agree} of {rater.answers} as the verifier, {rater.unclear} UNCLEAR"
    yield from _listed("majority and verifier differ", study.differ)
    yield from _listed("majority is UNCLEAR", study.unclear)
    yield from _listed("no majority", study.no_majority)


def _coefficient(name: str, each: Coefficient) -> str:
    value = "none" if each.value is None else f"{each.value:.3f}"
    interval = "none" if each.interval is None else f"{each.interval.lower:.3f} to {each.interval.upper:.3f}"
    return f"  {name:28}  {value:>7}  {interval:>16}  {each.reason or each.interval_reason}".rstrip()


def _listed(title: str, items: Sequence[Disagreement]) -> Iterator[str]:
    yield ""
    yield f"{title}: {len(items) or 'none'}"
    for each in items:
        votes = ", ".join(f"{count} {label}" for label, count in each.votes.items()) or each.reason
        yield (
            f"  {each.item}  {votes}  verifier {each.verifier} ({each.stratum})  "
            f"{_name(each.brief)} {_name(each.claim_id)} {_name(each.claim_type)}"
        )


def _name(text: str) -> str:
    return plain_line(text, 60)
