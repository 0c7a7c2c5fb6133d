"""``--error`` in ``construct``, ``bounds``, ``frontier`` and claims, with the meaning that it has in ``probe``."""

import json
from fractions import Fraction
from itertools import combinations
from math import exp, log

import numpy as np
import pytest

from headcount import check
from headcount.bounds.constructions.averaging.rounded_curve import softmax_error
from headcount.bounds.constructions.averaging.softmax_averages import softmax_averages
from headcount.bounds.constructions.averaging.width_and_bits import widths_and_bits
from headcount.bounds.unit_classes.averaging_heads import constructed_average
from headcount.certificates.verdict import Accepted
from headcount.questions import averaging_question, least_size
from headcount.workbench.claims import ClaimError, claim, least

QUARTER = Fraction(1, 4)


@pytest.mark.parametrize("words", ["qsa-moment-curve N=6 q=2", "qsa-sign-keys N=8 q=2", "qsa-multi-head N=6 q=4 H=2"])
@pytest.mark.parametrize("error", [QUARTER, Fraction(1, 50)])
def test_the_temperature_keeps_to_the_error_and_half_of_the_least_scale_does_not(words, error):
    built = softmax_averages(words.split(), error)
    done = built.verify()
    assert done.passed and done.exhaustive and 0 < done.error <= error
    N, s = built.task.N, built.heads[0].stop - built.heads[0].start
    gap = min(built.exact.measured(y)[0] for y in combinations(range(N), built.task.q))
    scale = built.theorem.formula["least scale"][1]
    assert scale == pytest.approx(log((N - s) * (2 - float(error)) / (s * float(error))) / gap)
    assert scale <= built.temperature < 2 * scale
    worst = (N - s) * exp(-scale * gap)  # of N - s keys just the gap below
    assert 2 * worst / (s + worst) == pytest.approx(float(error))
    verdict = check(built.certificate())
    assert isinstance(verdict, Accepted) and verdict.upper == built.size.m and f"error <= {error}" in verdict.statement


def test_the_error_in_balls_is_the_error():
    rng = np.random.default_rng(1)
    for _ in range(20):
        scores = [rng.integers(-300, 40, 7) for _ in range(2)]
        weights = [np.exp(0.25 * (s - s.max()).astype(float)) for s in scores]
        total = sum(c * w / w.sum() for c, w in zip((2, 1), weights, strict=True)) / 3
        total[[1, 4, 6]] -= 1 / 3
        found = softmax_error((1, 4, 6), list(zip((2, 1), scores, strict=True)), 3, QUARTER)
        assert 0 <= found - Fraction(float(np.abs(total).sum())) < Fraction(1, 10**9)
    for temperature in (Fraction(3, 10), Fraction(60), Fraction(101), Fraction(300)):  # 1 below is near, or far
        weight = exp(-float(temperature))
        found = float(softmax_error((0,), [(1, np.array([5, 4]))], 1, temperature))
        assert 0 <= found - 2 * weight / (1 + weight) < 1e-9


def test_a_rounded_curve_takes_fewer_bits_the_larger_the_error():
    found = [softmax_averages(["qsa-rounded-curve", "N=8", "q=2"], Fraction(1, k)) for k in (3, 10, 100)]
    assert [built.size.m for built in found] == [4, 4, 4]
    bits = [built.size.p for built in found]
    assert bits == sorted(bits) and bits[0] < bits[-1]
    assert all(built.verify().passed for built in found)
    fewer = softmax_averages(["qsa-rounded-curve", "N=8", "q=2", f"bits={bits[1] + 2}"], Fraction(1, 10))
    assert fewer.verify().error <= Fraction(1, 10)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("qsa-rounded-curve", "N=8", "q=2"), "add --error 1/10"),
        (("qsa-rounded-curve", "N=8", "--error", "1/4"), "needs the parameter q"),
        (("qsa-rounded-curve", "N=8", "q=2", "M=3", "--error", "1/4"), "has no parameter M"),
        (("qsa-rounded-curve", "N=8", "q=2", "bits=3", "--error", "1/4"), "leave bits out"),
        (("match2", "M=7", "--error", "1/4"), "--error is for constructions of qsa"),
        (("qsa-moment-curve", "N=6", "q=2", "--error", "0"), "--error must be above 0 and below 1"),
        (("qsa-moment-curve", "N=6", "q=2", "--error", "1"), "--error must be above 0 and below 1"),
        (("qsa-moment-curve", "N=6", "q=2", "--values", "2"), "add --error"),
        (("qsa-moment-curve", "N=6", "q=2", "--error", "1/4", "--values", "0"), "--values must be at least 1"),
        (("qsa-moment-curve", "N=6", "q=2", "--error", "1/4", "--unit", "u.json"), "leave --error out"),
    ],
)
def test_mistakes_in_construct(headcount, words, says):
    code, _, err = headcount("construct", *words, "-q")
    assert code == 2 and says in " ".join(err.split())


