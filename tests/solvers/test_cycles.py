"""Eliminations over GF(2): compiled and not, parts, stops, and cycles that are made smaller."""

import random

import pytest

from cycle_oracle import is_cycle, random_signs
from headcount.solvers.sign_rank import cycles
from headcount.solvers.sign_rank.cycle_kernel import binomials, columns_of
from headcount.solvers.sign_rank.cycles import best_cycle, eliminated, signs_of, smaller, up_to_sign


def test_subsets_are_numbered_in_colexicographic_order():
    choose = binomials(7, 3)
    sets = [tuple(columns_of(k, 3, choose).tolist()) for k in range(35)]
    assert sets == sorted(sets, key=lambda one: one[::-1])
    assert len(set(sets)) == 35


@pytest.mark.parametrize("zeros", [0.0, 0.2])
def test_compiled_and_not(zeros, monkeypatch):
    rng, found = random.Random(4), 0
    for _ in range(60):
        signs = random_signs(rng, rng.randint(1, 8), rng.randint(2, 8), zeros)
        for j in range(1, signs.shape[1]):
            outcomes = []
            for few in (-1, 10**9):
                monkeypatch.setattr(cycles, "FEW", few)
                outcomes.append(eliminated(signs, j))
                assert outcomes[-1].complete
                assert outcomes[-1].cycle is None or is_cycle(signs, outcomes[-1].cycle)
            assert (outcomes[0].cycle is None) == (outcomes[1].cycle is None)
            found += outcomes[0].cycle is not None
    assert found > 60


def test_open_cases_of_eighteen_columns():
    """Found by a program of its own, too: a cycle of sets of 6 in the second of these matrices."""
    rng = random.Random(1)
    signs = random_signs(rng, 20, 20)
    found = best_cycle(signs, rng, enough=lambda: 5)
    assert found.size == 5
    assert is_cycle(signs, found)


def test_an_upper_bound_that_comes_meanwhile_ends_the_search():
    """While sets of 5 are looked for, of which there is a cycle, it becomes known that 4 is enough."""
    signs, sizes = random_signs(random.Random(1), 20, 20), []
    found = best_cycle(signs, random.Random(1), enough=lambda: 4 if len(sizes) > 3 else 9, report=sizes.append)
    assert sizes == [f"cycles of sets of {size}" for size in (2, 3, 4, 5)]
    assert found.size == 4 and is_cycle(signs, found)


def test_none_of_a_size_is_none_of_a_larger_one():
    rng = random.Random(6)
    for _ in range(40):
        signs = random_signs(rng, rng.randint(2, 7), rng.randint(2, 6), 0.1)
        there = [eliminated(signs, j).cycle is not None for j in range(1, signs.shape[1])]
        assert there == sorted(there, reverse=True)


def test_smaller_cycles_are_cycles():
    rng = random.Random(7)
    signs = random_signs(rng, 16, 16)
    found = eliminated(signs, 4).cycle
    small = smaller(signs, found, rng)
    assert is_cycle(signs, small)
    assert (len(small.columns), len(small.members)) <= (len(found.columns), len(found.members))
    assert small.size == found.size


def test_it_stops_when_it_is_told(monkeypatch):
    monkeypatch.setattr(cycles, "AT_ONCE", 50)
    signs = random_signs(random.Random(2), 14, 14)
    asked = []
    ended = eliminated(signs, 6, stop=lambda: asked.append(1) or len(asked) > 3)
    assert ended.cycle is None
    assert not ended.complete
    assert len(asked) == 4
    assert eliminated(signs, 6).complete


def test_there_is_room_for_so_much(monkeypatch):
    signs = random_signs(random.Random(2), 14, 14)
    monkeypatch.setattr(cycles, "MOST_ENTRIES", 1000)
    assert not eliminated(signs, 6).complete
    monkeypatch.setattr(cycles, "MOST_FACES", 1000)
    assert eliminated(signs, 6) == (None, False, 0)


def test_wide_patterns_are_searched_in_parts():
    rng = random.Random(9)
    signs = random_signs(rng, 30, 200)
    found = best_cycle(signs, rng, enough=lambda: 5)
    assert found.size == 5
    assert is_cycle(signs, found)


@pytest.mark.parametrize("rows", [["+"], ["*"], ["*", "0"], ["+", "-"], ["+-"], ["+", "*"], ["***", "000"]])
def test_degenerate_patterns_have_no_cycle(rows):
    assert best_cycle(signs_of(rows), random.Random(0)) is None


def test_lines_up_to_sign():
    signs = signs_of(["+-*", "-+*", "00*", "+--", "+-*"])
    assert up_to_sign(signs) == [0, 3]
