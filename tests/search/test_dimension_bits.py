"""``headcount dimension --bits``: brackets for vectors of p-bit integers, vectors as they are stored, mistakes."""

import json
from itertools import combinations

import numpy as np
import pytest

import headcount
from headcount import dimension
from headcount.bounds.upper.grid_tables import real_upper
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.search import race
from headcount.search.dimension import bits as bits_module
from headcount.tasks import TaskError
from headcount.tasks.relevance import merge, relevance, relevance_from

PATIENT = 1000.0
"""Seconds, of which these take one or two."""


def pairs(items):
    return relevance([(f"q{i}-{j}", f"d{k}", 1) for i, j in combinations(range(items), 2) for k in (i, j)], "pairs")


def ranks(data, arrays):
    """Whether the vectors rank every query's items as asked, by the definition."""
    scores = arrays["queries"].astype(object) @ arrays["items"].astype(object).T
    table = data.grades.toarray()
    for query, grade, line in zip(arrays["query_ids"], arrays["grades"], scores, strict=True):
        inside = table[data.queries.index(query)] >= grade
        if inside.any() and not inside.all() and min(line[inside]) <= max(line[~inside]):
            return False
    return True


def test_every_pair_of_five():
    """d = 3 for reals; of one bit 4: 10 pairs need different queries, and 8 there are at d = 3."""
    data = pairs(5)
    answer = dimension(data, bits=[8, 1], budget=PATIENT)
    assert list(answer.answers) == ["1", "8"]
    ends = {int(p): (bracket.lower.value, bracket.upper.value) for p, bracket in answer.answers.items()}
    assert ends == {1: (4, 4), 8: (3, 3)}
    assert answer.closed
    assert isinstance(check(answer.certificate()), Accepted)
    for p in (1, 8):
        arrays = answer.arrays(p)
        assert arrays["items"].dtype == np.int8 and arrays["items"].shape == (5, ends[p][0])
        assert ranks(data, arrays) and answer.embeddings(p).margin > 0
    assert set(np.unique(answer.embeddings(1).items)) == {-1, 1}


def test_complements_and_grades_are_asked_as_they_are():
    """-128 has no negative in int8, so a query and its complement are two rows here."""
    wanted = {"a": {"x": 1}, "b": {"y": 1, "z": 1}, "c": {"y": 2, "x": 1}, "d": {"x": 1, "y": 1, "z": 1}, "e": {"x": 0}}
    data = relevance([(query, item, grade) for query, items in wanted.items() for item, grade in items.items()])
    answer = dimension(data, bits=[1, 2], budget=PATIENT)
    assert not any(one.negated for one in answer.merged.asked if one.row is not None)
    assert answer.merged.shape[0] > merge(data).shape[0]
    for p, bracket in answer.answers.items():
        assert bracket.closed
        assert ranks(data, answer.arrays(int(p)))


@pytest.mark.parametrize("seed", range(3))
def test_fewer_bits_never_need_less(seed):
    rng = np.random.default_rng(seed)
    data = relevance_from(rng.integers(0, 2, (5, 4)))
    answer = dimension(data, bits=[1, 2, 3], budget=PATIENT)
    assert answer.closed
    widths = [bracket.upper.value for bracket in answer.answers.values()]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] >= answer.real.lower.value
    assert ranks(data, answer.arrays(2))


def test_trivial_queries():
    answer = dimension([[1, 1], [0, 0]], bits=[1, 8])
    assert [bracket.upper.value for bracket in answer.answers.values()] == [0, 0]
    assert answer.embeddings(8).queries.shape == (2, 0)


def test_the_command(headcount, tmp_path):
    data = pairs(5)
    np.save(tmp_path / "x.npy", data.grades.toarray())
    code, out, err = headcount("dimension", "x.npy", "--bits", "1,8", "-o", "c.json", "--plot", "b.png")
    assert (code, err) == (0, "")
    assert [line.split()[:4] for line in out.splitlines()[4:6]] == [
        ["1", "-1", "or", "1"],
        ["8", "-128..127", "3", "24"],
    ]
    assert "p = 1: d >= 4 [CERTIFIED] counting: 10 queries need different vectors" in out
    assert "no unit vectors, of any dimension, have a margin above 0.511 [CERTIFIED] a simplex is best" in out
    assert (tmp_path / "b.png").stat().st_size > 1000
    assert headcount("check", "c.json")[0] == 0
    code, out, _ = headcount("dimension", "x.npy", "--bits", "2", "--embeddings", "v.npz", "--json")
    found = json.loads(out)
    assert code == 0 and found["bits"]["2"]["unit_class"] == "GRID(2, twos, gap 1/2)"
    with np.load(tmp_path / "v.npz") as stored:
        assert stored["items"].dtype == np.int8 and stored["items"].max() <= 1 and stored["items"].min() >= -2


