"""Every line of an answer about relevance data, evaluated against its bracket and against what is true."""

import re
from dataclasses import replace
from functools import cache
from itertools import combinations, product

import networkx
import numpy as np
import pytest

from headcount import dimension
from headcount.bounds.patterns import simplex_upper, trivial_lower
from headcount.search.answer import Answer
from headcount.search.dimension.coverage import Coverage, coverage_of
from headcount.search.dimension.options import SCORES
from headcount.tasks.relevance import relevance, relevance_from

PATIENT = 1000.0


def all_pairs(items):
    return [(f"q{i}-{j}", f"d{k}", 1) for i, j in combinations(range(items), 2) for k in (i, j)]


def graded(queries, items, seed):
    rng = np.random.default_rng(seed)
    chosen = [rng.choice(items, 2, replace=False) for _ in range(queries)]
    return [(f"q{r}", f"d{i}", grade) for r, pair in enumerate(chosen) for grade, i in zip((2, 1), pair, strict=True)]


DATA = {
    "one query": relevance([("q", "a", 1), ("q", "b", 0)]),
    "nothing to rank": relevance_from([[1, 1], [1, 1]]),
    "identity": relevance_from(np.eye(5)),
    "apart": relevance([(f"q{r}", f"d{3 * r + i}", 1) for r in range(4) for i in range(3)]),
    "a chain": relevance([(f"q{r}", f"d{r + i}", 1) for r in range(6) for i in range(2)]),
    "two pairs": relevance([("q", "a", 1), ("q", "b", 1), ("r", "c", 1), ("r", "d", 1)]),
    "pairs of 4": relevance(all_pairs(4)),
    "pairs of 5": relevance(all_pairs(5)),
    "complements": relevance_from([[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 0, 0]]),
    "a graph": relevance_from(networkx.krackhardt_kite_graph()),
    "grades": relevance(graded(5, 6, 0)),
    "grades apart": relevance([(f"q{r}", f"d{3 * r + i}", i + 1) for r in range(3) for i in range(3)]),
    "random": relevance_from(np.random.default_rng(3).integers(0, 2, (6, 6))),
}
"""A dozen small data sets whose brackets close, most of them within a second."""

ASKED = [
    (name, score, threshold, grades)
    for name, score, threshold, grades in product(DATA, SCORES, ("free", "zero"), ("nested", "separate"))
    if not (threshold == "zero" and (score == "euclidean" or (name.startswith("grades") and grades == "nested")))
    and (grades == "nested" or name.startswith("grades"))
]


@cache
def answered(name, score, threshold, grades):
    return dimension(DATA[name], score=score, threshold=threshold, grades=grades, budget=PATIENT)


@cache
def inner_products(name):
    """The least d of the sets by themselves."""
    answer = answered(name, "inner", "free", "separate" if name.startswith("grades") else "nested")
    assert answer.closed
    return answer.lower.value


def evaluate(answer, inner):
    """Refuse a line that says anything else than the bracket, or what is not so; how many lines said something."""
    low, high, said = answer.lower.value, answer.upper.value, 0
    lines = [*answer.lines(), *answer.all_notes(), *answer.asked.remarks(answer)[0]]
    products = None
    for line in lines:
        for least, most in re.findall(r"(?<!least dimension )by inner products.*? (?:(\d+) <= )?d <= (\d+) \[", line):
            assert least != "0" or most == "0", line
            products = int(least or 0), int(most)
            assert products[0] <= inner <= products[1], line
    for line in lines:
        if found := re.match(r"least dimension by .*: (\d+) <= d <= (\d+)   (closed|open)", line):
            assert (int(found[1]), int(found[2])) == (low, high) and (found[3] == "closed") == (low == high), line
        elif found := re.search(r"(cosine|Euclidean distance) needs (.*)", line):
            steps = [0] if found[2] == "as many" else [int(step) for step in re.findall(r"\d", found[2])]
            sign = 1 if found[1] == "cosine" else -1
            reached = [(i, i + sign * step) for i in range(products[0], products[1] + 1) for step in steps]
            assert steps and any(low <= d <= high for _, d in reached), line
            for step in steps:  # no step is named that the two brackets exclude, and none is left out
                assert any(low <= i + sign * step <= high for i in range(products[0], products[1] + 1)), line
            left = {0, 1} - set(steps)
            assert not any(low <= i + sign * d <= high for d in left for i in range(products[0], products[1] + 1)), line
        elif found := re.match(r"  d (>=|<=) (\d+) ", line):
            assert int(found[2]) == (low if found[1] == ">=" else high), line
            if line.endswith(", by inner products"):
                assert products is None or products[0] >= int(found[2]), line
        elif found := re.search(r"d = (\d+) was neither refuted nor realised", line):
            assert low <= int(found[1]) < high, line
        elif found := re.match(r"nothing was found against d = (\d+)", line):
            assert int(found[1]) >= low, line
        elif found := re.search(r"hardly constrain.* d >= (\d+)", line):
            assert high < int(found[1]), line
        elif not re.match(
            r"  (merged: |     forced by|by inner products|nothing to rank|no query has)|forced by", line
        ):
            continue
        said += 1
    if answer.asked.score != "inner" and products is not None:
        assert answer.to_json()["inner_products"] == list(products)
    return said


