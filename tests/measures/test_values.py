"""Measures of matrices of values and of nonnegative numbers: known values, brute force, what is refused."""

import json
import random
from itertools import product

import numpy as np
import pytest

import brute_matrices
from brute_values import truths
from headcount import measure
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.claims.measured_quantity import measured
from headcount.measures.engines import Effort
from headcount.measures.known import Known
from headcount.measures.nonnegative import nonnegative_rank_bounds
from headcount.questions import CommunicationMatrix
from headcount.questions.matrix import MatrixError
from headcount.questions.value_matrix import ValueMatrix
from headcount.search.measures_asked import measures_question
from headcount.solvers.nonnegative.folding import folded_terms
from headcount.solvers.nonnegative.term_clauses import pairs_told_apart, term_clauses
from headcount.tasks import TaskError
from headcount.tasks.two_party.function import TwoPartyError
from headcount.tasks.two_party.values import hexagon, maximum, pointer_end, squared_distances, valued_named

PATIENT = {"processes": False, "budget": 1000}


def ends(found):
    return {entry.measure: (int(entry.lower.value), int(entry.upper.value)) for entry in found if entry.ends}


@pytest.mark.parametrize("seed", range(5))
def test_all_measures_against_brute_force(seed):
    rng = random.Random(seed)
    values = ((0, 1, 2), (0, 1, 2, None), (1, 3, 4), (0, 2, None), (0, 1, 2, 3))[seed]
    height, width = rng.choice(((2, 3), (3, 2), (2, 2)))
    rows = tuple(tuple(rng.choice(values) for _ in range(width)) for _ in range(height))
    rows = ((1, *rows[0][1:]), *rows[1:])
    found = measure(ValueMatrix(rows), **PATIENT)
    known = truths(rows)
    for name, value in known.items():
        assert found[name].lower.value <= value <= found[name].upper.value, (rows, name)
        assert found[name].closed, (rows, name)
    assert {entry.measure for entry in found} >= set(known)
    assert found.certified
    assert isinstance(check(json.loads(json.dumps(found.certificate()))), Accepted)


def test_the_greater_of_two_numbers():
    """MAX_1 is OR; the pairs (x, y) of MAX_n with one value are the two arms of a hook: 2^(n+1) - 1 rectangles."""
    found = measure(maximum(2), only=("D", "one_way_ab", "fooling", "cover", "partition"), **PATIENT)
    assert ends(found) == {"D": (4, 4), "one_way_ab": (2, 2), "fooling": (7, 7), "cover": (7, 7), "partition": (7, 7)}
    assert brute_matrices.protocol(maximum(2).rows)[0] == 4


@pytest.mark.parametrize(("n", "k"), [(2, 1), (2, 2), (2, 3)])
def test_where_pointers_end(n, k):
    matrix = pointer_end(n, k)
    found = measure(matrix, only=("D", "one_way_ab", "one_way_ba"), **PATIENT)
    exact = brute_matrices.protocol(matrix.rows)[0]
    ways = [brute_matrices.one_way(rows)[0] for rows in (matrix.rows, brute_matrices.turned(matrix.rows))]
    assert [int(found[name].lower.value) for name in ("D", "one_way_ab", "one_way_ba")] == [exact, *ways]
    assert all(entry.closed for entry in found)


SQUARES = [(2, 2), (3, 3), (4, 4), (5, 5), (6, 5), (7, 6), (8, 6), (9, 7), (10, 7)]


@pytest.mark.parametrize(("n", "rank"), SQUARES)
def test_squares_of_distances(n, rank):
    """By zeros on the diagonal alone, as the sides of a polygon; supports give 6 at most for n = 9."""
    found = measure(squared_distances(n), only=("rank", "nonnegative_rank", "psd_rank"), **PATIENT)
    assert ends(found) == {"rank": (min(n, 3), min(n, 3)), "nonnegative_rank": (rank, rank), "psd_rank": (2, 2)}
    assert isinstance(check(found.certificate()), Accepted)


