"""Relevance data: what the readers make of files, and what merging keeps of a question."""

import json
import random
from itertools import product

import networkx
import numpy as np
import pytest
import scipy.sparse as sparse

from headcount.tasks import TaskError
from headcount.tasks.relevance import FORMATS, Relevance, format_of, merge, read_relevance, relevance, relevance_from


def dense(data):
    """The grades written out, by ids."""
    table = data.grades.toarray()
    return {
        (query, item): table[row, column]
        for row, query in enumerate(data.queries)
        for column, item in enumerate(data.items)
        if table[row, column]
    }


PAIRS = {("q1", "a"): 1.0, ("q1", "b"): 1.0, ("q2", "c"): 1.0}
SAME = {
    "x.jsonl": '{"query-id": "q1", "corpus-id": "a", "score": 1}\n{"qid": "q1", "docid": "b", "rel": "1"}\n\n'
    '{"query_id": "q2", "doc_id": "c"}\n',
    "x.trec": "q1 0 a 1\nq1 0 b 1\nq1 0 c 0\nq2 Q0 c 1\n",
    "x.csv": "q1,a,1\nq1,b,1\nq2,c,1\n",
    "heading.tsv": "query-id\tcorpus-id\tscore\nq1\ta\t1\nq1\tb\t1\nq2\tc\t1\n",
    "two.csv": "source,target\nq1,a\nq1,b\nq2,c\nq2,c\n",
    "matrix.csv": ",a,b,c\nq1,1,1,0\nq2,0,0,1\n",
    "short.csv": "a,b,c\nq1,+,+,-\nq2,-,,+\n",
}


@pytest.mark.parametrize("name", SAME)
def test_the_same_pairs_in_every_form(tmp_path, name):
    (tmp_path / name).write_text(SAME[name])
    data = read_relevance(tmp_path / name)
    assert dense(data) == PAIRS
    assert data.items == ("a", "b", "c")


def test_matrices_without_ids_and_free_entries(tmp_path):
    (tmp_path / "m.txt").write_text("1 0 *\n0 2.5 1\n")
    data = read_relevance(tmp_path / "m.txt")
    assert dense(data) == {("0", "0"): 1, ("1", "1"): 2.5, ("1", "2"): 1}
    assert data.free.toarray().tolist() == [[False, False, True], [False, False, False]]


def test_arrays(tmp_path):
    table = np.array([[1, 0, 1], [0, 1, 0]])
    np.save(tmp_path / "a.npy", table)
    sparse.save_npz(tmp_path / "a.npz", sparse.csr_array(table))
    want = {("0", "0"): 1, ("0", "2"): 1, ("1", "1"): 1}
    for given in (
        tmp_path / "a.npy",
        str(tmp_path / "a.npz"),
        table,
        table > 0,
        table.tolist(),
        sparse.coo_array(table),
    ):
        assert dense(relevance_from(given)) == want


@pytest.mark.parametrize("ending", ["gml", "graphml", "edgelist"])
def test_graphs(tmp_path, ending):
    graph = networkx.karate_club_graph()
    getattr(networkx, f"write_{ending}")(graph, tmp_path / f"g.{ending}")
    data = read_relevance(tmp_path / f"g.{ending}")
    assert data.pairs == 2 * graph.number_of_edges() == 156
    assert data.free.toarray().tolist() == np.eye(34, dtype=bool).tolist()
    assert read_relevance(tmp_path / f"g.{ending}", diagonal="relevant").pairs == 156 + 34
    assert read_relevance(tmp_path / f"g.{ending}", diagonal="irrelevant").free.nnz == 0


def test_loops_and_directions():
    graph = networkx.DiGraph([(1, 2), (2, 2), (3, 1)])
    data = relevance_from(graph)
    assert dense(data) == {("1", "2"): 1, ("2", "2"): 1, ("3", "1"): 1}
    assert data.free.diagonal().tolist() == [True, False, True]


def test_triples(tmp_path):
    (tmp_path / "t.tsv").write_text("a\tlikes\tb\na\tlikes\tc\nb\tis\ta\nd\tis\ta\n")
    data = read_relevance(tmp_path / "t.tsv")
    assert data.queries == ("a likes", "b is", "d is")
    assert set(data.items) == set("abcd")
    assert merge(data).shape == (2, 3)  # b is = d is; b and c are alike; d is never relevant


