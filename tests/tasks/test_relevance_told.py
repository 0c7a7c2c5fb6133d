"""Which format a text is: ids and grades are never taken for each other in silence."""

import gzip

import networkx
import numpy as np
import pytest

from headcount.tasks import TaskError
from headcount.tasks.relevance import relevance_from
from headcount.tasks.relevance.reader import format_of, read_relevance
from relevance_files import pairs

MARCO = "300674\t0\t7067032\t1\n125705\t0\t7067056\t1\n94798\t0\t7067181\t1\n"


@pytest.mark.parametrize(
    ("name", "text", "format", "shape", "count"),
    [
        ("a.tsv", MARCO, "trec", (3, 3), 3),
        ("a.txt", MARCO.replace("\t", " ").replace(" 0 ", " Q0 "), "trec", (3, 3), 3),
        ("a.csv", "query-id,iter,corpus-id,score\nq1,0,d1,1\nq2,0,d1,2\n", "edges", (2, 1), 2),
        ("a.csv", "doc_id,query_id,relevance\nd1,q1,1\nd2,q1,1\nd3,q2,1\nd1,q2,1\n", "edges", (2, 3), 4),
        ("a.csv", "1021,7067032,1\n1021,7067056,1\n", "edges", (1, 2), 2),
        ("a.csv", "1021,7067032\n1022,7067056\n", "edges", (2, 2), 2),
        ("a.csv", "1,0,1\n0,1,1\n", "matrix", (2, 3), 4),
        ("a.csv", "1,0\n0,1\n", "matrix", (2, 2), 2),
        ("a.csv", "1,0,2,0\n0,1,0,0\n0,0,3,1\n", "matrix", (3, 4), 5),
        ("a.csv", "1,0,200,0,1\n0,1,0,0,1\n", "matrix", (2, 5), 5),
        ("a.csv", "0.5,0,1\n0,2,1\n", "matrix", (2, 3), 4),
    ],
)
def test_what_is_told(tmp_path, name, text, format, shape, count):
    path = tmp_path / name
    path.write_text(text)
    assert format_of(path) == format
    data = read_relevance(path)
    assert (len(data.queries), len(data.items), data.pairs) == (*shape, count)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 0 2 1\n2 0 1 1\n", "trec or matrix"),
        ("1,2,1\n2,3,1\n", "edges or matrix"),
        ("1,2\n2,3\n", "edges or matrix"),
    ],
)
def test_what_cannot_be_told_is_asked(tmp_path, text, words):
    path = tmp_path / "a.txt"
    path.write_text(text)
    with pytest.raises(TaskError, match=f"may be {words}; name one with format"):
        read_relevance(path)
    for format in words.split(" or "):
        assert read_relevance(path, format).pairs


def test_trec_with_commas_and_a_heading(tmp_path):
    path = tmp_path / "a.trec"
    path.write_text("query_id,iter,doc_id,relevance\nq1,0,d1,1\nq2,0,d 2,3\n")
    assert pairs(read_relevance(path)) == {("q1", "d1", 1), ("q2", "d 2", 3)}
    path.write_text("q1 0 d,1 1\n")  # blanks are TREC's own
    assert pairs(read_relevance(path)) == {("q1", "d,1", 1)}


def test_columns_by_name_and_dicts():
    pandas = pytest.importorskip("pandas")
    wanted = {("300674", "7067032", 1.0), ("94798", "7067032", 2.0)}
    rows = [(7067032, 1, 300674), (7067032, 2, 94798)]
    assert pairs(relevance_from(pandas.DataFrame(rows, columns=["doc_id", "relevance", "query_id"]))) == wanted
    assert pairs(relevance_from({300674: {7067032: 1}, 94798: {7067032: 2, 5: 0}})) == wanted
    wide = pandas.DataFrame(np.eye(2, dtype=int), index=["q1", "q2"], columns=["d1", "d2"])
    assert pairs(relevance_from(wide)) == {("q1", "d1", 1.0), ("q2", "d2", 1.0)}
    without = pandas.DataFrame({"qid": ["q1"], "docno": ["d1"]})
    assert pairs(relevance_from(without)) == {("q1", "d1", 1.0)}


@pytest.mark.parametrize("grade", ["-1x", "many", None, float("nan"), float("inf")])
def test_grades_that_are_none(grade):
    pandas = pytest.importorskip("pandas")
    with pytest.raises(TaskError, match="the grade must be a number"):
        relevance_from({"q": {"d": grade}})
    with pytest.raises(TaskError, match="the grade must be a number"):
        relevance_from(pandas.DataFrame({"qid": ["q"], "doc_id": ["d"], "score": [grade]}))
    with pytest.raises(TaskError, match="each query must have a dict of items with their grades, or a list"):
        relevance_from({"q": "d"})


