"""``headcount probe`` of averages with an error, and of thresholds on sets."""

import json
from fractions import Fraction

import pytest

from headcount import check, probe
from headcount.bounds.averages import error_of_centre, softmax_gap
from headcount.certificates.verdict import Accepted
from headcount.claims import ClaimError, claim, least
from headcount.questions import averaging_question, separation_question
from headcount.tasks import TaskError


@pytest.fixture
def answer(headcount):
    """Exit code and JSON of ``headcount probe`` with some words."""

    def call(*words):
        code, out, _ = headcount("probe", *words, "--json", "-q")
        return code, json.loads(out)

    return call


@pytest.mark.parametrize(
    ("N", "q", "error", "ends"),
    [
        (6, 2, "1/4", (4, 4)),
        (9, 3, "0.3", (6, 6)),
        (300, 5, "1/100", (10, 10)),
        (10**6, 20, "1/21", (40, 40)),
        (2, 1, "1/2", (1, 1)),
        (3, 1, "1/2", (2, 2)),
    ],
)
def test_real_softmax(answer, N, q, error, ends, tmp_path):
    path = tmp_path / "bound.json"
    code, found = answer("qsa", f"N={N}", f"q={q}", "--error", error, "--class", "softmax", "-o", str(path))
    assert (code, found["lower"], found["upper"], found["status"]) == (0, *ends, "CERTIFIED")
    assert found["held_fixed"]["error"] == str(Fraction(error))
    verdict = check(path)
    assert isinstance(verdict, Accepted) and (verdict.lower, verdict.upper) == ends


def test_below_three_subsets_the_ends_meet_too(answer):
    """Separation alone needs three dimensions here, and a head that keeps to the error four."""
    code, found = answer("qsa", "N=5", "q=3", "--error", "1/4", "--class", "softmax", "--budget", "5")
    assert (code, found["lower"], found["upper"]) == (0, 4, 4)


@pytest.mark.parametrize(("N", "q"), [(5, 3), (6, 3), (7, 3), (6, 4), (9, 4)])
def test_the_width_falls_by_one_where_a_simplex_with_its_centre_does_it(answer, N, q, tmp_path):
    turn, path = error_of_centre(N, q), tmp_path / "bound.json"
    assert float(turn) == pytest.approx((1 - (q - 1) * (N - 1) ** (-(N - 1) / (q - 1))) / q)
    for shift, width in ((-1, N - 1), (1, N - 2)):
        error = (turn + Fraction(shift, 10**5)).limit_denominator(10**7)
        code, found = answer("qsa", f"N={N}", f"q={q}", "--error", str(error), "--class", "softmax", "-o", str(path))
        assert (code, found["lower"], found["upper"]) == (0, width, width)
        assert isinstance(check(path), Accepted)


@pytest.mark.parametrize(
    ("N", "q", "error", "ends"),
    [(300, 5, "21/100", (4, 8)), (300, 5, "199/1000", (10, 10)), (9, 3, "34/100", (2, 4)), (9, 3, "33/100", (6, 6))],
)
def test_what_an_error_above_a_share_leaves(answer, N, q, error, ends):
    """Of q members q - 1 may have all the weight: 2q - 2 dimensions, and an error of a share."""
    _, found = answer("qsa", f"N={N}", f"q={q}", "--error", error, "--class", "softmax", "--budget", "1")
    assert (found["lower"], found["upper"]) == ends


@pytest.mark.parametrize("N", [4, 5])
def test_pairs_of_four_and_five(answer, N, tmp_path):
    """The width falls at one error, which a simplex with its centre reaches, and no search that was tried."""
    turn, path = error_of_centre(N), tmp_path / "bound.json"
    assert turn == {4: Fraction(13, 27), 5: Fraction(255, 512)}[N]
    tried = ((Fraction(1, 10), N - 1), (turn - Fraction(1, 10**6), N - 1), (turn, N - 2), (Fraction(499, 1000), N - 2))
    for error, width in tried:
        options = ("--error", str(error), "--class", "softmax", "-o", str(path))
        code, found = answer("qsa", f"N={N}", "q=2", *options)
        assert (code, found["lower"], found["upper"]) == (0, width, width)
        verdict = check(path)
        assert isinstance(verdict, Accepted) and (verdict.lower, verdict.upper) == (width, width)


def test_groups_that_cross(answer):
    code, found = answer("qsa", "N=6", "q=2", "--error", "3/4", "--class", "softmax")
    assert (code, found["lower"], found["upper"]) == (0, 2, 2)
    code, found = answer("qsa", "N=5", "q=3", "--error", "3/4", "--class", "softmax")
    assert code == 5 and "only groups of keys that cross were tried" in found["notes"][0]


