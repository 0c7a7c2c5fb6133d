"""Widths of selections against all configurations of few keys; bits against all tables; heads against ``probe``."""

from itertools import chain, combinations, product

import numpy as np
import pytest

import headcount
from headcount.catalogues.closed_families import families
from headcount.catalogues.selections import THRESHOLDS, TIES, splits
from headcount.catalogues.tied_keys import smallest_untied, tables_that_tie
from headcount.questions.grid import midrise

PLANAR = [
    [(0, 0), (6, 1), (9, 6), (4, 9), (-2, 5)],  # a pentagon
    [(0, 0), (9, 1), (8, 9), (1, 8), (3, 5)],  # four round one
    [(0, 0), (20, 1), (9, 19), (8, 6), (11, 8)],  # three round two
]
SPATIAL = [
    [(0, 0, 0), (9, 1, 0), (1, 9, 1), (1, 0, 9), (2, 3, 2)],  # one inside
    [(0, 0, 0), (9, 1, 0), (1, 9, 1), (3, 3, 9), (3, 4, -9)],  # a line through a triangle
]


def separable(points):
    """The splits of points in general position that a hyperplane makes, of n + 1 and more points in R^n.

    It can be moved until it goes through as many points as there are dimensions; these may be on either side.
    """
    n, dimension, found = len(points), len(points[0]), set()
    for on in combinations(range(n), dimension):
        sides = [orientation([points[k] for k in on] + [points[j]]) for j in range(n)]
        assert all(side != 0 for j, side in enumerate(sides) if j not in on)
        for chosen in product((1, -1), repeat=dimension):
            signs = list(sides)
            for k, sign in zip(on, chosen, strict=True):
                signs[k] = sign
            part = sum(1 << j for j in range(n) if signs[j] != signs[-1])
            if part:
                found.add(part)
    return frozenset(found)


def orientation(points):
    first, *others = points
    found = determinant([[x - y for x, y in zip(point, first, strict=True)] for point in others])
    return (found > 0) - (found < 0)


def determinant(rows):
    if not rows:
        return 1
    return sum(
        (-1) ** k * head * determinant([row[:k] + row[k + 1 :] for row in rows[1:]]) for k, head in enumerate(rows[0])
    )


def renamed(keys, families_of_splits):
    """All images of sets of splits under renaming."""
    sets = splits(keys)
    for family in families_of_splits:
        code = sets.code(sorted(family))
        for image in sets.images(np.array([code])):
            yield int(image[0])


def widths_of_thresholds(keys):
    """For each width, the codes of what points in general position separate: all that is separable is part of these."""
    if keys == 5:
        configurations = [[tuple([k]) for k in range(5)]], PLANAR, SPATIAL
    else:
        configurations = (
            [[tuple([k]) for k in range(4)]],
            [PLANAR[0][:4], [(0, 0), (9, 1), (1, 9), (3, 3)]],
        )
    return [set(renamed(keys, map(separable, some))) for some in configurations]


@pytest.mark.parametrize("keys", [4, pytest.param(5, marks=pytest.mark.slow)])
def test_thresholds_against_all_order_types(keys):
    known = widths_of_thresholds(keys)
    for entry in headcount.atlas("thresholds", n=keys):
        code = int(entry.key, 16)
        fits = [width for width, codes in enumerate(known, start=1) if any(code & other == code for other in codes)]
        assert entry.fields["m"] == [min(fits, default=keys - 1)] * 2


def faces_of_polygons(keys):
    """What sets of keys lie on a face, for all places of keys at vertices, on edges and inside of small polygons."""
    for corners in range(3, keys + 1):
        places = range(2 * corners + 1)  # even: a vertex; odd: the edge after it; the last: inside
        for placed in product(places, repeat=keys):
            if not {2 * k for k in range(corners)} <= set(placed):
                continue
            faces = []
            for k in range(corners):
                edge = (2 * k, 2 * k + 1, (2 * k + 2) % (2 * corners))
                faces += [sum(1 << j for j in range(keys) if placed[j] in face) for face in ((2 * k,), edge)]
            yield faces


@pytest.mark.slow
@pytest.mark.parametrize("keys", [3, 4])
def test_ties_against_all_polygons(keys):
    sets = families(keys)
    planar = {sets.code(faces) for faces in faces_of_polygons(keys)}
    ends = [(one, other) for one in sets.points for other in sets.points if one & other == 0]
    linear = {sets.code(pair) for pair in ends}  # keys at the ends of a segment, and between them
    for entry in headcount.atlas("ties", n=keys):
        code = int(entry.key, 16)
        fits = [m for m, codes in ((1, linear), (2, planar)) if any(code & other == code for other in codes)]
        assert entry.fields["m"] == [min(fits, default=3)] * 2