@pytest.mark.parametrize("missing", [None, float("nan"), ""])
def test_a_missing_id_is_no_query_and_no_item(missing):
    pandas = pytest.importorskip("pandas")
    for row, words in ((("q9", missing), "the item id beside 'q9'"), ((missing, "d9"), "the query id beside 'd9'")):
        frame = pandas.DataFrame([("q0", "a"), ("q1", "b"), row], columns=["query_id", "doc_id"])
        with pytest.raises(TaskError, match=f"{words} is missing"):
            relevance_from(frame)


def test_whole_numbers_stay_whole():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"qid": [1.0, 2.0], "doc_id": [7, 8]})
    assert pairs(relevance_from(frame)) == {("1", "7", 1.0), ("2", "8", 1.0)}


OTHER_NAMES = ("utility", "is_hit", "y", "rank")


@pytest.mark.parametrize("column", ["is_relevant", "Relevant", "judgment", "gain", "rel_label", "Is Relevant"])
def test_grades_go_by_many_names(tmp_path, column):
    pandas = pytest.importorskip("pandas")
    wanted = {("1", "10", 1.0), ("2", "11", 2.0)}
    path = tmp_path / "a.csv"
    path.write_text(f"qid,docid,{column}\n1,10,1\n2,11,2\n3,10,0\n")
    assert pairs(read_relevance(path)) == wanted
    assert pairs(relevance_from(pandas.read_csv(path))) == wanted


@pytest.mark.parametrize("column", OTHER_NAMES)
def test_what_may_be_grades_is_not_left_out(tmp_path, column):
    pandas = pytest.importorskip("pandas")
    path = tmp_path / "a.csv"
    path.write_text(f"qid,docid,{column}\n1,10,1\n2,11,2\n3,10,0\n")
    for given in (path, pandas.read_csv(path)):
        with pytest.raises(TaskError, match=f"the column '{column}' may hold grades"):
            relevance_from(given)
    path.write_text("split,qid,docid,title,iter\n1,1,10,one,0\n2,2,11,two,0\n")
    assert relevance_from(path).pairs == relevance_from(pandas.read_csv(path)).pairs == 2


LONG = [(query, 3 * query + item, 1) for query in range(30) for item in range(3)]


def test_rows_of_ids_are_not_a_matrix_in_silence():
    pandas = pytest.importorskip("pandas")
    for given in (LONG, np.array(LONG), pandas.DataFrame(LONG), pandas.DataFrame(LONG, columns=["a", "b", "c"])):
        with pytest.raises(TaskError, match="give format='edges' or format='matrix'"):
            relevance_from(given)
        assert relevance_from(given, format="edges").pairs == 90
        assert len(relevance_from(given, format="matrix").items) == 3
    named = pandas.DataFrame(LONG, columns=["q_id", "d_id", "rating"])
    assert relevance_from(named).pairs == 90
    by_index = named.set_index(["q_id", "d_id"])
    assert pairs(relevance_from(by_index)) == pairs(relevance_from(by_index["rating"])) == pairs(relevance_from(named))
    with pytest.raises(TaskError, match="rows with texts are pairs"):
        relevance_from(pandas.DataFrame([("q", "d")], columns=["a", "b"]))
    for matrix in ([[1, 2, 0], [0, 3, 1]], np.eye(3), np.arange(6).reshape(3, 2), [[200, 0, 0, 1], [0, 1, 1, 0]]):
        assert relevance_from(matrix).words.startswith("array")


@pytest.mark.parametrize("format", ["csv", "jsonl", "edges"])
def test_a_format_says_nothing_about_a_dict(format):
    for given in ({"q": ["d"]}, networkx.path_graph(3), relevance_from([[1, 0]])):
        with pytest.raises(TaskError, match="format must be left out"):
            relevance_from(given, format=format)
    with pytest.raises(TaskError, match="diagonal is for graphs"):
        relevance_from([[1, 0]], diagonal="relevant")


def test_masked_entries_are_free():
    table = np.ma.masked_invalid([[1.0, np.nan, 0.0], [0.0, 2.0, np.nan]])
    data = relevance_from(table)
    assert pairs(data) == {("0", "0", 1.0), ("1", "1", 2.0)}
    assert data.free.toarray().tolist() == [[False, True, False], [False, False, True]]
    with pytest.raises(TaskError, match="mask it"):
        relevance_from([[1.0, float("nan")]])


