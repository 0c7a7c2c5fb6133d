"""The communication matrix of a two-party function: entries 0, 1, and ``*`` outside a promise.

Statement in a certificate: ``{"task": "communication", "of": "disj", "n": 3}``, or
``{"task": "communication", "of": "matrix", "rows": ["0110", ..], "name": ".."}``.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ..certificates.meaning import matrices
from ..certificates.meter import UNLIMITED, Meter
from ..certificates.schema import Record
from .question import MAX_NAME, plain_label

MAX_CELLS = 2**20
"""Largest matrix that is read or written out, in cells (1024 x 1024)."""

MAX_SIDE = 2**12
"""Most rows, and most columns: checks that go through pairs of rows stay within a few seconds."""


_EXCHANGED = str.maketrans("01", "10")


class MatrixError(ValueError):
    """The matrix is none; the message names the entry, what was required, and what was given."""


@dataclass(frozen=True)
class CommunicationMatrix:
    """Rows are Alice's inputs, columns Bob's; an entry is the function's value, or ``*`` where nothing is promised.

    Parameters
    ----------
    rows : tuple of str
        Words over ``0 1 *`` of one positive length.
    name : str
        A label, or the name of a listed function (then ``n`` is its size).
    n : int
        Size of a listed function; 0 for a matrix that was given.

    Raises
    ------
    MatrixError
        If there is no row or column, the rows are not equally long, an entry is something else, or the rows are not
        those of the function named.

    Examples
    --------
    >>> matrix = CommunicationMatrix(("01*", "110"))
    >>> matrix.shape, matrix.total, matrix.masks(1), matrix.masks(0)
    ((2, 3), False, (2, 3), (1, 4))
    >>> print(CommunicationMatrix.named("disj", 3))
    DISJ(n=3), 8x8
    """

    rows: tuple[str, ...]
    name: str = ""
    n: int = 0

    def __post_init__(self) -> None:
        if not self.rows or not self.rows[0]:
            raise MatrixError("the matrix must have at least one row and one column, got an empty one")
        for i, row in enumerate(self.rows, start=1):
            if len(row) != len(self.rows[0]):
                raise MatrixError(
                    f"rows must be equally long, got {len(self.rows[0])} entries in row 1, {len(row)} in {i}"
                )
            if bad := set(row) - set("01*"):
                column = min(row.index(entry) for entry in bad)
                raise MatrixError(f"entries must be 0, 1 or *, got {row[column]!r} in row {i}, column {column + 1}")
        if self.n and not _is_named(self.rows, self.name, self.n):
            raise MatrixError(
                f"rows must be those of {self.name!r:.40} with n={self.n}; leave n out for a matrix of your own"
            )

    @classmethod
    def named(cls, name: str, n: int) -> "CommunicationMatrix":
        """The matrix of a listed function.

        Raises
        ------
        MatrixError
            If the function is not listed, n is below 1, or the matrix would have more than ``MAX_CELLS`` cells.
        """
        if name not in matrices.FUNCTIONS:
            raise MatrixError(f"the function must be one of {', '.join(matrices.FUNCTIONS)}, got {name[:40]!r}")
        if type(n) is not int or n < 1:
            raise MatrixError(f"n, the size of {name}, must be an integer >= 1, got {n!r:.40}; try n=3")
        largest = 1
        while too_large(*matrices.shape(_statement(name, largest + 1))) == "":
            largest += 1
        if n > largest:
            limits = too_large(*matrices.shape(_statement(name, largest + 1))).partition(";")[0]
            raise MatrixError(f"n must be at most {largest} for {name}, got {n}: {limits}; try n={largest}")
        return cls(matrices.entries(_statement(name, n), Meter(UNLIMITED)), name, n)

    @classmethod
    def of(cls, entries: Iterable[Iterable[object]], name: str = "") -> "CommunicationMatrix":
        """The matrix of nested lists (or an array) of 0, 1 and ``"*"``.

        >>> CommunicationMatrix.of([[0, 1], [True, "*"]]).rows
        ('01', '1*')
        """
        return cls(
            tuple("".join(_entry(x, i, j) for j, x in enumerate(row, 1)) for i, row in enumerate(entries, 1)), name
        )

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and columns."""
        return len(self.rows), len(self.rows[0])

    @cached_property
    def total(self) -> bool:
        """Whether every entry is 0 or 1."""
        return not any("*" in row for row in self.rows)

    def masks(self, value: int) -> tuple[int, ...]:
        """For each row the columns with this value, as a bit set (column j is bit j)."""
        return tuple(sum(1 << j for j, entry in enumerate(row) if entry == "01"[value]) for row in self.rows)

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """For each value, and each row, the columns with it, as a bit set."""
        return self.masks(0), self.masks(1)

    def cells(self, value: int) -> tuple[tuple[int, int], ...]:
        """The cells (row, column) with this value, row by row.

        >>> CommunicationMatrix(("01", "10")).cells(1)
        ((0, 1), (1, 0))
        """
        return tuple((i, j) for i, row in enumerate(self.rows) for j, x in enumerate(row) if x == "01"[value])

    @cached_property
    def signs(self) -> tuple[tuple[int, ...], ...]:
        """The sign matrix A = 2M - 1, with 0 at ``*``."""
        return tuple(tuple({"0": -1, "1": 1, "*": 0}[x] for x in row) for row in self.rows)

    @property
    def transposed(self) -> "CommunicationMatrix":
        """Alice and Bob exchanged; a matrix without name."""
        return CommunicationMatrix(tuple(map("".join, zip(*self.rows, strict=True))))

    @property
    def complement(self) -> "CommunicationMatrix":
        """0 and 1 exchanged; a matrix without name.

        >>> CommunicationMatrix(("01*",)).complement.rows
        ('10*',)
        """
        return CommunicationMatrix(tuple(row.translate(_EXCHANGED) for row in self.rows))

    def part(self, rows: Iterable[int], columns: Iterable[int]) -> "CommunicationMatrix":
        """The submatrix of these rows and columns, in the order given; a matrix without name."""
        columns = tuple(columns)
        return CommunicationMatrix(tuple("".join(self.rows[i][j] for j in columns) for i in rows))

    @property
    def words(self) -> str:
        """What it is, in words."""
        size = f"{self.shape[0]}x{self.shape[1]}"
        if self.n:
            return f"{self.name.upper()}(n={self.n}), {size}"
        label = f" {self.name!r}" if self.name else ""
        return f"the {size} {'matrix' if self.total else 'promise matrix'}{label}"

    def to_json(self) -> dict[str, object]:
        """The statement as it stands in a certificate."""
        if self.n:
            return {"task": "communication", "of": self.name, "n": self.n}
        return {
            "task": "communication",
            "of": "matrix",
            "name": plain_label(self.name)[:MAX_NAME],
            "rows": list(self.rows),
        }

    def __str__(self) -> str:
        return self.words


