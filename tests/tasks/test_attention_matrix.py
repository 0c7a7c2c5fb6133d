"""Attention matrices: what files and arrays are read as, what is refused, and what the generators promise."""

from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sparse

from headcount.tasks import TaskError
from headcount.tasks.attention_matrix import (
    GENERATORS,
    AttentionMatrix,
    attention_matrix,
    generated,
    others,
    ratios_question,
)

TABLE = [[0.25, 0.75, 0], [0, 1, 0], [0.5, 0, 0.5]]
WANT = AttentionMatrix(((0, 1), (1,), (0, 2)), ((1, 3), (1,), (1, 1)))


def test_the_same_matrix_in_every_form(tmp_path):
    np.save(tmp_path / "a.npy", np.array(TABLE))
    sparse.save_npz(tmp_path / "a.npz", sparse.coo_array(TABLE))
    (tmp_path / "a.csv").write_text("1/4,3/4,0\n0,1,0\n0.5,0,5e-1\n")
    (tmp_path / "a.txt").write_text("0.25 0.75 0\n0 1.0 0\n0.5 0 0.5\n")
    forms = [TABLE, np.array(TABLE, dtype=np.float32), sparse.csr_matrix(TABLE), WANT]
    forms += [tmp_path / "a.npy", str(tmp_path / "a.npz"), tmp_path / "a.csv", tmp_path / "a.txt"]
    assert all(attention_matrix(form) == WANT for form in forms)
    assert (WANT.sparse().toarray() == np.array(TABLE)).all()


def test_floats_are_exact_dyadic_rationals_and_rows_are_normalised_exactly():
    matrix = attention_matrix([[0.1, 0.9], [1 / 3, 2 / 3]])
    first = Fraction(0.1) / (Fraction(0.1) + Fraction(0.9))
    assert matrix.entry(0, 0) == first != Fraction(1, 10)
    assert matrix.gamma == Fraction(0.9) / Fraction(0.1)
    assert sum(matrix.entry(0, j) for j in range(2)) == 1
    assert attention_matrix([[1 / 3] * 3] * 3).weights == ((1, 1, 1),) * 3


def test_read_from_text_entries_are_what_is_written(tmp_path):
    (tmp_path / "a.csv").write_text("0.1 0.9\n1/3 2/3\n")
    assert attention_matrix(tmp_path / "a.csv").weights == ((1, 9), (1, 2))


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ([[0.5, 0.4], [0, 1]], "row 0: the entries must sum to 1, got 0.9"),
        ([[1 + 2e-9, 0], [0, 1]], "must sum to 1"),
        ([[1.5, -0.5], [0, 1]], "row 0, column 1: an entry must be >= 0, got -0.5"),
        ([[1, 0], [np.nan, 1]], "row 1, column 0: an entry must be a number >= 0, got nan"),
        ([[1, 0], [0, 0]], "row 1: all entries are 0"),
        ([[1, 0, 0], [0, 1, 0]], "must be square, a row and a column per position, got 2 x 3"),
        ([1, 0], "a matrix has two dimensions, got 1"),
        ([["a", "b"]], "the entries must be numbers"),
        ([[1], [0, 1]], "must be a matrix of numbers"),
        (np.zeros((0, 0)), "has no row"),
    ],
)
def test_what_is_no_attention_matrix(table, said):
    with pytest.raises(TaskError, match=said):
        attention_matrix(table)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.csv", "1,0\n0,x\n", "line 2: an entry must be a number such as 0.25 or 1/3, got 'x'"),
        ("a.csv", "1,0\n0,1/0\n", "must be a number"),
        ("a.csv", "1,0\n1\n", "line 2 has 1 entries, the lines before have 2"),
        ("a.npz", "1,0\n", "is not what scipy.sparse.save_npz writes"),
        ("a.npy", "1,0\n", "is not what numpy.save writes"),
        ("a.mat", "1,0\n", "the ending is .mat"),
    ],
)
def test_files_that_are_no_attention_matrix(tmp_path, name, content, said):
    (tmp_path / name).write_text(content)
    with pytest.raises(TaskError, match=said):
        attention_matrix(tmp_path / name)


def test_a_file_that_is_not_there(tmp_path):
    for name in ("a.npz", "a.npy", "a.csv"):
        with pytest.raises(TaskError, match="cannot be read"):
            attention_matrix(tmp_path / name)


