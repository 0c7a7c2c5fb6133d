"""Protocol trees over bit sets of rows and columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Split:
    """An inner node: lines (rows if Alice's, else columns) in ``zero`` go to ``left``, in ``one`` to ``right``."""

    alice: bool
    zero: int
    one: int
    left: Tree
    right: Tree


Tree = Split | int
"""A protocol tree; 0 and 1 are leaves."""


def depth(tree: Tree) -> int:
    """The most bits of a run.

    >>> depth(Split(True, 1, 2, 0, Split(False, 1, 2, 0, 1)))
    2
    """
    return 0 if isinstance(tree, int) else 1 + max(depth(tree.left), depth(tree.right))


def complete(tree: Tree, rows: Sequence[tuple[int, int]], columns: Sequence[tuple[int, int]]) -> Tree:
    """The tree for a part of the matrix that holds one of each class of equal lines, extended to the whole matrix.

    Parameters
    ----------
    rows, columns : sequences of (columns with 0, columns with 1), the same for columns
        The whole matrix. Lines that a node does not name go where an equal one goes that it names; lines that are equal
        on the part that comes to a node stay equal below it.
    """
    every = (1 << len(rows)) - 1, (1 << len(columns)) - 1
    return _completed(tree, (rows, columns), every)


def _completed(tree: Tree, lines: tuple[Sequence[tuple[int, int]], ...], here: tuple[int, int]) -> Tree:
    if isinstance(tree, int):
        return tree
    side = 0 if tree.alice else 1
    across = here[1 - side]
    named = {_seen(lines[side][m], across): False for m in members(tree.one & here[side])}
    named |= {_seen(lines[side][m], across): True for m in members(tree.zero & here[side])}
    zero = union(1 << m for m in members(here[side]) if named.get(_seen(lines[side][m], across), False))
    one = here[side] & ~zero
    low, high = ((zero, across), (one, across)) if tree.alice else ((across, zero), (across, one))
    return Split(tree.alice, zero, one, _completed(tree.left, lines, low), _completed(tree.right, lines, high))


def _seen(line: tuple[int, int], across: int) -> tuple[int, int]:
    return line[0] & across, line[1] & across


def members(mask: int) -> Iterator[int]:
    """The elements of a bit set, increasing.

    >>> list(members(0b1011))
    [0, 1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def union(masks: Iterable[int]) -> int:
    """The union of bit sets."""
    result = 0
    for mask in masks:
        result |= mask
    return result


def bits(lines: Iterable[int]) -> int:
    """The bit set of these lines."""
    return union(1 << line for line in lines)


def transposed(masks: Sequence[int], columns: int) -> tuple[int, ...]:
    """For each column the rows that have it.

    >>> transposed([0b11, 0b10], 2)
    (1, 3)
    """
    return tuple(bits(r for r, mask in enumerate(masks) if mask >> c & 1) for c in range(columns))
