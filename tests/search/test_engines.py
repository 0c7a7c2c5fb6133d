"""One engine by itself: what it answers, what it may not say, and every mistake in asking for it."""

import json
import time
from itertools import pairwise

import numpy as np
import pytest

from headcount import Answer, Match2, SparseAveraging, check, probe
from headcount.bounds.bound import Bound, Evidence, Status, certified_bound
from headcount.bounds.patterns import simplex_upper, trivial_lower
from headcount.certificates.verdict import Accepted
from headcount.questions import SignPattern, least_size, pattern_question, qsa_question
from headcount.search import race as module
from headcount.search.asked import Asked
from headcount.search.board import LocalBoard, SolverContradictionWarning
from headcount.search.convex_engine import in_halves
from headcount.search.race import SEEDS_APART, race

QSA = qsa_question(5, 2)
ASKED = Asked(least_size(QSA))


def on_word(side, value):
    return Bound(least_size(QSA), side, value, Evidence("solver", Status.PROVED_BY_SOLVER, "z3 says so"))


def test_what_z3_refutes_stands_apart(headcount, tmp_path):
    """q-SA(5, 2) needs m = 4: z3 says so, and the certified bracket stays what it was."""
    code, out, _ = headcount("probe", "qsa", "N=5", "q=2", "--engine", "smt", "--json", "-o", "told.json")
    answer = json.loads(out)
    assert code == 5
    assert (answer["lower"], answer["upper"], answer["closed"]) == (0, 4, False)
    assert [answer[f"{side}_evidence"]["status"] for side in ("lower", "upper")] == ["CERTIFIED"] * 2
    (told,) = answer["solver_says"]
    assert (told["side"], told["value"], told["status"]) == ("lower", 4, "PROVED-BY-SOLVER")
    bundle = json.loads((tmp_path / "told.json").read_text())
    assert bundle["remarks"] == [
        "not proved here, on the word of a solver: m >= 4 [PROVED-BY-SOLVER] z3 (QF_NRA) finds no unit with m = 3"
    ]
    verdict = check(tmp_path / "told.json")
    assert isinstance(verdict, Accepted)
    assert (verdict.lower, verdict.upper) == (0, 4)
    code, out, _ = headcount("probe", "qsa", "N=5", "q=2", "--engine", "smt")
    assert "class SIGN: 0 <= m <= 4   open" in out
    assert "apart from the bracket, on a solver's answer: m >= 4 [PROVED-BY-SOLVER]" in out


@pytest.mark.parametrize("engine", ["chirotope", "smt", "portfolio"])
def test_engines_agree_on_match2(engine):
    bracket = probe(Match2(4), engine=engine, budget=1000, enough=lambda lower, upper: (lower, upper) == (3, 4))
    ends = {"chirotope": (3, 4), "smt": (0, 3), "portfolio": (3, 3)}[engine]
    assert (bracket.lower.value, bracket.upper.value) == ends
    assert [(end.side, end.value) for end in bracket.told] == ([("lower", 3)] if engine == "smt" else [])


@pytest.mark.parametrize(
    ("task", "sizes", "ends", "told"),
    [
        (SparseAveraging(4, 1), {"bits": 1}, (0, 2), 2),
        (SparseAveraging(3, 2), {"bits": 1, "heads": 2}, (0, 2), 2),
        (SparseAveraging(5, 2), {"bits": 1, "width": 3, "minimise": "H"}, (1, 2), 2),
        (["match2", "M=3", "N=2"], {"unit_class": "fixed", "bits": 1, "dv": 1}, (0, 1), 1),
        (["match2", "M=4", "N=2"], {"unit_class": "fixed", "width": 0, "dv": 1, "minimise": "p"}, (1, 2), 2),
    ],
)
def test_z3_in_classes_with_bits(task, sizes, ends, told):
    bracket = probe(task, engine="smt", budget=1000, **sizes)
    assert (bracket.lower.value, bracket.upper.value) == ends
    assert [end.value for end in bracket.told] == [told]
    assert isinstance(check(bracket.certificate()), Accepted)
    assert bracket.to_json()["solver_says"][0]["status"] == "PROVED-BY-SOLVER"
    assert "PROVED-BY-SOLVER" in bracket._repr_html_()


