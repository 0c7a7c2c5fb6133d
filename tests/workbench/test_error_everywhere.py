"""``--error`` in ``construct``, ``bounds``, ``frontier`` and claims, with the meaning that it has in ``probe``."""

import json
from fractions import Fraction

import pytest

from headcount import check
from headcount.certificates.verdict import Accepted
from headcount.workbench.claims import ClaimError, claim, least

QUARTER = Fraction(1, 4)


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


def test_a_map_of_averages(headcount, tmp_path):
    """Certified at (4, 2): four dimensions with one bit, three from two bits on."""
    words = ("frontier", "qsa", "N=4", "q=2", "--class", "fixed", "--error", "1/4", "--m", "2:4", "--bits", "1:2")
    out = tmp_path / "cells"
    code, text, _ = headcount(*words, "--budget", "1000", "--json", "-q", "-o", str(out))
    found = json.loads(text)
    assert code == 0 and [(w["p"], w["lower"], w["upper"]) for w in found["least_m"]] == [(1, 4, 4), (2, 3, 3)]
    files = sorted(out.iterdir())
    assert files and all(isinstance(check(path), Accepted) for path in files)


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


def test_claims():
    @claim(N=[6, 9], k=[5, 9])
    def any_precision(N, k):
        "Real softmax with an error below 1/2 needs the width of the moment curve for pairs of six positions on."
        return least("m", f"qsa N={N} q=2", "softmax", error=Fraction(1, k)) == 4

    assert {verdict.name for verdict in any_precision.run().verdicts.values()} == {"PROVED"}


def test_bounds_draw_constructions(headcount, tmp_path):
    picture = tmp_path / "picture.png"
    code, text, _ = headcount("bounds", "qsa", "N=12", "q=2", "--error", "1/4", "--plot", str(picture))
    assert code == 0 and picture.stat().st_size > 10_000
    assert "construction: m = 4 at p = " in text and "m >= 4" in text
