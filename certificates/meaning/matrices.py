"""The communication matrix of a two-party function: a word over 0 1 and * (outside a promise) for each row. Trusted.

Rows are Alice's inputs, columns Bob's. In the functions that have names Alice and Bob hold strings of n bits in
lexicographic order, the first bit the most significant; in ``index`` Bob holds a number 1 .. n. DISJ_n: no position
has a 1 in both. EQ_n: equal. GT_n: a > b as numbers; GE_n: a >= b. IP_n: the parity of the positions with a 1 in both.
INDEX_n: bit number b of a. A statement may name any n; what cannot be written out is refused before it is built.

A matrix of *values* 0, 1, 2, .. (null outside the promise) is a word over letters for each row: where only it matters
which entries are equal, a letter stands for a value, ``0`` for the least, the next one for the next, ``*`` for none.
"""

from collections.abc import Callable

from ..meter import Meter
from ..schema import Record

Rows = tuple[str, ...]

FUNCTIONS: dict[str, Callable[[int, int, int], int]] = {
    "disj": lambda a, b, n: int(a & b == 0),
    "eq": lambda a, b, n: int(a == b),
    "gt": lambda a, b, n: int(a > b),
    "ge": lambda a, b, n: int(a >= b),
    "ip": lambda a, b, n: (a & b).bit_count() % 2,
    "index": lambda a, b, n: a >> (n - 1 - b) & 1,
}
"""Name -> value at the inputs a of Alice and b of Bob, both counted from 0; n is the size."""

ROW, CELL = 80, 4
"""Steps for a row of a named function, which is kept, and for an entry of it."""


def shape(statement: Record) -> tuple[int, int]:
    """The numbers of rows and columns; nothing is built, and they may be too long to be printed."""
    if statement.kind == "values" or statement.of == "matrix":
        return len(statement.rows), len(statement.rows[0])
    return 1 << statement.n, statement.n if statement.of == "index" else 1 << statement.n


def entries(statement: Record, meter: Meter) -> Rows:
    """The rows of a ``communication`` statement, at least one, of one positive length, with some entry 0 or 1.

    >>> from types import SimpleNamespace as S
    >>> disj, index = S(kind="communication", of="disj", n=2), S(kind="communication", of="index", n=2)
    >>> entries(disj, Meter(10**6)), entries(index, Meter(10**6))
    (('1111', '1010', '1100', '1000'), ('00', '01', '10', '11'))
    >>> entries(S(kind="values", rows=((7, None), (3, 9))), Meter(100))
    ('1*', '02')
    """
    if statement.kind == "values":
        found = values_of(statement, meter)
        letters = {value: chr(48 + k) for k, value in enumerate(found)} | {None: "*"}
        return tuple("".join([letters[value] for value in row]) for row in statement.rows)
    if statement.of == "matrix":
        given: Rows = statement.rows
        meter.charge(len(given) * (1 + len(given[0]) // 16))
        return given
    n, width = statement.n, statement.n if statement.of == "index" else 1 << min(statement.n, 100)
    meter.charge((ROW + CELL * width) << min(n, 100))
    value, (rows, columns) = FUNCTIONS[statement.of], shape(statement)
    return tuple("".join(["01"[value(a, b, n)] for b in range(columns)]) for a in range(rows))


def values_of(statement: Record, meter: Meter) -> list[int]:
    """The values of a matrix of values, in increasing order."""
    meter.charge(20 * len(statement.rows) * len(statement.rows[0]))
    return sorted({value for row in statement.rows for value in row if value is not None})


def indicator(statement: Record, wanted: Callable[[int], bool], meter: Meter) -> Rows:
    """The 0/1 matrix that is 1 where the value is a wanted one; * stays."""
    meter.charge(20 * len(statement.rows) * len(statement.rows[0]))
    return tuple("".join(["*" if x is None else "01"[wanted(x)] for x in row]) for row in statement.rows)


def cell(statement: Record, row: int, column: int) -> str:
    """One entry, without the rest of the matrix."""
    if statement.of == "matrix":
        return str(statement.rows[row][column])
    return "01"[FUNCTIONS[statement.of](row, column, statement.n)]


def cells(meter: Meter, rows: Rows) -> int:
    """How many entries there are; as many steps are charged."""
    meter.charge(len(rows) * len(rows[0]))
    return len(rows) * len(rows[0])


def transposed(rows: Rows, meter: Meter) -> Rows:
    """Alice and Bob exchanged.

    >>> transposed(("01*", "110"), Meter(100))
    ('01', '11', '*0')
    """
    cells(meter, rows)
    return tuple(map("".join, zip(*rows, strict=True)))


def complement(rows: Rows, meter: Meter) -> Rows:
    """0 and 1 exchanged; * stays.

    >>> complement(("01*",), Meter(100))
    ('10*',)
    """
    cells(meter, rows)
    return tuple(row.translate({48: 49, 49: 48}) for row in rows)


def masks(rows: Rows, value: str, meter: Meter) -> tuple[int, ...]:
    """For each row the columns with this value as a bit set; column j is bit j.

    >>> masks(("01*", "110"), "1", Meter(100))
    (2, 3)
    """
    cells(meter, rows)
    others = {ord(letter): "01"[letter == value] for letter in set("".join(rows))}
    return tuple(int(row[::-1].translate(others), 2) for row in rows)


def different(rows: Rows, meter: Meter) -> Rows:
    """One of each kind of rows, on one of each kind of columns, in the order of their first copies.

    >>> different(("011", "100", "011"), Meter(100))
    ('01', '10')
    """
    part = transposed(tuple(dict.fromkeys(rows)), meter)
    return transposed(tuple(dict.fromkeys(part)), meter)