@pytest.mark.parametrize("sizes", [{"bits": 1}, {"bits": 1, "heads": 2}, {"unit_class": "fixed", "bits": 1}])
def test_local_search_finds_what_there_is(sizes):
    task = SparseAveraging(5, 2) if "unit_class" not in sizes else ["match2", "M=3", "N=2"]
    best = {"fixed": 1}.get(sizes.get("unit_class"), 3 if "heads" in sizes else 5)
    found = probe(task, **sizes)
    assert found.upper.value == best
    from headcount.search.finder_cells import FinderCells

    cells = FinderCells(found.asked)
    cell = cells.decide(best, 1000)
    assert cells.upper_bound(cell).value == best
    assert cells.upper_bound(cell).evidence.status is Status.CERTIFIED


def test_the_convex_engine():
    """Margins: upper bounds by projection (SIGN), lower bounds by weights (GRID), of q-SA at any size."""
    bracket = probe(Match2(5), engine="convex", budget=1000)
    assert (bracket.lower.value, bracket.upper.value) == (3, 3)
    signs = np.random.default_rng(0).choice(["+", "-"], (14, 14))
    rows = tuple("".join(row) for row in signs.tolist())
    bracket = probe(SignPattern(rows, null=True), engine="convex", budget=1000, enough=lambda lower, upper: upper < 10)
    assert bracket.lower.value >= 3 and any("the best margin of unit vectors" in note for note in bracket.notes)
    bracket = probe(Match2(2), bits=1, engine="convex", budget=1000)
    assert (bracket.lower.value, bracket.upper.value, bracket.certified) == (2, 2, True)
    bracket = probe(SparseAveraging(64, 16), bits=1, grid="twos", gap=8, engine="convex", budget=1000)
    assert (bracket.lower.value, bracket.upper) == (68, None)
    assert any("too large" in note for note in bracket.notes)


def test_the_convex_engine_has_a_first_upper_bound_whatever_the_budget():
    bracket = probe("topk N=10 k=2", bits=2, engine="convex", budget=1e-9)
    assert (bracket.upper.value, bracket.upper.how) == (20, "every key has coordinates of its own")
    assert bracket.upper.status is Status.CERTIFIED and not any("cvxpy" in note for note in bracket.notes)
    for rows in (("++", "++"), ("++", "--"), ("0*", "*0"), ("**+", "0*0")):
        bracket = probe(SignPattern(rows, null=False), engine="convex", budget=1000)
        assert (bracket.lower.value, bracket.upper.value, bracket.certified) == (0, 0, True), rows


@pytest.mark.slow  # processes load cvxpy
def test_linear_programs_in_the_convex_engine():
    """Class GRID: a simplex in any case, the rank from which the search starts, then programs in cvxpy."""
    bracket = probe("topk N=4 k=1", bits=2, engine="convex", budget=1000)
    assert (bracket.lower.value, bracket.upper.value, bracket.certified) == (2, 2, True)
    assert "linear programs" in bracket.upper.how
    assert "independent in every realisation" in bracket.lower.how
    short = probe("topk N=4 k=1", bits=2, engine="convex", budget=1000, enough=lambda lower, upper: upper is not None)
    assert short.upper.how == "every key has coordinates of its own"


def test_halving(counted_clock):
    """Each value for an eighth of the time; what fails is left until all have, and then gets twice as long."""
    counted_clock(1)
    board = LocalBoard(ASKED, 0, time.monotonic() + 40, (trivial_lower(QSA), simplex_upper(QSA)))
    tried = []
    in_halves(board, "table fits", 1, 64, lambda value, until: tried.append((value, until)))
    turns = list(dict.fromkeys(tried))
    assert [value for value, _ in turns][:4] == [2, 3, 2, 3]  # 1 <= m < 4: the middle, then what is above it
    lengths = [after - before for (_, before), (_, after) in pairwise(turns)]
    assert lengths[0] < 8 and 8 < lengths[2] < 14
    assert board.notes == ["no table fits a size of 1 or more below 4 in the first turns"]
    in_halves(
        board, "", 4, 64, lambda value, until: pytest.fail("nothing lies between the least value and the upper bound")
    )


