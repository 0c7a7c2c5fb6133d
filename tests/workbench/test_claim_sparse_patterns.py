"""Claims about sparse patterns: proved, refuted, kept and replayed, mistakes."""

import json

import numpy as np
import pytest

from headcount.workbench.claims import (
    ClaimError,
    Effort,
    assumption_1,
    decide,
    hops,
    hops_finite,
    path_exists,
    self_attending,
)

PATIENT = Effort(1000)
LOOPLESS = np.ones((3, 3)) - np.eye(3)


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        (hops("strided n=64 w=8") == 2, "PROVED"),
        (hops("strided n=64 w=8") <= 1, "REFUTED"),
        (hops("window n=10 w=2") > hops("star n=10"), "PROVED"),
        (hops_finite("fixed n=16 w=8"), "PROVED"),
        (hops_finite("fixed n=16 w=7"), "REFUTED"),
        (~hops_finite("causal star n=9"), "PROVED"),
        (path_exists("random n=9 degree=9"), "PROVED"),
        (path_exists("block n=9 w=3"), "REFUTED"),
        (self_attending("dense n=3"), "PROVED"),
        (self_attending(LOOPLESS), "REFUTED"),
        (assumption_1("star n=20"), "PROVED"),
        (assumption_1("longformer n=5 w=0 g=1"), "REFUTED"),
    ],
)
def test_verdicts_and_their_certificates(statement, verdict):
    decision = decide(statement, PATIENT)
    assert str(decision.verdict) == verdict
    assert decision.certificates
    quantities = list(statement.quantities())
    for quantity in quantities:  # what is proved again from the certificates alone
        interval = quantity.proved(decision.certificates)
        assert interval.lower is not None or interval.upper is not None


def test_certificates_about_another_pattern_say_nothing():
    certificates = decide(hops("star n=20") == 2, PATIENT).certificates
    other = hops("star n=21").proved(certificates)
    assert (other.lower, other.upper) == (1, None)
    truth = next(path_exists("star n=21").quantities())
    assert truth.says(json.loads(certificates[0])) is None


def test_a_lower_bound_does_not_say_that_hops_are_finite():
    (text,) = decide(hops("star n=20") >= 2, PATIENT).certificates
    truth = next(hops_finite("star n=20").quantities())
    bundle = json.loads(text)
    bundle["claims"] = [claim for claim in bundle["claims"] if claim["side"] == "lower"]
    assert truth.says(bundle) is None


def test_mistakes():
    for words, message in (
        ("strided n=9", "needs the parameter w"),
        ("", "name a pattern"),
        ("x.csv", "cannot be read"),
    ):
        with pytest.raises(ClaimError, match=message):
            hops(words)
