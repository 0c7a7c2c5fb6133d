"""A proof by cases, replayed: each case of a tree is closed at once or split into others, down to the last.

The tree is a flat list, each node before its children (preorder). A node says how its case is split; the rule of the
kind, ``split``, makes the cases that arise, closes those that it can, and yields the others one by one: each of them
takes the next node of the list. Nothing is chosen here, and what is in memory is one path of the tree.
"""

from collections.abc import Callable, Iterator
from typing import TypeVar

from .reading import Node
from .verdict import RejectionError

Case = TypeVar("Case")


def replay_cases(tree: Node, start: Case, split: Callable[[Node, Case], Iterator[Case]]) -> int:
    """Return the number of nodes if the tree closes the first case; reject it if a case is open or a node too many.

    Examples
    --------
    Numbers below 4 are closed; a node is what is subtracted in the one case, and twice of it in the other.

    >>> def split(node, number):
    ...     yield from (rest for rest in (number - node.integer(), number - 2 * node.integer()) if rest >= 4)
    >>> replay_cases(Node([3, 2], "tree"), 8, split)
    2
    >>> replay_cases(Node([3], "tree"), 8, split)
    Traceback (most recent call last):
    ...
    headcount.certificates.verdict.RejectionError: a case of the tree is left open: after 1 nodes
    """
    if not isinstance(tree.value, list):
        tree.fail("must be a list of nodes")
    path = [iter([start])]
    for i, value in enumerate(tree.value):
        node = Node(value, f"{tree.path}[{i}]")
        case = _next_case(path)
        if case is None:
            raise RejectionError("case-left-over", node.path)
        path.append(split(node, case))
    if _next_case(path) is not None:
        raise RejectionError("case-missing", tree.path, f"after {len(tree.value)} nodes")
    return len(tree.value)


def _next_case(path: list[Iterator[Case]]) -> Case | None:
    while path:
        case = next(path[-1], None)
        if case is not None:
            return case
        path.pop()
    return None
