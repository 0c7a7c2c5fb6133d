"""A proof by cases, replayed: an explicit stack, so that deep trees do no harm; nothing is searched for."""

from collections.abc import Callable, Iterable
from typing import TypeVar

N = TypeVar("N")
S = TypeVar("S")


def replay_cases(root: N, start: S, cases: Callable[[N, S], Iterable[tuple[N, S]]]) -> None:
    """Go through a tree in preorder.

    Parameters
    ----------
    root, start : a node and what is known there
    cases : called with each; the node's children with what is known there, none if the node is closed. It raises
        RejectionError if they do not cover the node, or if a node without children is not closed.

    Examples
    --------
    Every number up to 3 is below 4, by halving:

    >>> def halves(tree, known):
    ...     low, high = known
    ...     middle = (low + high) // 2
    ...     return [(tree[0], (low, middle)), (tree[1], (middle + 1, high))] if tree else print(known) or []
    >>> replay_cases([[], [[], []]], (0, 3), halves)
    (0, 1)
    (2, 2)
    (3, 3)
    """
    stack = [iter([(root, start)])]
    while stack:
        child = next(stack[-1], None)
        if child is None:
            stack.pop()
        else:
            stack.append(iter(cases(*child)))
