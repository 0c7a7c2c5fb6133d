"""Relevance in formats that libraries read: graphs, Matrix Market, labels, ARFF, RDF, Arrow, qrels by name, pandas."""

import networkx
import numpy as np
import pytest
import scipy.io
import scipy.sparse as sparse

from headcount.tasks import TaskError
from headcount.tasks.relevance import read_relevance, relevance_from
from relevance_files import FACTS, GRADED, RATINGS, TRIPLES, pairs

GRAPH = networkx.path_graph(4)


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("g.gexf", networkx.write_gexf),
        ("g.g6", networkx.write_graph6),
        ("g.s6", networkx.write_sparse6),
        ("g.gml", networkx.write_gml),
    ],
)
def test_graphs_of_networkx(tmp_path, name, write):
    write(GRAPH, tmp_path / name)
    data = read_relevance(tmp_path / name)
    assert (len(data.queries), data.pairs, data.free.nnz) == (4, 6, 4)


def test_dot(tmp_path):
    (tmp_path / "g.dot").write_text("graph { a -- b; b -- c; }")
    try:
        import pydot  # noqa: F401
    except ImportError:
        with pytest.raises(TaskError, match="DOT files need the library pydot"):
            read_relevance(tmp_path / "g.dot")
    else:
        assert read_relevance(tmp_path / "g.dot").pairs == 4


def test_matrix_market(tmp_path):
    table = sparse.random_array((5, 7), density=0.4, rng=np.random.default_rng(0))
    scipy.io.mmwrite(tmp_path / "a.mtx", table)
    data = read_relevance(tmp_path / "a.mtx")
    assert np.allclose(data.grades.toarray(), table.toarray()) and data.read.hints == ()
    scipy.io.mmwrite(tmp_path / "s.mtx", networkx.to_scipy_sparse_array(GRAPH), symmetry="symmetric")
    square = read_relevance(tmp_path / "s.mtx")
    assert square.pairs == 6 and "symmetric" in square.read.hints[0]
    (tmp_path / "bad.mtx").write_text("text\n")
    with pytest.raises(TaskError, match="is no file of Matrix Market"):
        read_relevance(tmp_path / "bad.mtx")


def test_labels(tmp_path):
    (tmp_path / "a.svm").write_text("1,3 1:0.5 2:1\n 4:1\n3 1:1\n")
    assert pairs(read_relevance(tmp_path / "a.svm")) == {("line 1", "1", 1), ("line 1", "3", 1), ("line 3", "3", 1)}
    judged = "2 qid:10 1:0.03 #docid = G1 x\n0 qid:10 1:0.1 # G2\n1 qid:11 1:3 #docid = G1\n"
    (tmp_path / "a.letor").write_text(judged)
    assert pairs(read_relevance(tmp_path / "a.letor")) == {("10", "G1", 2.0), ("11", "G1", 1.0)}
    for wrong in ("1 x\n", "2 qid:1 1:1\n1 1:1\n", "# only\n"):
        (tmp_path / "b.svm").write_text(wrong)
        with pytest.raises(TaskError):
            read_relevance(tmp_path / "b.svm")


ARFF = """@relation 'scenes: -C 2'
@attribute Beach {0,1}
@attribute Urban {0,1}
@attribute x numeric
@data
1,0,0.5
1,1,0.25
"""


def test_arff(tmp_path):
    path = tmp_path / "a.arff"
    path.write_text(ARFF)
    data = read_relevance(path)
    assert pairs(data) == {("row 1", "Beach", 1), ("row 2", "Beach", 1), ("row 2", "Urban", 1)}
    path.write_text(ARFF.replace(": -C 2", ""))
    with pytest.raises(TaskError, match="which are labels"):
        read_relevance(path)
    assert read_relevance(path, columns=["Urban"]).pairs == 1
    path.write_text("@relation r\n@attribute user {u1,u2}\n@attribute item {a,b}\n@attribute rating numeric\n@data\n"
                    "u1,a,3\nu2,b,1\n")  # fmt: skip
    assert pairs(read_relevance(path)) == {("u1", "a", 3.0), ("u2", "b", 1.0)}
    path.write_text("@relation r\n@data\nx\n")
    with pytest.raises(TaskError):
        read_relevance(path)


