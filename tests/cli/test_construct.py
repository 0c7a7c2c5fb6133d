"""``headcount construct`` in one process: what it prints and writes, exit codes, every mistake a user can make."""

import json
import random
from dataclasses import replace
from functools import partial
from itertools import product

import numpy as np
import pytest

from headcount import check, construct
from headcount.attention import load_arrays
from headcount.bounds.constructions.registry import CONSTRUCTIONS
from headcount.certificates.verdict import Accepted
from headcount.questions import load_unit


@pytest.fixture
def run(headcount):
    """``headcount construct`` with some words."""
    return partial(headcount, "construct")


def test_without_a_name_all_are_listed(run):
    code, out, _ = run()
    assert code == 0
    for entry in CONSTRUCTIONS:
        assert f"headcount construct {entry.example}" in out
    code, out, _ = run("--json")
    assert [entry["name"] for entry in json.loads(out)] == [entry.name for entry in CONSTRUCTIONS]


def test_json(run):
    code, out, err = run("match3-third-order", "M=5", "N=3", "--json")
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert (answer["m"], answer["order"], answer["H"], answer["layers"]) == (5, 3, 1, 1)
    assert answer["parameters"] == {"M": 5, "N": 3}
    assert answer["verification"]["passed"] is True
    assert answer["verification"]["exhaustive"] is True
    assert answer["verification"]["inputs"] == 125
    assert answer["certificate"]["accepted"] is True
    assert answer["bits"] == answer["m"] * answer["p"] * answer["H"]


def test_sampled_is_not_called_verified(run):
    code, out, _ = run("qsa-moment-curve", "N=200", "q=4", "--samples", "20")
    assert code == 0
    assert "sampled" in out
    assert "verified" not in out
    assert "CERTIFIED" not in out


@pytest.mark.parametrize(
    ("words", "differs"),
    [("qsa-kerdock N=128 q=2 --work 0", True), ("match3-local-signs M=3 N=16 K=1 --work 0", True),
     ("qsa-moment-curve N=6 q=2", False), ("qsa-superimposed-code N=16 q=2", False)],
)  # fmt: skip
def test_a_claim_with_another_number_of_bits_says_why(run, words, differs):
    code, out, _ = run(*words.split(), "--samples", "3")
    assert code == 0 and ("p of a class counts what it holds to its own grid" in out) == differs


def test_bits_of_sums_stand_beside_those_of_ties(run):
    _, out, _ = run("qsa-kerdock", "N=2048", "q=4", "--samples", "3")
    assert "p <= 13 (twos)" in out and "queries <= 13, keys 2" in out and "m p H <= 832 bits" in out
    assert "half the sum of its keys puts a subset above the others, without a tie, in twos(3)" in out
    _, out, _ = run("qsa-kerdock", "N=2048", "q=4", "--samples", "3", "--json")
    assert json.loads(out)["p_is"] == "<="


def test_averages_with_an_error_have_one_scale_and_one_error(run):
    _, out, _ = run("qsa-moment-curve", "N=6", "q=2", "--error", "1/9")
    assert out.count("scale") == 1 and "at most 0.0" in out and "(1/9 is allowed)" in out


def test_work_decides_and_not_the_clock(run):
    for words, said in ((("--work", "0"), "sampled"), (("--work", "1000000"), "verified"), ((), "verified")):
        code, out, _ = run("match2", "M=5", "N=3", *words)
        assert (code, f"  {said}" in out) == (0, True)


def test_files(run, tmp_path):
    words = ("-o", "c.json", "--unit", "u.npz", "--plot", "p.png", "--json")
    code, out, err = run("match3-bigram", "M=3", "N=3", *words)
    assert code == 0
    json.loads(out)  # what is said about the files goes to stderr
    assert err.count("\n") == 3
    unit = construct("match3-bigram", M=3, N=3).unit
    assert isinstance(check(tmp_path / "c.json"), Accepted)
    assert load_arrays(tmp_path / "u.npz") == unit  # its certificate is about saturated weights
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")
    run("match3-bigram", "M=3", "N=3", "--unit", "u.json")
    assert load_unit(tmp_path / "u.json") == unit


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("entry", CONSTRUCTIONS, ids=lambda entry: entry.name)
def test_every_example_runs_and_is_drawn(entry, run, tmp_path):
    code, out, _ = run(*entry.example.split(), "--samples", "5", "--plot", "p.svg")
    assert code == 0
    assert out.startswith(entry.name)
    assert "<svg" in (tmp_path / "p.svg").read_text("utf-8")


