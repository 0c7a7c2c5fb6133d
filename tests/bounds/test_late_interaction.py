"""Late interaction: constructions against a slow evaluation, lower bounds against brute force, tables of numbers."""

import json
import random
from itertools import combinations, permutations, product
from math import comb

import numpy as np
import pytest

import late_interaction_truth as truth
from headcount import TaskError, dimension, probe
from headcount.bounds.centred_documents import centred_documents
from headcount.bounds.lower.late_interaction import cells_exclude, hull_excludes
from headcount.bounds.upper.centred_tables import centred_documents as parabola
from headcount.bounds.upper.centred_tables import least_coordinate, least_documents, runs_tables
from headcount.bounds.upper.late_interaction import line_upper
from headcount.bounds.upper.polygon_tables import polygon_tables
from headcount.questions import SignPattern, late_interaction_question, pattern_question
from headcount.solvers.cyclic_orders import few_runs, least_runs, most_runs, runs_of
from headcount.solvers.max_sums import as_integers, plane_vectors, sign_codes


def subsets(n, *sizes):
    return ["".join("+" if c in y else "-" for c in range(n)) for k in sizes for y in combinations(range(n), k)]


def score(query, key):
    """By the definition: the sum over query vectors of the largest inner product."""
    return sum(max(sum(a * b for a, b in zip(q, k, strict=True)) for k in key) for q in query)


def met(rows, queries, keys):
    for row, query in zip(rows, queries, strict=True):
        scores = [score(query, key) for key in keys]
        high = [s for s, symbol in zip(scores, row, strict=True) if symbol == "+"]
        low = [s for s, symbol in zip(scores, row, strict=True) if symbol == "-"]
        if high and low and min(high) <= max(low):
            return False
    return True


def brute_runs(word):
    """Runs of a cyclic word, stars filled in every way."""
    ways = product(*("+-" if symbol == "*" else symbol for symbol in word))
    found = []
    for way in ways:
        steps = sum(way[i] == "+" and way[i - 1] == "-" for i in range(len(way)))
        found.append(steps or int("+" in way))
    return min(found)


# ---- centred documents in the plane


def test_runs_of_all_short_words():
    for n in range(1, 7):
        for word in product("+-*", repeat=n):
            if "+" in word or "*" not in word:
                assert runs_of(word) == brute_runs(word), word


@pytest.mark.parametrize("n", range(1, 8))
def test_every_row_takes_as_many_query_vectors_as_it_has_runs(n):
    rows = ["".join(word) for word in product("+-", repeat=n)]
    for documents in ((), tuple(least_documents(n)) if n > 1 else ()):
        queries, keys = runs_tables(rows, tuple(range(n)), documents)
        assert met(rows, queries, keys)
        constant = ("+" * n, "-" * n)
        assert [len(q) for q in queries] == [1 if row in constant else runs_of(row) for row in rows]


def test_rows_with_stars_in_any_order():
    rng = random.Random(2)
    for _ in range(60):
        n = rng.randint(1, 6)
        rows = ["".join(rng.choice("+-*") for _ in range(n)) for _ in range(4)]
        order = tuple(rng.sample(range(n), n))
        queries, keys = runs_tables(rows, order)
        assert met(rows, queries, keys)
        assert max(map(len, queries)) <= max(1, most_runs(rows, order))


def test_no_fewer_query_vectors_do_with_centred_documents():
    """Random queries: the top sets of documents u, -u in convex position have at most t runs, whatever the queries."""
    rng, most = np.random.default_rng(5), {1: 0, 2: 0, 3: 0}
    for t in most:
        for _ in range(1500):
            u = np.array(parabola(9))
            q = rng.standard_normal((t, 2)) * rng.uniform(0.1, 3, (t, 1))
            scores = np.abs(q @ u.T).sum(axis=0)
            order = np.argsort(-scores)
            for k in range(1, 9):
                if scores[order[k - 1]] - scores[order[k]] > 1e-9:
                    top = set(order[:k].tolist())
                    most[t] = max(most[t], runs_of(["+" if c in top else "-" for c in range(9)]))
                    assert most[t] <= t
    assert most == {1: 1, 2: 2, 3: 3}


@pytest.mark.parametrize("n", range(2, 17))
def test_integer_documents_of_least_coordinate(n):
    u = least_documents(n)
    around = [*u, *((-x, -y) for x, y in u)]
    turns = [around[i - 2] for i in range(2 * n)], [around[i - 1] for i in range(2 * n)], around
    assert all((b[0] - a[0]) * (c[1] - b[1]) > (b[1] - a[1]) * (c[0] - b[0]) for a, b, c in zip(*turns, strict=True))
    assert max(abs(x) for v in u for x in v) == least_coordinate(n)


