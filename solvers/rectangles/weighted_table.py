"""Tables of integer weights whose rectangles are all light: lines that are merged, and symmetries."""

from collections.abc import Iterable, Sequence

from ...certificates.problems.small import merged

FIRST = ord("0")
"""The character code of row 0."""


Table = list[list[int]]


Permutation = tuple[int, ...]


def orbit_of(row: int, permutations: Iterable[Permutation]) -> frozenset[int]:
    """The images of a row under the group that the permutations generate.

    >>> sorted(orbit_of(0, [(1, 2, 0, 3)]))
    [0, 1, 2]
    """
    permutations = tuple(permutations)
    orbit, waiting = {row}, [row]
    while waiting:
        i = waiting.pop()
        images = {p[i] for p in permutations} - orbit
        orbit |= images
        waiting += images
    return frozenset(orbit)


def decided_lines(weights: Sequence[Sequence[int]]) -> Table:
    """The rows that a tree decides: proportional ones added up, and as few of them as there are columns, or fewer.

    >>> decided_lines([[1, -2, 0], [2, -4, 0], [0, 1, 0]])
    [[3, -6], [0, 1]]
    """
    table: Table = _transposed(merged(_transposed(merged(weights))))
    return table if len(table) <= len(table[0]) else _transposed(table)


def without_zeros(weights: Table, entries: Sequence[str]) -> Table:
    """Nonnegative weights, entries 0 made so heavy below 0 that a rectangle which holds one weighs less than 0."""
    below = -sum(map(sum, weights)) - 1
    return [
        [below if entry == "0" else weight for weight, entry in zip(row, word, strict=True)]
        for row, word in zip(weights, entries, strict=True)
    ]


def _transposed(table: Sequence[Sequence[int]]) -> Table:
    return [list(column) for column in zip(*table, strict=True)]