def weaker(answer):
    """The same answer with bounds that a search might have come to as well, of what was asked and of inner products."""
    yield answer
    inner = answer.beside.get("inner")
    if inner is not None:
        question = inner.question
        known = {inner.lower.value: inner.lower, **{b.value: b for b in (trivial_lower(question),)}}
        above = {inner.upper.value: inner.upper, **{b.value: b for b in (simplex_upper(question),)}}
        for lower, upper in product(known.values(), above.values()):
            beside = Answer(inner.asked, lower, upper)
            yield replace(answer, beside={"inner": beside})


@pytest.mark.in_turn(3)
@pytest.mark.parametrize(("name", "score", "threshold", "grades"), ASKED)
def test_no_line_contradicts_another(name, score, threshold, grades):
    answer = answered(name, score, threshold, grades)
    inner = inner_products(name)
    for one in weaker(answer):
        assert evaluate(one, inner) >= 3


def test_a_lower_bound_by_inner_products_is_one_of_inner_products():
    """As collections printed it: 3 <= d <= 4 by inner products, above d >= 4 by inner products."""
    answer = answered("pairs of 5", "cosine", "free", "nested")
    inner = answer.beside["inner"]
    assert (inner.lower.value, answer.lower.value) == (3, 4)
    rows = answered("pairs of 5", "euclidean", "free", "nested")
    assert rows.by_inner_products() == (3, 3)
    narrow = replace(answer, beside={"inner": Answer(inner.asked, trivial_lower(inner.question), inner.upper)})
    assert narrow.by_inner_products() == (3, 3) and "cosine needs 1 more" in narrow.compared()


def test_what_one_engine_did_not_find_is_not_said_where_another_did():
    answer = answered("pairs of 5", "inner", "free", "nested")
    notes = tuple(f"nothing was found against m = {m}: signs fit" for m in (2, 3))
    assert replace(answer, notes=notes).all_notes() == ("nothing was found against d = 3: signs fit",)


SAID = {"apart": True, "grades apart": True, "identity": False, "pairs of 5": False, "a chain": False}


@pytest.mark.parametrize(("name", "said"), SAID.items())
def test_whether_data_hardly_constrain_the_width(name, said):
    for score in SCORES:
        answer = answered(name, score, "free", "nested")
        assert bool(answer.hardly_constrain()) is said
        assert answer.to_json()["coverage"]["hardly_constrain"] is said
        assert any("hardly constrain" in line for line in answer.lines()) is said


def test_the_condition_counts_items_and_widths():
    """One item more that two queries ask for, or one dimension more, and nothing is said."""
    pairs = [(f"q{r}", f"d{2 * r + i}", 1) for r in range(4) for i in range(2)]
    more = [(f"p{i}", f"d{i}", 1) for i in range(3)]
    few, half = coverage_of(relevance([*pairs, *more])), coverage_of(relevance([*pairs, *more, ("p3", "d3", 1)]))
    assert (few.often, few.relevant, half.often) == (3, 8, 4)
    assert few.hardly_constrain(3) and not few.hardly_constrain(4) and not half.hardly_constrain(3)
    assert (few.most, few.every_set) == (2, 4)


def test_what_every_set_needs_by_each_score():
    data = relevance_from([[1, 1, 1, 0, 0, 0, 0, 0, 0]])
    assert [coverage_of(data, score).every_set for score in SCORES] == [6, 6, 5]
    all_sets = [list(map(int, f"{word:04b}")) for word in range(1, 15)]
    every = dimension(all_sets, budget=PATIENT)
    assert coverage_of(every.data).every_set == every.lower.value == 3


def brute_shattered(table, free):
    """The size of the largest set of columns of which every subset occurs."""
    rows, columns = table.shape
    best = 0
    for size in range(1, columns + 1):
        for chosen in combinations(range(columns), size):
            asked = [r for r in range(rows) if not any(free[r, c] for c in chosen)]
            if len({tuple(bool(table[r, c]) for c in chosen) for r in asked}) == 2**size:
                best = size
    return best


@pytest.mark.parametrize("seed", range(8))
def test_the_largest_shattered_set(seed):
    rng = np.random.default_rng(seed)
    table = rng.random((12, 6)) < rng.uniform(0.2, 0.6)
    free = rng.random(table.shape) < (0.1 if seed % 2 else 0)
    data = relevance_from(np.ma.masked_array(table.astype(int), free))
    found = coverage_of(data).shattered
    chosen = [int(item) for item in found]
    rows = [r for r in range(12) if not free[r, chosen].any()]
    assert len({tuple(table[r, chosen]) for r in rows}) == 2 ** len(chosen)
    assert len(chosen) == brute_shattered(table & ~free, free)


def test_words_name_the_numbers():
    words = Coverage(90, 40, 1, ("x",), 4, 8).words
    assert all(part in words for part in ("1 of 40 relevant items (2%)", "1 item", "at most 4 of the 90", "d >= 8"))