def test_a_wrong_unit_exits_with_3(run, monkeypatch):
    built = construct("match2", M=5, N=3)
    head = built.unit.layers[0].heads[0]
    keys = replace(head.keys[0], rows=head.keys[0].rows[1:] + head.keys[0].rows[:1])
    layer = replace(built.unit.layers[0], heads=(replace(head, keys=(keys,)),))
    wrong = replace(built, tables=replace(built.unit, layers=(layer,)))
    monkeypatch.setattr("headcount.bounds.constructions.registry.construction_from_words", lambda words: wrong)
    code, out, _ = run("match2", "M=5", "N=3", "-o", "c.json")
    assert code == 3
    assert "WRONG" in out
    assert "CERTIFIED" not in out


def test_a_search_without_result_is_not_called_wrong(run):
    code, out, _ = run("qsa-sign-keys", "N=24", "q=23", "m=12", "--samples", "5")  # 12 signs span everything
    assert code == 5
    assert "UNKNOWN" in out
    assert "WRONG" not in out


def test_a_certificate_that_cannot_be_had_is_noticed(run, tmp_path):
    code, _, err = run("qsa-moment-curve", "N=200", "q=4", "--samples", "5", "-o", "c.json")
    assert code == 5
    assert "no certificate at this size" in err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_a_refused_certificate_is_an_internal_error(words, run, monkeypatch):
    built = construct("match2", M=5, N=3)
    bundle = built.certificate()
    bundle["claims"][0]["value"] = 2
    wrong = replace(built, claim=lambda _: bundle)
    monkeypatch.setattr("headcount.bounds.constructions.registry.construction_from_words", lambda words: wrong)
    code, out, err = run("match2", "M=5", "N=3", *words)
    assert (code, out) == (1, "")
    assert "the checker refused the certificate" in err


def test_m_of_any_read_out_is_commented(run):
    _, out, _ = run("match3-local", "M=5", "N=4", "K=1")
    assert "class SATURATED" in out
    assert "m alone says little" in out
    _, out, _ = run("match3-histogram", "M=5", "N=3")
    assert "class FIXED(2, twos)" in out
    assert "dv <= 4" in out
    assert "m alone" not in out


# ---- ``headcount construct universal``: what it prints and writes, and every mistake a user can make.


@pytest.fixture
def universal(headcount, tmp_path):
    """``headcount construct universal``, with the table files that the tests name."""
    for n, alphabet in ((4, 2), (3, 2), (3, 4)):
        rng = random.Random(n)
        answers = [[list(x), [rng.randrange(4) for _ in x]] for x in product(range(alphabet), repeat=n)]
        table = {"alphabet": alphabet, "length": n, "answers": answers}
        (tmp_path / f"table{n}{alphabet}.json").write_text(json.dumps(table))
    return partial(headcount, "construct", "universal")


def test_the_command_of_the_issue(universal, tmp_path):
    code, out, err = universal("--pattern", "star", "n=4", "levels=2", "table42.json", "-o", "c.json")
    assert (code, err) == (0, "")
    assert "7 layers" in out
    assert "verified    all 16 inputs" in out
    assert "least depth 1 <= D <= 1" in out
    assert "softmax at temperature" in out
    verdict = check(tmp_path / "c.json")
    assert isinstance(verdict, Accepted)
    assert "pattern=sparse-pattern n=4 layers=(star): m <= 1" in verdict.statement
    content = json.loads((tmp_path / "c.json").read_text())
    content["question"]["answers"][3][1][2] += 1
    assert check(content).code == "evaluate"


def test_json_of_universal(universal):
    code, out, err = universal(
        "--pattern", "window w=1", "levels=2", "d=2", "table34.json", "--map", "sparsemax", "--json"
    )
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert (answer["layers"], answer["moving_layers"], answer["hops"], answer["depth"]) == (10, 10, 2, 2)
    assert (answer["ids"], answer["along"], answer["order"]) == (192, [0, 1, 2], 2)
    assert answer["pattern"]["layers"] == [{"name": "window", "w": 1}]
    assert answer["real_weights"]["map"] == "sparsemax"
    assert answer["real_weights"]["off_by_at_most"] == 0
    assert answer["certificate"]["accepted"] is True
    assert answer["verification"]["exhaustive"] is True