def test_words_never_enter_the_bracket():
    """Not even where they would close it; and a word about a smaller size is dropped once the bracket says more."""
    board = LocalBoard(ASKED, 0, float("inf"), (trivial_lower(QSA), simplex_upper(QSA)))
    board.post(on_word("lower", 4))
    board.post(on_word("lower", 3))
    assert (board.lower, board.told_lower, board.upper, board.closed) == (0, 4, 4, False)
    assert [end.value for end in board.answer().told] == [4]
    board.post(certified_bound(QSA, "lower", 4, "by symmetry", {"kind": "symmetric", "size": 5}))
    assert (board.closed, board.answer().told, board.contradictions) == (True, (), [])
    with pytest.raises(ValueError, match="solver's answer"):
        Answer(ASKED, trivial_lower(QSA), simplex_upper(QSA), told=(trivial_lower(QSA),))


@pytest.mark.parametrize("word_first", [True, False])
@pytest.mark.parametrize(("side", "value"), [("lower", 5), ("upper", 3)])
def test_a_solver_that_contradicts_a_certificate_is_reported(word_first, side, value):
    board = LocalBoard(ASKED, 0, float("inf"), (trivial_lower(QSA), simplex_upper(QSA)))
    true = certified_bound(QSA, "lower", 4, "by symmetry", {"kind": "symmetric", "size": 5})
    with pytest.warns(SolverContradictionWarning, match="CONTRADICTION"):
        for bound in (on_word(side, value), true)[:: 1 if word_first else -1]:
            board.post(bound)
    (note,) = board.answer().notes  # although the bracket is closed
    assert "please report it" in note


# ---- Engines side by side: which are started, with which seeds, and what happens when one has come to its end.


QUESTION = pattern_question(SignPattern(("++-", "+-+", "-++"), null=True))


def ends_at_once(board):
    board.note(f"quick {board.seed}")


def rests_until_the_end(board):
    board.note(f"slow {board.seed}")
    time.sleep(600)


def closes(board):
    """Stands for an engine that finds what is looked for, but only with a seed that is not the first."""
    board.note(f"closes {board.seed}")
    if board.seed == 7:
        time.sleep(600)
    board.post(simplex_upper(QUESTION))


def interrupted(board):
    """Stands for a solver with a handler of its own for Ctrl-C."""
    raise KeyboardInterrupt


def board_for(seconds, seed=7):
    ends = trivial_lower(QUESTION), None
    return LocalBoard(Asked(least_size(QUESTION)), seed, time.monotonic() + seconds, ends)


def test_all_have_ended_and_none_is_started_again():
    board = board_for(600)
    race(board, (ends_at_once, ends_at_once), seeded=(ends_at_once,))
    assert board.notes == ["quick 7"]
    assert not board.over


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_cores_that_are_left_over_get_other_seeds(count, monkeypatch):
    monkeypatch.setattr(module, "cores", lambda: count)
    board = board_for(600)
    board.enough = lambda lower, upper: len(board.notes) >= max(2, count)
    race(board, (rests_until_the_end, closes), seeded=(rests_until_the_end,))
    others = [f"slow {7 + SEEDS_APART * turn}" for turn in range(1, max(2, count) - 1)]
    assert set(board.notes) >= {"slow 7", "closes 7", *others}
    assert len(board.notes) == max(2, count)


def test_another_seed_takes_the_place_of_an_engine_that_has_ended(monkeypatch):
    monkeypatch.setattr(module, "cores", lambda: 2)
    board = board_for(600)
    board.enough = lambda lower, upper: upper is not None and len(board.notes) == 3  # the first may speak up last
    race(board, (ends_at_once, closes), seeded=(ends_at_once, closes))
    assert set(board.notes) == {"quick 7", "closes 7", f"closes {7 + SEEDS_APART}"}
    assert board.upper_bound is not None


def test_never_more_than_the_most(monkeypatch):
    monkeypatch.setattr(module, "cores", lambda: 1000)
    monkeypatch.setattr(module, "MOST_ENGINES", 4)
    board = board_for(600)
    board.enough = lambda lower, upper: len(board.notes) >= 4
    race(board, (rests_until_the_end,), seeded=(rests_until_the_end,))
    assert len(board.notes) == 4


def test_an_engine_that_ctrl_c_has_reached_says_nothing(capfd):
    race(board_for(600), (interrupted, ends_at_once))
    assert capfd.readouterr() == ("", "")
