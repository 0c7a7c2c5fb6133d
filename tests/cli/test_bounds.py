"""``headcount bounds`` in one process: every bound with class and constants, every mistake a user can make."""

import json
from functools import partial
from math import comb

import pytest

import headcount as headcount_package
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
    assert "class KEYS(1), real queries: m >= 10 [CERTIFIED]" in out
    assert "bits of state >= 63" in out
    assert "first-layer width >= 64" in out
    assert "class FIXED(p, twos), qsa-counting [PROVED]" in out
    assert "H (m p + l + dv p) >= 20" in out
    assert out.startswith("qsa N=64 q=4, values as wide as queries (dv = m)\n")
    assert "least m not excluded at H = 1: p=1: 8, p=2: 4" in out
    narrow = run("qsa", "N=64", "q=4", "--dv", "1")[1]
    assert narrow.startswith("qsa N=64 q=4, values held to dv = 1\n")
    assert "least m not excluded at H = 1: p=1: 15, p=2: 6" in narrow
    assert "weaker, at the same cost: qsa-disjointness-row (>= 4), eq -> disj -> qsa (own token) (>= 2)" in out


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


def test_a_bound_that_excludes_nothing_says_so(run):
    """The two-round bound from INDEX needs log2 n bits, and one sum alone costs more."""
    code, out, _ = run("induction-heads", "A=3", "N=5")
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


