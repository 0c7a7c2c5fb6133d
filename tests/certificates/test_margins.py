"""Margins of unit vectors: closed values, refusals one edit away, and an attack against vectors and weights."""

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import asking
import margin_claims
import second_opinion
from headcount.bounds.unit_margins import margin_lower, margin_upper
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted, Malformed, Rejected
from headcount.questions import SignPattern, pattern_question


@pytest.mark.parametrize("name", margin_claims.ACCEPTED)
def test_accepted(name):
    verdict = check(margin_claims.ACCEPTED[name])
    assert isinstance(verdict, Accepted), verdict
    assert "margin^2" in verdict.statement
    assert second_opinion.checked(margin_claims.ACCEPTED[name]).startswith("ACCEPTED")


@pytest.mark.parametrize("name", margin_claims.REJECTED)
def test_rejected(name):
    certificate, code = margin_claims.REJECTED[name]
    verdict = check(certificate)
    assert isinstance(verdict, Rejected), verdict
    assert verdict.code == code
    assert second_opinion.checked(certificate).partition(" ")[0] in ("REJECTED", "MALFORMED")


@pytest.mark.parametrize("name", margin_claims.MALFORMED)
def test_malformed(name):
    certificate, where = margin_claims.MALFORMED[name]
    verdict = check(certificate)
    assert isinstance(verdict, Malformed)
    assert verdict.where == where
    assert second_opinion.checked(certificate).partition(" ")[0] in ("REJECTED", "MALFORMED")


def test_a_bracket_that_crosses_is_refused():
    lower = margin_claims.margin(3, "lower", "1/4", margin_claims.VECTORS)
    upper = margin_claims.margin(3, "upper", "1/5", margin_claims.CEILING)
    verdict = check(margin_claims.file(margin_claims.pattern(margin_claims.subsets(6, 1)), lower, upper))
    assert isinstance(verdict, Rejected)
    assert verdict.code == "crossed-bounds"


@pytest.mark.parametrize("n, k, d, square", [
    (4, 1, 2, "1/4"), (4, 1, 3, "4/9"), (5, 1, 3, "1/4"), (5, 1, 4, "25/64"), (6, 1, 3, "1/4"), (6, 1, 4, "1/4"),
    (6, 1, 5, "9/25"), (6, 2, 4, "1/16"), (6, 2, 5, "9/40"), (4, 2, 3, "1/3"), (5, 2, 4, "25/96"), (8, 2, 7, "4/21"),
    (8, 3, 6, "1/36"), (6, 2, 3, "0"), (4, 1, 1, "0"), (6, 4, 4, "1/16"), (4, 3, 2, "1/4"),
])  # fmt: skip
def test_closed_values(n, k, d, square):
    """All k-subsets of n: the theorems and exact vectors meet (those of k = 1 in the plane: see the next test)."""
    question = pattern_question(SignPattern(tuple(margin_claims.subsets(n, k)), null=False))
    upper = margin_upper(question, d)
    assert upper.square == Fraction(square)
    lower = margin_lower(question, d, np.random.default_rng(0), 0.0, enough=upper.square) if upper.square else None
    assert (lower.square if lower else 0) == Fraction(square)


@pytest.mark.parametrize("n", [3, 5, 6, 7, 8])
def test_neighbours_on_a_circle(n):
    """sin(pi/n)^2, to nine digits; attained by regular polygons."""
    question = pattern_question(SignPattern(tuple(margin_claims.subsets(n, 1)), null=False))
    value = np.sin(np.pi / n) ** 2
    assert float(margin_upper(question, 2).square) == pytest.approx(value**2, rel=1e-9)
    found = margin_lower(question, 2, np.random.default_rng(0), 0.0)
    assert found.margin == pytest.approx(value, rel=1e-6)


