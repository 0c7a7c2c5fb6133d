"""``headcount bounds`` in one process: every bound with class and constants, every mistake a user can make."""

import json
from functools import partial
from math import comb

import pytest

from headcount.reductions.excluded_sizes.lower_bounds import lower_bounds_for


@pytest.fixture
def run(headcount):
    """``headcount bounds`` with some words."""
    return partial(headcount, "bounds")


def test_qsa(run):
    code, out, err = run("qsa", "N=64", "q=4")
    assert (code, err) == (0, "")
    assert "class SIGN, one head: m >= 8 [CERTIFIED]" in out
    assert "class GRID(p), every p: m p H >= 20 [PROVED]" in out
    assert "bits of state >= 63" in out
    assert "first-layer width >= 64" in out
    assert "class FIXED(p, twos), qsa-counting [PROVED]" in out
    assert "H (m p + l + dv p) >= 20" in out
    assert out.startswith("qsa N=64 q=4, values as wide as queries (dv = m)\n")
    assert "least m not excluded at H = 1: p=1: 8, p=2: 4" in out
    narrow = run("qsa", "N=64", "q=4", "--dv", "1")[1]
    assert narrow.startswith("qsa N=64 q=4, values held to dv = 1\n")
    assert "least m not excluded at H = 1: p=1: 15, p=2: 6" in narrow
    assert "weaker, at the same cost: qsa-disjointness-row (>= 4), eq -> disj -> qsa (one way) (>= 2)" in out


def test_json(run):
    code, out, err = run(
        "qsa", "N=20", "q=3", "--json", "--bits", "1:3", "--heads", "2", "--dv", "m", "--grid", "midrise"
    )
    answer = json.loads(out)
    assert (code, err) == (0, "")
    by_class = {bound["unit_class"]: bound for bound in answer["bounds"]}
    assert by_class["SIGN, one head"]["value"] == 6
    assert 2 ** (by_class["GRID(p), every p"]["value"] - 1) < comb(20, 3) <= 2 ** by_class["GRID(p), every p"]["value"]
    named = lower_bounds_for("qsa", {"N": 20, "q": 3}, dv="m", grid="midrise")
    for region in named:
        (found,) = (entry for entry in answer["regions"] if entry["argument"] == region.argument)
        assert found["least_m"] == {str(p): region.least_m(p, 2) for p in (1, 2, 3)}
        assert found["unit_class"] == "FIXED(p, midrise)"
        assert found["required"] == region.required
    assert len(answer["regions"]) > len(named)  # paths, too


def test_match3_needs_no_modulus(run):
    code, out, _ = run("match3", "N=65")
    assert code == 0
    assert "any modulus M >= 66" in out
    assert "least m not excluded at H = 1: p=1: 3" in out
    assert "match3-disjointness" in run("match3", "N=65", "M=66")[1]
    assert "no lower bound is known here" in run("match3", "N=65", "M=7")[1]


def test_patterns(run, tmp_path):
    out = run("match2", "M=7")[1]
    assert "class SIGN, one head: m >= 3 [CERTIFIED]" in out
    assert "class GRID(p), every p: m p >= 3 [PROVED] 7 different rows" in out
    (tmp_path / "p.csv").write_text("+-\n-*\n", "utf-8")
    out = run("p.csv")[1]
    assert "class SIGN, one head: m >= " in out
    assert "GRID" not in out  # a star leaves open whether rows can share a query


def test_qsa_of_all_positions(run):
    out = run("qsa", "N=5", "q=5")[1]
    assert "class SIGN, one head: m >= 0" in out
    assert "bits of state" not in out


def test_a_bound_that_excludes_nothing_says_so(run):
    """The two-round bound from INDEX needs log2 n bits, and one sum alone costs more."""
    code, out, _ = run("induction-heads", "A=3", "N=33")
    assert code == 0
    assert "excludes nothing" in out
    assert "least m not excluded" not in out
    assert "excludes nothing" not in run("match3", "N=257")[1]


@pytest.mark.parametrize(
    "words", [["cycle3", "N=34"], ["induction-heads", "A=3", "N=33"], ["streaming-qsa", "N=20", "q=2"]]
)
def test_bounds_by_paths(words, run, tmp_path):
    code, out, _ = run(*words, "--plot", "r.svg")
    assert code == 0
    assert "reduction" in out
    assert "[PROVED]" in out
    assert "<svg" in (tmp_path / "r.svg").read_text("utf-8")


