"""The theorem of pair_conditions against all pairs of inputs, for right encoders and wrong ones."""

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headcount.reductions.encoders.coordinate_encoder import (
    CoordinateEncoder,
    PairRelation,
    match3_by_coordinates,
    match3_relation,
)
from headcount.reductions.encoders.disj_to_match3 import match3_encoder
from headcount.reductions.encoders.encoder_synthesis import Found, Impossible, encoder_clauses, synthesise_encoder
from headcount.reductions.encoders.pair_conditions import verify_by_pairs
from headcount.reductions.laws import Refuted, Verified, verify_exhaustive
from headcount.reductions.reduction import ReductionError


def output(relation, tokens):
    """The definition of a task that looks for a pair, at position 1."""
    positions = range(len(tokens))
    return any(
        relation.relation(tokens[0], tokens[j], tokens[l])
        for j in positions
        for l in positions
        if (relation.repeats or j != l) and (relation.own or (j and l))
    )


def right_everywhere(encoder, relation):
    """By all pairs of inputs."""
    strings = list(product((0, 1), repeat=encoder.n))
    return all(
        output(relation, encoder.tokens(a, b)) == any(x and y for x, y in zip(a, b, strict=True))
        for a in strings
        for b in strings
    )


@pytest.mark.parametrize("M", range(1, 5))
def test_every_encoder_of_one_bit(M):
    relation = match3_relation(M)
    right = 0
    for public, p, q, r, s in product(range(M), repeat=5):
        encoder = CoordinateEncoder(public, ((p, q),), ((r, s),))
        found = verify_by_pairs(encoder, relation)
        assert found.holds == right_everywhere(encoder, relation)
        right += found.holds
    assert (right > 0) == (M == 4)  # 2n + 2


RELATIONS = [
    match3_relation(6),
    PairRelation("xor", 8, lambda c, x, y: c ^ x ^ y == 0),
    PairRelation("next", 5, lambda c, x, y: (x + 1) % 5 == y),  # not symmetric in x and y
    PairRelation("equal", 5, lambda c, x, y: x == y, repeats=False, own=False),
    PairRelation("equal to the sum", 6, lambda c, x, y: x + y == 5, own=False),
]


@pytest.mark.parametrize("relation", RELATIONS, ids=lambda relation: relation.name)
def test_one_entry_changed(relation):
    """Around an encoder that is right, if there is one, and around a random one, every change of one entry."""
    rng = random.Random(1)
    found = synthesise_encoder(2, relation)
    bases = [[rng.randrange(relation.symbols) for _ in range(9)]]
    if isinstance(found, Found):
        encoder = found.encoder
        assert right_everywhere(encoder, relation)
        bases.append([encoder.public, *(x for switch in (*encoder.alice, *encoder.bob) for x in switch)])
    verdicts = set()
    for base in bases:
        for k, x in product(range(9), range(relation.symbols)):
            entries = [*base[:k], x, *base[k + 1 :]]
            switches = tuple(zip(entries[1::2], entries[2::2], strict=True))
            encoder = CoordinateEncoder(entries[0], switches[:2], switches[2:])
            answer = verify_by_pairs(encoder, relation)
            assert answer.holds == right_everywhere(encoder, relation)
            if isinstance(answer, Refuted):
                assert int(not output(relation, encoder.tokens(answer.a, answer.b))) == answer.got != answer.wanted
            verdicts.add(answer.holds)
    assert verdicts == ({True, False} if isinstance(found, Found) else {False})


@given(st.integers(1, 60), st.integers(0, 40))
def test_the_papers_tokens_at_any_size(n, more):
    M = 2 * n + 2 + more
    found = verify_by_pairs(match3_encoder(n, M), match3_relation(M))
    assert isinstance(found, Verified)
    assert found.yes == 3**n
    if n > 1:
        assert isinstance(verify_by_pairs(match3_encoder(n, 2 * n + 1), match3_relation(2 * n + 1)), Refuted)


def test_no_and_yes_count_as_by_all_pairs():
    by_pairs = verify_by_pairs(match3_encoder(4, 10), match3_relation(10))
    by_inputs = verify_exhaustive(match3_by_coordinates(match3_encoder(4, 10), 10))
    assert (by_pairs.yes, by_pairs.no, by_pairs.pairs) == (by_inputs.yes, by_inputs.no, by_inputs.pairs)


def test_a_token_that_is_no_symbol():
    found = verify_by_pairs(CoordinateEncoder(1, ((1, 0),), ((1, 4),)), match3_relation(4))
    assert (found.law, found.position, found.got, found.b) == ("alphabet", 3, 4, (1,))


@pytest.mark.parametrize(("n", "M"), [(1, 3), (1, 4), (2, 5), (2, 6), (3, 7), (3, 8)])
def test_breaking_symmetry_keeps_the_answer(n, M):
    from pysat.solvers import Solver

    answers = []
    for broken in (True, False):
        with Solver(
            name="cadical195", bootstrap_with=encoder_clauses(n, match3_relation(M), break_symmetry=broken)
        ) as s:
            answers.append(s.solve())
    assert answers == [2 * n + 2 <= M] * 2


@pytest.mark.parametrize(("n", "bits"), [(1, 1), (1, 2), (2, 2), (2, 3), (3, 2), (3, 3)])
def test_exclusive_or_needs_n_plus_one_pairs(n, bits):
    """x -> c + x pairs up the 2^bits vectors; n + 1 pairs are needed, as for Match3."""
    found = synthesise_encoder(n, PairRelation("xor", 2**bits, lambda c, x, y: c ^ x ^ y == 0))
    assert isinstance(found, Found if 2**bits >= 2 * n + 2 else Impossible)


def test_the_opposite_form_for_two_bits():
    """Output 1 iff disjoint: possible over Z_4 for n = 2, as the module says, where the other form needs M = 6."""
    encoder = CoordinateEncoder(1, ((0, 1), (3, 1)), ((0, 1), (3, 1)))
    relation = match3_relation(4)
    for a, b in product(product((0, 1), repeat=2), repeat=2):
        assert output(relation, encoder.tokens(a, b)) == all(x * y == 0 for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize("image", [(0, 1, 2, 2), (1, 2, 3, 0)])
def test_what_is_no_symmetry_is_refused(image):
    relation = PairRelation("match3", 4, lambda c, x, y: (c + x + y) % 4 == 0, symmetries=(image,))
    with pytest.raises(ReductionError, match="symmetry"):
        synthesise_encoder(1, relation)
