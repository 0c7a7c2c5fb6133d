"""Laws of brackets: both ends against brute force, and what must not change the answer.

The exact value comes from ``exact_sign_rank``, which shares no code with the package.
"""

import random
from itertools import combinations, permutations, product

import pytest

import exact_sign_rank as exact
from headcount import Match2, SparseAveraging, probe
from headcount.bounds import simplex_upper, trivial_lower
from headcount.bounds.upper.moment_curve import moment_curve_upper
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import SignPattern, least_size, pattern_question
from headcount.search.asked import Asked
from headcount.search.board import LocalBoard, in_ranks
from headcount.search.lower_bounds import raise_lower

NEGATED = str.maketrans("+-", "-+")


def closed_value(rows, null):
    bracket = probe(SignPattern(tuple(rows), null), budget=1000)
    assert bracket.closed, bracket
    assert bracket.certified
    assert isinstance(check(bracket.certificate()), Accepted)
    return bracket.lower.value


def turned(rows):
    return tuple("".join(column) for column in zip(*rows, strict=True))


def classes(shape, null):
    """One pattern over -0+ of each class under permutations, row negations and, with a null token, all negations."""
    r, c = shape
    found = set()
    for word in product("-0+", repeat=r * c):
        rows = ["".join(word[i * c : (i + 1) * c]) for i in range(r)]
        if any(row.translate(NEGATED) < row for row in rows) or rows != sorted(rows):
            continue
        smallest = None
        for flips in product((False, True), repeat=c) if null else [(False,) * c]:
            flipped = [[s.translate(NEGATED) if f else s for s, f in zip(row, flips, strict=True)] for row in rows]
            for order in permutations(range(c)):
                words = ("".join(row[j] for j in order) for row in flipped)
                image = tuple(sorted(min(word, word.translate(NEGATED)) for word in words))
                smallest = image if smallest is None else min(smallest, image)
        found.add(smallest)
    return sorted(found)


@pytest.mark.parametrize("null", [True, False], ids=["null", "affine"])
@pytest.mark.parametrize("shape", [(1, 1), (1, 3), (2, 2), (2, 3), (3, 2)], ids=str)
def test_all_small_patterns(shape, null):
    for rows in classes(shape, null):
        assert closed_value(rows, null) == exact.least_dimension(rows, null), rows


@pytest.mark.slow
@pytest.mark.parametrize("null", [True, False], ids=["null", "affine"])
def test_all_3x3_patterns(null):
    found = classes((3, 3), null)
    assert len(found) > 40
    for rows in found:
        assert closed_value(rows, null) == exact.least_dimension(rows, null), rows


def random_rows(rng, shape, alphabet):
    return tuple("".join(rng.choice(alphabet) for _ in range(shape[1])) for _ in range(shape[0]))


@pytest.mark.parametrize("alphabet", ["-0+*", "-+*", "-+", "-0+"])
@pytest.mark.parametrize("null", [True, False], ids=["null", "affine"])
def test_random_patterns(alphabet, null):
    rng = random.Random(f"{alphabet}{null}")
    for shape in [(3, 3), (4, 4), (4, 4), (6, 4), (3, 6), (5, 5)]:
        rows = random_rows(rng, shape, alphabet)
        if not null and shape == (5, 5):
            rows = rows[:4]
        assert closed_value(rows, null) == exact.least_dimension(rows, null), rows


def test_each_engine_alone_is_on_its_side():
    """Moment curve above, oriented matroids below, on their own: neither is saved by the other."""
    rng = random.Random(2)
    tight = {"lower": 0, "upper": 0}
    for _ in range(25):
        question = pattern_question(SignPattern(random_rows(rng, (4, 4), "-0+*"), null=True))
        value = exact.least_dimension(question.rows, True)
        above = moment_curve_upper(question)
        assert above.value >= value
        tight["upper"] += above.value == value
        board = LocalBoard(
            Asked(least_size(question)), 0, float("inf"), (trivial_lower(question), simplex_upper(question))
        )
        raise_lower(in_ranks(board), cheap_first=True)
        assert board.lower <= value
        tight["lower"] += board.lower == value
    assert min(tight.values()) >= 15