def test_all_subsets_by_command(headcount):
    """The row of the table for k = 1, n = 8: of one bit log2 8 coordinates are enough."""
    code, out, err = headcount("dimension", "subsets", "n=8", "k=1", "--bits", "1", "--json", "--budget", str(PATIENT))
    found = json.loads(out)
    assert (code, err, found["queries"], found["name"]) == (0, "", 8, "all 1-subsets of 8")
    assert (found["bits"]["1"]["lower"], found["bits"]["1"]["upper"]) == (3, 3)
    assert found["margin_ceiling"] == pytest.approx(8 / (2 * 7))


def test_an_interrupt_ends_the_whole_table(monkeypatch):
    """Ctrl-C while one number of bits is at work: the others are not searched, and every bound holds."""
    started = []

    def interrupted(board, *_, **__):
        started.append(board)
        raise KeyboardInterrupt

    monkeypatch.setattr(race, "race", interrupted)
    found = headcount.dimension("subsets n=7 k=3", bits=[1, 2, 4], budget=1000)
    assert len(started) == 1
    assert found.interrupted
    assert "note: interrupted; all bounds hold" in str(found)
    assert "longer budget" not in str(found)
    assert isinstance(check(found.certificate()), Accepted)
    assert list(found.answers) == ["1", "2", "4"]
    for bracket in found.answers.values():
        assert bracket.lower.value <= bracket.upper.value


def test_bits_in_words_are_those_of_the_command_line():
    found = headcount.dimension("subsets n=4 k=1", bits="1:2")
    assert list(found.answers) == ["1", "2"]
    assert repr(found).startswith("<BitsAnswer: all 1-subsets of 4")
    assert "bits of a vector, p d" in str(found)
    assert "<table" in found._repr_html_()


def test_nested_grades_are_not_answered_by_separate_ones():
    graded = [[2, 1, 0], [1, 0, 2], [0, 2, 1]]
    with pytest.raises(TaskError, match="each grade of a query has a vector of its own, got grades='nested'"):
        headcount.dimension(graded, bits=1, grades="nested")
    for grades in (None, "separate"):
        assert "one vector for all its grades may need more" in str(headcount.dimension(graded, bits=1, grades=grades))
    assert "all its grades" not in str(headcount.dimension([[1, 0], [0, 1]], bits=1, grades="nested"))
    with pytest.raises(TaskError, match="grades must be one of nested, separate"):
        headcount.dimension(graded, bits=1, grades="many")


def test_numbers_of_bits_as_they_come():
    data = [[1, 0], [0, 1]]
    for given in (np.array([1, 2]), (np.int64(1), 2), range(1, 3), "1,2"):
        assert list(headcount.dimension(data, bits=given, budget=5).answers) == ["1", "2"]
    assert list(headcount.dimension(data, bits=np.int32(3), budget=5).answers) == ["3"]
    for wrong in (True, 0, 25, 1.0, [], [1.5], np.array([0]), np.array(4.5), [None], "many", "2:1"):
        with pytest.raises(TaskError, match="bits must"):
            headcount.dimension(data, bits=wrong)


def test_vectors_of_few_bits_are_real_vectors():
    answer = dimension(pairs(5), bits=[1, 2, 8], budget=5)
    assert all(answer.real.upper.value <= bracket.upper.value for bracket in answer.answers.values())
    narrow = answer[8].upper
    lifted = real_upper(narrow)
    assert (lifted.value, lifted.unit_class, lifted.question) == (narrow.value, "SIGN", answer.real.question)


@pytest.mark.parametrize("seed", range(20))
def test_grid_tables_as_real_tables(seed):
    table = np.random.default_rng(seed).integers(0, 2, (6, 5))
    answer = dimension(relevance_from(table), bits=[2], budget=PATIENT)
    bound = answer[2].upper
    if bound.value:
        assert real_upper(bound).value == bound.value  # accepted by the checker


def test_a_little_of_everything_comes_first(monkeypatch):
    asked, plain = [], bits_module.least_answer

    def answered(one, *, budget, **rest):
        if one.unit_class.name == "GRID":
            asked.append((one.unit_class.bits, budget))
        return plain(one, budget=min(budget, 0.3), **rest)

    monkeypatch.setattr(bits_module, "least_answer", answered)
    data = relevance_from((np.random.default_rng(5).random((30, 25)) < 0.2).astype(int))
    answer = dimension(data, bits=[1, 2, 4, 8], budget=12)
    assert [bits for bits, _ in asked[:4]] == [8, 4, 2, 1]
    assert sum(seconds for _, seconds in asked[:4]) < 1.2 * len(asked[:4])
    left = [bits for bits, _ in asked[4:]]
    assert left == [bits for bits in (8, 4, 2, 1) if bits in left]
    assert {int(bits) for bits, bracket in answer.answers.items() if not bracket.closed} <= set(left)
