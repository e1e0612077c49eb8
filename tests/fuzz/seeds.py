"""The whole documents that the mutator starts from: small, and with every key of their kind."""

import json
from importlib import resources

from tests.fuzz.mutator import Seed

FULL_CASE = {
    "schema": "claimgauge.case/1", "id": "hr-042",
    "request": {"text": "How many days?", "useCase": "hr-assistant", "time": "2026-03-01T09:00:00+01:00",
                "principal": {"id": "emp-7", "roles": ["employee"], "attributes": {"region": "AMER", "level": 3}}},
    "answer": {"text": "You have 28 days of leave."},
    "nodes": [
        {"evidenceId": "fee-1", "type": "FEE_BREAK_EVEN", "cardId": "amex-bcp", "category": "",
         "content": "amex-bcp: fee $95.00, credits $0.00, net delta $161.00",
         "fields": {"card": "amex-bcp", "fee_usd": 95.0, "paid": True, "note": None}, "sourceId": "run-17",
         "role": "context"},
        {"evidenceId": "cap", "type": "CAP_HIT", "cardId": "amex-bcp", "category": "GROCERIES",
        "content": "cap=$6000.00"},
    ],
    "passages": [{"evidenceId": "h1", "content": "Full-time employees accrue 28 days …", "sourceId": "handbook-2026"}],
    "edges": [{"from": "result", "to": "fee-1", "type": "SUPPORTS"}],
    "sources": [{"sourceId": "handbook-2026", "type": "internal_policy", "title": "Handbook", "issued": "2026-01-01",
                 "validFrom": "2026-01-01", "validUntil": None, "accessed": None, "supersedes": ["handbook-2025"],
                 "scope": {"region": ["AMER"]}, "access": {"classification": "internal", "groups": ["hr"]}}],
    "allowedEntities": ["amex-bcp", "GROCERIES"], "allowedNumbers": ["95.00", "161.00"],
    "claims": [
        {"claimId": "c1", "claimType": "FEE_JUSTIFICATION", "text": "The fee of $95.00 pays for itself.",
         "citedEvidenceIds": ["fee-1"], "citedEntities": ["amex-bcp"], "citedNumbers": ["95.00"],
         "derived": [{"value": "256.00", "operation": "sum",
                      "operands": [{"evidenceId": "fee-1", "field": "fee_usd"}]}],
         "criticality": 2, "labels": ["UNSUPPORTED", {"label": "CONTRADICTED", "dimensions": ["F", "C"]}]},
        {"claimId": "c2", "claimType": "COMPARISON", "text": "", "citedEvidenceIds": ["fee-2"], "citedNumbers": ["95"]},
        {"claimId": "c3", "claimType": "cap_switch", "text": "It switches.", "citedEvidenceIds": ["cap"],
         "citedEntities": ["groceries"]},
    ],
    "contract": "cards", "rubric": "guarded", "policies": "bank",
    "feedback": {"reviewed": 40, "events": [{"eventId": "f1", "claimText": "…", "severity": 1.0, "resolved": False,
                                             "time": "2026-02-01T00:00:00Z", "validation": "reviewer"}]},
    "meta": {"a": [1.50]},
}  # fmt: skip
BUNDLE = {
    "profileId": "eval-000", "goal": "CASHBACK", "monthly": False, "spend": {"GROCERIES": 8000.0},
    "portfolio": ["amex-bcp"],
    "allocation": {"DINING": "amex-bcp"}, "breakdown": {"netUsd": "999.00"},
    "nodes": [{"cardId": "", "category": "", "content": "", "evidenceId": "result", "type": "RESULT"}],
    "claims": [{"claimId": "c1", "claimType": "ALLOCATION", "text": "x", "citedEvidenceIds": [], "citedEntities": [],
                "citedNumbers": []}, {"claimId": "c1", "claimType": "THRESHOLD", "text": "y", "citedNumbers": ["0"]}],
    "errorsByClaim": {}, "failing": 0,
}  # fmt: skip
SMALL = [
    {"id": f"row-{number}", "nodes": [{"evidenceId": "n", "type": "ASSUMPTION", "content": f"{number}.50"}],
     "claims": [{"claimId": "c", "claimType": "ASSUMPTION", "text": "t", "citedEvidenceIds": ["n"],
     "citedNumbers": ["1.50"]}]}
    for number in range(4)
]  # fmt: skip

FIELDS = {
    "x": 1,
    "nodes": [{"evidenceId": "n", "type": "T", "fields": {"card": "a", "fee": 95.00, "no": None, "yes": True}}],
}
CLAIMS = {"claims": FULL_CASE["claims"]}
REQUEST = {"request": FULL_CASE["request"], "meta": {"deep": [1]}, "feedback": FULL_CASE["feedback"], "unknown": None}

