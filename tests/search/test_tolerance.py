"""How wide vectors have to be if some queries may fail: lower <= brute force <= upper, and known values."""

import random
from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

import headcount
from exact_sign_rank import least_dimension
from headcount.bounds.patterns import sparse_pattern
from headcount.bounds.tolerance import telling_lower
from headcount.certificates.check import check
from headcount.questions import SignPattern, pattern_question
from headcount.questions.tolerant import Tolerant
from headcount.search.dimension.given import recall_given, wrong_given
from headcount.search.dimension.options import RelevanceOptions
from headcount.search.dimension.tolerance_asked import tolerance_question
from headcount.solvers.sign_rank.hard_cores import SCALE, pack
from headcount.solvers.sparse_signs.kept_order import order_for_most
from headcount.solvers.sparse_signs.order import changes_along
from headcount.solvers.sparse_signs.trimmed_search import trimmed_vectors
from headcount.tasks import TaskError


def exact(rows, wrong, null):
    """The least d for all sets of queries but so many, by brute force over the sets."""
    words = ["".join("+" if x else "-" for x in row) for row in rows]
    found = []
    for gone in combinations(range(len(words)), min(wrong, len(words))):
        kept = tuple(word for k, word in enumerate(words) if k not in gone)
        # A threshold tells no items apart, so rows of + or of - alone need nothing, but a coordinate if it is 0.
        found.append(least_dimension(kept, null) if kept else 0)
    return min(found)


@pytest.mark.parametrize("seed", [pytest.param(k, marks=pytest.mark.slow) if k > 1 else k for k in range(16)])
def test_against_brute_force(seed):
    rng = random.Random(seed)
    rows = [[rng.randint(0, 1) for _ in range(rng.choice([4, 5]))] for _ in range(1)]
    rows = [[rng.randint(0, 1) for _ in rows[0]] for _ in range(5)]
    rows[4] = rows[0]  # queries alike fail together
    null = seed % 2 == 1
    wrong = [0, 1, 2, 3]
    threshold = "zero" if null else "free"
    answer = headcount.dimension(rows, at_most_wrong=wrong, threshold=threshold, budget=1, seed=seed)
    for f in wrong:
        one, truth = answer[f], exact(rows, f, null)
        assert one.lower.value <= truth <= one.upper.value, (rows, f, str(one))
        assert len(answer.failing(f)) <= f
    assert check(answer.certificate())
    values = [(one.lower.value, one.upper.value) for one in answer]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("null", [False, True])
def test_rows_with_free_entries_need_a_coordinate_if_more_than_may_fail_tell_items_apart(null, tmp_path):
    """By brute force over the sets of queries that fail; counting says nothing of rows with ``*``."""
    rng, seen = random.Random(0), set()
    for _ in range(12):
        words = ["".join(rng.choice("+-**") for _ in range(3)) for _ in range(3)]
        telling = [len(set(word) - {"*"}) > (not null) for word in words]
        if not any(telling):
            continue
        (tmp_path / "stars.csv").write_text("\n".join(map(",".join, words)))
        for wrong in (0, 1, 2):
            truth = min(
                least_dimension(tuple(word for k, word in enumerate(words) if k not in gone), null)
                for gone in combinations(range(3), wrong)
            )
            question = Tolerant(pattern_question(SignPattern(tuple(words), null)), wrong)
            found = telling_lower(question, sparse_pattern(question.of), (1, 1, 1))
            assert (found is not None) == (sum(telling) > wrong) == (truth >= 1)
            seen.add((wrong, truth))
    assert {(1, 0), (1, 1)} <= seen


def test_stars_in_a_file_are_closed(tmp_path):
    (tmp_path / "stars.csv").write_text("+,-,*\n*,+,-\n-,*,+\n")
    answer = headcount.dimension(tmp_path / "stars.csv", at_most_wrong=[0, 1, 2], budget=1000)
    assert [(one.lower.value, one.upper.value) for one in answer] == [(1, 1)] * 3
    assert check(answer.certificate())


KNOWN = {(4, 2): 0, (5, 2): 3, (6, 2): 6, (7, 2): 11, (8, 2): 16, (6, 3): 8}
"""The fewest subsets of size k of n items that fail in the plane, found by all arrangements of points."""


@pytest.mark.parametrize("n, k", [(4, 2), (5, 2), (6, 3), pytest.param(7, 2, marks=pytest.mark.slow)])
def test_subsets_in_the_plane(n, k):
    """Lower bounds never exceed the known values, upper bounds never go below."""
    asked = tolerance_question(f"subsets n={n} k={k}", RelevanceOptions(at_most_wrong="0"))
    signs, counts = sparse_pattern(asked.question), np.array(asked.counts)
    assert counts.sum() == comb(n, k)
    packing = pack(signs, asked.counts, 3, free=True, rng=random.Random(0), stop=lambda: False, tries=150)
    assert packing.value <= KNOWN[n, k] + 1e-6
    assert packing.value >= (1 if n > 4 else 0)
    load = np.zeros(len(counts))
    for part, weight in zip(packing.parts, packing.integers(), strict=True):
        load[list(part.rows)] += weight
    assert (load <= counts * SCALE).all()
    found = trimmed_vectors(signs, counts, 3, free=True, deadline=float("inf"), rounds=6)
    assert counts[found.failing].sum() >= KNOWN[n, k]


def test_the_plane_by_counting():
    """The bound by semispaces is at most the known value, and enough at n = 8 to exclude 11 failing pairs."""
    answer = headcount.dimension("subsets n=8 k=2", at_most_wrong=[11, 17], budget=0.5)
    assert answer[11].lower.value >= 3
    assert answer[17].lower.value <= 2 <= answer[17].upper.value


