"""Which realisation is meant: the greatest of all arrangements in the plane satisfies the clauses of ``lex``."""

import random
from itertools import combinations, permutations, product

import pytest

import exact_sign_rank as exact
import real_vectors as real


def planar_arrangements(rows):
    """The signs on pairs of all uniform realisations of a pattern by vectors in the plane, up to deformation."""
    n = len(rows[0])
    pairs = list(combinations(range(n), 2))
    found = set()
    for lines in permutations(range(n)):
        for halves in product((0, 1), repeat=n):
            places = [line + half * n for line, half in zip(lines, halves, strict=True)]  # in units of pi/n
            turns = [[real.sign((w - 2 * p) % (4 * n) - 2 * n) for p in places] for w in range(1, 4 * n, 2)]
            if all(any(_matches(row, turn) for turn in turns) for row in rows):
                found.add(tuple(real.sign(n - (places[b] - places[a]) % (2 * n)) for a, b in pairs))
    return pairs, found


def _matches(row, signs):
    return all(symbol == "*" or exact.SYMBOL[symbol] == s for symbol, s in zip(row, signs, strict=True))


def lexicographic_clause(sets, permutation, signs, negated, sides):
    """Equal to the image at the places before the last, hence not smaller there (one side of each equality)."""
    number = {subset: k for k, subset in enumerate(sets)}

    def image(k):
        moved = [permutation[column] for column in sets[k]]
        value = -1 if negated else 1
        for column in sets[k]:
            value *= signs[column]
        if moved != sorted(moved):
            value = -value
        return value * (number[tuple(sorted(moved))] + 1)

    *before, last = range(len(sides) + 1)
    return [*(j + 1 if here else -image(j) for j, here in zip(before, sides, strict=True)), last + 1, -image(last)]


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("seed", range(12))
def test_accepted_lexicographic_clauses_hold_together(seed):
    """The greatest signs that a realisation has satisfy all clauses accepted under ``lex``; the first is positive."""
    rng = random.Random(seed)
    rows = tuple("".join(rng.choice("+-+-*") for _ in range(4)) for _ in range(rng.randint(1, 3)))
    sets, arrangements = planar_arrangements(rows)
    assert arrangements
    rng.shuffle(sets)
    order = [sorted(sets).index(subset) for subset in sets]
    greatest = max(tuple(chi[k] for k in order) for chi in arrangements)
    signs = real.Signs(dict.fromkeys(sets, 1), uniform=True)
    assert real.is_accepted(rows, signs.evidence({"rule": "sign", "clause": [1]}, _identity_axiom(4)))
    assert greatest[0] == 1
    every = [(move, flips) for move in permutations(range(4)) for flips in product((1, -1), repeat=4)]
    unnoticed = [change for change in every if notices_nothing(rows, *change)]
    accepted = 0
    for _ in range(1500):
        permutation, flips = rng.choice(unnoticed if rng.random() < 0.9 else every)
        negated = rng.random() < 0.5
        sides = [rng.random() < 0.5 for _ in range(rng.randrange(6))]
        claimed = rng.choice([(permutation, flips, negated)] * 3 + [((0, 1, 2, 3), flips, negated)])
        claimed = rng.choice([claimed] * 3 + [(permutation, (1, 1, 1, 1), negated), (permutation, flips, not negated)])
        clause = lexicographic_clause(sets, *claimed, sides)
        if rng.random() < 0.2:
            clause.remove(rng.choice(clause))
        axiom = {"rule": "lex", "clause": clause, "permutation": list(permutation), "signs": list(flips)}
        if real.is_accepted(rows, signs.evidence({**axiom, "negated": negated})):
            accepted += 1
            assert any(greatest[abs(x) - 1] * x > 0 for x in clause), (rows, sets, axiom)
    assert 100 < accepted < 1400


def notices_nothing(rows, permutation, flips):
    """Whether the rows, columns permuted and negated, are the same rows up to their overall signs."""
    flip = str.maketrans("+-", "-+")
    moves = list(zip(permutation, flips, strict=True))
    images = ["".join(row[p] if s > 0 else row[p].translate(flip) for p, s in moves) for row in rows]
    return all(row in images or row.translate(flip) in images for row in rows)


def _identity_axiom(n):
    return {"rule": "lex", "clause": [1, -1], "permutation": [*range(n)], "signs": [1] * n, "negated": True}


def test_arrangements_agree_with_the_oracle():
    """The list of planar arrangements is empty exactly for patterns of sign-rank above 2."""
    rng = random.Random(3)
    empty = 0
    for _ in range(60):
        rows = tuple("".join(rng.choice("+-") for _ in range(4)) for _ in range(4))
        _, arrangements = planar_arrangements(rows)
        empty += not arrangements
        assert bool(arrangements) == (exact.sign_rank(rows) <= 2), rows
    assert 10 < empty < 50
