"""Sign patterns: what the scores of a saturated attention unit have to satisfy.

A sign pattern is an R x C array over ``-``, ``0``, ``+`` and ``*`` (no condition). Rows are query types, columns
are key types. Its *sign-rank* is the least d with W (R x d) and U (C x d) such that sign(W U^T) equals the pattern
off the stars. The softmax is invariant under a shift of a row, so

* without a null token each row has a free threshold, and the least embedding dimension is
  m = sign-rank([P; + .. +]) - 1: the added row is the functional that is 1 on every key;
* with a null token the null key is subtracted from all keys, and m = sign-rank(P).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

SYMBOLS = "-0+*"


class PatternError(ValueError):
    """The text given is not a sign pattern; the message says where and what to do."""


@dataclass(frozen=True)
class SignPattern:
    """An immutable sign pattern.

    Parameters
    ----------
    rows : tuple of str
        Each row a word over ``-0+*``, all of the same positive length.
    null : bool
        True if the unit has a null token (a blank key that scores exactly 0), False for the affine question.

    Raises
    ------
    PatternError
        If there is no row, a row is empty, lengths differ, or a symbol is none of ``- 0 + *``.

    Examples
    --------
    >>> pattern = SignPattern(("+-", "-+"), null=True)
    >>> pattern.homogeneous_rows
    ('+-', '-+')
    >>> SignPattern(("+-", "-+"), null=False).homogeneous_rows
    ('+-', '-+', '++')
    >>> SignPattern(("+-", "-"), null=True)
    Traceback (most recent call last):
    ...
    headcount.questions.sign_pattern.PatternError: row 2 of the pattern has 1 entry where row 1 has 2; ...
    """

    rows: tuple[str, ...]
    null: bool

    def __post_init__(self) -> None:
        if isinstance(self.rows, str) or not all(isinstance(row, str) for row in self.rows):
            raise PatternError(f"rows must be a tuple of strings such as ('+-', '-+'), got {str(self.rows)[:60]!r}")
        if not isinstance(self.null, bool):
            raise PatternError(f"null must be True or False (is there a null token?), got {self.null!r}")
        object.__setattr__(self, "rows", tuple(self.rows))
        if not self.rows:
            raise PatternError("the pattern has no rows; give at least one row of - 0 + *")
        width = len(self.rows[0])
        if width == 0:
            raise PatternError("row 1 of the pattern is empty; give at least one column")
        for number, row in enumerate(self.rows, start=1):
            if len(row) != width:
                entries = "1 entry" if len(row) == 1 else f"{len(row)} entries"
                raise PatternError(
                    f"row {number} of the pattern has {entries} where row 1 has {width}; make all rows equally long"
                )
            wrong = next((c for c in row if c not in SYMBOLS), None)
            if wrong is not None:
                raise PatternError(
                    f"row {number} of the pattern holds {wrong!r}; entries must be one of - 0 + * (star: no condition)"
                )

    @property
    def shape(self) -> tuple[int, int]:
        """(R, C): the number of query types and of key types."""
        return len(self.rows), len(self.rows[0])

    @property
    def offset(self) -> int:
        """sign-rank of the homogeneous rows minus m: 1 without a null token, 0 with one."""
        return 0 if self.null else 1

    @property
    def homogeneous_rows(self) -> tuple[str, ...]:
        """The rows whose sign-rank is m + offset: with the all-plus row appended if there is no null token."""
        return self.rows if self.null else (*self.rows, "+" * self.shape[1])

    @property
    def has_zeros(self) -> bool:
        """Whether some score must be exactly 0 (a tie at the maximum, or with the null token)."""
        return any("0" in row for row in self.rows)

    @property
    def conditions(self) -> int:
        """The number of entries that are not stars."""
        return sum(symbol != "*" for symbol in chain.from_iterable(self.rows))

    def __str__(self) -> str:
        return "\n".join(" ".join(row) for row in self.rows)


def marked(width: int, columns: Mapping[str, Iterable[int]]) -> str:
    """The row that has these symbols in these columns, and ``-`` in all others.

    >>> marked(4, {"+": [0, 2], "*": [3]})
    '+-+*'
    """
    row = bytearray(b"-") * width  # as short as the word: there may be millions
    for symbol, chosen in columns.items():
        for column in chosen:
            row[column] = ord(symbol)
    return row.decode()


def transposed(rows: tuple[str, ...]) -> tuple[str, ...]:
    """Rows and columns exchanged; the sign-rank stays the same.

    >>> transposed(("+-0", "++*"))
    ('++', '-+', '0*')
    """
    return tuple("".join(column) for column in zip(*rows, strict=True))


def part_of(words: tuple[str, ...], rows: Sequence[int], columns: Sequence[int]) -> tuple[str, ...]:
    """The entries in some rows and columns.

    >>> part_of(("+-0", "++*"), (1,), (0, 2))
    ('+*',)
    """
    return tuple("".join(words[row][column] for column in columns) for row in rows)