def test_keys_that_are_one_as_text():
    for given in ({1: ["x"], "1": ["y"]}, {"q": {2: 1, "2": 1}}):
        with pytest.raises(TaskError, match="are one id as text"):
            relevance_from(given)
    assert relevance_from({"q": {"a": True, "b": False}, "r": {}}).queries == ("q", "r")


def test_a_grade_of_null_is_none(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"query-id": "q", "corpus-id": "d", "score": null}\n')
    with pytest.raises(TaskError, match="the grade must be a number, got null"):
        read_relevance(path)
    path.write_text('{"Query_ID": "q", "doc id": "d", "score": true}\n{"Query_ID": "q", "doc id": "e"}\n')
    assert pairs(read_relevance(path)) == {("q", "d", 1.0), ("q", "e", 1.0)}


WANTED = {("q1", "a", 1.0), ("q1", "b", 1.0), ("q2", "b", 1.0)}


@pytest.mark.parametrize(
    "given",
    [
        {"q1": ["a", "b"], "q2": ("b",)},
        {"q1": {"a", "b"}, "q2": {"b": 1}},
        [("q1", "a"), ("q1", "b"), ("q2", "b")],
        [["q1", "a", 1], ["q1", "b", 1], ["q2", "b", 1], ["q2", "a", 0]],
    ],
)
def test_dicts_of_items_and_lists_of_pairs(given):
    assert pairs(relevance_from(given)) == WANTED


def test_rows_of_numbers_are_a_matrix():
    assert relevance_from([(1, 0), (0, 1), (1, 1)]).words.startswith("array: 3 queries, 2 items")
    with pytest.raises(TaskError, match=r"all rows must be \(query, item\), or all"):
        relevance_from([("a", "b"), ("a", "c", 1)])


@pytest.mark.parametrize(
    "text", ['{"q1": {"a": 1, "b": 1}, "q2": {"b": 1, "a": 0}}', '{"q1": ["a", "b"],\n "q2": ["b"]}']
)
def test_one_json_object(tmp_path, text):
    path = tmp_path / "q.json"
    path.write_text(text)
    assert pairs(read_relevance(path)) == WANTED


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[1]", "must hold one JSON object"),
        ("{", "is not one JSON object"),
        ('{"q": 3}', "each query must have a dict"),
    ],
)
def test_what_is_no_json_object(tmp_path, text, words):
    path = tmp_path / "q.json"
    path.write_text(text)
    with pytest.raises(TaskError, match=words):
        read_relevance(path)


def test_packed_texts(tmp_path):
    packed = gzip.compress(MARCO.encode())
    for name in ("a.tsv.gz", "a.trec.gz", "a.qrels.GZ"):
        (tmp_path / name).write_bytes(packed)
        assert format_of(tmp_path / name) == "trec"
        assert read_relevance(tmp_path / name).pairs == 3
    for content, words in ((packed[:-9], "damaged gzip"), (packed[:12] + b"xxxx" + packed[16:], "damaged|cannot"),
                           (b"q 0 d 1", "Not a gzipped file")):  # fmt: skip
        (tmp_path / "b.tsv.gz").write_bytes(content)
        with pytest.raises(TaskError, match=words):
            read_relevance(tmp_path / "b.tsv.gz")


def test_below_0_of_trec_is_not_relevant(tmp_path):
    path = tmp_path / "a.trec"
    path.write_text("1 0 a 2\n1 0 b -2\n1 0 c -1\n")
    data = read_relevance(path)
    assert (pairs(data), data.items) == ({("1", "a", 2.0)}, ("a", "b", "c"))
    path.write_text("1 0 a -x\n")
    with pytest.raises(TaskError, match="must be a number"):
        read_relevance(path)


def test_the_sides_of_a_bipartite_graph():
    graph = networkx.complete_bipartite_graph(2, 3)
    graph.remove_edge(0, 2)
    wanted = {("0", "3", 1.0), ("0", "4", 1.0), ("1", "2", 1.0), ("1", "3", 1.0), ("1", "4", 1.0)}
    assert pairs(relevance_from(graph)) == wanted
    assert pairs(relevance_from(graph.to_directed())) == wanted
    with pytest.raises(TaskError, match="leave it out, or remove the attribute"):
        relevance_from(graph, diagonal="relevant")
    graph.nodes[0]["bipartite"] = 1  # no longer two sides: neighbours of each vertex
    assert relevance_from(graph).words.endswith(
        "5 queries, 5 items, 10 relevant pairs, at most 3 for a query, 5 pairs free"
    )
