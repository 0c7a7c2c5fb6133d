"""Files as people hold them: each is read as it is meant, or refused with both readings; never as a table of items."""

import json

import numpy as np
import pytest
import scipy.sparse as sparse

from headcount.tasks import TaskError
from headcount.tasks.relevance import read_relevance, relevance_from
from relevance_files import FACTS, GRADED, RATINGS, SHORT, TRIPLES, pairs, text

MARKET = "%%MatrixMarket matrix coordinate"
ROWS = {("0", "0", 1.0), ("0", "2", 1.0), ("1", "1", 1.0)}

READ = [
    ("ratings.csv", text(RATINGS, ",", ("userId", "movieId", "rating", "timestamp")), "edges", True, GRADED),
    ("ratings.tsv", text(RATINGS, "\t", ("user_id", "item_id", "rating", "timestamp")), "edges", True, GRADED),
    ("ratings.dat", text(RATINGS, "::", ("userId", "movieId", "rating", "timestamp")), "edges", True, GRADED),
    ("surprise.csv", text(SHORT, ",", ("uid", "iid", "r_ui")), "edges", True, GRADED),
    ("semicolons.csv", text(SHORT, ";", ("User-ID", "ISBN", "Book-Rating")), "edges", True, GRADED),
    ("recbole.inter", text(RATINGS, "\t", ("user_id:token", "item_id:token", "rating:float", "timestamp:float")),
     "edges", True, GRADED),
    ("other_order.csv", text([(t, r, i, u) for u, i, r, t in RATINGS], ",", ("timestamp", "stars", "item", "user")),
     "edges", True, GRADED),
    ("index.csv", text([(k, *row) for k, row in enumerate(SHORT)], ",", ("", "userId", "movieId", "rating")),
     "edges", True, GRADED),
    ("from_r.txt", "user item rating\n" + text([(k + 1, *row) for k, row in enumerate(SHORT)], " "), "edges", True,
     GRADED),
    ("kg.tsv", text(FACTS, "\t", ("head", "relation", "tail")), "triples", True, TRIPLES),
    ("spo.tsv", text(FACTS, "\t", ("subject", "predicate", "object")), "triples", True, TRIPLES),
    ("recbole.kg", text(FACTS, "\t", ("head_id:token", "relation_id:token", "tail_id:token")), "triples", True,
     TRIPLES),
    ("plain.tsv", text(FACTS, "\t"), "triples", False, TRIPLES),
    ("turned.csv", text([(t, h, r) for h, r, t in FACTS], ",", ("object", "subject", "predicate")), "triples", True,
     TRIPLES),
    ("comment.trec", "# comment\n301 0 D1 1\n301 0 D2 0\n302 0 D2 1\n", "trec", False,
     {("301", "D1", 1.0), ("302", "D2", 1.0)}),
    ("percent.tsv", "% from somewhere\nquery-id\tcorpus-id\tscore\nQ1\tD1\t2\n", "edges", True, {("Q1", "D1", 2.0)}),
    ("commented.tsv", "#user\titem\trating\n" + text(SHORT, "\t"), "edges", True, GRADED),
    ("quoted.csv", 'query,item\n"a, b","say ""x"""\n', "edges", True, {("a, b", 'say "x"', 1.0)}),
    ("decimal.csv", "user;item;rating\n1;61;3.5\n10;88;4\n", "edges", True, {("1", "61", 3.5), ("10", "88", 4.0)}),
    ("counts.csv", ",a,b,c\nq1,0,200,1\nq2,3,0,0\n", "matrix", True,
     {("q1", "b", 200.0), ("q1", "c", 1.0), ("q2", "a", 3.0)}),
    ("ids_of_rows.csv", ",a,b,c,d\n0,1,0,0,1\n1,0,1,1,0\n2,1,1,0,0\n", "matrix", True,
     {("0", "a", 1), ("0", "d", 1), ("1", "b", 1), ("1", "c", 1), ("2", "a", 1), ("2", "b", 1)}),
    ("numbered.csv", ",0,1,2\n0,1,0,1\n1,0,1,0\n", "matrix", True, ROWS),
    ("empty_for_0.csv", "1,,1\n,1,\n", "matrix", False, ROWS),
    ("true.csv", "True,False,True\nFalse,True,False\n", "matrix", False, ROWS),
    ("true_pairs.csv", "0,a,true\n1,b,false\n", "edges", False, {("0", "a", 1.0)}),
    ("query.csv", "query,a,b,c\nq1,1,0,1\nq2,0,1,0\n", "matrix", True,
     {("q1", "a", 1.0), ("q1", "c", 1.0), ("q2", "b", 1.0)}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "format", "header", "wanted"), READ, ids=[one[0] for one in READ])
