"""Minimal forbidden parts: small +-1 matrices that need more dimensions than each of their proper parts.

A matrix has a sign-rank above r if, and only if, it has a part whose sign-rank is above r while that of no proper part
is. So these parts decide small matrices, and they are few.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

from ..bounds.bound import certificate
from ..solvers.arrays import Ints
from ..solvers.sign_rank.class_counts import classes_of_shape, square_classes
from ..solvers.sign_rank.matrix_classes import classes, turned
from ..solvers.sign_rank.small_matrices import has_vectors, is_minimal, largest_shown
from .catalogue import Bracket, CatalogueError, Entry, Stated
from .sign_ranks import bounds_of, rows_of, stated, text_of, words_of


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


@dataclass(frozen=True)
class ForbiddenParts:
    """The catalogue."""

    name: str = "forbidden_parts"
    title: str = "Minimal forbidden parts for sign-ranks"
    says: str = (
        "Every matrix of + and - with at most n rows and n columns whose sign-rank is larger than that of each part "
        "that lacks a row or a column, up to permutations and negations of rows and of columns, and transposition."
    )
    objects: str = (
        "matrices of 1 and -1 with at most n rows and n columns that have a larger sign-rank than all their proper "
        "parts, up to permutations and negations of rows and of columns, and transposition"
    )
    counted: str = "found among all classes of these shapes, as many as the orbit-counting lemma (Burnside) says"
    sizes: tuple[int, ...] = tuple(range(2, 9))
    quantities: tuple[str, ...] = ("sign_rank",)

    def keys(self, n: int) -> list[str]:
        """All of them, small ones first. Every class of k x l matrices is looked at, k <= l <= n: minutes for n = 8."""
        return [
            text_of(form, width)
            for width in range(2, n + 1)
            for k in range(2, width + 1)
            for form in critical(k, width)
        ]

    def count(self, n: int) -> int | None:
        """No lemma counts them; how many classes are looked at is compared by ``critical``."""
        return None

    def settle(self, n: int, keys: Sequence[str], until: float | None) -> list[Entry]:
        """The entries of some classes, until time is over: certificates of the part, and of all that lack a line."""
        found: list[Entry] = []
        for key in keys:
            if until is not None and time.monotonic() > until:
                break
            rows, width = rows_of(key)
            bounds = {"sign_rank": bounds_of(rows, width)}
            bounds |= {name: bounds_of(part, less) for name, part, less in parts_without_a_line(rows, width)}
            brackets: dict[str, Bracket] = {name: [lower.value, upper.value] for name, (lower, upper) in bounds.items()}
            claimed = [certificate(bounds["sign_rank"][0].question, *(one for ends in bounds.values() for one in ends))]
            found.append(Entry(key, self.fields(n, key, brackets), claimed))
        return found

    def stated(self, n: int, key: str) -> Mapping[str, Stated]:
        """The sign-rank of the part, and of each part of it that lacks a line."""
        rows, width = rows_of(key)
        return {"sign_rank": stated(rows, width)} | {
            name: stated(part, fewer) for name, part, fewer in parts_without_a_line(rows, width)
        }

    def fields(self, n: int, key: str, brackets: Mapping[str, Bracket]) -> dict[str, Any]:
        """Shape and rows, the sign-rank, and the largest one of a part that lacks a line."""
        rows, width = rows_of(key)
        others = [ends for name, ends in brackets.items() if name != "sign_rank"]
        without = [None if None in ends else max(ends) for ends in zip(*others, strict=True)]
        return {
            "shape": key.partition(":")[0], "rows": words_of(rows, width), "sign_rank": brackets["sign_rank"],
            "without_a_line": without,
        }  # fmt: skip


FORBIDDEN_PARTS = ForbiddenParts()
