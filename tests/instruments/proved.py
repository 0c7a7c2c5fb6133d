"""Accepted certificates of the corpora and of the ledger as the checker reads them, drafts elaborated."""

import json
import re
from functools import cache
from pathlib import Path

from headcount.elaborate import elaborated
from headcount.workbench.export import stated_claims
from headcount.workbench.theorems import stored_certificates

CORPORA = Path(__file__).parents[1] / "certificates"
FOLDERS = (CORPORA / "accept", CORPORA / "communication" / "accept")
REFUTING = r'"(chirotope|independence|symmetric|refutation|[a-z]+-refutation|parts|rare-words|cases|clauses|tree)"'
"""What stands in certificates with clauses, in either form."""


def proved(certificate):
    """The certificate with proofs."""
    return certificate if certificate["version"] == 3 else elaborated(certificate)


@cache
def accepted():
    """Name -> certificate, of the corpora."""
    paths = [path for folder in FOLDERS for path in sorted(folder.glob("*.json"))]
    return {path.stem: proved(json.loads(path.read_text())) for path in paths}


def refuting():
    """Names and certificates of the ledger in which there may be clauses."""
    for name, text in stored_certificates().items():
        if re.search(REFUTING, text):
            yield name, proved(json.loads(text))


@cache
def claims():
    """Kind of proof -> all claims of the corpora that have such a proof."""
    found = {}
    for certificate in accepted().values():
        for claim in stated_claims(certificate):
            found.setdefault(claim.kind, []).append(claim)
    return found
