"""The signs of a query's scores with all keys at once: coordinates of the keys packed into long integers.

*Packing.* Let |<q, k_c>| < 2^(b-1) for all queries q and keys k_1 .. k_C, and K_i = sum_c k_c[i] 2^(b c), an integer of
either sign. Then sum_i q[i] K_i = sum_c <q, k_c> 2^(b c): d products of a long number with a short one. Add 2^(b-1) to
each score: 2^(b-1) + <q, k_c> lies between 1 and 2^b - 1, so these are the digits of

    A = sum_i q[i] K_i + sum_c 2^(b-1) 2^(b c)

in base 2^b, nothing is carried or borrowed, and the top bit of digit c is 1 iff <q, k_c> >= 0. With 2^(b-1) - 1 in
place of 2^(b-1) the digits lie between 0 and 2^b - 2, and the top bit of digit c of that number B is 1 iff
<q, k_c> >= 1. So all signs asked for are there iff B has all top bits at ``+``, A has none at ``-``, and at ``0`` A has
all and B none.

b is the least multiple of 8 with sum_i x_i y_i < 2^(b-1), x_i and y_i the largest |q[i]| and |k[i]|.
"""

from collections.abc import Iterable, Sequence

from ..meter import Meter

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