def test_a_regular_hexagon():
    found = measure(hexagon(), only=("rank", "nonnegative_rank", "psd_rank"), **PATIENT)
    assert ends(found) == {"rank": (3, 3), "nonnegative_rank": (5, 5), "psd_rank": (2, 5)}
    assert isinstance(check(found.certificate()), Accepted)


def test_rank_three_and_nonnegative_rank_four():
    """The least such matrix: its four ones per .. are a fooling set (Cohen, Rothblum 1993)."""
    matrix = ValueMatrix(((1, 1, 0, 0), (0, 1, 1, 0), (0, 0, 1, 1), (1, 0, 0, 1)))
    found = measure(matrix, only=("rank", "nonnegative_rank"), **PATIENT)
    assert ends(found) == {"rank": (3, 3), "nonnegative_rank": (4, 4)}


@pytest.mark.parametrize("seed", range(12))
def test_terms_add_up_to_the_matrix(seed):
    """Random ones, symmetric under reflections or not; of rank 2 the two ranks are equal."""
    rng = random.Random(seed)
    n = rng.randint(2, 7)
    row = [rng.randrange(4) for _ in range(n)]
    if seed % 3 == 0:
        rows = tuple(tuple(row[(j - i) % n] for j in range(n)) for i in range(n))
    elif seed % 3 == 1:
        rows = tuple(tuple(abs(i - j) ** (1 + seed % 2) for j in range(n)) for i in range(n))
    else:
        rows = tuple(tuple(rng.randrange(3) for _ in range(n)) for _ in range(rng.randint(1, 5)))
    terms = folded_terms(rows)
    assert all(x >= 0 for u, v in terms for x in (*u, *v))
    for i, j in product(range(len(rows)), range(len(rows[0]))):
        assert sum(u[i] * v[j] for u, v in terms) == rows[i][j]
    assert len(terms) <= min(len(set(rows)), len(set(zip(*rows, strict=True))))


def test_clauses_of_terms_hold_of_terms_that_there_are():
    """The sum of random terms satisfies the clauses at their number: what a refutation would exclude is excluded."""
    rng = np.random.default_rng(5)
    told = 0
    for _ in range(30):
        k = int(rng.integers(1, 4))
        left, right = rng.integers(0, 3, (4, k)), rng.integers(0, 3, (k, 4))
        rows = (left @ right).tolist()
        support = CommunicationMatrix(tuple("".join("01"[x > 0] for x in row) for row in rows))
        told += sum(1 for _ in pairs_told_apart(rows))
        cells = support.cells(1)
        true = set()
        size = 8 + len(cells)
        for s in range(k):
            true |= {1 + s * size + i for i in range(4) if left[i, s]}
            true |= {1 + s * size + 4 + j for j in range(4) if right[s, j]}
            true |= {1 + s * size + 8 + e for e, (i, j) in enumerate(cells) if left[i, s] and right[s, j]}
        for clause in term_clauses(rows, support, k, []):
            assert any((x > 0) == (abs(x) in true) for x in clause), (rows, clause)
    assert told > 100


@pytest.mark.parametrize(
    ("rows", "rank"),
    [(((0, 0), (0, 0)), 0), (((3,),), 1), (((1, 2), (2, 4)), 1), (((5, 0, 1),), 1), (((1, 1), (1, 0)), 2)],
)
def test_degenerate_numbers(rows, rank):
    found = measure(ValueMatrix(rows), only=("rank", "nonnegative_rank", "psd_rank", "D", "cover"), **PATIENT)
    assert ends(found)["rank"] == ends(found)["nonnegative_rank"] == (rank, rank)
    low, high = ends(found)["psd_rank"]
    assert low <= rank <= high or rank == 0
    assert found.certified