def ties_of(tables, bits, width):
    queries = list(product(midrise(bits), repeat=width))
    scores = [[sum(x * y for x, y in zip(query, key, strict=True)) for key in tables] for query in queries]
    return {sum(1 << j for j, score in enumerate(row) if score == max(row)) for row in scores}


def above_of(tables, bits, width):
    found = set()
    for query in product(midrise(bits), repeat=width):
        scores = [sum(x * y for x, y in zip(query, key, strict=True)) for key in tables]
        for threshold in set(scores):
            found.add(sum(1 << j for j, score in enumerate(scores) if score >= threshold))
    return found


@pytest.mark.parametrize("name", ["thresholds", "ties"])
@pytest.mark.parametrize("keys", [2, 3])
def test_bits_against_all_tables(name, keys):
    """p = 1 and 2: every table of keys of width 1, and of 1 bit and width 2."""
    shown = {"ties": ties_of, "thresholds": above_of}[name]
    symbol = {"ties": "0", "thresholds": "+"}[name]
    possible = {}
    for bits, width in ((1, 1), (2, 1), (1, 2)):
        points = list(product(midrise(bits), repeat=width))
        possible[bits, width] = [shown(tables, bits, width) for tables in product(points, repeat=keys)]
    for entry in headcount.atlas(name, n=keys):
        wanted = {sum(1 << j for j, one in enumerate(row) if one == symbol) for row in entry.fields["rows"]}
        for (bits, width), sets in possible.items():
            if width < keys:
                enough = entry.fields["bits"][width - 1][1]
                assert (enough != "none" and enough <= bits) == any(wanted <= some for some in sets)


def test_rows_are_what_keys_say():
    assert THRESHOLDS.keys(2) == ["1"] and THRESHOLDS.rows(2, "1") == ("+-",)
    assert [TIES.rows(2, key) for key in TIES.keys(2)] == [("0-",), ("0-", "-0")]
    # two sets that meet in one key: the key itself is an intersection, so that two rows are left
    meeting = families(3).code([0b001, 0b011, 0b101])
    assert TIES.rows(3, f"{meeting:x}") == ("00-", "0-0")


def test_all_pairs_of_ties_are_sparse_averaging():
    """q-SA(4, 2) is the class whose rows are all pairs: least width min(2q, N - 1)."""
    found = headcount.atlas("ties", n=4)
    pairs = [e for e in found if sorted(row.count("0") for row in e.fields["rows"]) == [2] * 6]
    assert [entry.fields["m"] for entry in pairs] == [[3, 3]]


@pytest.mark.parametrize(
    ("width", "bits", "parts"), [(2, 1, (0b0001, 0b0010, 0b0100, 0b1000)), (3, 2, (0b0011, 0b0110, 0b1100, 0b1001))]
)
def test_known_tables_tie_what_is_asked(width, bits, parts):
    """Corners of a square among all tables of one bit; its edges among some of two."""
    found = tables_that_tie(4, width, bits, parts)
    assert set(parts) <= ties_of(found.keys[0], bits, width)
    for query, part in zip(found.queries[0], parts, strict=True):
        scores = [sum(x * y for x, y in zip(query, key, strict=True)) for key in found.keys[0]]
        assert part == sum(1 << j for j, score in enumerate(scores) if score == max(scores))


def test_what_no_table_ties():
    three = (0b001, 0b010, 0b100)  # three corners on a line
    assert tables_that_tie(3, 1, 1, three) is None
    assert smallest_untied(3, 1, 1, (0b011, *three)) == (0b010, 0b100)
    assert smallest_untied(3, 1, 1, (0b011, 0b100)) == ()  # the two sides of a line
    possible = [ties_of(tables, 1, 2) for tables in product(product(midrise(1), repeat=2), repeat=3)]
    for parts in chain.from_iterable(combinations(families(3).points, size) for size in (1, 2, 3)):
        known = tables_that_tie(3, 2, 1, parts) is not None
        assert known == any(set(parts) <= some for some in possible)
        assert bool(smallest_untied(3, 2, 1, parts)) != known


@pytest.mark.slow
@pytest.mark.parametrize("n", [2, 3, 4])
def test_heads_against_probe(n):
    for entry in headcount.atlas("heads", n=n):
        given = entry.fields
        asked = headcount.probe(
            f"qsa N={n} q={given['q']}", bits=given["p"], heads=given["H"], combine=given["combine"], budget=1000
        )
        assert [asked.lower.value, asked.upper.value] == given["m"]
