"""``dimension --bits`` by cosine: brackets against all vectors of tiny grids, vectors as they are written, mistakes."""

import json
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sparse

from headcount import check, dimension
from headcount.bounds.bound import CrossedBoundsError
from headcount.certificates.verdict import Accepted
from headcount.search.dimension.integer_cosines import Bracket, Reason
from headcount.tasks import TaskError
from integer_cosine_oracle import best_margin

PATIENT = 1000.0
"""Seconds, of which answers that close take one or two."""

CASES = [
    (((1, 0), (0, 1)), 1), (((1, 0, 0), (0, 1, 0), (0, 0, 1)), 1), (((1, 0, 0), (0, 1, 0), (0, 0, 1)), 2),
    (((1, 1, 0), (0, 1, 1), (1, 0, 1)), 2), (((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)), 2),
    (((1, 1, 0, 0), (1, 0, 1, 0)), 2),
]  # fmt: skip


def words(table):
    return ["".join("-+"[x] for x in row) for row in table]


def least(table, bits, margin, most=3):
    """The least d up to ``most``, by all vectors; None if it is larger."""
    for d in range(1, most + 1):
        best = best_margin(words(table), bits, d)
        if best > 1e-9 and best >= float(margin) - 1e-9:
            return d
    return None


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("margin", [None, "1/10", "1/4", "1/2"])
@pytest.mark.parametrize("table, bits", CASES)
def test_brackets_hold_the_least_dimension(table, bits, margin):
    """Of all vectors with so many bits, d up to 3 (2 with two bits and four items)."""
    most = 2 if bits == 2 and len(table[0]) > 3 else 3
    true = least(table, bits, Fraction(margin or 0), most)
    given = {"score": "cosine"} if margin is None else {"margin": margin}
    answer = dimension([list(row) for row in table], bits=bits, budget=1.0, **given)
    if answer.no_size:
        assert true is None
        return
    found = answer[bits]
    assert found.lower.value <= (true or 99)
    if true is not None:
        assert found.upper is not None and found.upper.value == true
    elif found.upper is not None:
        assert found.upper.value > most
    assert isinstance(check(answer.certificate()), Accepted)


def test_all_pairs_of_six():
    """Of one bit five signs; of two four integers, a real lower bound; vectors as they are written rank by cosine."""
    answer = dimension("subsets n=6 k=2", bits="1,2", score="cosine", budget=PATIENT)
    assert (answer[1].values, answer[2].values, answer.real.values) == ("5", "4", "4")
    assert answer.closed and answer.certified and answer.to_json()["bits"]["2"]["upper"] == 4
    for bits, entries in ((1, {-1, 1}), (2, {-2, -1, 0, 1})):
        arrays = answer.arrays(bits)
        queries, items = (arrays[name].astype(float) for name in ("queries", "items"))
        assert arrays["items"].dtype == np.int8 and {*np.unique(arrays["items"])} <= entries
        scores = queries @ (items / np.linalg.norm(items, axis=1, keepdims=True)).T
        wanted = answer.data.grades.toarray() > 0
        assert (np.where(wanted, scores, 9).min(axis=1) > np.where(wanted, -9, scores).max(axis=1) + 1e-9).all()
    assert "real vectors" in str(answer) and "replayed as unit vectors" in str(answer)


@pytest.mark.slow
def test_margins_at_given_dimensions():
    """Never above what real vectors have; of one bit a multiple of 1/d; more bits have no less, d more has no less."""
    answer = dimension("subsets n=4 k=1", bits="1,2,4", at="2,3,4", budget=3.0)
    squares = {
        bits: [known[d].square if d in known else 0 for d in (2, 3, 4)] for bits, known in answer.margins.items()
    }
    assert squares[1] == [Fraction(1, 4), Fraction(1, 9), Fraction(1, 4)] or squares[1][1] >= Fraction(1, 9)
    assert squares[2] == sorted(squares[2]) and squares[4] == sorted(squares[4])
    assert all(low <= high for low, high in zip(squares[2], squares[4], strict=True))
    assert squares[2][0] == Fraction(1, 4)
    assert answer.top(1, 3)[:2] == (Fraction(4, 9), "CERTIFIED")
    assert answer.top(1, 4)[:2] == (Fraction(1, 4), "PROVED")
    for bits, d in ((1, 3), (2, 2)):
        assert best_margin(words(np.eye(4, dtype=int)), bits, d) ** 2 <= float(answer.top(bits, d)[0]) + 1e-9
    rows = answer.to_rows()
    assert [(row["p"], row["d"]) for row in rows] == [(p, d) for p in (1, 2, 4) for d in (2, 3, 4)]
    assert not answer.answers and answer.real is None and "no vectors have more" in str(answer)