def test_nothing_is_known(run):
    code, out, _ = run("match3-bigram", "M=5", "N=4")
    assert code == 0
    assert "no lower bound is known here" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["qsa", "N=5"], "needs the parameter q"),
        (["qsa", "N=5", "q=6"], "q must be at most N"),
        (["qsa", "N=5", "q=2", "M=3"], "no parameter M"),
        (["qsa", "N=five", "q=2"], "must be an integer"),
        (["match3", "M=5"], "needs the parameter N"),
        (["match3", "N=0"], "N, the length"),
        (["match3", "N=5", "M=0"], "M, the modulus"),
        (["cycle3", "N=0"], "N, the number of vertices"),
        (["cycle4", "N=4"], "there is no task 'cycle4'; did you mean cycle3?"),
        (["disj", "N=4"], "disj is a two-party function; take one of"),
        (["streaming-qsa", "q=2"], "needs the parameter N"),
        (["qsa", "N=5", "q=2", "--bits", "0"], "--bits must be from 1"),
        (["qsa", "N=5", "q=2", "--bits", "3:1"], "--bits must be from 1"),
        (["qsa", "N=5", "q=2", "--dv", "0"], "--dv, the width of values, must be 1 .. 1000000, or m"),
        (["qsa", "N=5", "q=2", "--dv", "wide"], "or m for values as wide as queries and keys, got 'wide'"),
        (["qsa", "N=5", "q=2", "--grid", "real"], "grid must be one of"),
        (["match2", "M=7", "--plot", "r.png"], "no excluded region to draw"),
        (["qsa", "N=5", "q=2", "--plot", "r.txt"], "ends in png, svg or pdf"),
        (["none.csv"], "none.csv"),
        (["qsa", "N=20000", "q=10000"], "below 2^14000 to be written down"),
        (["cycle3", "N=100000"], "N must be at most 10000 for the bounds of cycle3"),
        (["cycle3", "N=9", "--layers", "0"], "--layers must be from 1 to 64, or a range such as 1:8, got '0'"),
        (["cycle3", "N=9", "--layers", "3:2"], "--layers must be from 1"),
        (["cycle3", "N=9", "--layers", "two"], "layers must be an integer"),
        (["match2", "M=7", "--layers", "2"], "no lower bound for units of several layers is known for match2"),
        (["match3", "N=10000000"], "N must be at most 1000000"),
    ],
)
def test_mistakes_get_one_sentence(words, said, run, tmp_path):
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    (line,) = err.strip().splitlines()
    assert line.startswith("headcount: ")
    assert said in line
    assert not list(tmp_path.iterdir())


