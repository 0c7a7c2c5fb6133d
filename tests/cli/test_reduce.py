"""``headcount reduce`` in one process: what it prints and writes, exit codes, every mistake a user can make."""

import json
from dataclasses import replace
from functools import partial

import pytest

from headcount.cli import reduce  # noqa: F401  registers its command
from headcount.reductions import problem_graph
from headcount.reductions.encoders.disj_to_match3 import disj_to_match3
from headcount.reductions.registry import REDUCTIONS


@pytest.fixture
def run(headcount):
    """``headcount reduce`` with some words."""
    return partial(headcount, "reduce")


def test_the_issues_example(run):
    code, out, err = run("disj", "match3", "n=4", "a=0110", "b=0011")
    assert (code, err) == (0, "")
    assert "N = 9, M = 10" in out
    assert "       1  public  1       <- output 1\n" in out
    assert "       4  Alice   3\n" in out
    assert "       8  Bob     6\n" in out
    assert "answer 0, DISJ_4 = 0" in out
    assert run("disj", "match3", "a=0110", "b=1001")[1].count("answer 1, DISJ_4 = 1") == 1  # n is the length of a


def test_verify(run):
    code, out, err = run("disj", "match3", "n=1:4", "--verify", "--symbolic")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == 8
    assert [line for line in lines if "PROVED-BY-SOLVER" in line] == lines[1::2]
    assert "all laws hold for 256 pairs, 81 with value 1 and 175 with value 0 (exhaustive" in lines[6]


def test_a_wrong_encoder_exits_with_3(run, monkeypatch):
    def negated(n, **chosen):
        return replace(disj_to_match3.at(n, **chosen), read_out=lambda output: output)

    monkeypatch.setattr(problem_graph, "REDUCTIONS", (replace(disj_to_match3, size=negated),))
    code, out, _ = run("disj", "match3", "n=2", "--verify")
    assert code == 3
    assert "breaks correctness" in out
    assert "a=(0, 0) b=(0, 0)" in out
    code, out, _ = run("disj", "match3", "a=01", "b=10")
    assert code == 3
    assert "WRONG" in out
    code, out, _ = run("disj", "match3", "n=2", "--verify", "--json")
    (check,) = json.loads(out)["checks"]
    assert (code, check["holds"], check["law"], check["a"]) == (3, False, "correctness", [0, 0])


def test_a_solver_without_time_exits_with_5(run):
    code, out, err = run("disj", "qsa", "n=40", "--symbolic", "--budget", "0.001")
    assert code == 5
    assert "undecided" in out or "the budget ran out" in err


def test_json(run):
    code, out, err = run("disj", "qsa", "n=2", "a=10", "b=11", "--json")
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert answer["sizes"] == {"n": 2, "N": 5, "q": 2}
    assert answer["tokens"][4] == {"position": 5, "owner": "Alice", "token": [-1, [2, 3]]}
    assert (answer["output"], answer["answer"], answer["wanted"], answer["output_position"]) == ("0", 0, 0, 5)


def test_a_path_of_reductions(run):
    code, out, _ = run("eq", "match3", "a=10", "b=10")
    assert code == 0
    assert "answer 1, EQ_2 = 1" in out


def test_the_list(run, tmp_path):
    code, out, _ = run("--verify", "--plot", "graph.svg")
    assert code == 0
    assert "disj match3             N = 2n + 1, M = 2n + 2" in out
    assert out.count("checked: all pairs of inputs, n = 1 .. 4") == 10
    assert "<svg" in (tmp_path / "graph.svg").read_text("utf-8")
    edges = json.loads(run("--json")[1])["reductions"]
    assert {"source": "eq", "target": "disj", "sizes": "n to 2n"}.items() <= edges[0].items()
    assert all(edge["checks"] == [] for edge in edges)


