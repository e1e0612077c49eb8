"""Charts and claims about medication: real names of substances, everything else made up, no medical advice."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from claimgauge.claims import Claim
from claimgauge.evidence import EvidenceNode
from claimgauge_bench.domains.medication.records import ALIASES, CENT, WORDS, records, substances
from tests.domains.evidence import FULL_WIDTH, LOOK_ALIKE, ORDER, mapped, only_content, with_node
from tests.domains.labelled import Labelled, claim, derived, expected, labelled

SAMPLE_SEED, SAMPLE_PATIENTS = 5, 3


# generated claims


class Chart(NamedTuple):
    """One chart, the one of another patient, and the nodes of all of them."""

    patient: str
    record: dict[str, Any]
    other: dict[str, Any]
    nodes: tuple[EvidenceNode, ...]

    def most(self, drug: str) -> str:
        """The most of a drug per day."""
        return str(next(node.fields["max_per_day"] for node in self.nodes if node.evidence_id == f"max/{drug}"))


Made = Iterator[tuple[str, Claim]]


def generated(seed: int, *, patients: int = 6) -> tuple[Labelled, ...]:
    """Claims over `patients` charts; the same for the same seed."""
    held = records(seed, patients)
    nodes, charts, found = mapped(held, "medication"), held[1:], []
    for place, record in enumerate(charts):
        chart = Chart(record["patient"], record, charts[(place + 1) % patients], nodes)
        for number, (family, made) in enumerate(_claims(chart)):
            found.append(labelled(f"medication-{seed}-{chart.patient}-{number}-{family}", family, nodes, made))
        found += _over_other_evidence(chart, seed)
    return tuple(found)


def _claims(chart: Chart) -> Made:
    yield from _about_citations(chart)
    yield from _about_entities(chart)
    yield from _about_doses(chart)
    yield from _about_values(chart)
    yield from _about_changes(chart)
    yield from _about_shares(chart)
    yield from _about_limits(chart)


def _about_citations(chart: Chart) -> Made:
    line = chart.record["prescriptions"][0]
    patient, drug, dose, times = (line[key] for key in ("patient", "drug", "dose", "per_day"))
    cited, entities = f"rx/{patient}/{drug}", f"{patient}|{drug}"
    text = f"{patient} takes {dose} of {drug} {WORDS[times]} a day."
    numbers = f"dose={dose}; per_day={times}"

    def said(evidence: str, *, kind: str = "DOSE", numbers: str = numbers) -> Claim:
        return claim(kind, text, evidence, entities=entities, numbers=numbers)

    yield "true", said(cited)
    yield "no citation", said("")
    yield "unknown evidence id", said(f"rx/{patient}/aspirin")
    yield "shortened evidence id", said(cited.removeprefix("rx/"))
    yield "wrong evidence type", said(cited, kind="INTERACTION")
    yield "too many citations", said(f"{cited}|max/{drug}")
    yield "forbidden field", said(cited, numbers=f"{numbers}; birth_date={chart.record['birth_date']}")
    missing = f"{patient} takes {dose} of {drug}."
    yield "missing field", claim("DOSE", missing, cited, entities=entities, numbers=f"dose={dose}")


def _about_entities(chart: Chart) -> Made:
    line = chart.record["prescriptions"][0]
    patient, drug = line["patient"], line["drug"]
    other, cited = chart.other["patient"], f"rx/{patient}/{drug}"

    def said(who: str, what: str, *, text: str = "", entities: str = "") -> Claim:
        words = text or f"{who} takes {what} by mouth."
        return claim("PRESCRIBED", words, cited, entities=entities or f"{who}|{what}")

    yield "true", said(patient, drug)
    yield "alias", said(patient, ALIASES[drug])
    yield "unknown entity", said(patient, "lithium")
    yield "entity of another node", said(other, drug)
    yield "entity of another node", said(patient, chart.other["prescriptions"][1]["drug"])
    yield "entity of the cited node left out", said(patient, drug, text="It is taken by mouth.", entities=patient)
    yield "entity in prose", said(patient, drug, text=f"{patient} takes {drug}, and so does {other}.")
    yield "look-alike letters", said(patient, drug.translate(LOOK_ALIKE))
    wide = drug.translate(FULL_WIDTH)
    yield "compatibility forms", said(patient, drug, entities=f"{patient}|{wide}")


def _about_doses(chart: Chart) -> Made:
    line, others = chart.record["prescriptions"][0], chart.other["prescriptions"]
    patient, drug, dose, times = (line[key] for key in ("patient", "drug", "dose", "per_day"))
    daily, cited = line["daily_dose"], f"rx/{patient}/{drug}"
    milligrams = Decimal(dose.split()[0])

    def said(words: str, numbers: str) -> Claim:
        return claim("PRESCRIBED", words, cited, entities=f"{patient}|{drug}", numbers=numbers)

    def of(amount: str, *, field: str = "dose=") -> Claim:
        return said(f"{patient} takes {amount} of {drug}.", f"{field}{amount}")

    yield "true", of(dose)
    yield "true", of(dose, field="")
    yield "true", said(f"{patient} has taken {drug} since {line['start']}.", f"start={line['start']}")
    yield "unit conversion", of(f"{(milligrams / 1000).normalize():f} g")
    yield "wrong unit", of(dose.replace("mg", "g"))
    yield "wrong unit", of(dose.replace("mg", "mL"))
    yield "different value", of(f"{milligrams + 1} mg")
    yield "unknown number", of(f"{milligrams + Decimal('0.77')} mg", field="")
    foreign = next(each["dose"] for each in others if each["dose"] != daily)
    yield "number of another entity", of(foreign, field="")
    yield "right number in the wrong field", of(daily)
    yield "rounding of an exact field", of(f"{milligrams / 1000:.1f} g")
    yield "field that no cited node has", of(chart.most(drug), field="max_per_day=")
    yield "number in prose", said(f"{patient} takes {dose} of {drug} with 200 mL of water.", f"dose={dose}")
    yield "number word in prose", said(f"{patient} takes {dose} of {drug} {WORDS[times]} a day.", f"dose={dose}")


def _about_values(chart: Chart) -> Made:
    line = chart.record["labs"][0]
    patient, analyte, value = line["patient"], line["analyte"], line["value"]
    number, unit = value.split()
    cited = f"lab/{patient}/{analyte}/{line['taken']}"

    def of(amount: str) -> Claim:
        text = f"The {analyte} of {patient} is {amount}."
        return claim("LAB_VALUE", text, cited, entities=f"{patient}|{analyte}", numbers=f"value={amount}")

    yield "true", of(value)
    yield "wrong unit", of(f"{number} mmol/L")
    yield "different value", of(f"{Decimal(number) + CENT} {unit}")
    if (Decimal(number) % 1).copy_abs() not in (0, Decimal("0.5")):
        whole = Decimal(number).quantize(Decimal(1))
        off = abs(whole - Decimal(number)) / Decimal(number)
        yield ("coarse rounding" if off > Decimal("0.05") else "fine rounding"), of(f"about {whole} {unit}")
    second = chart.record["labs"][1]
    evidence, entities = f"lab/{patient}/{second['analyte']}/{second['taken']}", f"{patient}|{second['analyte']}"
    text = f"The {second['analyte']} of {patient} changed by 0."
    yield "null field", claim("MONITORING", text, evidence, entities=entities, numbers="change=0")
    text = f"Together that is {second['value']}."
    parts = derived(second["value"], "sum", f"{evidence}#value", f"{evidence}#change")
    made = claim("LAB_VALUE", text, evidence, entities=entities, numbers=f"value={second['value']}", derived=parts)
    yield "derived from null", made


def _about_changes(chart: Chart) -> Made:
    line = chart.record["labs"][0]
    patient, analyte, change = line["patient"], line["analyte"], line["change"]
    cited, size = f"lab/{patient}/{analyte}/{line['taken']}", change.lstrip("+-")
    went, not_went = ("rose", "fell") if change.startswith("+") else ("fell", "rose")

    def said(words: str, numbers: str) -> Claim:
        return claim("MONITORING", words, cited, entities=f"{patient}|{analyte}", numbers=numbers)

    yield "right direction", said(f"The {analyte} of {patient} {went} by {size}.", f"change={size}")
    yield "right direction", said(f"The {analyte} of {patient} {went} by {size}.", f"change={change}")
    yield "wrong direction", said(f"The {analyte} of {patient} {not_went} by {size}.", f"change={size}")
    flipped = f"-{size}" if change.startswith("+") else f"+{size}"
    yield "sign flip", said(f"The change of {analyte} in {patient} is {flipped}.", f"change={flipped}")


def _about_shares(chart: Chart) -> Made:
    line = chart.record["labs"][2]
    patient, analyte = line["patient"], line["analyte"]
    cited, entities = f"lab/{patient}/{analyte}/{line['taken']}", f"{patient}|{analyte}"
    percent = line["value"].removesuffix(" %")
    step = line["change"].replace("percentage points", "%")
    text = f"The change of {analyte} in {patient} is {step}."
    yield "percent for percentage points", claim("MONITORING", text, cited, entities=entities, numbers=f"change={step}")
    for bare in (percent, str(Decimal(percent) / 100)):
        text = f"The {analyte} of {patient} is {bare}."
        yield "bare number for a share", claim("LAB_VALUE", text, cited, entities=entities, numbers=f"value={bare}")


def _about_limits(chart: Chart) -> Made:
    line = chart.record["prescriptions"][0]
    patient, drug, daily = line["patient"], line["drug"], line["daily_dose"]
    most, both, entities = chart.most(drug), f"rx/{patient}/{drug}|max/{drug}", f"{patient}|{drug}"
    apart = f"{int(most.split()[0]) - int(daily.split()[0])} mg"
    together = f"{int(most.split()[0]) + int(daily.split()[0])} mg"
    operands = (f"max/{drug}#max_per_day", f"rx/{patient}/{drug}#daily_dose")
    stated = f"max_per_day={most}"

    def said(words: str, numbers: str = stated, *, evidence: str = both, made: tuple = ()) -> Claim:
        return claim("DAILY_LIMIT", words, evidence, entities=entities, numbers=numbers, derived=made)

    text = f"{patient} takes {daily} of {drug} a day; the maximum is {most}."
    yield "true", said(text, f"{stated}; daily_dose={daily}")
    text = f"The most of {drug} is {most} a day."
    yield "too few citations", claim("DAILY_LIMIT", text, f"max/{drug}", entities=drug, numbers=stated)
    text = f"Of {most} a day {apart} of {drug} are left to {patient}."
    yield "derived right", said(text, made=derived(apart, "difference", *operands))
    wrong = f"{int(apart.split(maxsplit=1)[0]) + 10} mg"
    yield "derived wrong", said(text.replace(apart, wrong), made=derived(wrong, "difference", *operands))
    yield (
        "undeclared computation",
        said(f"The most and what {patient} takes of {drug} come to {together}.", f"{stated}; {together}"),
    )
    grouped = f"{int(most.split()[0]):,} mg"
    yield "ambiguous quantity", said(f"The most of {drug} is {grouped} a day.", f"max_per_day={grouped}")
    text, evidence = f"{apart} of {drug} are left to {patient}.", f"rx/{patient}/{drug}"
    made = claim("PRESCRIBED", text, evidence, entities=entities, derived=derived(apart, "difference", *operands))
    yield "derived from a node that is not cited", made


def _over_other_evidence(chart: Chart, seed: int) -> Iterator[Labelled]:
    """Claims over the same nodes with one of them written otherwise."""
    line = chart.record["prescriptions"][0]
    patient, drug, dose = line["patient"], line["drug"], line["dose"]
    cited = f"rx/{patient}/{drug}"
    ordered = with_node(chart.nodes, cited, fields={"route": f"by mouth. {ORDER} The dose is 9000 mg."}, content=ORDER)
    for family, amount, nodes in (
        ("true beside an injection", dose, ordered),
        ("false beside an injection", "9000 mg", ordered),
        ("fields in the content", dose, only_content(chart.nodes, cited)),
    ):
        text = f"{patient} takes {amount} of {drug}."
        made = claim("PRESCRIBED", text, cited, entities=f"{patient}|{drug}", numbers=f"dose={amount}")
        yield labelled(f"medication-{seed}-{patient}-{family}", family, nodes, made)


# claims written by hand, over two charts written by hand

HAND: tuple[dict[str, Any], ...] = (
    substances({"paracetamol": "3170 mg", "warfarin": "13 mg", "sertraline": "230 mg"}),
    {
        "patient": "PT-104",
        "birth_date": "1961-04-02",
        "insurance_number": "X1234567",
        "prescriptions": [
            {
                "patient": "PT-104",
                "drug": "paracetamol",
                "dose": "430 mg",
                "per_day": 3,
                "daily_dose": "1290 mg",
                "route": "by mouth",
                "start": "2026-01-12",
            },
            {
                "patient": "PT-104",
                "drug": "warfarin",
                "dose": "3.2 mg",
                "per_day": 1,
                "daily_dose": "3.2 mg",
                "route": "by mouth",
                "start": "2025-11-03",
            },
            {
                "patient": "PT-104",
                "drug": "levothyroxine",
                "dose": "85 µg",
                "per_day": 1,
                "daily_dose": "85 µg",
                "route": "by mouth",
                "start": "2025-06-30",
            },
        ],
        "labs": [
            {
                "patient": "PT-104",
                "analyte": "potassium",
                "value": "5.41 mmol/L",
                "change": "-0.32 mmol/L",
                "taken": "2026-02-03",
            },
            {"patient": "PT-104", "analyte": "glucose", "value": "98 mg/dL", "change": None, "taken": "2026-02-03"},
            {
                "patient": "PT-104",
                "analyte": "HbA1c",
                "value": "7.2 %",
                "change": "+0.4 percentage points",
                "taken": "2026-02-03",
            },
            {
                "patient": "PT-104",
                "analyte": "creatinine",
                "value": "1.34 mg/dL",
                "change": "+0.11 mg/dL",
                "taken": "2026-02-03",
            },
        ],
        "allergies": [{"patient": "PT-104", "substance": "penicillin", "reaction": "rash"}],
        "interactions": [],
        "ranges": [],
        "max_doses": [],
    },
    {
        "patient": "PT-107",
        "birth_date": "1984-09-17",
        "insurance_number": "X7654321",
        "prescriptions": [
            {
                "patient": "PT-107",
                "drug": "sertraline",
                "dose": "65 mg",
                "per_day": 2,
                "daily_dose": "130 mg",
                "route": "by mouth",
                "start": "2026-02-09",
            },
        ],
        "labs": [
            {"patient": "PT-107", "analyte": "sodium", "value": "139 mmol/L", "change": None, "taken": "2026-02-10"},
        ],
        "allergies": [{"patient": "PT-107", "substance": "latex", "reaction": "swelling"}],
        "interactions": [],
        "ranges": [],
        "max_doses": [],
    },
)
RX, POTASSIUM = "rx/PT-104/paracetamol", "lab/PT-104/potassium/2026-02-03"
SUGAR, LONG_TERM = "lab/PT-104/glucose/2026-02-03", "lab/PT-104/HbA1c/2026-02-03"
WHO, SALT = "PT-104|paracetamol", "PT-104|potassium"


def by_hand() -> tuple[Labelled, ...]:
    """At least one claim of every family, and true ones in several styles."""
    nodes = mapped(HAND, "medication")
    rows = (*_true(), *_of_citations(), *_of_entities(), *_of_numbers(), *_of_shares(), *_of_prose(), *_of_derived())
    found = [
        labelled(f"medication-hand-{number}-{family}", family, nodes, made)
        for number, (family, made) in enumerate(rows)
    ]
    return (*found, *_of_orders(nodes))


def _dose(text: str, numbers: str, *, cited: str = RX, entities: str = WHO) -> Claim:
    return claim("PRESCRIBED", text, cited, entities=entities, numbers=numbers)


def _value(text: str, numbers: str, *, cited: str = POTASSIUM, entities: str = SALT) -> Claim:
    return claim("LAB_VALUE", text, cited, entities=entities, numbers=numbers)


def _change(text: str, numbers: str, *, cited: str = POTASSIUM, entities: str = SALT) -> Claim:
    return claim("MONITORING", text, cited, entities=entities, numbers=numbers)


def _true() -> Made:
    text = "PT-104: 430 mg of paracetamol, three times a day, by mouth."
    yield "true", claim("DOSE", text, RX, entities=WHO, numbers="dose=430 mg; per_day=3")
    yield "true", _dose("Since 12 January 2026 PT-104 has been on paracetamol.", "start=2026-01-12")
    yield "alias", _dose("PT-104 takes 430 mg of acetaminophen.", "dose=430 mg", entities="PT-104|acetaminophen")
    yield "unit conversion", _dose("PT-104 takes 0.43 g of paracetamol.", "dose=0.43 g")
    yield "unit conversion", _dose("1.29 g of paracetamol a day for PT-104.", "daily_dose=1.29 g")
    thyroid, entities = "rx/PT-104/levothyroxine", "PT-104|levothyroxine"
    text = "PT-104 takes 0.085 mg of levothyroxine."
    yield "unit conversion", _dose(text, "dose=0.085 mg", cited=thyroid, entities=entities)
    yield "true", _value("Potassium, taken on 2026-02-03: 5.41 mmol/L.", "value=5.41 mmol/L; taken=2026-02-03")
    both = f"range/potassium|{POTASSIUM}"
    numbers = "value=5.41 mmol/L; low=3.62 mmol/L; high=5.17 mmol/L"
    text = "At 5.41 mmol/L the potassium of PT-104 is not between 3.62 and 5.17 mmol/L."
    yield "true", claim("RANGE", text, both, entities=SALT, numbers=numbers)
    text = "Sertraline and warfarin: a major interaction."
    pair = "sertraline|warfarin|major"
    yield "true", claim("INTERACTION", text, "interaction/sertraline/warfarin", entities=pair)
    text = "PT-104 takes warfarin; with sertraline that would be a major interaction."
    cited = "interaction/sertraline/warfarin|rx/PT-104/warfarin"
    yield "true", claim("CONTRAINDICATION", text, cited, entities=f"PT-104|{pair}")
    yield "fine rounding", _value("HbA1c is about 7 %.", "value=about 7 %", cited=LONG_TERM, entities="PT-104|HbA1c")
    text = "The glycated haemoglobin rose by 0.4 percentage points."
    numbers, entities = "change=0.4 percentage points", "PT-104|glycated haemoglobin"
    yield "alias", _change(text, numbers, cited=LONG_TERM, entities=entities)
    yield "right direction", _change("Potassium fell by 0.32 mmol/L.", "change=0.32 mmol/L")
    yield "right direction", _change("Potassium decreased by 0.32 mmol/L.", "change=-0.32 mmol/L")


def _of_citations() -> Made:
    text, numbers = "PT-104 takes 430 mg of paracetamol.", "dose=430 mg"
    yield "no citation", _dose(text, numbers, cited="")
    yield "unknown evidence id", _dose(text, numbers, cited="rx/PT-104/ibuprofen")
    yield "shortened evidence id", _dose(text, numbers, cited="rx/PT-104/para")
    text = "PT-104 takes paracetamol; potassium is on file."
    made = claim("CONTRAINDICATION", text, f"{RX}|{POTASSIUM}", entities=f"{WHO}|potassium")
    yield "wrong evidence type", made
    text = "The allergy of PT-104 to penicillin speaks against it."
    evidence, entities = "allergy/PT-104/penicillin", "PT-104|penicillin"
    yield "too few citations", claim("CONTRAINDICATION", text, evidence, entities=entities)
    text, stated = "PT-104 takes 430 mg of paracetamol three times a day.", "dose=430 mg; per_day=3"
    yield "too many citations", claim("DOSE", text, f"{RX}|rx/PT-104/warfarin", entities=f"{WHO}|warfarin",
                                      numbers=stated)  # fmt: skip
    yield "missing field", claim("DOSE", "PT-104 takes 430 mg of paracetamol.", RX, entities=WHO, numbers="dose=430 mg")
    yield "missing field", _change("The potassium of PT-104 is 5.41 mmol/L.", "value=5.41 mmol/L")
    numbers = f"{stated}; insurance_number=X1234567"
    yield "forbidden field", claim("DOSE", text, RX, entities=WHO, numbers=numbers)


def _of_entities() -> Made:
    def takes(who: str, what: str, entities: str = "") -> Claim:
        return _dose(f"{who} takes {what}.", "", entities=entities or f"{who}|{what}")

    yield "unknown entity", takes("PT-104", "ibuprofen")
    yield "unknown entity", takes("PT-1O4", "paracetamol")  # a letter O
    yield "entity of another node", takes("PT-107", "paracetamol")
    yield "entity of another node", takes("PT-104", "warfarin")
    text, pair = "Sertraline and warfarin: a minor interaction.", "sertraline|warfarin|minor"
    yield "entity of another node", claim("INTERACTION", text, "interaction/sertraline/warfarin", entities=pair)
    text, pair = "Sertraline and warfarin interact.", "sertraline|warfarin"
    made = claim("INTERACTION", text, "interaction/sertraline/warfarin", entities=pair)
    yield "entity of the cited node left out", made
    yield "look-alike letters", takes("PT-104", "p\u0430racetamol")  # a Cyrillic a
    yield "compatibility forms", takes("PT-104", "ｐａｒａｃｅｔａｍｏｌ")
    yield "compatibility forms", takes("PT-104", "paracetamol", "PT-104|parace\u200btamol")


def _of_numbers() -> Made:
    def dose(amount: str, field: str = "dose=") -> Claim:
        return _dose(f"PT-104 takes {amount} of paracetamol.", f"{field}{amount}")

    def sugar(amount: str) -> Claim:
        return _value(f"The glucose is {amount}.", f"value={amount}", cited=SUGAR, entities="PT-104|glucose")

    yield "unknown number", dose("777 mg", "")
    yield "number of another entity", dose("65 mg", "")
    yield "right number in the wrong field", dose("1290 mg")
    yield "field that no cited node has", dose("3170 mg", "max_per_day=")
    yield "different value", dose("340 mg")
    yield "wrong unit", dose("430 g")
    yield "wrong unit", dose("430 µg")
    yield "wrong unit", dose("430 mL")
    yield "wrong unit", dose("430 mg/kg")
    yield "wrong unit", sugar("98 mmol/L")
    yield "wrong unit", sugar("98 mg")
    yield "wrong unit", sugar("98 mg/L")
    yield "wrong unit", _value("The potassium is 5.41 mg/dL.", "value=5.41 mg/dL")
    yield "wrong unit", _value("The potassium is 5.41 µmol/L.", "value=5.41 µmol/L")
    yield "rounding of an exact field", dose("0.4 g")
    yield "rounding of an exact field", _value("The potassium is 5.4 mmol/L.", "value=5.4 mmol/L")
    numbers, entities = "value=about 1 mg/dL", "PT-104|creatinine"
    cited = "lab/PT-104/creatinine/2026-02-03"
    yield "coarse rounding", _value("Creatinine is about 1 mg/dL.", numbers, cited=cited, entities=entities)
    yield "ambiguous quantity", _dose("PT-104 takes 1,290 mg of paracetamol a day.", "daily_dose=1,290 mg")
    yield "null field", _change("Glucose changed by 0 mg/dL.", "change=0 mg/dL", cited=SUGAR, entities="PT-104|glucose")
    yield "wrong direction", _change("Potassium rose by 0.32 mmol/L.", "change=0.32 mmol/L")
    yield "wrong direction", _change("Potassium increased by 0.32 mmol/L.", "change=-0.32 mmol/L")
    yield "sign flip", _change("The change of potassium is +0.32 mmol/L.", "change=+0.32 mmol/L")


def _of_shares() -> Made:
    who = "PT-104|HbA1c"
    text = "HbA1c rose by 0.4 %."
    yield "percent for percentage points", _change(text, "change=0.4 %", cited=LONG_TERM, entities=who)
    text = "HbA1c is 7.2 percentage points."
    numbers = "value=7.2 percentage points"
    yield "percent for percentage points", _value(text, numbers, cited=LONG_TERM, entities=who)
    yield "bare number for a share", _value("HbA1c is 0.072.", "value=0.072", cited=LONG_TERM, entities=who)
    yield "bare number for a share", _value("HbA1c is 7.2.", "value=7.2", cited=LONG_TERM, entities=who)


def _of_prose() -> Made:
    for family, text in (
        ("number in prose", "PT-104 takes 430 mg of paracetamol; the maximum is 3170 mg a day."),
        ("number in prose", "PT-104 takes 430 mg of paracetamol and may take up to 9000 mg."),
        ("number word in prose", "PT-104 takes 430 mg of paracetamol for six weeks."),
        ("number word in prose", "PT-104 takes 430 mg of paracetamol twice a day."),
        ("entity in prose", "PT-104 takes 430 mg of paracetamol with warfarin."),
        ("entity in prose", "Warfarin and 430 mg of paracetamol are what PT-104 takes."),
        ("entity in prose", "PT-104 takes 430 mg of paracetamol, a major dose."),
    ):
        yield family, _dose(text, "dose=430 mg")


def _of_derived() -> Made:
    most, daily = "max/paracetamol#max_per_day", f"{RX}#daily_dose"
    both, stated = f"max/paracetamol|{RX}", "max_per_day=3170 mg"

    def limit(text: str, *, numbers: str = stated, made: tuple = (), cited: str = both) -> Claim:
        return claim("DAILY_LIMIT", text, cited, entities=WHO, numbers=numbers, derived=made)

    numbers = f"{stated}; 4460 mg"
    yield "undeclared computation", limit("Taken and allowed come to 4460 mg.", numbers=numbers)
    text = "Of 3170 mg a day 1880 mg are left to PT-104."
    yield "derived right", limit(text, made=derived("1880 mg", "difference", most, daily))
    text = "430 mg three times a day are 1290 mg of paracetamol a day."
    parts = derived("1290 mg", "product", f"{RX}#dose", f"{RX}#per_day")
    yield "derived right", claim("DOSE", text, RX, entities=WHO, numbers="dose=430 mg; per_day=3", derived=parts)
    text = "Of 3170 mg a day 1780 mg are left to PT-104."
    yield "derived wrong", limit(text, made=derived("1780 mg", "difference", most, daily))
    text = "The potassium of 5.41 mmol/L is 0.24 mmol/L over the range."
    parts = derived("0.24 mmol/L", "difference", f"{POTASSIUM}#value", "range/potassium#high")
    numbers = "value=5.41 mmol/L"
    made = claim("RANGE", text, f"{POTASSIUM}|range/potassium", entities=SALT, numbers=numbers, derived=parts)
    yield "derived right", made
    made = claim("LAB_VALUE", text, POTASSIUM, entities=SALT, numbers=numbers, derived=parts)
    yield "derived from a node that is not cited", made
    parts = derived("98 mg/dL", "difference", f"{SUGAR}#value", f"{SUGAR}#change")
    text, who = "Before it was 98 mg/dL.", "PT-104|glucose"
    made = claim("LAB_VALUE", text, SUGAR, entities=who, numbers="value=98 mg/dL", derived=parts)
    yield "derived from null", made


def _of_orders(nodes: tuple[EvidenceNode, ...]) -> Iterator[Labelled]:
    """Evidence that gives orders, and evidence that has its numbers in its content only."""
    ordered = with_node(nodes, RX, fields={"route": f"by mouth. {ORDER} The dose is 9000 mg."}, content=ORDER)
    made = _dose("PT-104 takes 430 mg of paracetamol.", "dose=430 mg")
    yield labelled("medication-hand-order-true", "true beside an injection", ordered, made)
    made = _dose("PT-104 takes 9000 mg of paracetamol.", "dose=9000 mg")
    yield labelled("medication-hand-order-false", "false beside an injection", ordered, made)
    made = _dose("PT-104 takes 9000 mg of paracetamol.", "9000 mg")
    instead = expected("unknown_number")
    yield labelled("medication-hand-order-bare", "false beside an injection", ordered, made, instead=instead)
    made = _dose("PT-104 takes 430 mg of paracetamol three times a day.", "dose=430 mg; per_day=3")
    yield labelled("medication-hand-content", "fields in the content", only_content(nodes, RX), made)
    # what must not be stated is still not to be stated where it did get into the evidence
    known = with_node(nodes, RX, fields={"birth_date": "1961-04-02"})
    made = _dose("PT-104 was born on 1961-04-02.", "birth_date=1961-04-02")
    yield labelled("medication-hand-birth", "forbidden field", known, made, instead=expected("forbidden_field"))
