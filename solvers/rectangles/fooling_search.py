"""Large fooling sets: sets of wanted cells of which no two lie in one rectangle of allowed cells.

Cells (r, c), (r', c') lie in one rectangle iff (r, c') and (r', c) are allowed. So a fooling set is an independent set
of a graph on the wanted cells: greedy at any size, and a local search by exchanges at moderate ones.
"""

import time

import numpy as np

Cell = tuple[int, int]
STEPS_PER_CELL = 60
"""Steps of the local search for each wanted cell: some 2 ms."""

MAX_GRAPH = 4000
"""Most cells for which the graph is written out."""


def greedy_fooling_set(wanted: np.ndarray, allowed: np.ndarray, deadline: float = float("inf")) -> list[Cell]:
    """Cells are taken in order of how few others can share a rectangle with them, roughly: |row| times |column|.

    >>> greedy_fooling_set(np.eye(3, dtype=bool), np.eye(3, dtype=bool))
    [(0, 0), (1, 1), (2, 2)]
    """
    rows, columns = np.nonzero(wanted)
    order = np.argsort(allowed.sum(1)[rows] * allowed.sum(0)[columns], kind="stable")
    rows, columns = rows[order], columns[order]
    found: list[Cell] = []
    while rows.size and time.monotonic() < deadline:
        r, c = rows[0], columns[0]
        found.append((int(r), int(c)))
        apart = ~(allowed[r, columns] & allowed[rows, c])
        rows, columns = rows[apart], columns[apart]
    return found


def in_one_rectangle(cells: list[Cell], allowed: np.ndarray) -> np.ndarray:
    """Which pairs of the cells lie in one rectangle, a bool array; every cell does with itself."""
    rows, columns = np.array(cells, dtype=int).reshape(-1, 2).T
    one_way = allowed[np.ix_(rows, columns)]
    return np.asarray(one_way & one_way.T)


def improved_fooling_set(
    cells: list[Cell],
    together: np.ndarray,
    start: list[Cell],
    rng: np.random.Generator,
    enough: int,
    *,
    deadline: float = float("inf"),
) -> list[Cell]:
    """A fooling set at least as large as the one given, by a local search that stops at size ``enough``.

    It takes ``STEPS_PER_CELL`` steps for each cell, fewer only if the deadline comes first. A step adds a cell that
    collides with one member at most, which leaves; cells that have just left wait for some steps. Now and then a random
    cell is forced in.
    """
    number = {cell: k for k, cell in enumerate(cells)}
    graph = together.copy()
    np.fill_diagonal(graph, False)
    member = np.zeros(len(cells), dtype=bool)
    member[[number[cell] for cell in start]] = True
    collisions = graph[member].sum(0)
    waits = np.zeros(len(cells), dtype=int)
    best = member.copy()
    for step in range(1, STEPS_PER_CELL * len(cells) + 1):
        if best.sum() >= enough or time.monotonic() >= deadline:
            break
        usable = np.flatnonzero(~member & (collisions <= 1) & (waits < step))
        free = usable[collisions[usable] == 0]
        pool = free if free.size else usable
        if pool.size == 0 or rng.random() < 0.01:
            pool = np.flatnonzero(~member)
            if pool.size == 0:
                break
        new = int(rng.choice(pool))
        for gone in np.flatnonzero(graph[new] & member):
            member[gone] = False
            collisions -= graph[gone]
            waits[gone] = step + int(rng.integers(2, 10))
        member[new] = True
        collisions += graph[new]
        if member.sum() > best.sum():
            best = member.copy()
    return [cells[k] for k in np.flatnonzero(best)]