def hostile(rng, rows, d):
    """A random proof about a pattern and its side."""
    n, kind = len(rows[0]), rng.randrange(4)
    lines = {"lines": sorted(rng.sample(range(n), rng.randint(1, n)))} if rng.random() < 0.3 else {}
    if kind == 0:
        name = rng.choice(["of a simplex", "at a Radon point", "of neighbours"])
        return "upper", margin_claims.theorem(f"margin {name}", k=rng.randint(0, n), **lines)
    if kind == 1:
        given = {"k": rng.randint(0, n), **lines, "margin": str(Fraction(rng.randint(0, 20), 20))}
        return "upper", margin_claims.theorem("margin by packing", **given)
    if kind == 2:
        block = [[rng.randint(0, 3) * {"+": 1, "-": -1}.get(s, rng.choice([0, 0, 0, 1])) for s in row] for row in rows]
        for row in block:
            row[rng.randrange(n)] -= sum(row)
        weights = [[rng.randint(0, top) for _ in range(count)] for count, top in ((len(rows), 2), (n, 40))]
        return "upper", {"rule": "psd", "system": "ceiling", "block": block,
                         "row_weights": weights[0], "column_weights": weights[1]}  # fmt: skip
    width = rng.randint(0, d + 1)
    tables = [[[rng.randint(-2, 2) for _ in range(width)] for _ in range(count)] for count in (len(rows), n)]
    square = rng.choice([sum(x * x for x in tables[1][0]) or 1, rng.randint(1, 9)])
    shown = {"form": [1] * width, "square": square, "queries": tables[0], "keys": tables[1]}
    return "lower", {"rule": "evaluate", "exhibit": "unit-vectors", **shown}


def truths(rng, count):
    """Patterns with the squares that vectors reach, and those above which there are none, found by the engines."""
    for _ in range(count):
        rows = tuple("".join(rng.choice("++--*") for _ in range(rng.randint(2, 4))) for _ in range(1))
        n = len(rows[0])
        rows += tuple("".join(rng.choice("++--*") for _ in range(n)) for _ in range(rng.randint(0, 3)))
        if not any("+" in row and "-" in row for row in rows):
            continue
        question, d = pattern_question(SignPattern(rows, null=False)), rng.randint(1, 3)
        low = margin_lower(question, d, np.random.default_rng(1), 0.0)
        yield rows, d, low.square if low else Fraction(0), margin_upper(question, d).square


@pytest.mark.parametrize("patterns, proofs", [(30, 60), pytest.param(300, 300, marks=pytest.mark.slow)])
def test_no_hostile_proof_crosses_what_is_known(patterns, proofs):
    rng, met = random.Random(7), {"upper": 0, "lower": 0}
    for rows, d, low, high in truths(rng, patterns):
        assert low <= high
        for _ in range(proofs):
            side, proof = hostile(rng, rows, d)
            claim = {"quantity": "margin", "d": d, "side": side, "value": "0" if side == "lower" else "1"}
            value = asking.proved(margin_claims.pattern(rows), claim, proof)
            if value is not None:
                met[side] += 1
                assert value >= low if side == "upper" else value <= high, (rows, d, proof)
    assert min(met.values()) > patterns / 3


def test_other_proofs_say_nothing_of_margins():
    """A proof of a size, at hand for a statement, is none of a margin."""
    rows = margin_claims.subsets(4, 2)
    proofs = [margin_claims.theorem("identity"), margin_claims.theorem("columns independent", k=3),
              {"rule": "evaluate", "exhibit": "order"}, {"rule": "map", "name": "part", "of": 0},
              {"rule": "psd", "system": "margin", "block": [[0] * 4] * 6, "row_weights": [1] * 6,
               "column_weights": [1] * 4}]  # fmt: skip
    for proof, side in product(proofs, ("lower", "upper")):
        claim = {"quantity": "margin", "d": 3, "side": side, "value": "1" if side == "lower" else "0"}
        earlier = [{"resource": "m", "unit_class": "SIGN", "side": side, "value": 3}]
        assert not asking.accepts(margin_claims.pattern(rows), claim, proof, earlier)
