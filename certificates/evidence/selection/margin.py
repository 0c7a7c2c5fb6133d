"""Evidence that numbers of p bits have too little margin for the gap: ``margin``, class GRID, width m and p bits.

B is the largest absolute value in the grid, D the distance of its ends (midrise: 2^p - 1 and twice that; twos: 2^(p-1)
and 2^p - 1). Rows are those of the question, with a last column ``0`` for the null key if there is a null token. Let Z
be weights of the entries, each row with sum 0, at least 0 at ``+``, at most 0 at ``-``, 0 at ``*``, and

    T = sum over + and - of g_r |Z_rc|,

g_r the gap, or the next even number if the grid is midrise and the row has a ``0``: scores of odd numbers differ by
even ones, and the threshold is a score. As rows have sum 0, thresholds t_r may be subtracted:

    sum Z_rc <w_r, u_c> = sum Z_rc (<w_r, u_c> - t_r) >= T.

For the same reason the middle of the grid may be subtracted from every coordinate of every key, which leaves numbers of
absolute value at most D/2. If diag(d, e) - [[0, Z], [Z^T, 0]] is positive semidefinite, then for numbers a_r, b_c with
|a_r| <= B and |b_c| <= D/2, put sqrt(D/2B) a_r and sqrt(2B/D) b_c into the form: sum Z_rc a_r b_c <= (B D/2) (sum d +
sum e) / 2. So much comes from a coordinate at most, and m of them make T:

    **m B D (sum d + sum e) >= 4 T.**

q-SA needs no weights, at any size: Z is 1/q on the subset and -1/(N-q) off it, in each of the C(N, q) rows. One
coordinate gives at most B sum_y |sum_c Z_yc b_c|, which is convex in b, so greatest where b_c = D/2 at j keys and -D/2
at the others: then the inner sum is D (i N - j q) / (q (N - q)), i of the j keys being in y. So

    **m B D max_j sum_i C(j, i) C(N-j, q-i) |i N - j q|  >=  g_r q (N - q) C(N, q).**

Source: Linial, Shraibman 2009, and Forster 2002, who bound norms of vectors where here the entries are bounded.
"""

from fractions import Fraction
from math import ceil, comb

from ...kernel.positive_semidefinite import is_positive_semidefinite
from ...messages import short_number
from ...meter import Meter
from ...reading import Node
from ...statement.grid import GRIDS
from ...statement.least_size import LeastSize
from ...statement.question import Question
from ...statement.selection import SparseAveraging
from ...statement.unit_class import UnitClass
from ..proof import Premises, Proved
from .counting import refuted_size
from .grid_cases import lists_of_rows

MAX_BITS = 64


def by_margin(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "margin", ["block": Z, "row_weights": d, "column_weights": e]}``."""
    width, bits, _ = refuted_size(node, quantity, value)
    needed = least_width(node, quantity.question, quantity.unit_class.at(bits))
    how = f"weights on the scores: m >= {short_number(needed)} at p = {bits} and gap {quantity.unit_class.gap}"
    return Proved(needed if quantity.resource == "m" else value if needed > width else 0, how)


def least_width(node: Node, question: Question, unit_class: UnitClass) -> int:
    """The least m that the evidence leaves possible."""
    fields = node.fields(("kind",), ("block", "row_weights", "column_weights"))
    if unit_class.bits > MAX_BITS:
        node.fail(f"is about grids of at most {MAX_BITS} bits")
    grid, gap = GRIDS[unit_class.grid](unit_class.bits), unit_class.gap
    tied = 2 * ceil(gap / 2) if grid[0] == -grid[-1] else ceil(gap)
    wanted: int | Fraction
    if len(fields) == 1 and isinstance(question, SparseAveraging):
        wanted, given = _by_symmetry(question.N, question.q, tied, node.meter)
    else:
        wanted, given = _by_weights(node, question, gap, tied)
    return -(-wanted // (given * max(-grid[0], grid[-1]) * (grid[-1] - grid[0])))


def _by_symmetry(N: int, q: int, gap: int, meter: Meter) -> tuple[int, int]:
    """The two sides of the inequality of q-SA, without m B D."""
    long = 1 + N // 64
    meter.charge((N + 1) * (q + 1) * (40 + q * long // 4))
    sums = (sum(comb(j, i) * comb(N - j, q - i) * abs(i * N - j * q) for i in range(q + 1)) for j in range(1, N))
    return gap * q * (N - q) * comb(N, q), max([1, *sums])


def _by_weights(node: Node, question: Question, gap: int | Fraction, tied: int) -> tuple[int | Fraction, int]:
    """4 T, and sum d + sum e."""
    ((*rows,),) = lists_of_rows(question, question.columns, node.meter)
    words = [word for ((word,),) in rows]
    block = [row.vector(len(words[0])) for row in node.field("block").items(len(words))]
    weights = node.field("row_weights").integers(0, length=len(words))
    weights += node.field("column_weights").integers(0, length=len(words[0]))
    node.meter.charge(8 * len(words) * len(words[0]))
    total: int | Fraction = 0
    for r, (word, row) in enumerate(zip(words, block, strict=True)):
        if sum(row):
            node.field("block").reject("entry-out-of-range", "a row's sum is not 0", f"[{r}]")
        for c, (symbol, entry) in enumerate(zip(word, row, strict=True)):
            if (symbol == "*" and entry) or (symbol == "+" and entry < 0) or (symbol == "-" and entry > 0):
                node.field("block").reject("entry-out-of-range", f"{short_number(entry)} at {symbol}", f"[{r}][{c}]")
            total += abs(entry) * (tied if "0" in word else gap) if symbol in "+-" else 0
    node.meter.room(4 * len(weights) ** 2)
    triangle = [[0] * i + [weight] for i, weight in enumerate(weights[: len(words)])]
    for j, weight in enumerate(weights[len(words) :]):
        triangle.append([*(-row[j] for row in block), *([0] * j), weight])
    if not any(weights) or not is_positive_semidefinite(triangle, node.meter):
        node.reject("not-positive-definite")
    return 4 * total, sum(weights)
