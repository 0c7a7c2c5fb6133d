"""Signs of packed scores against scores computed one by one, at the edges of the digits too."""

from itertools import product

from hypothesis import example, given
from hypothesis import strategies as st

from headcount.certificates.evaluate.vectors import signs_hold
from headcount.certificates.meter import Meter
from headcount.questions.relevance import Relevance


def symbol(score):
    return "+" if score > 0 else "-" if score < 0 else "0"


def signs(query, keys):
    return "".join(symbol(sum(a * b for a, b in zip(query, key, strict=True))) for key in keys)


@st.composite
def tables(draw):
    """Queries and keys whose scores are often 0, 1, -1 or as large as digits of one or several bytes can hold."""
    width, keys, queries = draw(st.integers(1, 4)), draw(st.integers(1, 6)), draw(st.integers(1, 4))
    bits = draw(st.sampled_from([1, 2, 3, 7, 8, 15, 31, 64, 200]))
    edges = [0, 1, -1, 2**bits - 1, 1 - 2**bits, 2 ** (bits - 1)]
    entries = st.one_of(st.sampled_from(edges), st.integers(1 - 2**bits, 2**bits - 1))
    table = st.lists(entries, min_size=width, max_size=width)
    return [draw(table) for _ in range(queries)], [draw(table) for _ in range(keys)]


@given(tables(), st.data())
@example(([[127]], [[127], [-127], [0]]), None)
@example(([[0, 1]], [[10**9, 1], [-(10**9), 0]]), None)
@example(([[1] * 4], [[2**13 - 1] * 4, [1 - 2**13] * 4, [1, 0, 0, 0]]), None)
def test_against_scores_one_by_one(found, data):
    queries, keys = found
    right = [signs(query, keys) for query in queries]
    assert signs_hold(Meter(), right, queries, keys)
    starred = [f"*{row[1:]}" for row in right]
    assert signs_hold(Meter(), starred, queries, keys)
    for r, c in product(range(len(queries)), range(len(keys))):
        for other in set("-0+") - {right[r][c]}:
            wrong = [*right]
            wrong[r] = f"{right[r][:c]}{other}{right[r][c + 1 :]}"
            assert not signs_hold(Meter(), wrong, queries, keys)
    if data is not None:
        row = data.draw(st.text("-0+*", min_size=len(keys), max_size=len(keys)))
        fits = all(s in ("*", t) for s, t in zip(row, right[0], strict=True))
        assert signs_hold(Meter(), [row], queries[:1], keys) == fits


def test_vectors_of_no_coordinates_score_zero():
    assert signs_hold(Meter(), ["0*"], [()], [(), ()]) and not signs_hold(Meter(), ["0-"], [()], [(), ()])


def test_packed_work_is_paid_for():
    """In proportion to the length of the packed keys, for one long entry as for many."""
    keys, queries = [(1, 2)] * 50, [(3, 4)] * 20
    short, long = Meter(), Meter()
    signs_hold(short, ["+" * 50] * 20, queries, keys)
    signs_hold(long, ["+" * 50] * 20, queries, [(1, 2**100_000), *keys[1:]])
    assert long.spent > 100 * short.spent


def every_list(width):
    for word in product("-+*", repeat=width):
        yield tuple(tuple(c for c in range(width) if word[c] == s) for s in "+*")


def test_lists_are_the_pattern():
    for first, second, null in product(every_list(3), every_list(3), (False, True)):
        few = Relevance(3, (first[0], second[0]), (first[1], second[1]), null)
        assert tuple(few.each_row()) == few.rows == few.pattern.homogeneous_rows
        assert few.part((0, 1), (0, 2)) == tuple(row[0] + row[2] for row in few.pattern.rows)
        for transposed, words in ((False, few.rows), (True, tuple(map("".join, zip(*few.rows, strict=True))))):
            length, selected, free = few.listed(transposed=transposed)
            signs = [
                ["-+*"[(c in y) + 2 * (c in z)] for c in range(length)] for y, z in zip(selected, free, strict=True)
            ]
            assert tuple(map("".join, signs)) == words
        assert few.entries == sum(symbol != "-" for row in few.rows for symbol in row)
