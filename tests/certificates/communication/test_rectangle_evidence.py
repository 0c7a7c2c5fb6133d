"""Certificates of fooling sets, covers and partitions with one thing changed: what is accepted has to be true.

The oracle is brute force over all rectangles, of its own.
"""

import copy
import json
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from headcount.core.verdict import Accepted, Malformed, Rejected
from headcount.questions import CommunicationMatrix
from headcount.core.check import check
from headcount.measures.antichain import least_for_antichain

HERE = Path(__file__).parent
KINDS = (
    "pairs",
    "rectangles",
    "lines",
    "different",
    "antichain",
    "cover-refutation",
    "partition-refutation",
    "fooling-refutation",
)
FILES = sorted(path for kind in KINDS for path in (HERE / "accept").glob(f"{kind}-*.json"))


@cache
def true_value(measure, rows):
    """The measure by brute force: dynamic programming over sets of entries, or a search for the largest set."""
    value = measure[-1]
    other = "10"[int(value)]
    cells = [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == value]
    number = {cell: k for k, cell in enumerate(cells)}
    if measure.startswith("fooling"):
        apart = [
            sum(1 << number[i, j] for i, j in cells if other in (rows[r][j], rows[i][c]) and (i, j) != (r, c))
            for r, c in cells
        ]
        return _largest(apart, 2 ** len(cells) - 1)
    held = set()
    for size in range(1, len(rows) + 1):
        for chosen in combinations(range(len(rows)), size):
            columns = [c for c in range(len(rows[0])) if all(rows[r][c] != other for r in chosen)]
            subsets = [columns]
            if measure.startswith("partition"):
                subsets = [s for k in range(1, len(columns) + 1) for s in combinations(columns, k)]
            held |= {sum(1 << number[r, c] for r in chosen for c in s if (r, c) in number) for s in subsets}
    return _fewest(frozenset(held - {0}), 2 ** len(cells) - 1, measure.startswith("partition"))


def _largest(apart, candidates):
    if not candidates:
        return 0
    first = candidates & -candidates
    with_first = 1 + _largest(apart, candidates & apart[first.bit_length() - 1])
    if with_first > (candidates ^ first).bit_count():
        return with_first
    return max(with_first, _largest(apart, candidates ^ first))


def _fewest(held, everything, disjoint):
    """Iterative deepening on the first entry that is not held."""
    largest = max(map(int.bit_count, held), default=0)
    failed = set()

    def possible(left, count):
        if not left:
            return True
        if count * largest < left.bit_count() or (left, count) in failed:
            return False
        first = left & -left
        if any(possible(left & ~h, count - 1) for h in held if h & first and not (disjoint and h & ~left)):
            return True
        failed.add((left, count))
        return False

    return next(k for k in range(everything.bit_count() + 1) if possible(everything, k))


def test_the_oracle_on_known_values():
    equality = ("100", "010", "001")
    assert [true_value(m, equality) for m in ("fooling0", "fooling1", "cover0", "cover1", "partition0")] == [
        3,
        3,
        3,
        3,
        3,
    ]
    assert true_value("cover1", ("110", "011", "101")) == 3
    assert true_value("cover1", ("110", "011", "1*1")) == 2
    assert true_value("cover0", ("0*", "*0")) == 1


def is_true(certificate):
    """Whether the only claim of a certificate holds."""
    question, claim = certificate["question"], certificate["claims"][0]
    matrix = (
        CommunicationMatrix(tuple(question["rows"]))
        if question["of"] == "matrix"
        else CommunicationMatrix.named(question["of"], question["n"])
    )
    exact, stated = true_value(claim["measure"], matrix.rows), Fraction(claim["value"])
    return exact >= stated if claim["side"] == "lower" else exact <= stated


def mutants(value):
    """Copies of a JSON value with one thing changed: a number, a place in a list, a word."""
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield from (value - 1, value + 1, -value)
    elif isinstance(value, str):
        if value.lstrip("-").isdigit():
            yield from (str(int(value) - 1), str(int(value) + 1))
        elif set(value) <= set("01*"):
            for k, x in enumerate(value):
                yield value[:k] + {"0": "1", "1": "*", "*": "0"}[x] + value[k + 1 :]
        elif value in ("rows", "columns"):
            yield "columns" if value == "rows" else "rows"
        elif value[:-1] in ("cover", "partition", "fooling"):
            yield from (f"{name}{b}" for name in ("cover", "partition", "fooling") for b in "01")
    elif isinstance(value, dict):
        for key, inner in value.items():
            for changed in mutants(inner):
                yield {**value, key: changed}
    else:
        for k, inner in enumerate(value):
            yield value[:k] + value[k + 1 :]
            for changed in mutants(inner):
                yield [*value[:k], changed, *value[k + 1 :]]


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_accepted_mutant_is_true(path):
    certificate = json.loads(path.read_text())
    small = {key: certificate[key] for key in ("question", "claims")}
    assert is_true(small)
    changed = ("question", "claims")
    if certificate["question"].get("n", 0) > 2 or len(certificate["question"].get("rows", "")) > 5:
        changed = ("claims",)  # the oracle takes too long for many matrices of this size
    every = [{**small, key: value} for key in changed for value in mutants(small[key])]
    step = max(1, len(every) // 300)
    answers = {Accepted: 0, Rejected: 0, Malformed: 0}
    for mutant in every[::step]:
        verdict = check({**copy.deepcopy(certificate), **mutant})
        answers[type(verdict)] += 1
        if isinstance(verdict, Accepted):
            assert is_true(mutant), mutant
    assert answers[Rejected] + answers[Malformed] > 0


def test_every_kind_has_a_file():
    assert {path.stem.split("-disj")[0] for path in FILES} >= {"pairs", "different"}
    assert all(any(path.stem.startswith(kind) for path in FILES) for kind in KINDS)


def test_least_for_antichain_against_all_families():
    # The largest antichain among the subsets of k elements, found by search.
    for k in (2, 3):
        subsets = range(2**k)
        apart = [sum(1 << b for b in subsets if a & ~b and b & ~a) for a in subsets]
        largest = _largest(apart, 2 ** (2**k) - 1)
        assert least_for_antichain(largest) == k
        assert least_for_antichain(largest + 1) == k + 1
