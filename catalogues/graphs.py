"""Graphs as adjacency: how wide embeddings have to be in which every vertex finds its neighbours.

A vertex is a query and an item, with a vector for each; its neighbours have to score above all others, and nothing is
asked of a vertex and itself. Widths, all least:

``free``      inner products, a threshold for each query
``fixed``     inner products or cosines, threshold 0: the sign-rank
``cosine``    items of one norm, a threshold for each query
``distance``  neighbours nearer than all others, a radius for each query
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from ..questions import Question, SignPattern, least_size, pattern_question, scored_question
from ..questions.scored import Scored
from .catalogue import Bracket, Entry, Stated
from .entries import entry_of, over
from .point_sets import PointSets, classes_on

if TYPE_CHECKING:
    from ..bounds.bound import Bound

QUANTITIES = ("free", "fixed", "cosine", "distance")


@dataclass(frozen=True, slots=True)
class Graphs:
    """The catalogue; a key is the graph6 word of the labelled graph whose code is least in its class."""

    name = "graphs"
    title = "Least embedding widths of graphs"
    says = (
        "The least width of embeddings in which every vertex of a graph finds its neighbours, by inner products with "
        "free thresholds and with threshold 0, by cosine and by distance; graphs up to isomorphism."
    )
    objects = "graphs on n vertices"
    sizes = (1, 2, 3, 4, 5, 6, 7, 8)
    quantities = QUANTITIES

    def keys(self, n: int) -> list[str]:
        """All graphs on n vertices, by their codes."""
        return [_graph6(n, code) for code in classes_on(edge_sets, n).tolist()]

    def count(self, n: int) -> int:
        """Their number, by Burnside's lemma."""
        return edge_sets(n).count()

    def settle(self, n: int, keys: Sequence[str], until: float | None) -> list[Entry]:
        """The entries of some graphs."""
        return [entry_of(self, n, key, self._bounds(key)) for key in keys if not over(until)]

    def _bounds(self, key: str) -> list[Bound]:
        from .widths import least_scored_width, least_width  # here, since it takes long to load

        free, fixed, cosine, distance = _questions(key)
        assert isinstance(cosine, Scored) and isinstance(distance, Scored)
        inner, signs = least_width(free), least_width(fixed)
        by_cosine = least_scored_width(cosine, inner, signs[1])
        return [*inner, *signs, *by_cosine, *least_scored_width(distance, inner)]

    def stated(self, n: int, key: str) -> Mapping[str, Stated]:
        """The four widths of a graph."""
        asked = zip(QUANTITIES, map(least_size, _questions(key)), strict=True)
        return {name: Stated(one.question.to_json(), one.to_json()) for name, one in asked}

    def fields(self, n: int, key: str, brackets: Mapping[str, Bracket]) -> dict[str, Any]:
        """Neighbours of each vertex, the number of edges, and the widths."""
        rows = adjacency(key)
        neighbours = [[j for j, sign in enumerate(row) if sign == "+"] for row in rows]
        return {"neighbours": neighbours, "edges": sum(map(len, neighbours)) // 2, **brackets}


GRAPHS = Graphs()


@cache
def edge_sets(n: int) -> PointSets:
    """Graphs on n vertices as sets of edges, in the order of graph6.

    >>> edge_sets(7).count()
    1044
    """
    edges = [(i, j) for j in range(n) for i in range(j)]
    return PointSets(n, edges, lambda to, edge: tuple(sorted((to[edge[0]], to[edge[1]]))))


def _graph6(n: int, code: int) -> str:
    """The word of a graph: its number of vertices, then six edges to a letter, the first the heaviest."""
    width = -(-n * (n - 1) // 12)
    digits = f"{code:0{6 * width}b}"[::-1] if width else ""
    return chr(63 + n) + "".join(chr(63 + int(digits[6 * k : 6 * k + 6], 2)) for k in range(width))


def adjacency(key: str) -> tuple[str, ...]:
    """The rows of a graph: ``+`` at neighbours, ``*`` at the vertex itself.

    >>> adjacency("BW")
    ('*-+', '-*+', '++*')
    """
    n = ord(key[0]) - 63
    digits = "".join(f"{ord(letter) - 63:06b}" for letter in key[1:])
    signs = {edge: "+" if digit == "1" else "-" for edge, digit in zip(edge_sets(n).points, digits, strict=False)}
    return tuple("".join(signs.get((min(i, j), max(i, j)), "*") for j in range(n)) for i in range(n))


def _questions(key: str) -> tuple[Question, Question, Question, Question]:
    rows = adjacency(key)
    free, fixed = (pattern_question(SignPattern(rows, null=null)) for null in (False, True))
    return free, fixed, scored_question(free, "cosine"), scored_question(free, "euclidean")
