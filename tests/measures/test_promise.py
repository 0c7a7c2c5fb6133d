"""Measures under a promise: the sources of the field against known values and against brute force."""

import random
from itertools import combinations, product

import pytest

import brute_matrices
from headcount import measure
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.measures.completions import few_stars, most_stars, small_rank
from headcount.questions import MEASURES, CommunicationMatrix
from headcount.search.measures_asked import matrix_of
from headcount.tasks.two_party.functions import augmented_index, ghd, udisj

LISTED = ("D", "one_way_ab", "fooling0", "fooling1", "cover0", "cover1", "rank_q", "rank_q_complement", "sign_rank")
KNOWN = [
    (udisj(1), (2, 1, 1, 2, 1, 2, 2, 1, 2)),
    (udisj(2), (3, 2, 2, 3, 2, 3, 4, 3, 3)),
    (udisj(3), (4, 3, 3, 6, 3, 6, 7, 6, 4)),
    (udisj(4), (5, 4, 4, 9, 4, 9, None, None, 5)),
    (ghd(3, 1), (4, 3, 8, 8, 8, 8, 5, 5, 3)),
    (ghd(4, 2), (4, 3, 8, 8, 8, 8, None, None, 3)),
    (ghd(5, 3), (None, 3, 3, 3, None, None, None, None, 3)),
]
"""Computed apart, exactly, before there was this engine; None: not known (D of GHD_5 is 4, and takes minutes)."""
PATIENT = {"processes": False, "budget": 1000}
SLOW = {"UDISJ_4", "GHD_5(gap=3)"}


CASES = [pytest.param(*one, marks=[pytest.mark.slow] * (str(one[0]) in SLOW)) for one in KNOWN]


@pytest.mark.parametrize(("f", "values"), CASES, ids=str)
def test_the_sources_of_the_field(f, values):
    known = {name: value for name, value in zip(LISTED, values, strict=True) if value is not None}
    found = measure(matrix_of(f), only=tuple(known), **PATIENT)
    assert {entry.measure: (entry.lower.value, entry.upper.value) for entry in found} == {
        name: (value, value) for name, value in known.items()
    }
    assert isinstance(check(found.certificate()), Accepted)


def conflict_colours(rows):
    """The chromatic number of the conflict graph by trying all colourings, independent sets first."""
    apart = [{j for j, other in enumerate(rows) if any({x, y} == {"0", "1"} for x, y in zip(row, other, strict=True))}
             for row in rows]  # fmt: skip
    colours = 1
    while True:

        def fits(i, given, colours=colours):
            if i == len(rows):
                return True
            for colour in range(min(max(given.values(), default=-1) + 2, colours)):
                if all(given.get(j) != colour for j in apart[i]) and fits(i + 1, {**given, i: colour}):
                    return True
            return False

        if fits(0, {}):
            return colours
        colours += 1


@pytest.mark.parametrize("f", [udisj(2), udisj(3), ghd(4, 2), augmented_index(3)], ids=str)
def test_one_way_messages_are_the_colours_of_the_conflict_graph(f):
    rows = f.matrix()
    found = measure(matrix_of(f), only=("one_way_ab", "one_way_ba"), **PATIENT)
    for name, lines in (("one_way_ab", rows), ("one_way_ba", brute_matrices.turned(rows))):
        wanted = (conflict_colours(lines) - 1).bit_length()
        assert found[name].lower.value == found[name].upper.value == wanted


@pytest.mark.parametrize("seed", range(6))
def test_all_that_is_defined_against_brute_force(seed):
    """Random promise matrices; D is also the least of the D of all completions."""
    rng = random.Random(seed)
    rows = tuple("".join(rng.choice("01*") for _ in range(3)) for _ in range(3))
    if not set("".join(rows)) - {"*"}:
        rows = ("0**", "1**", "***")
    found = measure(
        CommunicationMatrix(rows), only=[name for name in MEASURES if not name.startswith("gamma2_")], **PATIENT
    )
    assert found.certified
    assert isinstance(check(found.certificate()), Accepted)
    compared = 0
    for entry in found:
        if entry.undefined:
            words = "not defined under a promise: the matrix has *"
            of_bits = "communication" in MEASURES[entry.measure].about
            assert entry.undefined.partition(";")[0] == (words if of_bits else "not defined for 0/1 matrices")
            assert not (of_bits and MEASURES[entry.measure].promise)
            continue
        exact = brute_matrices.measure(rows, entry.measure, MEASURES[entry.measure].usual)
        if exact is not None:
            slack = 0 if MEASURES[entry.measure].integral else 1e-5
            assert entry.lower.value - slack <= exact <= entry.upper.value + slack, (rows, entry)
            compared += 1
    assert compared > 15
    least = min(brute_matrices.measure(full, "D") for full in brute_matrices.completions(rows))
    assert found["D"].upper.value == least


@pytest.mark.parametrize("seed", range(4))
def test_a_bracket_of_ranks_where_completions_are_too_many(seed, monkeypatch):
    """As if four stars were many: the bracket holds the least rank, and both ends are certified."""
    monkeypatch.setattr("headcount.measures.completions.MOST_STARS", 3)
    rng = random.Random(seed)
    rows = tuple("".join(rng.choice("0110*") for _ in range(4)) for _ in range(4))
    rows = ("*" * 4, *rows[1:])
    for name in ("rank_q", "rank_gf2_complement", "rank_sign"):
        entry = measure(CommunicationMatrix(rows), only=(name,), **PATIENT)[name]
        assert entry.lower.value <= brute_matrices.measure(rows, name) <= entry.upper.value


def test_parts_with_few_stars_are_parts_with_few_stars():
    import numpy as np

    rng = np.random.default_rng(1)
    for _ in range(20):
        table = rng.integers(0, 3, (6, 5))
        for most in (0, 2, 5):
            lines = few_stars(table, most)
            assert (table[np.ix_(*lines)] == 2).sum() <= most
    assert most_stars((8, 8)) == 13 and most_stars((64, 64)) == 4 and most_stars((4096, 4096)) == 0
    assert callable(small_rank)


def test_where_one_value_is_never_promised():
    """A function that is constant where it is defined: nothing has to be said."""
    found = measure(["0*", "*0"], only=("D", "one_way_ab", "cover0", "cover1", "rank_q"), **PATIENT)
    assert {entry.measure: int(entry.upper.value) for entry in found} == {
        "D": 0, "one_way_ab": 0, "cover0": 1, "cover1": 0, "rank_q": 0,
    }  # fmt: skip
    assert all(entry.closed for entry in found)
    with pytest.raises(ValueError, match="promises nothing"):
        measure(["**"], **PATIENT)


def test_pairs_are_what_the_definitions_say():
    """UDISJ: 2^n messages, since two sets conflict at a singleton; a 1-rectangle has at most 2^n disjoint pairs."""
    for n in (1, 2, 3):
        rows = udisj(n).matrix()
        assert conflict_colours(rows) == 2**n
        largest = 0
        for k in range(1, len(rows) + 1):
            for chosen in combinations(range(len(rows)), k):
                free = [c for c in range(len(rows)) if all(rows[r][c] != "0" for r in chosen)]
                largest = max(largest, sum(rows[r][c] == "1" for r, c in product(chosen, free)))
        assert largest == 2**n
