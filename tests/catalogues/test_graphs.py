"""Widths of graphs against orders: on a line, round a circle, at two places; and what is known of all graphs."""

from itertools import pairwise, permutations, product

import networkx as nx
import numpy as np
import pytest

import headcount
from headcount.catalogues.graphs import GRAPHS, adjacency, edge_sets

SIZES = [1, 2, 3, 4, 5, pytest.param(6, marks=pytest.mark.slow)]


def signs_along(rows, order):
    """The signs of each row along an order, the vertex itself left out."""
    return ["".join(row[c] for c in order if row[c] != "*") for row in rows]


def changes(word):
    return sum(x != y for x, y in pairwise(word))


def least_changes(rows, cyclic):
    """Over all orders of the vertices, the least of the most changes of sign of a row."""
    n = len(rows)
    found = n
    for order in permutations(range(n)):
        words = signs_along(rows, order)
        found = min(found, max(changes(word + word[:1] if cyclic else word) for word in words))
    return found


def blocks(rows):
    """Whether in some order the neighbours of each vertex follow one another."""
    return any(
        all(len([b for b in word.split("-") if b]) <= 1 for word in signs_along(rows, order))
        for order in permutations(range(len(rows)))
    )


def two_places(rows):
    """Whether all queries that tell vertices apart take those at one of two places."""
    for place in product("+-", repeat=len(rows)):
        for row in rows:
            at = {sign: {where for mark, where in zip(row, place, strict=True) if mark == sign} for sign in "+-"}
            if at["+"] and at["-"] and at["+"] | at["-"] != at["+"] ^ at["-"]:
                break
        else:
            return True
    return False


def sign_rank_one(rows):
    n = len(rows)
    return any(
        all(
            row[c] == "*" or (row[c] == "+") == (query == key[c])
            for row, query in zip(rows, queries, strict=True)
            for c in range(n)
        )
        for key in product((1, -1), repeat=n)
        for queries in [
            [next((key[c] * (1 if row[c] == "+" else -1) for c in range(n) if row[c] != "*"), 1) for row in rows]
        ]
    )


def sign_rank_two(rows):
    """Columns on a line, each negated or not, so that every row changes sign once at the most."""
    n = len(rows)
    for order in permutations(range(n)):
        for turned in product((1, -1), repeat=n):
            words = [
                "".join("+" if (row[c] == "+") == (turned[c] == 1) else "-" for c in order if row[c] != "*")
                for row in rows
            ]
            if all(changes(word) <= 1 for word in words):
                return True
    return False


@pytest.mark.parametrize("n", SIZES)
def test_widths_one_and_two_by_all_orders(n):
    for entry in headcount.atlas("graphs", n=n):
        rows, fields = adjacency(entry.key), entry.fields
        trivial = not any("+" in row and "-" in row for row in rows)
        assert all(fields[name][0] == fields[name][1] for name in GRAPHS.quantities)
        free, fixed, cosine, distance = (fields[name][0] for name in GRAPHS.quantities)
        assert (free == 0) == (cosine == 0) == (distance == 0) == trivial
        assert (free <= 1) == (least_changes(rows, cyclic=False) <= 1)
        assert (distance <= 1) == blocks(rows)
        assert (cosine <= 1) == two_places(rows)
        assert (cosine <= 2) == (least_changes(rows, cyclic=True) <= 2)
        assert fixed >= 1 or n == 1
        assert (fixed <= 1) == sign_rank_one(rows)
        if n <= 4:
            assert (fixed <= 2) == sign_rank_two(rows)


@pytest.mark.parametrize("n", [4, 6, pytest.param(7, marks=pytest.mark.slow)])
def test_what_holds_of_all_graphs(n):
    found = headcount.atlas("graphs", n=n)
    widths = {entry.key: [entry.fields[name][0] for name in GRAPHS.quantities] for entry in found}
    for free, fixed, cosine, distance in widths.values():
        assert free <= fixed <= free + 1
        assert free <= cosine <= min(free + 1, fixed)
        assert free - 1 <= distance <= free and distance <= cosine
    complements = complement_pairs(n, widths)
    assert complements
    for one, other in complements:
        assert widths[one][:3] == widths[other][:3]


def complement_pairs(n, keys):
    """Graphs and their complements, of which only distances tell the two apart."""
    sets = edge_sets(n)
    codes = [
        sets.code([(i, j) for j, row in enumerate(adjacency(key)) for i in range(j) if row[i] == "+"]) for key in keys
    ]
    whole = (1 << len(sets.points)) - 1
    named = dict(zip(codes, keys, strict=True))
    turned = sets.canonical(whole - np.array(codes)).tolist()
    return [(named[code], named[other]) for code, other in zip(codes, turned, strict=True)]


def test_known_graphs():
    """Six vertices: nothing to tell apart in complete and empty graphs; three disjoint edges; the cycle; the star."""
    found = headcount.atlas("graphs", n=6)
    entries = {entry.key: entry for entry in found}

    def widths(graph):
        match = [
            key
            for key in entries
            if entries[key].fields["edges"] == graph.number_of_edges()
            and nx.is_isomorphic(nx.from_graph6_bytes(key.encode()), graph)
        ]
        (key,) = match
        return [entries[key].fields[name][0] for name in GRAPHS.quantities]

    assert widths(nx.complete_graph(6)) == widths(nx.empty_graph(6)) == [0, 1, 0, 0]
    assert widths(nx.disjoint_union_all([nx.path_graph(2)] * 3)) == [2, 2, 2, 1]
    assert widths(nx.star_graph(5))[0] == 1
    assert widths(nx.complete_bipartite_graph(3, 3))[:3] == [1, 1, 1]
