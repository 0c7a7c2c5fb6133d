"""The compiled search by cases of keys against the one in Python: the same answers, the same trees, which replay."""

import random
import subprocess
import sys
from fractions import Fraction

import pytest

from headcount.compiling import COMPILED
from headcount.questions.grid import GRIDS
from headcount.questions.selection import match2_question, qsa_question, shared_question
from headcount.solvers.units import key_case_arrays
from headcount.solvers.units.grid_annealing import with_queries
from headcount.solvers.units.grid_case_search import _Search, search_cases
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
        search_cases(rows, grid, bits, width, gap, limit=limit, loading=words) for words in (FOREVER, 0)
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
    found = search_cases(rows, "twos", 2, 2, 1, loading=0, stop=lambda: bool(asked.append(0)))
    assert found == search_cases(rows, "twos", 2, 2, 1, loading=FOREVER)
    assert len(asked) > 100


def test_stops():
    (rows,) = lists_of_rows(qsa_question(7, 2), 7)
    assert search_cases(rows, "midrise", 2, 4, 1, limit=1_000, loading=200) == SearchStopped(1_001)
    turns = iter([False] * 200 + [True])
    stopped = search_cases(rows, "midrise", 2, 4, 1, loading=200, stop=lambda: next(turns))
    assert 10**2 < stopped.cases < 10**6


def test_what_is_too_large_stays_in_python(monkeypatch):
    (rows,) = lists_of_rows(qsa_question(7, 1), 7)
    monkeypatch.setattr(key_case_arrays, "MOST_BYTES", 0)
    assert isinstance(search_cases(rows, "twos", 2, 2, 1, loading=200), CasesClosed)
    assert search_cases(rows, "twos", 2, 2, 1, limit=100, loading=200) == SearchStopped(101)


TINY = [
    (question, bits, width)
    for question in (*(qsa_question(n, q) for n in range(3, 7) for q in (1, 2)), *map(match2_question, range(2, 6)))
    for bits, width in ((1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2))
]


@pytest.mark.parametrize("grid", GRIDS)
def test_wherever_compiled_code_takes_over_the_answer_is_the_same(grid):
    """All tiny questions: in Python, compiled at once, after some words, and as it is decided by itself."""
    seen = []
    for question, bits, width in TINY:
        for rows in lists_of_rows(question, question.columns):
            wholly = search_cases(rows, grid, bits, width, 1, limit=300, loading=FOREVER)
            for loading in (0, 30, None):
                assert search_cases(rows, grid, bits, width, 1, limit=300, loading=loading) == wholly
            seen.append(type(wholly))
    assert min(seen.count(KeysFound), seen.count(CasesClosed)) > 4


TINY_LOADS = """
import sys
from headcount.questions.selection import qsa_question
from headcount.solvers.units.grid_case_search import search_cases
from headcount.solvers.units.rows_of_heads import lists_of_rows
question = qsa_question(6, 1)
for rows in lists_of_rows(question, 6):
    search_cases(rows, "twos", 2, 2, 1{loading})
print("numba" in sys.modules)
"""


@pytest.mark.parametrize(("loading", "loads"), [("", "False"), (", loading=0", "True")])
def test_a_short_search_loads_no_compiler(loading, loads):
    done = subprocess.run(
        [sys.executable, "-c", TINY_LOADS.format(loading=loading)], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.strip() == loads


def test_what_is_left_follows_from_what_is_done():
    """Half of the first node's two cases in 30 words: 30 more are expected."""
    (rows,) = lists_of_rows(qsa_question(5, 1), 5)
    search = _Search(KeyCases(rows, "twos", 2, 2, 1), 10, lambda: False, 40)
    for asked, path, long in (
        (19, [(0, 2)], False),  # too early to say
        (30, [(0, 2)], True),  # nothing is done
        (30, [(1, 2)], False),
        (30, [(0, 2), (3, 4)], True),  # three eighths: 50 more
        (30, [(1, 2), (1, 2)], False),  # three quarters
        (320, [(9, 10)], True),  # more than eight times the loading time
    ):
        search.rule.asked, search.path = asked, path
        assert search.is_long() is long