def test_files_are_read_as_they_are_meant(tmp_path, name, content, format, header, wanted):
    (tmp_path / name).write_text(content)
    data = read_relevance(tmp_path / name)
    assert pairs(data) == wanted
    assert (data.read.format, data.read.header) == (format, header)
    assert f"read as {format} (" in data.read.words and f"header: {'yes' if header else 'no'}" in data.read.words


REFUSED = [
    ("ratings.tsv", text(RATINGS, "\t"), ["a table of ids", "‹columns=user,item,rating›", "‹format=matrix›"]),
    ("ratings_colons.dat", text(RATINGS, "::"), ["a table of ids", "‹columns=user,item,rating›", "‹format=matrix›"]),
    ("halves.csv", "1,31,2.5,1260759144\n1,1029,3.0,1260759179\n", ["a table of ids", "‹format=matrix›"]),
    ("amazon.csv", "A39H,0205616461,5.0,1369699200\nA3JM,0558925278,3.0,1355443200\n", ["‹columns=user,item,rating›"]),
    ("texts.csv", "A39H,B0205,5.0,1369699200\nA3JM,B0558,3.0,1355443200\n", ["‹columns=user,item,rating›"]),
    ("short_names.csv", text(SHORT, ",", "qdr"), ["heading q, d, r", "‹columns=user,item,rating›", "‹format=matrix›"]),
    ("wide.csv", text([(*row, 7, 9) for row in RATINGS * 9], ",", "abcdef"), ["not known which columns"]),
    ("pandas.csv", text([(k, *row) for k, row in enumerate(SHORT)], ",", ("", "q", "d", "r")), ["not known which"]),
    ("times.tsv", "12\t300\t881562149\n13\t301\t881562150\n", ["‹columns=user,item›", "‹format=triples›"]),
    ("few.csv", "1,2\n2,3\n", ["may be edges or matrix"]),
    ("routes.edgelist", "0 421 125\n0 373 137\n1 391 329\n", ["a graph, whose weights do not count", "‹format=edges›"]),
    ("graph.csv", "source,target\n1,2\n2,3\n", ["a graph, whose vertices are queries and items", "‹format=edges›"]),
    ("quote.tsv", 'A\tinhibits\t"B, 5\nC\tinhibits\tD" x\n', ["‹quoting=none›"]),
    ("hashes.tsv", "#cats\tp1\ndogs\tp2\n", ["‹comments=skip› or ‹comments=none›"]),
    ("only.tsv", "# one\n% two\n", ["nothing but comments", "‹comments=none›"]),
    ("empty.csv", "", ["is empty"]),
    ("blank.tsv", " \n\n", ["is empty"]),
    ("lines.csv", '{"query-id": "q", "corpus-id": "d"}\n', ["‹format=jsonl›"]),
    ("two.jsonl", '{"query-id": "q", "corpus-id": "d"}\nq,e\n', ["line 2 is not JSON"]),
    ("two.csv", "query,item,score\nq,d,1\nquery,item,score\nr,e,2\n", ["line 3 is the heading once more"]),
    ("tabs_and_commas.csv", "query,item\nq,d\nr\te\n", ["line 3 has 1 fields"]),
    ("nan.csv", "query,item,score\nq,d,1\nq,e,nan\n", ["line 3: the grade must be a number, got 'nan'"]),
    ("nan_matrix.csv", ",a,b\nq,1,nan\n", ["line 2: the grade must be a number, got 'nan'"]),
    ("run.txt", "q1 Q0 d1 1 12.5 bm25\nq1 Q0 d2 2 11.5 bm25\n", ["a run, which ranks documents"]),
    ("empty_id.csv", "query,item\nq,\n", ["the item id beside 'q' is missing"]),
    ("parquet.csv", "PAR1", ["‹format=parquet›"]),
    ("hidden.tsv", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 1\n", ["‹format=mtx›"]),
    ("utility.csv", "qid,docid,utility\n1,10,1\n", ["may hold grades", "‹columns=qid,docid,utility›"]),
    ("header_only.csv", "userId,movieId,rating\n", ["no query"]),
    ("lost.json", '{"q1": ["d1"], "q1": ["d2"]}', ["'q1' comes twice in one JSON object"]),
    ("lost.jsonl", '{"query-id": "q", "corpus-id": "d", "score": 1, "score": 0}\n', ["line 1: 'score' comes twice"]),
    ("ranked.json", '{"q1": [["d1", 1], ["d2", 0]]}', ["'q1': an item must be a text or a number", "{'d1': 1}"]),
    ("lists.jsonl", '{"query-id": "q", "corpus-id": ["d", "e"]}\n', ["line 1: an id must be a text or a number"]),
    ("corpus.jsonl", '{"_id": "q", "text": null}\n', ["it has _id, text (null); name the fields query-id"]),
    ("half_heading.csv", "query,items\nq1,a;b\nq2,b\n", ["a heading (‹columns=query,items›)", "(‹columns=1,2›)"]),
    ("small.csv", text([(0, 0, 1), (0, 1, 1), (1, 0, 1)], ",", "qdr"), ["heading q, d, r", "‹format=matrix›"]),
    ("small_edges.csv", "src,tgt\n0,1\n1,0\n", ["heading src, tgt", "‹format=matrix›"]),
    ("users.csv", "user,user,item\na,b,c\n", ["'user' and 'user'", "‹columns=1,2,3›"]),
    ("grades.csv", "user,item,rating,score\nu,i,4,0\nu,j,1,1\n", ["'rating' and 'score'", "‹columns=1,2,3›"]),
    ("lines.txt", "1\n2\n3\n", ["has one column", "‹format=matrix›"]),
    ("words.csv", "a\nb\nc\n", ["has one column"]),
    ("twice.mtx", f"{MARKET} real general\n2 2 3\n1 1 1\n1 1 2\n2 2 1\n", ["two grades for '0', 1 and 2"]),
    ("vast.mtx", f"{MARKET} real general\n3 30000000 1\n1 1 1\n", ["20,000,000 queries and items"]),
    ("short.mtx", f"{MARKET} real general\n9 9 900000000000\n1 1 1\n", ["too short for the 900,000,000,000 entries"]),
    ("dense.mtx", "%%MatrixMarket matrix array real general\n1000000 1000000\n1\n", ["write it as coordinates"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "words"), REFUSED, ids=[one[0] for one in REFUSED])
def test_what_may_be_read_in_two_ways_is_refused(tmp_path, name, content, words):
    (tmp_path / name).write_text(content)
    with pytest.raises(TaskError) as caught:
        read_relevance(tmp_path / name)
    assert all(word in caught.value.args[0] for word in words), caught.value.args[0]


CHOSEN = [
    ("ratings.tsv", text(RATINGS, "\t"), {"columns": ["user", "item", "rating"]}, GRADED),
    ("ratings.tsv", text(RATINGS, "\t"), {"columns": ["1", "2", "3"]}, GRADED),
    ("ratings.dat", text(RATINGS, "::"), {"columns": ["user", "item", "rating", "-"]}, GRADED),
    ("timed.csv", text([(t, *row) for *row, t in RATINGS], ","), {"columns": ["-", "user", "item", "rating"]}, GRADED),
    ("short.csv", text(SHORT, ",", "qdr"), {"columns": ["q", "d", "r"]}, GRADED),
    ("short.csv", text(SHORT, ",", "qdr"), {"columns": ["user", "item", "rating"]}, GRADED),
    ("short.csv", text(SHORT, ",", "qdr"), {"format": "edges"}, GRADED),
    ("turned.csv", text(SHORT, ",", "xyz"), {"columns": ["y", "x"]}, {(i, u, 1.0) for u, i, _ in GRADED}),
    ("facts.csv", text([(t, h, r) for h, r, t in FACTS], ","), {"columns": ["tail", "head", "relation"]}, TRIPLES),
    ("facts.csv", text(FACTS, ",", "abc"), {"columns": ["a", "b", "c"], "format": "triples"}, TRIPLES),
    ("quote.tsv", 'A\t"B, 5\nC\tD" x\n', {"quoting": "none"}, {("A", '"B, 5', 1.0), ("C", 'D" x', 1.0)}),
    ("hash.tsv", "#cats\tp1\ndogs\tp2\n", {"comments": "none"}, {("#cats", "p1", 1.0), ("dogs", "p2", 1.0)}),
    ("hash.tsv", "#cats\tp1\ndogs\tp2\n", {"comments": "skip"}, {("dogs", "p2", 1.0)}),
    ("routes.edgelist", "0 421 125\n1 391 329\n", {"format": "edges"}, {("0", "421", 125.0), ("1", "391", 329.0)}),
    ("half.csv", "query,items\nq1,a\n", {"columns": ["query", "items"]}, {("q1", "a", 1.0)}),
    ("half.csv", "query,items\nq1,a\n", {"columns": ["1", "2"]}, {("query", "items", 1.0), ("q1", "a", 1.0)}),
    ("small.csv", "q,d,r\n1,0,1\n0,1,0\n", {"format": "matrix"}, {("0", "q", 1.0), ("0", "r", 1.0), ("1", "d", 1.0)}),
    ("same.mtx", f"{MARKET} pattern general\n2 3 4\n1 1\n1 3\n1 1\n2 2\n", {}, ROWS),
    ("twice.mtx", f"{MARKET} real general\n1 2 3\n1 1 3\n1 2 1\n1 1 2\n", {"repeated": "largest"},
     {("0", "0", 3.0), ("0", "1", 1.0)}),
    ("twice.mtx", f"{MARKET} real general\n1 2 3\n1 1 3\n1 2 1\n1 1 2\n", {"repeated": "smallest"},
     {("0", "0", 2.0), ("0", "1", 1.0)}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "options", "wanted"), CHOSEN)
def test_options_choose(tmp_path, name, content, options, wanted):
    (tmp_path / name).write_text(content)
    assert pairs(read_relevance(tmp_path / name, **options)) == wanted


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        (["user"], "must say where query and item are"),
        (["a", "b"], "must say where query and item are"),
        (["1", "9"], "count them from 1"),
        (["1", "1"], "must say where"),
        (["user", "item", "rating", "-", "-"], "must say where"),
    ],
)
def test_columns_that_are_none(tmp_path, columns, words):
    (tmp_path / "r.tsv").write_text(text(RATINGS, "\t"))
    with pytest.raises(TaskError, match=words):
        read_relevance(tmp_path / "r.tsv", columns=columns)