def test_least_coordinates_are_those_of_the_lower_bound():
    assert [least_coordinate(n) for n in range(2, 9)] == [1, 1, 2, 3, 3, 4, 5]
    for n in (17, 18, 21, 23, 30, 46):
        assert max(abs(x) for v in least_documents(n) for x in v) == least_coordinate(n) + (n in (21, 23)), n


def matrix(n, relevant):
    return ["".join("+" if relevant(r, c) else "-" for c in range(n)) for r in range(n)]


FANO = [(0, 1, 3), (1, 2, 4), (2, 3, 5), (3, 4, 6), (4, 5, 0), (5, 6, 1), (6, 0, 2)]


@pytest.mark.parametrize(
    ("rows", "t"),
    [
        (subsets(7, 2), 2),
        (subsets(8, 4), 4),
        (subsets(7, 3), 3),
        (subsets(6, 5), 1),
        (["".join("+" if c in line else "-" for c in range(7)) for line in FANO], 2),
        (matrix(8, lambda a, b: (a ^ b).bit_count() == 1), 2),
        (matrix(5, lambda a, b: (a - b) % 5 in (1, 4)), 1),
        (matrix(6, lambda a, b: (a < 3) != (b < 3)), 1),
        (["+" + "".join("+" if c == j else "-" for c in range(5)) for j in range(5)], 2),
        (matrix(8, lambda a, b: (a & b).bit_count() % 2 == 1), 3),
        (matrix(8, lambda a, b: not a & b), 2),
        (["---", "+++"], 0),
    ],
    ids=["7-2", "8-4", "7-3", "6-5", "Fano", "cube", "5-cycle", "K33", "star", "IP3", "DISJ3", "nothing"],
)
def test_least_number_of_query_vectors_of_centred_documents(rows, t):
    found = centred_documents(rows)
    assert (found.lower, found.upper) == (t, t)
    assert not t or most_runs(rows, found.order) == t


def test_cyclic_orders_against_all_permutations():
    rng = random.Random(4)
    for _ in range(25):
        n = rng.randint(1, 5)
        rows = ["".join(rng.choice("+-*") for _ in range(n)) for _ in range(4)]
        assert least_runs(rows)[0] == min(most_runs(rows, order) for order in permutations(range(n)))


@pytest.mark.parametrize("stars", [False, True])
def test_orders_of_more_than_8_documents_are_upper_bounds_only(stars):
    rng = random.Random(7)
    hidden = rng.sample(range(11), 11)
    rows = []
    for _ in range(12):
        at, length = rng.randrange(11), rng.randint(1, 6)
        run = {hidden[(at + i) % 11] for i in range(length)}
        rows.append("".join("*" if stars and rng.random() < 0.1 else "+" if c in run else "-" for c in range(11)))
    found, order = few_runs(rows, 1, 1e18, np.random.default_rng(0))
    assert found == most_runs(rows, order) == 1
    bracket = centred_documents([*rows, "+-" * 5 + "+"], 0.5)
    assert 1 <= bracket.lower <= bracket.upper
    assert centred_documents(subsets(9, 2), 0.01).lower == 2


@pytest.mark.parametrize("n", [3, 5, 8])
def test_unit_vectors_take_one_dimension_more(n):
    """Documents on the unit circle with a 0, queries with what they lack: length 1, and the scores of d = 2 over c."""
    turns = np.arange(n) * np.pi / n
    u = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    scaled = [tuple(round(float(x) * 10**6) for x in v) for v in u]
    rows = ["".join(word) for word in product("+-", repeat=n)]
    queries, _ = runs_tables(rows, tuple(range(n)), scaled)
    keys = [[(*v, 0.0), (*-v, 0.0)] for v in u]
    for row, query in zip(rows, queries, strict=True):
        q = np.array(query, dtype=float)
        c = np.linalg.norm(q, axis=1).max()
        unit = np.column_stack([q / (c or 1), np.sqrt(np.maximum(0, 1 - (q**2).sum(axis=1) / (c**2 or 1)))])
        assert np.allclose(np.linalg.norm(unit, axis=1), 1)
        assert met([row], [unit.tolist()], keys), row


# ---- other constructions


def test_polygons_do_every_small_matrix():
    rng = random.Random(3)
    for _ in range(400):
        n, k = rng.randint(1, 7), rng.choice((1, 2, 2, 3, 7))
        rows = [
            "".join("+" if c in y else "-" for c in range(n))
            for y in (set(rng.sample(range(n), rng.randint(0, min(n, k)))) for _ in range(rng.randint(1, 8)))
        ]
        queries, keys = polygon_tables(rows)
        assert met(rows, queries, keys), rows
        assert all(len(query) == 1 for query in queries)
        used = [sum(row[c] == "+" for row in set(rows) if "-" in row) for c in range(n)]
        assert all(len(key) <= max(1, most) for key, most in zip(keys, used, strict=True))


