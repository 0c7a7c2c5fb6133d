"""Exported questions, fed back to z3, CaDiCaL and HiGHS: the verdicts are ours, YES and NO."""

from pathlib import Path

import highspy
import pytest
import z3
from pysat.formula import CNF
from pysat.solvers import Solver

from headcount import CommunicationMatrix, measure


def z3_says(path):
    solver = z3.Solver()
    solver.from_file(str(path))
    return str(solver.check())


def cadical_says(path):
    with Solver(name="cadical195", bootstrap_with=CNF(from_file=str(path)).clauses) as solver:
        return "sat" if solver.solve() else "unsat"


def optimum(path):
    highs = highspy.Highs()
    highs.silent()
    assert highs.readModel(str(path)) == highspy.HighsStatus.kOk
    highs.run()
    return highs.getInfo().objective_function_value


@pytest.mark.parametrize(
    ("words", "least"),
    [
        ("qsa N=5 q=2", 4),
        ("match2 M=4", 3),
        ("qsa N=4 q=2 --bits 1", 4),
        ("qsa N=4 q=2 --bits 1 --heads 2", 2),
        ("qsa N=5 q=3 --bits 1 --heads 2 --combine sum", 3),
        ("match2 M=3 N=2 --class fixed --bits 1 --dv 1", 1),
        ("match2 M=3 N=2 --class fixed --bits 1 --dv 1 --read-out threshold", 2),
        ("qsa N=3 q=1 --minimise p --width 1", None),
    ],
)
def test_smt2(headcount, words, least):
    for value, wanted in ((least, "sat"), (least - 1, "unsat")) if least else ((1, "unsat"), (2, "unsat")):
        code, out, err = headcount("probe", *words.split(), "--export", "smt2", "q.smt2", "--at", value)
        assert (code, err) == (0, "")
        assert "written to q.smt2" in out
        assert z3_says("q.smt2") == wanted
    text = Path("q.smt2").read_text()
    assert text.startswith("; Is ")
    assert "(set-logic QF_" in text
    assert "; unsat" in text


@pytest.mark.parametrize(
    ("rows", "null", "rank"),
    [
        ("+---,-+--,--+-,---+", True, 3),
        ("0---,-0--,--0-,---0", False, 2),
        ("+0-,-+0,0-+", True, 2),
        ("+-*,-+*,**0", True, 1),
        ("+-+-+,-+-+*,++-+-,+--++", False, 2),
    ],
)
def test_dimacs(headcount, tmp_path, rows, null, rank):
    """Of patterns this small the signs tell all: no chirotope below the least m, one at it."""
    (tmp_path / "p.csv").write_text(rows.replace(",", "\n") + "\n")
    words = ["probe", "p.csv", *["--null"] * null]
    for value, wanted in ((rank, "sat"), (rank - 1, "unsat")):
        if value + (not null) < 1:
            continue
        assert headcount(*words, "--export", "dimacs", "p.cnf", "--at", value)[0] == 0
        assert cadical_says("p.cnf") == wanted
    comments = [line for line in Path("p.cnf").read_text().splitlines() if line.startswith("c ")]
    assert any("nothing follows" in line for line in comments)
    assert any(line.startswith("c determinant 1: 0") for line in comments)


def test_lp_of_threshold_degree(headcount):
    """Parity of three bits has degree 3; a maximum of two bits has degree 1."""
    for words, degree in (("parity k=3", 3), ("match2 M=2 N=2 --position 0", 0), ("disj n=1", 1)):
        for value in {degree, max(degree - 1, 0)}:
            call = ["probe", *words.split(), "--class", "thresh", "--export", "lp", "t.lp", "--at", max(value, 1)]
            assert headcount(*call)[0] == 0
            assert (optimum("t.lp") > 1e-6) == (max(value, 1) >= degree)
    assert Path("t.lp").read_text().startswith("\\ Is H = 1 enough?")


@pytest.mark.parametrize("name", ["fractional_cover0", "fractional_cover1"])
def test_lp_of_rectangles(headcount, name):
    for words, n in (("disj n=2", 2), ("eq n=2", 2)):
        call = ["measure", *words.split(), "--only", name, "--export", "lp", "c.lp"]
        assert headcount(*call)[0] == 0
        found = measure(CommunicationMatrix.named(words.split()[0], n), only=(name,))[name]
        assert abs(optimum("c.lp") - float(found.lower.value)) < 1e-6


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("probe qsa N=5 q=2 --export smt2 q.smt2", "--at 3"),
        ("probe qsa N=5 q=2 --at 3", "add --export"),
        ("probe qsa N=5 q=2 --export mps q.mps --at 3", "must be one of smt2, dimacs, lp"),
        ("probe qsa N=5 q=2 --export lp q.lp --at 3", "those that do: smt2, dimacs"),
        ("probe qsa N=5 q=2 --bits 1 --export dimacs q.cnf --at 3", "those that do: smt2"),
        ("probe match3 M=3 --export smt2 q.smt2 --at 3", "no other language does"),
        ("probe qsa N=5 q=2 --export smt2 q.smt2 --at -1", "at least 0"),
        ("probe qsa N=5 q=2 --export dimacs q.cnf --at 9", "0 .. 4"),
        ("probe qsa N=16 q=8 --export dimacs q.cnf --at 8", "too large"),
        ("probe qsa N=5 q=2 --export smt2 no/q.smt2 --at 3", "does not exist"),
        ("measure eq n=2 --export lp c.lp", "one measure"),
        ("measure eq n=2 --only D --export lp c.lp", "fractional_cover0 or fractional_cover1"),
        ("measure eq n=2 --only cover1 --export smt2 c.smt2", "exported as lp"),
    ],
)
def test_mistakes(headcount, words, said):
    code, out, err = headcount(*words.split())
    assert (code, out) == (2, "")
    assert said in err
