"""Encoders and units as a whole: right ones are proved, wrong ones refuted, each by a certificate of its own."""

import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from headcount import Match3, construct
from headcount.claims import (
    ClaimError,
    ClaimStore,
    Effort,
    Interval,
    Verdict,
    assumption_1,
    averages,
    computes,
    decide,
    hops,
    hops_finite,
    path_exists,
    reduces,
    self_attending,
)
from headcount.questions import fixed_point
from headcount.reductions import find_reduction

EFFORT = Effort(1000.0)  # none of these takes more than some seconds
PROVED, REFUTED, OPEN = Verdict


def test_what_is_not_known_is_neither_true_nor_false():
    statement = reduces(find_reduction("disj", "match3").at(1))
    (truth,) = statement.quantities()
    zero, one = Fraction(0), Fraction(1)
    ends = {(None, None): None, (zero, one): None, (zero, None): None, (None, one): None}
    ends |= {(one, None): True, (one, one): True, (None, zero): False, (zero, zero): False}
    for (lower, upper), wanted in ends.items():
        assert statement.truth({truth.place: Interval(lower, upper)}) is wanted
    assert statement.truth({}) is None


def certificate_of(statement):
    (text,) = decide(statement, EFFORT).certificates
    return text


def reduction(**changes):
    return replace(find_reduction("disj", "match3").at(2), **changes)


GOOD = find_reduction("disj", "match3").at(2)


def test_a_right_encoder_is_proved_and_wrong_ones_are_refuted(tmp_path):
    store = ClaimStore(tmp_path)
    for encoder, verdict, word in (
        (GOOD, PROVED, "the answer of the task, read off, is the value of the function for all promised pairs"),
        (reduction(public=lambda: {1: 0}), REFUTED, "at row 0, column 0, the function has the value"),
        (reduction(public=lambda: {1: 77}), REFUTED, "none of the task's"),
        (reduction(read_out=lambda output: output), REFUTED, "at row 0, column 0, the function has the value"),
    ):
        for reused in (False, True):
            found = decide(reduces(encoder), EFFORT, store)
            assert (found.verdict, found.reused) == (verdict, reused)
            assert word in found.brackets[0]


def test_an_encoder_that_looks_at_the_other_input_is_refuted():
    """What Bob holds is not an argument of Alice's encoder, but she can go behind its back."""
    held = []

    def bob(b, on):
        return GOOD.bob(b, on)

    class Peeking(type(GOOD)):
        def tokens(self, a, b, arithmetic=None):
            held[:] = [b]
            return super().tokens(a, b)

    def alice(a, on):
        placed = dict(GOOD.alice(a, on))
        return placed | ({2: 0} if held == [(1, 1)] else {})

    peeking = Peeking(
        **{name: getattr(GOOD, name) for name in GOOD.__dataclass_fields__} | {"alice": alice, "bob": bob}
    )
    found = decide(reduces(peeking), EFFORT)
    assert found.verdict is REFUTED
    assert "no tables of tokens by their owners' inputs make both runs" in found.brackets[0]


def test_an_encoder_that_is_no_function_is_no_claim():
    calls = []

    def alice(a, on):
        calls.append(a)
        return GOOD.alice(a, on) | ({2: 0} if len(calls) % 3 == 1 else {})

    with pytest.raises(ClaimError, match="must write the same tokens again"):
        decide(reduces(reduction(alice=alice)), EFFORT)


def test_certificates_of_one_encoder_say_nothing_about_another():
    text = certificate_of(reduces(GOOD))
    (other,) = reduces(find_reduction("disj", "match3").at(2, M=7)).quantities()
    (wrong,) = reduces(reduction(public=lambda: {1: 0})).quantities()
    (own,) = reduces(GOOD).quantities()
    assert own.proved([text]).lower == 1
    assert other.proved([text]) == other.proved([])
    assert wrong.proved([text]) == wrong.proved([])
    refuting = certificate_of(reduces(reduction(public=lambda: {1: 0})))
    assert wrong.proved([refuting]).upper == 0
    assert own.proved([refuting]) == own.proved([])


def test_many_pairs_rest_on_a_solver_and_stay_open():
    found = decide(reduces(find_reduction("disj", "match3").at(12)), EFFORT)
    assert found.verdict is OPEN
    assert "PROVED-BY-SOLVER" in found.notes[0]


def test_a_wrong_encoder_with_many_inputs_is_refuted_by_one_pair():
    big = find_reduction("disj", "match3").at(12)
    found = decide(reduces(replace(big, public=lambda: {1: 0})), EFFORT)
    assert found.verdict is REFUTED
    assert len(found.certificates[0]) < 2000


def test_units_compute_their_task_and_no_other():
    unit = construct("match3-third-order", M=4, N=3).unit
    half = Fraction(1, 2)
    assert decide(computes(unit, Match3(N=3, M=4), threshold=half), EFFORT).verdict is PROVED
    assert decide(computes(unit, Match3(N=2, M=4), threshold=half), EFFORT).verdict is PROVED  # by tokens alone
    wrong = decide(computes(unit, Match3(N=3, M=4), threshold=Fraction(3, 2)), EFFORT)
    assert wrong.verdict is REFUTED
    assert (
        "at the input [0, 0, 0], an output is on the wrong side of the threshold, or equals it (threshold 3/2)"
        in wrong.brackets[0]
    )


def test_a_construction_is_certified_as_it_stands():
    for name, sizes in (("match3-third-order", {"M": 4, "N": 2}), ("qsa-moment-curve", {"N": 5, "q": 2})):
        assert decide(computes(construct(name, **sizes)), EFFORT).verdict is PROVED


def test_heads_average_within_an_error_or_not():
    """The margins of the moment curve at N = 6, q = 1 are 1, so weights cut to 12 bits leave a tail."""
    heads = construct("qsa-moment-curve", N=6, q=1)
    worst = max(heads.error((j,), weigh) for j in range(6) for weigh in [fixed_point(12)])
    for error, verdict in ((worst, PROVED), (worst - Fraction(1, 10**9), REFUTED), (0, REFUTED)):
        assert decide(averages(heads, error=error, unit_class="FIXED(12, twos)"), EFFORT).verdict is verdict
    assert decide(averages(heads), EFFORT).verdict is PROVED  # saturated


@pytest.mark.parametrize(
    ("make", "part"),
    [
        (lambda: computes(7), "computes needs a Unit or a Construction"),
        (lambda: computes(construct("match3-third-order", M=4, N=2), Match3(N=2, M=4)), "brings its task"),
        (lambda: computes(construct("match3-third-order", M=4, N=2).unit), "needs the task of the unit"),
        (lambda: averages(7), "averages needs heads for q-SA"),
        (lambda: averages(construct("qsa-moment-curve", N=5, q=2), error=-1), "error must be >= 0"),
        (lambda: averages(construct("qsa-moment-curve", N=5, q=2), error=0.1), "must be a quantity"),
        (lambda: averages(construct("qsa-moment-curve", N=5, q=2), unit_class="FIXED(1, twos)"), "they need p = "),
        (lambda: averages(construct("qsa-moment-curve", N=5, q=2), unit_class="SIGN"), "SATURATED or FIXED"),
        (lambda: reduces(find_reduction("disj", "match3")), "reduces needs a reduction at one size"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(make, part):
    with pytest.raises(ClaimError) as caught:
        make()
    assert part in str(caught.value)


# ---- Claims about sparse patterns: proved, refuted, kept and replayed, mistakes.


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
