"""Accepted certificates of the corpora and of the ledger, and their claims as exports look at them."""

import json
import re
from functools import cache

import corpora
from headcount.ledger.stored import stored_certificates
from headcount.show.export.stated_claim import stated_claims

REFUTING = r'"rule": ?"(clauses|tree)"|"columns independent"'
"""What stands in certificates with clauses."""


@cache
def accepted():
    """Name -> certificate, of the corpora."""
    return corpora.accepted()


def refuting():
    """Names and certificates of the ledger in which there may be clauses."""
    for name, text in stored_certificates().items():
        if re.search(REFUTING, text):
            yield name, json.loads(text)


@cache
def claims():
    """Kind of proof -> all claims of the corpora that have such a proof."""
    found = {}
    for certificate in accepted().values():
        for claim in stated_claims(certificate):
            found.setdefault(claim.kind, []).append(claim)
    return found
