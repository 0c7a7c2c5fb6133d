"""The roots that the checker counts for a word of signs, against explicit polynomials and all those with fewer."""

import random
from fractions import Fraction
from itertools import combinations_with_replacement, product

import exact_sign_rank as exact
import real_vectors as real
from headcount.bounds.upper.moment_curve import moment_curve_tables
from headcount.legacy.evidence.selection.curves import roots_needed


def words(longest):
    return ["".join(word) for length in range(1, longest + 1) for word in product("-0+*", repeat=length)]


def test_roots_needed_are_enough():
    """The construction behind the rule, carried out for every word: explicit tables of exactly that degree."""
    rng = random.Random(0)
    for word in words(5):
        order = list(range(len(word)))
        for turn in range(3):
            negated = frozenset(column for column in order if turn and rng.random() < 0.5)
            roots = roots_needed(word, tuple(order), negated)
            (query,), keys = moment_curve_tables((word,), tuple(order), negated, roots + 1)
            assert len(query) == roots + 1
            for symbol, key in zip(word, keys, strict=True):
                score = sum((Fraction(a) * b for a, b in zip(query, key, strict=True)), Fraction(0))
                assert symbol == "*" or real.sign(score) == exact.SYMBOL[symbol], (word, order, negated)
            rng.shuffle(order)


def test_fewer_roots_are_not_enough():
    """Every polynomial with fewer roots, up to what a word can see of it, misses some sign."""
    for word in words(4):
        roots = roots_needed(word, tuple(range(len(word))), frozenset())
        places = [Fraction(k, 2) for k in range(-1, 2 * len(word))]  # at the keys and between them
        for fewer in range(roots):
            for chosen in combinations_with_replacement(places, fewer):
                values = []
                for t in range(len(word)):
                    value = 1
                    for root in chosen:
                        value *= real.sign(t - root)
                    values.append(value)
                for overall in (1, -1):
                    hit = all(s == "*" or overall * v == exact.SYMBOL[s] for s, v in zip(word, values, strict=True))
                    assert not hit, (word, chosen)


def test_negated_columns_are_negated_columns():
    flip = str.maketrans("+-", "-+")
    for word in words(4):
        n = len(word)
        for chosen in product((False, True), repeat=n):
            negated = frozenset(column for column in range(n) if chosen[column])
            written = "".join(s.translate(flip) if c else s for s, c in zip(word, chosen, strict=True))
            for order in ((*range(n),), (*range(n - 1, -1, -1),)):
                assert roots_needed(word, order, negated) == roots_needed(written, order, frozenset())
