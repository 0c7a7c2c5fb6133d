"""Functions that units with rounded sums compute: the counts, the definition of a unit, and what the search says."""

from itertools import product

import numpy as np
import pytest

import rounded_units
from headcount.bounds.unit_classes.fixed_unit_bounds import decide_fixed_unit
from headcount.questions import Head, Layer, Scope, Table, Unit, computation_question, least_size
from headcount.questions.grid import GRIDS

COUNTS = {  # N, p, grid, m, rounded sums: symmetric functions of N bits, all functions
    (3, 1, "midrise", 0, True): (16, 136), (3, 1, "twos", 1, True): (16, 256),
    (4, 1, "midrise", 0, False): (32, 1336), (4, 1, "midrise", 0, True): (18, 924),
    (4, 1, "midrise", 1, True): (32, 60592), (4, 1, "midrise", 1, False): (32, 62896),
    (4, 1, "twos", 0, True): (14, 796), (4, 1, "twos", 1, True): (24, 40148), (4, 1, "twos", 1, False): (32, 65536),
    (4, 2, "twos", 0, True): (32, 54016),
    (5, 1, "midrise", 0, True): (10, None), (5, 1, "midrise", 0, False): (64, None),
}  # fmt: skip


@pytest.mark.parametrize("cell", COUNTS, ids=str)
def test_counts(cell):
    symmetric, every = COUNTS[cell]
    assert len(rounded_units.symmetric_words(*cell)) == symmetric
    assert every is None or rounded_units.functions_computed(*cell) == every


def test_functions_that_one_coordinate_does_not_do():
    """One-bit numbers of the grid twos, four bits: alternating ones, and the like."""
    found = rounded_units.symmetric_words(4, 1, "twos", 1, True)
    missing = {"".join(word) for word in product("01", repeat=5)} - found
    assert missing == {"00100", "10100", "01010", "11010", "11011", "01011", "10101", "00101"}


@pytest.mark.parametrize(("grid", "m", "rounds"), list(product(("midrise", "twos"), (0, 1), (False, True))))
def test_rows_are_those_of_units(grid, m, rounds):
    """Every unit with N = 2, run by the definition."""
    numbers = list(GRIDS[grid](1))
    entries, queries = list(product(numbers, repeat=m + 1)), list(product(numbers, repeat=m))
    weights = "rounded" if rounds else "fixed"
    choices = set()
    for first in product(entries, repeat=2):
        codes = set()
        for query, last in product(queries, entries):
            rows = [*first, last, last]
            key, value = ([tuple(entry[part]) for entry in rows] for part in (slice(m), slice(m, None)))
            head = Head(*(Table("both", tuple(rows)) for rows in ([query] * 4,)), (Table("both", tuple(key)),),
                        (Table("both", tuple(value)),))  # fmt: skip
            unit = Unit(2, (Layer((head,), weights=weights, bits=1),))
            outputs = [unit.outputs((bit, 0))[1] for bit in (0, 1)]
            codes.add(int(rounded_units._packed(np.array([[outputs.index(row) for row in outputs]]))[0]))
        choices.add(frozenset(codes))
    assert rounded_units.partitions(2, 1, grid, m, rounds)[0] == choices


@pytest.mark.in_turn(8)
@pytest.mark.parametrize("word", ["".join(word) for word in product("01", repeat=5)])
def test_the_search_agrees(word):
    """Least m is 0 for the functions that are counted at m = 0, and for no others: certified."""
    answers = tuple((bits, (None, None, None, int(word[sum(bits)]))) for bits in product((0, 1), repeat=4))
    question = computation_question("table", answers=answers, alphabet=2, length=4)
    for grid in ("midrise", "twos"):
        asked = least_size(question, "m", f"ROUNDED(1, {grid})", read_out="any", dv=1, scope=Scope(null=False))
        found = decide_fixed_unit(asked, 0, 1000)
        computed = word in rounded_units.symmetric_words(4, 1, grid, 0, True)
        assert found.status.existence == ("feasible" if computed else "infeasible")