def test_options_that_say_nothing_are_refused(tmp_path):
    (tmp_path / "q.json").write_text('{"q": ["d"]}')
    for options in ({"columns": ["a", "b"]}, {"quoting": "none"}, {"comments": "skip"}, {"directed": True}):
        with pytest.raises(TaskError, match="read as json"):
            read_relevance(tmp_path / "q.json", **options)
        with pytest.raises(TaskError, match="for files"):
            relevance_from({"q": ["d"]}, **options)


@pytest.mark.parametrize(("lines", "format", "named"), [
    ("shopper,article\nanna,milk\nben,bread\n", None, "‹columns=shopper,article›"),
    ("person,does,thing\nanna,likes,milk\nben,likes,bread\n", "triples",
     "‹columns=person,does,thing› and ‹format=triples›"),
])  # fmt: skip
def test_words_above_words_may_be_names(tmp_path, lines, format, named):
    """They count, which is said with the options that have them as names; with these they do not count."""
    (tmp_path / "w.csv").write_text(lines)
    found = read_relevance(tmp_path / "w.csv")
    assert found.pairs == 3 and not found.read.header
    (hint,) = found.read.hints
    assert hint.startswith("the first line (") and hint.endswith(f"if it names the columns, add {named}")
    columns = lines.partition("\n")[0].split(",")
    told = read_relevance(tmp_path / "w.csv", format, columns=columns)
    assert told.pairs == 2 and told.read.header and told.read.hints == ()
    (tmp_path / "w.csv").write_text(lines + ",".join([columns[0], *["other"] * (len(columns) - 1)]) + "\n")
    assert read_relevance(tmp_path / "w.csv").read.hints == ()  # a name does not come again among the ids


