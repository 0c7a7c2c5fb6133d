"""Evidence that three dimensions are too few, by a graph that is not planar: ``planarity``, lower, value 4.

Let every named row have one column, or two, on one side of its threshold and all others on the other side. The pairs
are the edges of a graph G on the columns; L are the columns that a row has alone. Disjoint sets of columns, each
connected in G and of two columns at least or with one of L, that are adjacent in G as the vertices of K5 or K3,3 are,
exclude m = 3.

*Proof.* Suppose keys in R^3, and for each row an open half-space that holds its one or two columns and no others.
These are finitely many strict inequalities, so the keys may be moved a little until no four lie in a plane, and no two
at one place; P is their hull, a polytope of dimension 3, S its vertices. If a half-space meets P it holds a vertex of
P, and the vertices in it are connected by edges of P within it (go up along the edges).

1. A column of L is in S. Of a pair one column at least is in S, and a pair within S is an edge of P.
2. If b is not in S and bs, bt are edges of G, then s, t are in S, and st is an edge of P, or s = t. Let f > 0 on b and
   s, g > 0 on b and t, both negative on all other keys. For c > 0 the half-space f + c g > 0 holds b, so it meets P,
   and of all vertices only s and t can be in it. f + c g is positive at s for c < c1 only, at t for c > c2 only, and at
   c = c1 one of them is in it: so c2 < c1, and in between both are, alone. So they are adjacent.
3. Each of the sets B meets S, by 1. What it has of S is connected in P: on a path of G no two columns in turn are
   outside of S, and one that is outside is jumped over by 2. If u in B and w in C are adjacent in G, then B and C are
   so in P: if u is not in S, then w is, B has other columns, so u has a neighbour t in B, and tw is an edge, by 2.

So P's graph has K5 or K3,3 as a minor; but the graph of a 3-polytope is planar (Steinitz, Wagner).

K5 itself is no such graph: the vertices and the centre of a simplex have all ten pairs, and the sets have one column.
"""

from collections.abc import Iterable
from itertools import combinations, product

from ....questions.reading import Node
from ....questions.least_size import LeastSize
from ..proof import Premises, Proved

MINORS = {5: tuple(combinations(range(5), 2)), 6: tuple(product(range(3), range(3, 6)))}
"""K5 and K3,3: which sets have to be adjacent."""


def by_planarity(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "planarity", "sets": [[..], ..], "rows": [..]}``."""
    question = quantity.question
    fields = node.fields(("kind", "sets", "rows"))
    columns = question.columns
    node.meter.charge(12 * question.cells)
    rows = question.pattern.rows
    place: dict[int, int] = {}
    sets = [one.increasing(0, columns - 1) for one in fields["sets"].some(6, 5)]
    for number, members in enumerate(sets):
        if not members or not place.keys().isdisjoint(members):
            fields["sets"].child(number).fail("must hold a column, and none of the sets before")
        place.update(dict.fromkeys(members, number))
    chosen = fields["rows"].integers(0, len(rows) - 1)
    node.meter.charge(len(chosen) * (20 + columns // 4) + 20 * columns)
    separated = [_separated(fields["rows"].child(k), rows[r]) for k, r in enumerate(chosen)]
    alone = {one[0] for one in separated if len(one) == 1}
    edges = [one for one in separated if len(one) == 2 and place.keys() >= set(one)]
    for number, members in enumerate(sets):
        if len(members) == 1 and members[0] not in alone:
            fields["sets"].child(number).reject("not-a-minor", "one column, which no named row has alone")
        if not _connected(members, [one for one in edges if place[one[0]] == place[one[1]] == number]):
            fields["sets"].child(number).reject("not-a-minor", "the named rows do not connect its columns")
    adjacent = {tuple(sorted((place[a], place[b]))) for a, b in edges}
    for two in MINORS[len(sets)]:
        if two not in adjacent:
            fields["rows"].reject("not-a-minor", f"none of them joins sets {two[0]} and {two[1]}")
    return Proved(4, f"in three dimensions pairs would make {'K5' if len(sets) == 5 else 'K3,3'} a minor of a polytope")


def _separated(node: Node, row: str) -> tuple[int, ...]:
    """The one or two columns that a row has on one side; ``0``, at the threshold, is with ``+``."""
    if "*" in row or ("+" in row and "0" in row):
        node.reject("not-a-minor", "the row does not put every column on one side or the other")
    below = row.count("-")
    few = min(below, len(row) - below)
    if not 1 <= few <= 2:
        node.reject("not-a-minor", f"the row has {few} columns on its smaller side, not one or two")
    return tuple(c for c, symbol in enumerate(row) if (symbol == "-") == (few == below))


def _connected(members: tuple[int, ...], edges: Iterable[tuple[int, ...]]) -> bool:
    """Whether the edges, of these columns only, connect them."""
    leader = {c: c for c in members}

    def first(c: int) -> int:
        while leader[c] != c:
            leader[c] = c = leader[leader[c]]
        return c

    for a, b in edges:
        leader[first(a)] = first(b)
    return len({first(c) for c in members}) == 1
