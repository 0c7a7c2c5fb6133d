"""Protocol trees over bit sets of rows and columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..bit_sets import bit_set, members


@dataclass(frozen=True)
class Split:
    """An inner node: lines (rows if Alice's, else columns) in ``zero`` go to ``left``, in ``one`` to ``right``."""

    alice: bool
    zero: int
    one: int
    left: Tree
    right: Tree


Masks = tuple[int, ...]

Tree = Split | int
"""A protocol tree; a leaf is the number of its value, 0 or 1 where there are two."""


def depth(tree: Tree) -> int:
    """The most bits of a run.

    >>> depth(Split(True, 1, 2, 0, Split(False, 1, 2, 0, 1)))
    2
    """
    return 0 if isinstance(tree, int) else 1 + max(depth(tree.left), depth(tree.right))


def announced(alice: bool, places: Mapping[int, int], all_lines: int) -> Tree:
    """The tree in which one party says which value it is, of those with these lines of it; 0 if there are none.

    >>> depth(announced(True, {0: 0b001, 2: 0b010, 5: 0b100}, 0b111))
    2
    """
    values = list(places)
    if len(values) < 2:
        return (*values, 0)[0]
    middle = len(values) // 2
    halves = [{value: places[value] for value in half} for half in (values[:middle], values[middle:])]
    one = 0
    for there in halves[1].values():
        one |= there
    low, high = (announced(alice, half, lines) for half, lines in zip(halves, (all_lines & ~one, one), strict=True))
    return Split(alice, all_lines & ~one, one, low, high)


def complete(tree: Tree, rows: Sequence[Masks], columns: Sequence[Masks]) -> Tree:
    """The tree for a part of the matrix that holds one of each class of equal lines, extended to the whole matrix.

    Parameters
    ----------
    rows, columns : sequences of tuples
        For each row of the whole matrix, and each value, the columns where the row has it; the same for columns. Lines
        that a node does not name go where an equal one goes that it names; lines that are equal
        on the part that comes to a node stay equal below it.
    """
    lines = rows, columns

    def completed(tree: Tree, here: tuple[int, int]) -> Tree:
        if isinstance(tree, int):
            return tree
        side = 0 if tree.alice else 1
        across = here[1 - side]
        named = {_seen(lines[side][m], across): False for m in members(tree.one & here[side])}
        named |= {_seen(lines[side][m], across): True for m in members(tree.zero & here[side])}
        zero = bit_set(m for m in members(here[side]) if named.get(_seen(lines[side][m], across), False))
        one = here[side] & ~zero
        low, high = ((zero, across), (one, across)) if tree.alice else ((across, zero), (across, one))
        return Split(tree.alice, zero, one, completed(tree.left, low), completed(tree.right, high))

    return completed(tree, ((1 << len(rows)) - 1, (1 << len(columns)) - 1))


def _seen(line: Masks, across: int) -> Masks:
    return tuple(mask & across for mask in line)


def transposed(masks: Sequence[int], columns: int) -> tuple[int, ...]:
    """For each column the rows that have it.

    >>> transposed([0b11, 0b10], 2)
    (1, 3)
    """
    return tuple(bit_set(r for r, mask in enumerate(masks) if mask >> c & 1) for c in range(columns))
