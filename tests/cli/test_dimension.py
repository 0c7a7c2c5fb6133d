"""``headcount dimension``: brackets for relevance data, who forces them, vectors, files, errors."""

import json
from fractions import Fraction
from itertools import combinations

import networkx
import numpy as np
import pytest

from headcount import dimension, probe
from headcount.bounds.upper.embeddings import verified_margin
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import SignPattern
from headcount.tasks import TaskError
from headcount.tasks.relevance import relevance, relevance_from

PATIENT = 1000.0
"""Seconds, of which these take one or two."""


def all_pairs(items, name="pairs"):
    """LIMIT in small: a query for each pair of items."""
    return relevance([(f"q{i}-{j}", f"d{k}", 1) for i, j in combinations(range(items), 2) for k in (i, j)], name)


def part(data, queries, items):
    """The data of some queries and items, as a table of 0 and 1."""
    table = (data.grades.toarray() > 0).astype(int)
    rows = [data.queries.index(query) for query in queries]
    return table[np.ix_(rows, [data.items.index(item) for item in items])]


@pytest.mark.parametrize(("items", "least"), [(4, 2), (5, 3), (6, 4), (9, 4), (20, 4)])
def test_every_pair(items, least):
    """Thresholds on pairs: 2 for four items (a pair and the other two are one), then 3, then 2k = 4."""
    answer = dimension(all_pairs(items), budget=PATIENT)
    assert (answer.lower.value, answer.upper.value) == (least, least)
    assert isinstance(check(answer.certificate()), Accepted)


@pytest.mark.parametrize("graph", [networkx.krackhardt_kite_graph, networkx.florentine_families_graph])
@pytest.mark.parametrize("diagonal", ["free", "relevant", "irrelevant"])
def test_what_forces_the_lower_end_does_so_alone(graph, diagonal):
    data = relevance_from(graph(), diagonal=diagonal)
    answer = dimension(data, budget=PATIENT)
    queries, items = answer.forced_by()
    assert answer.closed and queries and items
    table, free = data.grades.toarray(), data.free.toarray()
    rows = [
        "".join("*" if free[q, i] else "+" if table[q, i] else "-" for i in (data.items.index(item) for item in items))
        for q in (data.queries.index(query) for query in queries)
    ]
    alone = probe(SignPattern(tuple(rows), null=False), budget=PATIENT)
    assert alone.upper.value >= answer.lower.value  # else the proof would have looked at more


def test_vectors_rank_all_queries_and_all_items():
    """Merged, negated, trivial, graded queries: the vectors in the file are of the data, not of the merged pattern."""
    data = relevance(
        [("a", "x", 1), ("b", "x", 1), ("c", "y", 1), ("c", "z", 1), ("c", "w", 1), ("d", "y", 3), ("d", "z", 1)]
        + [("e", item, 1) for item in "xyzw"] + [("f", "v", 0), ("e", "v", 2)],
    )  # fmt: skip
    answer = dimension(data, grades="separate", budget=PATIENT)
    arrays = answer.arrays("int8")
    assert arrays["query_ids"].tolist() == ["a", "b", "c", "d", "d", "e", "e", "f"]
    assert arrays["grades"].tolist() == [1, 1, 1, 1, 3, 1, 2, 1]
    table = data.grades.toarray()
    rows = []
    for query, grade in zip(arrays["query_ids"], arrays["grades"], strict=True):
        line = table[data.queries.index(query)] >= grade
        rows.append("".join("+" if one else "-" for one in line))
    assert verified_margin(arrays["queries"], arrays["items"], rows) == answer.embeddings("int8").margin


@pytest.mark.parametrize("data", [[[1, 1], [1, 1]], [[0, 0]], [[1]], [[0, 0], [1, 1]]])
def test_trivial_queries_need_no_dimension(data):
    answer = dimension(data)
    assert (answer.lower.value, answer.upper.value) == (0, 0)
    assert answer.embeddings("int8").queries.shape == (len(data), 0)
    assert answer.forced_by() == ((), ())


def test_never_relevant_items_cost_nothing():
    """50,000 items of which all but 20 are never relevant are the 20 and one more."""
    pairs = [(f"q{i}-{j}", f"d{k}", 1) for i, j in combinations(range(20), 2) for k in (i, j)]
    data = relevance(pairs, items=[f"never{k}" for k in range(50_000)])
    answer = dimension(data, budget=PATIENT)
    assert (answer.lower.value, answer.upper.value) == (4, 4)
    assert answer.embeddings().items.shape == (50_020, 4)


