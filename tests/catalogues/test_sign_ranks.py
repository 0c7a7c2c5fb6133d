"""Sign-ranks of all small matrices, against brute force, other engines and hostile certificates."""

import copy
import json
import random

import numpy as np
import pytest
import z3

import headcount
from exact_sign_rank import sign_rank
from headcount.catalogues.critical_matrices import critical, is_critical, parts_without_a_line, sizes_of
from headcount.catalogues.forbidden_parts import FORBIDDEN_PARTS
from headcount.catalogues.sign_matrices import asked, rows_of, text_of, words_of
from headcount.catalogues.sign_rank_certificates import bounds_of, lower_of, upper_of
from headcount.catalogues.sign_ranks import SIGN_RANKS
from headcount.solvers.sign_rank.matrix_classes import canonical, classes, turned
from headcount.solvers.sign_rank.small_matrices import signs_of_rows

pytestmark = pytest.mark.xdist_group("compiled signs")  # half a minute in a new checkout, in one worker

SHAPES = [(k, n) for n in range(2, 6) for k in range(2, n + 1)]


def values(rows, n):
    return [bound.value for bound in bounds_of(np.array(rows, np.int64), n)]


@pytest.mark.parametrize(("k", "n"), [*SHAPES, (4, 7), (4, 8), (5, 7), (5, 8)])
def test_every_class_against_brute_force(k, n):
    for rows in classes(k, n):
        truth = sign_rank(words_of(rows, n))
        assert values(rows, n) == [truth, truth]
        assert sizes_of(rows, n)[1] == truth


def test_lines_that_are_equal_up_to_sign():
    rng = random.Random(1)
    for k, n in ((2, 2), (3, 3), (4, 3), (3, 5), (5, 5), (6, 5)):
        for _ in range(6):
            rows = [rng.getrandbits(n) for _ in range(k)]
            truth = sign_rank(words_of(rows, n))
            assert values(rows, n) == [truth, truth]


def test_lower_bounds_of_images():
    """The cycle of a minimal part, which may be tall, or turned to be found: the checker accepts each."""
    rng = random.Random(2)
    for k, n in ((6, 6), (8, 6), (6, 8), (8, 8), (8, 5)):
        for _ in range(10):
            rows = np.array([rng.getrandbits(n) for _ in range(k)], np.int64)
            lower, upper = bounds_of(rows, n)
            turned_lower, turned_upper = bounds_of(turned(rows, n), k)
            assert lower.value == upper.value == turned_lower.value == turned_upper.value


@pytest.mark.slow
def test_the_single_engine_says_the_same():
    rng = random.Random(3)
    for n, count in ((4, 3), (5, 4), (6, 6), (7, 6)):
        for rows in rng.sample(classes(n, n).tolist(), count):
            found = headcount.probe(headcount.SignPattern(tuple(words_of(rows, n)), null=True), budget=1000)
            assert [found.lower.value, found.upper.value] == values(rows, n)


@pytest.mark.slow
def test_z3_says_the_same():
    rng = random.Random(4)
    for n, count in ((3, 1), (4, 3), (5, 3)):
        for rows in rng.sample(classes(n, n).tolist(), count):
            rank, signs = values(rows, n)[0], signs_of_rows(np.array(rows), n)
            assert solved(signs, rank) == "sat" and solved(signs, rank - 1) == "unsat"


def solved(signs, d):
    """z3 on real vectors of d coordinates."""
    solver = z3.Solver()
    left, right = (
        [z3.RealVector(f"{side}{i}_", d) for i in range(size)] for side, size in zip("wu", signs.shape, strict=True)
    )
    for (r, c), sign in np.ndenumerate(signs):
        solver.add(int(sign) * sum(x * y for x, y in zip(left[r], right[c], strict=True)) > 0)
    return str(solver.check())


def test_a_table_of_all_sizes():
    tallies = []
    for n in range(1, 7):
        entries = SIGN_RANKS.settle(n, SIGN_RANKS.keys(n), None)
        assert all(entry.fields["sign_rank"][0] == entry.fields["sign_rank"][1] for entry in entries)
        found = [entry.fields["sign_rank"][0] for entry in entries]
        tallies.append({rank: found.count(rank) for rank in sorted(set(found))})
    assert tallies == [{1: 1}, {2: 1}, {2: 1}, {2: 1, 3: 2}, {2: 1, 3: 7}, {2: 1, 3: 55, 4: 6}]


def test_keys():
    for k, n in ((1, 1), (2, 2), (4, 5), (5, 8)):
        for form in classes(k, n).tolist():
            rows, width = rows_of(text_of(form, n))
            assert (rows.tolist(), width) == (form, n)


def refused(certificate):
    verdict = headcount.check(certificate)
    assert isinstance(verdict, headcount.Rejected | headcount.Malformed)
    return verdict


