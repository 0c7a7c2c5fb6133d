"""Refutations: every one is replayed, and they are found exactly where brute force says so."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headcount.solvers import refutation as module
from headcount.solvers.refutation import refutation
from headcount.solvers.refutation_steps import ProofError, Refutation, replay

LITERALS = st.integers(-5, 5).filter(bool)
CLAUSES = st.lists(st.lists(LITERALS, max_size=4).map(tuple), min_size=1, max_size=40)
"""Clauses with repeated literals, tautologies, units and now and then an empty one."""

PIGEONS = [tuple(4 * p + h for h in range(1, 5)) for p in range(5)] + [
    (-4 * p - h, -4 * q - h) for h in range(1, 5) for p in range(5) for q in range(p)
]
"""Five pigeons in four holes: needs search, so that lemmas are learned and deleted."""


def _satisfiable(clauses: list[tuple[int, ...]]) -> bool:
    return any(
        all(any((literal > 0) == signs[abs(literal) - 1] for literal in clause) for clause in clauses)
        for signs in product((False, True), repeat=5)
    )


def _replay(clauses: list[tuple[int, ...]], found: Refutation) -> None:
    replay([clauses[i] for i in found.axioms], found.lemmas)
    assert list(found.axioms) == sorted(set(found.axioms))
    assert found.lemmas[-1][0] == ()


@settings(deadline=None, max_examples=300)
@given(CLAUSES)
def test_refutations_agree_with_brute_force(clauses):
    if _satisfiable(clauses):
        with pytest.raises(ValueError, match="satisfiable"):
            refutation(clauses)
    else:
        _replay(clauses, refutation(clauses))


def test_a_refutation_that_takes_search():
    found = refutation(PIGEONS)
    _replay(PIGEONS, found)
    assert len(found.lemmas) > 3


def test_hints_are_not_trusted(monkeypatch):
    """A log whose numbers are taken for those of other clauses is refused."""

    class Misread(module._Log):
        def _position(self, number):
            position = super()._position(number)
            return None if position is None else (position + 1) % len(self.given)

    monkeypatch.setattr(module, "_Log", Misread)
    with pytest.raises(ProofError, match="does not follow"):
        refutation(PIGEONS)


@pytest.mark.parametrize("lemmas", [[((), (0, 1))], [((), (1, 2))], [((3,), (1, 0, 2))], []])
def test_a_replay_refuses(lemmas):
    with pytest.raises(ValueError, match=r"not unit|without a conflict|without the empty clause"):
        replay([(1, 2), (-1,), (3,), (-2,)], lemmas)


def test_no_time():
    with pytest.raises(ProofError, match="in time"):
        refutation(PIGEONS, deadline=0.0)