BAD = [
    ("x.jsonl", "{", "line 1 is not JSON"),
    ("x.jsonl", "[1]\n", "must be a JSON object"),
    ("x.jsonl", '{"query-id": "q"}\n', "no field corpus-id"),
    ("x.jsonl", '{"query-id": "q", "corpus-id": "d", "score": "x"}\n', "must be a number, got 'x'"),
    ("x.jsonl", '{"query-id": "q", "corpus-id": "d", "score": [1]}\n', "must be a number, got [1]"),
    ("x.jsonl", '{"query-id": "q", "corpus-id": "d"}\n{"query-id": "q", "corpus-id": "d", "score": 3}\n', "two grades"),
    ("x.trec", "q 0 d\n", "four columns"),
    ("x.csv", "q,a,1\nq,b\n", "line 2 has 2 fields, the lines before have 3"),
    ("x.csv", "1,0,1\n1,0,1,1\n", "4 entries, the lines before have 3"),
    ("x.csv", "a,b,c,d\n1,0\n", "names 4 items"),
    ("x.csv", '1,0,1\n1,"0,1\n', "cannot be split"),
    ("x.csv", ",a,a\nq,1,0\nr,0,1\n", "'a' occurs twice"),
    ("x.npy", "text", "is not what numpy.save writes"),
    ("x.npz", "text", "is not what scipy.sparse.save_npz writes"),
    ("x.gml", "text", "is not what networkx.read_gml reads"),
    ("x.graphml", "<a", "is not what networkx.read_graphml reads"),
    ("x.edgelist", "", "is empty"),
    ("x.foo", "text", "cannot be told from the ending .foo"),
]


@pytest.mark.parametrize(("name", "text", "words"), BAD)
def test_bad_files(tmp_path, name, text, words):
    (tmp_path / name).write_text(text)
    with pytest.raises(TaskError) as caught:
        read_relevance(tmp_path / name)
    assert words in str(caught.value)


