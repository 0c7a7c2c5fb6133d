"""Random fixed-point units: any unit can be run across a cut, so a random one shows what the bits are."""

import random

from ...questions import GRIDS, Head, Layer, Table, Unit
from ...tasks import TaskError
from ...tasks.task import require_integer

MOST_BITS = 1000
"""Largest p: sums of such numbers can still be printed."""

MOST_NUMBERS = 5_000_000
"""Most numbers stored in a random unit."""


def random_fixed_point_unit(
    N: int,
    alphabet: int,
    m: int,
    p: int,
    H: int = 1,
    *,
    dv: int = 1,
    seed: int = 0,
    grid: str = "twos",
    combine: str = "sum",
    null: bool = False,
) -> Unit:
    """One layer of H heads of order 2, class FIXED(p, grid), every entry uniform in the p-bit grid.

    Tables are looked up by position and token.

    Parameters
    ----------
    N, alphabet, m, p, H, dv : int >= 1
        Positions, symbols, width of queries and keys, bits, heads, width of values.
    seed : int >= 0
    grid : ``"twos"`` or ``"midrise"``
    combine : ``"sum"`` or ``"concat"``
    null : bool
        Whether every head has a null token.

    Raises
    ------
    TaskError
        If a parameter is out of range, or the tables would be too large.

    Examples
    --------
    >>> unit = random_fixed_point_unit(3, 5, m=2, p=4, H=2)
    >>> unit.m, unit.H, unit.layers[0].bits, unit == random_fixed_point_unit(3, 5, m=2, p=4, H=2)
    (2, 2, 4, True)
    >>> unit == random_fixed_point_unit(3, 5, m=2, p=4, H=2, seed=1)
    False
    """
    for name, meaning, value in (
        ("N", "the number of positions", N),
        ("alphabet", "the number of symbols", alphabet),
        ("m", "the width of queries and keys", m),
        ("p", "the bits per number", p),
        ("H", "the number of heads", H),
        ("dv", "the width of values", dv),
    ):
        require_integer(name, meaning, value, 1, f"{name}=3")
    if p > MOST_BITS:
        raise TaskError(f"p, the bits per number, must be at most {MOST_BITS}, got {p}; try p=4")
    if grid not in GRIDS:
        raise TaskError(f"grid must be one of {', '.join(GRIDS)}, got {grid!r:.40}; try grid='twos'")
    if combine not in ("sum", "concat"):
        raise TaskError(f"combine must be sum or concat, got {combine!r:.40}; try combine='sum'")
    if N * alphabet * H * (2 * m + dv) > MOST_NUMBERS:
        raise TaskError(
            f"the tables must hold at most {MOST_NUMBERS} numbers, got N * alphabet * H * (2 m + dv) = "
            f"{N * alphabet * H * (2 * m + dv)}; take a smaller N, m or H"
        )
    rng = random.Random(seed)
    numbers = GRIDS[grid](p)  # a range: 2^p numbers are never written out

    def vector(width: int) -> tuple[int, ...]:
        return tuple(numbers[rng.randrange(2**p)] for _ in range(width))  # choice() fails on ranges beyond 2^63

    def table(width: int) -> Table:
        return Table("both", tuple(vector(width) for _ in range(N * alphabet)))

    heads = tuple(
        Head(table(m), (table(m),), (table(dv),), (vector(m),) if null else (), (vector(dv),) if null else ())
        for _ in range(H)
    )
    return Unit(alphabet, (Layer(heads, weights="fixed", bits=p, combine=combine),))
