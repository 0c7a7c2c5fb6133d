"""Replay of a tree of cases, found outside: every case is closed, or split into cases that are closed in turn.

The tree is written as one flat list in preorder, an entry for each case that is looked at; the rule of the evidence
says what an entry means and into which cases it splits the one whose turn it is (none, if it closes it).
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from ..reading import Node
from ..verdict import RejectionError

Case = TypeVar("Case")


def replay_cases(
    node: Node, steps: Sequence[int], first: Sequence[Case], split: Callable[[Case, int], Sequence[Case]]
) -> None:
    """Return if the steps close all cases; raise ``RejectionError`` where they do not.

    Parameters
    ----------
    node : what ``steps`` were read from
    first : the cases at the start
    split : callable
        The cases that remain of one after its step, in the order in which they are looked at.

    Examples
    --------
    A case is the beginning of a word; step 2 closes it, step 0 adds one of two letters.

    >>> replay_cases(Node([], "tree"), [0, 2, 2], [""], lambda word, step: [] if step else [word + "a", word + "b"])
    """
    waiting = list(reversed(first))
    for number, step in enumerate(steps):
        if not waiting:
            node.fail(f"has {len(steps)} steps, of which {number} close all cases")
        waiting.extend(reversed(split(waiting.pop(), step)))
    if waiting:
        raise RejectionError("case-open", node.path, f"{len(waiting)} cases")