def test_bounds_say_up_to_which_error(headcount):
    def called(*words):
        return json.loads(headcount("bounds", "qsa", "N=64", "q=4", "--json", *words)[1])

    found = called("--error", "1/8", "--values", "3")
    values = [(bound["resource"], bound["value"]) for bound in found["bounds"]]
    assert values == [
        *[("m", 8)] * 3,
        ("bits of state", 3 * 63),
        ("first-layer width", 192),
        ("width of the output row", 3),
    ]
    assert found["at_smaller_errors"] == [] and found["regions"]
    assert [row["m"] for row in found["least_error"]] == [4, 5, 6, 7]
    assert found["least_error"][-1]["lower"] == found["least_error"][-1]["upper"] == 0.25
    found = called("--error", "1/5")
    assert found["at_smaller_errors"] == ["fully connected: error < 1/7"]
    found = called("--error", "1/4")
    assert found["regions"] == [] and len(found["at_smaller_errors"]) >= 6
    assert [(bound["resource"], bound["value"]) for bound in found["bounds"]] == [
        ("m", 4),
        ("width of the output row", 1),
    ]
    plain = called()
    assert "at_smaller_errors" not in plain
    for words, says in ((("match3", "N=65"), "--error is what outputs of qsa"), (("qsa", "N=8", "q=2"), "try 1/4")):
        code, _, err = headcount("bounds", *words, "--error", "1/4" if words[0] == "match3" else "2")
        assert code == 2 and says in " ".join(err.split())


def test_a_map_of_averages(headcount, tmp_path):
    """Certified at (4, 2): four dimensions with one bit, three from two bits on."""
    words = ("frontier", "qsa", "N=4", "q=2", "--class", "fixed", "--error", "1/4", "--m", "2:4", "--bits", "1:2")
    out = tmp_path / "cells"
    code, text, _ = headcount(*words, "--budget", "1000", "--json", "-q", "-o", str(out))
    found = json.loads(text)
    assert code == 0 and [(w["p"], w["lower"], w["upper"]) for w in found["least_m"]] == [(1, 4, 4), (2, 3, 3)]
    files = sorted(out.iterdir())
    assert files and all(isinstance(check(path), Accepted) for path in files)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("qsa", "N=4", "q=2", "--class", "fixed", "--error", "0"), "--error must be above 0"),
        (("match2", "M=3", "--error", "1/4"), "averages with an error are those of qsa"),
        (("qsa", "N=4", "q=2", "--class", "fixed", "--error", "1/4", "--heads", "2"), "asked of one head"),
        (("qsa", "N=4", "q=2", "--class", "fixed", "--error", "1/4", "--grid", "twos"), "try --bits 2"),
        (
            ("qsa", "N=4", "q=2", "--class", "fixed", "--error", "1/4", "--dv", "0"),
            "--dv, the width of values, must be 1",
        ),
        (
            ("qsa", "N=4", "q=2", "--class", "fixed", "--error", "1/4", "--dv", "2", "--values", "3"),
            "--dv must be at least --values, 3,",
        ),
        (("qsa", "N=4", "q=2", "--error", "1/4", "--dv", "2"), "--dv does not apply to averages"),
        (("qsa", "N=4", "q=2", "--error", "1/4", "--gap", "3"), "--gap follows from --error"),
        (("qsa", "N=4", "q=2", "--values", "2"), "add --error"),
    ],
)
def test_mistakes_in_frontier(headcount, words, says):
    code, _, err = headcount("frontier", *words, "-q")
    assert code == 2 and says in " ".join(err.split())


