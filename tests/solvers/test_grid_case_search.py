"""The compiled search by cases of keys against the one in Python: the same answers, the same trees, which replay."""

import random
from fractions import Fraction

import pytest

from headcount.questions.grid import GRIDS
from headcount.questions.selection import match2_question, qsa_question, shared_question
from headcount.solvers.compiled import COMPILED
from headcount.solvers.units import key_case_arrays
from headcount.solvers.units.grid_annealing import with_queries
from headcount.solvers.units.grid_case_search import search_cases
from headcount.solvers.units.key_cases import CasesClosed, KeyCases, KeysFound, SearchStopped
from headcount.solvers.units.rows_of_heads import lists_of_rows

pytestmark = [
    pytest.mark.skipif(not COMPILED, reason="nothing is compiled without numba"),
    pytest.mark.xdist_group("compiled"),  # twelve seconds in a new checkout, in one worker
]

FOREVER = float("inf")


def compared(rows, grid, bits, width, gap, limit=5_000):
    """What both searches answer; None if the limit was reached."""
    in_python, compiled = (
        search_cases(rows, grid, bits, width, gap, limit=limit, in_python=seconds) for seconds in (FOREVER, 0)
    )
    assert compiled == in_python, (rows, grid, bits, width, gap)
    if isinstance(compiled, CasesClosed):
        replayed(compiled.tree, KeyCases(rows, grid, bits, width, gap))
    elif isinstance(compiled, KeysFound):
        with_queries(rows, compiled.keys, GRIDS[grid](bits), gap)
    return type(compiled)


def replayed(tree, rule):
    """Go through a tree that is written as a flat list, each node before its children; it closes all cases."""
    nodes = iter(tree)

    def closed(case):
        for child in rule.split(next(nodes), case):
            closed(child)

    closed(rule.start)
    assert next(nodes, None) is None


def test_random_rows():
    """Of one head and of two, with several alternatives, with stars and without."""
    rng = random.Random(18)
    seen = []
    for _ in range(250):
        heads, columns, symbols = rng.choice((1, 1, 2)), rng.randint(1, 5), rng.choice(("-0", "-0+", "-0+*", "-+"))
        rows = [
            tuple(
                tuple("".join(rng.choice(symbols) for _ in range(columns)) for _ in range(heads))
                for _ in range(rng.randint(1, 2))
            )
            for _ in range(rng.randint(1, 6))
        ]
        bits, width = rng.choice(((1, 0), (1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1)))
        gap = rng.choice((1, 2, 3, Fraction(1, 2)))
        seen.append(compared(rows, rng.choice(list(GRIDS)), bits, width, gap))
    assert min(seen.count(KeysFound), seen.count(CasesClosed)) > 50


@pytest.mark.parametrize(
    ("question", "grid", "bits", "width"),
    [
        (qsa_question(7, 1), "twos", 2, 2),
        (qsa_question(8, 1), "midrise", 2, 2),
        (qsa_question(6, 2), "midrise", 1, 6),  # 64 points are one word, and none to spare
        (qsa_question(7, 3), "twos", 1, 7),
        (match2_question(6), "midrise", 2, 3),
        (shared_question(6, 3, 2, "sum"), "twos", 1, 4),
        (shared_question(5, 3, 2, "concat"), "midrise", 1, 2),
    ],
)
def test_questions(question, grid, bits, width):
    for rows in lists_of_rows(question, question.columns):
        assert compared(rows, grid, bits, width, 1) is not SearchStopped


def test_slices(monkeypatch):
    """However little is done at a time, and however often the tree outgrows its room."""
    (rows,) = lists_of_rows(qsa_question(7, 1), 7)
    monkeypatch.setattr(key_case_arrays, "SLICE", 0.0)
    monkeypatch.setattr(key_case_arrays, "ROOM", 1)
    asked = []
    found = search_cases(rows, "twos", 2, 2, 1, in_python=0, stop=lambda: bool(asked.append(0)))
    assert found == search_cases(rows, "twos", 2, 2, 1, in_python=FOREVER)
    assert len(asked) > 100


def test_stops():
    (rows,) = lists_of_rows(qsa_question(7, 2), 7)
    assert search_cases(rows, "midrise", 2, 4, 1, limit=1_000, in_python=0.01) == SearchStopped(1_001)
    turns = iter([False] * 200 + [True])
    stopped = search_cases(rows, "midrise", 2, 4, 1, in_python=0.02, stop=lambda: next(turns))
    assert 10**2 < stopped.cases < 10**6


def test_what_is_too_large_stays_in_python(monkeypatch):
    (rows,) = lists_of_rows(qsa_question(7, 1), 7)
    monkeypatch.setattr(key_case_arrays, "MOST_BYTES", 0)
    assert isinstance(search_cases(rows, "twos", 2, 2, 1, in_python=0.01), CasesClosed)
    assert search_cases(rows, "twos", 2, 2, 1, limit=100, in_python=0.01) == SearchStopped(101)