def test_several_layers(run, tmp_path):
    code, out, err = run("cycle3", "N=90", "--layers", "1:8", "--bits", "1:2", "--plot", "d.svg")
    assert (code, err) == (0, "")
    assert "<svg" in (tmp_path / "d.svg").read_text("utf-8")
    assert "D = 2: 60 H (m + dv) p + min(30 H (m + dv) p, " in out
    assert "DISJ_900 to Cycle3, 30 x 30 bits" in out
    assert "least m not excluded at H = 1: p=1: 6, p=2: 3" in out
    assert "D = 8: this argument excludes nothing" in out
    answer = json.loads(run("cycle3", "N=90", "--layers", "1:8", "--bits", "1", "--json")[1])
    square = [region for region in answer["regions"] if region["argument"] == "cycle3-square"]
    assert [region["layers"] for region in square] == list(range(1, 9))
    for region in square:  # (2D - 1) H 2m p >= 30
        assert region["least_m"]["1"] == -(-30 // (2 * (2 * region["layers"] - 1)))
    assert "arguments that exclude nothing" in run("match3", "N=65", "--layers", "2")[1]


def test_composition_and_hops(run):
    out = run("composition", "n=64", "--bits", "1:2")[1]
    assert "composition-counting [PROVED]" in out
    assert "64^64 tables of f, no two of which may be told alike: 384 bits one way" in out
    assert "least m not excluded at H = 1: p=1: 27, p=2: 15" in out
    assert "INDEX_64 requires 64 bits one way" in run("k-hop", "A=4", "N=131", "k=2")[1]
    out = run("composition", "n=64", "--layers", "1:3", "--bits", "1")[1]
    assert "least m not excluded at H = 1: p=1: 2" in out
    assert "D = 3: this argument excludes nothing" in out


def test_certificates_for_excluded_sizes(run, headcount, tmp_path):
    code, out, err = run("match3", "N=65", "--bits", "1:2", "-o", "e.json")
    assert (code, err) == (0, "")
    assert "written to e.json; check it with: headcount check e.json" in out
    claims = json.loads((tmp_path / "e.json").read_text("utf-8"))["claims"]
    assert [claim["sizes"] for claim in claims] == [
        [[2, 1, 1, 2], [1, 2, 1, 1]],
        [[3, 1, 1, 3], [1, 2, 1, 1]],
        [[5, 1, 1, 5], [3, 2, 1, 3]],
    ]
    assert claims[2]["unit_class"] == "ROUNDED(p, twos)"
    assert headcount("check", "e.json")[0] == 0
    code, out, err = run("cycle3", "N=66", "-o", "none.json")
    assert code == 5
    assert "nothing was written: disj -> cycle3 (row sums): the encoder of DISJ_64" in out
    assert not (tmp_path / "none.json").exists()


def test_certificates_of_several_layers(run, tmp_path, headcount):
    code, out, _ = run("cycle3", "N=20", "--layers", "1:4", "--bits", "1:2", "-o", "layers.json")
    assert code == 0
    assert "written to layers.json" in out
    code, out, _ = headcount("check", "layers.json")
    assert code == 0
    assert "layers <= 2, read_out=any: 5 <= m" in out
    assert "layers <= 4, read_out=any: 3 <= m" in out
    code, out, _ = run("cycle3", "N=21", "--layers", "2", "-o", "none.json")
    assert code == 5
    refused = "cycle3-token: the checker refuses cycle3 at this size, N must be an integer >= 1 <= 20, got 21"
    assert f"nothing was written: {refused}" in out
    code, out, _ = run("match3", "N=65", "--layers", "2", "-o", "none.json")
    assert code == 5
    assert "nothing was written: no size is excluded at these p and H" in out
    assert not (tmp_path / "none.json").exists()


def test_where_other_bounds_are_is_said(run):
    assert "nearest with one: headcount bounds induction-heads N=65 A=3" in run("induction-heads", "N=64", "A=3")[1]
    assert "nearest with one: headcount bounds k-hop N=65 k=2 A=4" in run("k-hop", "N=64", "k=2", "A=4")[1]
    note = "leave out --layers to see them"
    assert note in run("composition", "n=64", "--layers", "1", "--bits", "1")[1]
    assert note not in run("composition", "n=64", "--layers", "2", "--bits", "1")[1]


@pytest.mark.parametrize("k", [1, 2, 3, 4, 30])
def test_parity(run, k):
    """k heads of real softmax: certified where all inputs are listed, by the theorem beyond."""
    code, out, err = run("parity", f"k={k}", "--json")
    (bound,) = json.loads(out)["bounds"]
    assert (code, err) == (0, "")
    assert (bound["unit_class"], bound["resource"], bound["value"]) == ("THRESH", "H", k)
    assert bound["status"] == ("CERTIFIED" if k < 10 else "PROVED")


OWN = """
from headcount import PairDetection, SignPattern, reduction, task

def encoding(n, step=2):
    cycle = PairDetection(step * n, lambda x, y: (x - y) % (step * n) in (1, step * n - 1), name=f"cycle-{step * n}")
    return reduction(
        "index", cycle, n, bob=lambda b: {n + 1: step * (b - 1)}, output_position=n + 1,
        alice=lambda a: {j: step * (j - 1) + bit for j, bit in enumerate(a, start=1)},
    )

@task(alphabet=2**6, length=2)
def shares(x):
    return [int(x[0] & x[1] > 0)] * 2

def number(bits):
    return sum(bit << i for i, bit in enumerate(bits))

fixed = reduction(
    "disj", shares, 6, alice=lambda a: {1: number(a)}, bob=lambda b: {2: number(b)}, read_out=lambda shared: 1 - shared
)

@task(alphabet=2)
def partner(x):
    return [int(x[i] in x[:i]) for i in range(len(x))]

def rows(n):
    return SignPattern(("+-", "-+")[:n], null=True)
"""


@pytest.fixture
def own(run, tmp_path):
    """``headcount bounds own.py:NAME``."""
    (tmp_path / "own.py").write_text(OWN, "utf-8")
    return lambda name, *words: run(f"own.py:{name}", *words)


def test_bounds_of_a_reduction_of_ones_own(own):
    code, out, err = own("encoding", "n=3", "step=3")
    assert (code, err) == (0, "")
    assert out.startswith("own.py:encoding n=3 step=3, values as wide as queries (dv = m)\n")
    assert "class FIXED(p, twos), index -> cycle-9 (row sums) [PROVED]" in out
    assert "class FIXED(p, twos), index -> cycle-9 (told by Alice) [PROVED]" in out
    assert "all laws hold for 24 pairs [CHECKED]" in out
    assert "excludes nothing: even m = p = H = 1 pays 10 bits, and 2 are required" in out
    code, out, err = own("encoding", "n=3", "step=2")
    assert (code, err) == (3, "")
    assert "own.py:encoding (index-to-cycle-6) n=3 breaks correctness" in out
    assert out.endswith("; no bound follows\n")


def test_a_reduction_at_its_size_and_its_certificate(own, headcount, tmp_path):
    code, out, _ = own("fixed", "--bits", "1:2")
    assert code == 0
    assert "least m not excluded at H = 1: p=1: 3, p=2: 2" in out
    assert "this argument excludes nothing: even m = p = H = 1 pays 8 bits, and 6 are required" in out
    regions = json.loads(own("fixed", "--bits", "1", "--json")[1])["regions"]
    found = {region["argument"].partition(" (")[2]: region["least_m"]["1"] for region in regions}
    assert found == {"told by Bob)": 3, "own token)": 2, "row sums)": 1}
    assert own("fixed", "--plot", "r.svg")[0] == 0
    code, out, err = own("fixed", "-o", "e.json")
    assert (code, err) == (0, "")
    code, out, _ = headcount("check", "e.json")
    assert (code, "excluded: tokens: less than the 64 that is needed" in out) == (0, True)
    assert "excluded: token and score: less than the 64 that is needed" in out


@pytest.mark.slow
def test_a_reduction_certifies_what_the_checker_can_replay(run, headcount, tmp_path):
    """The output is read at a public token, so that no query is sent, and eight bits are more than the sums take."""
    public = OWN.replace("2**6, length=2", "2**8, length=3").replace("* 2\n\ndef number", "* 3\n\ndef number")
    public = public.replace("shares, 6,", "shares, 8, public={3: 0}, output_position=3,")
    (tmp_path / "own.py").write_text(public, "utf-8")
    code, out, _ = run("own.py:fixed", "--bits", "1", "-o", "e.json")
    assert code == 0
    assert "least m not excluded at H = 1: p=1: 2" in out
    code, out, _ = headcount("check", "e.json")
    assert code == 0
    assert "excluded: cut: less than the 256 that is needed" in out
    assert "sizes=((1, 1, 1, 1))" in out


def test_tasks_of_ones_own(own):
    code, out, err = own("partner", "N=3")
    assert (code, err) == (0, "")
    assert "--class fixed --bits 1, or headcount bounds own.py:partner N=3 " in out
    assert "--layers 1:4 for what a token has to tell, or write a reduction to it" in out
    assert "class SIGN, one head: m >= " in own("rows", "n=2")[1]
    for words, said in (
        (("encoding",), "own.py:encoding needs the parameter n"),
        (("encoding", "n=3", "stp=3"), "has no parameter stp; did you mean step?"),
        (("encoding", "n=30", "step=3"), "the limit is 1048576; try a smaller n"),
        (("fixed", "n=6"), "is an object and takes no parameters"),
        (("fixed", "--error", "1/4"), "--error is for tasks known by name"),
        (("partner", "--plot", "r.png", "N=3"), "no excluded region to draw"),
    ):
        code, out, err = own(*words)
        assert (code, out) == (2, ""), words
        assert said in err


LAYERED = """
from headcount import SignPattern, reduction, task

@task(alphabet=40, length=5)
def mirror(x):
    return x[::-1]

@task(alphabet=3, length=2)
def same(x):
    return x

def packed(n, wrong=0):
    @task(alphabet=2**n, length=2)
    def bit(x):
        return (0, (x[0] >> x[1] % n & 1) ^ wrong)

    matrix = [[a >> b & 1 for b in range(n)] for a in range(2**n)]
    return reduction(matrix, bit, alice=lambda a: {1: a - 1}, bob=lambda b: {2: b - 1}, output_position=2)
"""


def test_several_layers_of_ones_own(run, headcount, tmp_path):
    """A task, with certificates of the inputs that tell; a reduction, without a mask and under a causal one."""
    (tmp_path / "deep.py").write_text(LAYERED, "utf-8")
    code, out, err = run("deep.py:mirror", "--layers", "1:4", "--bits", "1", "-o", "m.json")
    assert (code, err) == (0, "")
    assert "token values [PROVED]" in out
    assert "D = 2: H (m + dv) p + min(H (m + dv) p, " in out
    assert "least m not excluded at H = 1: p=1: 3\n" in out
    assert "D = 3, 4: this argument excludes nothing" in out
    assert "a token is one of 40 symbols, so it can be told all of it in 6 bits: no argument by a cut or a token" in out
    code, out, _ = headcount("check", "m.json")
    assert (code, out.count("token in each layer: less than the ")) == (0, 2)  # m >= 3 and m >= 2
    code, out, _ = run("deep.py:packed", "n=6", "--layers", "1:2", "--bits", "1")
    assert code == 0
    assert "matrix -> bit (told by Alice under a causal mask) [PROVED]" in out
    assert "encoder matrix -> bit at n = 64, any read-out of token and row, under a causal mask" in out
    assert "arguments that exclude nothing, as even m = p = H = 1 pays for what is needed: " in out
    assert "matrix -> bit (rows returned) (pays 11 at D = 2; 3 required)" in out
    answer = json.loads(run("deep.py:packed", "n=6", "--layers", "2", "--bits", "1", "--json")[1])
    assert [region["excludes_nothing"] for region in answer["regions"]] == [True, True, False]
    code, out, err = run("deep.py:packed", "n=3", "wrong=1", "--layers", "2")
    assert (code, err) == (3, "")
    assert out.endswith("; no bound follows\n")
    for words, said in (
        (("deep.py:same", "--layers", "2"), "no token of same was found to have anything to tell"),
        (("deep.py:mirror", "--layers", "0"), "--layers must be from 1 to 64, or a range such as 1:8, got '0'"),
        (("deep.py:packed", "n=3", "--layers", "0"), "--layers must be from 1 to 64"),
    ):
        code, out, err = run(*words)
        assert (code, out) == (2, ""), words
        assert said in err


@pytest.mark.parametrize("words", [["match3", "N=65"], ["cycle3", "N=90", "--layers", "1:2"]])
def test_the_grid_and_its_integers_are_named(run, words):
    assert "p bits: integers from -2^(p-1) to 2^(p-1) - 1 (twos); p = 1: -1, 0\n" in run(*words)[1]
    midrise = run(*words, "--grid", "midrise")[1]
    assert "p bits: odd integers from 1 - 2^p to 2^p - 1 (midrise); p = 1: -1, 1\n" in midrise
    assert "(twos)" not in midrise


def test_in_python_what_the_command_takes(own, tmp_path):
    own("fixed", "--bits", "1")  # writes the file
    known = headcount_package.lower_bounds
    assert known("match3 N=65") == known("match3", {"N": 65}) == known("match3", N=65)
    assert known(headcount_package.Match3(66, 65)) == known("match3 N=65 M=66")
    assert known("match2 M=7") == ()
    assert [region.required for region in known(f"{tmp_path}/own.py:fixed")] == [6, 6, 6]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("match3", {"n": 65}), r"match3 has no parameter n \(did you mean N\?\)"),
        (("streaming-qsa", {"N": 20, "z": 3}), "streaming-qsa has no parameter z; it takes N and q"),
        (("match3", {"N": 65.5}), "the parameter N must be an integer, got '65.5'"),
        ((headcount_package.task(alphabet=2, length=3, name="mine")(list),), "known for mine; ask headcount.probe"),
        (([[1, -1], [-1, 1]],), "known for a sign pattern; ask headcount.probe"),
        ((headcount_package.Match3(6, 5), {"N": 5}), "match3 has its parameters already"),
        ((7,), "a task is needed, got 7"),
    ],
)
def test_in_python_mistakes_are_refused(given, said):
    with pytest.raises(headcount_package.TaskError, match=said):
        headcount_package.lower_bounds(*given)