def test_ntriples(tmp_path):
    path = tmp_path / "a.nt"
    path.write_text('# facts\n<a:x> <p:y> <a:z> .\n_:b <p:y> "one \\" two"@en . # comment\n<a:x> <p:y> "3"^^<t:i> .\n')
    data = read_relevance(path)
    assert data.queries == ("<a:x> <p:y>", "_:b <p:y>") and data.pairs == 3 and data.read.comments == 1
    path.write_text("<a> <b> c .\n")
    with pytest.raises(TaskError, match="line 1 is no statement of N-Triples"):
        read_relevance(path)


@pytest.mark.parametrize("format", ["parquet", "feather"])
def test_tables_of_arrow(tmp_path, format):
    path = tmp_path / f"a.{format}"
    try:
        import pyarrow
        import pyarrow.feather
        import pyarrow.parquet
    except ImportError:
        path.write_bytes(b"")
        with pytest.raises(TaskError, match=r"files need the library pyarrow.*headcount\[tables\]"):
            read_relevance(path)
        return
    write = {"parquet": pyarrow.parquet.write_table, "feather": pyarrow.feather.write_feather}[format]
    table = {"movieId": [61, 88, 69, 5], "userId": [1, 10, 8, 10], "rating": [1.0, 1.0, 2.0, 3.0]}
    write(pyarrow.table(table), path)
    assert pairs(read_relevance(path)) == GRADED
    write(pyarrow.table(dict(zip("abc", table.values(), strict=True))), path)
    with pytest.raises(TaskError, match="columns a, b, c, and it is not known"):
        read_relevance(path)
    assert pairs(read_relevance(path, columns=["b", "a", "c"])) == GRADED


def test_qrels_by_name():
    try:
        import ir_datasets  # noqa: F401
    except ImportError:
        with pytest.raises(TaskError, match="need the library ir_datasets"):
            relevance_from("ir_datasets:no/such/collection")
    else:
        with pytest.raises(TaskError, match="ir_datasets does not give 'no/such/collection'"):
            relevance_from("ir_datasets:no/such/collection")


def test_tables_of_pandas_say_how_they_were_read():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(RATINGS, columns=["userId", "movieId", "rating", "timestamp"])
    data = relevance_from(frame)
    assert pairs(data) == GRADED
    assert "header: yes, query = userId, item = movieId, grade = rating, not used: timestamp" in data.read.words
    assert pairs(relevance_from(pandas.DataFrame(FACTS, columns=["subject", "predicate", "object"]))) == TRIPLES
    unknown = pandas.DataFrame([(*row, 1) for row in RATINGS * 3], columns=list("abcde"))
    with pytest.raises(TaskError, match="may be a table or a matrix"):
        relevance_from(unknown)
    assert pairs(relevance_from(unknown, columns="a,b,c")) == GRADED


@pytest.mark.parametrize("format", ["parquet", "feather"])
def test_columns_of_arrow_that_are_lists_or_come_twice(tmp_path, format):
    arrow = pytest.importorskip("pyarrow")
    write = {"parquet": "parquet.write_table", "feather": "feather.write_feather"}[format]
    module = pytest.importorskip(f"pyarrow.{write.split('.')[0]}")
    write, path = getattr(module, write.split(".")[1]), tmp_path / f"a.{format}"
    write(arrow.table({"query": ["q", "q"], "doc": ["a", "a"], "score": [1, 2]}), path)
    assert pairs(read_relevance(path, repeated="largest")) == {("q", "a", 2.0)}
    write(arrow.table({"query": ["q"], "doc": [["a", "b"]]}), path)
    with pytest.raises(TaskError, match="row 0: an id must be a text or a number"):
        read_relevance(path)
