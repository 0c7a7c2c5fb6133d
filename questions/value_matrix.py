"""A matrix of values: of a two-party function with more than two of them, or of nonnegative numbers.

Statement in a certificate: ``{"task": "values", "rows": [[0, 1, null], ..], "name": ".."}``; null is outside a promise.
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from functools import cached_property

from .matrix import CommunicationMatrix, MatrixError
from .question import MAX_NAME, plain_label

MOST_ENTRIES, LARGEST, MOST_VALUES = 2**16, 10**9, 2**12
"""Most entries, the largest of them, and most different ones: what a certificate may state."""


@dataclass(frozen=True)
class ValueMatrix:
    """Rows are Alice's inputs, columns Bob's; an entry is an integer from 0, or None outside a promise.

    Parameters
    ----------
    numbers : tuple of tuples
        Rows of one positive length.
    name : str
        A label.

    Raises
    ------
    MatrixError
        If there is no row or column, the rows are not equally long, too long, or an entry is something else.

    Examples
    --------
    >>> matrix = ValueMatrix(((5, None), (0, 7)))
    >>> matrix.rows, matrix.values, matrix.total, matrix.ones({5, 7}).rows
    (('1*', '02'), (0, 5, 7), False, ('1*', '01'))
    """

    numbers: tuple[tuple[int | None, ...], ...]
    name: str = ""

    def __post_init__(self) -> None:
        if not self.numbers or not self.numbers[0]:
            raise MatrixError("the matrix must have at least one row and one column, got an empty one")
        for i, row in enumerate(self.numbers, start=1):
            if len(row) != len(self.numbers[0]):
                raise MatrixError(
                    f"rows must be equally long, got {len(self.numbers[0])} entries in row 1, {len(row)} in {i}"
                )
            for j, x in enumerate(row, start=1):
                if x is not None and not (type(x) is int and 0 <= x <= LARGEST):
                    raise MatrixError(
                        f"entries must be integers from 0 to {LARGEST}, got {x!r:.40} in row {i}, column {j}; "
                        "number the values of a function 0, 1, 2, .."
                    )
        if self.shape[0] * self.shape[1] > MOST_ENTRIES or len(self.values) > MOST_VALUES:
            raise MatrixError(
                f"a matrix of values may have at most {MOST_ENTRIES} entries and {MOST_VALUES} different ones, got "
                f"{self.shape[0]}x{self.shape[1]} with {len(self.values)}; take a part of it"
            )
        if not self.values:
            raise MatrixError("the matrix promises nothing; some entry must be a number")

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The different values, in increasing order."""
        return tuple(sorted({x for row in self.numbers for x in row if x is not None}))

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """A letter for each entry, equal exactly for equal values; ``*`` for None."""
        letters = {value: chr(48 + k) for k, value in enumerate(self.values)} | {None: "*"}
        return tuple("".join([letters[x] for x in row]) for row in self.numbers)

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and columns."""
        return len(self.numbers), len(self.numbers[0])

    @cached_property
    def total(self) -> bool:
        """Whether every entry is a number."""
        return not any(None in row for row in self.numbers)

    def ones(self, wanted: Container[int]) -> CommunicationMatrix:
        """The 0/1 matrix that is 1 where the value is a wanted one."""
        return CommunicationMatrix(
            tuple("".join("*" if x is None else "01"[x in wanted] for x in row) for row in self.numbers)
        )

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """For each value, in increasing order, and each row, the columns with it, as a bit set."""
        return tuple(
            tuple(sum(1 << j for j, x in enumerate(row) if x == value) for row in self.numbers) for value in self.values
        )

    @property
    def support(self) -> CommunicationMatrix:
        """The 0/1 matrix that is 1 where the number is positive."""
        return self.ones(frozenset(self.values) - {0})

    @property
    def transposed(self) -> "ValueMatrix":
        """Alice and Bob exchanged; a matrix without name."""
        return ValueMatrix(tuple(zip(*self.numbers, strict=True)))

    def part(self, rows: Iterable[int], columns: Iterable[int]) -> "ValueMatrix":
        """The submatrix of these rows and columns; a matrix without name."""
        columns = tuple(columns)
        return ValueMatrix(tuple(tuple(self.numbers[i][j] for j in columns) for i in rows))

    @property
    def words(self) -> str:
        """What it is, in words."""
        promise = "" if self.total else "promise "
        label = f" {self.name!r}" if self.name else ""
        return f"the {self.shape[0]}x{self.shape[1]} {promise}matrix{label} of {len(self.values)} values"

    def to_json(self) -> dict[str, object]:
        """The statement as it stands in a certificate."""
        return {
            "task": "values",
            "name": plain_label(self.name)[:MAX_NAME],
            "rows": [list(row) for row in self.numbers],
        }

    def __str__(self) -> str:
        return self.words


Matrix = CommunicationMatrix | ValueMatrix
"""What measures are taken of."""