def test_no_dimension_has_more_than_the_ceiling():
    answer = dimension("subsets n=6 k=2", bits=8, margin=0.475, budget=3.0)
    assert answer.no_size and answer.closed and not answer.answers
    assert "no d will do" in str(answer) and not answer.known(8)


def test_nothing_to_rank():
    answer = dimension([[1, 1], [0, 0]], bits=[1, 4], score="cosine")
    assert [one.values for one in answer] == ["0", "0"] and answer.closed


def test_grades_and_equal_items():
    """A vector for each grade of a query; items that are alike share one."""
    answer = dimension([[2, 1, 0, 0], [1, 0, 2, 2], [0, 2, 1, 1]], bits=4, score="cosine", budget=PATIENT)
    assert answer.closed and "a vector for each grade" in str(answer)
    arrays = answer.arrays(4)
    assert len(arrays["queries"]) == 6 == len(arrays["grades"]) and (arrays["items"][2] == arrays["items"][3]).all()


@pytest.mark.slow
def test_a_search_goes_on_from_an_earlier_answer(tmp_path):
    first = dimension("subsets n=5 k=2", bits=4, margin="1/5", budget=2.0)
    path = first.save(tmp_path / "answer.json")
    again = dimension("subsets n=5 k=2", bits=4, margin="1/5", budget=0.5, start=path)
    assert again[4].upper.value <= first[4].upper.value
    with pytest.raises(TaskError, match="the same data and options"):
        dimension("subsets n=6 k=2", bits=4, margin="1/5", budget=0.5, start=path)


@pytest.mark.parametrize("given, message", [
    ({"score": "euclidean"}, "leave out"), ({"score": "euclidean", "at": 2}, "leave out score"),
    ({"score": "cosine", "threshold": "zero"}, "leave out threshold"), ({"margin": 0}, "above 0 and at most 1"),
    ({"at": "2", "noise": "int8"}, "leave out one of the two"), ({"noise": "int8"}, "leave out one of the two"),
    ({"score": "cosine", "grades": "nested"}, "grades='nested'"),
])  # fmt: skip
def test_what_does_not_go_together(given, message):
    with pytest.raises(TaskError) as error:
        dimension([[2, 1, 0], [0, 1, 2]], bits=8, **given)
    assert message in str(error.value)


def test_data_that_are_too_large():
    table = sparse.eye_array(2500, format="csr")
    with pytest.raises(TaskError, match="2500 x 2500 entries are left after merging"):
        dimension(table, bits=8, score="cosine")


def test_crossed_bounds_are_an_error():
    with pytest.raises(CrossedBoundsError):
        Bracket(Reason(3, "PROVED", "a"), Reason(2, "CERTIFIED", "b"))


@pytest.mark.slow
def test_the_command(headcount, tmp_path):
    common = ("dimension", "subsets", "n=6", "k=2", "--bits", "2", "--score", "cosine")
    code, out, err = headcount(*common, "-o", "c.json", "--embeddings", "v.npz", "--plot", "b.png")
    assert (code, err) == (0, "")
    assert "p = 2: d <= 4 [CERTIFIED] cosines of vectors of 2 bits" in out
    assert headcount("check", "c.json")[0] == 0
    with np.load(tmp_path / "v.npz") as stored:
        assert stored["items"].shape == (6, 4) and stored["items"].dtype == np.int8
    assert (tmp_path / "b.png").stat().st_size > 1000
    common = ("dimension", "subsets", "n=4", "k=1", "--bits", "2,3", "--at", "2,3")
    code, out, _ = headcount(*common, "--budget", "2", "--json", "--plot", "m.png")
    found = json.loads(out)
    assert code in (0, 5) and [row["d"] for row in found["at"]["3"]] == [2, 3]
    assert (tmp_path / "m.png").stat().st_size > 1000
