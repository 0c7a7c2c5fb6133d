"""Lemmas replayed by unit propagation, against truth tables: what is accepted is entailed."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from headcount.questions.reading.node import Node
from headcount.questions.refusal import RejectionError
from headcount.solvers.clause_replay import replay

clauses = st.lists(st.lists(st.sampled_from([-3, -2, -1, 1, 2, 3]), max_size=3).map(tuple), min_size=1, max_size=7)


def entails(cnf, lemma):
    """By truth tables over three variables."""
    return all(
        any(values[abs(x) - 1] == (x > 0) for x in lemma)
        for values in product((False, True), repeat=3)
        if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in cnf)
    )


def replayed(cnf, lemmas):
    """The number of lemmas accepted, and whether they end in a contradiction."""
    try:
        replay(list(cnf), Node([[list(lemma), list(hints)] for lemma, hints in lemmas], "lemmas"), 3)
    except RejectionError as error:
        return error.verdict.code != "lemma-not-implied"
    return True


@settings(max_examples=1000)
@given(clauses, st.lists(st.sampled_from([-3, -2, -1, 1, 2, 3]), max_size=3), st.data())
def test_accepted_lemmas_are_entailed(cnf, lemma, data):
    hints = data.draw(st.lists(st.integers(0, len(cnf) - 1), max_size=5))
    if replayed(cnf, [(lemma, hints)]):
        assert entails(cnf, lemma)


@settings(max_examples=300)
@given(st.permutations([(1, 2), (-1, 2), (1, -2), (-1, -2), (1, 2, 3), (-3, 1)]), st.data())
def test_accepted_refutations_refute(cnf, data):
    cnf = cnf[: data.draw(st.integers(2, 6))]
    hints = st.lists(st.integers(0, len(cnf) - 1), max_size=3)
    first, second = data.draw(hints), data.draw(hints)
    lemmas = [(data.draw(st.sampled_from([(1,), (-1,), (2,), ()])), first), ((), [*second, len(cnf)])]
    try:
        replay(list(cnf), Node([[list(lemma), list(hint)] for lemma, hint in lemmas], "lemmas"), 3)
    except RejectionError:
        return
    assert entails(cnf, ())


def test_lemmas_entailed_but_not_by_propagation_are_refused():
    assert not replayed([(1, 2), (-1, 2), (1, -2), (-1, -2)], [((), [0, 1, 2, 3])])
