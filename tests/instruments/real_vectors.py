"""Integer vectors, the signs of their determinants, and whether the checker accepts an axiom about them.

What a rule of the checker accepts must be true of real vectors. A rule is asked through ``check`` itself: a certificate
that holds one axiom and no lemmas is rejected with ``no-contradiction`` if the axiom was accepted, and with another
code if not.
"""

from itertools import combinations

from hypothesis import strategies as st

from headcount.core.check import check
from headcount.core.verdict import Accepted, Rejected


def sign(x):
    return (x > 0) - (x < 0)


def dot(v, w):
    return sum(a * b for a, b in zip(v, w, strict=True))


def determinant(matrix):
    """By expansion along the first row; exact on integers."""
    if not matrix:
        return 1
    minors = ([row[:j] + row[j + 1 :] for row in matrix[1:]] for j in range(len(matrix)))
    return sum((-1) ** j * matrix[0][j] * determinant(minor) for j, minor in enumerate(minors))


def verdict_on(rows, evidence, *, null=True, side="lower", value=0):
    claim = {"resource": "m", "unit_class": "SIGN", "side": side, "value": value, "evidence": evidence}
    question = {"task": "pattern", "rows": list(rows), "null": null}
    return check({"format": "headcount-certificate", "version": 2, "question": question, "claims": [claim]})


def is_accepted(rows, evidence):
    """Whether the axioms of evidence without lemmas are accepted. An empty clause among them is a whole proof."""
    verdict = verdict_on(rows, evidence)
    assert isinstance(verdict, Accepted | Rejected), verdict
    return isinstance(verdict, Accepted) or verdict.code in ("no-contradiction", "value-not-proved")


small = st.integers(-2, 2)


@st.composite
def realisations(draw, dimensions=(1, 2, 3)):
    """(W, U, rows): small integer tables, half of them degenerate, and their pattern with some stars."""
    d = draw(st.sampled_from(dimensions))
    columns = draw(st.integers(d + 1, d + 3))
    generic = draw(st.booleans())
    vector = st.lists(st.integers(-9, 9) if generic else small, min_size=d, max_size=d)
    keys = draw(st.lists(vector, min_size=columns, max_size=columns))
    queries = draw(st.lists(vector, min_size=1, max_size=3))
    stars = draw(st.sets(st.tuples(st.integers(0, len(queries) - 1), st.integers(0, columns - 1)), max_size=3))
    rows = [
        "".join(
            "*" if (r, c) in stars else ("-*+" if generic else "-0+")[sign(dot(w, u)) + 1] for c, u in enumerate(keys)
        )
        for r, w in enumerate(queries)
    ]
    return queries, keys, tuple(rows)


def chirotope_of(keys, d):
    return {subset: sign(determinant([keys[i] for i in subset])) for subset in combinations(range(len(keys)), d)}


class Signs:
    """A realisation's determinant signs, seen through the literals of a certificate."""

    def __init__(self, chi, uniform):
        self.sets = list(chi)
        self.chi = [chi[subset] for subset in self.sets]
        self.uniform = uniform

    def literal(self, subset, value):
        k = self.sets.index(subset)
        return value * (k + 1) if self.uniform else 2 * k + (1 if value > 0 else 2)

    def holds(self, literal):
        variable = abs(literal) - 1
        if self.uniform:
            truth = self.chi[variable] > 0
        else:
            truth = self.chi[variable // 2] == (1 if variable % 2 == 0 else -1)
        return truth == (literal > 0)

    def clause_against(self, assumed):
        """The clause that is false exactly of these signs."""
        clause = []
        for subset, value in assumed.items():
            if value == 0:
                clause += [self.literal(subset, 1), self.literal(subset, -1)]
            elif self.uniform:
                clause.append(self.literal(subset, -value))
            else:
                clause.append(-self.literal(subset, value))
        return clause

    def true(self, clause):
        return any(self.holds(literal) for literal in clause)

    def evidence(self, *axioms, **more):
        base = {"kind": "chirotope", "vectors": "columns", "dimension": len(self.sets[0]), "uniform": self.uniform}
        return {**base, "sets": [list(subset) for subset in self.sets], "axioms": list(axioms), "lemmas": [], **more}


def signs_of(realisation, rng):
    """The signs of a realisation; read as uniform where that is allowed, every other time."""
    _, keys, rows = realisation
    chi = chirotope_of(keys, len(keys[0]))
    uniform = all(chi.values()) and not any("0" in row for row in rows) and rng.random() < 0.9
    return Signs(chi, uniform)