def qrels(path, items=9):
    data = all_pairs(items)
    lines = [
        json.dumps({"query-id": data.queries[q], "corpus-id": data.items[i], "score": 1})
        for q, i in zip(*data.grades.nonzero(), strict=True)
    ]
    path.write_text("\n".join(lines))
    return path


def test_the_command(headcount, tmp_path):
    file = qrels(tmp_path / "small.jsonl")
    code, out, err = headcount("dimension", file, "-o", "c.json", "--embeddings", "v.npz", "--type", "int16")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith("small.jsonl: 36 queries, 9 items, 72 relevant pairs, at most 2 for a query; read as")
    assert lines[1].endswith("if the collection has others too, add --others")
    assert lines[2] == "  merged: 36 queries, to 36; 9 items, to 9"
    assert lines[3].startswith("least dimension by inner products, a threshold per query: 4 <= d <= 4   closed in ")
    assert "forced by 5 items (d0, d1, d2, d3, d4) and" in out
    assert "vectors (int16, verified as stored, margin " in out
    assert headcount("check", "c.json")[0] == 0
    with np.load("v.npz") as stored:
        arrays = dict(stored)
    assert arrays["items"].dtype == np.int16 and arrays["items"].shape == (9, 4)
    code, out, _ = headcount("dimension", file, "--json")
    found = json.loads(out)
    assert (code, found["lower"], found["upper"], found["queries"], found["merged_items"]) == (0, 4, 4, 36, 9)
    assert len(found["forced_by"]["items"]) == 5


def test_vectors_that_rounding_breaks_are_not_written(headcount, tmp_path):
    qrels(tmp_path / "large.jsonl", 40)
    code, out, err = headcount("dimension", tmp_path / "large.jsonl", "--embeddings", "v.npz", "--type", "int8")
    assert code == 2
    assert "4 <= d <= 4" in out
    assert "no vectors were written: after rounding to int8 item" in err
    assert not (tmp_path / "v.npz").exists()


def test_an_open_bracket_is_an_exit_code(headcount, tmp_path):
    rng = np.random.default_rng(0)
    np.save(tmp_path / "hard.npy", rng.integers(0, 2, (24, 24)))
    code, out, _ = headcount("dimension", tmp_path / "hard.npy", "--budget", "0.01")
    assert code == 5
    assert "   open in " in out


def test_ids_cannot_write_on_the_terminal(headcount, tmp_path):
    text = "\n".join(f'{{"qid": "{q}", "docid": "\\u001b[2J{d}\\n", "rel": 1}}' for q, d in ("ax", "by", "cz"))
    (tmp_path / "x.jsonl").write_text(text)
    _, out, _ = headcount("dimension", tmp_path / "x.jsonl")
    assert "\x1b" not in out


def signs(data, arrays):
    """What each vector of a query has to select, by the definition."""
    table = data.grades.toarray()
    for query, grade in zip(arrays["query_ids"], arrays["grades"], strict=True):
        yield "".join("+" if one else "-" for one in table[data.queries.index(query)] >= grade)


@pytest.mark.parametrize("seed", range(6))
def test_threshold_zero_needs_at_most_one_more(seed):
    """Both thresholds against each other; trivial queries count where the threshold is 0."""
    rng = np.random.default_rng(seed)
    data = relevance_from(rng.integers(0, 2, (5, 4)) * (1 if seed % 2 else rng.integers(0, 2, (5, 1))))
    free, zero = (dimension(data, threshold=word, budget=PATIENT) for word in ("free", "zero"))
    assert free.closed and zero.closed
    assert free.upper.value <= zero.upper.value <= free.upper.value + 1
    arrays = zero.arrays("int8")
    margin = verified_margin(arrays["queries"], arrays["items"], list(signs(data, arrays)), zero=True)
    assert margin == zero.embeddings("int8").margin > 0
    scores = arrays["queries"].astype(int) @ arrays["items"].astype(int).T
    assert (scores > 0).tolist() == [[letter == "+" for letter in row] for row in signs(data, arrays)]


def test_signs_of_the_identity():
    """Of the identity: 2 with thresholds; the sign-rank is 3 from four items on."""
    for size, free, zero in ((3, 2, 2), (4, 2, 3), (7, 2, 3)):
        answers = [dimension(np.eye(size), threshold=word, budget=PATIENT) for word in ("free", "zero")]
        assert [answer.upper.value for answer in answers] == [free, zero]
        assert all(answer.closed for answer in answers)