def test_small_independent_sets_come_before_cycles(monkeypatch):
    """Cycles may take a short budget whole, and then 0 was the lower bound of 300 queries with 3 items each."""
    from headcount.search import lower_bounds

    rng, known = random.Random(5), []
    rows = [
        "".join("+" if c in chosen else "-" for c in range(60))
        for chosen in (rng.sample(range(60), 3) for _ in range(90))
    ]
    question = pattern_question(SignPattern(tuple(rows), null=False))
    board = LocalBoard(Asked(least_size(question)), 0, float("inf"), (trivial_lower(question), simplex_upper(question)))

    class BeforeCycles(Exception):
        pass

    def cycles(_):
        known.append(board.lower)
        raise BeforeCycles

    for name in ("isotropic_lower", "cycles_lower"):
        monkeypatch.setattr(lower_bounds, name, cycles)
    with pytest.raises(BeforeCycles):
        raise_lower(in_ranks(board), cheap_first=True)
    assert known[0] >= 2


# --- what does not change the answer

SEEDS = range(4)


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("null", [True, False], ids=["null", "affine"])
def test_invariances(seed, null):
    rng = random.Random(seed)
    rows = random_rows(rng, (5, 6), "++--0")
    value = closed_value(rows, null)
    order = rng.sample(range(6), 6)
    changed = {
        "rows permuted": rng.sample(rows, 5),
        "columns permuted": ["".join(row[j] for j in order) for row in rows],
        "a row twice": [*rows, rows[2]],
        "a column twice": [row + row[1] for row in rows],
        "rows negated": [row.translate(NEGATED) if r % 2 else row for r, row in enumerate(rows)],
        "a row of stars": [*rows, "*" * 6],
    }
    if null:
        changed["columns negated"] = [row[:2].translate(NEGATED) + row[2:] for row in rows]
        changed["transposed"] = turned(rows)
        changed["a column of zeros"] = [row + "0" for row in rows]
    for what, others in changed.items():
        assert closed_value(others, null) == value, what


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("null", [True, False], ids=["null", "affine"])
def test_monotone(seed, null):
    """More rows or columns never need less, stars never need more; one more row or column needs at most one more."""
    rng = random.Random(100 + seed)
    rows = random_rows(rng, (4, 5), "++--0")
    value = closed_value(rows, null)
    assert value <= closed_value([*rows, *random_rows(rng, (1, 5), "+-0")], null) <= value + 1
    assert value <= closed_value([row + rng.choice("+-0") for row in rows], null) <= value + 1
    for r, c in [(0, 0), (1, 3), (3, 4)]:
        starred = list(rows)
        starred[r] = rows[r][:c] + "*" + rows[r][c + 1 :]
        bracket = probe(SignPattern(tuple(starred), null), budget=3.0)
        assert bracket.lower.value <= value
        assert value - 1 <= bracket.upper.value


def test_a_null_token_costs_at_most_one_dimension():
    """m(affine) <= m(null) <= m(affine) + 1: the added all-plus row raises the sign-rank by at most one."""
    rng = random.Random(8)
    for _ in range(8):
        rows = random_rows(rng, (4, 5), "+-0")
        with_null, without = closed_value(rows, True), closed_value(rows, False)
        assert without <= with_null <= without + 1


# --- closed forms and textbook matrices


@pytest.mark.parametrize(("positions", "q"), [(n, q) for n in range(2, 8) for q in range(1, n) if q <= 4])
def test_sparse_averaging_three_ways(positions, q):
    """By symmetry, from the pattern alone (the general engines), and the closed form."""
    task = SparseAveraging(positions, q)
    assert closed_value(task.pattern().rows, False) == min(2 * q, positions - 1)
    bracket = probe(task)
    assert (bracket.lower.value, bracket.upper.value) == (min(2 * q, positions - 1),) * 2
    assert exact.qsa_dimension(positions, q) == min(2 * q, positions - 1)


