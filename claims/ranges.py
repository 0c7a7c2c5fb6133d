"""Ranges of parameters: lists of values in which some come before others, so that a smallest counterexample exists."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import Any

from ..questions import CommunicationMatrix
from .errors import ClaimError

MAX_LISTED = 100_000
"""Most values that a range may list."""


MAX_WORDS = 60
"""Most characters of a list of values; a longer one is counted only."""


class Values:
    """A range: its values in increasing order, and what is smaller than a value.

    A list counts its values in the order given. If they are a sample, ``sample`` says in words what they were drawn
    from, and ``smaller`` may name values that are not listed, to be tried as smaller counterexamples.
    """

    def __init__(self, values: Iterable[Any], sample: str = "") -> None:
        self.values: Sequence[Any] = tuple(values)
        self.sample = sample

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)

    def size(self, value: Any) -> int:
        """How large a value is: its place, 0 for the smallest."""
        return self._places[_label(value)]

    @cached_property
    def _places(self) -> dict[Any, int]:
        return {_label(value): place for place, value in reversed(list(enumerate(self.values)))}

    @property
    def words(self) -> str:
        """The values in words, such as ``3..8`` or ``eq, disj``."""
        if self.sample:
            return self.sample
        listed = list(self.values)
        if all(type(value) is int for value in listed) and len(listed) > 2:
            step = listed[1] - listed[0]
            if step == 1 and listed == list(range(listed[0], listed[-1] + 1)):
                return f"{listed[0]}..{listed[-1]}"
        shown = ", ".join(spell_value(value) for value in listed[:8])
        if len(shown) > MAX_WORDS:
            return f"{len(listed)} values"
        return shown + (f", .. ({len(listed)} values)" if len(listed) > 8 else "")

    def smaller(self, value: Any) -> Iterator[Any]:
        """Values to try in place of one at which a claim fails, the most promising first; here none, as all are run."""
        yield from ()


class Matrices(Values):
    """0/1 matrices as a sample of all matrices: any matrix with a row or a column left out is smaller."""

    def size(self, value: CommunicationMatrix) -> int:
        rows, columns = value.shape
        return rows * columns

    def smaller(self, value: CommunicationMatrix) -> Iterator[CommunicationMatrix]:
        rows, columns = value.rows, value.shape[1]
        if len(rows) > 1:
            for i in range(len(rows)):
                yield CommunicationMatrix(rows[:i] + rows[i + 1 :])
        if columns > 1:
            for j in range(columns):
                yield CommunicationMatrix(tuple(row[:j] + row[j + 1 :] for row in rows))
        for i, row in enumerate(rows):  # of the same size, with fewer ones
            for j, entry in enumerate(row):
                if entry == "1":
                    yield CommunicationMatrix((*rows[:i], f"{row[:j]}0{row[j + 1 :]}", *rows[i + 1 :]))


def matrices(rows: int, columns: int) -> Values:
    """All 0/1 matrices of one shape, those with few ones first.

    Raises
    ------
    ClaimError
        If there are more than ``MAX_LISTED``.

    Examples
    --------
    >>> [matrix.rows for matrix in matrices(1, 2)]
    [('00',), ('01',), ('10',), ('11',)]
    """
    _require_shape(rows, columns)
    if rows * columns > MAX_LISTED.bit_length() - 1:
        raise ClaimError(
            f"there are 2^{rows * columns} matrices of shape {rows}x{columns}, the limit is {MAX_LISTED}; "
            f"try random_matrices({rows}, {columns}, count=100)"
        )
    words = ["".join(word) for word in product("01", repeat=columns)]
    listed = (CommunicationMatrix(chosen) for chosen in product(words, repeat=rows))
    return Values(sorted(listed, key=lambda matrix: "".join(matrix.rows).count("1")))


def random_matrices(rows: int, columns: int, count: int, seed: int = 0) -> Matrices:
    """``count`` uniform 0/1 matrices of one shape, from a seed.

    The range of the claim is these matrices and no others, so PROVED is said of the sample. A matrix at which it fails
    is shrunk by leaving out rows and columns, then by turning ones into zeros; what is left need not be in the sample.

    Examples
    --------
    >>> [matrix.rows for matrix in random_matrices(2, 2, count=2)]
    [('11', '01'), ('11', '11')]
    """
    _require_shape(rows, columns)
    if not 1 <= count <= MAX_LISTED:
        raise ClaimError(f"count must be from 1 to {MAX_LISTED}, got {count}; try count=100")
    drawn = random.Random(seed)
    chosen = (
        CommunicationMatrix(tuple("".join(drawn.choice("01") for _ in range(columns)) for _ in range(rows)))
        for _ in range(count)
    )
    return Matrices(chosen, f"{count} random {rows}x{columns} matrices, seed {seed}")


def spell_value(value: Any) -> str:
    """A value in a few characters; a matrix row by row."""
    if isinstance(value, CommunicationMatrix):
        text = value.name and f"{value.name} n={value.n}" if value.n else "/".join(value.rows)
    else:
        text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _label(value: Any) -> Any:
    """The value, or where it cannot be a key its identity."""
    return value if isinstance(value, Hashable) else id(value)


def _require_shape(rows: int, columns: int) -> None:
    for name, value in (("rows", rows), ("columns", columns)):
        if type(value) is not int or value < 1:
            raise ClaimError(f"{name} must be an integer >= 1, got {value!r}; try {name}=4")


def as_values(name: str, given: Any) -> Values:
    """A range as the user wrote it: Values, a range, a list, or one value alone.

    Raises
    ------
    ClaimError
        If it has no values, too many, or cannot be gone through.
    """
    if isinstance(given, Values):
        return given
    if isinstance(given, str | bytes | int | float) or not isinstance(given, Iterable):
        raise ClaimError(
            f"the range of {name} must list values, got {given!r:.60} ({type(given).__name__}); "
            f"write {name}=[{given!r:.40}] for one value, or {name}=range(1, 5)"
        )
    listed = []
    for value in given:
        listed.append(value)
        if len(listed) > MAX_LISTED:
            raise ClaimError(f"the range of {name} has more than {MAX_LISTED} values; a claim runs every one of them")
    return Values(listed)
