"""The question ``shared``: H heads share out each q-subset of N positions, and each head selects its part exactly.

Every head has its own N keys (by position) and a query for each q-subset y; the parts P_1(y), .., P_H(y) are not empty
and partition y; head h ties its part at the top and puts all other positions at least the gap below. For ``sum`` the
part sizes (s_1, .., s_H) are the same for all y, since the sum of the heads weighs each by a constant; for ``concat``
the network after attention knows y and may weigh the parts anew, so any partition will do.
"""

from collections.abc import Iterator
from itertools import combinations

from .key_placement import Row

Part = tuple[int, ...]


def shared_problems(positions: int, q: int, heads: int, combine: str) -> tuple[tuple[Row, ...], ...]:
    """One list of rows for ``concat``; for ``sum`` one for each choice of part sizes, the largest part first.

    Heads may be renamed, so sizes that differ by their order only are one choice. The answer to the question is yes iff
    the rows of some list can be met; with more heads than q there is no list.

    >>> [len(rows) for rows in shared_problems(4, 2, 2, "sum")]
    [6]
    >>> shared_problems(3, 2, 2, "concat")[0][0]
    (('0--', '-0-'), ('-0-', '0--'))
    >>> shared_problems(3, 2, 3, "sum")
    ()
    """
    if heads > q:
        return ()
    subsets = list(combinations(range(positions), q))
    divided = [tuple(_partitions(y, heads)) for y in subsets]
    sizes = sorted({tuple(sorted(map(len, parts), reverse=True)) for parts in divided[0]}, reverse=True)
    chosen = [[[parts for parts in row if tuple(map(len, parts)) == size] for row in divided] for size in sizes]
    lists = [divided] if combine == "concat" else chosen
    return tuple(
        tuple(tuple(tuple(_word(part, positions) for part in parts) for parts in row) for row in rows) for rows in lists
    )


def _partitions(y: Part, heads: int) -> Iterator[tuple[Part, ...]]:
    """All ways to cut y into so many parts, in order, none of them empty."""
    if heads == 1:
        yield (y,)
        return
    for size in range(1, len(y) - heads + 2):
        for part in combinations(y, size):
            for others in _partitions(tuple(j for j in y if j not in part), heads - 1):
                yield (part, *others)


def _word(part: Part, positions: int) -> str:
    return "".join("0" if j in part else "-" for j in range(positions))