def test_sparse_averaging_of_everything():
    assert closed_value(SparseAveraging(4, 4).pattern().rows, False) == 0


def test_sparse_averaging_at_any_size():
    for positions, q in ((10**9, 3), (10**6, 10**5), (50, 24), (50, 25), (50, 49)):
        bracket = probe(SparseAveraging(positions, q), budget=1000)
        assert (bracket.lower.value, bracket.upper.value) == (min(2 * q, positions - 1),) * 2
        assert positions == 50 or len(str(bracket.certificate())) < 1000


@pytest.mark.parametrize("modulus", [*range(1, 13), 30])
def test_match2(modulus):
    bracket = probe(Match2(modulus), budget=1000)
    assert bracket.closed
    assert bracket.lower.value == {1: 1, 2: 1, 3: 2}.get(modulus, 3)
    assert closed_value(Match2(modulus).pattern().rows, True) == bracket.lower.value


def bits(n):
    return range(2**n)


MATRICES = {
    "DISJ_3": (["".join("-" if a & b else "+" for b in bits(3)) for a in bits(3)], 4),
    "DISJ_2": (["".join("-" if a & b else "+" for b in bits(2)) for a in bits(2)], 3),
    "identity 8": (["".join("+" if a == b else "-" for b in bits(3)) for a in bits(3)], 3),
    "GT 8": (["".join("+" if a > b else "-" for b in bits(3)) for a in bits(3)], 2),
    "IP_2": (["".join("+-"[(a & b).bit_count() % 2] for b in bits(2)) for a in bits(2)], 3),
    "INDEX_3": (["".join("+-"[a >> b & 1] for b in range(3)) for a in bits(3)], 3),
}


@pytest.mark.parametrize("name", MATRICES)
def test_textbook_matrices(name):
    rows, value = MATRICES[name]
    assert closed_value(rows, True) == value
    assert closed_value(turned(rows), True) == value


@pytest.mark.slow
def test_inner_product_is_above_forster():
    """Forster's bound gives 4 for the 16 x 16 matrix; oriented matroids give at least 5."""
    rows = ["".join("+-"[(a & b).bit_count() % 2] for b in bits(4)) for a in bits(4)]
    pattern = SignPattern(tuple(rows), null=True)
    bracket = probe(pattern, budget=1000, enough=lambda lower, upper: lower >= 5)
    assert bracket.lower.value >= 5
    assert isinstance(check(bracket.certificate()), Accepted)


def test_the_oracle_against_integer_tables():
    """The oracle's values are reached by tables of small integers where a search finds some, and never undercut."""
    rng = random.Random(4)
    reached = 0
    for _ in range(30):
        rows = random_rows(rng, (3, 3), "-0+")
        value = exact.sign_rank(rows)
        for width in range(value + 1):
            vectors = list(product(range(-2, 3), repeat=width))
            found = any(
                all(
                    any(all(_sign(w, u) == exact.SYMBOL[s] for u, s in zip(keys, row, strict=True)) for w in vectors)
                    for row in rows
                )
                for keys in ([rng.choice(vectors) for _ in range(3)] for _ in range(150))
            )
            assert not (found and width < value), rows
            reached += found and width == value
    assert reached > 20


def _sign(w, u):
    score = sum(a * b for a, b in zip(w, u, strict=True))
    return (score > 0) - (score < 0)


def test_the_oracle_on_averaging():
    for positions in range(1, 6):
        for q in range(1, positions + 1):
            subsets = combinations(range(positions), q)
            rows = ["".join("0" if j in y else "-" for j in range(positions)) for y in subsets]
            assert exact.least_dimension(rows, null=False) == exact.qsa_dimension(positions, q)
