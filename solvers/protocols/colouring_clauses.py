"""The clauses that say that so many messages are enough."""

from collections.abc import Iterator, Sequence

from ..refutation_steps import Clause


def colouring_clauses(rows: Sequence[str], bits: int, pinned: tuple[int, ...]) -> Iterator[Clause]:
    """Clauses that can be satisfied if and only if 2^bits messages of Alice's are enough.

    Parameters
    ----------
    rows : sequence of str
        A letter for each entry, ``*`` outside the promise.
    pinned : tuple of int
        Rows, any two in conflict.

    Examples
    --------
    >>> list(colouring_clauses(("0*", "10"), 0, (0,)))
    [(1,), (2,), (-1, -2), (1,)]
    """
    colours, size, apart = 2**bits, len(rows), conflicts(rows)
    for i in range(size):
        yield tuple(range(1 + colours * i, 1 + colours * (i + 1)))
    for j in range(size):
        for i in range(j):
            if apart[j] >> i & 1:
                for c in range(colours):
                    yield -1 - colours * i - c, -1 - colours * j - c
    for c, i in enumerate(pinned[:colours]):
        yield (1 + colours * i + c,)


def conflicts(rows: Sequence[str]) -> list[int]:
    """For each row the rows that have another value in some column where both have one, as a bit set.

    >>> conflicts(("0*2", "01*", "1**"))
    [4, 4, 3]
    """
    letters = sorted(set("".join(rows)) - {"*"})
    places = [[sum(1 << c for c, x in enumerate(row) if x == letter) for row in rows] for letter in letters]
    known = [sum(ones) for ones in zip(*places, strict=True)]
    found = [0] * len(rows)
    for i in range(len(rows)):
        for j in range(i):
            if any(ones[i] & known[j] & ~ones[j] for ones in places):
                found[i] |= 1 << j
                found[j] |= 1 << i
    return found