def too_large(rows: int, columns: int) -> str:
    """Why a matrix of this shape is not read, or an empty text.

    >>> too_large(1024, 1024), too_large(8, 5000)
    ('', 'a matrix may have at most 4096 rows and columns and 1048576 cells; this one would be 8x5000')
    """
    if max(rows, columns) <= MAX_SIDE and rows * columns <= MAX_CELLS:
        return ""
    limits = f"at most {MAX_SIDE} rows and columns and {MAX_CELLS} cells"
    return f"a matrix may have {limits}; this one would be {rows}x{columns}"


def _statement(name: str, n: int) -> Record:
    """A listed function, as the checker reads it."""
    return Record("communication", {"of": name, "n": n})


def _is_named(rows: tuple[str, ...], name: str, n: int) -> bool:
    """Whether the rows are those of a listed function; they are compared only if there are as many."""
    if name not in matrices.FUNCTIONS or type(n) is not int or not 1 <= n <= MAX_SIDE:
        return False
    named = _statement(name, n)
    return (len(rows), len(rows[0])) == matrices.shape(named) and rows == matrices.entries(named, Meter(UNLIMITED))


def _entry(entry: object, row: int, column: int) -> str:
    if isinstance(entry, str) and entry in ("0", "1", "*"):
        return entry
    for value in (0, 1):
        if entry == value:  # also numpy's integers, True, and 1.0
            return "01"[value]
    raise MatrixError(f"entries must be 0, 1 or '*', got {entry!r:.40} in row {row}, column {column}")