def test_pairs_on_a_polygon_take_half_as_many_vectors_as_documents():
    for n in range(3, 10):
        queries, keys = polygon_tables(subsets(n, 2))
        assert met(subsets(n, 2), queries, keys)
        assert max(map(len, keys)) == n // 2  # ceil((n - 1) / 2)


def test_a_line_does_singletons_and_their_complements():
    for n, k in product(range(1, 7), range(7)):
        rows = subsets(n, k) if k <= n else ["-" * n]
        question = late_interaction_question(pattern_question(SignPattern(tuple(rows), null=False)), 2, 2)
        found = line_upper(question)
        assert (found is not None) == (k in (0, 1, n - 1) or k >= n), (n, k)
        assert found is None or found.value == 1


def test_at_most_4_of_the_6_pairs_of_four_documents_on_a_line():
    pairs = subsets(4, 2)
    for size in range(1, 7):
        assert any(truth.on_a_line(rows, 2, 2) for rows in combinations(pairs, size)) == (size <= 4)


def test_annealed_documents_in_the_plane():
    """One query vector, two vectors for a document, pairs of five: fewer query vectors than relevant documents."""
    rows = subsets(5, 2)
    signs = sign_codes(rows)
    found = next(filter(None, (plane_vectors(signs, 2, 1e18, np.random.default_rng(seed)) for seed in range(9))))
    queries, keys = as_integers(signs, *found)
    assert met(rows, queries.tolist(), keys.tolist())
    assert queries.shape == (10, 1, 2) and keys.shape == (5, 2, 2)


@pytest.mark.slow
def test_one_query_vector_does_all_pairs_of_six():
    found = dimension("subsets n=6 k=2", document_vectors=2, query_vectors=1, budget=1000)
    assert found.values == "2"


# ---- numbers of sets


def test_least_t_that_numbers_of_sets_leave():
    def left(n, k, S, d):
        return next(t for t in range(1, 99) if not cells_exclude(n, comb(n, k), S, t, d))

    n = 10**6
    assert [left(n, 10, 2, 2), left(n, 32, 2, 2)] == [4, 10]
    assert [left(n, 32, 128, d) for d in (2, 4, 8)] == [8, 4, 2]


def test_first_n_that_a_hull_excludes():
    def first(k, S):
        return next(n for n in range(k + 1, 200) if hull_excludes(n, comb(n, k), S, k))

    assert [first(2, 2), first(2, 3), first(3, 1)] == [18, 26, 8]


@pytest.mark.parametrize(("n", "k", "d"), [(4, 2, 2), (5, 2, 3), (6, 2, 4), (6, 3, 4), (7, 2, 4), (7, 3, 5), (8, 4, 6)])
def test_one_vector_exactly_k_and_at_most_k_are_two_questions(n, k, d):
    """Exactly k of n: min(2k, n - 2); at most k: min(2k, n - 1). The words of ``topk`` and ``subsets`` say which."""
    exactly, most = probe(f"topk N={n} k={k} least={k}", budget=1000), probe(f"topk N={n} k={k}", budget=1000)
    assert (exactly.lower.value, exactly.upper.value) == (d, d) == (min(2 * k, n - 2),) * 2
    assert (most.lower.value, most.upper.value) == (min(2 * k, n - 1),) * 2
    assert f"top {k} of" in exactly.question.words
    assert f"top 1 to {k} of" in most.question.words


# ---- answers


def answer(rows, S, t, budget=0.3):
    table = [[{"+": 1, "-": 0, "*": float("nan")}[symbol] for symbol in row] for row in rows]
    return dimension(np.ma.masked_invalid(table), document_vectors=S, query_vectors=t, budget=budget)


def tiny(seed, count):
    rng = random.Random(seed)
    for _ in range(count):
        n = rng.randint(1, 3)
        rows = ["".join(rng.choice("++--*") for _ in range(n)) for _ in range(rng.randint(1, 4))]
        rows += rng.choice(([], [rows[0]], ["-" * n], ["+" * n]))
        yield rows, rng.randint(1, 3), rng.randint(1, 3)


@pytest.mark.parametrize("seed", range(6))
def test_brackets_hold_the_truth(seed):
    import exact_sign_rank

    for rows, S, t in tiny(seed, 3):
        found = answer(rows, S, t)
        single = exact_sign_rank.least_dimension(tuple(rows), False)
        least = truth.least_dimension(rows, S, t, single)
        assert found.certified
        assert found.lower.value <= least <= found.upper.value, (rows, S, t, found.values, least)
        if found.upper.value:
            vectors = found.embeddings()
            assert vectors.items.shape == (len(rows[0]), S, found.upper.value)
            assert met(rows, vectors.queries.tolist(), vectors.items.tolist())


