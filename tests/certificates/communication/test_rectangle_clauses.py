"""The clauses that the checker builds are satisfiable exactly where brute force finds a cover, partition, fooling set.

Soundness rests on one direction (an object satisfies its clauses, for every order and grouping); the other says that
nothing is lost.
"""

from itertools import combinations, product

import numpy as np
import pytest
from pysat.solvers import Solver

from headcount.questions import CommunicationMatrix
from headcount.legacy.evidence.matrices.clauses import replay_refutation
from headcount.solvers.rectangles.fooling_clauses import first_cells, fooling_clauses, grouped
from headcount.solvers.rectangles.slot_clauses import slot_clauses
from headcount.solvers.rectangles.rectangle import Rectangle
from headcount.core.meter import Meter, OverLimitError
from headcount.questions.reading import Node
from headcount.questions.refusal import MalformedError


def entry_sets(rows, value, disjoint):
    """The sets of entries of the value that a rectangle without the other value holds."""
    sets = set()
    for height, width in product(range(1, len(rows) + 1), range(1, len(rows[0]) + 1)):
        for chosen in combinations(range(len(rows)), height):
            for columns in combinations(range(len(rows[0])), width):
                held = [(r, c, rows[r][c]) for r in chosen for c in columns]
                if all(x != "10"[value] for *_, x in held):
                    sets.add(frozenset((r, c) for r, c, x in held if x == "01"[value]))
    return sets - {frozenset()}


def fewest(sets, cells, disjoint):
    """Level by level: which sets of entries can k rectangles hold?"""
    reached, k = {frozenset()}, 0
    while frozenset(cells) not in reached:
        reached |= {old | new for old in reached for new in sets if not (disjoint and old & new)}
        k += 1
    return k


def most_fooling(sets, cells):
    """The largest set of entries that meets no rectangle twice."""
    for size in range(len(cells), -1, -1):
        for chosen in combinations(cells, size):
            if all(len(held.intersection(chosen)) <= 1 for held in sets):
                return size
    raise AssertionError("the empty set is one")


def satisfiable(clauses):
    if () in clauses:
        return False
    with Solver(name="cadical195", bootstrap_with=clauses) as solver:
        return solver.solve()


def small_matrices():
    """A third of the 3 x 3 matrices, some 2 x 4 ones, and some with stars; both values occur."""
    rng = np.random.default_rng(5)
    total = [tuple(f"{x:09b}"[k : k + 3] for k in (0, 3, 6)) for x in range(1, 511, 3)]
    wide = [tuple(f"{x:08b}"[k : k + 4] for k in (0, 4)) for x in range(1, 255, 9)]
    promise = [tuple("".join(rng.choice(list("01*"), 4)) for _ in range(3)) for _ in range(60)]
    return [*total, *wide, *promise]


@pytest.mark.parametrize("disjoint", [False, True], ids=["cover", "partition"])
def test_slots_suffice_exactly_from_the_least_number_on(disjoint):
    rng = np.random.default_rng(7)
    for rows in small_matrices():
        matrix = CommunicationMatrix(rows)
        if disjoint and not matrix.total:
            continue
        for value, sided in enumerate((matrix.complement, matrix)):
            cells = matrix.cells(value)
            assert cells == sided.cells(1)
            least = fewest(entry_sets(rows, value, disjoint), cells, disjoint)
            for slots in range(max(least - 1, 0), least + 2):
                order = rng.permutation(len(cells))[: int(rng.integers(0, slots + 1))].tolist()
                clauses = list(slot_clauses(sided, slots, order, disjoint))
                assert satisfiable(clauses) == (slots >= least), (rows, value, slots, order)


def test_fooling_sets_exactly_up_to_the_largest():
    rng = np.random.default_rng(11)
    for rows in small_matrices():
        matrix = CommunicationMatrix(rows)
        for value, sided in enumerate((matrix.complement, matrix)):
            sets = entry_sets(rows, value, False)
            largest = most_fooling(sets, matrix.cells(value))
            cells = first_cells(sided)
            chosen = [sorted(held) for held in sets]
            chosen = [chosen[k] for k in rng.permutation(len(chosen))]
            rectangles = [Rectangle(tuple({r for r, _ in held}), tuple({c for _, c in held})) for held in chosen]
            groups, missing = grouped(cells, rectangles)
            assert not missing
            for size in range(max(largest - 1, 0), largest + 2):
                clauses = list(fooling_clauses(sided, cells, groups, size))
                assert satisfiable(clauses) == (size < largest), (rows, value, size)


def test_grouped_names_what_is_left_out():
    groups, missing = grouped(((0, 0), (1, 1)), [Rectangle((0,), (0, 1))])
    assert groups == [[0]]
    assert missing == [(1, 1)]


def test_clauses_are_charged_and_only_those_named_are_kept():
    """16 million clauses are gone through without being kept, and the meter ends it."""
    identity = CommunicationMatrix(tuple("0" * k + "1" + "0" * (255 - k) for k in range(256)))
    meter = Meter(1000)
    fields = Node({"axioms": [0], "lemmas": []}, "evidence", meter).fields(("axioms", "lemmas"))
    with pytest.raises(OverLimitError):
        replay_refutation(fields, slot_clauses(identity, 256, [], disjoint=False))
    assert meter.spent == 1000
    fields = Node({"axioms": [2], "lemmas": []}, "evidence").fields(("axioms", "lemmas"))
    with pytest.raises(MalformedError, match="below 2"):
        replay_refutation(fields, [(1,), (-1,)])
