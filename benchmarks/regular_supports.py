"""The least width for every doubly k-regular support: certified brackets of the threshold and the tie pattern.

    OPENBLAS_NUM_THREADS=1 python benchmarks/regular_supports.py 6      # L = 3 .. 6: a minute or two; 7: a quarter hour

(Threads of a linear algebra library only wait for each other here.)

All 0/1 matrices with k ones in each row and column, up to permutations of rows and of columns; rows uniform. A width
between the two patterns begins to be enough at some r = ln(factor of ratios) / ln(1 / eps2), whose bracket is printed.
"""

import sys
import time
from collections.abc import Iterator

import networkx as nx
from networkx.algorithms.isomorphism import categorical_node_match

from _spreads import spread_bracket
from headcount import SignPattern, probe

Rows = tuple[tuple[int, ...], ...]
BUDGET = 300
"""Seconds for a pattern; all up to L = 6 take a few."""


def regular_supports(size: int, k: int) -> list[Rows]:
    """One of each class: for every row the columns with a one.

    >>> [len(regular_supports(4, k)) for k in (1, 2, 3)]
    [1, 2, 1]
    """
    if 2 * k > size and k < size:  # complements of sparser ones
        sparser = regular_supports(size, size - k)
        return [tuple(_others(row, size) for row in rows) for rows in sparser]
    found: dict[str, list[tuple[nx.Graph, Rows]]] = {}
    for rows in _sorted_matrices(size, k):
        graph = _graph(rows)
        alike = found.setdefault(nx.weisfeiler_lehman_graph_hash(graph, node_attr="side", iterations=3), [])
        same = categorical_node_match("side", None)
        if not any(nx.is_isomorphic(graph, other, node_match=same) for other, _ in alike):
            alike.append((graph, rows))
    return sorted(rows for alike in found.values() for _, rows in alike)


def _others(row: tuple[int, ...], size: int) -> tuple[int, ...]:
    return tuple(j for j in range(size) if j not in row)


def _sorted_matrices(size: int, k: int) -> Iterator[Rows]:
    """Matrices whose rows and columns do not increase, of which every class has one."""

    def extend(rows: list[tuple[int, ...]], left: list[int]) -> Iterator[Rows]:
        if len(rows) == size:
            yield tuple(rows)
            return
        columns = [tuple(j in row for row in rows) for j in range(size)]
        for row in _choices(columns, left, k):
            if not rows or row >= rows[-1]:  # as tuples of columns: later rows start further to the right
                yield from extend([*rows, row], [left[j] - (j in row) for j in range(size)])

    return extend([], [k] * size)


def _choices(columns: list[tuple[bool, ...]], left: list[int], k: int) -> Iterator[tuple[int, ...]]:
    """k columns with ones left; of columns that are equal so far, the first ones."""
    groups: dict[tuple[bool, ...], list[int]] = {}
    for j, history in enumerate(columns):
        if left[j]:
            groups.setdefault(history, []).append(j)
    members = list(groups.values())

    def pick(g: int, wanted: int) -> Iterator[tuple[int, ...]]:
        if g == len(members):
            if not wanted:
                yield ()
            return
        for count in range(min(wanted, len(members[g])), -1, -1):
            for rest in pick(g + 1, wanted - count):
                yield (*members[g][:count], *rest)

    for chosen in pick(0, k):
        yield tuple(sorted(chosen))


def _graph(rows: Rows) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from((f"r{i}" for i in range(len(rows))), side="row")
    graph.add_nodes_from((f"c{j}" for j in range(len(rows))), side="column")
    graph.add_edges_from((f"r{i}", f"c{j}") for i, row in enumerate(rows) for j in row)
    return graph


def words(rows: Rows, symbol: str) -> tuple[str, ...]:
    """The pattern with the symbol on the support and - off it."""
    return tuple("".join(symbol if j in row else "-" for j in range(len(rows))) for row in rows)


def ends(rows: Rows) -> tuple[tuple[int, int], tuple[int, int]]:
    """The certified brackets of the threshold and of the tie pattern."""
    found = []
    for symbol in "+0":
        bracket = probe(SignPattern(words(rows, symbol), null=False), budget=BUDGET)
        assert bracket.upper is not None and bracket.certified
        found.append((bracket.lower.value, bracket.upper.value))
    return found[0], found[1]


def drops(rows: Rows, threshold: int, tie: int) -> list[str]:
    """For each width from the threshold pattern's to below the tie pattern's, where it begins to be enough."""
    return [str(spread_bracket(rows, len(rows), m)) for m in range(threshold, tie)]


def main(most: int, with_drops: bool) -> None:
    for size in range(3, most + 1):
        for k in range(1, size):
            for rows in regular_supports(size, k):
                began = time.monotonic()
                threshold, tie = ends(rows)
                shown = "/".join(str(low) if low == high else f"{low}..{high}" for low, high in (threshold, tie))
                seconds = time.monotonic() - began
                support = " ".join("".join(map(str, row)) for row in rows)
                steps = drops(rows, threshold[1], tie[0]) if with_drops else []
                line = f"{size}  {k}  {shown:<8}{support:<{size * size}}  {'; '.join(steps)}"
                print(line, f"  ({seconds:.1f} s)", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 6, "--no-r" not in sys.argv)