def test_a_heading_of_unknown_words_is_told_how_to_be_named(tmp_path):
    (tmp_path / "four.csv").write_text("shopper,article,shop,day\nanna,milk,x,mon\nben,bread,x,tue\n")
    with pytest.raises(TaskError, match="if these are names of columns, name those of query and item, as in columns="):
        read_relevance(tmp_path / "four.csv")
    assert read_relevance(tmp_path / "four.csv", columns=["shopper", "article"]).pairs == 2


def test_a_list_of_edges_says_how_it_is_read(tmp_path):
    (tmp_path / "a.edges").write_text("0 11\n0 32\n11 8\n")
    sides = read_relevance(tmp_path / "a.edges")
    assert sides.words.startswith("a.edges: 2 queries, 3 items") and "‹format=edgelist›" in sides.read.hints[0]
    graph = read_relevance(tmp_path / "a.edges", "edgelist")
    assert graph.words.startswith("a.edges: 4 queries, 4 items, 6 relevant")
    assert "edges go both ways" in graph.read.words and "‹format=edges›" in graph.read.hints[0]
    directed = read_relevance(tmp_path / "a.edges", "edgelist", directed=True)
    assert directed.pairs == 3 and "edges go one way" in directed.read.words
    (tmp_path / "snap.txt").write_text("# Directed Node Graph\n# FromNodeId\tToNodeId\n1\t2\n2\t3\n3\t1\n")
    snap = read_relevance(tmp_path / "snap.txt")
    assert (snap.read.format, snap.pairs, snap.read.comments) == ("edgelist", 3, 2)
    (tmp_path / "w.edgelist").write_text("% weighted\n0 1 0.5\n1 2 3\n")
    weighted = read_relevance(tmp_path / "w.edgelist", "edgelist")
    assert weighted.pairs == 4 and "2 lines have after their two vertices does not count" in weighted.read.hints[0]