def test_a_wrong_minor_is_refused():
    """The certificate of another class, a cycle moved to other lines, a larger value, a part that is none."""
    entries = SIGN_RANKS.settle(6, SIGN_RANKS.keys(6)[-8:], None)
    four = next(entry for entry in entries if entry.fields["sign_rank"] == [4, 4])
    (certificate,) = four.claims
    assert headcount.check(certificate)
    swapped = copy.deepcopy(certificate)
    swapped["question"]["rows"] = SIGN_RANKS.settle(6, ["6x6:000107080e10"], None)[0].fields["rows"]
    refused(swapped)
    for change in (lambda rows: rows[1:] + rows[:1], lambda rows: [rows[0].replace("+", "-", 3), *rows[1:]]):
        other = copy.deepcopy(certificate)
        other["question"]["rows"] = change(other["question"]["rows"])
        assert refused(other).code in ("theorem", "value-not-proved", "evaluate")
    for i in range(len(certificate["claims"][0]["proof"]["members"])):
        fewer = copy.deepcopy(certificate)
        del fewer["claims"][0]["proof"]["members"][i]
        assert refused(fewer).code == "theorem"
    for side, step in ((0, 1), (1, -1)):
        more = copy.deepcopy(certificate)
        more["claims"][side]["value"] += step
        refused(more)


def test_a_bound_that_does_not_hold_is_not_made():
    rows = np.array([0b0000, 0b0001, 0b0011, 0b0111], np.int64)  # a staircase: sign-rank 2
    assert upper_of(rows, 4, 1) is None
    with pytest.raises((IndexError, KeyError, ValueError, TypeError)):
        lower_of(rows, 4, 3)


def parts(rows, n):
    """All parts of a matrix, as classes."""
    found, waiting = set(), [(tuple(map(int, rows)), n)]
    while waiting:
        part = waiting.pop()
        if part in found:
            continue
        found.add(part)
        k, width = len(part[0]), part[1]
        for _, less, fewer in parts_without_a_line(np.array(part[0], np.int64), width):
            if len(less) and fewer and min(k, width) > 1:
                form, _, order, _ = canonical(less.tolist(), fewer)
                waiting.append((tuple(form), len(order)))
    return found


def test_forbidden_parts_decide_every_class():
    """A sign-rank is the largest one of a forbidden part."""
    listed = {}
    for key in FORBIDDEN_PARTS.keys(6):
        rows, n = rows_of(key)
        listed[tuple(rows.tolist()), n] = sizes_of(rows, n)[1]
    assert sorted(listed.values()) == [2, 3, 4, 4, 4]
    for k, n in ((2, 2), (3, 3), (3, 4), (4, 4), (4, 5), (5, 5), (5, 6), (6, 6)):
        for rows in classes(k, n):
            largest = max(listed.get(part, 1) for part in parts(rows, n))
            assert largest == sizes_of(rows, n)[1]


@pytest.mark.parametrize(("k", "n"), SHAPES)
def test_critical_ones_by_brute_force(k, n):
    for rows in classes(k, n):
        rank = sign_rank(words_of(rows, n))
        smaller = [sign_rank(words_of(part, width)) < rank for _, part, width in parts_without_a_line(rows, n)]
        assert is_critical(rows, n) is all(smaller)
        assert (tuple(rows.tolist()) in critical(k, n)) is all(smaller)


@pytest.mark.slow
def test_the_inner_product_of_three_bits():
    rows = [int("".join(str((a & b).bit_count() % 2) for b in range(8)), 2) for a in range(8)]
    form = canonical(rows, 8)[0]
    (entry,) = SIGN_RANKS.settle(8, [text_of(form, 8)], None)
    assert entry.fields["sign_rank"] == [5, 5] and headcount.check(entry.claims[0])
    again = SIGN_RANKS.settle(8, [text_of(form, 8)], None)
    assert json.dumps(again[0].claims) == json.dumps(entry.claims)
    assert is_critical(np.array(form), 8)


FIVE = ("8x8:00030c0f3437515d", "8x8:000f333c555a6669")
"""The critical matrices of sign-rank 5 with at most 8 rows and columns; all other 8 x 8 matrices have less."""


@pytest.mark.slow
def test_every_matrix_of_eight_rows_and_nine_columns_has_a_part_of_sign_rank_four():
    """At most one other part of 8 columns has sign-rank 5 if one has: so 9 x 9 matrices have sign-rank 5 or less."""
    for key in FIVE:
        for rows in (rows_of(key)[0], turned(*rows_of(key))):
            for column in range(256):
                wide = [f"{row:08b}{column >> i & 1}" for i, row in enumerate(rows.tolist())]
                parts = [[int(row[:c] + row[c + 1 :], 2) for row in wide] for c in range(8)]
                assert sum(text_of(canonical(part, 8)[0], 8) in FIVE for part in parts) <= 1


def test_a_row_and_a_column_add_one_dimension_at_most():
    """The vectors of ``docs/explanation/small_sign_ranks.rst``."""
    rng = np.random.default_rng(0)
    for k, n, d in ((2, 3, 1), (4, 4, 2), (6, 5, 3)):
        left, right = rng.integers(1, 9, (k, d)) * rng.choice((-1, 1), (k, d)), rng.integers(1, 9, (n, d)) * 2 - 9
        signs = np.sign(left @ right.T)
        old, row, column, corner = signs != 0, rng.choice((-1, 1), n), rng.choice((-1, 1), k), rng.choice((-1, 1))
        small = 0.01
        queries = np.block([[left, small * column[:, None]], [np.zeros((1, d)), corner]])
        keys = np.block([[right, small * corner * row[:, None]], [np.zeros((1, d)), 1]])
        found = np.sign(queries @ keys.T)
        assert (found[:k, :n] == signs)[old].all() and (found[:k, n] == column).all()
        assert (found[k, :n] == row).all() and found[k, n] == corner


def test_questions_are_those_of_sign_ranks():
    question = asked([0, 1], 2)
    assert question.null and list(question.pattern.rows) == ["++", "+-"]