def test_disjoint_queries_on_a_line():
    """Of three disjoint pairs two are at the ends of a line."""
    rows = [[1, 1, 0, 0, 0, 0], [0, 0, 1, 1, 0, 0], [0, 0, 0, 0, 1, 1]]
    answer = headcount.dimension(rows, at_most_wrong="0,1", budget=5)
    assert [(one.lower.value, one.upper.value) for one in answer] == [(2, 2), (1, 1)]
    found = answer.embeddings(1, "float32")
    failing = set(answer.failing(1))
    for query, row in enumerate(rows):
        scores = found.items @ found.queries[query]
        good = min(scores[k] for k in range(6) if row[k]) > max(scores[k] for k in range(6) if not row[k])
        assert good == (str(query) not in failing)
    assert answer.arrays(1)["failing"].tolist() == list(answer.failing(1))
    assert answer.to_json()["at_most_wrong"]["1"]["failing"] == list(answer.failing(1))


def test_everything_may_fail_that_tells_items_apart():
    rows = [[1, 1, 1], [1, 1, 1], [1, 0, 0]]
    answer = headcount.dimension(rows, at_most_wrong=1, budget=5)
    assert (answer[1].lower.value, answer[1].upper.value, answer.failing(1)) == (0, 0, ("2",))
    assert answer.embeddings(1).d == 0
    assert check(answer.certificate())


def test_start_goes_on_from_what_was_known():
    rows = [[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [1, 0, 0, 1], [1, 0, 1, 0]]
    before = headcount.dimension(rows, at_most_wrong=[0, 1], budget=5)
    after = headcount.dimension(rows, at_most_wrong=[0, 1], budget=1, start=before.certificate())
    for one, other in zip(before, after, strict=True):
        assert other.lower.value >= one.lower.value and other.upper.value <= one.upper.value


@pytest.mark.parametrize("seed", range(6))
def test_orders_keep_what_they_say(seed):
    rng = np.random.default_rng(seed)
    sets = {f"q{i}": [int(j) for j in rng.choice(12, 3, replace=False)] for i in range(20)}
    asked = tolerance_question(sets, RelevanceOptions(at_most_wrong="0"))
    signs, counts = sparse_pattern(asked.question), np.array(asked.counts)
    for changes in range(1, 6):
        order, failing = order_for_most(signs, counts, changes, rng=random.Random(seed))
        assert sorted(order.tolist()) == list(range(signs.shape[1]))
        assert set(np.flatnonzero(changes_along(signs, order) > changes)) == set(failing.tolist())


def test_recall_is_taken_exactly():
    for queries, share in product((1, 7, 100, 1000), ("0.95", "0.9", "1", "0.29", ".5", "0.07")):
        (wrong,) = recall_given(share, queries)
        assert Fraction(queries - wrong, queries) >= Fraction(share)
        assert Fraction(queries - wrong - 1, queries) < Fraction(share)
    assert recall_given([0.95, np.float64(0.9)], 100) == (5, 10)


@pytest.mark.parametrize(
    "recall", [0, -0.5, 1.01, float("nan"), float("inf"), "nan", "", ".", "1e-1", "0,5x", True, []]
)
def test_no_share(recall):
    with pytest.raises(TaskError, match="recall"):
        headcount.dimension([[1, 0], [0, 1]], recall=recall)


@pytest.mark.parametrize("wrong", [-1, 2, 5, "a", "1.5", 0.5, True, "", [], "0,2"])
def test_no_number_of_queries(wrong):
    with pytest.raises(TaskError, match="at_most_wrong"):
        headcount.dimension([[1, 0], [0, 1]], at_most_wrong=wrong)


@pytest.mark.parametrize("options", [{"score": "cosine"}, {"bits": 8}, {"recall": 0.5}], ids=["cosine", "bits", "both"])
def test_options_that_do_not_go_together(options):
    with pytest.raises(TaskError, match="leave out"):
        headcount.dimension([[1, 0], [0, 1]], at_most_wrong=1, **options)


def test_grades_are_refused_with_the_remedy():
    with pytest.raises(TaskError, match="relevant_from=2"):
        headcount.dimension([[2, 1, 0], [0, 1, 0]], at_most_wrong=1)
    answer = headcount.dimension([[2, 1, 0], [0, 2, 1]], at_most_wrong=1, relevant_from=2, budget=2)
    assert answer.closed and answer.merged.data.pairs == 2


def test_values_that_are_given():
    assert wrong_given(np.array([3, 1]), 10) == (1, 3)
    with pytest.raises(TaskError):
        wrong_given("10", 10)


def test_what_a_failing_query_is_depends_on_the_threshold():
    rows = [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    for threshold, words in (("free", "score above all others"), ("zero", "score above 0 and all others below")):
        answer = headcount.dimension(rows, at_most_wrong=1, threshold=threshold, budget=1)
        assert f"a query fails unless all its relevant items {words}" in str(answer)


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ([[0, 1, 0, 1], [1, 1, 0, 1], [0, 1, 1, 1], [0, 1, 1, 1]], 1),
        ([[0, 1, 0], [1, 1, 1], [0, 1, 1], [0, 1, 1], [0, 0, 1], [0, 1, 0]], 1),
        ([[0, 0, 0, 1, 0], [1, 0, 0, 1, 0], [1, 0, 1, 0, 0], [1, 0, 0, 0, 1], [1, 0, 0, 1, 0]], 2),
    ],
)
def test_few_items_are_put_into_every_order(rows, wrong):
    """These stayed open: no order was looked for where half of the pairs are relevant, and not every one elsewhere."""
    one = headcount.dimension(rows, at_most_wrong=wrong, budget=5)[wrong]
    assert (one.lower.value, one.upper.value) == (1, 1)
