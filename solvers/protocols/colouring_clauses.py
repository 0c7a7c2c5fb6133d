"""The clauses that say that so many messages are enough."""

from collections.abc import Iterator

from ...questions.matrix import CommunicationMatrix
from ..refutation_steps import Clause


def colouring_clauses(matrix: CommunicationMatrix, bits: int, pinned: tuple[int, ...]) -> Iterator[Clause]:
    """Clauses that can be satisfied if and only if 2^bits messages of Alice's are enough.

    Parameters
    ----------
    pinned : tuple of int
        Rows, any two in conflict.

    Examples
    --------
    >>> list(colouring_clauses(CommunicationMatrix(("0*", "10")), 0, (0,)))
    [(1,), (2,), (-1, -2), (1,)]
    """
    colours, size = 2**bits, matrix.shape[0]
    zeros, ones = matrix.masks(0), matrix.masks(1)
    for i in range(size):
        yield tuple(range(1 + colours * i, 1 + colours * (i + 1)))
    for j in range(size):
        for i in range(j):
            if zeros[i] & ones[j] or ones[i] & zeros[j]:
                for c in range(colours):
                    yield -1 - colours * i - c, -1 - colours * j - c
    for c, i in enumerate(pinned[:colours]):
        yield (1 + colours * i + c,)
