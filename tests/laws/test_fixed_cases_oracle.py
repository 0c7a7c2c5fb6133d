"""Every task of two tokens asked at one position: a proof is found and accepted exactly if no unit does it.

The other side is brute force over all units by the evaluator of ``certificates/statement/unit.py``, which shares no
code with the checker's rows: the outputs of all single heads on all inputs, then all ways to put heads together.
"""

import time
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product

import pytest

import fixed_claims as fixed
from headcount.bounds.unit_classes.fixed_unit_bounds import branching_orders
from headcount.questions import Head, Layer, Table, Unit
from headcount.questions.grid import GRIDS
from headcount.solvers.units.fixed_case_search import Refuted
from headcount.solvers.units.fixed_tables import FixedTables, Found
from headcount.solvers.units.fixed_units import FixedUnits
from headcount.solvers.units.task_automorphisms import task_automorphisms

BITS = tuple(product((0, 1), repeat=2))
"""All words of two bits; the tasks are the 16 ways to answer 0 or 1 at position 0."""

SYMBOLS = ((0, 0), (0, 1), (0, 2))
"""A token that never changes and one of three: the tasks are the 27 ways to answer 0, 1 or 2."""


@cache
def outputs_of_heads(words, p, grid, m, null, tables):
    """What single heads put out at position 0 on the words, each once."""
    vectors, values = list(product(GRIDS[grid](p), repeat=m)), list(product(GRIDS[grid](p), repeat=1))
    alphabet = 1 + max(map(max, words))
    size = alphabet * (2 if tables == "both" else 1)
    used = sorted({j * alphabet * (tables == "both") + token for word in words for j, token in enumerate(word)})
    asked = sorted({word[0] for word in words})

    def table(rows, entries):
        known = dict(zip(rows, entries, strict=True))
        return Table(tables, tuple(known.get(row, entries[0]) for row in range(size)))

    found = set()
    for keys, vals in product(product(vectors, repeat=len(used)), product(values, repeat=len(used))):
        for queries in product(vectors, repeat=len(asked)):
            parts = table(asked, queries), (table(used, keys),), (table(used, vals),)
            heads = [Head(*parts)]
            if null:
                heads += [Head(*parts, (key,), (value,)) for key, value in product(vectors, values)]
            for head in heads:
                unit = Unit(alphabet, (Layer((head,), weights="fixed", bits=p),))
                found.add(tuple(unit.outputs(word)[0][0] for word in words))
    return sorted(found)


@cache
def feasible(words, functions, p, grid, m, heads, read_out, combine, null, tables):
    """The functions that some unit does."""
    rows = set()
    for chosen in combinations_with_replacement(outputs_of_heads(words, p, grid, m, null, tables), heads):
        rows.add(tuple(map(sum if combine == "sum" else tuple, zip(*chosen, strict=True))))
    done = set()
    pairs = [(a, b) for a in range(len(words)) for b in range(a) if words[a][0] == words[b][0]]
    if read_out == "any":
        for equal in {tuple((a, b) for a, b in pairs if r[a] == r[b]) for r in rows}:
            done |= {f for f in functions if all(f[a] == f[b] for a, b in equal)}
    else:
        for r in rows:
            for at in {*r, min(r) - Fraction(1)}:
                done.add(tuple(int(x > at) for x in r))
    return done


SIZES = {
    "midrise": [(1, 0, 1), (1, 1, 1), (1, 0, 2), (1, 1, 2), (2, 0, 1)],
    "twos": [(1, 0, 1), (1, 1, 1), (1, 0, 2), (2, 0, 1)],
}
"""p, m and H."""

SHAPES = [
    (p, grid, m, H, read_out, combine)
    for grid, sizes in SIZES.items()
    for p, m, H in sizes
    for read_out, combine in [("any", "sum"), ("any", "concat"), ("threshold", "sum")]
    if H > 1 or combine == "sum"
]


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("tables", ["both", "token"])
@pytest.mark.parametrize("null", [False, True])
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: "-".join(map(str, shape)))
def test_refuted_iff_no_unit_does_it(shape, null, tables):
    agree(BITS, tuple(product((0, 1), repeat=4)), shape, null, tables)


@pytest.mark.parametrize("tables", ["both", "token"])
@pytest.mark.parametrize("null", [False, True])
@pytest.mark.parametrize(
    "shape", [s for s in SHAPES if s[4] == "any" and s[:4] != (1, "midrise", 1, 2)], ids=lambda s: "-".join(map(str, s))
)
def test_refuted_iff_no_unit_tells_three_symbols(shape, null, tables):
    agree(SYMBOLS, tuple(product((0, 1, 2), repeat=3)), shape, null, tables)


def agree(words, functions, shape, null, tables):
    p, grid, m, H, read_out, combine = shape
    alphabet = 1 + max(map(max, words))
    possible = feasible(words, functions, p, grid, m, H, read_out, combine, null, tables)
    for function in functions:
        question = fixed.listed(alphabet, 2, [(word, (f, None)) for word, f in zip(words, function, strict=True)])
        problem = FixedTables(FixedUnits(question.of, p, grid, m, H, 1, read_out, combine, null, tables))
        automorphisms = task_automorphisms(question.of, time.monotonic() + 1000, alike=tables == "token")
        for order in branching_orders(problem):
            outcome = fixed.outcome_of(question, problem, order, automorphisms)
            assert outcome is (Found if function in possible else Refuted), function


def test_both_outcomes_occur():
    bits, symbols = tuple(product((0, 1), repeat=4)), tuple(product((0, 1, 2), repeat=3))
    for m, null, tables in ((1, True, "token"), (0, False, "token"), (0, False, "both")):
        assert 2 <= len(feasible(BITS, bits, 1, "midrise", m, 1, "threshold", "sum", null, tables)) < 16
    for H, combine in ((1, "sum"), (2, "sum"), (2, "concat")):
        count = len(feasible(SYMBOLS, symbols, 1, "midrise", 0, H, "any", combine, False, "both"))
        assert (count < 27) == (H == 1)