def test_what_cannot_be_read(tmp_path):
    for name in ("none.jsonl", "none.npz", "none.gml", "none.csv", "none", "none.foo", "none.trec.gz"):
        with pytest.raises(TaskError, match="cannot be read"):
            read_relevance(tmp_path / name)
    (tmp_path / "b.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TaskError, match="not a text file"):
        read_relevance(tmp_path / "b.csv")
    with pytest.raises(TaskError, match="must be one of"):
        read_relevance(tmp_path / "b.csv", "excel")
    with pytest.raises(TaskError, match="for graphs"):
        read_relevance(tmp_path / "b.csv", "edges", "relevant")
    for array in (np.ones(3), np.array([["a"]]), np.array([[1.0, np.nan]]), np.array([[1.0, -np.inf]])):
        with pytest.raises(TaskError):
            relevance_from(array)
    with pytest.raises(TaskError, match="no query"):
        relevance([])


def test_every_format_is_told_or_named():
    from pathlib import Path

    assert {format_of(Path(f"x.{name}")) for name in FORMATS if name not in ("edges", "triples", "matrix")} == set(
        FORMATS
    ) - {"edges", "triples", "matrix"}


# --- merging --------------------------------------------------------------------


def asked_sets(data):
    """Every set asked for, from the definition: query, items in it, items about which nothing is asked."""
    table, free = data.grades.toarray(), data.free.toarray()
    for row in range(len(data.queries)):
        for grade in sorted({value for value in table[row] if value}) or [1.0]:
            yield row, set(np.flatnonzero(table[row] >= grade)), set(np.flatnonzero(free[row]))


def random_data(rng, rows, columns, grades, free):
    table = np.array([[rng.choice(grades) for _ in range(columns)] for _ in range(rows)], dtype=float)
    ignored = np.array([[rng.random() < free for _ in range(columns)] for _ in range(rows)])
    ids = tuple(f"q{row}" for row in range(rows)), tuple(f"d{column}" for column in range(columns))
    return Relevance(*ids, sparse.csr_array(table), sparse.csr_array(ignored), "random")


@pytest.mark.parametrize(("grades", "free"), list(product([(0, 1), (0, 0, 0, 1), (0, 1, 2)], [0, 0.2])))
def test_the_merged_pattern_asks_what_is_asked(grades, free):
    """Each set asked for is its merged row, read along the merged columns, negated or not."""
    for seed in range(40):
        rng = random.Random(seed)
        data = random_data(rng, rng.randint(1, 7), rng.randint(1, 7), grades, free)
        merged = merge(data)
        rows = merged.pattern().rows
        asked = list(asked_sets(data))
        assert len(asked) == len(merged.asked)
        for one, (query, inside, ignored) in zip(merged.asked, asked, strict=True):
            assert one.query == query
            rest = set(range(len(data.items))) - inside - ignored
            if one.row is None:
                assert not inside or not rest
                continue
            plus, minus = ("-", "+") if one.negated else ("+", "-")
            for item, column in enumerate(merged.column_of):
                want = "*" if item in ignored else plus if item in inside else minus
                assert rows[one.row][column] == want
        kept = [frozenset(((r[0] == "+") ^ (c == "+"), j) for j, c in enumerate(r) if c != "*") for r in rows]
        assert len(set(rows)) == len(rows) and (free or len(set(kept)) == len(kept))
        columns = list(zip(*rows, strict=True))
        assert free or max(grades) > 1 or len(set(columns)) == len(columns)


@pytest.mark.parametrize("free", [0, 0.2])
def test_nested_grades_share_a_query(free):
    """Rows of one number are the sets of one query, in rising grades; queries are merged only if all their sets are."""
    for seed in range(40):
        rng = random.Random(seed)
        data = random_data(rng, rng.randint(1, 7), rng.randint(1, 7), (0, 1, 2, 3), free)
        merged = merge(data, nested=True)
        rows = merged.pattern().rows
        assert len(merged.asked) == len(list(asked_sets(data)))
        number = merged.shared or range(len(rows))
        groups = {}
        for one, (query, inside, ignored) in zip(merged.asked, asked_sets(data), strict=True):
            if one.row is None:
                continue
            plus, minus = ("-", "+") if one.negated else ("+", "-")
            for item, column in enumerate(merged.column_of):
                assert rows[one.row][column] == ("*" if item in ignored else plus if item in inside else minus)
            groups.setdefault(query, []).append(one.row)
        for own in groups.values():
            assert len({number[row] for row in own}) == 1
            assert len(own) == 1 or sorted(own) == [row for row in range(len(rows)) if number[row] == number[own[0]]]
        assert list(dict.fromkeys(number)) == list(range(len(set(number))))
        assert len({tuple(sorted(row for row in range(len(rows)) if number[row] == g)) for g in number}) <= max(
            1, len(groups)
        )


def test_large_and_sparse_is_not_written_out():
    """10^9 cells, of which 20,000 are relevant: 40 queries are left, and 41 items."""
    rows = np.arange(20_000)
    table = sparse.csr_array((np.ones(20_000), (rows, rows % 40)), shape=(20_000, 50_000))
    merged = merge(relevance_from(table))
    assert merged.shape == (40, 41)
    assert (
        merged.words
        == "20000 queries, 19960 of them like another, to 40; 50000 items, 49959 of them like another, to 41"
    )


def test_what_is_too_large_to_be_written_out_is_asked_by_lists():
    rng = np.random.default_rng(0)
    table = sparse.random_array((3000, 3000), density=0.01, rng=rng) > 0
    for null in (False, True):
        merged = merge(relevance_from(table), zero=null)
        question = merged.question(null=null)
        assert (question.task, question.null, question.shape) == ("relevance", null, merged.shape)
        assert question.pairs == table.nnz
    with pytest.raises(TaskError, match="3000 x 3000 entries are left"):
        merged.pattern()
    dense = merge(relevance_from(rng.integers(0, 2, (2100, 2100)))).question()
    assert dense.task == "pattern"  # lists would be longer


def test_complementary_items_share_a_key_where_thresholds_are_zero():
    """Against the definition, for random tables: the sign of each pair is found again, and nothing is left to merge."""
    rng = np.random.default_rng(1)
    for _ in range(300):
        table = rng.integers(0, 2, rng.integers(1, 5, 2))
        merged = merge(relevance_from(table), zero=True)
        rows = merged.question(null=True).pattern.rows
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        flip = str.maketrans("+-", "-+")
        assert not {column.translate(flip) for column in columns} & set(columns)
        assert len(set(columns)) == len(columns)
        for one in merged.asked:
            for item, column in enumerate(merged.column_of):
                sign = "+" if one.row is None else rows[one.row][column]
                negated = one.negated != merged.negated_items[item]
                assert ((sign == "+") != negated) == bool(table[one.query, item])
    words = merge(relevance_from([[1, 0], [0, 1], [1, 0]]), zero=True).words
    assert words == "3 queries, 2 of them like another, to 1; 2 items, 1 of them relevant where another is not, to 1"


def test_json_lines_of_numbers(tmp_path):
    (tmp_path / "n.jsonl").write_text(json.dumps({"query-id": 1, "corpus-id": 2, "score": 0.5}) + "\n")
    assert dense(read_relevance(tmp_path / "n.jsonl")) == {("1", "2"): 0.5}


def test_signs_without_separators(tmp_path):
    (tmp_path / "s.csv").write_text("++-\n-*+\n")
    data = read_relevance(tmp_path / "s.csv")
    assert dense(data) == {("0", "0"): 1, ("0", "1"): 1, ("1", "2"): 1}
    assert data.free.nnz == 1