@pytest.mark.parametrize("dv", ["m", "1", "2"])
def test_a_width_of_values_makes_no_difference(headcount, dv):
    sizes = ("qsa", "N=4", "q=2", "--class", "fixed", "--error", "1/4", "--dv", dv, "--budget", "20", "-q", "--json")
    code, text, err = headcount("frontier", *sizes, "--m", "4", "--bits", "1")
    assert code == 0 and json.loads(text)["least_m"][0]["upper"] == 4 and "--dv makes no difference" in err
    code, text, err = headcount("probe", *sizes, "--bits", "1")
    assert code == 0 and json.loads(text)["upper"] == 4 and "--dv makes no difference" in err
    words = least("m", "qsa N=4 q=2", "fixed", bits=1, error="1/4", dv=dv if dv == "m" else int(dv)).words
    assert words == least("m", "qsa N=4 q=2", "fixed", bits=1, error="1/4").words


def test_a_width_of_values_below_theirs(headcount):
    sizes = ("qsa", "N=4", "q=2", "--class", "fixed", "--bits", "1", "--error", "1/4", "--dv", "2", "--values", "3")
    code, _, err = headcount("probe", *sizes)
    assert code == 2 and "--dv must be at least --values, 3," in " ".join(err.split())
    with pytest.raises(ClaimError, match="dv must be at least values, 3"):
        least("m", "qsa N=4 q=2", "fixed", bits=1, error="1/4", dv=2, values=3)


@pytest.mark.parametrize(
    ("N", "q", "bits", "grid", "m"),
    [(8, 2, 2, "twos", 8), (8, 2, 4, "twos", 7), (20, 2, 18, "twos", 4), (9, 2, 3, "midrise", 9)],
)
def test_constructions_in_fixed_point(N, q, bits, grid, m):
    asked = least_size(averaging_question(N, q), "m", f"FIXED({bits}, {grid})", error=QUARTER)
    assert constructed_average(asked, m).value == m
    assert constructed_average(asked, 2 * q - 1) is None


def test_claims():
    @claim(N=[6, 9], k=[5, 9])
    def any_precision(N, k):
        "Real softmax with an error below 1/2 needs the width of the moment curve for pairs of six positions on."
        return least("m", f"qsa N={N} q=2", "softmax", error=Fraction(1, k)) == 4

    assert {verdict.name for verdict in any_precision.run().verdicts.values()} == {"PROVED"}
    for mistakes, says in (
        ({"error": 0}, "error must be above 0"),
        ({"error": 1}, "error must be above 0"),
        ({"error": "1/4", "values": 0}, "values must be 1"),
        ({"values": 2}, "add error"),
    ):
        with pytest.raises(ClaimError, match=says):
            least("m", "qsa N=6 q=2", "softmax" if "error" in mistakes else None, **mistakes)


@pytest.mark.parametrize(("N", "q"), [(8, 2), (12, 3)])
def test_the_sizes_of_constructions_are_those_that_the_checker_accepts(N, q):
    for size in widths_and_bits(N, q, QUARTER, rounded=False):
        asked = least_size(averaging_question(N, q), "m", f"FIXED({size.p}, twos)", error=QUARTER)
        assert constructed_average(asked, size.m).value == size.m, size
        assert size.status == "proved" and size.m >= min(2 * q, N - 1)


def test_bounds_draw_constructions(headcount, tmp_path):
    picture = tmp_path / "picture.png"
    code, text, _ = headcount("bounds", "qsa", "N=12", "q=2", "--error", "1/4", "--plot", str(picture))
    assert code == 0 and picture.stat().st_size > 10_000
    assert "construction: m = 4 at p = " in text and "m >= 4" in text
