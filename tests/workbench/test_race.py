"""Engines side by side: which are started, with which seeds, and what happens when one has come to its end."""

import time

import pytest

from headcount.bounds.patterns import simplex_upper, trivial_lower
from headcount.questions import SignPattern, pattern_question
from headcount.workbench.search import race as module
from headcount.workbench.search.board import LocalBoard
from headcount.workbench.search.race import SEEDS_APART, race

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
    return LocalBoard(QUESTION, seed, time.monotonic() + seconds, ends, lambda board: None)


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
