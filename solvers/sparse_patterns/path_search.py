"""A path through all vertices of a directed graph, by a SAT solver that learns about circles only when it makes them.

x_e says that edge e is used, s_v that the path starts in v, e_v that it ends there. Every vertex has exactly one edge
in or is the start, exactly one out or is the end. What satisfies that is a path and circles; for each circle C clauses
are added that hold of every path through all vertices: some edge leads into C, or the path starts in C; some edge leads
out of C, or the path ends in C. A model without circles is the path; if the clauses are contradictory there is none.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from ..arrays import Ints
from ..limited_solve import solve_until


@dataclass(frozen=True)
class PathFound:
    """Vertices in the order of a path."""

    order: tuple[int, ...]


@dataclass(frozen=True)
class NoPath:
    """The solver says that there is none."""


@dataclass(frozen=True)
class PathOpen:
    """Stopped before an answer."""


def hamiltonian_path(n: int, tails: Ints, heads: Ints, deadline: float) -> PathFound | NoPath | PathOpen:
    """A path through all n vertices along edges ``tails[e] -> heads[e]`` (no loops, none twice).

    Parameters
    ----------
    deadline : float
        Value of ``time.monotonic()`` after which to give up.

    Returns
    -------
    PathFound, NoPath or PathOpen
        A path is checked edge by edge; that there is none rests on the solver.

    Examples
    --------
    >>> import numpy as np
    >>> hamiltonian_path(3, np.array([2, 0]), np.array([0, 1]), float("inf"))
    PathFound(order=(2, 0, 1))
    >>> hamiltonian_path(3, np.array([2, 2]), np.array([0, 1]), float("inf"))
    NoPath()
    """
    outgoing: list[list[int]] = [[] for _ in range(n)]
    incoming: list[list[int]] = [[] for _ in range(n)]
    for edge, (tail, head) in enumerate(zip(tails.tolist(), heads.tolist(), strict=True), start=1):
        outgoing[tail].append(edge)
        incoming[head].append(edge)
    edges = len(tails)
    start, end = [edges + 1 + v for v in range(n)], [edges + n + 1 + v for v in range(n)]
    top = edges + 2 * n
    with Solver(name="cadical195") as solver:
        for group in (
            *([*incoming[v], start[v]] for v in range(n)),
            *([*outgoing[v], end[v]] for v in range(n)),
            start,
            end,
        ):
            top = _exactly_one(solver, group, top)
        while True:
            answer = solve_until(solver, deadline)
            if answer is None:
                return PathOpen()
            if not answer:
                return NoPath()
            model = solver.get_model() or []
            order, found = _decomposed(n, tails, heads, model, edges)
            if not found:
                return PathFound(order)
            for circle in found:
                inside = set(circle)
                into = [e for v in circle for e in incoming[v] if int(tails[e - 1]) not in inside]
                out = [e for v in circle for e in outgoing[v] if int(heads[e - 1]) not in inside]
                solver.add_clause([*into, *(start[v] for v in circle)])
                solver.add_clause([*out, *(end[v] for v in circle)])


def _exactly_one(solver: Solver, group: list[int], top: int) -> int:
    """Clauses for exactly one of a group; pairs where it is small, a ladder of new variables where it is not."""
    encoding = EncType.pairwise if len(group) <= 6 else EncType.ladder
    encoded = CardEnc.equals(lits=group, bound=1, top_id=top, encoding=encoding)
    for clause in encoded.clauses:
        solver.add_clause(clause)
    return max(top, int(encoded.nv))


def _decomposed(
    n: int, tails: Ints, heads: Ints, model: Sequence[int], edges: int
) -> tuple[tuple[int, ...], list[tuple[int, ...]]]:
    """The path and the circles that the used edges form."""
    used = [e for e in range(edges) if model[e] > 0]
    after = {int(tails[e]): int(heads[e]) for e in used}
    before = {int(heads[e]): int(tails[e]) for e in used}
    first = next(v for v in range(n) if v not in before)
    order = [first]
    while order[-1] in after:
        order.append(after[order[-1]])
    left = set(range(n)).difference(order)
    circles = []
    while left:
        circle = [min(left)]
        while (following := after[circle[-1]]) != circle[0]:
            circle.append(following)
        left.difference_update(circle)
        circles.append(tuple(circle))
    return tuple(order), circles
