"""Every kind of lower bound against every kind of upper bound, on all tiny patterns: no two accepted bounds cross.

Questions are built as objects and not through the command line, which would write some of them another way. For each
quantity all evidence of ``tiny_evidence.py`` is tried at rising values of a lower bound and falling ones of an upper
bound; the greatest accepted lower value must not exceed the least accepted upper value. A falsehood of any one kind of
evidence shows as long as the other side is strong; a planted one must be found.

What is not asked of one pattern is in ``test_lower_against_upper_units.py``.
"""

from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

import crossing_ends as ends
import tiny_evidence as tiny
from headcount.certificates import maps
from headcount.questions.grid import GRIDS
from headcount.questions.least_size import LeastSize, least_size
from headcount.questions.question import Question
from headcount.questions.relevance import Relevance
from headcount.questions.selection import Matching, Pattern, SparseAveraging
from headcount.questions.separation import Separation
from headcount.questions.sign_pattern import SignPattern


def words_of(question: Question) -> tuple[tuple[str, ...], bool]:
    """The pattern of a question, written out here."""
    if isinstance(question, Pattern):
        return question.signs.rows, question.signs.null
    if isinstance(question, Relevance):
        signs = [
            dict.fromkeys(y, "+") | dict.fromkeys(z, "*") for y, z in zip(question.selected, question.free, strict=True)
        ]
        return tuple("".join(row.get(c, "-") for c in range(question.width)) for row in signs), question.blank
    if isinstance(question, Matching):
        M = question.M
        return tuple("".join("+" if (x + y) % M == 0 else "-" for y in range(M)) for x in range(M)), True
    if isinstance(question, Separation):
        columns = range(question.N)
        chosen = [y for size in range(question.least, question.most + 1) for y in combinations(columns, size)]
        return tuple("".join("+" if j in y else "-" for j in columns) for y in chosen), False
    sets = combinations(range(question.N), question.q)
    return tuple("".join("0" if j in y else "-" for j in range(question.N)) for y in sets), False


def real_lowers(question: Question):
    rows, null = words_of(question)
    yield from tiny.of_pattern(rows, null)
    if isinstance(question, SparseAveraging | Separation):
        yield from ({"kind": "symmetric", "size": size} for size in range(question.N + 1))
    if isinstance(question, Matching):  # order 2: what is no tuple must not count as one
        yield from tiny.of_tuples(question)


def refute_pattern(question: Question, grids=ends.GRID_CLASSES) -> list[tuple[int, int | None]]:
    """Class SIGN and classes GRID, resources m and p, and all of them together: what reals cannot do no grid can.

    Returns the ends that were compared, for each quantity (None: no upper bound was accepted).
    """
    rows, null = words_of(question)
    real = least_size(question)
    low, high = ends.crossing(real, real_lowers(question), list(tiny.real_uppers(rows, null)))
    assert high is not None
    compared = [(low, high)]
    as_real = {"kind": "restriction", "of": {**real.to_json(), "side": "lower", "value": low}}
    evidence = next(e for e in [{"kind": "trivial"}, *real_lowers(question)] if ends.accepted(real, "lower", low, e))
    as_real["of"]["evidence"] = evidence
    for p, grid, gap in grids:
        numbers = tuple(GRIDS[grid](p))
        narrow = least_size(question, unit_class=f"GRID({p}, {grid}, gap {gap})")
        found = [tiny.tables(rows, null, numbers, width, gap, False) for width in range(3)]
        by_cases = [ends.keys_by_cases(question, p, grid, gap, width) for width in range(4 if p * len(rows) < 4 else 2)]
        margins = list(tiny.margins(question, rows, null))
        lowers = [*counted(rows), as_real, *margins, *grid_lowers(narrow), *filter(None, by_cases)]
        below, above = ends.crossing(narrow, lowers, [e for e in found if e])
        compared.append((below, above))
        assert above is None or above >= low
        assert below >= low or not ends.accepted(narrow, "lower", low, as_real)
    for (grid, gap), m in product((*product(GRIDS, (1, 2)), ("twos", Fraction(1, 2))), (0, 1, 2)):
        bits = least_size(question, "p", f"GRID(p, {grid}, gap {gap})", m=m)
        at = {p: tiny.tables(rows, null, tuple(GRIDS[grid](p)), m, gap, False) for p in (1, 2)}
        by_bits = list(filter(None, (ends.keys_by_cases(question, p, grid, gap, m) for p in (1, 2))))
        lowers = [{"kind": "counting"}, {"kind": "counting", "vectors": "rows"}, as_real]
        lowers += [*tiny.margins(question, rows, null), *grid_lowers(bits), *by_bits]
        compared.append(ends.crossing(bits, lowers, lambda p, at=at: [at[p]] if at.get(p) else []))
    return compared


def counted(rows):
    """Evidence ``counting`` with all sets of two lines, and with all lines."""
    yield {"kind": "counting"}
    for vectors, count in (("rows", len(rows)), ("columns", len(rows[0]))):
        yield {"kind": "counting", "vectors": vectors}
        for chosen in combinations(range(count), 2):
            yield {"kind": "counting", "vectors": vectors, "set": list(chosen)}


