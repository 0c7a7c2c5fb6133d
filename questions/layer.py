"""Tables, heads, layers, and read-outs between layers: what a unit stores.

Symbols: N positions, A symbols in the alphabet, m width of queries and keys, dv of values, p bits, H heads, order s.
"""

from collections.abc import Callable
from dataclasses import dataclass

from .attention import PAIRWISE, WEIGHTS, Output, ScorePolynomial, Scores, Vector

NULL = -1
"""The key position, and the key type, of the null token."""


@dataclass(frozen=True)
class Table:
    """Vectors looked up by the token, by the position, or by both (row ``position * A + token``).

    ``by`` is ``"token"``, ``"position"`` or ``"both"``. Queries, keys and values may be arbitrary functions of token
    and position: the network before attention is free.
    """

    by: str
    rows: tuple[Vector, ...]

    def __post_init__(self) -> None:
        if self.by not in ("token", "position", "both"):
            raise ValueError(f"by must be 'token', 'position' or 'both', got {self.by!r}")

    def vector(self, position: int, token: int, alphabet: int) -> Vector:
        """The vector of a token at a position."""
        if self.by == "token":
            return self.rows[token]
        return self.rows[position] if self.by == "position" else self.rows[position * alphabet + token]


@dataclass(frozen=True)
class Head:
    """One head: queries, s-1 tables of keys, s-1 tables of values; and the null token, if there is one.

    ``null_keys`` and ``null_values`` hold a vector per key part (both empty: no null token). The null token is one more
    key that every position may attend to; in a tuple it may stand beside tokens.
    """

    queries: Table
    keys: tuple[Table, ...]
    values: tuple[Table, ...]
    null_keys: tuple[Vector, ...] = ()
    null_values: tuple[Vector, ...] = ()

    @property
    def width(self) -> int:
        """m."""
        return len(self.queries.rows[0])

    @property
    def value_width(self) -> int:
        """dv."""
        return len(self.values[0].rows[0])


@dataclass(frozen=True)
class Layer:
    """H heads on the same input, summed or side by side.

    ``weights`` is ``"saturated"``, ``"leftmost"``, ``"rightmost"``, ``"base_two"``, ``"fixed"`` or ``"rounded"`` (the
    last two with ``bits``, p). ``mask[i]`` lists the key positions that position i may attend to (None: all of them);
    the null token is always allowed; it comes before all others where ties are broken, and last in rounded sums.

    ``relative``: queries are looked up by the token, and tables of keys and values by the offset j - i of their
    position from that of the query: row (j - i + N - 1) * A + token of a table ``by`` both, of 2 N - 1 offsets.
    """

    heads: tuple[Head, ...]
    polynomial: ScorePolynomial = PAIRWISE
    weights: str = "saturated"
    bits: int = 0
    combine: str = "sum"
    mask: tuple[tuple[int, ...], ...] | None = None
    relative: bool = False

    @property
    def weigh(self) -> Callable[[Scores], list[int]]:
        """The weighting as a function of the scores."""
        return WEIGHTS[self.weights](self.bits)


@dataclass(frozen=True)
class ReadOut:
    """The network after a layer: an arbitrary function of token and output row, as a list of its values."""

    symbols: tuple[tuple[tuple[int, Output], int], ...]
    alphabet: int
