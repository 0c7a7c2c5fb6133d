"""``probe`` of attention matrices: known brackets, the words of the command, files, and what is refused."""

import json
from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse

from headcount import check, probe
from headcount.bounds.attention_matrices.pattern_ends import of_softmax
from headcount.certificates.verdict import Accepted
from headcount.questions import AttentionRatios, permutation_question
from headcount.search.ask import ask
from headcount.search.asked import MatrixAsked
from headcount.search.weights import part_of, signs_of_part
from headcount.tasks import TaskError
from headcount.tasks.attention_matrix import band, dirichlet, others, permutations, ratios_question


@pytest.mark.parametrize(
    ("ratio", "m"), [("0", 5), ("2^1/4", 5), ("2^3/4", 4), ("2^31/10", 2)], ids=["tie", "simplex", "two", "hexagon"]
)
def test_all_but_one_of_six_drops_with_r(ratio, m):
    """J - I at L = 6: 5 below r = 1/2, 4 below 1, and 2 from 3 on, which the regular hexagon reaches."""
    bracket = probe(ratios_question(others(6), 0 if ratio == "0" else ratio, "2^-1"), budget=1000)
    assert (bracket.lower.value, bracket.upper.value) == (m, m)
    assert bracket.asked.at_every_tolerance(bracket) == (2, 5)
    assert isinstance(check(bracket.certificate()), Accepted)


def test_any_weights_take_two_dimensions_for_each_nonzero():
    question = ratios_question(dirichlet(40, 3, seed=2), 0, 1e-6)
    bracket = probe(question, budget=0.2)
    assert bracket.upper.value <= 6
    assert bracket.asked.spread is None
    assert isinstance(check(bracket.certificate()), Accepted)


def test_weights_within_the_tolerance_are_as_good_as_ties():
    rows = tuple(((i, 2), ((i + 1) % 5, 3)) if i < 4 else ((0, 3), (4, 2)) for i in range(5))
    near = AttentionRatios(5, rows, Fraction(3, 5), Fraction(-1))
    bracket = probe(near, budget=1000)
    assert bracket.lower.value == bracket.upper.value == bracket.beside["tie"].upper.value == 2


def test_permutations_at_any_size():
    for size, m in ((1, 0), (2, 1), (3, 2), (10**6, 2)):
        bracket = probe(permutation_question(size))
        assert (bracket.lower.value, bracket.upper.value) == (m, m)
        assert isinstance(check(bracket.certificate()), Accepted)
    assert probe(permutations(30, 1), budget=1000).upper.value == 2


def test_a_part_of_a_large_matrix_gives_the_lower_end():
    question = ratios_question(permutations(300, 2, seed=1), 0.1, 1e-3)
    rows, columns = part_of(question)
    signs = signs_of_part(question, rows, columns)
    for i, word in zip(rows, signs, strict=True):
        support = {j for j, _ in question.entries[i]}
        assert word == "".join("+" if j in support else "-" for j in columns)
    bracket = probe(question, budget=1000, enough=lambda low, high: low >= 2)
    assert 2 <= bracket.lower.value <= bracket.upper.value <= 4
    assert isinstance(check(bracket.certificate()), Accepted)


def test_the_command(headcount, tmp_path):
    path = tmp_path / "A.npz"
    sparse.save_npz(path, others(5).sparse())
    output = tmp_path / "cert.json"
    answer = json.loads(headcount("probe", path, "--delta", "2^2", "--eps2", 0.5, "--json", "-o", output)[1])
    assert (answer["lower"], answer["upper"], answer["closed"]) == (2, 2, True)
    assert (answer["threshold"], answer["tie"], answer["r"], answer["resource"]) == (2, 4, "2", "m")
    assert answer["unit_class"] == "SOFTMAX"
    assert isinstance(check(output), Accepted)
    text = tmp_path / "A.csv"
    text.write_text("\n".join(",".join("0" if i == j else "1/3" for j in range(4)) for i in range(4)))
    shown = headcount("probe", text, "--delta", "2^3/2", "--eps2", "2^-1")[1]
    assert "class SOFTMAX: 2 <= m <= 2" in shown and "r = 3/2" in shown
    assert "2 <= m <= 2" in headcount("probe", "permutation", "L=1000000")[1]
    shown = headcount("probe", "blocks", "L=4", "k=2")[1]
    assert "1 <= m <= 1" in shown and "at one end of the order 0, 1, 2, 3" in shown
    assert "3 <= m <= 3" in headcount("probe", "others", "L=4", "--delta", 0, "--eps2", 0.1)[1]


def test_rows_that_do_not_sum_to_one(headcount, tmp_path):
    path = tmp_path / "A.npy"
    np.save(path, np.array([[0.5, 0.4], [0.0, 1.0]]))
    assert "must sum to 1" in headcount("probe", path)[2]


def test_an_engine_by_itself():
    with pytest.raises(TaskError, match="engine='smt' does not fit"):
        probe(band(5, 2), engine="smt")


def test_weights_in_a_text_file_are_asked_for_with_tolerances(headcount, tmp_path):
    path = tmp_path / "A.csv"
    path.write_text("1/3,2/3,0\n0,1/2,1/2\n1,0,0\n")
    code, _, said = headcount("probe", path)
    assert code == 2 and "for a matrix of attention weights, add --delta 0.1 --eps2 1e-3" in said
    assert headcount("probe", path, "--delta", 0.1)[0] == 0


def test_an_octahedron_at_decimal_tolerances():
    """r = 1.0003, where three dimensions are enough for J - I: a lower bound rounded to r < 1 would say four."""
    strict, loose = (
        ratios_question(others(6), 0.6773076844416809, 0.5080859697254974, looser=looser) for looser in (False, True)
    )
    assert probe(strict, budget=1000, enough=lambda low, high: low >= 4).lower.value == 4
    bracket = ask(MatrixAsked(of_softmax(strict), loose=of_softmax(loose)), budget=1.0)
    assert bracket.lower.value <= 3 <= bracket.upper.value
    assert isinstance(check(bracket.certificate()), Accepted)
    assert bracket.to_json()["tolerances"]["lower"] == {"ratio": "1001/1024", "zero": "-125/128"}


def test_unequal_weights_take_a_dimension():
    rows = (((0, 1), (1, 5)), ((0, 1), (1, 1)))
    for ratio, lower in ((Fraction(2), 1), (Fraction(3), 0)):
        bracket = probe(AttentionRatios(2, rows, ratio, Fraction(-1)), budget=1000)
        assert (bracket.lower.value, bracket.upper.value) == (lower, lower)


def test_what_both_tolerances_ran_into_is_said_and_patterns_are_shown_though_the_answer_is_closed():
    notes = probe(permutations(300, 2, seed=1), budget=1.0).notes
    assert any(note.startswith("the lower bound is that of a part") for note in notes)
    closed = probe("others L=4", delta=0.1)
    assert closed.closed and set(closed.beside) >= {"any", "threshold", "tie"}
    assert probe("permutation L=9").to_json()["r"] is None
