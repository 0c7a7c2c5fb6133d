"""The psd rule against floating-point values: numbers near the best ones, mutated and hostile ones; nothing false."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import ceil

import numpy as np

import brute_matrices
import brute_patterns
import exact_sign_rank
from asking import accepts, proved, width
from brute_matrices import small_matrices
from headcount.certificates.definite import eliminated, is_positive_semidefinite, squares_and_remainder
from headcount.certificates.meaning.quantities import MEASURES
from headcount.certificates.meter import Meter
from headcount.certificates.psd import FREE, NORMS
from mutants import mutated

NEAR = 10**-5
ALPHA = Fraction(3, 2)
SIGN = {"0": -1, "1": 1, "*": 0}


def psd(system, **numbers):
    return {"rule": "psd", "system": system, **numbers}


def kinds(rows):
    """The different rows and columns, and how often they occur."""
    height, width = list(dict.fromkeys(rows)), list(dict.fromkeys(zip(*rows, strict=True)))
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    part = [[row[columns.index("".join(column))] for column in width] for row in height]
    return part, [rows.count(row) for row in height], [columns.count("".join(column)) for column in width]


def balanced(table, weights=None, rounds=200):
    """Unit vectors u, v that make the trace norm of (u_i B_ij v_j) large (or those given), and its polar factor."""
    n, k = table.shape
    u, v = weights or (np.ones(n) / np.sqrt(n), np.ones(k) / np.sqrt(k))
    for _ in range(rounds if weights is None else 1):
        left, values, right = np.linalg.svd(u[:, None] * table * v, full_matrices=False)
        squares = (left**2 * values).sum(axis=1) / u**2, (right.T**2 * values).sum(axis=1) / v**2
        if weights is None:
            u, v = u * squares[0] ** 0.25 + 1e-9, v * squares[1] ** 0.25 + 1e-9
            u, v = u / np.linalg.norm(u), v / np.linalg.norm(v)
    left, values, right = np.linalg.svd(u[:, None] * table * v, full_matrices=False)
    gram = (left * values) @ left.T / np.outer(u, u), (right.T * values) @ right / np.outer(v, v)
    return u, v, gram, left @ right


def near_best(rows, measure, scale=10**4):
    """A Gram matrix and weights for a measure of a matrix, rounded to the safe side."""
    part, rs, cs = kinds(rows)
    table = np.array([[SIGN[x] if measure != "gamma2_01" else int(x == "1") for x in row] for row in part], float)
    given = (np.sqrt(np.array(rs, float)), np.sqrt(np.array(cs, float))) if measure == "trace_norm" else None
    u, v, gram, polar = balanced(table, given)
    slack = len(rs) + len(cs)
    triangles = [[[round(scale * x) + slack * (i == j) for j, x in enumerate(row[: i + 1])]
                  for i, row in enumerate(side)] for side in gram]  # fmt: skip
    block = {"block": [[int(scale * x) for x in row] for row in table]} if measure in FREE else {}
    yield "upper", psd("gram", scale=scale, rows=triangles[0], columns=triangles[1], **block)
    weights = [[round(scale * x) for x in row] for row in u[:, None] * polar * v]
    if measure in FREE:
        weights = [[z if z * s > 0 else 0 for z, s in zip(zs, row, strict=True)]
                   for zs, row in zip(weights, table, strict=True)]  # fmt: skip
    sides = [[int(scale * x * x) + slack for x in side] for side in (u, v)]
    if measure in FREE:
        sides = [[x + int(max(1, scale * 0.3)) for x in side] for side in sides]
    yield "lower", psd("weights", block=weights, row_weights=sides[0], column_weights=sides[1])


def stated(measure, side):
    alpha = {"alpha": str(ALPHA)} if measure == "gamma2_alpha" else {}
    return {"measure": measure, "side": side, "value": "1", **alpha}


def truth(rows, measure):
    if "*" in "".join(rows) and not MEASURES[measure].promise:
        return None
    return brute_matrices.measure(rows, measure, ALPHA if measure == "gamma2_alpha" else None)


def numbers_agree(matrices, seed, mutants, measures=NORMS):
    """(proofs, values, values within 1 % of the true one) of near-best numbers and their mutants."""
    rng, made, drawn, tight = random.Random(seed), 0, 0, 0
    for rows in matrices:
        statement = {"task": "communication", "of": "matrix", "rows": list(rows)}
        for measure in measures:
            exact = truth(rows, measure)
            if exact is None:
                continue
            for side, proof in near_best(rows, measure):
                value = proved(statement, stated(measure, side), proof)
                tight += value is not None and abs(float(value) - exact) <= 0.01 * (1 + exact)
                tries = [proof, *(mutated(proof, rng) for _ in range(mutants))]
                tries += [mutated(mutated(proof, rng), rng) for _ in range(mutants)]
                for one, end, other in product(tries, ("lower", "upper"), {measure, rng.choice(NORMS)}):
                    one = {"rule": "psd", "system": proof["system"], **one}
                    value, made = proved(statement, stated(other, end), one), made + 1
                    known = None if value is None else truth(rows, other)
                    drawn += value is not None
                    if known is not None:
                        room = NEAR * (1 + known)
                        fine = float(value) <= known + room if end == "lower" else float(value) >= known - room
                        assert fine, (rows, other, end, one, float(value), known)
    return made, drawn, tight


def hostile_numbers(count, seed):
    """Small numbers of no meaning: (proofs, values)."""
    rng, drawn = random.Random(seed), 0
    shapes = [rows for rows in small_matrices(2, 2)] + [("11", "11", "10"), ("000",), ("1", "0", "1"), ("*1", "1*")]
    for _ in range(count):
        rows = rng.choice(shapes)
        part, rs, cs = kinds(rows)
        low, high = rng.choice(((-1, 1), (0, 3), (-2, 5), (0, 0)))

        def number(low=low, high=high):
            return rng.randint(low, high)

        sides = [[[number() for _ in range(i)] + [rng.randint(0, 6)] for i in range(1, len(s) + 1)] for s in (rs, cs)]
        sides = [[row[1:] if rng.random() < 0.95 else row for row in side] for side in sides]
        block = [
            [number() if x == "*" or rng.random() < 0.3 else SIGN[x] * rng.randint(0, 3) for x in row] for row in part
        ]
        measure, end = rng.choice(NORMS), rng.choice(("lower", "upper"))
        if rng.random() < 0.5:
            free = {"block": block} if (measure in FREE) == (rng.random() < 0.95) else {}
            proof = psd("gram", scale=rng.randint(1, 3), rows=sides[0], columns=sides[1], **free)
        else:
            weights = [[rng.choice((0, 0, 1, 2, 5)) for _ in side] for side in (rs, cs)]
            proof = psd("weights", block=block, row_weights=weights[0], column_weights=weights[1])
        statement = {"task": "communication", "of": "matrix", "rows": list(rows)}
        value = proved(statement, stated(measure, end), proof)
        known = None if value is None else truth(rows, measure)
        drawn += value is not None
        if known is not None:
            fine = float(value) <= known + NEAR if end == "lower" else float(value) >= known - NEAR
            assert fine, (rows, measure, end, proof, float(value), known)
    return count, drawn


QUICK = [("01", "10"), ("11", "10"), ("1",), ("0", "0"), ("110", "110", "001"), ("111", "101", "101")]
GIVEN = ("gamma2", "gamma2_01", "trace_norm")


def test_near_best_numbers_and_their_mutants():
    made, drawn, tight = numbers_agree(QUICK, 1, 12, GIVEN)
    assert made > 2000 and drawn > 150 and tight >= 34


def test_numbers_where_the_matrix_is_free():
    made, drawn, _ = numbers_agree([("01",), ("1*",), ("*0", "1*")], 2, 10, FREE)
    assert made > 250 and drawn > 30


def test_small_hostile_numbers():
    made, drawn = hostile_numbers(600, 3)
    assert drawn > 20, made


def norms_agree(matrices):
    """Of the spectral norm: what is larger than it is proved, what is smaller is not."""
    count = 0
    for rows in matrices:
        exact = np.linalg.norm([[SIGN[x] for x in row] for row in rows], 2)
        statement = {"task": "communication", "of": "matrix", "rows": list(rows)}
        for step in (-1, -(10**-4), 10**-4, 1, 10**9):
            norm = Fraction(float(exact) + step).limit_denominator(10**7)
            shown = proved(statement, stated("spectral_norm", "upper"), psd("norm", norm=str(norm)))
            assert norm < 0 or (shown is not None) == (step > 0), (rows, norm)
            assert shown is None or shown == norm
            count += 1
        assert proved(statement, stated("spectral_norm", "lower"), psd("norm", norm="9")) is None
        assert proved(statement, stated("trace_norm", "upper"), psd("norm", norm="9")) is None
        assert proved(statement, stated("spectral_norm", "upper"), psd("norm", norm="0")) is None
    return count


def test_norms_of_matrices_with_copies():
    assert norms_agree([rows for rows in small_matrices(3, 3) if "*" not in "".join(rows)]) > 300


def margins_agree(count, seed):
    """(proofs, true bounds, bounds shown) of weights on the scores of a grid, against all tables."""
    rng, made, true, shown = random.Random(seed), 0, 0, 0
    for _ in range(count):
        N, null = rng.randint(1, 4), rng.random() < 0.3
        rows = [
            "".join(rng.choice("+-0*" if rng.random() < 0.3 else "+-") for _ in range(N))
            for _ in range(rng.randint(1, 4))
        ]
        statement = {"task": "pattern", "rows": rows, "null": null}
        grid, gap, p = rng.choice(("midrise", "twos")), rng.choice((Fraction(1, 2), 1, 2, 4)), rng.randint(1, 2)
        low, high = brute_patterns.grid_width(tuple(rows), null, p, grid, Fraction(gap))
        words = [row + "0" * null for row in rows]
        best = 0
        for _ in range(6):
            block = []
            for word in words:
                row = [{"+": 1, "-": -1}.get(x, 0) * rng.randint(0, 3) for x in word]
                places = [c for c, x in enumerate(word) if x in ("0", "+" if sum(row) < 0 else "-")]
                if places:
                    row[rng.choice(places)] -= sum(row)
                block.append(row if rng.random() < 0.97 else [x + 1 for x in row])
            norm = np.linalg.norm(block, 2)
            extra = rng.choice((0.001, 0.001, -0.1, 1))
            d, e = ([int(np.ceil(1000 * (norm + extra)))] * side for side in (len(words), len(words[0])))
            d[0] = 0 if rng.random() < 0.05 else d[0]
            block = [[1000 * x for x in row] for row in block]
            for value in range(1, 5):
                claim = {
                    "resource": "m",
                    "unit_class": f"GRID({p}, {grid}, gap {gap})",
                    "side": "lower",
                    "value": value,
                }
                made += 1
                if accepts(statement, claim, psd("margin", block=block, row_weights=[max(0, x) for x in d],
                                                 column_weights=[max(0, x) for x in e])):  # fmt: skip
                    best = max(best, value)
                    assert high is None or value <= high, (statement, claim, block, d, e, high)
        true += low >= 1
        shown += best >= 1
    return made, true, shown


def test_margins_against_all_tables():
    made, true, shown = margins_agree(25, 5)
    assert made > 400 and shown > 1, true


def test_definite_matrices_are_told_from_all_others():
    """Positive semidefinite exactly if no principal minor is negative; hostile sizes and entries."""
    found = {True: 0, False: 0}
    for a, b, c, d, e, f in product((-1, 0, 1, 2), repeat=6):
        full = [[a, b, d], [b, c, e], [d, e, f]]
        minors = [
            round(np.linalg.det([[full[i][j] for j in some] for i in some]))
            for size in (1, 2, 3)
            for some in combinations(range(3), size)
        ]
        triangle = [[a], [b, c], [d, e, f]]
        expected = min(minors) >= 0
        assert is_positive_semidefinite(triangle, Meter()) == eliminated(triangle) == expected
        assert expected or min(a, c, f) < 0 or not squares_and_remainder(triangle, 2)
        found[expected] += 1
    assert min(found.values()) > 100
    assert is_positive_semidefinite([], Meter()) and is_positive_semidefinite([[0], [0, 0]], Meter())
    big = 10**300
    assert is_positive_semidefinite([[big], [big, big]], Meter())
    assert not is_positive_semidefinite([[big], [big + 1, big]], Meter())
    assert is_positive_semidefinite([[big], [big - 1, big]], Meter())


def test_shapes_that_do_not_fit_are_refused():
    statement = {"task": "communication", "of": "matrix", "rows": ["01", "10", "10"]}
    good = next(proof for side, proof in near_best(("01", "10", "10"), "gamma2") if side == "lower")
    assert proved(statement, stated("gamma2", "lower"), good) is not None
    for change in (
        {"row_weights": [5]}, {"row_weights": [5, 5, 5]}, {"column_weights": [9] * 3}, {"row_weights": []},
        {"block": [[1, 0]]}, {"block": [[1], [1]]}, {"block": [[1, 0], [0]]}, {"row_weights": [-1, 5]}, {"block": []},
        {"row_weights": [0, 0], "column_weights": [0, 0]},
        {"row_weights": [0, 0], "column_weights": [0, 0], "block": [[0, 0], [0, 0]]},
    ):  # fmt: skip
        assert proved(statement, stated("gamma2", "lower"), {**good, **change}) is None, change


def test_what_the_matrix_b_is_free_to_be():
    """The multiple of a sign lies within its range; weights count it at the worst end, or are refused."""
    one = {"task": "communication", "of": "matrix", "rows": ["1"]}
    for entry, alpha, inf in ((1, 1, 1), (2, None, 2), (0, None, None), (-1, None, None)):
        gram = psd("gram", scale=1, rows=[[abs(entry)]], columns=[[abs(entry)]], block=[[entry]])
        assert proved(one, stated("gamma2_alpha", "upper"), gram) == alpha
        assert proved(one, stated("gamma2_inf", "upper"), gram) == inf
    half = {"task": "communication", "of": "matrix", "rows": ["10", "1*"]}
    for block, alpha, inf in (
        ([[2, -2], [2, 0]], 6, 6), ([[2, 2], [2, 0]], 1, None), ([[2, -2], [2, 1]], None, None),
        ([[-2, -2], [2, 0]], 1, None),
    ):  # fmt: skip
        weights = psd("weights", block=block, row_weights=[4, 4], column_weights=[4, 4])
        expected = [None if total is None else Fraction(2 * total, 16) for total in (alpha, inf)]
        found = [proved(half, stated(measure, "lower"), weights) for measure in ("gamma2_alpha", "gamma2_inf")]
        assert found == expected, block


def test_margins_at_their_edge():
    """One free row of + and - in a grid of -1 and 1 with gap 1 is done in one dimension, and no weights say more."""
    statement = {"task": "pattern", "rows": ["+-"], "null": False}
    good = psd("margin", block=[[1000, -1000]], row_weights=[1415], column_weights=[1415, 1415])

    def shown(proof, value, gap="1", rows=statement):
        return accepts(rows, width("GRID(1, midrise, gap " + gap + ")", "lower", value), proof)

    assert shown(good, 1) and not shown(good, 2) and shown(good, 2, "2") and shown(good, 2, "3")
    tied = {**statement, "rows": ["0-"]}
    assert shown(good, 1, "1", tied) and not shown(good, 2, "1", tied) and shown(good, 2, "3", tied)
    assert not shown(good, 1, "1", {**statement, "rows": ["+-", "++"]})
    for block in ([[-1000, 1000]], [[1000, -999]], [[1000]], [[1000, -1000], [0, 0]], [[1000, -1000, 0]]):
        assert not shown({**good, "block": block}, 1), block
    assert not shown(good, 1, "1", {**statement, "rows": ["+*"]}) and not shown(
        good, 1, "1", {**statement, "null": True}
    )


def test_weights_for_the_sign_rank_against_brute_force(rotating_seed):
    """Signs times random sizes, as tight as their norm allows, and what becomes of them: never above the sign-rank."""
    rng, draw, found = random.Random(rotating_seed), np.random.default_rng(rotating_seed), Counter()
    for _ in range(300):
        shape = (int(draw.integers(1, 6)), int(draw.integers(1, 5)))
        signs = draw.choice([-1, 1], shape)
        rows = ["".join("1" if x > 0 else "0" for x in row) for row in signs.tolist()]
        part, rs, cs = kinds(rows)
        a = np.array([[SIGN[x] for x in row] for row in part])
        block = a * draw.integers(40, 200 if rng.random() < 0.5 else 41, a.shape)
        d, e = (side * np.linalg.norm(block, 2) for side in ((len(cs) / len(rs)) ** 0.5, (len(rs) / len(cs)) ** 0.5))
        numbers = {"row_weights": [int(d) + 1] * len(rs), "column_weights": [int(e) + 1] * len(cs)}
        good = psd("weights", block=block.tolist(), **numbers)
        exact = exact_sign_rank.sign_rank(["".join("-+"[x == "1"] for x in row) for row in rows])
        statement = {"task": "communication", "of": "matrix", "rows": rows}
        for proof in (good, *(mutated(good, rng) for _ in range(4)), mutated(mutated(good, rng), rng)):
            value = proved(statement, stated("sign_rank", "lower"), {"rule": "psd", "system": "weights", **proof})
            assert value is None or value <= exact, (rows, proof, value, exact)
            found[value is not None and ceil(value) == exact] += 1
        assert proved(statement, stated("sign_rank", "upper"), good) is None
    assert found[True] > 200
