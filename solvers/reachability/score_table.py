"""The rows of an output layer with exact scores: floats that are integers, or integers of any length.

Stored floats are integers over a power of two, so no weight is ever rounded. ``rows`` holds them as float64 between -1
and 1, and ``rows * 2^bits`` are integers. Products are taken of short integers only, in float64, where sums below 2^53
are exact in whatever order they are added; longer ones are put together from limbs.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arrays import Floats, Ints

HIGH = 26
"""Leading bits of a weight in ``high``."""

SHORT = 12
"""Bits of the entries of points that are tried in batches: 26 + 12 + log2 d < 53 for d < 2^15."""

LIMB = 18
"""Bits of a limb: 18 + 18 + log2 d < 53 for d < 2^17."""


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """Rows (weights, and the bias as a last coordinate if there is one) whose scores are compared.

    Attributes
    ----------
    rows : float64 array, shape (n, width)
        Entries in [-1, 1], exact.
    bits : int
        ``rows * 2^bits`` are integers.
    bias : bool
        Whether the last coordinate is the bias: of a point it is the scale, > 0.
    free : bool
        Whether a set is compared with the others, or with 0.
    centred : bool
        Whether the coordinates of a point have to add up to 0 (then there is no bias).

    Examples
    --------
    >>> table = score_table(np.array([[0.5, 0], [0, -3]]), None, free=True)
    >>> table.integers([0, 1]), table.exact_scores([2, 1])
    ([[1, 0], [0, -6]], [2, -6])
    """

    rows: Floats
    bits: int
    bias: bool
    free: bool
    centred: bool

    @property
    def classes(self) -> int:
        """n."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """Coordinates of a point: d, and 1 with a bias."""
        width: int = self.rows.shape[1]
        return width

    def integers(self, chosen: list[int] | Ints) -> list[list[int]]:
        """Some rows as Python integers, times 2^bits."""
        pairs = ([entry.as_integer_ratio() for entry in row] for row in self.rows[chosen].tolist())
        return [[top * ((1 << self.bits) // bottom) for top, bottom in row] for row in pairs]

    @cached_property
    def high(self) -> Floats:
        """The leading ``HIGH`` bits of all entries, as integers; each is less than 1 off."""
        return np.trunc(np.ldexp(self.rows, HIGH))

    @property
    def off(self) -> int:
        """By how much an entry of ``high`` may be off: 0 or (strictly less than) 1."""
        return int(self.bits > HIGH)

    def exact_scores(self, point: list[int]) -> list[int]:
        """The scores of all classes at an integer point, times 2^bits.

        Limbs of the rows meet limbs of the point; each product of limbs is exact.
        """
        total: list[int] = [0] * self.classes
        longest = max(1, max(abs(entry).bit_length() for entry in point))
        signs = np.sign(np.array([float(entry > 0) - float(entry < 0) for entry in point]))
        pieces = []
        for low in range(0, longest, LIMB):
            digits = [(abs(entry) >> low) & ((1 << LIMB) - 1) for entry in point]
            pieces.append(signs * np.array(digits, dtype=float))
        factors = np.stack(pieces, axis=1)
        rest = self.rows
        for taken in range(LIMB, self.bits + LIMB, LIMB):
            scaled = np.ldexp(rest, LIMB)
            limb = np.trunc(scaled)
            rest = scaled - limb
            shift = self.bits - taken
            for place, column in enumerate((limb @ factors).T):
                if column.any():
                    up = shift + LIMB * place
                    # the last limb may reach below the unit of the integers: its last bits are 0 then
                    total = [
                        t + ((c << up) if up >= 0 else (c >> -up)) for t, c in zip(total, map(int, column), strict=True)
                    ]
            if not rest.any():
                break
        return total


def score_table(weights: Floats, bias: Floats | None, *, free: bool, centred: bool = False) -> ScoreTable:
    """The table of float64 weights (n, d) and biases (n,), none of them rounded.

    Weights and biases are scaled by powers of two, each by its own: that scales the state.
    """
    parts = [weights] if bias is None else [weights, bias[:, None]]
    scaled, bits = [], 1
    for part in parts:
        largest = float(np.abs(part).max(initial=0.0))
        exponent = math.frexp(largest)[1] if largest else 0
        part = np.ldexp(part, -exponent)
        scaled.append(part)
        bits = max(bits, _fraction_bits(part))
    return ScoreTable(np.ascontiguousarray(np.hstack(scaled)), bits, bias is not None, free, centred)


def _fraction_bits(part: Floats) -> int:
    """The least e such that all entries times 2^e are integers; 0 for none."""
    nonzero = part[part != 0]
    if not len(nonzero):
        return 0
    most = 0
    for block in np.array_split(nonzero, 1 + len(nonzero) // 2**20):
        mantissa, exponent = np.frexp(block)
        digits = np.ldexp(mantissa, 53).astype(np.int64)
        trailing = np.frexp((digits & -digits).astype(float))[1] - 1
        most = max(most, int((53 - trailing - exponent).max()))
    return max(0, most)