def test_only_trivial_queries():
    everything = [[1, 1], [0, 0], [1, 1]]
    answer = dimension(everything, threshold="zero")
    assert answer.closed and answer.upper.value == 1
    vectors = answer.embeddings("int8")
    assert (np.sign(vectors.queries @ vectors.items.T) == [[1, 1], [-1, -1], [1, 1]]).all()


def test_items_in_eight_bits_and_queries_in_full():
    """Pairs and triples out of 40: rounding the items leaves the queries that fit them."""
    data = np.eye(40, dtype=int) + np.eye(40, k=1, dtype=int) + np.eye(40, k=7, dtype=int)
    answer = dimension(data, budget=PATIENT)
    found = answer.embeddings("int8", "float32")
    assert (found.items.dtype, found.queries.dtype) == ("int8", "float32")
    for row, query in zip(data, found.queries, strict=True):
        scores = [sum(Fraction(q) * int(k) for q, k in zip(query.tolist(), item, strict=True)) for item in found.items]
        assert min(s for s, x in zip(scores, row, strict=True) if x) > max(
            s for s, x in zip(scores, row, strict=True) if not x
        )


def test_several_grades_are_named():
    data = relevance([("a", "x", 1), ("a", "y", 2), ("b", "y", 1), ("b", "z", 1), ("c", "x", 1), ("d", "z", 1)])
    answer = dimension(data, budget=PATIENT)
    assert any(" from grade" in query for query in answer.forced_by()[0])
    assert "  d >= 2 [CERTIFIED] " in str(answer)


@pytest.mark.in_turn(3)
@pytest.mark.parametrize(("items", "cosine", "euclidean"), [(4, 3, 2), (5, 4, 3), (9, 4, 3)])
def test_every_pair_by_cosine_and_by_distance(items, cosine, euclidean):
    """Of four items a pair and the other two are two balls, but one cap and its outside: 2 by inner products."""
    data = all_pairs(items)
    for score, value in (("cosine", cosine), ("euclidean", euclidean)):
        answer = dimension(data, score=score, budget=PATIENT)
        assert (answer.lower.value, answer.upper.value) == (value, value)
        assert isinstance(check(answer.certificate()), Accepted)
        queries, chosen = answer.forced_by()
        again = dimension(part(data, queries, chosen), score=score, budget=PATIENT)
        assert again.upper.value >= value
        arrays = answer.arrays("float64")
        table = data.grades.toarray() > 0
        for line, query in zip(table, arrays["queries"], strict=True):
            items_at = arrays["items"]
            near = -((items_at - query) ** 2).sum(axis=1) if score == "euclidean" else items_at @ query
            assert near[line].min() > near[~line].max()


def test_complementary_queries_are_two_by_distance():
    """What is far from a point is no ball; and a query for everything, or nothing, costs nothing."""
    data = [[1, 0, 0, 0], [0, 1, 1, 1], [0, 1, 0, 0], [1, 0, 1, 1], [1, 1, 1, 1], [0, 0, 0, 0]]
    merged = dimension(data, score="cosine").merged, dimension(data, score="euclidean").merged
    assert [each.shape for each in merged] == [(2, 3), (4, 3)]
    answer = dimension(data, score="euclidean")
    assert answer.lower.value == answer.upper.value == 1
    assert answer.embeddings().queries.shape == (6, 1)


def test_threshold_zero_by_cosine_is_the_sign_rank():
    data = all_pairs(5)
    answers = [dimension(data, score=score, threshold="zero", budget=PATIENT) for score in ("inner", "cosine")]
    assert [(one.lower.value, one.upper.value) for one in answers] == [(4, 4), (4, 4)]
    items = answers[1].embeddings().items
    assert np.linalg.norm(items, axis=1) == pytest.approx(np.ones(5))


def test_scores_of_the_command(headcount, tmp_path):
    file = qrels(tmp_path / "small.jsonl")
    code, out, err = headcount(
        "dimension", file, "--score", "euclidean", "-o", "c.json", "--embeddings", "v.npz", "--type", "float64"
    )
    assert (code, err) == (0, "")
    assert "least dimension by Euclidean distance, a threshold per query: 3 <= d <= 3   closed" in out
    assert "by inner products 4 <= d <= 4 [CERTIFIED]: Euclidean distance needs 1 fewer" in out
    assert headcount("check", "c.json")[0] == 0
    found = json.loads(headcount("dimension", file, "--score", "cosine", "--json")[1])
    assert (found["score"], found["lower"], found["upper"], found["inner_products"]) == ("cosine", 4, 4, [4, 4])
    for arguments in (["--score", "l1"], ["--score", "euclidean", "--threshold", "zero"]):
        code, out, err = headcount("dimension", file, *arguments)
        assert (
            code == 2 and "Traceback" not in err and ("score must be one of" in err or "threshold zero is for" in err)
        )