def grid_lowers(quantity: LeastSize):
    """Parts of a pattern, whose real bound is stated in place."""
    rows, null = words_of(quantity.question)
    for s, t, words in list(tiny.parts(rows))[::9]:
        if len(s) < len(rows) or len(t) < len(rows[0]):
            yield {"kind": "restriction", "of": tiny.premise(words, null), "rows": s, "columns": t}


def patterns(height: int, width: int):
    """One pattern over -0+ of each class under permutations of the rows and columns, and exchange of + and -."""
    flip = str.maketrans("+-", "-+")
    seen = set()
    for word in product("-0+", repeat=height * width):
        rows = ["".join(word[i * width : (i + 1) * width]) for i in range(height)]
        images = []
        for order in permutations(range(width)):
            moved = ["".join(row[j] for j in order) for row in rows]
            images += [tuple(sorted(moved)), tuple(sorted(row.translate(flip) for row in moved))]
        if min(images) not in seen:
            seen.add(min(images))
            yield min(images)


def every_pattern(*shapes):
    return [Pattern(SignPattern(rows, null)) for shape in shapes for rows in patterns(*shape) for null in (False, True)]


def by_lists(*shapes):
    """The patterns over -+*, as lists."""
    for height, width in shapes:
        for word in product("-+*", repeat=height * width):
            rows = [word[i * width : (i + 1) * width] for i in range(height)]
            plus, free = (tuple(tuple(c for c in range(width) if row[c] == s) for row in rows) for s in "+*")
            yield from (Relevance(width, plus, free, null) for null in (False, True))


QUICK = [
    *(Matching(2, M) for M in (1, 2, 3)),
    *(SparseAveraging(N, q) for N in (1, 2, 3) for q in range(1, N + 1)),
    *(Separation(*sizes) for sizes in ((1, 1, 1), (2, 1, 1), (3, 1, 1), (3, 2, 3))),
    *every_pattern((1, 1), (1, 2), (2, 1)),
    *every_pattern((2, 2))[::5],
    *list(by_lists((1, 1), (1, 2), (2, 2)))[::11],
]
FULL = [
    Matching(2, 4),
    *(SparseAveraging(N, q) for N in (4, 5) for q in range(1, N + 1) if (N, q) not in ((5, 2), (5, 3))),  # minutes each
    *(Separation(4, size, size) for size in (1, 2, 3)),  # sets of several sizes have many rows: minutes each
    *every_pattern((2, 2), (1, 3), (3, 1), (2, 3), (3, 2)),
    *list(by_lists((2, 2), (3, 2), (2, 3)))[::7],
]


LONG = Separation(3, 1, 2)
"""Thirty thousand polynomials are tried for its upper bound."""


@pytest.mark.in_turn(3)
@pytest.mark.parametrize(
    "question",
    [*QUICK, pytest.param(LONG, marks=pytest.mark.slow)],
    ids=lambda question: f"{question.task}-{question.words[:40]}",
)
def test_patterns(question):
    classes = ends.GRID_CLASSES[::3]
    compared = refute_pattern(question, classes)
    assert len(compared) == 1 + len(classes) + 15
    both = [(low, high) for low, high in compared if high is not None]
    assert both and all(low <= high for low, high in both)


EVERY = 64
"""A run of the slow tests goes through one of so many of the patterns, which one the seed says."""


@pytest.mark.slow
def test_other_patterns(rotating_seed):
    compared = [refute_pattern(question, ends.GRID_CLASSES[::2]) for question in FULL[rotating_seed % EVERY :: EVERY]]
    both = [(low, high) for ends_found in compared for low, high in ends_found if high is not None]
    assert len(both) >= len(compared) > 0 and all(low <= high for low, high in both)


@pytest.mark.parametrize(("order", "M"), [(3, 1), (3, 2), (4, 1)])
def test_tuples(order, M):
    question = Matching(order, M)
    quantity = least_size(question)
    found = [tiny.tuple_tables(order, M, (-1, 0, 1), width) for width in (1, 2)]
    low, _ = ends.crossing(quantity, tiny.of_tuples(question), [e for e in found if e])
    assert low >= 1
    gapped = least_size(question, unit_class="GRID(2, twos, gap 1)")
    ends.crossing(gapped, tiny.of_tuples(question), [e for e in found if e])


@pytest.mark.slow
@pytest.mark.parametrize(("order", "M"), [(3, 3), (3, 4), (4, 2), (4, 3)])
def test_longer_tuples(order, M):
    question = Matching(order, M)
    ends.crossing(least_size(question), tiny.of_tuples(question), [])


# --- the law finds what it is for


def test_a_planted_falsehood_is_found(monkeypatch):
    """A map from a pattern with a null token to one without it, or back, that is one off."""
    shift = maps._null_shift
    monkeypatch.setattr(maps, "_null_shift", lambda *about: shift(*about) + 1)
    with pytest.raises(AssertionError, match=r" <= m <= "):
        refute_pattern(Matching(2, 2), [])
