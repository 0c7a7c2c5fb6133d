"""The reject corpus: encoders that look right and are not, each with the law that it breaks."""

from dataclasses import replace

from headcount.reductions.encoders.coordinate_encoder import CoordinateEncoder, match3_by_coordinates
from headcount.reductions.encoders.disj_to_cycle3 import disj_to_cycle3
from headcount.reductions.encoders.disj_to_match3 import disj_to_match3, match3_encoder
from headcount.reductions.encoders.disj_to_qsa import disj_to_qsa
from headcount.reductions.encoders.index_to_induction_heads import index_to_induction_heads


def zero_first(n=3):
    """x_1 = 0 in Match3: 0 + 0 + 0 = 0 mod M, so the output is always 1."""
    M = 2 * n + 2
    right = match3_encoder(n, M)
    return match3_by_coordinates(CoordinateEncoder(0, right.alice, right.bob), M)


def too_small(n=3):
    """M = N: alpha_n + alpha_n + 1 = 2n + 1 = 0 mod M."""
    return match3_by_coordinates(match3_encoder(n, 2 * n + 1), 2 * n + 1)


def alpha_one(n=3):
    """1 among the on-values: then a dummy, a public 1 and Bob's M - 2 sum to M."""
    M = 2 * n + 4
    alpha = range(1, n + 1)
    encoder = CoordinateEncoder(1, tuple((1, x) for x in alpha), tuple((1, M - 1 - x) for x in alpha))
    return match3_by_coordinates(encoder, M)


def parity_swapped(n=3):
    """q-SA with the index of a set bit at the public -1 before Bob's value, and of a clear bit at the value."""
    right = disj_to_qsa.at(n)

    def alice(a, on):
        return right.alice(tuple(1 - bit for bit in a), on)

    return replace(right, alice=alice)


def peeking(n=3):
    """Alice's encoder has looked at Bob's input: the answers are right, but her first token moves with b."""
    right = disj_to_match3.at(n)
    seen = {}

    def bob(b, on):
        seen["b"] = b
        return right.bob(b, on)

    def alice(a, on):
        placed = dict(right.alice(a, on))
        if "b" in seen and not seen["b"][0]:
            placed[2] = 1
        return placed

    class Peeking(type(right)):
        def tokens(self, a, b, arithmetic=None):
            seen["b"] = b
            return super().tokens(a, b) if arithmetic is None else super().tokens(a, b, arithmetic)

    return Peeking(**{**{f: getattr(right, f) for f in right.__dataclass_fields__}, "alice": alice, "bob": bob})


def beyond_alphabet(n=3):
    """A token M, which is 0 mod M, but no symbol."""
    right = disj_to_match3.at(n)

    def alice(a, on):
        return {i: token or 2 * n + 2 for i, token in right.alice(a, on).items()}

    return replace(right, alice=alice)


def constant_alice(n=3):
    """Alice ignores her input."""
    right = disj_to_cycle3.at(n)
    return replace(right, alice=lambda a, on: right.alice((1,) * n, on))


def answer_negated(n=3):
    """The read-out says 1 where the output is 1: not disjointness but its opposite."""
    right = disj_to_match3.at(n)
    return replace(right, read_out=lambda output: 1 - right.read_out(output))


def wrong_place(n=3):
    """Bob asks for the bit after the one that he wants."""
    right = index_to_induction_heads.at(n)
    return replace(right, bob=lambda i, on: right.bob(i % n + 1, on))


WRONG = {
    zero_first: "correctness",
    too_small: "correctness",
    alpha_one: "correctness",
    parity_swapped: "correctness",
    peeking: "locality",
    beyond_alphabet: "alphabet",
    constant_alice: "correctness",
    answer_negated: "correctness",
    wrong_place: "correctness",
}
