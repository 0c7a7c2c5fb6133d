"""Canonical codes and Burnside counts: by brute force, against known sequences, and against networkx."""

from itertools import permutations, product

import networkx as nx
import numpy as np
import pytest
from networkx.generators.atlas import graph_atlas_g

from headcount.catalogues.closed_families import closed_families, count_closed_families, families
from headcount.catalogues.graphs import GRAPHS, adjacency, edge_sets
from headcount.catalogues.point_sets import classes_on, conjugacy_classes
from headcount.catalogues.selections import splits
from headcount.catalogues.sparse_patterns import arrow_sets


@pytest.mark.parametrize(
    ("sets_on", "counts"),
    [
        (edge_sets, [1, 2, 4, 11, 34, 156, 1044, 12346, 274668]),  # A000088 of the encyclopedia of integer sequences
        (arrow_sets, [1, 3, 16, 218, 9608, 1540944]),  # A000273
    ],
)
def test_counts_are_those_of_the_encyclopedia(sets_on, counts):
    assert [sets_on(n).count() for n in range(1, len(counts) + 1)] == counts


def test_closed_families_are_those_of_the_encyclopedia():
    """A108798, closure systems in which the empty set is closed; the one without further sets is left out here."""
    assert [count_closed_families(n) + 1 for n in (2, 3, 4, 5)] == [3, 14, 165, 14480]


def test_conjugacy_classes_make_the_whole_group():
    for n in range(1, 7):
        assert sum(size for _, size in conjugacy_classes(n)) == len(list(permutations(range(n))))
        assert all(sorted(renaming) == list(range(n)) for renaming, _ in conjugacy_classes(n))


@pytest.mark.parametrize(
    "sets", [edge_sets(4), arrow_sets(3), splits(4), families(3)], ids=["graphs", "digraphs", "splits", "families"]
)
def test_canonical_codes_by_brute_force(sets):
    codes = np.arange(1 << len(sets.points), dtype=np.int64)
    least = sets.canonical(codes).tolist()
    for code in codes.tolist()[:: max(1, len(codes) // 40)]:
        renamed = [
            {sets.renamed(renaming, point) for point in sets.members(code)}
            for renaming in permutations(range(sets.labels))
        ]
        assert least[code] == min(sets.code(list(members)) for members in renamed)
    assert len(set(least)) == sets.count() == len(sets.classes())


@pytest.mark.parametrize(("sets_on", "labels"), [(edge_sets, 5), (arrow_sets, 4)])
def test_classes_label_by_label_are_all_classes(sets_on, labels):
    assert classes_on(sets_on, labels).tolist() == sets_on(labels).classes().tolist()


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, pytest.param(7, marks=pytest.mark.slow)])
def test_graphs_are_those_of_the_atlas(n):
    """Read and Wilson's atlas, of networkx, has each graph once; graph6 words are read by networkx."""
    from_atlas = [graph for graph in graph_atlas_g() if len(graph) == n]
    sets = edge_sets(n)
    codes = [sets.code([tuple(sorted(edge)) for edge in graph.edges]) for graph in from_atlas]
    words = GRAPHS.keys(n)
    read = [nx.from_graph6_bytes(word.encode()) for word in words]
    assert sorted(sets.canonical(np.array(codes)).tolist()) == sorted(
        sets.code([tuple(sorted(edge)) for edge in graph.edges]) for graph in read
    )
    for word, graph in list(zip(words, read, strict=True))[:20]:
        wanted = [["*" if i == j else "+" if graph.has_edge(i, j) else "-" for j in range(n)] for i in range(n)]
        assert adjacency(word) == tuple("".join(row) for row in wanted)


@pytest.mark.parametrize("keys", [2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_closed_families_by_brute_force(keys):
    sets = families(keys)
    closed = set()
    for chosen in product((0, 1), repeat=len(sets.points)):
        family = [point for point, some in zip(sets.points, chosen, strict=True) if some]
        if family and all(x & y == 0 or x & y in family for x in family for y in family):
            closed.add(sets.code(family))
    classes = set(sets.canonical(np.array(sorted(closed))).tolist())
    assert closed_families(keys).tolist() == sorted(classes)
    assert count_closed_families(keys) == len(classes)
