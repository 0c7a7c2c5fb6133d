"""IP_3: an oriented matroid of rank 4 fits its columns, so the refutation must not say that none does."""

import pytest

from headcount import probe
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import SignPattern


@pytest.mark.slow
def test_final_polynomials_are_named():
    rows = tuple("".join("-" if (a & b).bit_count() % 2 else "+" for b in range(8)) for a in range(8))
    bracket = probe(SignPattern(rows, null=True), budget=1000)
    assert (bracket.lower.value, bracket.upper.value) == (5, 5)
    rules = {axiom["rule"] for axiom in bracket.lower.claim()["evidence"]["axioms"]}
    assert "product" in rules
    verdict = check(bracket.certificate())
    assert isinstance(verdict, Accepted)
    (sentence,) = [claim for claim in verdict.claims if claim.startswith("m >= 5")]
    assert "final polynomials" in sentence
    assert "oriented matroid" not in sentence
