"""The signs of many scores at once, packed into long numbers."""

from collections.abc import Iterable, Sequence

from ...certificates.meter import Meter

FAST = 2048
"""Bits of a long number that one step multiplies by a number of up to 30 bits, and adds to another one."""


TOP = {symbol: bytes(0x80 * (code == ord(symbol)) for code in range(256)) for symbol in "+-0"}
"""Letters to bytes: the top bit where the letter is the symbol."""


def first_wrong_row(
    meter: Meter, rows: Iterable[str], queries: Sequence[Sequence[int]], keys: Sequence[Sequence[int]]
) -> tuple[int, str] | None:
    """The first row some of whose scores have a sign that is not its symbol's, and the row; None if all are right.

    Parameters
    ----------
    meter : Meter
    rows : words over ``-0+*``, one for each query
        A symbol for each key.
    queries, keys : integer vectors of one width

    >>> keys = [(1, 0), (0, 1), (1, -1)]
    >>> first_wrong_row(Meter(), ["+-+", "0*-"], [(1, -1), (0, 5)], keys) is None
    True
    >>> first_wrong_row(Meter(), ["+-+", "0+0"], [(1, -1), (0, 5)], keys)
    (1, '0+0')
    """
    width, count = len(keys[0]), len(keys)
    meter.charge(2 * (len(queries) + count) * width)
    x, y = ([max((abs(vector[i]) for vector in table), default=0) for i in range(width)] for table in (queries, keys))
    size = 1 + sum(a * b for a, b in zip(x, y, strict=True)).bit_length() // 8
    bits = 8 * size * count
    meter.charge(bits // 8 * (width + 16))  # the packed keys are kept, masks held for a moment
    products = sum(2 + bits * (1 + a.bit_length() // 30) // FAST for a in x)
    meter.charge(len(queries) * (20 + 10 * (count + bits) // FAST + products))
    half = 1 << 8 * size - 1
    tops = int.from_bytes((bytes(size - 1) + b"\x80") * count, "little")
    ones = int.from_bytes((b"\x01" + bytes(size - 1)) * count, "little")
    packed = [  # where x_i is 0 nothing bounds y_i, and nothing is needed
        int.from_bytes(b"".join((key[i] + half).to_bytes(size, "little") for key in keys), "little") - tops
        if x[i]
        else 0
        for i in range(width)
    ]
    for r, (row, query) in enumerate(zip(rows, queries, strict=True)):
        a = sum((entry * column for entry, column in zip(query, packed, strict=True) if entry), tops)
        b = a - ones
        plus, minus, zero = (_mask(row, symbol, size) for symbol in "+-0")
        if b & plus != plus or a & minus or a & zero != zero or b & zero:
            return r, row
    return None


def _mask(row: str, symbol: str, size: int) -> int:
    """The top bit of digit c for each place c of the row that holds the symbol."""
    if symbol not in row:
        return 0
    digits = bytearray(size * len(row))
    digits[size - 1 :: size] = row.encode().translate(TOP[symbol])
    return int.from_bytes(digits, "little")