def test_several_layers(run, tmp_path):
    code, out, err = run("cycle3", "N=90", "--layers", "1:8", "--bits", "1:2", "--plot", "d.svg")
    assert (code, err) == (0, "")
    assert "<svg" in (tmp_path / "d.svg").read_text("utf-8")
    assert "D = 2: 60 H (m + dv) p + min(30 H (m + dv) p, " in out
    assert "DISJ_900 to Cycle3, 30 x 30 bits" in out
    assert "least m not excluded at H = 1: p=1: 6, p=2: 3" in out
    assert "D = 8: excludes nothing" in out
    answer = json.loads(run("cycle3", "N=90", "--layers", "1:8", "--bits", "1", "--json")[1])
    square = [region for region in answer["regions"] if region["argument"] == "cycle3-square"]
    assert [region["layers"] for region in square] == list(range(1, 9))
    for region in square:  # (2D - 1) H 2m p >= 30
        assert region["least_m"]["1"] == -(-30 // (2 * (2 * region["layers"] - 1)))
    assert "excluding nothing" in run("match3", "N=65", "--layers", "2")[1]


def test_composition_and_hops(run):
    out = run("composition", "n=64", "--bits", "1:2")[1]
    assert "composition-counting [PROVED]" in out
    assert "64^64 tables of f, no two of which may be told alike: 384 bits one way" in out
    assert "least m not excluded at H = 1: p=1: 27, p=2: 15" in out
    assert "INDEX_64 requires 64 bits one way" in run("k-hop", "A=4", "N=131", "k=2")[1]
    out = run("composition", "n=64", "--layers", "1:3", "--bits", "1")[1]
    assert "least m not excluded at H = 1: p=1: 2" in out
    assert "D = 3: excludes nothing" in out


def test_certificates_for_excluded_sizes(run, headcount, tmp_path):
    code, out, err = run("match3", "N=65", "--bits", "1:2", "-o", "e.json")
    assert (code, err) == (
        0, "headcount: not in the file: match3-rounded-sums: the checker does not know class ROUNDED(p, twos)\n"
    )  # fmt: skip
    assert "written to e.json; check it with: headcount check e.json" in out
    claims = json.loads((tmp_path / "e.json").read_text("utf-8"))["claims"]
    assert [claim["sizes"] for claim in claims] == [[[2, 1, 1, 2], [1, 2, 1, 1]], [[3, 1, 1, 3], [1, 2, 1, 1]]]
    assert headcount("check", "e.json")[0] == 0
    code, out, err = run("cycle3", "N=66", "-o", "none.json")
    assert code == 5
    assert "nothing was written: for the reasons given" in out
    assert "not in the file: disj -> cycle3: the encoder of DISJ_64" in err
    assert not (tmp_path / "none.json").exists()


def test_rounded_sums_are_a_class_of_their_own(run):
    out = run("match3", "N=1025", "--bits", "1:2")[1]
    assert "class ROUNDED(p, twos), match3-rounded-sums [PROVED]" in out
    assert "least m not excluded at H = 1: p=1: 100, p=2: 83" in out
    classes = [region["unit_class"] for region in json.loads(run("match3", "N=1025", "--json")[1])["regions"]]
    assert classes.count("ROUNDED(p, twos)") == 1
    assert "ROUNDED" not in run("qsa", "N=64", "q=4")[1]


def test_certificates_of_several_layers(run, tmp_path, headcount):
    code, out, _ = run("cycle3", "N=20", "--layers", "1:4", "--bits", "1:2", "-o", "layers.json")
    assert code == 0
    assert "written to layers.json" in out
    code, out, _ = headcount("check", "layers.json")
    assert code == 0
    assert "layers <= 2, dv <= m, any read-out: 5 <= m" in out
    assert "layers <= 4, dv <= m, any read-out: 3 <= m" in out
    code, out, err = run("cycle3", "N=21", "--layers", "2", "-o", "none.json")
    assert code == 5
    assert "nothing was written: for the reasons given" in out
    assert "cycle3-token: the checker refuses cycle3 at this size, N must be an integer <= 20, got 21" in err
    code, out, _ = run("match3", "N=65", "--layers", "2", "-o", "none.json")
    assert code == 5
    assert "nothing was written: no size is excluded at these p and H" in out
    assert not (tmp_path / "none.json").exists()


def test_values_of_several_dimensions(run):
    out = run("qsa", "N=64", "q=4", "--error", "1/1000", "--values", "3", "--bits", "1")[1]
    assert "width of the output row >= 3 [PROVED]" in out
    assert "3048625 values more than 1/125 apart" in out
    assert "least m not excluded at H = 1: p=1: 16" in out
    code, _, err = run("qsa", "N=64", "q=4", "--error", "1/1000", "--values", "3", "--dv", "2")
    assert (code, "--dv must be at least --values 3" in err) == (2, True)


def test_where_other_bounds_are_is_said(run):
    assert "nearest with one: headcount bounds induction-heads N=65 A=3" in run("induction-heads", "N=64", "A=3")[1]
    assert "nearest with one: headcount bounds k-hop N=65 k=2 A=4" in run("k-hop", "N=64", "k=2", "A=4")[1]
    note = "leave out --layers to see them"
    assert note in run("composition", "n=64", "--layers", "1", "--bits", "1")[1]
    assert note not in run("composition", "n=64", "--layers", "2", "--bits", "1")[1]


def test_refusals_name_what_there_is(headcount):
    refused = {
        "frontier qsa N=4 q=2 --class fixed": "add --error 1/4",
        "probe topk N=60 k=4 --bits 2": "try a smaller N",
        "construct qsa-foo": "with --error qsa-rounded-curve",
        "frontier qsa N=4 q=2 --class fixed --error 1e-5": "without exponent",
        "reduce disj cycle3 n=5 rows=2": "rows must divide n",
    }
    for words, wanted in refused.items():
        code, _, err = headcount(*words.split())
        assert (code, wanted in err) == (2, True), err


@pytest.mark.parametrize("k", [1, 2, 3, 4, 30])
def test_parity(run, k):
    """k heads of real softmax: certified where all inputs are listed, by the theorem beyond."""
    code, out, err = run("parity", f"k={k}", "--json")
    (bound,) = json.loads(out)["bounds"]
    assert (code, err) == (0, "")
    assert (bound["unit_class"], bound["resource"], bound["value"]) == ("THRESH", "H", k)
    assert bound["status"] == ("CERTIFIED" if k < 10 else "PROVED")


@pytest.mark.parametrize("words", [(), ("n=3",), ("k=0",), ("k=3", "n=3")])
def test_parity_takes_k(run, words):
    code, out, err = run("parity", *words)
    assert (code, out) == (2, "")
    assert "parity takes the parameter k" in err