def test_files_of_universal(universal, tmp_path):
    words = ("--pattern", "strided", "w=2", "table42.json", "--unit", "u.json", "--plot", "p.png")
    code, _, err = universal(*words)
    assert (code, err) == (0, "")
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")
    unit = load_unit(tmp_path / "u.json")
    assert [layer.mask for layer in unit.layers[:2]] == [
        ((0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 3), (1, 2, 3)),
        ((0, 2), (1, 3), (0, 2), (1, 3)),
    ]
    assert universal("--pattern", "star", "table32.json", "--unit", "u.npz")[0] == 0
    assert load_arrays(tmp_path / "u.npz").length == 3


def test_a_graph_and_a_named_task(universal, tmp_path):
    (tmp_path / "edges.csv").write_text("0,0\n1,1\n2,2\n0,2\n1,0\n2,1\n")
    code, out, _ = universal("--pattern", "edges.csv", "match2", "M=2", "N=3")
    assert code == 0
    assert "computes    match order=2 M=2 N=3" in out
    assert "layers=(lists lists=((0, 2), (0, 1), (1, 2))): m <= 1" in out


FUNCTION = """import numpy as np

def f(X):
    return X.max(axis=0) - X / 2
"""


def test_a_continuous_function(universal, tmp_path):
    """The network of 14 blocks: printed, as JSON, its weights in a file, its core in a certificate."""
    (tmp_path / "mine.py").write_text(FUNCTION)
    words = ("--function", "mine.py:f", "--modulus", "3/2*t", "--error", "0.55", "--pattern", "dense", "n=2", "bound=1")
    code, out, err = universal(*words, "--unit", "f.npz", "-o", "c.json")
    assert (code, err) == (0, "")
    assert "blocks      14 = 3 quantise + 2 shift + 1 spread + 8 look up + 1 clamp - 1" in out
    assert "temperature 36: ids are off by at most 0.183 <= 1/4" in out
    assert "PROVED      ||f - h||_2 <= 0.5" in out and "sampled     ||f - h||_2 about 0.1" in out
    assert "CERTIFIED   attention with hardmax" in out
    assert np.load(tmp_path / "f.npz")["W1"].shape == (14, 4, 1)
    assert isinstance(check(tmp_path / "c.json"), Accepted)
    told = json.loads(universal(*words, "--json")[1])
    assert (told["task"], told["blocks"], told["temperature"], told["built"]) == ("mine.py:f", 14, "36", True)
    assert told["error"]["status"] == "PROVED" and told["sampled"]["distance"] < told["error"]["distance"] <= 0.55
    assert told["certificate"]["accepted"] is True


def test_a_function_that_prints_and_a_pattern_from_a_file(universal, tmp_path):
    """What it prints is no result, and n is that of the file; a pattern may name a parameter twice."""
    (tmp_path / "loud.py").write_text("def f(X):\n    print('here')\n    return X / 2\n")
    (tmp_path / "edges.csv").write_text("0,0\n1,1\n1,0\n0,1\n")
    words = ("--function", "loud.py:f", "--modulus", "t/2", "levels=2", "--json", "--pattern")
    code, out, _ = universal(*words, "edges.csv")
    assert code == 0 and json.loads(out)["parameters"] == {"n": 2, "d": 1, "levels": 2, "norm": 2}
    code, out, _ = universal(*words, "sequential window w=1 window w=2", "n=3")
    assert code == 0 and json.loads(out)["blocks"] > 30


def test_a_network_that_is_counted_only(universal, tmp_path):
    (tmp_path / "mine.py").write_text(FUNCTION)
    words = ("--function", "mine.py:f", "--modulus", "3/2*t", "--error", "0.5", "--pattern", "star n=3", "d=2")
    code, out, _ = universal(*words)
    assert code == 0 and "not built   12,288 look-ups" in out
    code, _, err = universal(*words, "--unit", "f.npz", "-o", "c.json")
    assert code == 5 and "f.npz was not written" in err and "c.json was not written" in err
    assert not (tmp_path / "f.npz").exists() and not (tmp_path / "c.json").exists()