NEGATIVE = {
    "a.jsonl": '{"qid": "Q1", "docid": "D1", "score": -1}\n{"qid": "Q1", "docid": "D2", "score": 1}\n',
    "a.json": '{"Q1": {"D1": -1, "D2": 1}}',
    "a.trec": "Q1 0 D1 -1\nQ1 0 D2 1\n",
    "a.tsv": "query-id\tcorpus-id\tscore\nQ1\tD1\t-1\nQ1\tD2\t1\n",
    "b.csv": ",D1,D2\nQ1,-1,1\n",
    "c.mtx": "%%MatrixMarket matrix coordinate real general\n1 2 2\n1 1 -1\n1 2 1\n",
}


@pytest.mark.parametrize("name", NEGATIVE)
def test_below_0_is_not_relevant_in_every_format(tmp_path, name):
    (tmp_path / name).write_text(NEGATIVE[name])
    for data in (read_relevance(tmp_path / name), relevance_from(str(tmp_path / name))):
        assert (data.pairs, len(data.items), data.below) == (1, 2, 1)
        assert data.read.words.endswith("1 pair below 0 not relevant")


def test_below_0_in_arrays_and_dicts():
    for given in ([[1, -1]], np.array([[1.0, -0.5]]), sparse.csr_array([[1, -2]]), {"q": {"a": 1, "b": -1}}):
        data = relevance_from(given)
        assert (data.pairs, len(data.items), data.below) == (1, 2, 1)


