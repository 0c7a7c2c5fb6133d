"""``headcount approximate``: what it prints, writes and refuses."""

import json

import numpy as np
import pytest
import scipy.sparse as sparse
from typer.testing import CliRunner

from headcount.bounds.constructions.attention_matrices.least_dimension import LeastDimensionSearch
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.cli import approximate as command  # noqa: F401
from headcount.cli.app import DONE, UNKNOWN, USAGE, app
from headcount.tasks.attention_matrix import generated

METHODS = ["projection", "least-squares", "optimised", "polynomial", pytest.param("convex", marks=pytest.mark.slow)]
"""Of which the last loads cvxpy."""


def run(*words):
    return CliRunner().invoke(app, ["approximate", *map(str, words)])


def test_a_file_there_and_back(tmp_path):
    matrix = generated(["dirichlet", "L=32", "k=2"])
    sparse.save_npz(tmp_path / "A.npz", matrix.sparse())
    X, picture = tmp_path / "X.npz", tmp_path / "p.png"
    answer = run(tmp_path / "A.npz", "--delta", 0.1, "--eps2", 1e-3, "-o", X, "--plot", picture)
    assert answer.exit_code == DONE
    assert "L = 32, 2k = 4" in answer.stdout
    assert "all 1024 entries" in answer.stdout
    assert picture.stat().st_size > 1000
    with np.load(X) as stored:
        X, W_Q, W_K = stored["X"], stored["W_Q"], stored["W_K"]
    scores = X @ W_Q @ (X @ W_K).T
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    wanted = matrix.sparse().toarray()
    assert np.abs(weights - wanted).max() < 0.02
    assert weights[wanted == 0].max() < 1e-3


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("method", METHODS)
def test_json(method, tmp_path):
    words = f"permutations L=24 k=2 --method {method} --delta 1 --eps2 0.3 --json --plot".split()
    answer = run(*words, tmp_path / "p.svg")
    assert answer.exit_code == DONE
    found = json.loads(answer.stdout)
    assert found["L"] == 24 and found["k"] == 2 and found["method"] == method and found["delta"] == 1
    assert found["zero_ratio"] <= 0.3 and found["nonzero_ratio"] <= np.expm1(1) and found["verified"] == 576
    assert found["d"] >= 1 and found["seconds"] >= 0 and found["polynomial"] == 4 and found["trivial"] == 23
    assert found["formula"]["void"] == (found["formula"]["d"] > 23)
    assert method != "polynomial" or found["d"] == 4


@pytest.mark.parametrize("method", METHODS)
def test_certificates_are_replayed(method, tmp_path):
    bundle = tmp_path / "upper.json"
    words = ("dirichlet", "L=12", "k=2", "--method", method, "--delta", 0.7, "--eps2", 0.25)
    beyond = {"projection": 400, "least-squares": 30}  # above L - 1, where the search ends with a simplex
    more = ("--dimension", beyond[method]) if method in beyond else ()
    answer = run(*words, *more, "--json", "--certificate", bundle)
    assert answer.exit_code == DONE
    claimed = json.loads(bundle.read_text())
    accepted = check(claimed)
    assert isinstance(accepted, Accepted)
    assert claimed["claims"][0]["value"] == json.loads(answer.stdout)["d"]
    if method != "polynomial":
        claimed["claims"][0]["proof"]["queries"][3][0] += 10**6
        assert not isinstance(check(claimed), Accepted)


def test_a_certificate_that_is_too_large(tmp_path, monkeypatch):
    monkeypatch.setattr("headcount.bounds.attention_matrices.certified_unit.MOST_PRODUCTS", 100)
    answer = run("permutations", "L=16", "--certificate", tmp_path / "upper.json")
    assert answer.exit_code == UNKNOWN
    assert "too large for a certificate" in answer.stderr and not (tmp_path / "upper.json").exists()


def test_tables_of_polynomials_are_written_exactly(tmp_path):
    assert run("dirichlet", "L=8", "k=2", "--method", "polynomial", "-o", tmp_path / "X.npz").exit_code == DONE
    with np.load(tmp_path / "X.npz") as stored:
        numbers = {name: stored[name].astype(str) for name in ("query_numerators", "query_denominators", "keys")}
    queries = numbers["query_numerators"].astype(float) / numbers["query_denominators"].astype(float)
    scores = np.exp2(queries @ numbers["keys"].astype(float).T)
    wanted = generated(["dirichlet", "L=8", "k=2"]).sparse().toarray()
    assert np.abs(scores / scores.sum(axis=1, keepdims=True) - wanted).max() < 0.05


def test_what_is_said_of_dimensions(tmp_path):
    said = run("permutations", "L=8", "--method", "projection").stdout
    assert "of no use here, as d = L - 1 = 7 always works" in said
    assert "note: a row has 5 nonzeros" in run("others", "L=6", "--method", "polynomial").stdout
    small = run("band", "L=24", "k=2", "--dimension", 3)
    assert small.exit_code == USAGE
    assert "the least that worked is" in small.stderr and "2k = 4 does" in small.stderr
    np.save(tmp_path / "A.npy", np.array([[0, 0.5, 0.5], [0, 0.5, 0.5], [1, 0, 0]]))
    assert "1 row repeats an earlier one" in run(tmp_path / "A.npy", "--method", "polynomial").stdout