def test_what_people_hold():
    assert measures_question([[0, 2], [1, None]]).matrix == ValueMatrix(((0, 2), (1, None)))
    assert measures_question(np.array([[0.5, 1.0], [2.0, 0.0]])).matrix.numbers == ((1, 2), (4, 0))
    assert measures_question(max, inputs=(range(3), range(3))).matrix.numbers == ((0, 1, 2), (1, 1, 2), (2, 2, 2))
    assert isinstance(measures_question([[0, 1], [1, 1]]).matrix, CommunicationMatrix)
    assert measures_question("max n=1").matrix.rows == ("01", "11")
    assert str(measured("D", maximum(1)) == 2) == "D of the 2x2 matrix 'MAX_1' of 2 values == 2"


def test_files_of_numbers(tmp_path):
    (tmp_path / "a.csv").write_text("0,1,4\n1,0,1\n4,1,0\n")
    (tmp_path / "b.json").write_text("[[0, 1, 4], [1, 0, 1], [4, 1, 0]]")
    np.save(tmp_path / "c.npy", np.array([[0, 1, 4], [1, 0, 1], [4, 1, 0]]))
    for name in ("a.csv", "b.json", "c.npy"):
        assert measures_question(str(tmp_path / name)).matrix.numbers == squared_distances(3).numbers
    (tmp_path / "d.csv").write_text("0,1\n1,x\n")
    with pytest.raises(TaskError, match="expected one of 0 1"):
        measures_question(str(tmp_path / "d.csv"))


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: measures_question([[0, -1]]), TaskError, "from 0, got -1 in row 1, column 2.*no nonnegative rank"),
        (lambda: measures_question([[0, 2], [1]]), TaskError, "equally long"),
        (lambda: measures_question([[2, "x"]]), TaskError, "number the values of a function"),
        (lambda: measures_question([[1, 2 * 10**9]]), TaskError, "at most 1000000000, got 2000000000 in row 1"),
        (
            lambda: measures_question([[0.5, 1e-300], [0, 3]]),
            TaskError,
            "over one denominator, got 1/2 in row 1, column 1 beside 1e-300; round or scale them",
        ),
        (lambda: ValueMatrix(((1, 2.5),)), MatrixError, "got 2.5 in row 1, column 2"),
        (lambda: ValueMatrix(((None,),)), MatrixError, "promises nothing"),
        (lambda: ValueMatrix(()), MatrixError, "at least one row"),
        (lambda: valued_named("max"), TwoPartyError, "max n=2"),
        (lambda: valued_named("max", n=0), TwoPartyError, "n must be an integer >= 1"),
        (lambda: valued_named("max", n=9), TwoPartyError, "n must be at most 8"),
        (lambda: squared_distances(10**5), TwoPartyError, "n must be at most 256"),
    ],
)
def test_what_is_refused(make, error, words):
    with pytest.raises(error, match=words):
        make()


def test_what_is_not_defined_is_a_row():
    found = measure(ValueMatrix(((0, 2), (1, None))), only=("D", "partition", "gamma2", "nonnegative_rank"), **PATIENT)
    assert {entry.measure: entry.undefined for entry in found} == {
        "D": "",
        "partition": "not defined under a promise: the matrix has *",
        "nonnegative_rank": "not defined under a promise: the matrix has *",
        "gamma2": "not defined for a matrix of values",
    }
    bits = measure(CommunicationMatrix(("01", "11")), only=("rank", "D"), **PATIENT)
    assert bits["rank"].undefined == "not defined for 0/1 matrices; ask rank_q, rank_gf2 or rank_gf3"
    assert bits.complete


def test_an_engine_that_has_no_time_says_what_is_cheap():
    known = Known(squared_distances(7))
    for bound in nonnegative_rank_bounds(squared_distances(7), known, Effort(deadline=0.0)):
        known.add(bound)
    assert known.value("nonnegative_rank", "upper") == 6
