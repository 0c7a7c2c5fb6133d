"""Rule psd (section 8): positive semidefinite matrices."""

from collections import Counter
from fractions import Fraction
from itertools import chain
from math import ceil

from .claims import PATTERN_TASKS, refuted, rule, sizes_at
from .matrices import seen, signed
from .notation import Unsupported, form, need, small
from .patterns import pattern_of
from .vectors import SIGNS, transposed


def semidefinite(a):
    """Whether a symmetric integer matrix is positive semidefinite, by elimination without fractions."""
    small(len(a) ** 3 * (1 + max((abs(x).bit_length() for line in a for x in line), default=0) // 64))
    a, previous = [list(row) for row in a], 1
    while a:
        n = len(a)
        k = next((k for k in range(n) if a[k][k]), None)
        if k is None:
            return not any(map(any, a))
        if a[k][k] < 0:
            return False
        pivot, column = a[k][k], a[k]
        keep = [i for i in range(n) if i != k]
        a = [[(pivot * a[i][j] - column[i] * column[j]) // previous for j in keep] for i in keep]
        previous = pivot
    return True


def blocks(p, q, b):
    """[[p, b], [b^T, q]]"""
    return [[*x, *y] for x, y in zip(p, b)] + [[*y, *x] for y, x in zip(zip(*b), q)]


def diagonal(d):
    return [[x if i == j else 0 for j in range(len(d))] for i, x in enumerate(d)]


def copies(c):
    """The name, the different rows on the different columns, and how often each row and column is there."""
    name, matrix = seen(c)
    rows, columns = Counter(matrix), Counter(transposed(matrix))
    table = transposed(list(Counter(transposed(list(rows)))))
    return name, table, list(rows.values()), list(columns.values())


FACTORED = ("gamma2", "gamma2_01", "gamma2_alpha", "gamma2_inf", "trace_norm")


@rule("psd", "gram", spec="scale pos, rows TRI, columns TRI, block? [[int]]")
def gram(c, p):
    name, table, r, k = copies(c)
    need(name in FACTORED and c.side == "upper", "for gamma2 and the trace norm, upper")
    free, a = name in ("gamma2_alpha", "gamma2_inf"), signed(table)
    form(hasattr(p, "block") == free, "a block, exactly if the measure leaves it open")

    def full(tri, size):
        form(len(tri) == size and all(len(x) == i + 1 for i, x in enumerate(tri)), "not a triangle of the right size")
        return [[tri[max(i, j)][min(i, j)] for j in range(size)] for i in range(size)]

    rows, columns = full(p.rows, len(r)), full(p.columns, len(k))
    if free:
        form(len(p.block) == len(r) and all(len(x) == len(k) for x in p.block), "a block of another size")
        b = p.block
        for x, y in ((x, y) for line, other in zip(a, b) for x, y in zip(line, other) if x):
            need(p.scale <= x * y and (name == "gamma2_inf" or x * y <= c.alpha * p.scale), "an entry of the block")
    else:
        b = [[p.scale * (int(x == 1) if name == "gamma2_01" else x) for x in line] for line in a]
    need(semidefinite(blocks(rows, columns, b)), "not positive semidefinite")
    d = [x[i] for y in (rows, columns) for i, x in enumerate(y)]
    if name == "trace_norm":
        return Fraction(sum(x * n for x, n in zip(d, r + k)), 2 * p.scale)
    return Fraction(max(d), p.scale)


WEIGHTS = "block [[int]], row_weights [nat], column_weights [nat]"


def weights_matrix(p, height, width):
    d, e = p.row_weights, p.column_weights
    form(len(p.block) == len(d) == height and all(len(x) == width for x in p.block) and len(e) == width, "sizes")
    form(any(d) or any(e), "weights that are all 0")
    need(semidefinite(blocks(diagonal(d), diagonal(e), [[-x for x in line] for line in p.block])), "not semidefinite")
    return sum(d) + sum(e)


@rule("psd", "weights", spec=WEIGHTS)
def weights(c, p):
    name, table, r, k = copies(c)
    need(name in (*FACTORED, "sign_rank") and c.side == "lower", "for gamma2, the trace norm and the sign-rank, lower")
    total, value = weights_matrix(p, len(r), len(k)), Fraction(0)
    if name == "sign_rank":
        lines = [[a * z for a, z in zip(line, other)] for line, other in zip(signed(table), p.block)]
        need(all(a for line in signed(table) for a in line), "a *")
        need(all(x >= 0 for line in lines for x in line), "a weight of the wrong sign")
        return Fraction(2 * len(k) * sum(map(min, lines)), total)
    for line, other in zip(signed(table), p.block):
        for a, z in zip(line, other):
            if name in ("gamma2_alpha", "gamma2_inf"):
                need(a or not z, "a weight at *")
                need(a * z >= 0 or name == "gamma2_alpha", "a weight of the wrong sign")
                value += a * z * (c.alpha if a * z < 0 else 1)
            else:
                value += z * (int(a == 1) if name == "gamma2_01" else a)
    if name == "trace_norm":
        pairs = chain(zip(p.row_weights, r), zip(p.column_weights, k))
        return value / max(Fraction(d, n) for d, n in pairs)
    return 2 * value / total


@rule("psd", "norm", spec="norm frac 0..")
def norm(c, p):
    name, table, r, k = copies(c)
    need(name == "spectral_norm" and c.side == "upper", "for the spectral norm, upper")
    s, scale = p.norm.numerator, p.norm.denominator
    b = [[-scale * r[i] * x * k[j] for j, x in enumerate(line)] for i, line in enumerate(signed(table))]
    need(semidefinite(blocks(diagonal([s * x for x in r]), diagonal([s * x for x in k]), b)), "not semidefinite")
    return p.norm


def grid_bounds(grid, p):
    """The largest absolute value of the grid, and its length."""
    if p > 10**5:
        raise Unsupported("so many bits")
    return (2**p - 1, 2 * (2**p - 1)) if grid == "midrise" else (2 ** (p - 1), 2**p - 1)


def whole_gap(k):
    """The gap if scores have to reach a number that is a score: rounded up; midrise: to the next even number."""
    return ceil(k.gap / 2) * 2 if k.grid == "midrise" else ceil(k.gap)


@rule("psd", "margin", spec=WEIGHTS)
def psd_margin(c, p):
    need(c.cls and c.cls.kind == "GRID" and c.task in PATTERN_TASKS, "for GRID")
    t, size = pattern_of(c.s), sizes_at(c, refuted(c)[0])
    need(t.plain, "for plain patterns")
    rows = [row + "0" if t.null else row for row in t.rows]
    total, margin = weights_matrix(p, len(rows), len(rows[0])), 0
    for row, z in zip(rows, p.block):
        ok = all(v * SIGNS[x] >= 0 if x in "+-" else x == "0" or v == 0 for x, v in zip(row, z))
        need(sum(z) == 0 and ok, "a row of weights")
        margin += sum(abs(v) for x, v in zip(row, z) if x in "+-") * (whole_gap(c.cls) if "0" in row else c.cls.gap)
    largest, length = grid_bounds(c.cls.grid, size[1])
    need(size[0] * largest * length * total < 4 * margin, "the size that is claimed to be too small is not")
    return c.value