def test_ranges_are_a_table_and_a_picture(tmp_path):
    words = ("permutations", "L=16:64", "k=1:3", "--method", "polynomial", "--plot", tmp_path / "p.png")
    answer = run(*words)
    assert answer.exit_code == DONE
    rows = [line.split() for line in answer.stdout.splitlines()[1:-1]]
    assert [row[:3] for row in rows] == [[str(L), str(k), str(2 * k)] for L in (16, 32, 64) for k in (1, 2)]
    assert (tmp_path / "p.png").stat().st_size > 1000
    found = json.loads(run("band", "L=16:32", "k=2", "--json").stdout)
    assert found["finished"] and [one["L"] for one in found["matrices"]] == [16, 32]


def test_what_always_works_is_said_and_certified(tmp_path):
    """Where a method needs L - 1 dimensions or more; the end is that of a simplex, not of tables."""
    bundle = tmp_path / "upper.json"
    answer = run("others", "L=4", "--eps2", 0.9999999999999999, "--method", "optimised", "--certificate", bundle)
    assert answer.exit_code == DONE
    assert "d <= 3 [verified, not certified] simplex" in answer.stdout
    assert "note: d = L - 1 always works, with keys at the corners of a simplex; the method optimised" in answer.stdout
    claim = json.loads(bundle.read_text())["claims"][0]
    assert claim["value"] == 3 and isinstance(check(json.loads(bundle.read_text())), Accepted)
    assert run("dirichlet", "L=6", "k=6", "--method", "polynomial").exit_code == DONE
    assert run("band", "L=8", "k=2", "--method", "projection", "--delta", 0.001).exit_code == DONE


def test_powers_of_two_are_certified_as_they_stand(tmp_path):
    bundle = tmp_path / "upper.json"
    words = ("others", "L=6", "--delta", "2^3/4", "--eps2", "2^-1", "--method", "optimised", "--certificate", bundle)
    answer = run(*words)
    assert answer.exit_code == DONE and "asked 0.5" in answer.stdout
    assert " ratio=3/4 zero=-1, class SOFTMAX:" in str(check(json.loads(bundle.read_text())))


def test_ranges_leave_out_what_is_impossible():
    answer = run("band", "L=2:8", "k=1:4", "--method", "polynomial")
    assert answer.exit_code == DONE
    assert [row.split()[:2] for row in answer.stdout.splitlines()[2:]] == [
        [str(L), str(k)] for L in (2, 4, 8) for k in (1, 2, 4) if k <= L
    ]
    assert "left out: band L=2 k=4: k, the nonzeros in a row, must be an integer in 1 .. L = 2" in answer.stdout
    found = json.loads(run("band", "L=2:4", "k=1:4", "--method", "polynomial", "--json").stdout)
    assert len(found["matrices"]) == 5 and len(found["left_out"]) == 1
    none = run("band", "L=2:4", "k=8")
    assert none.exit_code == USAGE and "1 .. L = 2" in none.stderr


def test_ctrl_c(tmp_path, monkeypatch):
    """The answer found so far is printed, written and drawn; without one it is said how to get one."""
    X, picture = tmp_path / "X.npz", tmp_path / "p.png"
    original = LeastDimensionSearch.tried
    calls = []

    def tried(search, d):
        calls.append(d)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return original(search, d)

    monkeypatch.setattr(LeastDimensionSearch, "tried", tried)
    answer = run("permutations", "L=64", "k=2", "-o", X)
    assert answer.exit_code == UNKNOWN and X.exists()
    assert "interrupted: the search for less did not end; d = " in answer.stdout
    assert "to go on: --dimension" in answer.stdout
    calls.clear()
    swept = run("permutations", "L=64:128", "k=2", "--plot", picture)
    assert swept.exit_code == UNKNOWN and picture.exists()
    assert "interrupted; 1 of 2 matrices were done; to go on: headcount approximate permutations L=64" in swept.stdout
    calls.extend([0] * 2)
    calls[2:] = []
    always = run("permutations", "L=64", "k=2", "-o", tmp_path / "always.npz")
    assert always.exit_code == UNKNOWN and (tmp_path / "always.npz").exists()
    assert "class SOFTMAX: d <= 63" in always.stdout and "interrupted" in always.stdout
    calls[2:] = []
    monkeypatch.setattr(LeastDimensionSearch, "always", lambda search: None)
    nothing = run("permutations", "L=64", "k=2", "-o", tmp_path / "none.npz")
    assert nothing.exit_code == UNKNOWN and not (tmp_path / "none.npz").exists()
    assert "interrupted before a dimension was found to work" in nothing.stderr


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("savez.npz", lambda path: np.savez(path, A=np.eye(2)), "but of numpy.savez, with the arrays A; write the"),
        ("X.npz", lambda path: run("permutations", "L=4", "-o", path), "but what headcount approximate -o writes"),
        ("long.csv", lambda path: path.write_text("9" * 60 + "/" + "9" * 60), "at most 100 characters, got 121"),
    ],
)
def test_files_that_are_something_else(name, content, said, tmp_path):
    content(tmp_path / name)
    answer = run(tmp_path / name)
    assert answer.exit_code == USAGE and said in answer.stderr


def test_a_budget_that_is_over():
    answer = run("permutations", "L=64", "--budget", 0.001, "--method", "optimised")
    assert answer.exit_code == UNKNOWN
    assert "d <= 63 [verified, not certified] simplex" in answer.stdout
    assert "the budget ran out before the search for less ended" in answer.stdout
    tried = run("permutations", "L=64", "--budget", 0.001, "--method", "optimised", "--dimension", 8)
    assert tried.exit_code == UNKNOWN and "UNKNOWN" in tried.stderr
    swept = run("permutations", "L=16:64", "--budget", 0.001, "--method", "optimised")
    assert swept.exit_code == UNKNOWN
    assert "3 of 3 matrices were done; to go on: headcount approximate permutations L=16" in swept.stdout