def test_relevant_from():
    data = relevance_from([[5, 4, 3, 0], [0, 1, 4, 5]])
    high = data.from_grade(4)
    assert high.grades.toarray().tolist() == [[1, 1, 0, 0], [0, 0, 1, 1]]
    assert high.levels_words == "relevant from grade 4 on" and data.levels_words == "4 grades, 1..5"
    for least, words in ((0, "must be above 0"), (-1, "above 0"), (float("nan"), "above 0"), (6, "the largest is 5")):
        with pytest.raises(TaskError, match=words):
            data.from_grade(least)


def test_a_pair_with_two_grades(tmp_path):
    (tmp_path / "r.csv").write_text("user,item,rating\n33,416,194\n33,416,2\n33,1,5\n")
    with pytest.raises(
        TaskError, match=r"two grades for '33', 2 and 194; keep one of them, or say which counts, as in repeated="
    ):
        read_relevance(tmp_path / "r.csv")
    for word, grade in (("largest", 194.0), ("smallest", 2.0)):
        assert ("33", "416", grade) in pairs(read_relevance(tmp_path / "r.csv", repeated=word))
    (tmp_path / "q.json").write_text('{"q": ["d"]}')
    with pytest.raises(TaskError, match="for lists of pairs"):
        read_relevance(tmp_path / "q.json", repeated="largest")


def test_what_is_piped_in_and_packed(tmp_path):
    import gzip

    (tmp_path / "r.csv.gz").write_bytes(gzip.compress(READ[0][1].encode()))
    assert pairs(read_relevance(tmp_path / "r.csv.gz")) == GRADED


def test_the_reading_as_json(tmp_path):
    (tmp_path / "r.csv").write_text(READ[0][1])
    read = json.loads(json.dumps(read_relevance(tmp_path / "r.csv").read.to_json()))
    assert read["columns"] == {"query": "userId", "item": "movieId", "grade": "rating"}
    assert (read["format"], read["header"], read["unused"]) == ("edges", True, ["timestamp"])


def test_options_count_for_relevance_too():
    """What is read already is taken as asked, once."""
    from headcount import dimension

    data = relevance_from([[5, 4, 3, 0], [0, 1, 4, 5], [4, 0, 5, 1]])
    for given in (data, data.from_grade(4)):
        answer = dimension(given, relevant_from=4, others=True)
        assert (len(answer.data.items), answer.data.pairs, answer.data.threshold) == (5, 6, 4)
    assert dimension(data.with_others(), others=True).data.items[-2:] == ("3", "(others)")
    assert "read as array" in str(answer) and "relevant from grade 4 on" in answer.read
    assert answer.to_json()["read"]["relevant_from"] == 4


TWICE = [("q", "a", 2), ("q", "b", 1), ("q", "a", 3)]


def test_which_grade_counts_of_rows_and_tables():
    """The message named an option that was refused for anything but files of lines."""
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame(TWICE, columns=["query", "doc", "score"])
    for data in (TWICE, table):
        with pytest.raises(TaskError, match="as in repeated="):
            relevance_from(data)
        assert pairs(relevance_from(data, repeated="largest")) == {("q", "a", 3.0), ("q", "b", 1.0)}
        assert pairs(relevance_from(data, repeated="smallest")) == {("q", "a", 2.0), ("q", "b", 1.0)}
    with pytest.raises(TaskError, match="repeated is for lists of pairs"):
        relevance_from({"q": {"a": 1}}, repeated="largest")


def test_tables_of_ids_in_python_are_no_matrix_in_silence():
    pandas = pytest.importorskip("pandas")
    for names in ("qdr", ["src", "tgt", "r"]):
        table = pandas.DataFrame([(0, 0, 1), (0, 1, 1), (1, 0, 1)], columns=list(names))
        with pytest.raises(TaskError, match="may be those of pairs, or items of a matrix; give columns="):
            relevance_from(table)
        assert len(relevance_from(table, columns=list(names)).queries) == 2
        assert len(relevance_from(table, format="matrix").queries) == 3
    with pytest.raises(TaskError, match=r"pairs \(query, item\), got a dict; give tuples, or a table"):
        relevance_from([{"q": "a", "d": "x"}])
    for data in (None, 5, b"abc", (pair for pair in TWICE)):
        with pytest.raises(TaskError, match="relevance must be a path, an array, a table"):
            relevance_from(data)