@pytest.mark.parametrize("reduction", REDUCTIONS, ids=lambda reduction: reduction.name)
def test_pictures(reduction, run, tmp_path):
    b = "b=3" if reduction.source == "index" else "b=0011"
    code, out, _ = run(reduction.source, reduction.target, "n=4", "a=0110", b, "--plot", "p.png")
    assert code == 0
    assert "drawn to p.png" in out
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")


def test_a_picture_of_too_many_tokens(run):
    code, _, err = run("disj", "match3", f"a={'01' * 25}", f"b={'10' * 25}", "--plot", "p.png", "--json")
    assert code == 2
    assert "at most 80 tokens, got 101" in err


def test_a_certificate(run, tmp_path, headcount):
    code, out, _ = run("disj", "cycle3", "n=4", "rows=2", "-o", "triangles.json")
    assert code == 0
    assert "written to triangles.json" in out
    code, out, _ = headcount("check", "triangles.json")
    assert code == 0
    assert "correct: evaluated at 81 pairs with value 1 and 175 with value 0" in out
    for words, said in (
        (["-o", "c.json"], "-o writes the certificate of one reduction; name it"),
        (["disj", "cycle3", "n=1:2", "-o", "c.json"], "-o writes the certificate of one n, got 1:2"),
        (["disj", "cycle3", "n=11", "-o", "c.json"], "the limit is"),
        (["disj", "cycle3", "n=10", "-o", "c.json"], "steps do not suffice for all pairs; try a smaller n"),
    ):
        code, _, err = run(*words)
        assert code == 2
        assert said in err
    assert not (tmp_path / "c.json").exists()


OWN = """
from headcount import PairDetection, reduction

def encoding(n, step=2):
    cycle = PairDetection(step * n, lambda x, y: (x - y) % (step * n) in (1, step * n - 1), name=f"cycle-{step * n}")
    return reduction(
        "index", cycle, n, bob=lambda b: {n + 1: step * (b - 1)}, output_position=n + 1,
        alice=lambda a: {j: step * (j - 1) + bit for j, bit in enumerate(a, start=1)},
    )

def keeps_back(n):
    from headcount import Match3
    alice = lambda a: {} if any(a) else {1: 1}
    return reduction("disj", Match3(4, 2), n, alice=alice, bob=lambda b: {2: 1}, read_out=lambda output: 1)
"""


def test_what_is_printed_names_the_file(run, tmp_path):
    (tmp_path / "mine.py").write_text(OWN, "utf-8")
    code, out, _ = run("mine.py:encoding", "n=1:3", "step=3", "--verify")
    assert code == 0
    assert all(line.startswith("mine.py:encoding (index-to-cycle-") for line in out.splitlines())
    assert run("mine.py:encoding", "n=3", "step=3", "a=010", "b=2")[1].startswith(
        "mine.py:encoding (index-to-cycle-9): "
    )
    assert json.loads(run("mine.py:encoding", "n=3", "--verify", "--json")[1])["checks"][0]["holds"] is False


@pytest.mark.parametrize("n", [2, 14])
def test_a_wrong_encoder_gets_its_counterexample_in_place_of_a_certificate(run, tmp_path, n):
    (tmp_path / "mine.py").write_text(OWN, "utf-8")
    code, out, err = run("mine.py:encoding", f"n={n}", "-o", "w.json")
    assert (code, err) == (3, "")
    assert f"mine.py:encoding (index-to-cycle-{2 * n}) n={n} breaks correctness" in out
    assert "a=(" in out
    assert not (tmp_path / "w.json").exists()
    code, out, _ = run("mine.py:encoding", f"n={n}", "-o", "w.json", "--json")
    (check,) = json.loads(out)["checks"]
    assert (code, check["holds"], check["law"]) == (3, False, "correctness")


def test_symbolic_without_a_formula_says_what_to_write(run, tmp_path):
    (tmp_path / "mine.py").write_text(OWN, "utf-8")
    code, _, err = run("mine.py:encoding", "n=3", "--symbolic")
    assert code == 2
    assert (
        "has no formula to be run on terms; write headcount.reduction(.., formula=lambda tokens, arithmetic: ..)" in err
    )
