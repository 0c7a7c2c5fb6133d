"""Tables that are too large to be written out are refused before they are begun."""

from .construction import ConstructionError

MOST_NUMBERS = 2 * 10**7
"""Integers of Python in a table: some twenty seconds, and a gigabyte if they are short."""
MOST_BYTES = 2 * 2**30
"""Twice as much is needed at times while a table is made."""


def require_room(rows: int, columns: int, bits: float, remedy: str, *, packed: bool = False) -> None:
    """Refuse a table of so many rows and columns of numbers that have so many bits on average.

    Parameters
    ----------
    rows, columns : int
    bits : float
        Of a number, on average.
    remedy : str
        What to try: ``"N=1000"``.
    packed : bool
        Numbers take the bytes that their bits need; otherwise they are integers of Python, with 36 bytes more each.

    Raises
    ------
    ConstructionError
        How large the table would be, what is allowed, what to try.

    Examples
    --------
    >>> require_room(1000, 20, 100, "N=100")
    >>> require_room(10**6, 800, 3800, "N=1000")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    headcount....ConstructionError: the tables would hold 1,000,000 x 800 numbers of some 3,800 bits, about 381 GiB; ...
    """
    size = rows * columns * (bits / 8 + (0 if packed else 36))
    if size > MOST_BYTES or (not packed and rows * columns > MOST_NUMBERS):
        most = f"{MOST_BYTES >> 30} GiB" if packed else f"{MOST_BYTES >> 30} GiB and {MOST_NUMBERS:,} numbers"
        raise ConstructionError(
            f"the tables would hold {rows:,} x {columns:,} numbers of some {bits:,.0f} bits, about "
            f"{size / 2**30:,.3g} GiB; at most {most} are written out; try {remedy}"
        )