@pytest.mark.parametrize(
    ("words", "S", "t", "values"),
    [
        ("subsets n=3 k=1", 2, 2, "1"),
        ("subsets n=4 k=2", 2, 2, "2"),
        ("subsets n=8 k=1", 2, 2, "1"),
        ("subsets n=8 k=7", 2, 2, "1"),
        ("subsets n=5 k=2", 3, 2, "2"),
        ("subsets n=5 k=2", 2, 1, "2"),  # t = k is not needed: found by search
        ("subsets n=5 k=2", 1, 4, "3"),
        ("subsets n=6 k=2", 3, 1, "2"),
        ("subsets n=2 k=1", 1, 1, "1"),
    ],
)
def test_textbook_values(words, S, t, values):
    found = dimension(words, document_vectors=S, query_vectors=t, budget=1000)
    assert found.values == values
    assert found.certified


def test_the_command_writes_vectors_and_a_certificate(headcount, tmp_path):
    words = ("dimension", "subsets", "n=5", "k=2", "--document-vectors", "2", "--query-vectors", "2", "-q")
    vectors, certificate = tmp_path / "v.npz", tmp_path / "c.json"
    code, out, _ = headcount(*words, "--embeddings", str(vectors), "--type", "int8", "-o", str(certificate))
    assert code == 0
    assert "2 <= d <= 2" in out and "late interaction (MaxSim), 2 vectors per document and 2 per query" in out
    with np.load(vectors) as written:
        rows = subsets(5, 2)
        assert met(rows, written["queries"].astype(int).tolist(), written["items"].astype(int).tolist())
    assert headcount("check", str(certificate))[0] == 0
    code, out, _ = headcount(*words, "--start", str(certificate), "--json")
    assert (code, json.loads(out)["one_vector"]) == (0, [3, 3])
    for name in ("--document-vectors", "--query-vectors"):
        code, _, said = headcount("dimension", "subsets", "n=5", "k=2", name, "0", "-q")
        assert code == 2 and f"{name} must be 1 .. 10000, got 0" in said


def test_limit_in_miniature_and_its_bar():
    found = dimension("subsets n=9 k=2", document_vectors=2, query_vectors=2, budget=1000)
    assert (found.values, found.beside["one vector"].values) == ("2", "4")
    assert "one vector per document and per query: 4 <= d <= 4 [CERTIFIED]" in str(list(found.lines()))
    assert found.to_json()["centred_documents"] == {"query_vectors": [2, 2], "status": "PROVED"}
    vectors = found.embeddings("float32")
    assert vectors.queries.shape == (36, 2, 2)
    assert 0 < vectors.margin < 1
    arrays = found.arrays("int16")
    assert arrays["items"].dtype == np.int16 and len(arrays["query_ids"]) == 36


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"document_vectors": 0}, "document_vectors must be 1 .. 10000"),
        ({"query_vectors": -2}, "query_vectors must be 1 .. 10000"),
        ({"query_vectors": 10**9}, "query_vectors must be 1 .. 10000, got 1000000000"),
        ({"document_vectors": 2, "score": "cosine"}, "leave out score, or document_vectors and query_vectors;"),
        ({"document_vectors": 2, "threshold": "zero"}, "leave out"),
        ({"document_vectors": 2, "margin": 0.1}, "leave out"),
        ({"document_vectors": 2.5}, "document_vectors must be a whole number, got 2.5; try document_vectors=2"),
        ({"query_vectors": True}, "query_vectors must be a whole number, got True"),
        ({"document_vectors": "2"}, "document_vectors must be a whole number, got '2'"),
        ({"relevant_from": "4"}, "relevant_from must be a number, got '4'; try relevant_from=4"),
        ({"others": "no"}, "others must be True or False, got 'no'"),
        ({"query_vectors": 2, "bits": 4}, "leave out"),
    ],
)
def test_what_does_not_fit_is_refused(options, said):
    with pytest.raises(TaskError, match=said):
        dimension([[1, 0], [0, 1]], **options)


def test_grades_have_query_vectors_of_their_own_and_that_is_said():
    rows = [[2, 1, 0], [0, 1, 2]]
    with pytest.raises(TaskError, match="several grades"):
        dimension(rows, document_vectors=2)
    found = dimension(rows, document_vectors=2, grades="separate", budget=1000)
    assert found.closed
    assert any("each grade" in note for note in found.all_notes())