@pytest.mark.parametrize("score", ["inner", "cosine", "euclidean"])
def test_one_vector_orders_the_grades(score):
    """Every query's scores, with one vector per query, put higher grades above lower ones, on all pairs of items."""
    rng = np.random.default_rng(3)
    table = rng.integers(0, 3, (6, 5))
    table[0], table[1], table[2] = table[3], 2, 0
    answer = dimension(table, score=score, budget=PATIENT)
    alone = dimension(table, score=score, grades="separate", budget=PATIENT)
    assert answer.asked.nested and not alone.asked.nested
    assert alone.lower.value <= answer.upper.value
    assert answer.lower.value >= alone.lower.value or not answer.closed
    assert isinstance(check(answer.certificate()), Accepted)
    arrays = answer.arrays("float64")
    assert set(arrays) == {"queries", "items", "query_ids", "item_ids"}
    assert arrays["query_ids"].tolist() == [str(row) for row in range(6)]
    for grades, query in zip(table, arrays["queries"], strict=True):
        items = arrays["items"]
        near = -((items - query) ** 2).sum(axis=1) if score == "euclidean" else items @ query
        assert all(near[i] > near[j] for i in range(5) for j in range(5) if grades[i] > grades[j])
    assert dimension(table, threshold="zero", grades="separate", budget=PATIENT).question.null


def test_orders_of_three_items():
    """A line has two of the six orders, directions of the plane have all."""
    orders = [[2, 1, 0], [0, 1, 2], [1, 2, 0], [0, 2, 1], [2, 0, 1], [1, 0, 2]]
    answer = dimension(orders, budget=PATIENT)
    assert (answer.lower.value, answer.upper.value) == (2, 2)
    line = dimension([[2, 1, 0]], score="inner", budget=PATIENT)
    assert line.upper.value == 1


def test_one_grade_is_not_nested():
    data = all_pairs(5)
    answers = [dimension(data, grades=grades, budget=PATIENT) for grades in ("nested", "separate")]
    assert answers[0].question == answers[1].question and not answers[0].asked.nested
    assert "grades" in answers[0].arrays()


def test_grades_of_the_command(headcount, tmp_path):
    file = tmp_path / "graded.csv"
    file.write_text("query,item,score\na,x,2\na,y,1\nb,y,2\nb,z,1\nc,z,2\nc,x,1\nd,w,1\n")
    code, out, err = headcount("dimension", file, "-o", "c.json", "--embeddings", "v.npz")
    assert (code, err) == (0, "")
    assert "by inner products with a query vector for each grade" in out
    assert "one vector per query for all grades" in out
    assert headcount("check", "c.json")[0] == 0
    with np.load("v.npz") as stored:
        assert stored["queries"].shape[0] == 4
    found = json.loads(headcount("dimension", file, "--grades", "separate", "--json")[1])
    assert "grades" not in found and found["merged_queries"] == 7
    for arguments, words in ((["--grades", "one"], "grades must be one of"), (["--threshold", "zero"], "take grades")):
        code, _, err = headcount("dimension", file, *arguments)
        assert code == 2 and words in err and "Traceback" not in err


def test_other_items_of_the_collection(headcount, tmp_path):
    pairs = {f"q{i}{j}": [f"d{i}", f"d{j}"] for i, j in combinations(range(4), 2)}
    (tmp_path / "p.json").write_text(json.dumps(pairs))
    code, out, _ = headcount("dimension", "p.json")
    assert code == 0
    assert "2 <= d <= 2" in out
    assert "if the collection has others too, add --others" in out
    code, out, _ = headcount("dimension", "p.json", "--others", "--embeddings", "v.npz")
    assert code == 0
    assert "3 <= d <= 3" in out
    assert "add --others" not in out
    with np.load(tmp_path / "v.npz") as arrays:
        assert list(arrays["item_ids"]) == ["d0", "d1", "d2", "d3", "(others)"]
        scores = arrays["queries"] @ arrays["items"].T
        for query, line in zip(arrays["query_ids"], scores, strict=True):
            inside = [f"d{k}" in pairs[query] for k in range(4)] + [False]
            assert line[inside].min() > line[~np.array(inside)].max()
    assert dimension(pairs, others=True).lower.value == 3
    with pytest.raises(TaskError, match="leave that out"):
        dimension({"q": ["(others)"]}, others=True)