CASES = (
    *(
        Seed("json", json.dumps(case, ensure_ascii=False).encode())
        for case in (FULL_CASE, FIELDS, CLAIMS, REQUEST, BUNDLE)
    ),
    Seed("json", json.dumps(SMALL, indent=1).encode()),
    Seed("lines", b"\n".join(json.dumps(case).encode() for case in (*SMALL, BUNDLE)) + b"\n"),
)
BUNDLES = CASES[:3]

FULL_CONTRACT = b"""\
schema  = "claimgauge.contract/1"
id      = "mine"
version = "1"
title   = "M\xc3\xafne"
source  = "nobody"
preset  = "released"
[claim_types.FACT]
cites_any = ["ROW", "PASSAGE"]
cites_all_present = ["ROW"]
[claim_types.COMPARISON]
[entities]
from = ["cardId", "category", "*"]
[numbers]
from = ["content", "fee_usd"]
free = ["0", "1"]
[prose]
undeclared = "warn"
[aliases]
"amex-bcp" = ["Blue Cash Preferred"]
[nodes.ROW]
content = "{card}: fee ${fee_usd}"
same_entity = ["card"]
[fields]
fee_usd = { kind = "money", unit = "USD", signed = true, equality = "shown" }
[[examples]]
case = "examples/fee.json"
expect = { claimId = "c1", status = "rejected", codes = ["unknown_number"] }
"""
SHIPPED = resources.files("claimgauge") / "data"
CONTRACTS = (
    Seed("toml", FULL_CONTRACT),
    *(Seed("toml", (SHIPPED / "contracts" / f"{name}.toml").read_bytes()) for name in ("cards", "records")),
)
RUBRICS = tuple(Seed("toml", (SHIPPED / "rubrics" / f"{name}.toml").read_bytes()) for name in ("paper", "guarded"))

COLUMNS_MAPPING = b"""\
schema  = "claimgauge.mapping/1"
id      = "box-scores"
version = "1"
null    = ["N/A", "\xe2\x80\x94", ""]
[[nodes]]
type     = "PLAYER_LINE"
each     = "box_score"
layout   = "columns"
id       = "{game}/{PLAYER_NAME}"
entities = ["PLAYER_NAME"]
numbers  = ["PTS", "REB"]
content  = "{PLAYER_NAME} scored {PTS}"
source   = "box-score"
[let]
game = "meta.game"
[fields]
PTS = { kind = "count", unit = "point" }
[sources.box-score]
type   = "repository"
title  = "Box scores"
issued = 2021-09-01
"""
GRID_MAPPING = b"""\
schema  = "claimgauge.mapping/1"
id      = "reports"
version = "1"
[[nodes]]
type        = "CELLS"
each        = "table"
layout      = "grid"
header_rows = 2
row_header  = 0
scale_from  = "header"
id          = "{number}/{index}"
[[nodes]]
type = "META"
each = "meta"
"""
MAPPINGS = (Seed("toml", COLUMNS_MAPPING), Seed("toml", GRID_MAPPING))

RECORD = {
    "meta": {"game": "g-1", "tags": ["a", "b"], "deep": {"er": {"est": 1}}},
    "box_score": {"PLAYER_NAME": {"0": "A. Ball", "1": "B. Court"}, "PTS": {"0": 12, "1": "N/A"}, "REB": {"0": 3.5,
    "1": None}},
    "table": [["", "2019", "", "2018"], ["(in millions)", "Q1", "Q2", "Q1"], ["Revenue", "$  1,452.4", "(12)",
    "\u2014"]],
    "list": [{"a": 1, "b": "x"}, {"a": 2.50, "b": None, "c": True}],
}  # fmt: skip
RECORDS = (
    Seed("json", json.dumps(RECORD).encode()),
    Seed("json", json.dumps([RECORD["meta"], {"name": "x", "value": 95.00}]).encode()),
    Seed("lines", b'{"name": "x", "value": 95.00}\n{"name": "y", "value": null, "more": [1, {"z": false}]}\n'),
)
TABLES = (
    Seed("csv", b'name,value,note\r\nfee,95.00,"a, ""quoted"" note"\r\ncap,"6,000",\r\n"new\nline",-1e5,x\r\n'),
    Seed("csv", "país;größe;ß\nEspaña;1.452,40;—\nÅland;12;N/A\n".encode()),
    Seed("csv", b"a\tb\n1\t2\n"),
)