@pytest.mark.parametrize(
    ("words", "ends"),
    [
        (("--bits", "1"), (4, 4)),
        (("--bits", "2"), (3, 3)),
        (("--bits", "3", "--values", "5"), (3, 3)),
        (("--minimise", "p", "--width", "3"), (2, 2)),
    ],
)
def test_fixed_point_heads(answer, words, ends, tmp_path):
    path = tmp_path / "bound.json"
    options = ("--error", "1/4", "--class", "fixed", "-o", str(path))
    code, found = answer("qsa", "N=4", "q=2", *options, *words)
    assert (code, found["lower"], found["upper"]) == (0, *ends)
    verdict = check(path)
    assert isinstance(verdict, Accepted) and (verdict.lower, verdict.upper) == ends


def test_the_grid_gets_the_gap_that_the_error_needs(answer):
    code, found = answer("qsa", "N=4", "q=1", "--bits", "2", "--error", "1/4")
    assert (code, found["unit_class"]) == (0, f"GRID(2, midrise, gap {softmax_gap(4, 1, Fraction(1, 4))})")


def test_what_an_error_means_to_a_selection_is_said(headcount):
    code, out, err = headcount("probe", "qsa", "N=5", "q=2", "--error", "1/4", "-q")
    assert code == 0 and "4 <= m <= 4" in out and "the error makes no difference to class sign" in err
    code, out, err = headcount("probe", "qsa", "N=4", "q=1", "--error", "1/4", "--bits", "2", "-q")
    assert code == 0 and "gap 5" in out and "ties with the gap 5" in err


@pytest.mark.in_turn(3)
@pytest.mark.parametrize(
    ("words", "ends", "says"),
    [
        ("N=64 q=4 --bits 2 --grid twos --error 1/5", (8, None), "a construction has m = 55 at p = 2 [proved]"),
        ("N=64 q=4 --minimise p --width 55 --grid twos --error 1/5", (1, None), "a construction has m = 55 at p = 2"),
        ("N=200 q=3 --bits 4 --error 1/4", (6, None), "too large to be searched: 1313400 subsets"),
        ("N=20 q=2 --bits 1 --error 1/10 --budget 0.1", (None, 20), ""),
        ("N=64 q=2 --bits 2 --grid twos --error 1/10 --budget 0.1", (None, 25), ""),
    ],
)
def test_constructions_come_first_and_limits_are_said(answer, words, ends, says):
    code, found = answer("qsa", *words.split(), "--class", "fixed")
    notes = " ".join(found["notes"])
    assert code in (0, 5) and says in notes and "internal error" not in notes
    assert all(end in (None, found[side]) for side, end in zip(("lower", "upper"), ends, strict=True))
    assert ends[1] or found["upper"] is None


def test_large_errors_of_fixed_point_heads(answer):
    """From 1/q on nothing is refuted, and widths from 0 on are tried."""
    code, found = answer("qsa", "N=3", "q=2", "--error", "2/3", "--class", "fixed", "--bits", "1", "--budget", "5")
    assert (code, found["lower"], found["upper"]) == (0, 0, 0)


def test_from_python():
    found = probe(averaging_question(6, 2), unit_class="softmax", error="1/4", budget=10)
    assert (found.lower.value, found.upper.value) == (4, 4)
    for error in (Fraction(1, 4), 0.25):
        found = probe(averaging_question(6, 2), unit_class="softmax", error=error, budget=10)
        assert found.asked.least.error == Fraction(1, 4)
    with pytest.raises(TaskError, match="error must be above 0"):
        probe(averaging_question(6, 2), unit_class="softmax", error="2", budget=10)


@pytest.mark.parametrize(
    ("sizes", "ends"),
    [
        *(((N, 1, 2), (m, m)) for N, m in ((4, 3), (5, 4), (7, 4))),
        *(((N, 2, 2), (m, m)) for N, m in ((4, 2), (5, 3), (6, 4), (7, 4))),
        ((9, 1, 3), (6, 6)),
        ((10**6, 1, 50), (100, 100)),
    ],
)
def test_thresholds_on_sets(sizes, ends):
    found = probe(separation_question(*sizes), budget=60)
    assert (found.lower.value, found.upper.value, found.certified) == (*ends, True)


# ---- ``--error`` in ``construct``, ``bounds``, ``frontier`` and claims, with the meaning that it has in ``probe``.


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
