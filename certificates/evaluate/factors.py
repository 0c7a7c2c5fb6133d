"""Exhibits about a matrix M of nonnegative integers: its rank, and sums and products that are M. Trusted.

``numbers``      the rank of M by elimination
``factors``      nonnegative L, of width k, and N with L N = scale M: a sum of k nonnegative matrices of rank 1, since
                 1 / scale may go into L
``square-root``  integers N_ij with N_ij^2 = scale M_ij, of rank k: N_ij = <a_i, b_j> with real a_i, b_j of k
                 coordinates, so M_ij = tr(A_i B_j) for A_i = a_i a_i^T / scale and B_j = b_j b_j^T, positive
                 semidefinite and k x k
"""

from collections.abc import Callable
from functools import partial

from ..claims import Claim
from ..meter import Meter, product_steps
from ..refuse import need
from ..schema import Record, Type, integer, many, record
from .exhibit import Exhibit, Shown
from .ranks import rank_over_q

Numbers = tuple[tuple[int, ...], ...]


def _numbers(p: Record, rows: Numbers, side: str, meter: Meter) -> Shown:
    return rank_over_q([list(row) for row in rows], side, meter), "elimination"


def _factors(p: Record, rows: Numbers, side: str, meter: Meter) -> Shown:
    k, width = len(p.left[0]), len(rows[0])
    fits = (len(p.left), len(p.right)) == (len(rows), k) and all(len(row) == width for row in p.right)
    need(fits, "the factors have other shapes")
    longest = _bits(p.left) + _bits(p.right) + p.scale.bit_length() + 32
    meter.charge(len(rows) * width * (k + 1) * (5 + product_steps(longest, longest)))
    columns = [[row[j] for row in p.right] for j in range(width)]  # also where there is no term
    for row, left in zip(rows, p.left, strict=True):
        made = [sum(a * b for a, b in zip(left, column, strict=True)) for column in columns]
        need(made == [p.scale * x for x in row], "the product of the factors is another matrix")
    return k, f"a product of nonnegative factors of width {k}"


def _square_root(p: Record, rows: Numbers, side: str, meter: Meter) -> Shown:
    need(len(p.rows) == len(rows) and len(p.rows[0]) == len(rows[0]), "the root has another shape")
    longest = _bits(p.rows) + p.scale.bit_length() + 32
    meter.charge(len(rows) * len(rows[0]) * (10 + 2 * product_steps(longest, longest)))
    pairs = (pair for both in zip(p.rows, rows, strict=True) for pair in zip(*both, strict=True))
    need(all(root * root == p.scale * x for root, x in pairs), "a square is another number")
    rank = rank_over_q([list(row) for row in p.rows], "upper", meter)
    return rank, f"a square root, entry by entry, of rank {rank}"


def _bits(rows: Numbers) -> int:
    """The length of the longest entry."""
    return max((x.bit_length() for row in rows for x in row), default=0)


ANY, LEFT = many(many(integer()), rule="equal"), many(many(integer(0), 0), rule="equal")
RIGHT = many(many(integer(0)), 0)
"""The matrix of zeros is a sum of no terms."""
SCALE = {"scale": integer(1)}
_TABLE: dict[str, tuple[dict[str, Type], str, str, Callable[[Record, Numbers, str, Meter], Shown]]] = {
    "numbers": ({}, "rank", "lower upper", _numbers),
    "factors": ({"left": LEFT, "right": RIGHT, **SCALE}, "nonnegative_rank", "upper", _factors),
    "square-root": ({"rows": ANY, **SCALE}, "psd_rank", "upper", _square_root),
}
"""Exhibit -> its fields, the measure and the sides that it bounds, the function that looks at it."""


def _run(exhibit: str, p: Record, claim: Claim, meter: Meter) -> Shown:
    _, measure, sides, run = _TABLE[exhibit]
    fits = claim.quantity.name == measure and claim.side in sides.split()
    need(fits, "the exhibit shows nothing of this measure on this side")
    return run(p, claim.statement.rows, claim.side, meter)


EXHIBITS = {
    name: Exhibit("measure values", record(fields), partial(_run, name)) for name, (fields, *_) in _TABLE.items()
}
