"""Embeddings after rounding: what is stored is what was verified."""

from fractions import Fraction

import numpy as np
import pytest

from headcount import SignPattern, probe
from headcount.bounds.upper.embeddings import TYPES, EmbeddingError, rounded_embeddings, verified_margin
from headcount.bounds.upper.unit_tables import UnitTables, unit_tables


def exact_margin(queries, items, rows):
    """From the definition, in fractions; None if some selected item does not score above another one."""
    longest = max(sum(Fraction(x) ** 2 for x in item) for item in items.tolist())
    least = None
    for query, row in zip(queries.tolist(), rows, strict=True):
        scores = [sum(Fraction(a) * Fraction(b) for a, b in zip(query, item, strict=True)) for item in items.tolist()]
        inside = [s for s, want in zip(scores, row, strict=True) if want == "+"]
        outside = [s for s, want in zip(scores, row, strict=True) if want == "-"]
        if not inside or not outside:
            continue
        gap = min(inside) - max(outside)
        if gap <= 0:
            return None
        square = gap**2 / (4 * sum(Fraction(x) ** 2 for x in query) * longest)
        least = square if least is None else min(least, square)
    return least


@pytest.mark.parametrize("type", ["float64", "float32", "float16", "int16", "int8"])
def test_the_margin_is_the_exact_one_or_an_item_is_named(type):
    rng = np.random.default_rng(3)
    seen = set()
    for _ in range(40):
        queries, items = (rng.integers(-3, 4, (n, 2)).astype(type) for n in (3, 5))
        rows = tuple("".join(rng.choice(["+", "-", "*"], 5)) for _ in range(3))
        want = exact_margin(queries, items, rows)
        seen.add(want is None)
        if want is None and any("+" in row and "-" in row for row in rows):
            with pytest.raises(EmbeddingError, match="item"):
                verified_margin(queries, items, rows)
        else:
            margin = verified_margin(queries, items, rows)
            assert margin == float("inf") if want is None else margin**2 <= want <= (margin * (1 + 1e-9)) ** 2
    assert seen == {True, False}


def test_ties_within_the_rounding_error_are_decided_exactly():
    """0.1 + 0.2 against 0.3 as they are stored: above it by 2^-54, too little for a sum in floating point."""
    items = np.array([[0.1, 0.2, 0.0], [0.0, 0.0, 0.3]])
    above = Fraction(0.1) + Fraction(0.2) - Fraction(0.3)
    assert 0 < above < Fraction(1, 2**53)
    assert verified_margin(np.ones((1, 3)), items, ("+-",)) > 0
    with pytest.raises(EmbeddingError):
        verified_margin(np.ones((1, 3)), items, ("-+",))
    with pytest.raises(EmbeddingError):
        verified_margin(np.ones((1, 2)), np.array([[0.5, 0.25], [0.25, 0.5]]), ("+-",))


@pytest.mark.parametrize("type", TYPES)
def test_tables_of_a_bracket(type):
    rows = ("++---", "-++--", "--++-", "+--+-", "*---+", "+-+-+")
    bracket = probe(SignPattern(rows, null=False), budget=1000)
    found = rounded_embeddings(unit_tables(bracket.upper), rows, type)
    assert found.d == bracket.upper.value
    assert found.queries.dtype == found.items.dtype == np.dtype(type)
    assert found.margin**2 <= exact_margin(found.queries, found.items, rows)


def test_what_does_not_survive_rounding_is_refused():
    fine = [(Fraction(1), Fraction(k, 10**6)) for k in range(4)]
    tables = UnitTables(((Fraction(0), Fraction(1)),), tuple(fine), 2, False)
    assert rounded_embeddings(tables, ("---+",), "int8").margin > 0  # each coordinate is scaled
    close = [(Fraction(1), 1 + Fraction(k, 10**6)) for k in range(4)]
    with pytest.raises(EmbeddingError, match="take a wider type"):
        rounded_embeddings(UnitTables(tables.queries, tuple(close), 2, False), ("---+",), "int8")
    assert rounded_embeddings(UnitTables(tables.queries, tuple(close), 2, False), ("---+",), "float64").margin > 0
    with pytest.raises(ValueError, match="must be one of"):
        rounded_embeddings(tables, ("---+",), "int4")
