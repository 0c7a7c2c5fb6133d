"""The two-party function of a reduction: an entry for each pair of inputs, the inputs in words.

Stated as the matrix of a ``communication`` question. A listed function is computed pair by pair and never written out,
so that a counterexample may be about inputs of hundreds of bits.
"""

from collections.abc import Callable
from dataclasses import dataclass

from .communication.matrix import read_matrix
from .communication.named_functions import NAMED, named_shape
from .reading import Node

MAX_BITS = 500
"""Largest n of a listed function."""


@dataclass(frozen=True)
class Source:
    """f: Alice holds the number of a row, Bob that of a column; ``entry`` is ``0``, ``1`` or ``*`` (not promised)."""

    words: str
    shape: tuple[int, int]
    entry: Callable[[int, int], str]
    spell: Callable[[int, int], str]
    assumption: str = ""


def read_source(node: Node) -> Source:
    """The function of a reduction.

    >>> source = read_source(Node({"task": "communication", "of": "disj", "n": 3}, "source"))
    >>> source.words, source.entry(0b011, 0b110), source.spell(0b011, 0b110)
    ('DISJ_3', '0', 'a=011, b=110')
    """
    if node.field("task").text() != "communication":
        node.field("task").fail("must be 'communication'")
    of = node.field("of").text()
    if of not in NAMED:
        matrix = read_matrix(node)
        return Source(
            matrix.words,
            matrix.shape,
            lambda row, column: matrix.rows[row][column],
            lambda row, column: f"row {row}, column {column}",
            matrix.assumption,
        )
    n = node.fields(("task", "of", "n"))["n"].integer(1, MAX_BITS)

    def spell(row: int, column: int) -> str:
        return f"a={row:0{n}b}, b={column + 1 if of == 'index' else format(column, f'0{n}b')}"

    return Source(f"{of.upper()}_{n}", named_shape(of, n), lambda row, column: "01"[NAMED[of](row, column, n)], spell)