@pytest.mark.parametrize(
    ("supports", "weights", "said"),
    [
        (((0,), (2,)), ((1,), (1,)), "columns must be integers in 0 .. 1"),
        (((1, 0), (0,)), ((1, 1), (1,)), "columns must increase"),
        (((0, 1), (0,)), ((1,), (1,)), "there must be 2 weights"),
        (((0,), (0,)), ((0,), (1,)), "integers >= 1"),
        (((0,),), (), "give as many"),
    ],
)
def test_rows_by_hand_that_are_wrong(supports, weights, said):
    with pytest.raises(TaskError, match=said):
        AttentionMatrix(supports, weights)


def test_what_is_said_of_dense_and_of_repeated_rows():
    assert others(6).notes == (
        "a row has 5 nonzeros, more than L/2 = 3: sparsity does not help, d <= L - 1 = 5 (keys at the corners of a "
        "simplex) is the upper bound of use",
    )
    assert generated(["blocks", "L=8", "k=2"]).notes == ("4 rows repeat an earlier one and share its query",)
    assert generated(["band", "L=8", "k=3"]).notes == ()


def test_patterns():
    assert others(3).threshold_pattern().rows == ("-++", "+-+", "++-")
    assert others(3).tie_pattern().rows == ("-00", "0-0", "00-")
    with pytest.raises(TaskError, match="more than 4000000"):
        generated(["permutations", "L=3000"]).tie_pattern()


@pytest.mark.parametrize("entry", GENERATORS.values(), ids=GENERATORS)
def test_examples_of_the_generators(entry):
    matrix = generated(entry.example.split())
    assert matrix == generated(entry.example.split())
    assert attention_matrix(matrix.sparse()).supports == matrix.supports
    assert entry.example.split()[0] in matrix.name


@pytest.mark.parametrize("L", range(1, 8))
def test_disjoint_permutations_of_every_density(L):
    for k in range(1, L + 1):
        for seed in range(5):
            matrix = generated(["permutations", f"L={L}", f"k={k}", f"seed={seed}"])
            assert matrix.k == matrix.column_sparsity == k
            assert matrix.nonzeros == k * L


def test_permutations_are_spread_evenly():
    drawn = [generated(["permutations", "L=3", f"seed={seed}"]).supports for seed in range(600)]
    counts = [drawn.count(one) for one in set(drawn)]
    assert len(counts) == 6
    assert min(counts) > 60


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("random L=4", "no attention matrix 'random L=4'; known are permutations"),
        ("band k=4", "needs the parameter L"),
        ("band L=4 q=2", "has no parameter q"),
        ("band L=4 k=5", "k, the nonzeros in a row, must be an integer in 1 .. L = 4, got 5"),
        ("others L=1", "at least 2 for J - I"),
        ("ranged L=4 k=1", "gamma must be 1 where a row has one nonzero"),
        ("permutations L=99999999", "must be at most"),
    ],
)
def test_generators_refuse(words, said):
    with pytest.raises(TaskError, match=said):
        generated(words.split())


@pytest.mark.parametrize(
    ("delta", "eps2"), [(0.6773076844416809, 0.5080859697254974), (1e-4, 0.999), (0.1, 1e-3), (1e-12, 0.3)]
)
def test_lower_ends_hold_at_decimal_tolerances(delta, eps2):
    """Rounded to a little more for lower bounds, to a little less for upper bounds: r is in between, exactly."""
    strict, loose = (ratios_question(others(6), delta, eps2, looser=looser) for looser in (False, True))
    with localcontext(prec=60):
        asked = Decimal(delta) / Decimal(2).ln(), Decimal(eps2).ln() / Decimal(2).ln()
        for question, sign in ((strict, -1), (loose, 1)):
            for exponent, real in zip((question.ratio, question.zero), asked, strict=True):
                assert sign * (Decimal(exponent.numerator) / exponent.denominator - real) >= 0


def test_powers_of_two_are_exact():
    for delta, eps2 in ((0, 0.25), ("2^3/4", "2^-1/7"), ("2^5", 2.0**-30)):
        assert ratios_question(others(4), delta, eps2) == ratios_question(others(4), delta, eps2, looser=True)
