"""Critical matrices: those of + and - whose sign-rank is larger than that of each part that lacks a line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from ..solvers.arrays import Ints
from ..solvers.sign_rank.class_counts import classes_of_shape, square_classes
from ..solvers.sign_rank.matrix_classes import classes, turned
from ..solvers.sign_rank.small_matrices import has_vectors, is_minimal, largest_shown
from .catalogue import CatalogueError


def sizes_of(rows: Ints, n: int) -> tuple[int, int]:
    """The size of the largest cycle; and the sign-rank: that size if there are vectors of so many coordinates.

    If none are found it is taken to be one more, which entries then have to prove.

    >>> import numpy as np
    >>> sizes_of(np.array([0b0000, 0b0111, 0b1010, 0b1101]), 4)
    (3, 3)
    """
    size = largest_shown(rows, n)
    return size, size if has_vectors(rows, n, size) else size + 1


def parts_without_a_line(rows: Ints, n: int) -> Iterator[tuple[str, Ints, int]]:
    """The parts that lack one row, or one column: which, its rows, and how many columns it has."""
    k, lines = len(rows), turned(rows, n)
    for r, kept in zip(range(k - 1, -1, -1), combinations(range(k), k - 1), strict=True):
        yield f"row {r}", rows[list(kept)], n
    for c, kept in zip(range(n - 1, -1, -1), combinations(range(n), n - 1), strict=True):
        yield f"column {c}", turned(lines[list(kept)], k), n - 1


def is_critical(rows: Ints, n: int) -> bool:
    """Whether every part that lacks a line has a smaller sign-rank (by ``sizes_of``)."""
    size, rank = sizes_of(rows, n)
    if rank == size and not is_minimal(rows, n, size):
        return False
    return all(sizes_of(part, width)[1] < rank for _, part, width in parts_without_a_line(rows, n))


@cache
def critical(k: int, n: int) -> tuple[tuple[int, ...], ...]:
    """The critical ones of the classes of k x n matrices.

    Raises
    ------
    CatalogueError
        If the classes are not as many as the orbit-counting lemma says.
    """
    listed = classes(k, n)
    number = square_classes(n) if k == n else classes_of_shape(k, n)
    if len(listed) != number:
        raise CatalogueError(
            f"{len(listed)} classes of {k} x {n} matrices are enumerated, and {number} by their orbits"
        )
    return tuple(tuple(form.tolist()) for form in listed if is_critical(form, n))
