"""Three dimensions are too few, by a graph that is not planar. Trusted.

Let every named row have one column, or two, on one side of its threshold and all others on the other side. The pairs
are the edges of a graph G on the columns; L are the columns that a row has alone. Disjoint sets of columns, each
connected in G and of two columns at least or with one of L, that are adjacent in G as the vertices of K5 or K3,3 are,
exclude m = 3.

*Planarity.* Suppose keys in R^3, and for each row an open half-space that holds its one or two columns and no others.
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

So P's graph has K5 or K3,3 as a minor; but the graph of a 3-polytope is planar (Steinitz, Wagner). K5 itself is no such
graph: the vertices and the centre of a simplex have all ten pairs, and the sets have one column.
"""

from itertools import combinations, product

from ..meaning.pattern import pattern_of
from ..refuse import need
from ..schema import integer, many
from .case import PATTERNS, Case, Row

MINORS = {5: tuple(combinations(range(5), 2)), 6: tuple(product(range(3), range(3, 6)))}
"""K5 and K3,3: which sets have to be adjacent."""
DATA = {"sets": many(many(integer(0), rule="increasing"), 5, 6), "rows": many(integer(0))}


def separated(row: str) -> tuple[int, ...]:
    """The one or two columns that a row has on one side; ``0``, at the threshold, is with ``+``."""
    need("*" not in row and not ("+" in row and "0" in row), "a row does not put every column on one side or the other")
    low = row.count("-")
    few = min(low, len(row) - low)
    need(1 <= few <= 2, "a row has not one or two columns on its smaller side")
    return tuple(c for c, symbol in enumerate(row) if (symbol == "-") == (few == low))


def not_planar(x: Case) -> bool:
    """Whether the rows make such a graph."""
    data, meter, pattern = x.p, x.meter, pattern_of(x.s, x.meter)
    need(pattern.plain, "the pattern is not one of inner products, one query for each row")
    meter.charge(len(data.rows) * (50 + pattern.columns // 2) + 100 * sum(map(len, data.sets)))
    rows = pattern.part(data.rows, range(pattern.columns))
    place = {column: number for number, members in enumerate(data.sets) for column in members}
    disjoint = len(place) == sum(map(len, data.sets)) and max(place) < pattern.columns
    need(disjoint, "the sets have a column in common, or one that there is not")
    pairs = set(map(separated, rows))
    edges = [pair for pair in pairs if len(pair) == 2 and place.keys() >= set(pair)]
    for number, members in enumerate(data.sets):
        reached, grown = {members[0]}, True
        while grown:  # each round adds a column or is the last
            meter.charge(5 + 5 * len(edges))
            more = {c for pair in edges for c in pair if not reached.isdisjoint(pair) and place[c] == number} - reached
            reached, grown = reached | more, bool(more)
        need(reached == set(members), "the named rows do not connect a set")
        need(len(members) > 1 or (members[0],) in pairs, "a set has one column, which no named row has alone")
    return {tuple(sorted((place[a], place[b]))) for a, b in edges}.issuperset(MINORS[len(data.sets)])


PLANAR = "the graph of a 3-polytope is planar (Steinitz, Wagner)"
PLANARITY = tuple(Row("planarity", "lower", task, "SIGN", not_planar, lambda x: 4, PLANAR, DATA) for task in PATTERNS)
