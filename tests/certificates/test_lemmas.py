"""Lemmas replayed by unit propagation, against truth tables: what is accepted is entailed."""

from itertools import product
from typing import ClassVar

from hypothesis import given, settings
from hypothesis import strategies as st

from headcount.certificates.meter import Meter
from headcount.certificates.refuse import Refused
from headcount.certificates.schema import Record
from headcount.certificates.systems import System, refute

clauses = st.lists(st.lists(st.sampled_from([-3, -2, -1, 1, 2, 3]), max_size=3).map(tuple), min_size=1, max_size=7)


def entails(cnf, lemma):
    """By truth tables over three variables."""
    return all(
        any(values[abs(x) - 1] == (x > 0) for x in lemma)
        for values in product((False, True), repeat=3)
        if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in cnf)
    )


class Listed(System):
    """Of which so many clauses are true."""

    schemas: ClassVar = {"clause": 1}

    def __init__(self, cnf):
        self.cnf, self.meter = cnf, Meter()

    def clause(self, k):
        return self.cnf[k]


def refuted(cnf, lemmas):
    """Whether the lemmas are accepted and the last one is empty."""
    runs = (("clause", tuple((k,) for k in range(len(cnf)))),)
    try:
        refute(Listed(cnf), Record("", {"given": runs, "lemmas": lemmas}))
    except Refused:
        return False
    return True


def replayed(cnf, lemma, hints):
    """Whether a lemma is accepted: it is one, if it is empty, else with what contradicts it by two clauses more."""
    against = [(-x,) for x in dict.fromkeys(lemma)]
    last = ((), (len(cnf) + len(against), *range(len(cnf), len(cnf) + len(against))))
    shifted = [((*lemma,), (*hints,)), *([((), (*last[1][1:], last[1][0]))] if lemma else [])]
    return refuted([*cnf, *against], shifted)


@settings(max_examples=1000)
@given(clauses, st.lists(st.sampled_from([-3, -2, -1, 1, 2, 3]), max_size=3), st.data())
def test_accepted_lemmas_are_entailed(cnf, lemma, data):
    hints = data.draw(st.lists(st.integers(0, len(cnf) - 1), max_size=5))
    if replayed(cnf, lemma, hints):
        assert entails(cnf, lemma)


@settings(max_examples=300)
@given(st.permutations([(1, 2), (-1, 2), (1, -2), (-1, -2), (1, 2, 3), (-3, 1)]), st.data())
def test_accepted_refutations_refute(cnf, data):
    cnf = cnf[: data.draw(st.integers(2, 6))]
    hints = st.lists(st.integers(0, len(cnf) - 1), max_size=3)
    first, second = data.draw(hints), data.draw(hints)
    lemmas = [(data.draw(st.sampled_from([(1,), (-1,), (2,), ()])), first), ((), [*second, len(cnf)])]
    if refuted(cnf, lemmas):
        assert entails(cnf, ())


def test_lemmas_entailed_but_not_by_propagation_are_refused():
    cnf = [(1, 2), (-1, 2), (1, -2), (-1, -2)]
    assert not replayed(cnf, (), [0, 1, 2, 3])
    assert replayed(cnf, (2,), [0, 1]) and refuted(cnf, [((2,), (0, 1)), ((), (4, 2, 3))])
