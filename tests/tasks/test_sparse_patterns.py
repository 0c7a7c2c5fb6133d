"""Sparse patterns by words, from files and objects; every mistake."""

import json

import networkx
import numpy as np
import pytest
import scipy.sparse as sparse

from headcount.tasks import TaskError
from headcount.tasks.sparse_patterns import NAMED, attention_pattern, pattern_from_words, random_rows, with_self_loops


def pattern(words):
    return pattern_from_words(words.split())


CONNECTIONS = {
    "window w=1": (766,),
    "window w=16": (8176,),
    "strided w=16": (8176, 4096),
    "union strided w=16": (11536,),
    "multihead strided w=16": (12272,),
    "fixed w=16": (4096, 4336),
    "union fixed w=16": (7936,),
    "star": (1276,),
    "longformer w=2 g=1": (1780,),
    "sequential star window w=1": (1276, 766),
    "dense": (65536,),
}


@pytest.mark.parametrize("words", CONNECTIONS)
def test_connections_at_256(words):
    asked = pattern(f"{words} n=256")
    assert asked.connections == CONNECTIONS[words]
    for count, heads in zip(asked.connections, asked.heads, strict=True):
        assert count == sum(len({j for part in head.row(i) for j in part}) for head in heads for i in range(256))


def test_causal_goes_to_what_it_stands_before():
    assert pattern("causal strided w=2 n=9").words == ("causal window(2)", "causal stride(2)")
    assert pattern("causal union strided w=2 n=9").words == ("causal window(2) with causal stride(2)",)
    assert pattern("sequential causal star window w=1 n=9").words == ("causal star", "window(1)")


def test_every_named_pattern_can_be_made():
    for name, rule in NAMED.items():
        words = [name, "n=12", *(f"{parameter}={2}" for parameter in rule.parameters if parameter not in ("last",))]
        asked = pattern_from_words(words)
        assert asked.n == 12
        assert all(len(asked.connections) == len(asked.layers) and count > 0 for count in asked.connections)


@pytest.mark.parametrize("degree", [1, 3, 12])
def test_random_rows_hold_the_position_and_so_many_others_drawn(degree):
    rows = random_rows(12, degree, seed=7)
    assert all(rows.has(i, i) for i in range(12))
    assert all(rows.degree(i) in (degree, degree + 1) for i in range(12))
    assert random_rows(12, degree, seed=7).to_json() == rows.to_json()
    drawn = [random_rows(500, 3, seed) for seed in range(4)]  # the way for long rows
    assert all(rows.degree(i) in (3, 4) for rows in drawn for i in range(500))
    itself = sum(rows.degree(i) == 3 for rows in drawn for i in range(500))
    assert 2 <= itself <= 30  # 2000 rows, each with probability 3/500


BAD = {
    "": "name a pattern",
    "strided w=8": "needs the number of positions",
    "window w=1 n=0": "n must be 1 ..",
    "window w=1 n=100000000000": "n must be 1 ..",
    "window w=0 n=9": "w (how far a position sees to each side) must be 1 .. 9 (n), got 0",
    "window w=x n=9": "w must be an integer, got 'x'",
    "window n=9": "window needs the parameter w",
    "window w=1 r=2 n=9": "window has no parameter r",
    "window w=1 w=2 n=9": "given twice",
    "window w=1 n=9 n=9": "given twice",
    "w=1 window n=9": "stands before any pattern",
    "widow w=1 n=9": "is no pattern",
    "window w=1 star n=9": "need a word in front",
    "window w=1 union star n=9": "comes first",
    "union n=9": "has no layer",
    "causal n=9": "causal needs a pattern",
    "fixed w=3 last=2 n=9": "must be 0 .. 1",
    "random degree=3 seed=-1 n=9": "must be >= 0",
    "random degree=0 n=9": "must be 1 .. 9",
    "missing.csv": "cannot be read",
}


@pytest.mark.parametrize("words", BAD)
def test_mistakes_in_words(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TaskError) as error:
        pattern(words)
    assert BAD[words] in str(error.value)


def lists_of(asked):
    (layer,) = asked.layers
    return layer.to_json()["lists"]


