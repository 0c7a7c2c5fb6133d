"""A proof by cases, replayed: an explicit stack, so that deep trees do no harm; nothing is searched for."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from ...questions.reading import Node

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


def replay_preorder(tree: Node, start: S, split: Callable[[Node, S], Iterable[S]]) -> None:
    """Go through a tree that is written as a flat list, each node before its children.

    Parameters
    ----------
    split : called with each node and its case; yields the cases that it leaves open, each of which takes the next node

    Examples
    --------
    Numbers below 4 are closed; a node is what is subtracted in the one case, and twice of it in the other.

    >>> def split(node, number):
    ...     return [rest for rest in (number - node.integer(), number - 2 * node.integer()) if rest >= 4]
    >>> replay_preorder(Node([3, 2], "tree"), 8, split)
    >>> replay_preorder(Node([3], "tree"), 8, split)
    Traceback (most recent call last):
    ...
    headcount.legacy.verdict.RejectionError: a case of a proof by cases is left open: after 1 nodes
    """
    nodes = tree.entries()

    def taken(case: S) -> tuple[Node, S]:
        node = next(nodes, None)
        if node is None:
            tree.reject("case-left-open", f"after {len(tree.value)} nodes")
        return node, case

    def cases(node: Node, case: S) -> Iterator[tuple[Node, S]]:
        return (taken(child) for child in split(node, case))

    replay_cases(*taken(start), cases)
    for node in nodes:
        node.fail("comes after the last case has been closed")