def test_the_same_graph_from_everything(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lists = [[0, 1], [1, 3], [0, 2], [3]]
    array = np.zeros((4, 4))
    for i, row in enumerate(lists):
        array[i, row] = 1
    edges = [(i, j) for i, row in enumerate(lists) for j in row]
    graph = networkx.DiGraph(edges)
    (tmp_path / "edges.csv").write_text("query,key\n" + "".join(f"{i},{j}\n" for i, j in edges))
    (tmp_path / "edges.txt").write_text("".join(f"{i} {j}\n" for i, j in edges))
    (tmp_path / "lists.json").write_text(json.dumps(lists))
    np.save(tmp_path / "mask.npy", array.astype(bool))
    sparse.save_npz(tmp_path / "mask.npz", sparse.coo_array(array))
    networkx.write_gml(graph, tmp_path / "graph.gml")
    networkx.write_graphml(graph, tmp_path / "graph.graphml")
    for data in (
        "edges.csv", "edges.txt", "lists.json", "mask.npy", "mask.npz", "graph.gml", "graph.graphml",
        tmp_path / "edges.csv", lists, array, sparse.csr_array(array), sparse.csr_matrix(array), graph,
    ):  # fmt: skip
        assert lists_of(attention_pattern(data)) == lists, data
    (tmp_path / "matrix.csv").write_text("\n".join(",".join(map(str, row)) for row in array.astype(int)))
    assert lists_of(attention_pattern("matrix.csv")) == lists
    (tmp_path / "two.csv").write_text("0 1\n1 1\n")
    assert lists_of(attention_pattern("two.csv")) == [[1], [1]]  # two lines of two are edges
    cycle = attention_pattern((array, graph))
    assert len(cycle.layers) == 2
    (tmp_path / "cycle.json").write_text(json.dumps({"layers": [lists, lists]}))
    assert pattern("cycle.json").connections == (7, 7)
    assert pattern("union edges.csv mask.npy").connections == (7,)
    assert attention_pattern(attention_pattern("star n=9")).connections == (41,)


BAD_FILES = {
    "edges.csv": [
        ("0,1\n1,5\n", 3, "edges.csv: an edge must join positions 0 .. 2 (n = 3), got 1,5"),
        ("0,1,2\n", None, "an edge has two fields"),
        ("0,one\n1,1\n", None, "line 1: positions are numbers"),
        ("0,-1\n", None, "positions are numbers 0, 1, 2, .."),
        ("i,j\n", None, "has no edges"),
    ],
    "lists.json": [
        ("[[0], [2]]", None, "must join positions 0 .. 1 (n = 2), got 1,2"),
        ("[[0], 1]", None, "entry 1 must be a list"),
        ("[[0.5]]", None, "entry 0 must be a list"),
        ("[]", None, "has no lists"),
        ('{"layers": []}', None, "empty cycle"),
        ('{"task": 1}', None, "must hold a list"),
        ("{", None, "is not JSON"),
        ("[[0], [1]]", 3, "leave n out"),
        ("[[100000000000000000000000]]", None, "must hold positions"),
    ],
    "graph.gml": [("not a graph", None, "is not what networkx.read_gml reads")],
    "mask.npy": [("not an array", None, "is not what numpy.save writes")],
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_mistakes_in_files(name, tmp_path):
    for content, n, message in BAD_FILES[name]:
        (tmp_path / name).write_text(content)
        with pytest.raises(TaskError) as error:
            attention_pattern(tmp_path / name, n)
        assert message in str(error.value), (content, str(error.value))


def test_mistakes_in_objects():
    for data, message in (
        (np.zeros((2, 3)), "must be square"),
        (np.zeros(4), "two dimensions"),
        (np.zeros((0, 0)), "must be square with a row per position"),
        (np.array([["a"]]), "numbers or booleans"),
        (networkx.Graph(), "no vertices"),
        ((), "has no layer"),
        ((np.eye(2), np.eye(3)), "as many positions"),
    ):
        with pytest.raises(TaskError) as error:
            attention_pattern(data)
        assert message in str(error.value)


def test_repeated_edges_count_once_and_are_told(tmp_path):
    (tmp_path / "edges.csv").write_text("0,0\n0,1\n0,1\n1,1\n0,1\n")
    asked = attention_pattern(tmp_path / "edges.csv")
    assert asked.connections == (3,)
    assert asked.notes == ("edges.csv: 2 repeated edges count once",)


def test_vertices_with_names_are_numbered(tmp_path):
    graph = networkx.DiGraph([("b", "a"), ("a", "c")])
    asked = attention_pattern(graph)
    assert lists_of(asked) == [[1], [2], []]
    assert "numbered 0 .. 2" in asked.notes[0]
    assert lists_of(attention_pattern(networkx.DiGraph([(2, 1), (1, 0)]))) == [[], [0], [1]]


def test_self_loops_are_added():
    asked = with_self_loops(attention_pattern(networkx.DiGraph([(1, 0), (2, 1)])))
    assert lists_of(asked) == [[0], [0, 1], [1, 2]]
    assert with_self_loops(pattern("causal star n=9")).connections == pattern("causal star n=9").connections
